"""How far a rounded number may be from the one that it stands for: formulas with error bounds.

Running error analysis (Wilkinson; Higham, Accuracy and Stability of Numerical Algorithms, §3.3): an
operation hands on what its operands may be off, and adds half a unit in the last place of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np

from addnorm_cli.formula.compute import aligned, total_of_product
from addnorm_cli.formula.expr import (
    Add,
    Call,
    Div,
    Expr,
    Index,
    Mul,
    Num,
    Pow,
    Ref,
    Sub,
    Total,
)
from addnorm_cli.formula.functions import FUNCTIONS
from addnorm_cli.model.records import EMPTY, record
from addnorm_cli.numbers.arithmetic import Array

UNIT = 2.0**-53
"""Half a unit in the last place of 1: how far rounding takes a float64, as a part of its size."""
_TINY = 2.0**-1022
"""What is lost where exp comes to nothing."""
_BENT = -3.0
"""Below this an activation goes to 0."""


class Bounded(Protocol):
    """What a bound needs to know of a quantity."""

    @property
    def value(self) -> Array:
        """The numbers, one axis for each index."""

    def errors(self) -> Array:
        """How far each of them may be off."""


@record
class Rounding:
    """How a machine type rounds.

    Attributes:
        unit: Half a unit in the last place of 1.
        parts: How many parts of rounding a sum leaves, by how often it rounds: as many, at worst.
    """

    unit: float = UNIT
    parts: Callable[[int], float] = float

    def of(self, times: int, size: Any, *numbers: Any) -> Any:
        """What operations leave that add up to `size`: nothing, where whole numbers fit."""
        lost = self.unit * self.parts(times) * size
        if all((number == np.rint(number)).all() for number in numbers):
            return np.where(size * self.unit <= 1.0, 0.0, lost)
        return lost


FLOAT64 = Rounding()


@record
class _Near:
    """Numbers in float64, how far each may be off, and the names of their axes."""

    value: Any
    error: Any
    axes: Index = ()


def bound(
    expr: Expr,
    scope: Mapping[str, Bounded] = EMPTY,
    index: Index = (),
    rounding: Rounding = FLOAT64,
) -> Array:
    """How far each number of a formula may be off that is worked in a machine type.

    Args:
        expr: The formula; a tree of numbers alone has their errors in it.
        scope: The quantities that it refers to, by name.
        index: The names of the axes of the result, in their order.
        rounding: How the type rounds.
    """
    with np.errstate(all="ignore"):
        near = _near(expr, scope, index, rounding)
        error = np.where(np.isfinite(near.value), near.error, 0.0)  # a masked score is -∞
    return np.asarray(aligned(error, near.axes, index))


def _near(expr: Expr, scope: Mapping[str, Bounded], order: Index, by: Rounding) -> _Near:
    def work(node: Expr) -> _Near:
        return _near(node, scope, order, by)

    match expr:
        case Num():
            return _Near(np.float64(expr.value), expr.error)
        case Ref(name, index):
            return _Near(np.asarray(scope[name].value, np.float64), scope[name].errors(), index)
        case Add(terms):
            return _sum(list(map(work, terms)), by)
        case Sub(left, right):
            a, b = _together(work(left), work(right))
            value = a.value - b.value
            own = by.of(1, abs(value), a.value, b.value)
            return _Near(value, a.error + b.error + own, a.axes)
        case Mul(left, right):
            return _product(*_together(work(left), work(right)), by)
        case Div(left, right):
            return _quotient(*_together(work(left), work(right)), by)
        case Pow(base, exponent):
            result = near = work(base)
            for _ in range(exponent - 1):
                result = _product(result, near, by)
            return result
        case Call(function, argument):
            return _called(function, work(argument), by)
        case Total(over, Mul(left, right)):
            return _total_of_product(over, work(left), work(right), order, by)
        case Total(over, body):
            return _total(over, work(body), by)
    raise TypeError(expr)


def _together(a: _Near, b: _Near) -> tuple[_Near, _Near]:
    """Both with the axes of both."""
    axes = (*a.axes, *(name for name in b.axes if name not in a.axes))
    first, second = (
        _Near(aligned(n.value, n.axes, axes), aligned(n.error, n.axes, axes), axes) for n in (a, b)
    )
    return first, second


def _sum(terms: list[_Near], by: Rounding) -> _Near:
    result, *rest = terms
    size = result
    for term in rest:
        a, b = _together(result, term)
        (c, _) = _together(size, term)
        result = _Near(a.value + b.value, a.error + b.error, a.axes)
        size = _Near(abs(c.value) + abs(b.value), c.error, a.axes)
    own = by.of(len(rest), size.value, *(np.asarray(term.value) for term in terms))
    return _Near(result.value, result.error + own, result.axes)


def _product(a: _Near, b: _Near, by: Rounding) -> _Near:
    value = a.value * b.value
    error = abs(a.value) * b.error + a.error * (abs(b.value) + b.error)
    return _Near(value, error + by.of(1, abs(value), a.value, b.value), a.axes)


def _quotient(a: _Near, b: _Near, by: Rounding) -> _Near:
    value = a.value / b.value
    least = abs(b.value) - b.error
    error = (a.error + abs(value) * b.error) / np.where(least > 0, least, 0.0)
    error = np.where((a.error == 0) & (b.error == 0), 0.0, error)
    return _Near(value, error + by.unit * abs(value), a.axes)


def _total(over: str, body: _Near, by: Rounding) -> _Near:
    place = body.axes.index(over)
    count, size = body.value.shape[place], abs(body.value).sum(place)
    error = body.error.sum(place) + by.of(count - 1, size, body.value)
    axes = tuple(name for name in body.axes if name != over)
    return _Near(body.value.sum(place), error, axes)


def _total_of_product(over: str, a: _Near, b: _Near, order: Index, by: Rounding) -> _Near:
    def total(left: Any, right: Any) -> Any:
        return total_of_product(over, (left, a.axes), (right, b.axes), order)

    (value, axes), (size, _) = total(a.value, b.value), total(abs(a.value), abs(b.value))
    (first, _), (second, _) = (
        total(abs(a.value), b.error),
        total(a.error, abs(b.value) + b.error),
    )
    longer = a if over in a.axes else b
    count = longer.value.shape[longer.axes.index(over)]
    return _Near(value, first + second + by.of(count, size, a.value, b.value), axes)


def _called(function: str, near: _Near, by: Rounding) -> _Near:
    value, error = np.asarray(near.value, np.float64), near.error
    apply, own = FUNCTIONS[function].apply, _OWN.get(function, _of_activation)
    result = np.asarray(apply(value), np.float64)
    step = np.where(error > 0, error + 2 * by.unit * abs(value), 0.0)  # far enough to be one
    above, below = abs(apply(value + step) - result), abs(result - apply(value - step))
    apart = np.nan_to_num(np.maximum(np.nan_to_num(below, nan=np.inf), above))
    apart = np.where(np.isnan(below), np.maximum(result, above), apart)  # √ of less than nothing
    apart = apart * (1 + 8 * by.unit)
    return _Near(result, apart + by.unit * own(value, result) + _TINY, near.axes)


def _of_activation(x: Any, result: Any) -> Any:
    """Units that an activation's own work may be off; far below 0 it is as steep as it is small."""
    size = abs(x)
    return np.where(x > _BENT, 16 * (size + abs(result)), abs(result) * (16 + size**3))


_OWN: dict[str, Callable[[Any, Any], Any]] = {
    "identity": lambda x, result: 0.0,
    "identity-slope": lambda x, result: 0.0,
    "relu": lambda x, result: 0.0,
    "relu-slope": lambda x, result: 0.0,
    "sqrt": lambda x, result: 2 * result,
    "exp": lambda x, result: result * (4 + abs(x)),
    "tanh": lambda x, result: 6 * abs(result),
}
"""What the own work of a function may be off, in units of 1, of its argument and its result."""
