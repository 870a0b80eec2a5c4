"""Tables beside those of vectors: what was found of each row, and exact values."""

from __future__ import annotations

from collections.abc import Sequence

from addnorm_cli.formula.bounds import UNIT
from addnorm_cli.formula.expr import ROW
from addnorm_cli.messages import say
from addnorm_cli.numbers.numfmt import show
from addnorm_cli.page.digits import Digits
from addnorm_cli.page.grids import GAP, cells, elision_note, exact_rows, heads, row_label, symbol
from addnorm_cli.page.page import Grid, GridRow
from addnorm_cli.page.request import Request
from addnorm_cli.trace.quantity import Quantity


def exact_grid(case: str, quantity: Quantity, request: Request) -> Grid:
    """What float64 makes of every row of a matrix, and how far each has drifted from it."""
    assert quantity.exact is not None
    rows, width = quantity.value.shape
    columns, shown = request.selection.columns_of(width), request.selection.rows_of(rows)
    drift = abs(quantity.value.astype(float) - quantity.exact).max(-1)
    caption = f"{say(request.language, 'row.exact')} {case}".rstrip()
    lines = []
    for row in shown:
        if row is None:
            lines.append(GridRow(GAP, (GAP,) * (len(columns) + 1)))
            continue
        exact, _ = exact_rows(quantity, row, columns, request)
        largest = show(float(drift[row]), request.precision, UNIT).text
        lines.append(GridRow(row_label(quantity, row, request), (*exact.cells, largest)))
    return Grid(
        caption=caption,
        columns=(*heads(quantity, columns, request), say(request.language, "head.largest_drift")),
        rows=tuple(lines),
        note=elision_note(columns, width, shown, rows, request),
    )


def statistics_grid(quantities: Sequence[Quantity], digits: Digits, request: Request) -> Grid:
    """Statistics of every row, one column each."""
    rows = quantities[0].value.shape[0]
    shown = request.selection.rows_of(rows)
    assert all(quantity.index == (ROW,) for quantity in quantities)
    return Grid(
        caption=None,
        columns=tuple(symbol(quantity, digits) for quantity in quantities),
        rows=tuple(
            GridRow(GAP, (GAP,) * len(quantities))
            if row is None
            else GridRow(
                row_label(quantities[0], row, request),
                tuple(digits.component(q.name, (row,)).text for q in quantities),
            )
            for row in shown
        ),
        note=elision_note([0], 1, shown, rows, request),
    )


def columns_grid(quantities: Sequence[Quantity], digits: Digits, request: Request) -> Grid:
    """Statistics of every column, under each other."""
    width = quantities[0].value.shape[0]
    columns = request.selection.columns_of(width)
    return Grid(
        caption=None,
        columns=heads(quantities[0], columns, request),
        rows=tuple(GridRow(symbol(q, digits), cells(q, (), columns, digits)) for q in quantities),
        note=elision_note(columns, width, [0], 1, request),
    )
