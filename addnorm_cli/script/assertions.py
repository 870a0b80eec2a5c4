"""What a script asserts, and how near its numbers have to be."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator

import numpy as np

from addnorm_cli.formula.expr import ROW
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.script.dialect import Dialect
from addnorm_cli.script.literals import number_literal
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Trace

_TOLERANCE = -9
"""Results agree to so many decimals, as an exponent of ten."""
_EPS, _SLACK = 2.0**-52, 64


def asserted(value: str, result: Quantity, trace: Trace, dialect: Dialect) -> Iterator[str]:
    """What a value has to be, and that it is."""
    numbers = result.value if result.exact is None else result.exact
    expected = number_literal(result.arranged(numbers), dialect)
    relative = _tolerance(trace)
    size = float(np.abs(numbers.astype(np.float64)).max(initial=0.0))
    # a gradient may be the little that is left where paths cancel
    is_sum = trace.goes_back or not size
    absolute = relative + (0 if is_sum else math.floor(math.log10(size)))
    yield f"expected = {expected}"
    yield f"{dialect.assertion}({value}, expected, rtol=1e{relative}, atol=1e{absolute})"
    yield f"print({value})"


def _tolerance(trace: Trace) -> int:
    """How far results may be apart: what is left of numbers that are much alike has fewer digits.

    Returns:
        An exponent of ten.
    """
    worst = 1.0
    for _, step in trace.steps():
        below = step.scope.get("denominator")
        if step.id == "normalized" and below is not None and below.index == (ROW,):
            moved = (_exact(step.quantity) != 0).any(axis=-1)  # else ẑ is 0, to the last digit
            sizes = np.where(moved, np.abs(_exact(step.scope["z"])).max(axis=-1), 0)
            with np.errstate(over="ignore"):
                worst = max(worst, float((sizes / _exact(below)).max()))
    worst = min(worst, sys.float_info.max)
    return max(_TOLERANCE, math.ceil(math.log10(worst * _EPS * _SLACK)))


def _exact(quantity: Quantity) -> Array:
    values = quantity.value if quantity.exact is None else quantity.exact
    return values.astype(np.float64)
