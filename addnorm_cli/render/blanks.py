"""A page as an exercise sheet: what is given stays, with blanks for what is to be worked out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np

from addnorm_cli.expr import Num, Ref
from addnorm_cli.messages import say
from addnorm_cli.numfmt import BLANK
from addnorm_cli.problem import Tensor
from addnorm_cli.records import replaced
from addnorm_cli.render.grids import GAP, cells, digits_for, elision_note, heads, symbol
from addnorm_cli.render.page import (
    Answer,
    Block,
    Chart,
    Formula,
    Grid,
    GridRow,
    Header,
    Label,
    Remark,
    Working,
)
from addnorm_cli.render.request import Request
from addnorm_cli.trace import Quantity, Trace
from addnorm_cli.worked import Chain, Link

_TELLS_A_NUMBER = re.compile(r"\d\.\d|\d%|= -?\d")
_NEUTRAL = {"gamma": (0, 1), "beta": (0,), "group_gamma": (1,), "group_beta": (0,)}
"""Parameters that change nothing when all their numbers are this one; the header names them."""
_OURS = ("delta",)
"""What looks given, but is a part of our formulas: the identity δ."""


def blanked(blocks: Iterable[Block], trace: Trace, request: Request) -> Iterator[Block]:
    """The parts of a page without answers: numbers to fill in, no checks, no bars."""
    after_given = False
    for block in blocks:
        match block:
            case Header():
                yield block
                yield from _given_grids(trace, request)
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
            case Chart():
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
    beside = (say(request.language, "row.exact"), say(request.language, "row.drift"))
    rows = tuple(
        row if _is_given(row.label, trace) else _blank_row(row)
        for row in grid.rows
        if grid.caption is not None or row.label not in beside
    )
    yield replaced(grid, rows=rows)


def _blank_row(row: GridRow) -> GridRow:
    blanks = (cell if cell in ("", GAP) else BLANK for cell in row.cells)
    return replaced(row, cells=tuple(blanks), shades=())


def _is_given(label: Label | None, trace: Trace) -> bool:
    """Whether a label names numbers that were given rather than worked out."""
    if not isinstance(label, Formula) or not isinstance(label.tree, Ref):
        return False
    quantity = label.view.scope[label.tree.name]
    return isinstance(quantity, Quantity) and _was_given(quantity, trace)


def _was_given(quantity: Quantity, trace: Trace) -> bool:
    """Whether it was typed, or read from a file.

    What one part of a page hands to the next has no formula there either: z = r, for example.
    """
    if quantity.formula is not None:
        return False
    if quantity.typed is not None:
        return True
    tensors = [
        tensor
        for value in trace.inputs.values()
        for tensor in ([value] if isinstance(value, Tensor) else value.values())
    ]
    return any(
        tensor.values.size == quantity.value.size
        and bool(np.array_equal(tensor.values.reshape(-1), quantity.value.reshape(-1)))
        for tensor in tensors
    )


def _given_grids(trace: Trace, request: Request) -> Iterator[Grid]:
    """Everything that the reader starts from: vectors of one width under each other, matrices."""
    vectors: dict[int, list[GridRow]] = {}
    matrices: list[Grid] = []
    # the stream is what a reader starts from, whatever is worked first
    for label, quantity in sorted(_given(trace, request), key=lambda pair: pair[1].name != "x"):
        digits = digits_for({quantity.name: quantity}, request)
        *_, width = quantity.value.shape
        columns = request.selection.columns_of(width)
        if quantity.value.size == width:
            place = (0,) * (quantity.value.ndim - 1)
            row = GridRow(label, cells(quantity, place, columns, digits))
            vectors.setdefault(width, []).append(row)
            continue
        shown = request.selection.rows_of(len(quantity.value))
        lines = tuple(
            GridRow(GAP, (GAP,) * len(columns))
            if r is None
            else GridRow(f"[{r}]", cells(quantity, (r,), columns, digits))
            for r in shown
        )
        note = elision_note(columns, width, shown, len(quantity.value), request)
        matrices.append(Grid(label, heads(columns), lines, note))
    for width, rows in vectors.items():
        columns = request.selection.columns_of(width)
        note = elision_note(columns, width, [0], 1, request)
        yield Grid(say(request.language, "sheet.given"), heads(columns), tuple(rows), note)
    yield from matrices


def _given(trace: Trace, request: Request) -> Iterator[tuple[Label, Quantity]]:
    """Each quantity that was given, once, by its letter; those of one case with its name."""
    seen: set[tuple[str, bytes]] = set()
    for path, step in trace.steps():
        for name, quantity in step.scope.items():
            numbers = quantity.value.astype(np.float64)
            key = (name, numbers.tobytes())
            if key in seen or name in _OURS or not numbers.ndim or not _was_given(quantity, trace):
                continue
            seen.add(key)
            if any((numbers == neutral).all() for neutral in _NEUTRAL.get(name, ())):
                continue
            letter = symbol(quantity, digits_for(step.scope, request))
            own = trace.labelled and isinstance(trace.inputs.get(name), dict)
            yield (f"{letter.text()} ({path[0]})" if own else letter), quantity
