"""Writes a trace as CSV: one row a step, and one for each row of a matrix."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

import numpy as np

from addnorm_cli.data.parameters import properties_of
from addnorm_cli.formula.expr import ROW
from addnorm_cli.model.patterns import lazily
from addnorm_cli.numbers.numfmt import full
from addnorm_cli.page.digits import number_at
from addnorm_cli.page.report import told
from addnorm_cli.page.request import Request
from addnorm_cli.page.select import Selection
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.workbook import Workbook, Worked

SPREADSHEET_MARK = "\ufeff"
"""By which spreadsheets know UTF-8 in a file that people open."""
_FORMULA_START = lazily(r"(^|[;\t\r\n])(?=\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])")
"""What makes a spreadsheet take a text for a formula, in any width; one that parts cells at `;`
begins anew there."""


def write(trace: Trace, request: Request) -> str:
    """Columns: step, row, then the components with every digit.

    A statistic stands in the first of these, or under `value` where that was not asked for. Every
    line is filled up to the same number of cells.
    """
    if not trace.cases:
        return _properties(trace)
    selection = request.selection
    steps = [(path, step) for path, step in trace.steps() if selection.shows(path)]
    width = max(_width(step.quantity) for _, step in steps)
    columns = selection.every_column_of(width) if width > 1 else [0]
    naming = trace.naming
    dims = naming.dims if len(naming.dims) == width else ()
    heads = [inert(dims[column]) if dims else f"d{column}" for column in columns]
    apart = columns[:1] != [0] and any(_width(step.quantity) == 1 for _, step in steps)
    value = ["value"] * apart
    table: list[list[object]] = [["step", "row", *value, *heads]]
    names = tuple(map(inert, naming.rows()))
    for path, step in steps:
        count = step.quantity.value.size // _width(step.quantity)
        for row, cells in _rows(step.quantity, selection):
            if _width(step.quantity) > 1:
                cells = [*([""] * apart), *(cells[c] if c < len(cells) else "" for c in columns)]
            blank = [""] * (apart + len(columns) - len(cells))
            name = names[row] if len(names) == count else row
            table.append([inert(".".join(path)), name, *cells, *blank])
    return csv_of(table)


def write_book(workbook: Workbook, request: Request) -> str:
    """The results of a list: problem, code, name, title, part, row, d0, d1, …, error.

    A line for each row of each result; a problem without an answer has one that says why.
    """
    lines: list[tuple[list[str], list[str], str]] = []
    for entry in workbook.entries:
        who = [str(entry.number), inert(entry.code), inert(entry.name)]
        if not isinstance(entry, Worked):
            why = inert(told(entry.error, request.language).sentence)
            lines.append(([*who, inert(entry.title or ""), "", ""], [], why))
            continue
        selection = request.within(entry.trace).selection
        head = [*who, inert(entry.trace.title or "")]
        for case in entry.trace.cases:
            for name, quantity in case.results.items() or [("", case.result)]:
                part = inert(".".join(filter(None, (case.id, "result", name))))
                for row, cells in _rows(quantity, selection):
                    lines.append(([*head, part, str(row)], cells, ""))
    width = max((len(cells) for _, cells, _ in lines), default=0)
    heads = ["problem", "code", "name", "title", "part", "row"]
    table = [[*heads, *(f"d{n}" for n in range(width)), "error"]]
    for start, cells, why in lines:
        table.append([*start, *cells, *[""] * (width - len(cells)), why])
    return csv_of(table)


def _properties(trace: Trace) -> str:
    """What is true of each norm that is compared, one row a norm."""
    rows = properties_of(trace)
    lines = (
        [", ".join(v) if isinstance(v, list) else str(v) for v in row.values()] for row in rows
    )
    return csv_of([[*rows[0]], *lines])


def csv_of(rows: Iterable[Iterable[object]], *, end: str = "\n") -> str:
    """Rows as CSV; a text that a reader brought is to be `inert`."""
    out = io.StringIO()
    csv.writer(out, lineterminator=end).writerows(rows)
    return out.getvalue()


def inert(text: str) -> str:
    """A text that a spreadsheet will not run."""
    return _FORMULA_START().sub(r"\1'", text)


def _width(quantity: Quantity) -> int:
    is_statistic = quantity.index[-1:] in ((), (ROW,))
    return 1 if is_statistic else quantity.value.shape[-1]


def _rows(quantity: Quantity, selection: Selection) -> Iterator[tuple[int, list[str]]]:
    """The cells of each row that is asked for, the leading axes counted through."""
    size, shape = _width(quantity), quantity.value.shape
    places = list(np.ndindex(shape))
    tokens = shape[-2] if len(shape) > 1 else len(places) // size
    asked = set(selection.every_row_of(tokens))
    for row in range(len(places) // size):
        if row % tokens in asked:
            cells = places[row * size : (row + 1) * size]
            yield row, [full(number_at(quantity, place)) for place in cells]
