"""How far a machine type may carry each step of a trace off, from the sizes of its numbers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from addnorm_cli.check.machine import UNITS
from addnorm_cli.formula.rounding import Rounded, rounded
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.trace.trace import Quantity, Step, Trace


def bound_of(trace: Trace, quantity: Quantity, dtype: str) -> Array:
    """How far the numbers of a quantity may be off that were worked in a machine type.

    Args:
        trace: The calculation, in which the quantity is.
        quantity: A step of it, or its result.
        dtype: The type, a key of UNITS.

    Returns:
        A bound for each number, in the reader's shape.
    """
    walk = _Walk(UNITS[dtype])
    found = None
    for _, step in trace.steps():
        error = walk.step(step)
        if step.quantity.value is quantity.value:
            found = error
    if found is None:
        found = walk.of(quantity).error
    # what is stored is rounded once more
    return (found + UNITS[dtype] * np.abs(_floats(quantity))).reshape(quantity.shape)


class _Walk:
    """The errors of a trace's quantities so far; they are known by where their numbers lie."""

    def __init__(self, unit: float) -> None:
        self.unit = unit
        self.known: dict[tuple[int, int], Array] = {}
        self.worst = unit

    def step(self, step: Step) -> Array:
        """The errors of a step, by the formula that it was worked by."""
        quantity = step.quantity
        if quantity.formula is None or quantity.origin != "worked":
            return self._remember(quantity, self.of(quantity).error)
        scope: Mapping[str, Rounded] = _Scope(self, step.scope)
        with np.errstate(all="ignore"):
            error = rounded(quantity.formula, scope, quantity.index, self.unit).error
        error = np.broadcast_to(error, quantity.value.shape)
        return self._remember(quantity, np.where(np.isfinite(error), error, 0.0))

    def of(self, quantity: Quantity) -> Rounded:
        """A quantity as it is known; of one from elsewhere, its worst relative error so far."""
        value = _floats(quantity)
        key = _place_of(quantity.value)
        error = self.known.get(key) if key is not None else None
        if error is None or error.size != value.size:
            share = self.unit if quantity.origin != "handed_on" else self.worst
            size = np.abs(value)
            largest = size.max() if quantity.origin == "handed_on" and size.size else size
            exact = quantity.origin == "constant" and (value == np.rint(value)).all()
            error = np.zeros_like(value) if exact else np.broadcast_to(share * largest, value.shape)
        return Rounded(value, error.reshape(value.shape))

    def _remember(self, quantity: Quantity, error: Array) -> Array:
        key, value = _place_of(quantity.value), np.abs(_floats(quantity))
        largest = float(value[np.isfinite(value)].max(initial=0.0))
        if largest and error.size:
            self.worst = max(self.worst, min(float(error.max()) / largest, 1.0))
        if key is not None:
            self.known[key] = error
        return error


class _Scope(dict[str, Rounded]):
    """What a formula refers to, looked up when it is wanted."""

    def __init__(self, walk: _Walk, scope: Mapping[str, Quantity]) -> None:
        super().__init__()
        self._walk, self._scope = walk, scope

    def __missing__(self, name: str) -> Rounded:
        return self._walk.of(self._scope[name])


def _floats(quantity: Quantity) -> Array:
    return quantity.value.astype(np.float64, copy=False)


def _place_of(value: Array) -> tuple[int, int] | None:
    """Where numbers lie in memory, as long as they lie in their order."""
    if not value.flags.c_contiguous:
        return None
    return int(value.__array_interface__["data"][0]), value.size
