"""Writes the result alone: one vector a line, every digit, fit to be an argument."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from addnorm_cli.numbers.numfmt import full
from addnorm_cli.page.request import Pieces, Request
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.verdict import Verdict
from addnorm_cli.trace.workbook import Workbook


def write_book(workbook: Workbook, request: Request) -> str | Pieces:
    """The results of all problems that have one, in their order."""
    return _written([entry.trace for entry in workbook.worked()], request)


def write(trace: Trace, request: Request) -> str | Pieces:
    """The result of each case, row by row; the rows and columns that were asked for.

    Where an answer was compared, whether it is right, in the same words in every language.
    """
    return _written([trace], request)


def _written(traces: Sequence[Trace], request: Request) -> str | Pieces:
    lines = (f"{line}\n" for each in traces for line in _lines(each, request.within(each)))
    if any(trace.check is not None for trace in traces):  # a path may have any letters
        return "".join(lines)
    return Pieces(line.encode("ascii") for line in lines)


def _lines(trace: Trace, request: Request) -> Iterator[str]:
    if trace.check is not None:
        yield "right" if trace.check.ok else f"wrong: {_first_wrong(trace.check)}"
        return
    selection = request.selection
    for case in trace.cases:
        result = case.result.natural()
        rows = result.reshape(-1, result.shape[-1])
        columns = list(selection.every_column_of(rows.shape[-1]))
        for row in selection.every_row_of(len(rows)):
            yield ",".join(map(full, rows[row, columns].tolist()))


def _first_wrong(verdict: Verdict) -> str:
    """The first wrong step, and its file where answers of several were compared."""
    sources = {claim.claim.source for claim in verdict.claims}
    wrong = next(c for c in verdict.claims if c.path == verdict.first_wrong and not c.ok)
    return f"{wrong.path} ({wrong.claim.source})" if len(sources) > 1 else wrong.path
