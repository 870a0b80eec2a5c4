"""A gradient flow on a page: each product, both columns side by side, their bars, what they say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from addnorm_cli.formula.flow import factor_name
from addnorm_cli.messages import say
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.numfmt import show
from addnorm_cli.page.explain import reason_named
from addnorm_cli.page.given import given_grids
from addnorm_cli.page.grids import GAP, digits_for, exact_and_drift, symbol
from addnorm_cli.page.page import (
    Block,
    Chart,
    ChartRow,
    Grid,
    GridRow,
    Heading,
    Remark,
    Working,
)
from addnorm_cli.page.pictures import Curves
from addnorm_cli.page.remarks import notice_remark
from addnorm_cli.page.request import Request
from addnorm_cli.page.select import elided
from addnorm_cli.page.symbols import symbol_grid
from addnorm_cli.page.worked import chain, noted
from addnorm_cli.page.workings import formula
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.settings import BlockSettings, FlowSettings
from addnorm_cli.trace.trace import Section, Step, Trace

_MOST_BARS = 24
"""A chart of more layers has its middle left out."""


def flow_page(trace: Trace, request: Request) -> Iterator[Block]:
    """What follows the header, the table last; only the steps asked for, if some were."""
    partial = bool(request.selection.only)
    measured = isinstance(trace.settings, BlockSettings)
    if not partial:
        yield from given_grids(trace, request) if measured else _given(trace, request)
        if request.explain or request.level == "full":
            yield from symbol_grid(trace, request)
    if not measured or partial:
        for number, case in enumerate(trace.cases, start=1):
            yield from _products(case, number, request)
    if partial:
        return
    yield from _notes(trace, request, measured=measured)
    yield _chart(trace, request)
    yield _measured_table(trace, request) if measured else _table(trace, request)


def _given(trace: Trace, request: Request) -> Iterator[Grid]:
    """How many layers there are, what reaches the last of them, and what each multiplies by."""
    settings, language = trace.settings, request.language
    assert isinstance(settings, FlowSettings)
    rows = [GridRow(say(language, "flow.layers"), (str(settings.layers),))]
    for case in trace.cases:
        first = next(step for _, step in case.steps())
        digits = digits_for(first.scope, request)
        names = {factor_name(residual=case.id != "without"): f"flow.given.{case.id}"}
        if len(rows) == 1:
            names = {first.id: "flow.given.last", **names}
        for name, key in names.items():
            label = replaced(symbol(first.scope[name], digits), after=say(language, key))
            rows.append(GridRow(label, (digits.component(name, ()).text,)))
    head = say(language, "flow.value")
    yield Grid(say(language, "flow.given"), (head,), tuple(rows), given=True)


def _products(case: Section, number: int, request: Request) -> Iterator[Block]:
    """Every product of one column, one line a layer."""
    path = (case.id,)
    steps = [p for p in case.parts if isinstance(p, Step) and p.quantity.formula is not None]
    steps = [step for step in steps if request.selection.shows((*path, step.id))]
    title = say(request.language, f"section.{case.id}")
    if not steps:
        if not request.selection.only:
            yield Heading(title)
        return
    shown = [steps[n] for n in request.selection.rows_of(len(steps)) if n is not None]
    hidden = len(steps) - len(shown)
    yield Working(
        number=number,
        title=title,
        formula=formula(steps[0]),
        chains=tuple(
            noted(chain(step, {}, digits_for(step.scope, request)), request.language)
            for step in shown
        ),
        asides=tuple(_aside(step.quantity, request) for step in shown)
        if steps[0].quantity.exact is not None
        else (),
        note=_between(hidden, request),
        reason=reason_named(case.id, steps[0], request),
    )


def _between(hidden: int, request: Request) -> str | None:
    """How many products are left out."""
    key = request.key("note.more_products")
    return say(request.language, key, count=hidden) if hidden else None


def _aside(quantity: Quantity, request: Request) -> str:
    exact, drift = exact_and_drift(quantity, (), request)
    return say(request.language, "aside.exact", exact=exact, drift=drift)


def _layers(case: Section) -> list[Step]:
    """The steps that are the values of a column, from the top down."""
    names = ("layer", "output")
    return [p for p in case.parts if isinstance(p, Step) and p.id.rstrip("0123456789") in names]


def _row_label(step: Step, request: Request) -> str:
    number = step.id.removeprefix("layer")
    key = "flow.layer" if number.isdecimal() else "flow.output"
    return say(request.language, key, number=number)


def _table(trace: Trace, request: Request) -> Grid:
    """A row for each layer: its share without and with the residual, and the exact ones by hand."""
    columns = [_layers(case) for case in trace.cases]
    size = len(columns[0])
    shown = request.selection.rows_of(size)
    exact = columns[0][0].quantity.exact is not None and not request.hide_answers
    heads = [say(request.language, f"section.{case.id}") for case in trace.cases]
    if exact:
        heads += [f"{head} · {say(request.language, 'row.exact')}" for head in heads]
    rows = []
    for n in shown:
        if n is None:
            rows.append(GridRow(GAP, (GAP,) * len(heads)))
            continue
        steps = [column[n] for column in columns]
        cells = [_text(step, request) for step in steps]
        if exact:
            cells += [exact_and_drift(step.quantity, (), request)[0] for step in steps]
        rows.append(GridRow(_row_label(steps[0], request), tuple(cells), strong=n == size - 1))
    note = _elision(size, shown, request)
    return Grid(say(request.language, "answer.flow"), tuple(heads), tuple(rows), note)


def _elision(size: int, shown: Sequence[int | None], request: Request) -> str | None:
    hidden = size - sum(n is not None for n in shown)
    return say(request.language, request.key("note.more_layers"), count=hidden) if hidden else None


def _measured_table(trace: Trace, request: Request) -> Grid:
    """A row for each layer: the length of its gradient, and what the layer multiplied it by."""
    columns = [_layers(case) for case in trace.cases]
    size = len(columns[0])
    shown = request.selection.rows_of(size)
    heads = []
    for case in trace.cases:
        head = say(request.language, f"section.{case.id}")
        heads += [f"‖g‖ {head}", say(request.language, "flow.factor")]
    rows = []
    for n in shown:
        if n is None:
            rows.append(GridRow(GAP, (GAP,) * len(heads)))
            continue
        cells = []
        for steps in columns:
            factor = steps[n].scope.get(f"factor{steps[n].id.removeprefix('layer')}")
            cells.append(_text(steps[n], request))
            cells.append(
                "" if factor is None else show(float(factor.value), request.precision).text
            )
        label = _row_label(columns[0][n], request)
        rows.append(GridRow(label, tuple(cells), strong=n == size - 1))
    note = _elision(size, shown, request)
    return Grid(say(request.language, "answer.flow.measured"), tuple(heads), tuple(rows), note)


def _text(step: Step, request: Request) -> str:
    return digits_for(step.scope, request).component(step.id, ()).text


def _chart(trace: Trace, request: Request) -> Chart:
    """Two bars a layer: the solid one without the residual, the shaded one with it."""
    columns = [_layers(case) for case in trace.cases]
    rows = []
    for n in elided(len(columns[0]), _MOST_BARS, request.selection.full):
        if n is None:
            rows.append(ChartRow(GAP, 0.0, 0.0, ""))
            continue
        without, kept = (steps[n] for steps in columns)
        label = _row_label(without, request)
        rows.append(ChartRow(label, 0.0, _size(without), _text(without, request)))
        rows.append(ChartRow("", _size(kept), 0.0, _text(kept, request)))
    return Chart(say(request.language, "chart.flow"), tuple(rows), _curves(trace, request))


def _curves(trace: Trace, request: Request) -> Curves | None:
    """How both columns change from the output down, where there is more than one layer."""
    without, kept = map(_layers, trace.cases)
    if len(without) < 2:
        return None
    places = tuple(_row_label(step, request) for step in without)
    ends = (_text(kept[-1], request), _text(without[-1], request))
    said = say(request.language, "chart.flow.said", place=places[-1], kept=ends[0], without=ends[1])
    return Curves(places, tuple(map(_size, kept)), tuple(map(_size, without)), ends, said)


def _size(step: Step) -> float:
    return abs(float(step.quantity.value))


def _notes(trace: Trace, request: Request, *, measured: bool) -> Iterator[Block]:
    """What came out, in words; what the identity path does not promise; the cases that show it."""
    language = request.language
    columns = [_layers(case) for case in trace.cases]
    without, kept = (_text(steps[-1], request) for steps in columns)
    top, layers = _text(columns[0][0], request), len(columns[0]) - measured
    key = "flow.measured" if measured else "flow.said"
    yield Remark("note", say(language, key, without=without, kept=kept, top=top, layers=layers))
    for notice in trace.notices:
        yield notice_remark(notice, language, trace.naming)
    yield Remark("note", say(language, "flow.guarantee"))
    for finding in trace.findings:
        heads = tuple(say(language, f"flow.column.{name}") for name in finding.columns)
        rows = tuple(
            GridRow(f"∂F/∂x = {label}", tuple(show(v, request.precision).text for v in values))
            for label, values in finding.rows
        )
        yield Grid(say(language, f"finding.{finding.id}", **finding.facts), heads, rows)
