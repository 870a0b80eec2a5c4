"""The only code that turns a number into digits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal

from addnorm_cli.model.records import record
from addnorm_cli.numbers.surd import Number, Surd

DEFAULT_PRECISION = 4
MAX_PRECISION = 30
_SHORT = 10
"""A float64 that a number of at most 10 digits comes to, but for noise, means that number."""
MANY = 400.0
"""What the size of numbers is multiplied by where many operations have gone into one of them."""
_SURE = Decimal("1e-6")
"""Noise of this part of a number leaves no doubt about the short decimal that it means."""
_NOISE = Decimal(2) ** -52
"""What an operation in float64 leaves, beside the size of what went into it."""
UNDEFINED = "–"
"""What stands in the place of a number that there is none of, such as the angle to zeros."""
BLANK = "________"
"""What stands where the reader is to fill a number in."""
_HELD = 15
"""Decimal digits that every float64 holds."""
_MOST_PLACES, _CUT_OFF = 400, 80
"""An exact number that ends has its digits; of others as many are kept as anybody looks at."""
_LARGEST_FIXED = Decimal("1e16")
_LONGEST_TYPED = 40
"""A decimal with more digits was not typed: it is a fraction (1/3) that was worked out."""
WIDE = Context(prec=1200, Emax=10**6, Emin=-(10**6))
"""Room for every digit of every float64, where a number is only to be cut or padded."""


@record
class Shown:
    """Digits, and whether they are the whole number ("=") or rounded ("≈")."""

    text: str
    exact: bool

    @property
    def is_zero(self) -> bool:
        """Whether these are the digits of zero."""
        return not self.text.strip("-0.")


def to_decimal(value: Number, scale: float = 0.0, handed_on: float = 0.0) -> Decimal:
    """The decimal that a number means.

    1.24 - 0.6725 is 0.5674999999999999 to the machine and 0.5675 to everybody else; rounding for
    display has to start from the number that is meant. So a float64 that comes to a short decimal,
    but for noise far below the digits of what went into it, is taken for that decimal.

    Args:
        value: The number as it is carried.
        scale: The largest magnitude that was added up to make it, if larger than its own; far
            below it a number is nothing.
        handed_on: The size of the noise that it took over from its factors.

    Returns:
        The decimal, exact for a decimal that was carried by hand.
    """
    if isinstance(value, Decimal):
        return value
    if isinstance(value, Surd):
        return _decimal_of(value)
    number = Decimal(repr(float(value)))
    if not number or not math.isfinite(scale) or not number.is_finite():
        return number
    noise = noise_of(max(abs(float(number)), scale))
    if abs(number) <= noise:
        return Decimal(0)
    noise = max(noise, noise_of(handed_on))
    if noise > abs(number) * _SURE:
        return number  # some short decimal is always near
    unit = Decimal((0, (1,), noise.adjusted() + 1))
    meant = number.quantize(unit, ROUND_HALF_EVEN, WIDE)
    is_short = len(meant.normalize(WIDE).as_tuple().digits) <= _SHORT
    return meant if is_short and abs(meant - number) <= noise else number


def _decimal_of(number: Surd) -> Decimal:
    """All digits of an exact number that ends; else enough of them to round it by, cut off."""
    places = number.terminates()
    if places is not None and places <= _MOST_PLACES:
        return number.rounded(places)
    return number.significant(_CUT_OFF, "truncate")


def noise_of(scale: float) -> Decimal:
    """How far a float64 may be off that was made of numbers of this size."""
    return Decimal(scale) * _NOISE


def decimals_of(number: Decimal, most: int) -> int | None:
    """How many decimals write `number` exactly, or None where it needs more than `most`."""
    if not number.is_finite():
        return 0
    exponent = number.normalize(WIDE).as_tuple().exponent
    needed = max(0, -int(exponent))
    return needed if needed <= most else None


def fixed(number: Decimal, places: int, precision: int) -> Shown:
    """`number` with `places` decimals, rounded half up as people do.

    Two kinds of number are written with a power of ten instead: a non-zero one that would
    come out as 0.0000, and one with more than sixteen digits before the point; these have
    `precision` decimals before their power of ten.
    """
    if number.is_nan():
        return Shown(UNDEFINED, exact=True)
    if not number.is_finite():
        return Shown("∞" if number > 0 else "-∞", exact=True)
    if abs(number) >= _LARGEST_FIXED:
        return scientific(number, precision)
    rounded = number.quantize(Decimal((0, (1,), -places)), ROUND_HALF_UP, WIDE)
    if number and not rounded:
        return scientific(number, precision)
    return Shown(f"{rounded:zf}", rounded == number)


def scientific(number: Decimal, places: int) -> Shown:
    """`number` as 1.5e-07, with at most `places` decimals before the e."""
    digits = number.normalize(Context(prec=places + 1, rounding=ROUND_HALF_UP, Emin=-(10**6)))
    mantissa = digits.scaleb(-digits.adjusted(), WIDE)
    return Shown(f"{mantissa:f}e{digits.adjusted():+03d}", digits == number)


def show(value: Number, precision: int, scale: float = 0.0) -> Shown:
    """One computed number: all its digits where they fit into `precision`, else rounded."""
    number = to_decimal(value, scale)
    needed = decimals_of(number, precision)
    shown = fixed(number, precision if needed is None else needed, precision)
    return _if_float(shown, number) if isinstance(value, float) else shown


def show_alike(numbers: Sequence[Decimal], precision: int, most: int = 0) -> list[Shown]:
    """Computed float64s that stand together: all with the same number of decimals."""
    return [
        _if_float(shown, number)
        for shown, number in zip(show_exactly(numbers, precision, most), numbers, strict=True)
    ]


def show_exactly(numbers: Sequence[Decimal], precision: int, most: int = 0) -> list[Shown]:
    """Numbers that stand together: all with the same number of decimals.

    Args:
        numbers: All their digits.
        precision: The decimals of numbers that have to be rounded.
        most: Numbers that all end within so many decimals are written out.
    """
    needed = [decimals_of(number, max(precision, most)) for number in numbers]
    if any(n is None for n in needed):
        needed = [decimals_of(number, precision) for number in numbers]
    places = max((precision if n is None else n for n in needed), default=0)
    return [fixed(number, places, precision) for number in numbers]


def _if_float(shown: Shown, number: Decimal) -> Shown:
    """Digits of a float64: where it has used up all that it can hold, the last ones are rounded."""
    used_up = len(number.normalize(WIDE).as_tuple().digits) > _HELD
    return Shown(shown.text, exact=False) if used_up else shown


def show_typed(number: Decimal | str, precision: int) -> Shown:
    """A number with the digits that were typed: 0.80 stays 0.80, and 1e-6 stays 1e-6."""
    if isinstance(number, str):
        return Shown(number, exact=True)
    if len(number.as_tuple().digits) > _LONGEST_TYPED:
        return show(number, precision)
    return Shown(str(number).replace("E", "e"), exact=True)


def show_places(number: Decimal, places: int) -> Shown:
    """A number that was rounded by hand: always with the decimals it was rounded to."""
    needed = decimals_of(number, MAX_PRECISION)
    return fixed(number, max(places, needed or 0), places)


def full(value: Number) -> str:
    """A number with every digit that it carries, fit to be read back."""
    return f"{value:zf}" if isinstance(value, Decimal) else _short(float(value))


def _short(value: float) -> str:
    text = repr(value + 0.0)  # -0.0 + 0.0 is 0.0
    return text.removesuffix(".0")


def align(texts: Sequence[str]) -> list[str]:
    """Texts padded to one width, their decimal points under each other."""
    parts = [_split(text) for text in texts]
    left = max((len(before) for before, _ in parts), default=0)
    right = max((len(after) for _, after in parts), default=0)
    return [before.rjust(left) + after.ljust(right) for before, after in parts]


def _split(text: str) -> tuple[str, str]:
    """A number before and from its decimal point on; anything else stands before the point.

    A blank has room for a number, and so its middle where a number has its point.
    """
    if text == BLANK:
        return text[: len(text) // 2], text[len(text) // 2 :]
    point = text.find(".")
    if point < 0:
        point = text.find("e") if text[:1].isdigit() or text[:1] == "-" else -1
    return (text, "") if point < 0 else (text[:point], text[point:])
