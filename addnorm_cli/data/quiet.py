"""Writes the result alone: one vector a line, every digit, fit to be an argument."""

from __future__ import annotations

from addnorm_cli.numbers.numfmt import full
from addnorm_cli.page.request import Request
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.workbook import Workbook


def write_book(workbook: Workbook, request: Request) -> str:
    """The results of all problems that have one, in their order."""
    return "".join(write(entry.trace, request.within(entry.trace)) for entry in workbook.worked())


def write(trace: Trace, request: Request) -> str:
    """The result of each case, row by row; the rows and columns that were asked for.

    Where an answer was compared, whether it is right, in the same words in every language.
    """
    if trace.check is not None:
        return "right\n" if trace.check.ok else f"wrong: {trace.check.first_wrong}\n"
    selection, lines = request.selection, []
    for case in trace.cases:
        result = case.result.natural()
        rows = result.reshape(-1, result.shape[-1])
        columns = selection.every_column_of(rows.shape[-1])
        lines += [
            ",".join(full(rows[row, column]) for column in columns)
            for row in selection.every_row_of(len(rows))
        ]
    return "".join(f"{line}\n" for line in lines)
