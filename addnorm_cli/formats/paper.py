"""What all written documents share: worked lines in columns, and tables that fit on a sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.cells import cell_len

from addnorm_cli.formats.layout import in_columns, side_by_side
from addnorm_cli.formula.expr import Expr
from addnorm_cli.formula.notation import View
from addnorm_cli.model.records import record, replaced
from addnorm_cli.page.page import Block, Grid, GridRow, Header, Heading
from addnorm_cli.page.request import PaperName
from addnorm_cli.page.worked import Chain


@record
class PaperSize:
    """The size of a paper, and what each format calls it.

    Attributes:
        css: Its name in a style sheet.
        latex: Its name as an option of a LaTeX document.
        typst: Its name in typst.
        width: Its width, in twentieths of a point.
        height: Its height, likewise.
    """

    css: str
    latex: str
    typst: str
    width: int
    height: int


PAPER_SIZES: dict[PaperName, PaperSize] = {
    "a4": PaperSize("A4", "a4paper", "a4", 11906, 16838),
    "letter": PaperSize("letter", "letterpaper", "us-letter", 12240, 15840),
}
LINE_WIDTH = 86
"""Characters of a worked line that fit; fractions make it shorter than it is in plain text."""
TABLE_WIDTH = 80
"""Characters of a table that fit side by side on a sheet of paper, its gaps counted."""
_GAP = 2
_SIGNS = {"≈": r"\approx"}

WriteFormula = Callable[[Expr, View], str]


@record
class WorkedLine:
    """One row of worked lines.

    Attributes:
        cells: What stands between the signs of equality, each after the first with its sign.
        aside: What is said after it.
    """

    cells: tuple[str, ...]
    aside: str = ""


def lines(
    chains: Sequence[Chain], asides: Sequence[str], write: WriteFormula, sign: Callable[[str], str]
) -> list[WorkedLine]:
    """Worked lines as rows whose signs of equality stand under each other.

    Lines that fit on a sheet and are made alike have one row each. The others have one row for
    every link, its sign under that of the row above.

    Args:
        chains: The worked lines.
        asides: What is said after each, or nothing.
        write: Writes a tree.
        sign: Writes a sign of equality.
    """
    notes = list(asides) or [chain.note.strip() for chain in chains]
    alike = len({len(chain.links) for chain in chains}) == 1
    fitting = alike and all(
        sum(map(len, chain.texts())) + cell_len(note) <= LINE_WIDTH
        for chain, note in zip(chains, notes, strict=True)
    )
    rows = []
    for chain, note in zip(chains, notes, strict=True):
        first, *links = chain.links
        head = write(first.tree, chain.view)
        cells = [sign(link.sign) + write(link.tree, chain.view) for link in links]
        if fitting:
            rows.append(WorkedLine((head, *cells), note))
            continue
        last = len(cells) - 1
        rows += [
            WorkedLine((head if n == 0 else "", cell), note if n == last else "")
            for n, cell in enumerate(cells)
        ]
    return rows


def latex_sign(sign: str) -> str:
    """A sign of equality in LaTeX, with the blank after it."""
    return f"{_SIGNS.get(sign, sign)} "


def latex_lines(rows: Iterable[WorkedLine], text: Callable[[str], str]) -> str:
    r"""Worked lines in the columns of an `aligned` environment.

    Args:
        rows: The lines.
        text: Escapes words for the inside of a `\text`.
    """
    written = []
    for line in rows:
        row = line.cells[0] + " &" + " &&".join(line.cells[1:])
        if line.aside:
            row += rf" &&\quad\text{{{text(line.aside)}}}"
        written.append(row)
    body = " \\\\\n".join(written)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


def pieces(grid: Grid, room: int = TABLE_WIDTH) -> list[Grid]:
    """A table in parts of at most `room` characters, so that no number is ever cut off.

    Words go on in another line of their cell instead.
    """
    if grid.words:
        return [grid]
    labels, *columns = in_columns(grid, str)
    widths = [cell_len(column[0]) + _GAP for column in columns]
    groups = list(side_by_side(widths, room - cell_len(labels[0])))
    if len(groups) == 1:
        return [grid]
    return [_piece(grid, group, number, len(groups)) for number, group in enumerate(groups)]


def _piece(grid: Grid, columns: list[int], number: int, count: int) -> Grid:
    def chosen(row: GridRow) -> GridRow:
        return replaced(
            row,
            cells=tuple(row.cells[n] for n in columns),
            shades=tuple(row.shades[n] for n in columns) if row.shades else (),
        )

    return Grid(
        caption=grid.caption if number == 0 else None,
        columns=tuple(grid.columns[n] for n in columns),
        rows=tuple(map(chosen, grid.rows)),
        note=grid.note if number == count - 1 else None,
        total=grid.total,
        words=grid.words,
        remarks=grid.remarks and len(grid.columns) - 1 in columns,
    )


def title_of(page: Sequence[Block], fallback: str) -> str:
    """The title that a document carries."""
    return next((block.title for block in page if isinstance(block, Header)), fallback)


def step_levels(page: Sequence[Block]) -> list[int]:
    """The level of a step's heading, for each block: below a case's name where one is above it."""
    levels, level = [], 2
    for block in page:
        level = 3 + block.level if isinstance(block, Heading) else level
        levels.append(level)
    return levels
