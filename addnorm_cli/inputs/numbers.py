"""Single numbers: from the digits that were typed to an exact decimal that float64 can hold."""

from __future__ import annotations

import re
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, InvalidOperation

from addnorm_cli.inputs.text import plain
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.printing import shorten

_NUMBER = lazily(r"([+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++))(?:[eE]([+-]?[0-9]++))?")
_NOT_FINITE = lazily(r"[+-]?(?:nan|inf|infinity|∞)", re.IGNORECASE)
_DIVISION = Context(prec=50, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])
"""A fraction keeps fifty digits, and says "infinite" or "zero" where others would raise."""
_HUGE, _TINY = Decimal("1e9999"), Decimal("1e-9999")
"""They stand for numbers far out of bounds, for `range_fault` to find."""


def read_number(word: str, where: str | None = None) -> Decimal:
    """The number that a word spells, with the digits that were typed.

    Args:
        word: A number or a fraction, in any spelling that `plain` knows.
        where: The place, for the error.

    Raises:
        InputError: It is no number, or none that float64 can hold.
    """
    text = plain(word).strip()
    found = _NUMBER().fullmatch(text)
    number = exact(found[1], found[2]) if found else _fraction(text, where)
    if number is None:
        key = "number_not_finite" if _NOT_FINITE().fullmatch(text) else "not_a_number"
        raise InputError(key, where=where, found=shorten(word))
    fault = range_fault(number, float(number))
    if fault is not None:
        raise InputError(fault, where=where, found=shorten(word))
    return number


def as_typed(number: Decimal) -> str:
    """A number as people write it: decimals that were read have lost the spelling of 1e-6."""
    is_small = number != 0 and number.adjusted() < -2
    return f"{number:e}" if is_small else str(number)


def read_whole(text: str, where: str, least: int, most: int, key: str) -> int:
    """The whole number that a text spells.

    Args:
        text: A number, in any spelling that `plain` knows.
        where: The place, for the error.
        least: The smallest that is possible.
        most: The largest.
        key: The error of one that is not; its sentences mention `found` and `most`.

    Raises:
        InputError: It is no whole number, or another one.
    """
    number = read_number(text, where) if is_number(text) else None
    if number is None or not least <= number <= most or number != number.to_integral_value():
        raise InputError(key, where=where, found=shorten(text), most=most)
    return int(number)


def is_number(word: str) -> bool:
    """Whether the word is spelled as a number, a fraction, or one that is not finite."""
    text = plain(word).strip()
    parts = text.split("/") if text.count("/") == 1 else [text]
    return bool(_NOT_FINITE().fullmatch(text)) or all(map(_NUMBER().fullmatch, parts))


def exact(mantissa: str, exponent: str | None = None) -> Decimal:
    """The decimal of these digits; one out of all bounds where Decimal has no room for it."""
    number = Decimal(mantissa)
    if exponent is None or not number:
        return number  # 0e5 is plainly 0, whatever its exponent
    try:
        return Decimal(f"{mantissa}e{exponent}")
    except InvalidOperation:
        return (_TINY if exponent.startswith("-") else _HUGE).copy_sign(number)


def from_json(word: str) -> Decimal:
    """The decimal of a JSON number; `range_fault` tells later whether float64 can hold it."""
    mantissa, _, exponent = word.lower().partition("e")
    return exact(mantissa, exponent or None)


def range_fault(number: Decimal, value: float) -> str | None:
    """The key of the error where `value`, the float64 of `number`, is not that number at all."""
    if value - value != 0:
        return "too_large"
    return "too_small" if value == 0 and number else None


def _fraction(text: str, where: str | None) -> Decimal | None:
    parts = text.split("/", 2)
    found = list(map(_NUMBER().fullmatch, parts))
    if len(found) != 2 or found[0] is None or found[1] is None:
        return None
    above, below = (exact(part[1], part[2]) for part in found if part is not None)
    if not below:
        raise InputError("zero_division", where=where, found=shorten(text))
    number = _DIVISION.divide(above, below)
    return _TINY if above and not number else number


def whole_option(typed: str | None, name: str) -> int | None:
    """A whole number from 1 on that was typed for an option, if one was.

    Raises:
        InputError: It is none.
    """
    if typed is None:
        return None
    number = read_number(typed, name)
    if number < 1 or number != number.to_integral_value():
        raise InputError("count_expected", where=name, found=typed)
    return int(min(number, Decimal(10**6)))
