"""What is asked of each problem, and the table that a class fills in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from addnorm_cli.data.csv import SPREADSHEET_MARK, csv_of, inert
from addnorm_cli.inputs.text import plain
from addnorm_cli.model.choices import choose
from addnorm_cli.model.errors import InputError
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Section, Trace
from addnorm_cli.trace.workbook import Classroom, Workbook

RESULT, STEPS = "result", "steps"
COLUMNS = ("code", "name", "problem", "part")
"""What stands before the components in a table of answers."""

Part = tuple[str, Quantity]
"""The id or path of what is asked, and the right numbers."""


def asked_in(blanks: str | None) -> tuple[str, ...]:
    """What `--blanks` names; every step where it is left out."""
    words = (STEPS if blanks is None else plain(blanks)).split(",")
    return tuple(filter(None, map(str.strip, words)))


def parts_of(trace: Trace, blanks: str | None) -> list[Part]:
    """What is asked of a problem, in the order of the work.

    Args:
        trace: The problem, worked.
        blanks: "result", "steps" (also where nothing is said), or ids of steps.

    Raises:
        InputError: A step of that id is in no problem of this kind.
    """
    every = list(_steps(trace))
    results = list(_results(trace))
    asked = asked_in(blanks)
    if asked == (STEPS,):
        last = {id(quantity.value) for _, quantity in results}
        every = [part for part in every if not _is_bare(part, trace)]
        return [part for part in every if id(part[1].value) not in last] + results
    named = [part for part in every if part[0] in asked or part[0].rpartition(".")[2] in asked]
    return named + (results if RESULT in asked else [])


def _is_bare(part: Part, trace: Trace) -> bool:
    """Whether it is σ + ε where ε is 0, and so nothing but σ."""
    is_sum = part[0].rpartition(".")[2] == "denominator"
    return is_sum and trace.norm is not None and not float(trace.norm.eps)


def check_blanks(traces: Sequence[Trace], blanks: str | None) -> None:
    """Check that every step that is to be filled in is a step of some problem.

    Raises:
        InputError: One is in none.
    """
    asked = asked_in(blanks)
    if not asked:
        raise InputError("empty", where="--blanks")
    if asked == (STEPS,):
        return
    paths = [path for trace in traces for path, _ in _steps(trace)]
    names = {*paths, *(path.rpartition(".")[2] for path in paths)}
    for name in asked:
        choose(name, (RESULT, *sorted(names)), "--blanks")


def _steps(trace: Trace) -> Iterator[Part]:
    """Every step that was worked out, by its path."""
    for path, step in trace.steps():
        if step.quantity.formula is not None and not step.repeats:
            yield ".".join(path), step.quantity


def _results(trace: Trace) -> Iterator[Part]:
    for case in trace.cases:
        for name, quantity in _named(case):
            yield ".".join(filter(None, (case.id, RESULT, name))), quantity


def _named(case: Section) -> list[tuple[str, Quantity]]:
    return list(case.results.items()) or [("", case.result)]


def answer_table(group: Classroom, blanks: str | None) -> bytes:
    """The table that a class fills in, in UTF-8 with the mark that spreadsheets know it by.

    Its columns are code, name, problem, part, d0, d1, …; a part of a matrix has a line for each
    row, and its path ends in [0], [1], ….
    """
    lines = [line for workbook in group.workbooks for line in _lines(workbook, blanks)]
    width = max((count for _, count in lines), default=0)
    heads = [*COLUMNS, *(f"d{n}" for n in range(width))]
    table = csv_of([heads, *([*cells, *[""] * width] for cells, _ in lines)], end="\r\n")
    return (SPREADSHEET_MARK + table).encode()


def _lines(workbook: Workbook, blanks: str | None) -> Iterator[tuple[list[str], int]]:
    who = [inert(workbook.code), inert(workbook.student or "")]
    for entry in workbook.worked():
        for path, quantity in parts_of(entry.trace, blanks):
            numbers = quantity.natural()
            rows = [""] if numbers.ndim < 2 else [f"[{n}]" for n in range(numbers.shape[0])]
            for row in rows:
                width = numbers.shape[-1] if numbers.ndim else 1
                yield [*who, str(entry.number), inert(path + row)], width
