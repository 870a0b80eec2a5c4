"""Multi-head self-attention and the feed-forward sublayer, step by step."""

from __future__ import annotations

import numpy as np

from addnorm_cli.formula import block
from addnorm_cli.formula.definition import Definitions
from addnorm_cli.model.block_problem import Attention, FeedForward
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.problem import Orientation
from addnorm_cli.model.records import EMPTY
from addnorm_cli.numbers.arithmetic import Arithmetic, Array
from addnorm_cli.trace.recorder import Natural, Recorder, Run, steps_of
from addnorm_cli.trace.trace import Quantity, Section


def attention_section(
    x: Quantity, spec: Attention, orientation: Orientation, run: Run, natural: Natural = EMPTY
) -> Section:
    """Self-attention of the rows of `x` (L, d); the section's result is `output`, (L, d).

    Args:
        x: The stream.
        spec: The weights, or the output in their place.
        orientation: How the weights are stored.
        run: How the calculation is run.
        natural: The axes of the rows as the reader knows them.

    Raises:
        CalculationError: A row is masked everywhere, or a number is too large.
    """
    if spec.output is not None:
        return _given_output("attention", spec, x, run, natural)
    definitions = block.attention(spec, orientation)
    record = _recorder("attention", definitions, spec, x, run, natural)
    record.work_all("qkv")
    q, k, v = (record.scope[name].value for name in "qkv")
    d_head = q.shape[-1] // spec.heads
    if spec.rotary is not None:
        q = record("q_rotated", rotate(q, d_head, spec.rotary, run.arithmetic))
        k = record("k_rotated", rotate(k, d_head, spec.rotary, run.arithmetic))
    group = spec.heads // spec.kv_heads
    record.given("Q", split_heads(q, spec.heads))  # (heads, L, d_head)
    record.given("K", shared(split_heads(k, spec.kv_heads), group))
    record.given("V", shared(split_heads(v, spec.kv_heads), group))
    record.constant("d_head", str(d_head))

    record.work_all(("scores", "scaled_scores"))  # (heads, L, L)
    scores = record.work("masked_scores") if spec.causal else record.scope["scaled_scores"].value
    record.given("peak", _peak(scores))
    record.work("weights")
    heads = record.work("heads")  # (heads, L, d_head)
    record("concat", heads.swapaxes(0, 1).reshape(len(heads[0]), -1))  # (L, heads * d_head)
    record.work("output")
    return _section("attention", "output", record)


def feed_forward_section(
    x: Quantity, spec: FeedForward, orientation: Orientation, run: Run, natural: Natural = EMPTY
) -> Section:
    """The feed-forward sublayer of the rows of `x` (L, d), giving (L, d).

    Its result is `linear_2`, or `activation` where there is no second linear map; the arguments
    are those of `attention_section`.
    """
    if spec.output is not None:
        return _given_output("ffn", spec, x, run, natural)
    definitions = block.feed_forward(spec, orientation)
    record = _recorder("ffn", definitions, spec, x, run, natural)
    *_, last = steps = steps_of(definitions)
    record.work_all(steps)
    return _section("ffn", last, record)


def size_of(x: Array) -> float:
    """The largest magnitude in `x`."""
    return float(max(x.max(), -x.min())) if x.size else 0.0


def split_heads(matrix: Array, heads: int) -> Array:
    """(L, heads * d_head) as (heads, L, d_head): head h has the columns from h * d_head on."""
    length, width = matrix.shape
    return matrix.reshape(length, heads, width // heads).swapaxes(0, 1)


def shared(heads: Array, group: int) -> Array:
    """Key or value heads, each as often as query heads share it."""
    return heads if group == 1 else heads.repeat(group, axis=0)


def _peak(scores: Array) -> Array:
    """The largest score of each query, which only keeps exp from overflowing.

    Raises:
        CalculationError: A row has no score above -∞.
    """
    peak: Array = scores.max(-1)  # (heads, L)
    empty = np.argwhere(peak == -np.inf)
    if empty.size:
        raise CalculationError("masked_row", head=int(empty[0][0]), row=int(empty[0][1]))
    return peak


def rotate(matrix: Array, d_head: int, base: float, arithmetic: Arithmetic) -> Array:
    """Rotary positions on (L, heads * d_head): component c turns with component c + d_head/2.

    The angle of pair c at position t is t · base^(-2c/d_head) (Su et al. 2021, arXiv 2104.09864),
    with the halves of a head as partners, as in Llama.
    """
    length, width = matrix.shape
    half = d_head // 2
    angles = np.arange(length)[:, None] * base ** (-np.arange(half) * 2 / d_head)  # (L, half)
    cos, sin = (arithmetic.constants(f(angles)[:, None, :]) for f in (np.cos, np.sin))
    heads = matrix.reshape(length, width // d_head, d_head)  # (L, heads, d_head)
    first, second = heads[..., :half], heads[..., half:]
    turned = np.concatenate([first * cos - second * sin, second * cos + first * sin], axis=-1)
    result: Array = turned.reshape(length, width)
    return result


def _recorder(
    section: str,
    definitions: Definitions,
    spec: Attention | FeedForward,
    x: Quantity,
    run: Run,
    natural: Natural,
) -> Recorder:
    """A recorder that knows the stream and the parameters of a sublayer."""
    record = run.within(section).recorder(definitions, natural, size_of(x.value))
    record.hand_on("x", x, x.value.shape)
    for name, tensor in {**spec.weights, **spec.biases}.items():
        record.take(name, tensor, tensor.shape)
    return record


def _given_output(
    section: str, spec: Attention | FeedForward, x: Quantity, run: Run, natural: Natural
) -> Section:
    definitions = block.GIVEN_OUTPUT[section]
    (step,) = definitions
    record = run.within(section).recorder(definitions, natural)
    assert spec.output is not None
    record.take(step, spec.output, x.value.shape)
    record.show(step)
    return _section(section, step, record)


def _section(name: str, result: str, record: Recorder) -> Section:
    return Section(id=name, kind=name, parts=tuple(record.steps), result=record.scope[result])
