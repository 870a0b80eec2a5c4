"""Works expression trees out: a step at a time as on paper, or the whole at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from addnorm_cli.formula.bounds import bound
from addnorm_cli.formula.expr import (
    Add,
    Call,
    Div,
    Expr,
    Mul,
    Num,
    Pow,
    Shower,
    Sub,
    children,
    rebuilt,
)
from addnorm_cli.formula.functions import ACTIVATIONS, FUNCTIONS
from addnorm_cli.numbers.surd import Number, Surd

_ZERO_AT_ZERO = (*ACTIVATIONS, "tanh")
"""What is exactly 0 at 0, and leaves the exact numbers elsewhere."""


def evaluate(expr: Expr) -> Number:
    """The value of a tree without references."""
    match expr:
        case Num(value, _, _):
            return value
        case Pow(base, exponent):
            return _power(evaluate(base), exponent)
        case Call(function, argument):
            number = evaluate(argument)
            if not number and isinstance(number, Surd) and function in _ZERO_AT_ZERO:
                return number
            return _number(FUNCTIONS[function].apply(np.asarray(number)))
        case Add(terms):
            values = [evaluate(term) for term in terms]
            floats = [value for value in values if isinstance(value, float)]
            if len(floats) == len(values):
                return _sum(floats)
            if any(isinstance(value, Surd) for value in values):
                return sum(values[1:], values[0])
            return sum(map(_decimal, values), Decimal(0))
        case Sub() | Mul() | Div():
            return _operate(expr, *_alike(evaluate(expr.left), evaluate(expr.right)))
    raise TypeError(expr)


def _power(base: Number, exponent: int) -> Number:
    try:
        return base**exponent
    except OverflowError:  # as float64 arrays have it
        return math.inf if base > 0 or exponent % 2 == 0 else -math.inf


def _sum(values: Sequence[float]) -> float:
    try:
        return math.fsum(values)
    except (OverflowError, ValueError):  # a partial sum, or ∞ - ∞
        return sum(values)


def _number(value: Any) -> Number:
    """A single number out of what NumPy returns for one."""
    return value if isinstance(value, Decimal | Surd) else np.asarray(value).item()


def _decimal(value: Number) -> Decimal:
    assert not isinstance(value, Surd)
    return value if isinstance(value, Decimal) else Decimal(repr(value))


def _alike(left: Number, right: Number) -> tuple[Number, Number]:
    """Both as decimals where one of them is, since floats and decimals do not mix."""
    if isinstance(left, Surd) or isinstance(right, Surd):
        return left, right
    if isinstance(left, Decimal) or isinstance(right, Decimal):
        return _decimal(left), _decimal(right)
    return left, right


def _operate(expr: Sub | Mul | Div, left: Number, right: Number) -> Number:
    match expr:
        case Sub():
            return left - right  # type: ignore[operator]
        case Mul():
            return left * right  # type: ignore[operator]
        case Div():
            return left / right  # type: ignore[operator]


def reduce_once(expr: Expr, show: Shower) -> Expr:
    """The tree with its innermost operations worked out: (1 + 3) / 2 becomes 4 / 2."""
    nodes = children(expr)
    if not nodes:
        return expr
    if all(isinstance(node, Num) for node in nodes):
        value = evaluate(expr)
        return show.partial(value, float(bound(expr)) if isinstance(value, float) else 0.0)
    return rebuilt(expr, tuple(reduce_once(node, show) for node in nodes))


def is_exact(expr: Expr) -> bool:
    """Whether the tree is what its shown digits say; 0 times a rounded number is still 0."""
    match expr:
        case Num():
            return expr.exact
        case Mul() if any(isinstance(n, Num) and n.exact and not n.value for n in children(expr)):
            return True
        case _:
            return all(map(is_exact, children(expr)))
