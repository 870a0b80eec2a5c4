"""Whether a line holds: what its printed digits come to, worked exactly from the digits alone."""

from __future__ import annotations

import math
from decimal import Decimal, InvalidOperation

from addnorm_cli.formula.evaluation import evaluate
from addnorm_cli.formula.expr import Expr, Mul, Num, children, rebuilt
from addnorm_cli.model.carrying import ROUNDINGS
from addnorm_cli.numbers.numfmt import WIDE, power_above
from addnorm_cli.numbers.surd import Number, Surd


def as_printed(tree: Expr) -> Number | None:
    """What the digits of a tree come to; None where they come to nothing that can be compared."""
    try:
        value = evaluate(_printed(tree))
    except (ArithmeticError, ValueError):
        return None
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _printed(tree: Expr) -> Expr:
    if isinstance(tree, Num):
        return Num(_number(tree), tree.text)
    return rebuilt(tree, tuple(map(_printed, children(tree))))


def _number(number: Num) -> Number:
    """The number that the digits stand for."""
    if number.form is not None:
        return number.value
    try:
        return Surd(Decimal(number.text))
    except (InvalidOperation, OverflowError, ValueError):  # ∞, or far too long
        return float(number.value)


def are_equal(left: Expr, right: Expr) -> bool:
    """Whether the digits on both sides are exactly the same number."""
    a, b = as_printed(left), as_printed(right)
    if isinstance(a, Surd) and isinstance(b, Surd):
        return bool(a == b)
    return _settled(_printed(left)) == _settled(_printed(right))


def _settled(tree: Expr) -> Expr:
    """A tree in which everything that can be worked exactly is: exp(1 - 2) is exp(-1)."""
    if isinstance(tree, Num):
        return Num(tree.value, "")
    parts = tuple(map(_settled, children(tree)))
    if isinstance(tree, Mul) and any(isinstance(n, Num) and not n.value for n in parts):
        return Num(Surd(0), "")
    settled = rebuilt(tree, parts)
    try:
        value = evaluate(settled)
    except (ArithmeticError, ValueError):
        return settled
    return Num(value, "") if isinstance(value, Surd) else settled


def comes_to(tree: Expr, result: Num, rounding: str = "half-up") -> bool:
    """Whether the digits of a tree, rounded as the result is, are the digits of the result.

    Args:
        tree: One link of a line.
        result: What the line comes to.
        rounding: How it was rounded: half-up, half-even or truncate.
    """
    value = as_printed(tree)
    if value is None or result.form is not None:
        return True
    if result.noise:
        return abs(float(value)) <= float(power_above(result.error))
    try:
        target = Decimal(result.text)
    except InvalidOperation:
        return True
    places = -int(target.as_tuple().exponent)
    if isinstance(value, Surd):
        try:
            return value.rounded(places, rounding) == target
        except OverflowError:
            return True
    unit = Decimal((0, (1,), -places))
    return Decimal(float(value)).quantize(unit, ROUNDINGS[rounding], WIDE) == target
