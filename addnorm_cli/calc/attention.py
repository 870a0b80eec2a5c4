"""Multi-head attention, step by step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from addnorm_cli.calc.feed_forward import given_output, sublayer_recorder
from addnorm_cli.calc.norms import norm_section
from addnorm_cli.calc.rotary import rotate
from addnorm_cli.formula.attention import MEMORY, attention
from addnorm_cli.formula.bounds import UNIT
from addnorm_cli.formula.rotary import angles
from addnorm_cli.model.block_problem import Attention
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.problem import NormSpec, Notice, Orientation
from addnorm_cli.model.records import EMPTY, replaced
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.trace.errors import Later
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Natural, Recorder, Run
from addnorm_cli.trace.trace import Section, Step

_AXES = ("h", "t", "s")
"""The indices of a mask, the last of them where it has fewer."""


def attention_section(
    x: Quantity,
    spec: Attention,
    orientation: Orientation,
    run: Run,
    natural: Natural = EMPTY,
    *,
    norm: NormSpec | None = None,
    name: str = "attention",
) -> tuple[Section, tuple[Notice, ...]]:
    """Attention of the rows of `x` (L, d) to themselves, or to a memory that is given.

    Args:
        x: The stream.
        spec: The weights, or the output in their place.
        orientation: How the weights are stored.
        run: How the calculation is run.
        natural: The axes of the rows as the reader knows them.
        norm: The norm of queries and keys, where they have one.
        name: The id of the section.

    Returns:
        The section, whose result is `output`, (L, d), and what its reader should be told.

    Raises:
        CalculationError: A row is masked everywhere, or a number is too large.
    """
    if spec.output is not None:
        return given_output(name, "attention", spec.output, x, run, natural), ()
    axes = _AXES if spec.memory is None else (*_AXES[:-1], MEMORY)
    mask = () if spec.mask is None else axes[-len(spec.mask.shape) :]
    definitions = attention(spec, orientation, mask)
    recorder = sublayer_recorder(name, definitions, spec, x, run, natural)
    work = _Attention(recorder, spec, norm)
    if spec.memory is not None:
        recorder.take("memory", spec.memory, spec.memory.shape)
    if spec.mask is not None:
        recorder.take("mask", spec.mask, spec.mask.shape)
    recorder.work_all("qkv")
    group = spec.heads // spec.kv_heads
    of = {"Q": (work.heads("q", spec.heads), 1), "K": (work.heads("k", spec.kv_heads), group)}
    of["V"] = _rearranged(recorder.scope["v"], lambda v: split_heads(v, spec.kv_heads)), group
    for letter, (parts, times) in of.items():
        every = _rearranged(parts, partial(shared, group=times))
        recorder.given(letter, every.value, error=every.error)  # (heads, L, d_head)
    recorder.constant("d_head", str(recorder.scope["Q"].value.shape[-1]))
    if spec.scale is not None:
        recorder.constant("scale", spec.scale.text, "given")
    if spec.softcap is not None:
        recorder.constant("cap", spec.softcap, "given")

    steps = ("scores", "scaled_scores", "capped_scores", "biased_scores", "masked_scores")
    *_, last = every_score = [step for step in steps if step in definitions]
    recorder.work_all(every_score)  # (heads, L, M)
    scores = recorder.scope[last]
    errors = Later(lambda: scores.errors().max(-1), after=lambda: (scores.error,))
    recorder.given("peak", _peak(scores.value), error=errors)
    recorder.work("weights")
    recorder.work("heads")  # (heads, L, d_head)
    joined = _rearranged(recorder.scope["heads"], side_by_side)
    recorder("concat", joined.value, error=joined.error)  # (L, heads * d_head)
    recorder.work("output")
    whole = Section(
        id=name, kind="attention", parts=work.in_order(), result=recorder.scope["output"]
    )
    return whole, tuple(work.notices)


class _Attention:
    """Queries and keys on their way to the scores: normed, and turned."""

    def __init__(self, recorder: Recorder, spec: Attention, norm: NormSpec | None) -> None:
        self.notices: list[Notice] = []
        self._recorder = recorder
        self._spec = spec
        self._norm = norm
        self._sections: dict[int, list[Section]] = {}  # by the number of steps before them

    def heads(self, letter: str, count: int) -> Quantity:
        """(count, L, d_head) of queries or keys, as the scores take them."""
        recorder, name = self._recorder, f"{letter}_norm"
        heads = _rearranged(recorder.scope[letter], partial(split_heads, heads=count))
        if self._norm is not None and name in self._spec.norms:
            heads = self._normed(name, recorder.scope[letter], heads, self._norm)
        if self._spec.rotary is None:
            return heads
        name = f"{letter}_rotated"
        turned = side_by_side(rotate(heads.value, self._spec.rotary, recorder.arithmetic))
        recorder(name, turned, error=_errors_turned(heads, float(angles(self._spec.rotary, 2)[1])))
        return _rearranged(recorder.scope[name], partial(split_heads, heads=count))

    def _normed(self, name: str, whole: Quantity, heads: Quantity, norm: NormSpec) -> Quantity:
        """The norm of every head by itself, (heads * L, d_head), or of all of them together."""
        affine = self._spec.norms[name]
        count, length, d_head = heads.value.shape
        by_head = affine.gamma is None or affine.gamma.shape == (d_head,)
        z = _rearranged(heads, lambda h: h.reshape(-1, d_head)) if by_head else whole
        z = replaced(z, shape=z.value.shape, typed=None)
        section, notices = norm_section(
            z, affine.gamma, affine.beta, norm, self._recorder.run, name
        )
        self._sections.setdefault(len(self._recorder.steps), []).append(section)
        path = ".".join((*self._recorder.run.path, name))
        self.notices += [replaced(n, facts={**n.facts, "case": path}) for n in notices]
        if by_head:
            return _rearranged(section.result, lambda h: h.reshape(count, length, d_head))
        return _rearranged(section.result, partial(split_heads, heads=count))

    def in_order(self) -> tuple[Step | Section, ...]:
        """The steps, with the norms where they were worked."""
        parts: list[Step | Section] = []
        for number, step in enumerate(self._recorder.steps):
            parts += self._sections.get(number, ())
            parts.append(step)
        return tuple(parts)


def _rearranged(quantity: Quantity, arrange: Callable[[Array], Array]) -> Quantity:
    """The numbers of a quantity in another order, and how far they may be off."""
    errors = Later(lambda: arrange(quantity.errors()), after=lambda: (quantity.error,))
    return replaced(quantity, value=arrange(quantity.value), error=errors)


def _errors_turned(heads: Quantity, size: float) -> Later:
    """How far the turned numbers of heads may be off, side by side: each has parts of two."""

    def errors() -> Array:
        angle = heads.value.shape[1] + 6  # an angle is off in its last digits, times the position
        one = heads.errors() + angle * UNIT * abs(heads.value.astype(np.float64))
        most = 2 * max(size, 1.0) * one.max(-1, keepdims=True)
        return side_by_side(np.broadcast_to(most, one.shape))

    return Later(errors, after=lambda: (heads.error,))


def split_heads(matrix: Array, heads: int) -> Array:
    """(L, heads * d_head) as (heads, L, d_head): head h has the columns from h * d_head on."""
    length, width = matrix.shape
    return matrix.reshape(length, heads, width // heads).swapaxes(0, 1)


def side_by_side(heads: Array) -> Array:
    """(heads, L, d_head) as (L, heads * d_head)."""
    return heads.swapaxes(0, 1).reshape(heads.shape[1], -1)


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
    if len(empty) == peak.size > 1:
        raise CalculationError("nothing_seen")
    if empty.size:
        raise CalculationError("masked_row", head=int(empty[0][0]), row=int(empty[0][1]))
    return peak
