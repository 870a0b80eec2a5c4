"""What whole numbers say about (n + m√q) / d without rounding it; q is 0 or no square."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import gcd, inf, isqrt, log2
from typing import Any

_SMALL = 1000
"""Squares of primes below this are always found."""
_LOG2_OF_5 = log2(5)

_ROUNDED: dict[str, Callable[[int, bool], int]] = {
    "half-up": lambda halves, all_of_it: (halves + 1) // 2,
    "half-even": lambda halves, all_of_it: (halves + 1) // 2 - (all_of_it and halves % 4 == 1),
    "truncate": lambda halves, all_of_it: halves // 2,
}
"""A positive number as an integer, given its whole halves and whether these are all of it."""


def nearest(number: Any) -> float:
    """The nearest float; infinity for a number that is too large."""
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


def sign(n: int, m: int, q: int) -> int:
    """The sign of n + m√q: -1, 0 or 1."""
    first, second = (n > 0) - (n < 0), (m > 0) - (m < 0)
    return first if n * n > m * m * q else second


def sign_of_two(n: int, m: int, q: int, k: int, p: int) -> int:
    """The sign of n + m√q + k√p, where neither m nor k is 0."""
    left = sign(n, m, q)
    if (left > 0) == (k > 0):
        return left
    return left * sign(n * n + m * m * q - k * k * p, 2 * n * m, q)


def floor(n: int, m: int, q: int, d: int) -> int:
    """The largest integer that is not above (n + m√q) / d, with a positive d."""
    if m:
        root = isqrt(m * m * q)
        n += root if m > 0 else -root - 1
    return n // d


def rounded(n: int, m: int, q: int, d: int, mode: str) -> int:
    """The integer that (n + m√q) / d rounds to: half-up (away from zero), half-even or truncate."""
    side = sign(n, m, q)
    n, m = 2 * side * n, 2 * side * m
    halves = floor(n, m, q, d)
    return side * _ROUNDED[mode](halves, not m and halves * d == n)


def places(d: int) -> int | None:
    """How many decimals a fraction over d in lowest terms has; None where it never ends."""
    twos = (d & -d).bit_length() - 1
    fives = int((d >> twos).bit_length() / _LOG2_OF_5)
    return max(twos, fives) if d >> twos == 5**fives else None


def magnitude(n: int, m: int, q: int, d: int) -> int:
    """About log₂ |(n + m√q) / d|, within two of it."""
    larger = max(n.bit_length(), ((m * m * q).bit_length() + 1) // 2)
    if n * m >= 0:
        return larger - d.bit_length()
    norm = n * n - m * m * q  # n - m√q may be tiny; it is norm / (n + m√q)
    return norm.bit_length() - larger - d.bit_length()


def square_factor(n: int) -> tuple[int, int]:
    """The numbers `root` and `rest` with n = root² · rest, for a positive n.

    Left in the rest are at most squares of large primes beside another large prime: none where it
    is smaller than three large primes together.
    """
    root, once = 1, gcd(n, _small_primes())  # once: the small primes that divide n
    while (twice := gcd(n // once, once)) > 1:
        root, n = root * twice, n // twice**2
        once = gcd(n, once)
    large = isqrt(n // once)
    return (root * large, once) if large * large * once == n else (root, n)


@cache
def _small_primes() -> int:
    """The product of all small primes."""
    product = 1
    for n in range(2, _SMALL):
        if gcd(n, product) == 1:
            product *= n
    return product
