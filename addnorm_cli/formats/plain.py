"""Writes a page as plain text that is made to be parsed: one worked line a line, nothing framed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rich.cells import cell_len, set_cell_size

from addnorm_cli.formats.layout import bars, in_columns
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

MARKS = {"check": "✓", "failed": "✗", "warning": "!", "note": "·"}
INDENT = " " * 3
_LONGEST_BAR = 48


def write(book: Book, request: Request) -> Iterator[str]:
    """A page or several, one text for each part of them."""
    yield from (_text(block, request) for block in book.front)
    for chapter in book.chapters:
        yield "\n"
        yield from (_text(block, request) for block in chapter)


def _text(block: Block, request: Request) -> str:
    return "".join(f"{line.rstrip()}\n" for line in _lines(block, request.spelled))


def _lines(block: Block, spelled: Callable[[str], str]) -> Iterator[str]:
    match block:
        case Header(title, formula, facts):
            yield from map(spelled, filter(None, (title, formula, *facts)))
        case Heading(text, level):
            rule = "─" if level else "──"
            yield from ("", spelled(f"{rule} {text} {rule}"))
        case Reason(text=text):
            yield from ("", spelled(text))
        case Working():
            yield from ("", *map(spelled, _working(block)))
        case Grid():
            yield from _grid(block, spelled)
        case Boxes():
            yield from ("", *_grid(block.grid(), spelled))
        case Room(lines):
            yield from [""] * lines
        case Chart(caption) | Drawing(caption):
            yield from ("", spelled(caption), *figure(block, spelled))
        case Remark(kind, text):
            yield spelled(f"{MARKS[kind]} {text}")
        case Answer(title, name, sign, rows):
            yield ""
            yield from (spelled(f"{title}  {label_text(name)} {sign} {row}") for row in rows)


def _working(working: Working) -> Iterator[str]:
    formula = "" if working.formula is None else working.formula.text()
    shape = f"{INDENT}({working.shape})" if working.shape else ""
    yield f"{working.number}. {working.title}{INDENT}{formula}{shape}"
    if working.reason:
        yield INDENT + working.reason.text
    for n, chain in enumerate(working.chains):
        aside = working.asides[n] if working.asides else ""
        yield f"{INDENT}{' '.join(chain.texts())}{INDENT}{aside}"
    if working.note:
        yield INDENT + working.note


def _grid(grid: Grid, spelled: Callable[[str], str]) -> Iterator[str]:
    if grid.caption is not None:
        yield from ("", spelled(label_text(grid.caption)))
    yield from ("  ".join(row) for row in zip(*in_columns(grid, spelled), strict=True))
    if grid.note:
        yield spelled(grid.note)


def figure(block: Chart | Drawing, spelled: Callable[[str], str]) -> Iterator[str]:
    """A chart or a drawing in characters of one width, without its caption."""
    if isinstance(block, Drawing):
        yield from (INDENT + spelled(line) for line in block.lines)
        return
    labels = [spelled(row.label) for row in block.rows]
    room = max(map(cell_len, labels))
    for label, row, drawn in zip(labels, block.rows, bars(block, _LONGEST_BAR), strict=True):
        yield set_cell_size(label, room) + f"  {spelled(''.join(drawn))}  {row.text}"
