"""What a reader starts from: the vectors and matrices that were given, in tables."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from addnorm_cli.messages import say
from addnorm_cli.model.records import replaced
from addnorm_cli.page.grids import GAP, cells, digits_for, elision_note, heads, row_label, symbol
from addnorm_cli.page.page import Grid, GridRow, Label, label_text
from addnorm_cli.page.request import Request
from addnorm_cli.trace.trace import Quantity, Trace


def was_given(quantity: Quantity) -> bool:
    """Whether it was typed, or read from a file."""
    return quantity.origin == "given"


def given_grids(trace: Trace, request: Request) -> Iterator[Grid]:
    """Everything that the reader starts from: vectors of one width under each other, matrices."""
    vectors: dict[int, list[GridRow]] = {}
    shapes: dict[int, Quantity] = {}
    matrices: list[Grid] = []
    # the stream is what a reader starts from, whatever is worked first
    for label, quantity in sorted(_once(trace, request), key=lambda pair: pair[1].name != "x"):
        digits = digits_for({quantity.name: quantity}, request)
        *_, width = quantity.value.shape
        columns = request.selection.columns_of(width)
        if quantity.value.size == width:
            place = (0,) * (quantity.value.ndim - 1)
            row = GridRow(label, cells(quantity, place, columns, digits))
            vectors.setdefault(width, []).append(row)
            shapes.setdefault(width, quantity)
            continue
        shown = request.selection.rows_of(len(quantity.value))
        lines = tuple(
            GridRow(GAP, (GAP,) * len(columns))
            if r is None
            else GridRow(row_label(quantity, r, request), cells(quantity, (r,), columns, digits))
            for r in shown
        )
        note = elision_note(columns, width, shown, len(quantity.value), request)
        matrices.append(Grid(label, heads(quantity, columns, request), lines, note))
    if matrices and not vectors and (first := matrices[0].caption) is not None:
        caption = say(request.language, "given.matrix", name=label_text(first))
        matrices[0] = replaced(matrices[0], caption=caption)
    key = "given" if len(vectors) < 2 else "given.of_width"
    for width, rows in vectors.items():
        columns = request.selection.columns_of(width)
        note = elision_note(columns, width, [0], 1, request)
        names = heads(shapes[width], columns, request)
        yield Grid(say(request.language, key, d=width), names, tuple(rows), note)
    yield from matrices


def _once(trace: Trace, request: Request) -> list[tuple[Label, Quantity]]:
    """What was given, without the stream on its way into a norm where it stands there as x."""
    given = list(_given(trace, request))
    has_stream = any(quantity.name == "x" for _, quantity in given)
    return [pair for pair in given if not (has_stream and pair[1].name == "z")]


def _given(trace: Trace, request: Request) -> Iterator[tuple[Label, Quantity]]:
    """Each quantity that was given, once, by its letter; those of one case with its name."""
    seen: set[tuple[str, bytes]] = set()
    for path, step in trace.steps():
        for name, quantity in step.scope.items():
            if quantity.origin != "given" or quantity.neutral or not quantity.value.ndim:
                continue
            key = (name, quantity.value.astype(np.float64).tobytes())
            if key in seen:
                continue
            seen.add(key)
            letter = symbol(quantity, digits_for(step.scope, request))
            own = trace.labelled and isinstance(trace.inputs.get(name), dict)
            label: Label = f"{letter.text()} ({path[0]})" if own else letter
            if name == "update" and trace.ledger is not None:
                update = trace.ledger.entries[int(path[-1].removeprefix("add")) - 1]
                label = f"{letter.text()} {update.part}"
            yield label, quantity
