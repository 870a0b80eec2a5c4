"""Judges one claim: against the right numbers, and against what rounding by hand makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Decimal
from functools import cache
from typing import Any

import numpy as np

from addnorm_cli.check.agreement import Agreement, agreement, cut_to, floats, rounded_to
from addnorm_cli.check.bounds import bound_of
from addnorm_cli.check.machine import UNITS
from addnorm_cli.check.spread import spread_of
from addnorm_cli.check.targets import Claimable, Rework, targets_of
from addnorm_cli.formula.compute import compute
from addnorm_cli.model.claim import Claim, Tolerance
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.question import Question
from addnorm_cli.model.records import EMPTY
from addnorm_cli.numbers.arithmetic import MAX_HAND_PLACES, Arithmetic, Array, ByHand, Machine
from addnorm_cli.trace.recorder import Instead
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.verdict import Basis, ClaimVerdict

Places = tuple[int, int]
"""The decimals of vectors and of statistics."""

_ORDER: tuple[Basis, ...] = (
    "exact", "digits", "tolerance", "dtype", "truncated", "unit", "by-hand", "rounded-twice"
)  # fmt: skip
"""The measures, the strictest first: a claim is right by the last that it needs."""
_LOOSE = (None, "truncated", "unit", "rounded-twice")
"""What a number that is right by hand is not said to be beside it."""
_KERNELS = 8
"""Another library's sums and functions are off by a few times what ours are."""
_MANY = 1024
"""A bound of more units of the largest number than these says more of itself than of the work."""
_COARSEST_BY_HAND = 2
"""Nobody rounds to fewer decimals at every step."""


@dataclass(slots=True)
class Judge:
    """Judges claims about one question.

    Attributes:
        question: What was asked.
        trace: The right calculation.
        rework: Works it in another way.
        tolerance: What overrules every other measure, or None.
        instead: Claimed steps that stand in the place of the right ones.
        worked: The question by hand, by the decimals: every claim is held against the same.
    """

    question: Question
    trace: Trace
    rework: Rework
    tolerance: Tolerance | None = None
    instead: Instead = field(default_factory=lambda: EMPTY)
    worked: dict[Places, Trace] = field(default_factory=dict)

    def __call__(self, claim: Claim) -> ClaimVerdict:
        """The verdict on a claim whose path is known."""
        target = targets_of(self.trace)[claim.path]
        right, found = target.right, self._compared(claim, target)
        digits = None
        if not found.ok.all() and claim.kind == "typed" and self.tolerance is None:
            found, digits = self._by_hand(claim, found)
        ok = bool(found.ok.all())
        return ClaimVerdict(
            claim=claim,
            ok=ok,
            right=right,
            fits=found.ok,
            bases=found.basis,
            basis=_weakest(found.basis) if ok else None,
            digits=digits,
            dtype=found.dtype,
            spread=None if ok else spread_of(claim, right, found.ok),
        )

    def _compared(self, claim: Claim, target: Claimable) -> Agreement:
        """A claim beside the numbers of the trace, and the exact ones where it has both."""
        quantity = target.quantity

        @cache
        def bound(dtype: str) -> Array:
            worst = bound_of(self.trace, quantity, dtype)
            size = abs(np.nan_to_num(floats(target.right), posinf=0.0, neginf=0.0))
            many = _MANY * UNITS[dtype] * float(size.max(initial=0.0))
            is_stack = self.trace.ledger is not None
            if dtype == "float64" or not is_stack or worst.max(initial=0.0) <= many:
                return worst
            return np.minimum(worst, np.maximum(self._measured(claim.path, dtype), many))

        dtypes = _dtypes_of(claim, self.trace)
        found = agreement(claim, target.right, bound, dtypes, self.tolerance)
        if found.ok.all() or quantity.exact is None:
            return found
        exact = quantity.exact.reshape(quantity.shape)
        other = agreement(claim, exact, bound, dtypes, self.tolerance)
        return other if other.ok.all() else found

    def _measured(self, path: str, dtype: str) -> Array:
        """How far a machine type carries a step off here, with room for other kernels.

        After several layers a bound of every rounding at its worst says nothing any longer.
        """
        right = floats(targets_of(self.trace)[path].right)
        try:
            trace = self.rework(self.question, Machine(dtype), self.instead)
        except CalculationError:
            return np.full(right.shape, np.inf)
        off = np.abs(floats(targets_of(trace)[path].right) - right)
        return np.full(right.shape, _KERNELS * float(np.nan_to_num(off).max(initial=0.0)))

    def _by_hand(self, claim: Claim, found: Agreement) -> tuple[Agreement, Places | None]:
        """What rounding every step gives, to as many digits as are claimed; else `found`."""
        reached = list(self._rounded(claim))
        for twice in (False, True):
            for places, values, raw in reached:
                basis = np.array(found.basis)
                pairs = zip(claim.numbers.reshape(-1), values, raw, strict=True)
                for n, (number, value, unrounded) in enumerate(pairs):
                    if basis.flat[n] in _LOOSE and isinstance(number, Decimal):
                        by_hand = _basis_by_hand(number, value, unrounded if twice else None)
                        basis.flat[n] = by_hand or basis.flat[n]
                gaps = [number is None for number in claim.numbers.reshape(-1)]
                missing = [b is None and not g for b, g in zip(basis.flat, gaps, strict=True)]
                if not any(missing):
                    return Agreement(np.ones(basis.shape, bool), basis), places
        return found, None

    def _rounded(self, claim: Claim) -> Iterator[tuple[Places, list[Any], list[Any]]]:
        """The claimed step by hand, for the digits that people take, and before its rounding."""
        decimals = [n for n in claim.numbers.reshape(-1) if isinstance(n, Decimal)]
        most = max((-int(n.as_tuple().exponent) for n in decimals), default=0)
        most = max(most, _COARSEST_BY_HAND)
        if most > MAX_HAND_PLACES - 2:
            return
        fewer = [(most - 1, most)] if most > _COARSEST_BY_HAND else []
        for places in ((most, most + 1), (most, most), *fewer, (most + 1, most + 2)):
            arithmetic = ByHand(*places)
            try:
                trace = self.worked.get(places) or self.rework(
                    self.question, arithmetic, self.instead
                )
                self.worked[places] = trace
                values = targets_of(trace)[claim.path].right
                with arithmetic.context():
                    raw = _before_rounding(trace, claim.path)
            except (CalculationError, KeyError, ArithmeticError):
                continue
            flat = list(values.reshape(-1))
            yield places, flat, flat if raw is None else list(raw.reshape(-1))


def _basis_by_hand(number: Decimal, value: Any, unrounded: Any) -> Basis | None:
    """By what measure a number is one that was rounded by hand."""
    places = -int(number.as_tuple().exponent)
    value = value if isinstance(value, Decimal) else Decimal(repr(float(value)))
    if number in (
        rounded_to(value, places),
        rounded_to(value, places, ROUND_HALF_EVEN),
        cut_to(value, places),
    ):
        return "by-hand"
    if isinstance(unrounded, Decimal):
        once = rounded_to(unrounded, places + 1)
        return "rounded-twice" if rounded_to(once, places) == number else None
    return None


def _before_rounding(trace: Trace, path: str) -> Array | None:
    """What the last operation of a step came to by hand before it was rounded."""
    step_path = targets_of(trace)[path].step
    steps = list(trace.steps())
    at = next((n for n, (p, _) in enumerate(steps) if ".".join(p) == step_path), None)
    if at is None:
        return None
    while at and steps[at][1].neutral:  # γ = 1 and β = 0 change nothing
        at -= 1
    quantity = steps[at][1].quantity
    if quantity.formula is None or quantity.value.size != _size(trace, path):
        return None
    value = compute(quantity.formula, steps[at][1].scope, quantity.index)
    return np.broadcast_to(value, quantity.value.shape)


def _size(trace: Trace, path: str) -> int:
    return targets_of(trace)[path].quantity.value.size


def _weakest(bases: Array) -> Basis | None:
    """The measure by which all of a claim is right.

    One number that is a unit off may have been cut off as well; several are no accident.
    """
    found = [basis for basis in bases.reshape(-1) if basis is not None]
    return next((each for each in reversed(_ORDER) if each in found), None)


def _dtypes_of(claim: Claim, trace: Trace) -> tuple[str, ...]:
    """The machine types that a claim is held against, the finest first."""
    if claim.kind == "typed":
        return ("float64", "float32")
    named = {claim.dtype, _name_of(trace.arithmetic)}
    for value in trace.inputs.values():
        tensors = [value] if isinstance(value, Tensor) else value.values()
        named |= {tensor.stored for tensor in tensors if tensor.typed is None}
    return (next((name for name in reversed(UNITS) if name in named), "float64"),)


def _name_of(arithmetic: Arithmetic) -> str | None:
    return arithmetic.name if isinstance(arithmetic, Machine) else None


def in_place(claims: Mapping[str, Claim], trace: Trace) -> Instead:
    """Claimed steps as they take the place of the right ones, which fill their gaps.

    Args:
        claims: The claims, by the path of the step.
        trace: The right calculation.
    """
    known = targets_of(trace)
    return {path: _filled(claim, known[claim.path].right) for path, claim in claims.items()}


def _filled(claim: Claim, right: Array) -> Array:
    if claim.kind == "array":
        return claim.numbers
    pairs = zip(claim.numbers.reshape(-1), right.reshape(-1), strict=True)
    numbers = np.empty(claim.numbers.size, dtype=object)
    numbers[:] = [value if number is None else number for number, value in pairs]
    return numbers.reshape(claim.numbers.shape)
