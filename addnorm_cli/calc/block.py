"""A stack of Transformer layers: sublayers, norms and the residual stream between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from addnorm_cli.calc import block_formulas
from addnorm_cli.calc.attention import attention_section, feed_forward_section, size_of
from addnorm_cli.calc.norms import norm_section
from addnorm_cli.formula.expr import ROW
from addnorm_cli.model.block_problem import Affine, BlockProblem, Layer
from addnorm_cli.model.problem import Notice
from addnorm_cli.model.records import record, replaced
from addnorm_cli.numbers.arithmetic import Arithmetic, Array
from addnorm_cli.trace.recorder import Recorder
from addnorm_cli.trace.trace import Ledger, LedgerEntry, Section, Step


@record
class Placement:
    """Where the norms of a layer stand.

    Attributes:
        before: A norm stands before each sublayer.
        after: A norm stands behind the sublayer ("branch") or behind the sum ("stream").
        parallel: Both sublayers read the same normed stream, and are added together.
        scaled: The stream is multiplied by α before the sum.
    """

    before: bool = False
    after: str = ""
    parallel: bool = False
    scaled: bool = False


PLACEMENTS: dict[str, Placement] = {
    "post": Placement(after="stream"),
    "pre": Placement(before=True),
    "sandwich": Placement(before=True, after="branch"),
    "res-post": Placement(after="branch"),
    "parallel": Placement(before=True, parallel=True),
    "deepnorm": Placement(after="stream", scaled=True),
}


def updates_of(layer: Layer, placement: Placement) -> list[tuple[int, tuple[str, ...]]]:
    """The updates of a layer in their order: which norm each has, 1 or 2, and its sublayers."""
    sublayers = {"attention": layer.attention, "ffn": layer.ffn}
    names = [name for name, sublayer in sublayers.items() if sublayer is not None]
    if placement.parallel:
        return [(1, tuple(names))]
    return [(2 if name == "ffn" else 1, (name,)) for name in names]


@dataclass(slots=True)
class _Stack:
    """The stream on its way through the layers, and what it left behind."""

    problem: BlockProblem
    arithmetic: Arithmetic
    x: Array
    parts: list[Step | Section] = field(default_factory=list)
    entries: list[LedgerEntry] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    @property
    def placement(self) -> Placement:
        return PLACEMENTS[self.problem.placement]

    @property
    def natural(self) -> dict[str, tuple[int, ...]]:
        """The axes of the rows as the reader knows them: none for a stream of one vector."""
        return {ROW: self.problem.x.shape[:-1]}

    def norm(self, name: str, z: Array, affine: Affine) -> Array:
        """The norm `name` of `z`; `z` itself where the problem has no norm."""
        spec = self.problem.norm
        if spec is None:
            return z
        section, notices = norm_section(
            z.reshape(*self.natural[ROW], -1),
            None,
            affine.gamma,
            affine.beta,
            spec,
            self.arithmetic,
            name,
            noise=size_of(z),
        )
        self.parts.append(section)
        self.notices += [replaced(n, facts={**n.facts, "case": name}) for n in notices]
        return section.result.value

    def sublayer(self, name: str, layer: Layer, z: Array) -> Array:
        """What attention or feed-forward makes of `z`."""
        orientation = self.problem.orientation
        if name == "attention":
            assert layer.attention is not None
            section = attention_section(
                z, layer.attention, orientation, self.arithmetic, self.natural
            )
        else:
            assert layer.ffn is not None
            section = feed_forward_section(z, layer.ffn, orientation, self.arithmetic, self.natural)
        self.parts.append(section)
        return section.result.value

    def add(self, half: int, deltas: dict[str, Array]) -> Array:
        """The step `add1` or `add2`: the stream with what the sublayers give it."""
        placement, problem = self.placement, self.problem
        definitions = block_formulas.addition(
            tuple(deltas), residual=problem.residual, scaled=placement.scaled
        )
        recorder = Recorder(self.arithmetic, definitions, self.natural, size_of(self.x))
        recorder.given("x", self.x)
        total: Array | None = self.x if problem.residual else None
        if placement.scaled and problem.residual:
            alpha = self.arithmetic.constants(problem.alpha)
            recorder.given("alpha", alpha, typed=np.array(f"{problem.alpha:g}", dtype=object))
            total = alpha * self.x
        for name, delta in deltas.items():
            recorder.given(name, delta)
            total = delta if total is None else total + delta
        assert total is not None
        added = recorder(f"add{half}", total)
        self.parts += recorder.steps
        return added

    def update(self, number: int, half: int, names: tuple[str, ...], layer: Layer) -> None:
        """One update of the stream: norms, sublayers and sum, in the order of the placement."""
        placement = self.placement
        affine = layer.norms.get(f"norm{half}", Affine())
        z = self.norm(f"norm{half}", self.x, affine) if placement.before else self.x
        deltas = {name: self.sublayer(name, layer, z) for name in names}
        if placement.after == "branch":
            post = f"norm{half}_post" if placement.before else f"norm{half}"
            behind = layer.norms.get(post, Affine())
            deltas = {name: self.norm(post, delta, behind) for name, delta in deltas.items()}
        self.x = self.add(half, deltas)
        if placement.after == "stream":
            self.x = self.norm(f"norm{half}", self.x, affine)
        part = names[0] if len(names) == 1 else "both"
        delta = sum(deltas.values())
        self.entries.append(
            LedgerEntry(layer=number, part=part, delta=np.asarray(delta), stream=self.x)
        )

    def layer(self, number: int, layer: Layer) -> Section:
        """One layer, as a section of its own."""
        outer, self.parts = self.parts, []
        for half, group in updates_of(layer, self.placement):
            self.update(number, half, group, layer)
        parts, self.parts = self.parts, outer
        last = parts[-1]
        result = last.quantity if isinstance(last, Step) else last.result
        return Section(id=f"layer{number}", kind="layer", parts=tuple(parts), result=result)


def block_section(
    problem: BlockProblem, arithmetic: Arithmetic, watch: Callable[[int], None] | None = None
) -> tuple[Section, Ledger, tuple[Notice, ...]]:
    """Every layer of a block problem, and the ledger of its stream.

    Args:
        problem: The layers, or the bare updates.
        arithmetic: How numbers are carried.
        watch: Told the number of each layer that is done.

    Returns:
        The section of the whole, the ledger, and what its reader should be told.

    Raises:
        CalculationError: The numbers have no answer.
    """
    start = arithmetic.take(problem.x).reshape(-1, problem.x.shape[-1])  # (L, d)
    stack = _Stack(problem, arithmetic, start)
    if problem.updates:
        _bare_updates(stack)
    for number, layer in enumerate(problem.layers, start=1):
        section = stack.layer(number, layer)
        stack.notices = [_placed(n, section.id) for n in stack.notices]
        stack.parts.append(section)
        if watch is not None:
            watch(number)
    if problem.final_norm is not None:
        stack.norm("final_norm", stack.x, problem.final_norm)
    last = stack.parts[-1]
    result = last.quantity if isinstance(last, Step) else last.result
    result = replaced(result, shape=problem.x.shape)
    section = Section(id="", kind="block", parts=tuple(stack.parts), result=result)
    return section, _ledger(stack, start), tuple(stack.notices)


def _placed(notice: Notice, layer: str) -> Notice:
    case = str(notice.facts["case"])
    return (
        notice
        if "." in case
        else replaced(notice, facts={**notice.facts, "case": f"{layer}.{case}"})
    )


def _bare_updates(stack: _Stack) -> None:
    definitions = block_formulas.addition(
        ("update",), residual=stack.problem.residual, scaled=False
    )
    for number, update in enumerate(stack.problem.updates, start=1):
        name = f"add{number}"
        table = {**definitions, name: definitions["add1"]}
        recorder = Recorder(stack.arithmetic, table, stack.natural)
        typed = stack.problem.x.typed if number == 1 else None
        shape = stack.x.shape
        recorder.given("x", stack.x, typed=None if typed is None else typed.reshape(shape))
        delta = stack.arithmetic.take(update.delta).reshape(shape)
        digits = update.delta.typed
        recorder.given("update", delta, typed=None if digits is None else digits.reshape(shape))
        stack.x = recorder(name, stack.x + delta if stack.problem.residual else delta)
        stack.parts += recorder.steps
        stack.entries.append(LedgerEntry(layer=0, part=update.label, delta=delta, stream=stack.x))


def _ledger(stack: _Stack, start: Array) -> Ledger:
    why_not = ""
    if not stack.problem.residual:
        why_not = "no_residual"
    elif not stack.problem.updates and stack.placement.after == "stream":
        why_not = "scaled" if stack.placement.scaled else "post"
    return Ledger(start=start, entries=tuple(stack.entries), sums=not why_not, why_not=why_not)
