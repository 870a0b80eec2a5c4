"""What one wrong keystroke makes of a number: misread-input tries all of it."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from itertools import pairwise

_DIGITS = "0123456789"


def misreadings(digits: str) -> Iterator[str]:
    """Every number that is one keystroke off, as it would be written, each once.

    Its sign, a digit that is changed, left out or doubled, neighbours that are exchanged, or a
    point that is moved by one place.

    Args:
        digits: The number as it was typed: "0.80", "-1.2", "1e-5".
    """
    sign, body = ("-", digits[1:]) if digits.startswith("-") else ("", digits.removeprefix("+"))
    mantissa, mark, exponent = body.lower().partition("e")
    tail = mark + exponent
    seen = {Decimal(digits)}
    for text in _candidates(sign, mantissa):
        try:
            number = Decimal(text + tail)
        except InvalidOperation:  # a point alone
            continue
        if number not in seen:
            seen.add(number)
            yield text + tail


def _candidates(sign: str, mantissa: str) -> Iterator[str]:
    yield ("" if sign else "-") + mantissa
    if sign and "." not in mantissa and len(mantissa) == 1:
        yield mantissa
    places = [n for n, character in enumerate(mantissa) if character in _DIGITS]
    for n in places:
        before, after = sign + mantissa[:n], mantissa[n + 1 :]
        yield before + after
        yield before + mantissa[n] * 2 + after
        for digit in _DIGITS:
            yield before + digit + after
    for left, right in pairwise(places):
        swapped = list(mantissa)
        swapped[left], swapped[right] = swapped[right], swapped[left]
        yield sign + "".join(swapped)
    number = Decimal(sign + mantissa)
    yield str(number * 10)
    yield str(number / 10)
