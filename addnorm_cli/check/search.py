"""The search for the known slips that explain a claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from addnorm_cli.check.case import ClaimedCase
from addnorm_cli.check.explaining import Found, of_block, of_case, of_numbers
from addnorm_cli.check.sheet import Desk, sheets_of
from addnorm_cli.check.targets import Claimable, Rework, targets_of
from addnorm_cli.check.windows import joined, stretched_window, window_of
from addnorm_cli.formula.expr import Expr
from addnorm_cli.model.block_problem import BlockProblem
from addnorm_cli.model.claim import Claim
from addnorm_cli.model.errors import CalculationError, InputError
from addnorm_cli.model.records import EMPTY
from addnorm_cli.numbers.arithmetic import Arithmetic, Array
from addnorm_cli.numbers.exact import floats
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.verdict import SlipFound

if TYPE_CHECKING:
    from addnorm_cli.model.question import Question

_MOST = 4
"""So many equals are named."""
_NO_ANSWER = (CalculationError, InputError, ValueError, KeyError)
"""What comes of rules that do not fit the numbers: matrices of other shapes, a sum of 0."""


def explain(
    question: Question,
    claims: Sequence[Claim],
    trace: Trace,
    rework: Rework,
    *,
    pairs: bool = True,
) -> tuple[SlipFound, ...]:
    """The known slips that explain what is claimed, best first.

    Args:
        question: What was asked.
        claims: The claims of one source that are wrong and follow from no other.
        trace: The right calculation.
        rework: Works the question by other rules, or with other steps.
        pairs: Look for two slips at once where no single one explains the claim.
    """
    search = _Search(question, trace, rework, pairs=pairs)
    for group in search.groups(claims):
        found = _best(search.found(group))
        if found:
            return _told(found, group)
    return ()


class _Search:
    """One search: the question, the right calculation, and a desk to work on."""

    def __init__(self, question: Question, trace: Trace, rework: Rework, *, pairs: bool) -> None:
        self.pairs = pairs
        self.question, self.trace, self.rework = question, trace, rework
        self.targets, self.sheets, self.desk = targets_of(trace), sheets_of(trace), Desk()

    def groups(self, claims: Sequence[Claim]) -> Iterator[list[Claim]]:
        """All claims together; and where nothing explains them, the first of them."""
        ordered = sorted(claims, key=lambda claim: self.targets[claim.path].place)
        yield ordered
        if len(ordered) > 1:
            yield ordered[:1]

    def found(self, claims: Sequence[Claim]) -> list[Found]:
        """Everything that explains all of the claims."""
        by_case: dict[str, list[Claim]] = {}
        for claim in claims:
            by_case.setdefault(self._label(claim), []).append(claim)
        if by_case.keys() <= self.sheets.keys():
            return _common(
                [
                    of_case(self._case(label, own), pairs=self.pairs)
                    for label, own in by_case.items()
                ]
            )
        right = np.concatenate([self._right(claim, self.targets) for claim in claims])
        window = joined([window_of(c, self._right(c, self.targets)) for c in claims])
        found = of_numbers(window, right)
        if isinstance(self.question, BlockProblem):
            found += of_block(self.question, self.trace, window, self._again(claims))
        return found

    def _label(self, claim: Claim) -> str:
        return self.trace.label_of(claim.path)

    def _right(self, claim: Claim, targets: Mapping[str, Claimable]) -> Array:
        return floats(targets[claim.path].right).reshape(-1)

    def _case(self, label: str, claims: Sequence[Claim]) -> ClaimedCase:
        """The claims on one case, beside its sheet."""
        sheet = self.sheets[label]
        names, windows = [], []
        for claim in claims:
            names += _names_of(self.targets[claim.path])
            windows.append(
                stretched_window(claim, self._right(claim, self.targets), sheet, self.desk)
            )
        right = np.concatenate([self._right(claim, self.targets) for claim in claims])
        again = self._again(claims)
        paths = {
            path[-1]: ".".join(path)
            for path, _ in self.trace.steps()
            if not label or path[0] == label
        }

        def worked(arithmetic: Arithmetic, formulas: Mapping[str, Expr] = EMPTY) -> Array | None:
            instead = {paths[name]: formula for name, formula in formulas.items()}
            found: Array | None = again(self.question, instead, arithmetic)
            return found

        typed = all(claim.kind == "typed" for claim in claims)
        return ClaimedCase(sheet, names, joined(windows), right, self.desk, worked, typed=typed)

    def _again(self, claims: Sequence[Claim]) -> Any:
        """Works the claimed steps once more, by other rules; None where that has no answer."""

        def again(
            question: Question, instead: Mapping[str, Expr], arithmetic: Arithmetic | None = None
        ) -> Array | None:
            try:
                trace = self.rework(question, arithmetic, instead)
                targets = targets_of(trace)
                return np.concatenate([self._right(claim, targets) for claim in claims])
            except _NO_ANSWER:
                return None

        return again


def _names_of(target: Claimable) -> list[str]:
    """The steps whose numbers a target has."""
    quantity = target.quantity
    if quantity.name == "shares":  # from the last layer to the first
        return [f"layer{layer}" for layer in range(len(quantity.value), 0, -1)]
    return [quantity.name]


def _common(found: list[list[Found]]) -> list[Found]:
    """What explains every case."""
    first, *others = found
    for other in others:
        keys = {each.key for each in other}
        first = [each for each in first if each.key in keys]
    return first


def _best(found: Sequence[Found]) -> list[Found]:
    """The best form of each slip, best first; what needs no unit of the last place, if any."""
    exact = [each for each in found if not each.loose] or found
    best: dict[tuple[str, ...], Found] = {}
    for each in sorted(exact, key=lambda one: one.rank):
        best.setdefault(each.ids, each)
    return list(best.values())


def _told(found: Sequence[Found], claims: Sequence[Claim]) -> tuple[SlipFound, ...]:
    size, first = sum(claim.count for claim in claims), claims[0]
    most = _MOST if len(found[0].ids) == 1 else 1
    told = []
    for each in found[:most]:
        parts = [_shown(own, first) for own in each.parameters]
        pair = len(parts) > 1
        parameters = dict(zip(each.ids, parts, strict=True)) if pair else parts[0]
        if each.hand is not None:
            parameters["hand"] = list(each.hand)
        slip = SlipFound(
            id="+".join(each.ids),
            agree=size - each.apart,
            of=size,
            alternatives=len(found) - 1,
            parameters=parameters,
            path=first.path,
            source=first.source,
        )
        told.append(slip)
    return tuple(told)


def _shown(parameters: Mapping[str, Any], claim: Claim) -> dict[str, Any]:
    """Parameters with the index of a component in place of its number."""
    shape, size = claim.numbers.shape, claim.numbers.size
    shown = dict(parameters)
    if "components" in shown:
        shown["components"] = [
            [int(n) for n in np.unravel_index(place, shape)] if place < size else [place]
            for place in shown["components"]
        ]
    return shown
