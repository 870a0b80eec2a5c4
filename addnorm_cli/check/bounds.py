"""How far a machine type may carry each step of a trace off, from the sizes of its numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from addnorm_cli.check.machine import UNITS
from addnorm_cli.formula.bounds import UNIT, Rounding, bound
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.trace.errors import handed_on
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Step, Trace


def _parts(times: int) -> float:
    """How many parts of rounding a sum leaves: errors of both signs add as √n, and not as n."""
    return min(times + 1, 2 + math.sqrt(times + 1))


@record
class _Rounded:
    """Numbers, and how far each of them may be off."""

    value: Array
    off: Array

    def errors(self) -> Array:
        """How far each of them may be off."""
        return self.off


def bound_of(trace: Trace, quantity: Quantity, dtype: str) -> Array:
    """How far the numbers of a quantity may be off that were worked in a machine type.

    Args:
        trace: The calculation, in which the quantity is.
        quantity: A step of it, or its result.
        dtype: The type, a key of UNITS.

    Returns:
        A bound for each number, in the reader's shape.
    """
    walk = _Walk(Rounding(UNITS[dtype], _parts))
    found = None
    for _, step in trace.steps():
        error = walk.step(step)
        if step.quantity.value is quantity.value:
            found = error
    if found is None:
        found = walk.of(quantity).off
    # what is stored is rounded once more
    return (found + UNITS[dtype] * np.abs(_floats(quantity))).reshape(quantity.shape)


class _Walk:
    """The errors of a trace's quantities so far; they are known by where their numbers lie."""

    def __init__(self, rounding: Rounding) -> None:
        self.rounding = rounding
        self.known: dict[tuple[int, int], Array] = {}
        self.worst = rounding.unit

    def step(self, step: Step) -> Array:
        """The errors of a step, by the formula that it was worked by."""
        quantity = step.quantity
        if quantity.formula is None or quantity.origin != "worked":
            return self._remember(quantity, self.of(quantity).off)
        scope: Mapping[str, _Rounded] = _Scope(self, step.scope)
        error = bound(quantity.formula, scope, quantity.index, self.rounding)
        error = np.broadcast_to(error, quantity.value.shape)
        if self.rounding.unit == UNIT:
            error = handed_on(quantity.value, error)
        return self._remember(quantity, error)

    def of(self, quantity: Quantity) -> _Rounded:
        """A quantity as it is known; of one from elsewhere, its worst relative error so far."""
        value = _floats(quantity)
        key = _place_of(quantity.value)
        error = self.known.get(key) if key is not None else None
        if error is None or error.size != value.size:
            share = self.rounding.unit if quantity.origin != "handed_on" else self.worst
            size = np.abs(value)
            largest = size.max() if quantity.origin == "handed_on" and size.size else size
            exact = quantity.origin == "constant" and (value == np.rint(value)).all()
            error = np.zeros_like(value) if exact else np.broadcast_to(share * largest, value.shape)
        return _Rounded(value, error.reshape(value.shape))

    def _remember(self, quantity: Quantity, error: Array) -> Array:
        key, value = _place_of(quantity.value), np.abs(_floats(quantity))
        largest = float(value[np.isfinite(value)].max(initial=0.0))
        if largest and error.size:
            self.worst = max(self.worst, min(float(error.max()) / largest, 1.0))
        if key is not None:
            self.known[key] = error
        return error


class _Scope(dict[str, _Rounded]):
    """What a formula refers to, looked up when it is wanted."""

    def __init__(self, walk: _Walk, scope: Mapping[str, Quantity]) -> None:
        super().__init__()
        self._walk, self._scope = walk, scope

    def __missing__(self, name: str) -> _Rounded:
        return self._walk.of(self._scope[name])


def _floats(quantity: Quantity) -> Array:
    return quantity.value.astype(np.float64, copy=False)


def _place_of(value: Array) -> tuple[int, int] | None:
    """Where numbers lie in memory, as long as they lie in their order."""
    if not value.flags.c_contiguous:
        return None
    return int(value.__array_interface__["data"][0]), value.size
