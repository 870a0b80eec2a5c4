"""Exact numbers as they are written by hand: fractions and roots, 5/2 and -3√5/5."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from addnorm_cli.formula.compute import compute
from addnorm_cli.formula.expr import Add, Div, Expr, Mul, Num, Sub, sqrt
from addnorm_cli.formula.notation import View, to_text
from addnorm_cli.model.errors import InputError
from addnorm_cli.numbers.exact import Exact
from addnorm_cli.numbers.surd import Surd

if TYPE_CHECKING:
    from addnorm_cli.trace.trace import Step, Trace

LONGEST = 40
"""A form of more characters is shown as decimals."""
_NOTHING = View({}, {})


def formed(value: Surd) -> Num | None:
    """A number written as it is, without decimals; None where that is too long to read."""
    form = _form(value)
    if form is None:
        return Num(value, str(value.a), exact=True)
    number = Num(value, "", exact=True, form=form)
    text = to_text(number, _NOTHING)
    return Num(value, text, exact=True, form=form) if len(text) <= LONGEST else None


def _form(value: Surd) -> Expr | None:
    """The tree of a number; None for a whole one."""
    if value.is_rational:
        return None if value.a.denominator == 1 else _fraction(value.a)
    root = sqrt(_whole(value.q))
    if not value.a:
        return _times(value.b, root)
    first = _whole(value.a.numerator) if value.a.denominator == 1 else _fraction(value.a)
    if value.b < 0:
        return Sub(first, _times(-value.b, root))
    return Add((first, _times(value.b, root)))


def _times(factor: Fraction, root: Expr) -> Expr:
    """A rational number times a root, over one line: -3√5/5."""
    above, below = factor.numerator, factor.denominator
    sign = Num(-1, "-") if above == -1 else _whole(above)
    product = root if above == 1 else Mul(sign, root)
    return product if below == 1 else Div(product, _whole(below))


def _fraction(value: Fraction) -> Expr:
    return Div(_whole(value.numerator), _whole(value.denominator))


def _whole(number: int) -> Num:
    return Num(number, str(number))


def check_exact(trace: Trace) -> None:
    """Check that every number of a trace has such a form.

    Raises:
        InputError: The numbers were not carried exactly, or left these numbers at a step.
    """
    if not isinstance(trace.arithmetic, Exact):
        raise InputError("exact_never", where="--exact")
    for path, step in trace.steps():
        if step.quantity.value.dtype != object:
            key = "exact_long" if _is_long(step) else "exact_left"
            raise InputError(key, where="--exact", step=".".join(path))


def _is_long(step: Step) -> bool:
    """Whether a step left the exact numbers for the length of its terms alone."""
    formula = step.quantity.formula
    if formula is None:
        return False
    value = compute(formula, step.scope, step.quantity.index)
    return all(isinstance(number, Surd) for number in value.flat)
