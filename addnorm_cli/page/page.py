"""A page in meaningful parts: what is said, without how it looks; each format decides that."""

from __future__ import annotations

from typing import Literal

from addnorm_cli.formula.expr import Expr
from addnorm_cli.formula.notation import View, to_latex, to_text
from addnorm_cli.model.records import record
from addnorm_cli.numbers.numfmt import BLANK
from addnorm_cli.page.pictures import Curves, NumberLine
from addnorm_cli.page.worked import Chain

RemarkKind = Literal["check", "failed", "warning", "note"]


@record
class Formula:
    """A formula or a symbol; with `left`, an equation; with words before or `after` it."""

    tree: Expr
    view: View
    left: Expr | None = None
    after: str = ""
    before: str = ""

    def text(self) -> str:
        """The formula in plain text; a side that only repeats the other is left out."""
        return f"{self.before} {self._equation(to_text)} {self.after}".strip()

    def latex(self) -> str:
        """The formula in LaTeX."""
        return self._equation(to_latex)

    def _equation(self, write: object) -> str:
        assert callable(write)
        right = write(self.tree, self.view)
        left = right if self.left is None else write(self.left, self.view)
        return str(right if left == right else f"{left} = {right}")


Label = str | Formula


def label_text(label: Label) -> str:
    """A label in plain text."""
    return label if isinstance(label, str) else label.text()


@record
class Header:
    """The top of a page: a title, the formula, and under which rules it is worked.

    The top of a whole book has no formula.
    """

    title: str
    formula: str
    facts: tuple[str, ...]


@record
class Heading:
    """The name of a case, or at a deeper level of a part of it."""

    text: str
    level: int = 0


@record
class Reason:
    """Why something is done, in a sentence or two that a reader may skip.

    Attributes:
        name: What it is called where it is folded away: "Why?".
        text: The sentences.
    """

    name: str
    text: str


@record
class Working:
    """One step: its name, its formula and its worked lines.

    Attributes:
        number: Its number on the page.
        title: Its name.
        formula: Its formula, or None for a quantity that is given.
        chains: The worked lines, one a component.
        asides: What is said after each line (the exact value, the drift), or nothing.
        note: A sentence in place of lines.
        reason: Why it is done, where that was asked for.
        shape: The shape of its numbers, where there are several rows; or "".
    """

    number: int
    title: str
    formula: Formula | None
    chains: tuple[Chain, ...] = ()
    asides: tuple[str, ...] = ()
    note: str | None = None
    reason: Reason | None = None
    shape: str = ""

    @property
    def headline(self) -> str:
        """Its name, with the shape of what it comes to."""
        return f"{self.title} ({self.shape})" if self.shape else self.title


@record
class GridRow:
    """One row of a table.

    Attributes:
        label: What the row is called.
        cells: The digits in it.
        strong: Whether it matters most.
        shades: How strong each cell is beside the strongest, from -1 to 1, for colouring; or none.
    """

    label: Label
    cells: tuple[str, ...]
    strong: bool = False
    shades: tuple[float, ...] = ()


@record
class Grid:
    """A table of numbers, or of words.

    Attributes:
        caption: What stands above it.
        columns: The heads of the columns.
        rows: Its rows.
        note: What was left out, and how to see it.
        total: The last row is a sum, and is set off by a line.
        words: Its cells are words, which may go on in another line where numbers may not.
        given: Its numbers are those that the reader starts from.
        remarks: The last column has what the reader remarked on each row.
    """

    caption: Label | None
    columns: tuple[Label, ...]
    rows: tuple[GridRow, ...]
    note: str | None = None
    total: bool = False
    words: bool = False
    given: bool = False
    remarks: bool = False

    def is_words(self, column: int) -> bool:
        """Whether a column has words instead of numbers."""
        return self.words or (self.remarks and column == len(self.columns) - 1)


@record
class Remark:
    """A self-check, a warning or a note."""

    kind: RemarkKind
    text: str


@record
class Answer:
    """The result, ready to be copied."""

    title: str
    name: Label
    sign: str
    rows: tuple[str, ...]


@record
class ChartRow:
    """One line of a depth chart: a band, a bar after it, and the number that the bar stands for.

    Attributes:
        label: What the line is called.
        band: The length of the band, in units of the numbers.
        bar: The length of the bar, likewise.
        text: The digits of the bar.
    """

    label: str
    band: float
    bar: float
    text: str


@record
class Chart:
    """Bars for numbers, one line each.

    Attributes:
        caption: What stands above it.
        rows: The bars.
        curves: The same for those who can draw it better; None where bars show it best.
    """

    caption: str
    rows: tuple[ChartRow, ...]
    curves: Curves | None = None

    def shares(self) -> list[tuple[float, float]]:
        """The band and the bar of each row, as parts of the longest line of both.

        Halves are added, since two lengths may be finite and their sum not.
        """
        longest = max(row.band / 2 + row.bar / 2 for row in self.rows) or 1.0
        return [(row.band / 2 / longest, row.bar / 2 / longest) for row in self.rows]


@record
class Drawing:
    """A drawing in characters of one width.

    Attributes:
        caption: What stands above it.
        lines: The characters.
        picture: What it shows, for those who can draw it better; None where that is its lines.
        is_result: It shows what came out of all rows.
    """

    caption: str
    lines: tuple[str, ...]
    picture: NumberLine | None = None
    is_result: bool = False


@record
class BoxRow:
    """One line of boxes.

    Attributes:
        label: What is to be written there.
        count: How many numbers.
    """

    label: Label
    count: int


@record
class Boxes:
    """What a reader fills in with a pen, a box for each number.

    Attributes:
        columns: The heads of the columns.
        rows: Its lines, each from the first column on.
    """

    columns: tuple[Label, ...]
    rows: tuple[BoxRow, ...]

    def grid(self, box: str = BLANK) -> Grid:
        """The same as a table, for what has no boxes of its own."""
        width = len(self.columns)
        rows = (
            GridRow(row.label, (box,) * row.count + ("",) * (width - row.count))
            for row in self.rows
        )
        return Grid(None, self.columns, tuple(rows))


@record
class Room:
    """Empty lines for the reader's own working."""

    lines: int


Block = (
    Header | Heading | Reason | Working | Grid | Chart | Drawing | Remark | Answer | Boxes | Room
)


@record
class Book:
    """What is written as one document: a page alone, or several pages after a front.

    Attributes:
        front: The page; of several the title, what is to be said of all, and the table of results.
        chapters: The pages of several problems, one a problem.
    """

    front: tuple[Block, ...]
    chapters: tuple[tuple[Block, ...], ...] = ()
