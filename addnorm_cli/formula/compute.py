"""Works a formula out over whole arrays: axes are matched by the names of their indices."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

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
    Values,
)
from addnorm_cli.formula.functions import FUNCTIONS
from addnorm_cli.numbers.arithmetic import Array

Indexed = tuple[Any, Index]
"""An array, or a plain number, and the name of each of its axes."""


class ZeroDivisorError(ArithmeticError):
    """Something was divided by zero.

    Attributes:
        place: Where the first zero is, one number for each index of the divisor.
    """

    def __init__(self, place: tuple[int, ...]) -> None:
        super().__init__(place)
        self.place = place


def compute(expr: Expr, scope: Values, index: Index) -> Array:
    """The numbers of a formula.

    Args:
        expr: The formula.
        scope: The quantities that it refers to, by name.
        index: The names of the axes of the result, in their order.

    Returns:
        One axis for each name; of length 1 where the formula does not depend on that index.

    Raises:
        ZeroDivisorError: A divisor is 0.
    """
    value, axes = _worked(expr, scope, index)
    return np.asarray(aligned(value, axes, index))


def _worked(expr: Expr, scope: Values, order: Index) -> Indexed:
    """The numbers of a tree and their axes; `order` is how the result will need them."""

    def work(node: Expr) -> Indexed:
        return _worked(node, scope, order)

    match expr:
        case Num(value, _, _):
            return value, ()
        case Ref(name, index):
            return _value(scope[name].value), index
        case Add(terms):
            return reduce(_added, (work(term) for term in terms))
        case Sub(left, right):
            return _matched(np.subtract, work(left), work(right))
        case Mul(left, right):
            return _matched(np.multiply, work(left), work(right))
        case Div(left, right):
            return _matched(_divided, work(left), work(right))
        case Pow(base, exponent):
            value, axes = work(base)
            return value**exponent, axes
        case Call(function, argument):
            value, axes = work(argument)
            return FUNCTIONS[function].apply(_alike(value)), axes
        case Total(over, Mul(left, right)):
            return total_of_product(over, work(left), work(right), order)
        case Total(over, body):
            return _summed(over, work(body))
    raise TypeError(expr)


def _value(value: Array) -> Any:
    """An array as it is; a whole number alone as Python's, which takes the type of its partner."""
    return value.item() if value.ndim == 0 and value.dtype.kind in "iu" else value


def _alike(value: Any) -> Any:
    """Values of one type: floats, where one of them is no longer exact."""
    array = np.asarray(value)
    if array.dtype == object and any(isinstance(number, float) for number in array.flat):
        return array.astype(np.float64)
    return value


def aligned(value: Any, axes: Index, wanted: Index) -> Any:
    """`value` with its axes in the order of `wanted`; those that it lacks have length 1."""
    if axes == wanted or not axes:
        return value
    value = value.transpose([axes.index(name) for name in wanted if name in axes])
    return value[tuple(slice(None) if name in axes else None for name in wanted)]


def _matched(operate: Callable[[Any, Any], Any], left: Indexed, right: Indexed) -> Indexed:
    """An operation on two arrays, whose axes are matched by their names."""
    (a, of_a), (b, of_b) = left, right
    axes = (*of_a, *(name for name in of_b if name not in of_a))
    return operate(aligned(a, of_a, axes), aligned(b, of_b, axes)), axes


def _added(left: Indexed, right: Indexed) -> Indexed:
    return _matched(np.add, left, right)


def _divided(left: Any, right: Any) -> Any:
    zero = np.asarray(right == 0)
    if zero.any():
        raise ZeroDivisorError(tuple(int(n) for n in np.argwhere(zero)[0]))
    return np.divide(left, right)


def _summed(over: str, body: Indexed) -> Indexed:
    """The sum over one axis."""
    value, axes = body
    return value.sum(axes.index(over)), tuple(name for name in axes if name != over)


def _first(axes: Index, order: Index) -> int:
    """Where the first axis that only one of two factors has may come in the result."""
    return min((order.index(name) for name in axes if name in order), default=len(order))


def total_of_product(over: str, left: Indexed, right: Indexed, order: Index) -> Indexed:
    """A sum of products, as a product of matrices where it is one."""
    (a, of_a), (b, of_b) = sorted((left, right), key=lambda factor: _first(factor[1], order))
    batch = tuple(name for name in of_a if name in of_b and name != over)
    rows = tuple(name for name in of_a if name not in (*batch, over))
    columns = tuple(name for name in of_b if name not in (*batch, over))
    if over not in of_a or over not in of_b or not rows or not columns:
        return _summed(over, _matched(np.multiply, left, right))
    a, b = aligned(a, of_a, (*batch, *rows, over)), aligned(b, of_b, (*batch, over, *columns))
    lead, size = a.shape[: len(batch)], a.shape[-1]
    product = a.reshape(*lead, -1, size) @ b.reshape(*lead, size, -1)
    shape = (*lead, *a.shape[len(batch) : -1], *b.shape[len(batch) + 1 :])
    return product.reshape(shape), (*batch, *rows, *columns)
