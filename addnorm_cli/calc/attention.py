"""Multi-head self-attention and the feed-forward sublayer, step by step."""

from __future__ import annotations

import numpy as np

from addnorm_cli.calc import block_formulas
from addnorm_cli.formula.functions import FUNCTIONS
from addnorm_cli.model.block_problem import Attention, FeedForward
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.problem import Orientation, Tensor
from addnorm_cli.model.records import EMPTY
from addnorm_cli.numbers.arithmetic import Arithmetic, Array
from addnorm_cli.trace.recorder import Natural, Recorder
from addnorm_cli.trace.trace import Section


def attention_section(
    x: Array,
    spec: Attention,
    orientation: Orientation,
    arithmetic: Arithmetic,
    natural: Natural = EMPTY,
) -> Section:
    """Self-attention of the rows of `x` (L, d); the section's result is `output`, (L, d).

    Args:
        x: The stream.
        spec: The weights, or the output in their place.
        orientation: How the weights are stored.
        arithmetic: How numbers are carried.
        natural: The axes of the rows as the reader knows them.

    Raises:
        CalculationError: A row is masked everywhere, or a number is too large.
    """
    if spec.output is not None:
        return _given_output("attention", "output", spec.output, x.shape, arithmetic, natural)
    definitions = block_formulas.attention(spec, orientation)
    record = Recorder(arithmetic, definitions, natural, size_of(x))
    record.given("x", x)
    q, k, v = (_linear(x, f"W_{n}", f"b_{n}", n, spec, orientation, record) for n in "qkv")
    d_head = q.shape[-1] // spec.heads
    if spec.rotary is not None:
        q = record("q_rotated", rotate(q, d_head, spec.rotary, arithmetic))
        k = record("k_rotated", rotate(k, d_head, spec.rotary, arithmetic))
    group = spec.heads // spec.kv_heads
    queries = record.given("Q", split_heads(q, spec.heads))  # (heads, L, d_head)
    keys = record.given("K", shared(split_heads(k, spec.kv_heads), group))
    values = record.given("V", shared(split_heads(v, spec.kv_heads), group))
    record.given("d_head", np.array(d_head), typed=np.array(str(d_head), dtype=object))

    scores = record("scores", queries @ keys.swapaxes(1, 2))  # (heads, L, L)
    scores = record("scaled_scores", scores / np.sqrt(arithmetic.constants(d_head)))
    if spec.causal:
        scores = record("masked_scores", masked(scores))
    weights = record("weights", softmax(scores, record))
    heads = record("heads", weights @ values)  # (heads, L, d_head)
    concat = record("concat", heads.swapaxes(0, 1).reshape(len(x), -1))  # (L, heads * d_head)
    if "W_o" in spec.weights:
        _linear(concat, "W_o", "b_o", "output", spec, orientation, record)
    else:
        record("output", concat)
    return _section("attention", "output", record)


def feed_forward_section(
    x: Array,
    spec: FeedForward,
    orientation: Orientation,
    arithmetic: Arithmetic,
    natural: Natural = EMPTY,
) -> Section:
    """The feed-forward sublayer of the rows of `x` (L, d), giving (L, d).

    Its result is `linear_2`, or `activation` where there is no second linear map; the arguments
    are those of `attention_section`.
    """
    if spec.output is not None:
        return _given_output("ffn", "linear_2", spec.output, x.shape, arithmetic, natural)
    definitions = block_formulas.feed_forward(spec, orientation)
    record = Recorder(arithmetic, definitions, natural, size_of(x))
    record.given("x", x)
    h = _linear(x, "W_1", "b_1", "linear_1", spec, orientation, record)
    if spec.activation == "swiglu":
        gate = _linear(x, "W_gate", "b_gate", "gate", spec, orientation, record)
        f = record("activation", FUNCTIONS["silu"].apply(gate) * h)
    else:
        f = record("activation", FUNCTIONS[spec.activation].apply(h))
    if "W_2" not in spec.weights:
        return _section("ffn", "activation", record)
    _linear(f, "W_2", "b_2", "linear_2", spec, orientation, record)
    return _section("ffn", "linear_2", record)


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


def masked(scores: Array) -> Array:
    """Scores (heads, L, L) with -∞ wherever the key comes after the query."""
    later = np.triu(np.ones(scores.shape[1:], dtype=bool), k=1)
    minus_infinity = -np.inf if scores.dtype != object else type(scores.flat[0])("-Infinity")
    return np.where(later, minus_infinity, scores)


def softmax(scores: Array, record: Recorder) -> Array:
    """exp(s - max) / Σ exp(s - max) over the last axis; max only keeps exp from overflowing.

    Raises:
        CalculationError: A row has no score above -∞.
    """
    peak = scores.max(-1, keepdims=True)
    empty = np.argwhere(peak == -np.inf)
    if empty.size:
        raise CalculationError("masked_row", head=int(empty[0][0]), row=int(empty[0][1]))
    record.given("peak", peak)
    e = np.exp(scores - peak)
    total: Array = e / e.sum(-1, keepdims=True)
    return total


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


def _linear(
    x: Array,
    weight: str,
    bias: str,
    name: str,
    spec: Attention | FeedForward,
    orientation: Orientation,
    record: Recorder,
) -> Array:
    """The step `name`: x W + b, of (L, in) to (L, out)."""
    w = _take(weight, spec.weights[weight], record)
    h = x @ (w.T if orientation == "Wx" else w)
    if bias in spec.biases:
        h += _take(bias, spec.biases[bias], record)
    return record(name, h)


def _take(name: str, tensor: Tensor, record: Recorder) -> Array:
    return record.given(name, record.arithmetic.take(tensor), typed=tensor.typed)


def _given_output(
    section: str,
    step: str,
    output: Tensor,
    shape: tuple[int, ...],
    arithmetic: Arithmetic,
    natural: Natural,
) -> Section:
    definition = block_formulas.GIVEN_OUTPUT[section]
    record = Recorder(arithmetic, {step: definition}, natural)
    typed = None if output.typed is None else output.typed.reshape(shape)
    record.given(step, arithmetic.take(output).reshape(shape), typed=typed)
    record.show(step)
    return _section(section, step, record)


def _section(name: str, result: str, record: Recorder) -> Section:
    return Section(id=name, kind=name, parts=tuple(record.steps), result=record.scope[result])
