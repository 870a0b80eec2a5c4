"""Whether claimed numbers are the right ones, and by what measure."""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from addnorm_cli.model.claim import Claim, Tolerance
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.numfmt import WIDE
from addnorm_cli.numbers.surd import Surd

_UNIT_FROM = 3
"""From so many decimals on, a number within one unit of its last place is right."""
_LONG = 7
"""A typed number of so many significant digits may be a machine's."""
_SMALL = -4
"""Numbers below 0.001 are told by their significant digits."""
_NOISE = Fraction(1, 2**46)
"""What a number of float64 may be off, of its own size, when it is compared with digits."""
_MANY = 500
"""So many typed numbers are compared in float64."""

Bound = Callable[[str], Array]
"""How far each number may be off in a machine type."""


@record
class Agreement:
    """How claimed numbers compare with others.

    Attributes:
        ok: Which of them agree, in the shape of the claim; a gap does.
        basis: By what measure each does, or None.
        dtype: The machine type by which some agree, or None.
    """

    ok: Array
    basis: Array
    dtype: str | None = None


def agreement(
    claim: Claim,
    right: Array,
    bound: Bound | None = None,
    dtypes: tuple[str, ...] = (),
    tolerance: Tolerance | None = None,
) -> Agreement:
    """Compare claimed numbers with the right ones, component by component.

    Args:
        claim: What is claimed.
        right: The right numbers, in the shape of the claim.
        bound: How far they may be off in a machine type, for an array and for long numbers.
        dtypes: The machine types to try, the finest first.
        tolerance: How far they may be off, which overrules everything else.
    """
    if tolerance is not None:
        return _within(claim, right, tolerance)
    basis: Array = np.empty(claim.numbers.size, dtype=object)
    if claim.kind == "typed":
        numbers, values = claim.numbers.reshape(-1), right.reshape(-1)
        if numbers.size > _MANY and values.dtype != object:
            basis[:] = _bases_of_many(numbers, values)
        else:
            basis[:] = [n if n is None else basis_of(n, v) for n, v in zip(numbers, values)]  # noqa: B905
    basis = basis.reshape(claim.numbers.shape)
    ok, dtype = ~gaps(basis) | _open(claim), None
    if bound is not None and not ok.all() and (long := _may_be_a_machines(claim) & ~ok).any():
        off = np.abs(floats(claim.numbers) - floats(right))
        last = _last_places(claim)
        for dtype in dtypes:
            near = off <= bound(dtype).reshape(off.shape) + last
            if near[long].all() or dtype == dtypes[-1]:
                break
        basis[near & long] = "dtype"
        ok |= near & long
        dtype = dtype if (near & long).any() else None
    return Agreement(ok, basis, dtype)


def _open(claim: Claim) -> Array:
    """Where a claim has gaps."""
    if claim.kind == "array":
        return np.zeros(claim.numbers.shape, dtype=bool)
    return gaps(claim.numbers)


def _within(claim: Claim, right: Array, tolerance: Tolerance) -> Agreement:
    right, is_open = floats(right), _open(claim)
    off = np.abs(np.where(is_open, right, floats(claim.numbers)) - right)
    near = off <= tolerance.absolute + tolerance.relative * np.abs(right)
    basis = np.empty(near.shape, dtype=object)
    basis[near & ~is_open] = "tolerance"
    return Agreement(near, basis)


def gaps(array: Array) -> Array:
    """Where nothing stands in an array of objects."""
    return np.array([each is None for each in array.reshape(-1)], bool).reshape(array.shape)


def fits(claim: Claim, values: Array, allowed: Array | float = 0.0) -> Array:
    """Which claimed numbers are `values`, at the claim's own digits.

    Args:
        claim: What is claimed.
        values: Numbers in the shape of the claim.
        allowed: How far the numbers of an array may be off, as a machine type's bound says.

    Returns:
        For typed digits, whether the values rounded or cut off are these; a gap fits.
    """
    if claim.kind == "array":
        near: Array = np.abs(claim.numbers - floats(values)) <= allowed
        return near
    pairs = zip(claim.numbers.reshape(-1), values.reshape(-1), strict=True)
    found = [n is None or _fits(n, value) for n, value in pairs]
    return np.array(found, dtype=bool).reshape(claim.numbers.shape)


def _fits(number: Any, value: Any) -> bool:
    """Whether a number is a value rounded in any mode, or cut off."""
    if isinstance(number, Fraction | Surd):
        return _is(number, value)
    claimed, exact, unit = Surd(number), exactly(value), unit_of(number)
    noise = abs(exact) * _NOISE if isinstance(value, float) else Surd(0)
    gap = abs(claimed - exact)
    return bool(gap <= unit / 2 + noise) or (gap < unit and _is_cut(claimed, exact, noise))


def basis_of(number: Any, value: Any) -> str | None:
    """By what measure a claimed number is `value`: None where by none."""
    if isinstance(number, Fraction | Surd):
        return "exact" if _is(number, value) else None
    claimed, exact = Surd(number), exactly(value)
    noise = abs(exact) * _NOISE if isinstance(value, float) else Surd(0)
    unit = unit_of(number)
    gap = abs(claimed - exact)
    if gap <= unit / 2 + noise:
        return "digits"
    if gap > unit + noise:
        return None
    if _twice(number, value):
        return "rounded-twice"
    if _unit_counts(number):
        return "unit"
    return "truncated" if gap < unit and _is_cut(claimed, exact, noise) else None


def _is_cut(claimed: Any, exact: Any, noise: Any) -> bool:
    """Whether a number is nearer to 0 than the right one, and on its side."""
    return bool(abs(claimed) <= abs(exact) + noise and claimed * exact >= 0)


def unit_of(number: Decimal) -> Fraction:
    """One unit of a number's last place."""
    return Fraction(10) ** _exponent(number)


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    return exponent


def _unit_counts(number: Decimal) -> bool:
    """Whether one unit of the last place is little enough to be let pass."""
    places = -_exponent(number)
    if number and number.adjusted() < _SMALL:
        places = len(number.as_tuple().digits)
    return places >= _UNIT_FROM


def _twice(number: Decimal, value: Any) -> bool:
    """Whether rounding to one or two digits more, and then once more, gives a number."""
    places = -_exponent(number)
    return any(rounded_to(_rounded(value, places + more), places) == number for more in (1, 2))


def _rounded(value: Any, places: int) -> Decimal:
    if isinstance(value, Surd):
        return value.rounded(places)
    return rounded_to(value if isinstance(value, Decimal) else Decimal(repr(float(value))), places)


def rounded_to(number: Decimal, places: int, mode: str = ROUND_HALF_UP) -> Decimal:
    """A decimal with so many decimals."""
    return number.quantize(Decimal((0, (1,), -places)), mode, WIDE)


def cut_to(number: Decimal, places: int) -> Decimal:
    """A decimal with the digits after so many decimals cut off."""
    return rounded_to(number, places, ROUND_DOWN)


def exactly(value: Any) -> Surd:
    """A number of any kind as an exact one."""
    if isinstance(value, Surd):
        return value
    return Surd(value if isinstance(value, Decimal | Fraction) else Fraction(float(value)))


def _is(number: Any, value: Any) -> bool:
    """Whether an exact number is meant by the right one, which may be a float."""
    if isinstance(value, float):
        return abs(float(number) - value) <= float(_NOISE) * max(abs(value), abs(float(number)))
    return bool(exactly(number) == exactly(value))


def _bases_of_many(numbers: Array, values: Array) -> list[str | None]:
    """As `basis_of`; those that float64 finds plainly right are looked at no closer."""
    plain = np.array([isinstance(number, Decimal) for number in numbers], dtype=bool)
    exponents = [_exponent(n) if known else 0 for n, known in zip(numbers, plain, strict=True)]
    unit = np.power(10.0, exponents)
    off = np.abs(np.array([float(n or 0) for n in numbers]) - values)
    right = plain & (off < 0.499 * unit) & (unit > 1e-12 * np.abs(values))
    return [
        "digits" if sure else None if number is None else basis_of(number, value)
        for sure, number, value in zip(right, numbers, map(float, values), strict=True)
    ]


def _may_be_a_machines(claim: Claim) -> Array:
    """Which numbers may be what a machine type came to."""
    if claim.kind == "array" or claim.json:
        return ~_open(claim)
    flat = [
        isinstance(n, Decimal) and len(n.normalize(WIDE).as_tuple().digits) >= _LONG
        for n in claim.numbers.reshape(-1)
    ]
    return np.array(flat, dtype=bool).reshape(claim.numbers.shape)


def _last_places(claim: Claim) -> Array:
    """Half a unit of the last place of each number; nothing for an array."""
    if claim.kind == "array":
        return np.zeros(claim.numbers.shape)
    flat = [
        float(unit_of(n)) / 2 if isinstance(n, Decimal) and not claim.json else 0.0
        for n in claim.numbers.reshape(-1)
    ]
    return np.array(flat).reshape(claim.numbers.shape)


def floats(numbers: Array) -> Array:
    """Numbers of any kind in float64; nan for a gap."""
    if numbers.dtype != object:
        return numbers.astype(np.float64, copy=False)
    flat = [np.nan if number is None else float(number) for number in numbers.reshape(-1)]
    return np.array(flat, dtype=np.float64).reshape(numbers.shape)
