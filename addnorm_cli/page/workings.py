"""The steps of a page: each with its name, its formula and as many worked lines as can be read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from addnorm_cli.formula.expr import Ref
from addnorm_cli.formula.notation import View
from addnorm_cli.messages import say
from addnorm_cli.model.records import replaced
from addnorm_cli.page.describe import step_title
from addnorm_cli.page.digits import Digits
from addnorm_cli.page.explain import step_reason
from addnorm_cli.page.grids import exact_and_drift, shaped
from addnorm_cli.page.page import Formula, Working
from addnorm_cli.page.request import Request
from addnorm_cli.page.worked import (
    MOST_COLUMNS,
    Chain,
    chains,
    is_statistic,
    noted,
    outcome,
    widest,
)
from addnorm_cli.trace.trace import Step

_MOST_LINES = 8
"""A vector with more components has its first lines written out, and a sentence about the rest."""
_FIRST_LINES = 3


def working(step: Step, number: int, row: int, digits: Digits, request: Request) -> Working:
    """A step worked out for one row, line by line."""
    lines, note = _lines(step, row, digits, request)
    return _written(step, number, lines, note, request)


def example(step: Step, number: int, digits: Digits, request: Request) -> Working:
    """A step of several rows, with its first component worked out as an example."""
    lines: list[Chain] = []
    note = _note(step, request)
    if note is None and _readable(step, request):
        lines = list(islice(chains(step, 0, digits), 1))
    shape = shaped(step.quantity) if len(step.quantity.index) > 1 else ""
    return replaced(_written(step, number, lines, note, request), shape=shape)


def _written(
    step: Step, number: int, lines: list[Chain], note: str | None, request: Request
) -> Working:
    return Working(
        number=number,
        title=step_title(step, request.language),
        formula=formula(step),
        chains=tuple(noted(line, request.language) for line in lines),
        asides=_asides(step, lines, request),
        note=note,
        reason=step_reason(step, request),
    )


def formula(step: Step) -> Formula | None:
    """The formula of a step, if it was worked out."""
    quantity = step.quantity
    if quantity.formula is None:
        return None
    return Formula(quantity.formula, View(step.scope, {}), Ref(quantity.name, quantity.index))


def _note(step: Step, request: Request) -> str | None:
    """A sentence for a step that has nothing to work out; asked for by name, it has its numbers."""
    if not step.note or (step.neutral and request.selection.only):
        return None
    return say(request.language, request.key(f"note.{step.note}"))


def _readable(step: Step, request: Request) -> bool:
    """Whether a line with all its numbers can be read."""
    if step.quantity.formula is None:
        return False
    return widest(step) <= MOST_COLUMNS or request.selection.full


def _lines(
    step: Step, row: int, digits: Digits, request: Request
) -> tuple[list[Chain], str | None]:
    """The worked lines, and a sentence where there are none or not all."""
    note = _note(step, request)
    if note is not None:
        return [], note
    if not _readable(step, request):
        statistic = step.quantity.formula is not None and is_statistic(step.quantity)
        return [outcome(step, row, digits)] if statistic else [], None
    every = list(chains(step, row, digits))
    if len(every) <= _MOST_LINES or request.selection.full:
        return every, None
    key = "note.more_lines.blank" if request.hide_answers else "note.more_lines"
    rest = say(request.language, key, count=len(every) - _FIRST_LINES)
    return every[:_FIRST_LINES], rest


def _asides(step: Step, lines: Sequence[Chain], request: Request) -> tuple[str, ...]:
    if step.quantity.exact is None:
        return ()
    asides = tuple(_aside(step, line, request) for line in lines)
    return asides if any(asides) else ()


def _aside(step: Step, line: Chain, request: Request) -> str:
    """Beside a by-hand or small-type result: the exact one, and how far it has drifted."""
    quantity = step.quantity
    place = tuple(line.view.at[index] for index in quantity.index)
    exact, drift = exact_and_drift(quantity, place, request)
    is_nothing = not drift.strip("0.")
    return "" if is_nothing else say(request.language, "aside.exact", exact=exact, drift=drift)
