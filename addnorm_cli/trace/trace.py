"""What was done: quantities, the steps that made them, and the recorder that keeps both."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from addnorm_cli.formula.expr import Expr, Glyph
from addnorm_cli.model.problem import Linear, NormSpec, Notice, Tensor
from addnorm_cli.model.records import EMPTY, record, replaced
from addnorm_cli.numbers.arithmetic import Arithmetic, Array, Role


@record
class Definition:
    """The formula of one step, as a table entry.

    Attributes:
        index: The indices of its result: ("row", "i") for a vector in every row.
        formula: The right-hand side, or None for a quantity that is given.
        symbol: Its letter; None where the formula itself is its name (z - μ).
        role: How its result is rounded by hand.
        masks: Whether it puts -∞ where a score is masked.
        positive: Its numbers are positive however small, and none of them is noise.
    """

    index: tuple[str, ...]
    formula: Expr | None = None
    symbol: Glyph | None = None
    role: Role = "vector"
    masks: bool = False
    positive: bool = False


@record
class Quantity:
    """Named numbers.

    Attributes:
        name: The id of the step that made it, or the name of an input.
        symbol: Its letter, or the expression that stands for it.
        index: The names of the axes of `value`.
        value: The numbers as they are carried, read-only, one axis for each index.
        shape: Their shape as the reader knows it; a vector has no row axis, for example.
        formula: What it was worked out by; None for an input.
        typed: The decimals that were typed, for an input.
        places: The decimals it was rounded to, by hand.
        exact: What float64 makes of it, where another arithmetic was asked for.
        noise: The size of what went into its section; far below it a number is rounding noise.
    """

    name: str
    symbol: Glyph | Expr
    index: tuple[str, ...]
    value: Array
    shape: tuple[int, ...]
    formula: Expr | None = None
    typed: Array | None = None
    places: int | None = None
    exact: Array | None = None
    noise: float = 0.0

    def natural(self) -> Array:
        """The numbers in the shape that the reader knows."""
        return self.value.reshape(self.shape)


@record
class Step:
    """One line of the calculation: a quantity, and those that its formula refers to."""

    quantity: Quantity
    scope: Mapping[str, Quantity]

    @property
    def id(self) -> str:
        """The step's id in a path."""
        return self.quantity.name


@record
class Check:
    """A self-check: what was found, what it should be, for the row that is furthest off.

    Attributes:
        id: Its name, by which its sentence is found.
        found: What the numbers say.
        expected: What they should say.
        holds: Whether that is near enough.
        scale: The size of what was added up to find it; far below it a number is noise.
    """

    id: str
    found: float
    expected: float
    holds: bool
    scale: float = 1.0


@record
class Section:
    """Steps that belong together: a case, or the norm inside one.

    Attributes:
        id: Its id in a path: the label of a case, "norm", or "" for the only case.
        kind: "residual", "norm" or "case"; says how it is laid out.
        parts: Steps and sections, in the order of the work.
        result: The quantity that it comes to.
        checks: Self-checks of this section.
        results: Everything that it comes to, by name, where that is more than one quantity.
    """

    id: str
    kind: str
    parts: tuple[Step | Section, ...]
    result: Quantity
    checks: tuple[Check, ...] = ()
    results: Mapping[str, Quantity] = EMPTY

    def all_checks(self) -> Iterator[Check]:
        """The self-checks of this section and of those inside it."""
        yield from self.checks
        for part in self.parts:
            if isinstance(part, Section):
                yield from part.all_checks()

    def steps(self) -> Iterator[tuple[tuple[str, ...], Step]]:
        """Every step below this section, with its path."""
        here = (self.id,) if self.id else ()
        for part in self.parts:
            if isinstance(part, Step):
                yield (*here, part.id), part
            else:
                yield from (((*here, *path), step) for path, step in part.steps())


@record
class LedgerEntry:
    """One update of the residual stream.

    Attributes:
        layer: The layer, from 1, or 0 for a bare ledger.
        part: "attention", "ffn", "both" for parallel sublayers, or the reader's own label.
        delta: What was added, shape (L, d).
        stream: The stream after it, shape (L, d).
    """

    layer: int
    part: str
    delta: Array
    stream: Array


@record
class Ledger:
    """The residual stream from its start to its end.

    Attributes:
        start: x₀, shape (L, d).
        entries: Every update, in order.
        sums: Whether x_N = x₀ + ΣΔ is true of this placement.
        why_not: Where it is not: "post", "scaled" or "no_residual".
    """

    start: Array
    entries: tuple[LedgerEntry, ...]
    sums: bool
    why_not: str = ""


@record
class Finding:
    """A table of numbers that a comparison found out.

    Attributes:
        id: Its name, by which its sentences are found.
        columns: The names of the columns.
        rows: The name of each row, and its numbers.
        facts: The values that its caption mentions.
    """

    id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]
    facts: Mapping[str, Any] = EMPTY


@record
class Trace:
    """A whole calculation.

    Attributes:
        command: The command that asked for it.
        title: The reader's title, or None.
        norm: The norm that was used, or None where there is none.
        arithmetic: How numbers were carried.
        inputs: The inputs that all cases share, and the x of each case.
        cases: One section for each case.
        linear: The sublayer that was worked out, or None where its output was given.
        notices: What the reader should know beside the answer.
        ledger: The residual stream of a block.
        parameters: What else the calculation depends on, by name: placement, heads, …
        findings: What a comparison found out, table by table.
        contrast: The same calculation without the residual, to be compared.
    """

    command: str
    title: str | None
    norm: NormSpec | None
    arithmetic: Arithmetic
    inputs: Mapping[str, Tensor | Mapping[str, Tensor]]
    cases: tuple[Section, ...]
    linear: Linear | None = None
    notices: tuple[Notice, ...] = ()
    ledger: Ledger | None = None
    parameters: Mapping[str, Any] = EMPTY
    findings: tuple[Finding, ...] = ()
    contrast: Trace | None = None

    @property
    def labelled(self) -> bool:
        """Whether the cases have names."""
        return bool(self.cases[0].id)

    def steps(self) -> Iterator[tuple[tuple[str, ...], Step]]:
        """Every step, with its path."""
        for case in self.cases:
            yield from case.steps()


def with_exact(trace: Trace, exact: Trace) -> Trace:
    """`trace` with the float64 values of `exact` beside its own."""
    cases = zip(trace.cases, exact.cases, strict=True)
    return replaced(trace, cases=tuple(_section_with_exact(*pair) for pair in cases))


def _section_with_exact(section: Section, exact: Section) -> Section:
    pairs = zip(section.parts, exact.parts, strict=True)
    return replaced(
        section,
        parts=tuple(_part_with_exact(*pair) for pair in pairs),
        result=replaced(section.result, exact=exact.result.value),
        results={
            name: replaced(quantity, exact=exact.results[name].value)
            for name, quantity in section.results.items()
        },
    )


def _part_with_exact(part: Step | Section, exact: Step | Section) -> Step | Section:
    if isinstance(part, Step) and isinstance(exact, Step):
        return replaced(part, quantity=replaced(part.quantity, exact=exact.quantity.value))
    assert isinstance(part, Section)
    assert isinstance(exact, Section)
    return _section_with_exact(part, exact)
