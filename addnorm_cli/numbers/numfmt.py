"""The only code that turns a number into digits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal

from addnorm_cli.model.carrying import ROUNDINGS
from addnorm_cli.model.records import record
from addnorm_cli.numbers.surd import Number, Surd

DEFAULT_PRECISION = 4
MAX_PRECISION = 30
UNDEFINED = "–"
"""What stands in the place of a number that there is none of, such as the angle to zeros."""
BLANK = "________"
"""What stands where the reader is to fill a number in."""
_HELD = 15
"""Decimal digits that every float64 holds."""
_TO_BE_SURE = 3
"""A float64 of which fewer digits are known has those that it has; one that ends so many digits
before its last known one is that decimal."""
_MOST_PLACES, _CUT_OFF = 400, 80
"""An exact number that ends has its digits; of others as many are kept as anybody looks at."""
_LARGEST_FIXED, _LARGEST_WHOLE = Decimal("1e16"), Decimal("1e40")
_LONGEST_TYPED = 40
"""A decimal with more digits was not typed: it is a fraction (1/3) that was worked out."""
WIDE = Context(prec=1200, Emax=10**6, Emin=-(10**6))
"""Room for every digit of every float64, where a number is only to be cut or padded."""


@record
class Shown:
    """Digits, and whether they are the whole number ("=") or rounded ("≈").

    Attributes:
        text: The digits.
        exact: Whether they are the whole number.
        noise: The number may be off by its own size, and these are the digits of 0.
    """

    text: str
    exact: bool
    noise: bool = False

    @property
    def is_zero(self) -> bool:
        """Whether these are the digits of zero."""
        return not self.text.strip("-0.")


@record
class Meant:
    """The decimal that a number means.

    Attributes:
        number: As many of its digits as are known.
        whole: Whether it has no more.
        noise: Whether the number may be off by its own size, and means nothing.
    """

    number: Decimal
    whole: bool = True
    noise: bool = False


def meant(value: Number, error: float = 0.0) -> Meant:
    """The decimal that a number means.

    1.24 - 0.6725 is 0.5674999999999999 to the machine and 0.5675 to everybody else; rounding for
    display has to start from the number that is meant. A float64 is known to the decimals that lie
    above its error, and rounded to these it is that number; the others are not shown.

    Args:
        value: The number as it is carried.
        error: How far it may be off, where it is a float64.
    """
    if not isinstance(value, float):
        return Meant(to_decimal(value))
    number = Decimal(repr(value))
    digits = len(number.as_tuple().digits)
    if not number or not error or not math.isfinite(error) or not number.is_finite():
        return Meant(number, whole=digits <= _HELD)
    if abs(value) <= error:
        return Meant(Decimal(0), whole=False, noise=True)
    unit = _above(error).adjusted()
    if number.adjusted() < unit + _TO_BE_SURE:
        return Meant(number, whole=digits <= _HELD)
    short = number.quantize(Decimal((0, (1,), unit)), ROUND_HALF_EVEN, WIDE)
    ends = short.normalize(WIDE).as_tuple().exponent
    return Meant(short, whole=isinstance(ends, int) and ends >= unit + _TO_BE_SURE)


def _above(error: float) -> Decimal:
    """The power of ten above twice an error: a decimal of such units is the nearest one."""
    return Decimal((0, (1,), Decimal(2 * error).adjusted() + 1))


def power_above(error: float) -> str:
    """An error rounded up to a power of ten: 1e-15."""
    exact = Decimal(error)
    exponent = exact.adjusted()
    return f"1e{exponent + (exact > Decimal((0, (1,), exponent))):+03d}"


def to_decimal(value: Number) -> Decimal:
    """All digits of a number that ends; else enough of them to round it by, cut off."""
    if isinstance(value, Decimal):
        return value
    if not isinstance(value, Surd):
        return Decimal(repr(float(value)))
    places = value.terminates()
    if places is not None and places <= _MOST_PLACES:
        return value.rounded(places)
    return value.significant(_CUT_OFF, "truncate")


def decimals_of(number: Decimal, most: int) -> int | None:
    """How many decimals write `number` exactly, or None where it needs more than `most`."""
    if not number.is_finite():
        return 0
    exponent = number.normalize(WIDE).as_tuple().exponent
    needed = max(0, -int(exponent))
    return needed if needed <= most else None


def fixed(number: Decimal, places: int, precision: int, rounding: str = ROUND_HALF_UP) -> Shown:
    """`number` with `places` decimals, rounded half up as people do, or in another way.

    Two kinds of number are written with a power of ten instead: a non-zero one that would
    come out as 0.0000, and one with more than sixteen digits before the point; these have
    `precision` decimals before their power of ten.
    """
    if number.is_nan():
        return Shown(UNDEFINED, exact=True)
    if not number.is_finite():
        return Shown("∞" if number > 0 else "-∞", exact=True)
    if abs(number) >= _LARGEST_FIXED:
        return scientific(number, precision, rounding)
    rounded = number.quantize(Decimal((0, (1,), -places)), rounding, WIDE)
    if number and not rounded:
        return scientific(number, precision, rounding)
    return Shown(f"{rounded:zf}", rounded == number)


def scientific(number: Decimal, places: int, rounding: str = ROUND_HALF_UP) -> Shown:
    """`number` as 1.5e-07, with at most `places` decimals before the e."""
    digits = number.normalize(Context(prec=places + 1, rounding=rounding, Emin=-(10**6)))
    mantissa = digits.scaleb(-digits.adjusted(), WIDE)
    return Shown(f"{mantissa:f}e{digits.adjusted():+03d}", digits == number)


def show(value: Number, precision: int, error: float = 0.0) -> Shown:
    """One computed number: all its digits where they fit into `precision`, else rounded."""
    return show_alike([meant(value, error)], precision)[0]


def show_alike(numbers: Sequence[Meant], precision: int, most: int = 0) -> list[Shown]:
    """Numbers that stand together: all with the same number of decimals, as far as known.

    Args:
        numbers: The decimals that they mean.
        precision: The decimals of numbers that have to be rounded.
        most: Numbers that all end within so many decimals are written out.
    """
    real = [n.number for n in numbers if not n.noise]
    shown = iter(show_exactly(real, precision, most))
    return [
        Shown("0", exact=False, noise=True) if n.noise else _known(next(shown), n, precision)
        for n in numbers
    ]


def _known(shown: Shown, meant: Meant, precision: int) -> Shown:
    """The digits of a number of which no more are known."""
    if meant.whole:
        return shown
    places = -int(meant.number.as_tuple().exponent)
    if places < 0:  # 1.235e+05, since 123500 would seem to be known to the last digit
        return Shown(scientific(meant.number, MAX_PRECISION).text, exact=False)
    if "e" not in shown.text and len(shown.text.partition(".")[2]) > max(places, 0):
        shown = fixed(meant.number, max(places, 0), precision)
    return Shown(shown.text, exact=False)


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
    return [_whole(number) or fixed(number, places, precision) for number in numbers]


def _whole(number: Decimal) -> Shown | None:
    """All digits of a large whole number where a power of ten would cut some off."""
    if not number.is_finite() or not _LARGEST_FIXED <= abs(number) < _LARGEST_WHOLE:
        return None
    if number != number.to_integral_value():
        return None
    digits = len(number.normalize(WIDE).as_tuple().digits)
    return Shown(f"{number:.0f}", exact=True) if digits > _HELD + 2 else None


def show_shorter(number: Decimal, fewer: int) -> Shown:
    """A number that has been written, with fewer of its last digits."""
    if not number.is_finite() or fewer >= len(number.as_tuple().digits):
        return Shown(f"{number}", exact=False)
    end = int(number.as_tuple().exponent) + fewer
    short = number.quantize(Decimal((0, (1,), end)), ROUND_HALF_UP, WIDE)
    if end > 0:
        return Shown(scientific(short, MAX_PRECISION).text, exact=False)
    return Shown(fixed(short, max(-end, 0), MAX_PRECISION).text, exact=False)


def show_typed(number: Decimal | str, precision: int) -> Shown:
    """A number with the digits that were typed: 0.80 stays 0.80, and 1e-6 stays 1e-6."""
    if isinstance(number, str):
        return Shown(number, exact=True)
    if len(number.as_tuple().digits) > _LONGEST_TYPED:
        return show(number, precision)
    return Shown(str(number).replace("E", "e"), exact=True)


def show_places(number: Decimal, places: int, mode: str = "half-up") -> Shown:
    """A number that was rounded by hand: always with the decimals it was rounded to."""
    needed = decimals_of(number, MAX_PRECISION)
    return fixed(number, max(places, needed or 0), places, ROUNDINGS[mode])


_WHOLE = 20
"""How many digits and signs a whole number may have before it is written with an exponent."""


def full(value: Number) -> str:
    """A number with every digit that it carries, fit to be read back."""
    if isinstance(value, Decimal):
        return f"{value:zf}"
    if not isinstance(value, float) and abs(value) > 2**53:  # a whole number may have more digits
        text = str(value)
        if text.lstrip("-").isdigit() and len(text) <= _WHOLE:
            return text
    return _short(float(value))


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
