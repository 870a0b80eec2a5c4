"""Whole numbers around a root, against decimals with many digits."""

from __future__ import annotations

import math
from decimal import Context, Decimal

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from addnorm_cli.numbers import roots

WIDE = Context(prec=200)
"""Far more digits than the terms below have together."""

terms = st.integers(-(10**20), 10**20) | st.integers(-9, 9)
radicands = st.integers(2, 10**12).filter(lambda q: math.isqrt(q) ** 2 != q)


def value(n: int, m: int, q: int, d: int = 1) -> Decimal:
    """What (n + m√q) / d is worth."""
    return WIDE.divide(WIDE.fma(m, WIDE.sqrt(q), n), Decimal(d))


@given(terms, terms, radicands)
@example(3, -2, 2)
@example(-3, 2, 2)
@example(7, -5, 2)
@example(0, -1, 2)
@example(0, 0, 2)
def test_the_sign_is_that_of_the_value(n: int, m: int, q: int) -> None:
    assert roots.sign(n, m, q) == value(n, m, q).compare(Decimal(0))


@given(terms, terms, radicands, terms, radicands)
@example(1, 1, 2, 1, 7)
@example(-1, -1, 2, -1, 7)
@example(1, 1, 2, -1, 7)
@example(1, 1, 2, -2, 7)
@example(-1, -1, 2, 2, 7)
@example(-1, -1, 2, -9, 7)
@example(1, -1, 2, 9, 7)
@example(0, 5, 2, -4, 3)
def test_the_sign_with_two_roots(n: int, m: int, q: int, k: int, p: int) -> None:
    assume(m and k and value(0, m, q) != -value(0, k, p))
    right = WIDE.add(value(n, m, q), value(0, k, p))
    assert roots.sign_of_two(n, m, q, k, p) == right.compare(Decimal(0))


@given(terms, terms, radicands, st.integers(1, 10**10))
@example(0, -1, 2, 1)
@example(-7, 0, 2, 2)
def test_the_floor_is_the_next_integer_below(n: int, m: int, q: int, d: int) -> None:
    assert roots.floor(n, m, q, d) == math.floor(value(n, m, q, d))


@given(terms, terms, radicands, st.integers(1, 10**10))
@example(17, 12, 2, 1)
@example(17, -12, 2, 1)
@example(-1, 0, 2, 1)
@example(15, 1, 1023, 1)
@example(31, 1, 2047, 1)
def test_the_magnitude_is_within_two(n: int, m: int, q: int, d: int) -> None:
    assume(n or m)
    about = roots.magnitude(n, m, q, d)
    assert Decimal(2) ** (about - 2) <= abs(value(n, m, q, d)) < Decimal(2) ** (about + 2)


@pytest.mark.parametrize(
    ("n", "root", "rest"),
    [
        (1, 1, 1),
        (2, 1, 2),
        (4, 2, 1),
        (2**9 * 3**8 * 7, 2**4 * 3**4, 14),
        (997**3, 997, 997),
        (1009**2, 1009, 1),
        (1009**2 * 30, 1009, 30),
        (1009**2 * 997**2, 1009 * 997, 1),
        (1009 * 1013, 1, 1009 * 1013),
        (1009**2 * 1013, 1, 1009**2 * 1013),
        (2**2 * 3 * 1009**2 * 1013, 2, 3 * 1009**2 * 1013),
        (10**617, 10**308, 10),
    ],
)
def test_squares_are_taken_out(n: int, root: int, rest: int) -> None:
    assert roots.square_factor(n) == (root, rest)


@given(st.integers(1, 10**9))
def test_a_number_below_the_cube_of_the_bound_has_no_square_left(n: int) -> None:
    root, rest = roots.square_factor(n)
    assert root * root * rest == n
    assert all(rest % p**2 for p in range(2, math.isqrt(rest) + 1))
