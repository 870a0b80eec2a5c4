"""What was done: steps, the sections that they stand in, and all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from addnorm_cli.formula.expr import Ref
from addnorm_cli.model.naming import UNNAMED, Naming
from addnorm_cli.model.problem import Linear, NormSpec, Notice, Tensor
from addnorm_cli.model.records import EMPTY, record
from addnorm_cli.numbers.arithmetic import Arithmetic
from addnorm_cli.trace.errors import Later
from addnorm_cli.trace.paths import OVERALL_ID
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.settings import Settings

if TYPE_CHECKING:
    from addnorm_cli.model.checkpoint import Checkpoint
    from addnorm_cli.trace.ledger import Ledger
    from addnorm_cli.trace.verdict import Verdict


@record
class Step:
    """One line of the calculation.

    Attributes:
        quantity: What it comes to.
        scope: The quantities that its formula refers to, by name.
        title: Names it in words.
        neutral: It multiplies by one or adds zero, and so changes nothing.
        note: Names the sentence that stands in place of its lines, or "".
        label: What the reader calls it, or "".
    """

    quantity: Quantity
    scope: Mapping[str, Quantity]
    title: str
    neutral: bool = False
    note: str = ""
    label: str = ""

    @property
    def repeats(self) -> bool:
        """Whether another step has its numbers already."""
        return self.neutral or (bool(self.note) and isinstance(self.quantity.formula, Ref))

    @property
    def id(self) -> str:
        """The step's id in a path."""
        return self.quantity.name


@record
class SelfCheck:
    """A self-check: what was found, what it should be, for the row that is furthest off.

    Attributes:
        id: Its name, by which its sentence is found.
        found: What the numbers say.
        expected: What they should say.
        holds: Whether that is near enough.
        error: Works out how far what was found may be off for the rounding of float64.
        row: The row, where there are several.
    """

    id: str
    found: float
    expected: float
    holds: bool
    error: Later = Later(float)
    row: int | None = None


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
        rule: The norm of a section that is one, or of a case that is worked by a rule of its own.
        placement: Where the norms of its layers stand, where a comparison works several.
        number: The number that a layer has in its model, if it is of one.
        module: What the framework calls the module that it is the output of, or "".
    """

    id: str
    kind: str
    parts: tuple[Step | Section, ...]
    result: Quantity
    checks: tuple[SelfCheck, ...] = ()
    results: Mapping[str, Quantity] = EMPTY
    rule: NormSpec | None = None
    placement: str | None = None
    number: int | None = None
    module: str = ""

    def all_checks(self) -> Iterator[SelfCheck]:
        """The self-checks of this section and of those inside it."""
        yield from self.checks
        for part in self.parts:
            if isinstance(part, Section):
                yield from part.all_checks()

    def steps(self, *, overall: bool = False) -> Iterator[tuple[tuple[str, ...], Step]]:
        """Every step below this section, with its path; with `overall` those of the whole too."""
        here = (self.id,) if self.id else ()
        for part in self.parts:
            if isinstance(part, Step):
                yield (*here, part.id), part
            elif overall or part.id != OVERALL_ID:
                below = part.steps(overall=overall)
                yield from (((*here, *path), step) for path, step in below)


@record
class Finding:
    """A table of numbers that a comparison found out.

    Attributes:
        id: Its name, by which its sentences are found.
        columns: The names of the columns.
        rows: The name of each row, and its numbers.
        facts: The values that its caption mentions.
        errors: How far each of its numbers may be off for the rounding of float64.
    """

    id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float, ...]], ...]
    facts: Mapping[str, Any] = EMPTY
    errors: tuple[tuple[float, ...], ...] = ()


@record
class Trace:
    """A whole calculation.

    Attributes:
        command: The command that asked for it.
        title: The reader's title, or None.
        norm: The norm that was used, or None where there is none.
        arithmetic: How numbers were carried.
        inputs: The inputs that all cases share, and the x of each case.
        cases: One section for each case; none where norms are compared without numbers.
        forward: The way forward, where the cases are the way back alone.
        linear: The sublayer that was worked out, or None where its output was given.
        notices: What the reader should know beside the answer.
        ledger: The residual stream of a block.
        settings: What else the calculation depends on: placement, heads, …
        findings: What a comparison found out, table by table.
        contrast: The same calculation without the residual, to be compared.
        check: What became of what was claimed of it; None where nothing was.
        naming: What the reader calls columns, rows and cases.
        explain: Its page is to say why each step is done.
        checkpoint: The file that its layers were read from, or None.
    """

    command: str
    title: str | None
    norm: NormSpec | None
    arithmetic: Arithmetic
    inputs: Mapping[str, Tensor | Mapping[str, Tensor]]
    cases: tuple[Section, ...]
    forward: tuple[Section, ...] = ()
    linear: Linear | None = None
    notices: tuple[Notice, ...] = ()
    ledger: Ledger | None = None
    settings: Settings | None = None
    findings: tuple[Finding, ...] = ()
    contrast: Trace | None = None
    check: Verdict | None = None
    naming: Naming = UNNAMED
    explain: bool = False
    checkpoint: Checkpoint | None = None

    @property
    def goes_back(self) -> bool:
        """Whether it comes to gradients, of which a case has several."""
        return any(case.results for case in self.cases)

    @property
    def labelled(self) -> bool:
        """Whether the cases have names."""
        return not self.cases or bool(self.cases[0].id)

    def steps(self, *, overall: bool = False) -> Iterator[tuple[tuple[str, ...], Step]]:
        """Every step, with its path; with `overall` what is said of whole matrices too."""
        for case in self.cases:
            yield from case.steps(overall=overall)

    def label_of(self, path: str) -> str:
        """The label of the case that a whole path belongs to; "" where cases have none."""
        labels = (case.id for case in self.cases if case.id)
        return next((label for label in labels if f"{path}.".startswith(f"{label}.")), "")
