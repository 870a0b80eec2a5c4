"""What is asked of each problem, and the table that a class fills in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from addnorm_cli.data.csv import SPREADSHEET_MARK, csv_of, inert
from addnorm_cli.inputs.numbers import read_number
from addnorm_cli.inputs.text import plain
from addnorm_cli.model.choices import choose
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import flag
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


def from_zero(name: str, text: str | None) -> float:
    """What an option says that a part is worth, or what share of it; 1 where nothing is said.

    Raises:
        InputError: It is no number from 0 on.
    """
    if text is None:
        return 1.0
    number = float(read_number(text, flag(name)))
    if number < 0:
        raise InputError("not_points", where=flag(name), found=text)
    return number


def _is_bare(part: Part, trace: Trace) -> bool:
    """Whether it is σ + ε where ε is 0, and so nothing but σ."""
    is_sum = part[0].rpartition(".")[2] == "denominator"
    return is_sum and trace.norm is not None and not float(trace.norm.eps)


def check_blanks(traces: Sequence[Trace], blanks: str | None) -> None:
    """Check that every step that is to be filled in is a step of some problem.

    Raises:
        InputError: One is in none, or nothing is asked of the problems of a kind.
    """
    asked = asked_in(blanks)
    if asked == (STEPS,):
        return
    paths = [path for trace in traces for path, _ in _steps(trace)]
    names = {*paths, *(path.rpartition(".")[2] for path in paths)}
    for name in asked or ("",):
        choose(name, (RESULT, *sorted(names)), "--blanks")
    some = {trace.command for trace in traces if parts_of(trace, blanks)}
    for trace in traces:
        if trace.command not in some:
            raise InputError("nothing_asked", where="--blanks", kind=trace.command)


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


def _short(path: str, paths: Sequence[str]) -> str:
    """A step by its id, where no other of the problem has that: "mean" for "norm.mean"."""
    own = path.rpartition(".")[2]
    return own if [p.rpartition(".")[2] for p in paths].count(own) == 1 else path


def _lines(workbook: Workbook, blanks: str | None) -> Iterator[tuple[list[str], int]]:
    who = [inert(workbook.code), inert(workbook.student or "")]
    for entry in workbook.worked():
        paths = [path for path, _ in _steps(entry.trace)]
        for path, quantity in parts_of(entry.trace, blanks):
            numbers = quantity.natural()
            rows = [""] if numbers.ndim < 2 else [f"[{n}]" for n in range(numbers.shape[0])]
            for row in rows:
                width = numbers.shape[-1] if numbers.ndim else 1
                yield [*who, str(entry.number), inert(_short(path, paths) + row)], width
