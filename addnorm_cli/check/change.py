"""A slip at work: a sheet with other formulas, other rules, or other numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from addnorm_cli.check.sheet import Sheet, SheetLine
from addnorm_cli.formula import backward
from addnorm_cli.formula.definition import Definitions
from addnorm_cli.formula.expr import Expr, Ref, children, rebuilt
from addnorm_cli.formula.norm_parts import VECTOR
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.problem import NormSpec
from addnorm_cli.model.records import EMPTY, record, replaced
from addnorm_cli.numbers.arithmetic import Array


@record
class Change:
    """A sheet as a slip leaves it.

    Attributes:
        sheet: The sheet, with other formulas perhaps.
        given: Other numbers to start from, or in the place of a step.
        parameters: What was done, for the reader.
        rules: How many rules were changed.
        whole: Rows depend on each other, so that all of them have to be worked.
        fitted: One of its numbers was fitted to the claim.
    """

    sheet: Sheet
    given: Mapping[str, Array] = EMPTY
    parameters: Mapping[str, Any] = EMPTY
    rules: int = 1
    whole: bool = False
    fitted: bool = False

    def done(self) -> Sheet:
        """The sheet with its other numbers in it."""
        return self.sheet.with_given(self.given) if self.given else self.sheet


Tries = Callable[[Sheet], Iterator[Change]]
"""What a slip makes of a sheet, in each of its forms."""


def _table(spec: NormSpec, single: bool | None) -> Definitions:
    """Every formula of a norm; of both ways where it is gone back through."""
    forward = NORMS[spec.kind].formulas(spec)
    return forward if single is None else {**forward, **backward.norm(spec, single=single)}


def _formulas(sheet: Sheet, spec: NormSpec) -> Definitions:
    back = sheet.lines.get("d_gamma")
    single = None if back is None else back.index == VECTOR
    return _table(replaced(spec, eps="0", convention=None), single)


def ruled(sheet: Sheet, **changes: Any) -> Sheet:
    """The sheet by another rule; formulas that both rules share stay as they are."""
    assert sheet.rule is not None
    spec = replaced(sheet.rule, **changes)
    before, after = _formulas(sheet, sheet.rule), _formulas(sheet, spec)
    lines = {
        name: SheetLine(entry.index, entry.formula)
        for name, entry in after.items()
        if entry.formula is not None
        and (name not in before or before[name].formula != entry.formula)
    }
    other = replaced(sheet, rule=spec, lines={**sheet.lines, **lines} if lines else sheet.lines)
    if spec.eps == sheet.rule.eps:
        return other
    return other.with_given({"eps": np.asarray(float(spec.eps))})


def takes(sheet: Sheet, parameter: str) -> bool:
    """Whether the norm of a sheet has a use for a parameter."""
    rule = sheet.rule
    return rule is not None and parameter in NORMS[rule.kind].parameters and "eps" in sheet.given


def exchanged(expr: Expr, by: Mapping[str, Expr]) -> Expr:
    """A formula with other terms in the place of quantities."""
    if isinstance(expr, Ref):
        return by.get(expr.name, expr)
    nodes = children(expr)
    return rebuilt(expr, tuple(exchanged(node, by) for node in nodes)) if nodes else expr


def formulas(needs: tuple[str, ...], parameters: Mapping[str, Any] = EMPTY, **new: Expr) -> Tries:
    """Other formulas for some steps, where a sheet has these steps and what they `need`."""

    def tries(sheet: Sheet) -> Iterator[Change]:
        known = sheet.lines.keys() | sheet.given.keys()
        if sheet.lines.keys() >= new.keys() and known.issuperset(needs):
            own = {name: exchanged(formula, _refs(sheet)) for name, formula in new.items()}
            yield Change(sheet.with_formulas(own), parameters=parameters)

    return tries


def _refs(sheet: Sheet) -> dict[str, Expr]:
    """Every quantity of a sheet, over the axes that it has there."""
    lines = {name: line.index for name, line in sheet.lines.items()}
    return {name: Ref(name, index) for name, index in {**sheet.index, **lines}.items()}


def in_turn(*tries: Tries) -> Tries:
    """A slip that has several forms."""

    def each(sheet: Sheet) -> Iterator[Change]:
        for one in tries:
            yield from one(sheet)

    return each
