"""Whether claimed numbers are the right ones, and by what measure."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from addnorm_cli.model.claim import Claim
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.surd import Surd

_UNIT_FROM = 3
"""From so many decimals on, a number within one unit of its last place is right."""
_FLOAT = 2.0**-46
"""What a number of float64 may be off, of its own size, where it is compared with an exact one."""


@record
class Agreement:
    """How claimed numbers compare with others.

    Attributes:
        ok: Which of them agree, in the shape of the claim; a gap does.
        basis: By what measure each does, or None.
    """

    ok: Array
    basis: Array


def agreement(claim: Claim, right: Array) -> Agreement:
    """Compare claimed numbers with the right ones, component by component.

    Args:
        claim: What is claimed.
        right: The right numbers, in the shape of the claim.
    """
    basis = np.empty(claim.numbers.shape, dtype=object)
    flat = basis.reshape(-1)
    pairs = zip(claim.numbers.reshape(-1), right.reshape(-1), strict=True)
    flat[:] = [None if number is None else basis_of(number, value) for number, value in pairs]
    return Agreement(gaps(claim.numbers) | ~gaps(basis), basis)


def gaps(array: Array) -> Array:
    """Where nothing stands in an array of objects."""
    return np.array([each is None for each in array.reshape(-1)]).reshape(array.shape)


def fits(claim: Claim, values: Array) -> Array:
    """Which claimed numbers are `values` at the claim's own digits, rounded or truncated.

    Args:
        claim: What is claimed.
        values: Numbers in the shape of the claim.
    """
    found = [
        number is None or basis_of(number, value) in ("exact", "digits", "truncated")
        for number, value in zip(claim.numbers.reshape(-1), values.reshape(-1), strict=True)
    ]
    return np.array(found, dtype=bool).reshape(claim.numbers.shape)


def basis_of(number: Any, value: Any) -> str | None:
    """By what measure a claimed number is `value`, or None."""
    if isinstance(number, Fraction | Surd):
        return "exact" if _is_near(number, value) else None
    if isinstance(number, float):
        return "dtype" if abs(number - float(value)) <= 1e-6 * max(1.0, abs(number)) else None
    places = max(0, -int(number.as_tuple().exponent))
    unit = Decimal((0, (1,), -places))
    gap = abs(_exactly(number) - _exactly(value))
    slack = Surd(abs(value) * _FLOAT) if isinstance(value, float) else Surd(0)
    if gap <= Surd(unit) / 2 + slack:
        return "digits"
    if places >= _UNIT_FROM and gap <= Surd(unit) + slack:
        return "unit"
    if gap < Surd(unit) + slack and abs(_exactly(number)) <= abs(_exactly(value)) + slack:
        return "truncated"
    return None


def _exactly(value: Any) -> Any:
    return value if isinstance(value, Surd) else Surd(value if isinstance(value, Decimal)
                                                       else Fraction(float(value)))  # fmt: skip


def _is_near(number: Any, value: Any) -> bool:
    if isinstance(value, float):
        return abs(float(number) - value) <= _FLOAT * max(abs(value), abs(float(number)))
    return bool(_exactly(number) == _exactly(value))
