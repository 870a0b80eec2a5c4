"""The results at the end of a page, and the step that a section comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from addnorm_cli.messages import LANGUAGES, say
from addnorm_cli.page.describe import case_title
from addnorm_cli.page.digits import Digits
from addnorm_cli.page.grids import (
    GAP,
    cells,
    digits_for,
    elision_note,
    heads,
    matrix_grids,
    remarked,
    shaped,
    symbol,
)
from addnorm_cli.page.page import Answer, Block, Grid, GridRow
from addnorm_cli.page.request import Request
from addnorm_cli.page.side_grids import columns_grid
from addnorm_cli.trace.paths import OVERALL_ID
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.settings import ComparisonSettings
from addnorm_cli.trace.trace import Section, Step, Trace


def rows_of(section: Section) -> int:
    """How many rows the result of a section has; the shares of a gradient have none."""
    shape = section.result.value.shape
    return int(shape[0]) if len(shape) > 1 else 1


def results(trace: Trace, request: Request) -> Iterator[Block]:
    """The results, last of all, so that they are what stays on the screen."""
    if trace.labelled and all(rows_of(case) == 1 for case in trace.cases):
        yield _comparison(trace, request)
        return
    for name, case in _told_apart(trace, request):
        digits = digits_for(result_scope(case), request)
        title = say(request.language, "answer" if name else "answer.only", case=name)
        results = list(case.results.values()) or [case.result]
        for result in (r for r in results if len(r.index) > 1):
            if rows_of(case) > 1 and request.selection.row is None:
                name = f"{title} {symbol(result, digits).text()}" if case.results else title
                name = f"{name} ({shaped(result)})"
                yield from matrix_grids(name, result, digits, request, remarks=True)
            else:
                yield _answer(title, result, digits, request)
        sums = [result for result in results if len(result.index) == 1]
        if sums:
            yield columns_grid(sums, digits, request)


def _told_apart(trace: Trace, request: Request) -> Iterator[tuple[str, Section]]:
    """Each case by its name; those that come to the same numbers are one, by all their names."""
    settings = trace.settings
    groups = settings.alike if isinstance(settings, ComparisonSettings) else None
    titles = {case.id: case_title(case, request.language) for case in trace.cases}
    comma = LANGUAGES[request.language].comma
    for case in trace.cases:
        names = next((group for group in groups or () if case.id in group), (case.id,))
        if case.id == names[0]:
            yield comma.join(titles[name] for name in names), case


def _answer(title: str, result: Quantity, digits: Digits, request: Request) -> Answer:
    rows, width = result.value.shape
    row = (request.selection.row or 0) % rows
    columns = request.selection.columns_of(width)
    numbers = [digits.component(result.name, (row, c)) for c in columns if c is not None]
    sign = "=" if all(number.exact for number in numbers) else "≈"
    text = f"[{', '.join(cells(result, (row,), columns, digits))}]"
    if any(number.form is not None for number in numbers):
        places = ((row, c) for c in columns)
        decimals = [
            GAP if c is None else digits.decimals(result.name, (r, c)).text for r, c in places
        ]
        text += f" ≈ [{', '.join(decimals)}]"
    return Answer(title, symbol(result, digits), sign, (text,))


def _comparison(trace: Trace, request: Request) -> Grid:
    """The results of all cases under each other, below the input that they share."""
    width = trace.cases[0].result.value.shape[-1]
    columns = request.selection.columns_of(width)
    rows = []
    scope = first_step(trace.cases[0]).scope
    if "x" in scope and not isinstance(trace.inputs["x"], dict):
        x, digits = scope["x"], digits_for(scope, request)
        if x.value.shape[-1] == width:
            rows.append(GridRow(symbol(x, digits), cells(x, (0,), columns, digits)))
    called = []
    for name, case in _told_apart(trace, request):
        digits = digits_for(result_scope(case), request)
        rows.append(GridRow(name, cells(case.result, (0,), columns, digits), strong=True))
        called.append(name)
    note = elision_note(columns, width, [0], 1, request)
    caption = say(request.language, "answer.all")
    names = heads(trace.cases[0].result, columns, request)
    grid = Grid(caption, names, tuple(rows), note)
    return remarked(grid, ["x"] * (len(rows) - len(called)) + called, request)


def first_step(section: Section) -> Step:
    """The first step of a section."""
    first = section.parts[0]
    return first if isinstance(first, Step) else first_step(first)


def result_scope(case: Section) -> Mapping[str, Quantity]:
    """The quantities beside the result of a case, which need not be of the last step."""
    scope, result = last_step(case).scope, case.result
    if result.name in scope:
        return scope
    steps = [step for _, step in case.steps()]
    return next(step.scope for step in reversed(steps) if step.quantity.value is result.value)


def last_step(section: Section) -> Step:
    """The last step of a section, whose scope has everything that it came to."""
    *_, last = (part for part in section.parts if part.id != OVERALL_ID)
    return last if isinstance(last, Step) else last_step(last)
