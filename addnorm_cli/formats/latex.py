"""Writes a page as a LaTeX document: pdflatex sets it, and xelatex where it is in Chinese."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from addnorm_cli.formats import escape
from addnorm_cli.formats.figures import drawn
from addnorm_cli.formats.latex_frame import document
from addnorm_cli.formats.latex_picture import picture
from addnorm_cli.formats.latex_text import (
    caption_of,
    label_of,
    number_of,
    quiet_line,
    typed_line,
    vector_of,
)
from addnorm_cli.formats.paper import (
    WorkedLine,
    latex_lines,
    latex_sign,
    lines,
    pieces,
)
from addnorm_cli.formats.units import Placed, Unit, units_of
from addnorm_cli.formula.notation import to_latex
from addnorm_cli.numbers.numfmt import align
from addnorm_cli.page.page import (
    Answer,
    Block,
    Book,
    Boxes,
    Chart,
    Drawing,
    Grid,
    Header,
    Heading,
    Reason,
    Remark,
    Room,
    Working,
    label_text,
)
from addnorm_cli.page.request import Request

_MARKS = {"check": r"$\checkmark$", "failed": r"$\times$", "warning": r"\textbf{!}"}
_PAGE_WIDTH, _LABEL_WIDTH, _COLUMN_GAP = 160.0, 34.0, 4.3
"""Of a table of words, in millimetres."""
_ASKED, _ASKED_WIDTH = 26, 52
"""A longer name of what is asked, in letters, goes on in another line; of this width, in mm."""
_DEEPEST = 4
"""LaTeX has sections down to this level."""
_IS_LONG = r"\begin{longtable}"
_LONG = 30
"""A table of more rows may be broken across pages."""
_TALLEST = 24.0
"""Worked lines of this height, in lines of text, stay together on a page."""


def write(book: Book, request: Request) -> str:
    """A page or several."""
    body = "\n\n".join(_kept(list(_written(unit))) for unit in units_of(book))
    return document(body, request)


def _kept(parts: Sequence[str]) -> str:
    """A part of the page that stays on one sheet of paper, if it fits on one."""
    if len(parts) == 1 or any(_IS_LONG in part for part in parts):
        return "\n\n".join(parts)
    limit = "[1]" if any(r"\answerbox" in part for part in parts) else ""
    return "\n".join([rf"\begin{{whole}}{limit}", "\n\n".join(parts), r"\end{whole}"])


def _written(unit: Unit) -> Iterator[str]:
    for is_item, together in groupby(unit, lambda placed: _is_item(placed.block)):
        written = [p for each in together for p in _parts(each)]
        yield from [_list(written)] if is_item else written


def _is_item(block: Block) -> bool:
    return isinstance(block, Remark) and block.kind != "note"


def _list(items: Sequence[str]) -> str:
    return "\n".join([r"\begin{itemize}\setlength{\itemsep}{0pt}", *items, r"\end{itemize}"])


def _heading(level: int, text: str) -> str:
    """A heading, its text in LaTeX; the title of a document has level 1."""
    if level == 1:
        return rf"{{\LARGE\bfseries\raggedright {text}\par}}"
    if level > _DEEPEST:
        return rf"\paragraph*{{{text}}}\mbox{{}}\par\nopagebreak"
    return rf"\{'sub' * (level - 2)}section*{{{text}}}"


def _parts(placed: Placed) -> Iterator[str]:
    block, level, depth = placed.block, placed.level, placed.depth
    match block:
        case Header(title, formula, facts):
            yield _heading(1 + depth, escape.latex(title))
            if formula:
                yield rf"\textit{{{escape.latex(formula)}}}"
            if facts:
                yield _list([rf"\item {escape.latex(fact)}" for fact in facts])
        case Heading(text, deeper):
            yield _heading(2 + deeper + depth, escape.latex(text))
        case Reason(text=text):
            yield quiet_line(text)
        case Working():
            yield _heading(level + depth, f"{block.number}. {escape.latex(block.headline)}")
            yield from _working(block)
        case Grid():
            yield from _grid(block, depth, placed.is_result)
        case Boxes():
            yield _boxes(block)
        case Room(lines):
            yield r"\roomline" * lines
        case Chart() | Drawing():
            yield caption_of(escape.latex(block.caption))
            if pictures := drawn(block):
                yield from map(picture, pictures)
            elif isinstance(block, Drawing):
                yield "\\\\\n".join(map(typed_line, block.lines))
        case Remark("note", text):
            yield escape.latex(text)
        case Remark(kind, text):
            yield rf"\item[{_MARKS[kind]}] {escape.latex(text)}"
        case Answer():
            yield _heading(2 + depth, escape.latex(block.title))
            for row in block.rows:
                yield f"{label_of(block.name)} {escape.latex(block.sign)} {vector_of(row)}"


def _working(working: Working) -> Iterator[str]:
    if working.formula is not None:
        tied = "\\nopagebreak" if working.chains else ""
        yield rf"\worked{{{working.formula.latex()}}}{tied}"
    if working.reason:
        yield quiet_line(working.reason.text)
    if working.chains:
        rows = lines(working.chains, working.asides, to_latex, latex_sign)
        for part in _in_parts(rows):
            yield f"\\worked{{{latex_lines(part, escape.latex)}}}"
    if working.note:
        yield escape.latex(working.note)


def _in_parts(rows: Sequence[WorkedLine]) -> Iterator[Sequence[WorkedLine]]:
    """Worked lines in parts that a page has room for; no part is broken across pages."""
    start, height = 0, 0.0
    for n, row in enumerate(rows):
        tall = max(map(_height, row.cells))
        if height + tall > _TALLEST and n > start:
            yield rows[start:n]
            start, height = n, 0.0
        height += tall
    yield rows[start:]


def _height(cell: str) -> float:
    """About how many lines of text a piece of mathematics is high."""
    stacked = cell.count(r"\\") + 1  # a long sum has lines of its own
    return stacked * (2.2 if r"\frac" in cell else 1.3)


def _grid(grid: Grid, depth: int, is_result: bool) -> Iterator[str]:
    if grid.caption is not None:
        caption = label_of(grid.caption)
        yield _heading(2 + depth, caption) if is_result else caption_of(caption)
    yield from map(_table, pieces(grid))
    if grid.note:
        yield escape.latex(grid.note)


def _words(grid: Grid) -> str:
    """A table of words, its columns sharing the width of the page."""
    width = (_PAGE_WIDTH - _LABEL_WIDTH) / len(grid.columns) - _COLUMN_GAP
    column = rf"p{{{width:.0f}mm}}"
    rows = [["", *map(label_of, grid.columns)]]
    rows += [[label_of(row.label), *map(escape.latex, row.cells)] for row in grid.rows]
    lines = [
        " & ".join(rf"\raggedright {cell}" for cell in row) + r" \tabularnewline" for row in rows
    ]
    return "\n".join(
        [
            rf"\begin{{tabular}}{{p{{{_LABEL_WIDTH:.0f}mm}}{column * len(grid.columns)}}}",
            r"\toprule",
            lines[0],
            r"\midrule",
            *lines[1:],
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def _table(grid: Grid) -> str:
    if grid.words:
        return _words(grid)
    columns = [
        [escape.latex(row.cells[n]) for row in grid.rows]
        if grid.is_words(n)
        else _column([row.cells[n] for row in grid.rows], grid)
        for n in range(len(grid.columns))
    ]
    kinds = "".join("l" if grid.is_words(n) else "r" for n in range(len(columns)))
    body = []
    for number, row in enumerate(grid.rows):
        if grid.total and number == len(grid.rows) - 1:
            body.append(r"\midrule")
        body.append(
            " & ".join([label_of(row.label), *(cells[number] for cells in columns)]) + r" \\"
        )
    is_long = len(grid.rows) > _LONG
    environment = "longtable" if is_long else "tabular"
    return "\n".join(
        [
            rf"\begin{{{environment}}}{'[l]' if is_long else ''}{{l{kinds}}}",
            r"\toprule",
            " & ".join(["", *map(label_of, grid.columns)]) + r" \\",
            r"\midrule" + (r"\endhead" if is_long else ""),
            *body,
            r"\bottomrule",
            rf"\end{{{environment}}}",
        ]
    )


def _boxes(boxes: Boxes) -> str:
    longest = max(len(label_text(row.label)) for row in boxes.rows)
    before, kind = (r"\raggedright ", f"p{{{_ASKED_WIDTH}mm}}") if longest > _ASKED else ("", "l")
    rows = [
        " & ".join([before + label_of(row.label), *[r"\answerbox"] * row.count])
        + r" \tabularnewline"
        for row in boxes.rows
    ]
    heads = " & ".join(["", *map(label_of, boxes.columns)]) + r" \\"
    columns = f"{kind}{'c' * len(boxes.columns)}"
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", heads, *rows, r"\end{tabular}"])


def _column(cells: Sequence[str], grid: Grid) -> list[str]:
    """The cells of a column with their decimal points under each other."""
    written = []
    for padded, row in zip(align(cells), grid.rows, strict=True):
        missing = len(padded) - len(padded.rstrip())
        has_point = "." in padded
        pad = "0" * missing if has_point or not missing else "." + "0" * (missing - 1)
        written.append(number_of(padded.strip(), pad, row.strong))
    return written
