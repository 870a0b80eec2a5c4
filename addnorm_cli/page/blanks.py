"""A page as an exercise sheet: what is given stays, with blanks for what is to be worked out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from addnorm_cli.formula.expr import Num, Ref
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.numfmt import BLANK
from addnorm_cli.page.given import was_given
from addnorm_cli.page.grids import GAP
from addnorm_cli.page.page import (
    Answer,
    Block,
    Chart,
    Drawing,
    Formula,
    Grid,
    GridRow,
    Header,
    Label,
    Remark,
    Working,
)
from addnorm_cli.page.pictures import NumberLine
from addnorm_cli.page.request import Request
from addnorm_cli.page.worked import Chain, Link
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Trace

_TELLS_A_NUMBER = re.compile(r"\d\.\d|\d%|= -?\d")


def blanked(blocks: Iterable[Block], trace: Trace, request: Request) -> Iterator[Block]:
    """The parts of a page without answers: numbers to fill in, no checks, no bars."""
    after_given = False
    for block in blocks:
        match block:
            case Header() | Grid(given=True):
                yield block
            case Working():
                after_given = block.formula is None
                yield _without_numbers(block)
            case Grid():
                yield from _blank_grid(block, trace, request, shown=after_given)
                after_given = False
            case Remark(kind, text):
                if kind == "note" and not _TELLS_A_NUMBER.search(text):
                    yield block
            case Answer():
                rows = (re.sub(r"[^\[\],; …]+", BLANK, row) for row in block.rows)
                yield replaced(block, sign="=", rows=tuple(rows))
            case Chart() | Drawing(picture=NumberLine()):
                continue
            case _:
                yield block


def _without_numbers(working: Working) -> Working:
    """A step with its formula, and a line to fill in for every worked line."""
    blank = Link("=", Num(0.0, BLANK))
    chains = tuple(Chain((chain.links[0], blank), chain.view) for chain in working.chains)
    return replaced(working, chains=chains, asides=())


def _blank_grid(grid: Grid, trace: Trace, request: Request, *, shown: bool) -> Iterator[Grid]:
    if shown or _is_given(grid.caption, trace):
        yield replaced(grid, rows=tuple(replaced(row, shades=()) for row in grid.rows))
        return
    rows = tuple(row if _is_given(row.label, trace) else _blank_row(row, grid) for row in grid.rows)
    yield replaced(grid, rows=rows)


def _blank_row(row: GridRow, grid: Grid) -> GridRow:
    blanks = (
        cell if cell in ("", GAP) or grid.is_words(n) else BLANK for n, cell in enumerate(row.cells)
    )
    return replaced(row, cells=tuple(blanks), shades=())


def _is_given(label: Label | None, trace: Trace) -> bool:
    """Whether a label names numbers that were given rather than worked out."""
    if not isinstance(label, Formula) or not isinstance(label.tree, Ref):
        return False
    quantity = label.view.scope[label.tree.name]
    return isinstance(quantity, Quantity) and was_given(quantity)
