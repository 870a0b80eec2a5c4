"""Writes a page as Markdown with `$$` formulas, as GitHub, Typora, Obsidian and Jupyter read it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from rich.cells import cell_len

from addnorm_cli.notation import to_latex
from addnorm_cli.numfmt import align
from addnorm_cli.render import escape
from addnorm_cli.render.ascii import spell
from addnorm_cli.render.compose import page
from addnorm_cli.render.lines import Style, block_lines
from addnorm_cli.render.page import (
    Answer,
    Block,
    Chart,
    Drawing,
    Formula,
    Grid,
    Header,
    Heading,
    Label,
    Remark,
    Working,
)
from addnorm_cli.render.request import Request
from addnorm_cli.render.sheet import latex_lines, latex_sign, lines, results_start, step_level
from addnorm_cli.trace import Trace

Spelling = Callable[[str], str]
_MARKS = {"check": "✓", "failed": "✗", "warning": "⚠"}


def write(trace: Trace, request: Request) -> str:
    """The page of a trace."""
    return document(list(page(trace, request)), symbols=request.symbols)


def document(blocks: Sequence[Block], *, symbols: bool = True) -> str:
    """Any page.

    Args:
        blocks: Its parts.
        symbols: Write σ and √ in words as they are, not spelled in ASCII.
    """
    spelled = str if symbols else spell
    level, results = step_level(blocks), results_start(blocks)
    parts = [
        part
        for n, block in enumerate(blocks)
        for part in _parts(block, level, n >= results, spelled)
    ]
    return "\n".join(_joined(parts)) + "\n"


def _joined(parts: Sequence[str]) -> Iterator[str]:
    """Parts with an empty line between them, but for the items of one list."""
    before = ""
    for part in parts:
        if before and not (before.startswith("- ") and part.startswith("- ")):
            yield ""
        yield part
        before = part


def _parts(block: Block, level: int, is_result: bool, spelled: Spelling) -> Iterator[str]:
    def words(text: str) -> str:
        return escape.markdown(spelled(text))

    match block:
        case Header(title, formula, facts):
            yield f"# {words(title)}"
            yield f"*{words(formula)}*"
            yield from (f"- {words(fact)}" for fact in facts)
        case Heading(text):
            yield f"## {words(text)}"
        case Working():
            yield f"{'#' * level} {block.number}. {words(block.title)}"
            yield from _working(block, words)
        case Grid():
            yield from _grid(block, is_result, words)
        case Chart() | Drawing():
            yield f"**{words(block.caption)}**"
            yield _fenced(block, spelled)
        case Remark("note", text):
            yield words(text)
        case Remark(kind, text):
            yield f"- {words(_MARKS[kind])} {words(text)}"
        case Answer():
            yield f"## {words(block.title)}"
            lead = f"{_label(block.name, words)} {words(block.sign)}"
            yield from (f"**{lead} {words(row)}**" for row in block.rows)


def _working(working: Working, words: Spelling) -> Iterator[str]:
    if working.formula is not None:
        yield _display(working.formula.latex())
    if working.chains:
        rows = lines(working.chains, working.asides, to_latex, latex_sign)
        yield _display(latex_lines(rows, str))
    if working.note:
        yield words(working.note)


def _display(formula: str) -> str:
    """A formula on lines of its own, where Markdown leaves its backslashes alone."""
    return f"$$\n{_allowed(formula)}\n$$"


def _allowed(formula: str) -> str:
    r"""LaTeX that GitHub shows: it refuses `\operatorname`."""
    return formula.replace(r"\operatorname{", r"\mathrm{")


def _label(label: Label, words: Spelling) -> str:
    return f"${_allowed(label.latex())}$" if isinstance(label, Formula) else words(label)


def _fenced(block: Chart | Drawing, spelled: Spelling) -> str:
    """A drawing in characters of one width, which no Markdown looks into."""
    style = Style(width=None, boxed=False, spell=spelled, ascii_only=False)
    _, _, *drawn = [
        "".join(text for text, _ in line).rstrip() for line in block_lines(block, style)
    ]
    inner = "\n".join(map(escape.printable, drawn))
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", inner)), default=0))
    return f"{fence}text\n{inner}\n{fence}"


def _grid(grid: Grid, is_result: bool, words: Spelling) -> Iterator[str]:
    """A pipe table; padded, so that it can be read as it stands too."""
    if grid.caption is not None:
        caption = _label(grid.caption, words)
        yield f"## {caption}" if is_result else f"**{caption}**"
    columns = [_padded(["", *(_label(row.label, words) for row in grid.rows)], left=True)]
    for n, head in enumerate(grid.columns):
        cells = align([words(row.cells[n]) for row in grid.rows])
        cells = [
            f"**{cell.strip()}**" if row.strong and cell.strip() else cell
            for cell, row in zip(cells, grid.rows, strict=True)
        ]
        columns.append(_padded([_label(head, words), *cells], left=False))
    heads, *rows = [f"| {' | '.join(row)} |" for row in zip(*columns, strict=True)]
    rules = [":" + "-" * (cell_len(columns[0][0]) - 1)]
    rules += ["-" * (cell_len(column[0]) - 1) + ":" for column in columns[1:]]
    yield "\n".join([heads, f"| {' | '.join(rules)} |", *rows])
    if grid.note:
        yield words(grid.note)


def _padded(cells: Sequence[str], *, left: bool) -> list[str]:
    """The cells of a column in one width."""
    width = max(3, *map(cell_len, cells))
    blanks = [" " * (width - cell_len(cell)) for cell in cells]
    pairs = zip(cells, blanks, strict=True)
    return [cell + blank if left else blank + cell for cell, blank in pairs]
