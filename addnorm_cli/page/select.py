"""Which steps, rows and columns of a trace are shown."""

from __future__ import annotations

from collections.abc import Sequence

from addnorm_cli.model.choices import unknown
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.naming import Naming
from addnorm_cli.model.printing import shorten
from addnorm_cli.model.records import record, replaced
from addnorm_cli.page.worked import MOST_COLUMNS, MOST_ROWS
from addnorm_cli.trace.paths import in_words_of, matches
from addnorm_cli.trace.trace import Trace

_MOST_SHOWN = 20_000
"""Numbers of a result that a page shows without leaving any out."""
_MOST_WORKED = 2_000
"""Those that it shows line by line, row after row."""
_EDGE = 3
"""How many rows or columns are left at each side of what is elided."""


@record
class Selection:
    """What the reader asked to see.

    Attributes:
        only: Ids or paths of steps; empty for all.
        row: One row, from 0, or None for all.
        token: The name of one row, which `checked` and `within` find; or "".
        columns: The first column and the one after the last, or None for all.
        full: Leave nothing out.
    """

    only: tuple[str, ...] = ()
    row: int | None = None
    token: str = ""
    columns: tuple[int | None, int | None] | None = None
    full: bool = False

    def columns_of(self, size: int) -> list[int | None]:
        """The columns to show of `size`; None stands for those that are left out."""
        if self.columns is not None:
            return [*self.every_column_of(size)]
        return elided(size, MOST_COLUMNS, self.full)

    def every_column_of(self, size: int) -> list[int]:
        """The columns that are asked for, where nothing is left out."""
        return list(range(*slice(*(self.columns or (None, None))).indices(size)))

    def every_row_of(self, size: int) -> list[int]:
        """The rows that are asked for, where nothing is left out."""
        return list(range(size)) if self.row is None else [self.row % size]

    def rows_of(self, size: int) -> list[int | None]:
        """The rows to show of `size`; None stands for those that are left out."""
        return elided(size, MOST_ROWS, self.full)

    def shows(self, path: Sequence[str]) -> bool:
        """Whether the step at `path` is asked for."""
        return not self.only or any(matches(asked, path) for asked in self.only)


def elided(size: int, most: int, full: bool) -> list[int | None]:
    """0 … size - 1, without the middle where there are more than `most`."""
    if full or size <= most:
        return list(range(size))
    return [*range(_EDGE), None, *range(size - _EDGE, size)]


def checked(selection: Selection, trace: Trace) -> Selection:
    """`selection`, after making sure that everything it names exists in `trace`.

    Raises:
        InputError: An unknown step, or a row or columns outside the numbers.
    """
    paths = _paths(trace)
    selection = replaced(selection, only=in_words_of(selection.only, paths))
    if selection.token:
        selection = replaced(selection, row=_row_of(selection.token, trace.naming), token="")
    for asked in selection.only:
        if not any(matches(asked, path) for path in paths):
            known = dict.fromkeys(path[-1] for path in paths)
            raise InputError("unknown_step", where="--only", value=asked, choices=tuple(known))
    rows, width = _size(trace)
    if selection.row is not None and not -rows <= selection.row < rows:
        raise InputError("no_such_row", where="--row", row=selection.row, last=rows - 1)
    if selection.columns is not None and not selection.columns_of(width):
        first, last = selection.columns
        raise InputError(
            "no_such_columns",
            where="--cols",
            value=f"{'' if first is None else first}:{'' if last is None else last}",
            last=width - 1,
        )
    return selection


def checked_in_any(selection: Selection, traces: Sequence[Trace]) -> Selection:
    """`selection`, after making sure that each thing it names exists in one of several traces.

    Raises:
        InputError: A step, a row or columns that none of them has.
    """
    named = [Selection(only=(asked,)) for asked in selection.only]
    row = Selection(row=selection.row, token=selection.token)
    for part in (*named, row, Selection(columns=selection.columns)):
        refusals = []
        for trace in traces:
            try:
                checked(part, trace)
                break
            except InputError as error:
                refusals.append(error)
        else:
            if refusals:
                raise refusals[0]
    return selection


def within(selection: Selection, trace: Trace) -> Selection:
    """What of a selection there is in one of several traces; its every step may be elsewhere."""
    selection = replaced(selection, only=in_words_of(selection.only, _paths(trace)))
    rows, width = _size(trace)
    asked = trace.naming.row_of(selection.token) if selection.token else selection.row
    row = asked if asked is not None and -rows <= asked < rows else None
    columns = selection.columns if selection.every_column_of(width) else None
    return replaced(selection, row=row, token="", columns=columns)


def _row_of(name: str, naming: Naming) -> int:
    """The row of that name.

    Raises:
        InputError: No row has it.
    """
    row = naming.row_of(name)
    if row is not None:
        return row
    if not naming.tokens:
        raise InputError("not_whole", where="--row", value=shorten(name))
    raise unknown("row", name, naming.rows(), "--row")


def check_page(trace: Trace, selection: Selection, *, every_row: bool) -> None:
    """Check that a page shows no more than it can in a bearable time.

    Args:
        trace: The calculation.
        selection: What is shown of it.
        every_row: Each row is worked out line by line.

    Raises:
        InputError: A step has too many numbers to show.
    """
    rows, width = _size(trace)
    shown = len(selection.every_row_of(rows)) * len(selection.every_column_of(width))
    most = _MOST_WORKED if every_row else _MOST_SHOWN
    if (selection.full or every_row) and shown > most:
        raise InputError("too_much_page", found=f"{shown:,}", most=f"{most:,}")


def check_text(trace: Trace, selection: Selection, most: int) -> None:
    """Check that the steps that are asked for have at most so many numbers.

    Raises:
        InputError: They have.
    """
    sizes = (step.quantity.value.size for path, step in trace.steps() if selection.shows(path))
    if (count := sum(sizes)) > most:
        raise InputError("too_much_text", found=f"{count:,}", most=f"{most:,}")


def _paths(trace: Trace) -> list[tuple[str, ...]]:
    paths = [path for path, _ in trace.steps(overall=True)]
    return paths if trace.ledger is None else [*paths, ("ledger",)]


def _size(trace: Trace) -> tuple[int, int]:
    """How many rows and columns there are to choose from."""
    if not trace.cases:
        return 0, 0
    rows = max(case.result.value.shape[0] for case in trace.cases)
    return rows, trace.cases[0].result.value.shape[-1]
