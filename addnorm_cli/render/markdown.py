"""Writes a page as Markdown with `$$` formulas, as GitHub, Typora, Obsidian and Jupyter read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from addnorm_cli.notation import to_latex
from addnorm_cli.numfmt import align
from addnorm_cli.render import escape
from addnorm_cli.render.ascii import spell
from addnorm_cli.render.compose import page
from addnorm_cli.render.page import (
    Answer,
    Block,
    Formula,
    Grid,
    Header,
    Heading,
    Label,
    Remark,
    Working,
)
from addnorm_cli.render.request import Request
from addnorm_cli.render.sheet import is_words, latex_lines, latex_sign, lines, step_level
from addnorm_cli.trace import Trace

_MARKS = {"check": "✓", "failed": "✗", "warning": "⚠"}


def write(trace: Trace, request: Request) -> str:
    """The page of a trace."""
    return document(list(page(trace, request)), request)


def document(blocks: Sequence[Block], request: Request) -> str:
    """Any page."""
    words = _words if request.symbols else _ascii_words
    level = step_level(blocks)
    parts = [part for block in blocks for part in _parts(block, level, words)]
    return "\n".join(_joined(parts)) + "\n"


def _words(text: str) -> str:
    return escape.markdown(text)


def _ascii_words(text: str) -> str:
    return escape.markdown(spell(text))


def _joined(parts: Sequence[str]) -> Iterator[str]:
    """Parts with an empty line between them, but for the items of one list."""
    before = ""
    for part in parts:
        if before and not (before.startswith("- ") and part.startswith("- ")):
            yield ""
        yield part
        before = part


def _parts(block: Block, level: int, words: Callable[[str], str]) -> Iterator[str]:
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
            yield from _grid(block, words)
        case Remark("note", text):
            yield words(text)
        case Remark(kind, text):
            yield f"- {words(_MARKS[kind])} {words(text)}"
        case Answer():
            yield f"## {words(block.title)}"
            name = _label(block.name, words)
            yield from (f"**{name} {words(block.sign)} {words(row)}**" for row in block.rows)


def _working(working: Working, words: Callable[[str], str]) -> Iterator[str]:
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


def _label(label: Label, words: Callable[[str], str]) -> str:
    return f"${_allowed(label.latex())}$" if isinstance(label, Formula) else words(label)


def _grid(grid: Grid, words: Callable[[str], str]) -> Iterator[str]:
    """A pipe table; padded, so that it can be read as it stands too."""
    if grid.caption is not None:
        caption = _label(grid.caption, words)
        yield f"## {caption}" if is_words(grid.caption) else f"**{caption}**"
    labels = ["", *(_label(row.label, words) for row in grid.rows)]
    strong = [row.strong for row in grid.rows]
    columns = [_padded(labels, left=True)]
    for n, head in enumerate(grid.columns):
        numbers = align([words(row.cells[n]) for row in grid.rows])
        cells = [f"**{c.strip()}**" if s else c for c, s in zip(numbers, strong, strict=True)]
        columns.append(_padded([_label(head, words), *cells], left=False))
    rows = [f"| {' | '.join(row)} |" for row in zip(*columns, strict=True)]
    rule = [":" + "-" * (len(columns[0][0]) - 1)]
    rule += ["-" * (len(column[0]) - 1) + ":" for column in columns[1:]]
    yield "\n".join([rows[0], f"| {' | '.join(rule)} |", *rows[1:]])
    if grid.note:
        yield words(grid.note)


def _padded(cells: Sequence[str], *, left: bool) -> list[str]:
    width = max(3, *map(len, cells))
    return [cell.ljust(width) if left else cell.rjust(width) for cell in cells]
