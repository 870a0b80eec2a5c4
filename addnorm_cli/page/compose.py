"""From a Trace to a Page: which parts stand on it, in which order, in which language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, groupby
from shlex import quote

from addnorm_cli.formula.expr import ROW, Add, references
from addnorm_cli.messages import has, say
from addnorm_cli.model.records import replaced
from addnorm_cli.page.describe import case_title, section_title
from addnorm_cli.page.digits import Digits
from addnorm_cli.page.explain import section_reasons
from addnorm_cli.page.given import given_grids, was_given
from addnorm_cli.page.grids import (
    digits_for,
    matrix_grids,
    row_index,
    row_name,
    shaped,
    symbol,
    vector_grid,
)
from addnorm_cli.page.layouts import header, layout_of
from addnorm_cli.page.page import Block, Grid, GridRow, Heading, Remark
from addnorm_cli.page.remarks import SAID_FIRST, check_remark, notice_remark
from addnorm_cli.page.request import Request
from addnorm_cli.page.results import first_step, results, rows_of
from addnorm_cli.page.side_grids import columns_grid, exact_grid, statistics_grid
from addnorm_cli.page.workings import example, working
from addnorm_cli.trace.paths import OVERALL_ID
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Section, Step, Trace

_ENTRY = {"norm": "z", "gradient": "upstream"}
"""What goes into a section, by its kind; it stands above the vectors that come of it."""
_LINE_BY_LINE = ("attention", "ffn")
"""The kinds of section whose steps have tables of their own, in one row too."""
_MOST_LINES = 8
_VECTORS = ((ROW, "i"), (ROW, "j"), ("t", "i"))
"""The indices of quantities that are vectors of one row."""


def page(trace: Trace, request: Request) -> Iterator[Block]:
    """The parts of the page, the result last; only the steps asked for, if some were."""
    layout = layout_of(trace)
    selection = request.selection
    partial = bool(selection.only)
    if not partial:
        yield header(trace, request)
    if layout.page is not None:
        yield from layout.page(trace, request)
        return
    brief = layout.briefly(trace) and not selection.full
    if not partial:
        yield from layout.first(trace, request)
        if not trace.cases:
            return
        yield from given_grids(trace, request)
        if request.explain or request.level == "full":
            from addnorm_cli.page.symbols import symbol_grid

            yield from symbol_grid(trace, request)
        yield from layout.opening(trace, request)
        if rows_of(trace.cases[0]) > 1 and not brief:
            yield _row_remark(trace, request)
    if brief and not partial and not request.as_document:
        yield Remark("note", say(request.language, "note.brief"))
    for case in trace.cases if not brief or partial else ():
        if trace.labelled and any(selection.shows(path) for path, _ in case.steps()):
            yield Heading(case_title(case, request.language))
        if not partial:
            yield from layout.lead(trace, case, request)
        yield from _section(case, (case.id,) if case.id else (), count(1), trace, request)
    if trace.ledger is not None and selection.shows(("ledger",)):
        from addnorm_cli.page.stream import ledger_blocks

        yield from ledger_blocks(trace, request)
    if partial:
        return
    yield from layout.closing(trace, request)
    for notice in (n for n in trace.notices if n.key not in SAID_FIRST):
        yield notice_remark(notice, request.language, trace.naming)
    yield from _exact_matrices(trace, request)
    yield from results(trace, request)


def _exact_matrices(trace: Trace, request: Request) -> Iterator[Block]:
    """What the result would be without rounding, where it has several rows; not on a sheet."""
    if request.hide_answers:
        return
    for case in trace.cases:
        several = rows_of(case) > 1 and request.selection.row is None
        if several and case.result.exact is not None and len(case.result.index) == 2:
            yield exact_grid(case_title(case, request.language), case.result, request)


def _row_remark(trace: Trace, request: Request) -> Remark:
    """Which row of several is worked out line by line, or how to choose one."""
    row = request.selection.row
    if row is None:
        key = request.key("note.one_row")
        named = quote(request.naming.rows()[0]) if request.naming.tokens else 0
        return Remark("note", say(request.language, key, name=row_name(0, request), row=named))
    return Remark("note", row_name(row % rows_of(trace.cases[0]), request))


def _section(
    section: Section, path: tuple[str, ...], numbers: Iterator[int], trace: Trace, request: Request
) -> Iterator[Block]:
    """The steps of a section and the sections inside it, in order, then its self-checks."""
    partial = bool(request.selection.only)
    for is_step, group in groupby(section.parts, key=lambda part: isinstance(part, Step)):
        parts = list(group)
        if is_step:
            steps = [p for p in parts if isinstance(p, Step)]
            steps = [step for step in steps if request.selection.shows((*path, step.id))]
            if section.kind == "case" and steps:
                yield Heading(say(request.language, "title.residual"), level=bool(section.id))
            # steps that share a scope are laid out together; each sum of a block has its own
            for _, together in groupby(steps, key=lambda step: id(step.scope)):
                yield from _steps(section, list(together), numbers, request)
            if section.kind == "norm" and not partial:
                yield from _pictured(section, trace, request)
            continue
        for part in (p for p in parts if isinstance(p, Section)):
            inner = (*path, part.id)
            if part.id == OVERALL_ID:
                yield from _overall(part, inner, shaped(section.result), request)
                continue
            if any(request.selection.shows((*path, *p)) for p, _ in part.steps()):
                yield from _lead(section, part, request)
                if not partial:
                    yield from section_reasons(part, trace, request)
                yield from _section(part, inner, numbers, trace, request)
    if not partial and layout_of(trace).checked:
        for check in section.checks:
            yield check_remark(check, trace, request, request.precision)


def _pictured(section: Section, trace: Trace, request: Request) -> Iterator[Block]:
    """The components of the row that is worked, before and after the norm."""
    row, rows = request.selection.row, rows_of(section)
    if row is None and rows > 1:
        return
    from addnorm_cli.page.number_line import number_line

    yield from number_line(section, (row or 0) % rows, trace, request)


def _overall(
    section: Section, path: tuple[str, ...], shape: str, request: Request
) -> Iterator[Block]:
    """What a norm did to a matrix and to the row that is worked: mean and σ before and after."""
    steps = [s for s in section.parts if isinstance(s, Step)]
    if not any(request.selection.shows((*path, step.id)) for step in steps):
        return
    language, scope = request.language, steps[0].scope
    digits = digits_for(scope, request)
    sides: list[tuple[str, str, tuple[int, ...]]] = [(say(language, "overall.all"), "", ())]
    if "row_mean" in scope:
        row = (request.selection.row or 0) % len(scope["row_mean"].value)
        sides.append((row_index(row, request), "row_", (row,)))
    rows = [
        GridRow(
            say(language, f"overall.{when}", of=of),
            tuple(digits.component(f"{kind}{name}{end}", at).text for name in ("mean", "sigma")),
        )
        for of, kind, at in sides
        for when, end in (("before", ""), ("after", "_after"))
    ]
    columns = tuple(say(language, f"overall.{name}") for name in ("mean", "sigma"))
    yield Grid(say(language, "overall.title", shape=shape), columns, tuple(rows))


def _lead(section: Section, part: Section, request: Request) -> Iterator[Block]:
    """What stands above a section inside another: its name, or which vector goes into it."""
    title = section_title(part, request.language)
    if section.kind == "case" and part.kind == "norm":
        assert part.rule is not None
        kind = part.rule.kind if has(f"title.{part.rule.kind}") else "norm"
        yield Heading(say(request.language, f"title.{kind}"), level=bool(section.id))
        if not request.selection.only and first_step(part).scope["z"].origin == "handed_on":
            yield Remark("note", say(request.language, "note.z_is_r"))
    elif section.kind == "layer":
        yield Heading(f"{section_title(section, request.language)} · {title}")
    elif part.kind != "layer":
        yield Heading(title)
    if part.module and part.kind != "layer" and request.level == "full":
        yield Remark("note", say(request.language, "note.module", module=part.module))


def _steps(
    section: Section, steps: list[Step], numbers: Iterator[int], request: Request
) -> Iterator[Block]:
    scope = steps[0].scope
    rows, digits = rows_of(section), digits_for(scope, request)
    if section.kind == "norm":  # groups are rows of their own
        rows = max(rows, len(scope["z"].value))
    if rows > 1 and request.selection.row is None:
        yield from _several_rows(section, steps, numbers, digits, request)
        return
    row = (request.selection.row or 0) % rows
    if section.kind in _LINE_BY_LINE:
        yield from _sublayer_row(steps, row, numbers, digits, request)
    else:
        yield from _one_row(section, steps, row, numbers, digits, request)


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
            work = working(step, next(numbers), row, digits, request)
            yield work
            if len(step.quantity.index) > 2 and work.note:
                yield from matrix_grids(None, step.quantity, digits, request)
    vectors = [step.quantity for step in steps if step.quantity.index in _VECTORS]
    if section.kind in _ENTRY and vectors:
        vectors.insert(0, digits.scope[_ENTRY[section.kind]])
    if len(vectors) > 2 or any(q.value.shape[-1] > _MOST_LINES for q in vectors):
        total = _is_sum_of_those_above(vectors)
        yield vector_grid(vectors, section.result.name, row, digits, request, total=total)


def _is_sum_of_those_above(vectors: list[Quantity]) -> bool:
    *above, last = vectors
    if not isinstance(last.formula, Add):
        return False
    return {ref.name for ref in references(last.formula)} <= {vector.name for vector in above}


def _sublayer_row(
    steps: list[Step], row: int, numbers: Iterator[int], digits: Digits, request: Request
) -> Iterator[Block]:
    """One row of attention or feed-forward: each step with its lines, and a table for long ones."""
    for step in steps:
        work = working(step, next(numbers), row, digits, request)
        yield work
        if work.note or not work.chains:
            own = None if step.quantity.index[0] == "m" else row  # the rows of a memory
            yield from matrix_grids(None, step.quantity, digits, request, own)


def _several_rows(
    section: Section,
    steps: list[Step],
    numbers: Iterator[int],
    digits: Digits,
    request: Request,
) -> Iterator[Block]:
    """Several rows: one table a step, and one for the statistics that stand together."""
    partial = bool(request.selection.only)
    if not partial:  # what is given stands at the top of the page
        steps = [step for step in steps if not was_given(step.quantity)]
    if section.kind in _ENTRY and not (partial or was_given(digits.scope[_ENTRY[section.kind]])):
        entry = digits.scope[_ENTRY[section.kind]]
        label = replaced(symbol(entry, digits), after=f"({shaped(entry)})")
        yield from matrix_grids(label, entry, digits, request)
    for is_statistic, group in groupby(steps, key=lambda step: len(step.quantity.index) == 1):
        together = list(group)
        for step in together:
            work = example(step, next(numbers), digits, request)
            yield work
            comes_last = step.id == section.result.name
            skipped = (not section.id if comes_last else step.repeats) and not partial
            if not is_statistic and not skipped:
                yield from matrix_grids(None, step.quantity, digits, request)
        if is_statistic:
            grid = statistics_grid if together[0].quantity.index == (ROW,) else columns_grid
            yield grid([step.quantity for step in together], digits, request)
