"""From a Trace to a Page: which parts stand on it, in which order, in which language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, groupby

from addnorm_cli.expr import ROW
from addnorm_cli.messages import say
from addnorm_cli.render.describe import check_remark, facts, notice_remark
from addnorm_cli.render.grids import (
    cells,
    digits_for,
    elision_note,
    heads,
    matrix_grid,
    statistics_grid,
    symbol,
    vector_grid,
)
from addnorm_cli.render.page import Answer, Block, Grid, GridRow, Header, Heading, Remark
from addnorm_cli.render.request import Request
from addnorm_cli.render.workings import example, working
from addnorm_cli.trace import Quantity, Section, Step, Trace
from addnorm_cli.worked import Digits

_MOST_LINES = 8


def page(trace: Trace, request: Request) -> Iterator[Block]:
    """The parts of the page, the result last; only the steps asked for, if some were."""
    partial = bool(request.selection.only)
    if not partial:
        yield _header(trace, request)
        if request.selection.row is None and _rows(trace.cases[0]) > 1:
            yield Remark("note", say(request.language, "note.one_row", row=0))
    for case in trace.cases:
        if trace.labelled:
            yield Heading(case.id)
        yield from _section(case, (case.id,) if case.id else (), count(1), trace, request)
    if partial:
        return
    for notice in trace.notices:
        yield notice_remark(notice, request.language)
    yield from _result(trace, request)


def _header(trace: Trace, request: Request) -> Header:
    name = say(request.language, f"title.{trace.command}")
    title = name if trace.title is None else f"{trace.title} · {name}"
    kind = "none" if trace.norm is None else trace.norm.kind
    norm = say(request.language, f"norm.{kind}")
    formula = say(request.language, f"formula.{trace.command}", norm=norm)
    return Header(title, formula, tuple(facts(trace, request.language)))


def _section(
    section: Section, path: tuple[str, ...], numbers: Iterator[int], trace: Trace, request: Request
) -> Iterator[Block]:
    """A section's own steps, then the sections inside it, then its self-checks."""
    steps = [part for part in section.parts if isinstance(part, Step)]
    steps = [step for step in steps if request.selection.shows((*path, step.id))]
    if steps:
        yield from _steps(section, steps, numbers, request)
    partial = bool(request.selection.only)
    for part in section.parts:
        if isinstance(part, Section):
            if not partial:
                yield Remark("note", say(request.language, "note.z_is_r"))
            yield from _section(part, (*path, part.id), numbers, trace, request)
    if not partial:
        for check in section.checks:
            yield check_remark(check, trace, request.language, request.precision)


def _rows(section: Section) -> int:
    return int(section.result.value.shape[0])


def _steps(
    section: Section, steps: list[Step], numbers: Iterator[int], request: Request
) -> Iterator[Block]:
    rows, scope = _rows(section), dict(steps[0].scope)
    digits = digits_for(_entry(section, scope), scope, request)
    if rows == 1:
        yield from _one_row(section, steps, 0, numbers, digits, request)
    elif request.selection.row is not None:
        row = request.selection.row % rows
        yield Heading(say(request.language, "heading.row", row=row))
        yield from _one_row(section, steps, row, numbers, digits, request)
    else:
        yield from _several_rows(section, steps, numbers, digits, request)


def _entry(section: Section, scope: dict[str, Quantity]) -> Quantity:
    """What the section starts from."""
    return scope["z" if section.kind == "norm" else "x"]


def _one_row(
    section: Section,
    steps: list[Step],
    row: int,
    numbers: Iterator[int],
    digits: Digits,
    request: Request,
) -> Iterator[Block]:
    """One row: worked lines as on paper, then every vector in one table."""
    for step in steps:
        if step.quantity.formula is not None:
            yield working(step, next(numbers), row, digits, request)
    vectors = [step.quantity for step in steps if step.quantity.index == (ROW, "i")]
    if section.kind == "norm" and vectors:
        vectors.insert(0, digits.scope["z"])
    if len(vectors) > 2 or any(q.value.shape[-1] > _MOST_LINES for q in vectors):
        yield vector_grid(
            vectors, section.result.name, row, digits, request, total=section.kind != "norm"
        )


def _several_rows(
    section: Section,
    steps: list[Step],
    numbers: Iterator[int],
    digits: Digits,
    request: Request,
) -> Iterator[Block]:
    """Several rows: one table a step, and one for the statistics that stand together."""
    if section.kind == "norm" and not request.selection.only:
        entry = digits.scope["z"]
        yield matrix_grid(symbol(entry, digits), entry, digits, request)
    for is_statistic, group in groupby(steps, key=lambda step: step.quantity.index == (ROW,)):
        together = list(group)
        for step in together:
            yield example(step, next(numbers), digits, request)
            shown_last = step.id == section.result.name and not request.selection.only
            if not is_statistic and not shown_last:
                yield matrix_grid(None, step.quantity, digits, request)
        if is_statistic:
            yield statistics_grid([step.quantity for step in together], digits, request)


def _result(trace: Trace, request: Request) -> Iterator[Block]:
    """The results, last of all, so that they are what stays on the screen."""
    if trace.labelled and all(_rows(case) == 1 for case in trace.cases):
        yield _comparison(trace, request)
        return
    for case in trace.cases:
        digits = _digits_of(case, request)
        title = say(request.language, "answer" if case.id else "answer.only", case=case.id)
        if _rows(case) > 1 and request.selection.row is None:
            yield matrix_grid(title, case.result, digits, request)
        else:
            yield _answer(title, case.result, digits, request)


def _answer(title: str, result: Quantity, digits: Digits, request: Request) -> Answer:
    rows, width = result.value.shape
    row = (request.selection.row or 0) % rows
    columns = request.selection.columns_of(width)
    numbers = [digits.component(result.name, (row, c)) for c in columns if c is not None]
    sign = "=" if all(number.exact for number in numbers) else "≈"
    text = ", ".join(cells(result, row, columns, digits))
    return Answer(title, symbol(result, digits), sign, (f"[{text}]",))


def _comparison(trace: Trace, request: Request) -> Grid:
    """The results of all cases under each other, below the input that they share."""
    width = trace.cases[0].result.value.shape[-1]
    columns = request.selection.columns_of(width)
    rows = []
    first = _first_step(trace.cases[0])
    if "x" in first.scope and not isinstance(trace.inputs["x"], dict):
        x = first.scope["x"]
        digits = digits_for(x, dict(first.scope), request)
        if x.value.shape[-1] == width:
            rows.append(GridRow(symbol(x, digits), cells(x, 0, columns, digits)))
    for case in trace.cases:
        digits = _digits_of(case, request)
        rows.append(GridRow(case.id, cells(case.result, 0, columns, digits), strong=True))
    note = elision_note(columns, width, [0], 1, request)
    return Grid(say(request.language, "answer.all"), heads(columns), tuple(rows), note)


def _digits_of(case: Section, request: Request) -> Digits:
    return digits_for(case.result, dict(_last_step(case).scope), request)


def _first_step(section: Section) -> Step:
    first = section.parts[0]
    return first if isinstance(first, Step) else _first_step(first)


def _last_step(section: Section) -> Step:
    last = section.parts[-1]
    return last if isinstance(last, Step) else _last_step(last)
