"""Numbers a + b√q, held against mpmath, SymPy and numbers worked by hand."""

from __future__ import annotations

import copy
import math
import operator
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import mpmath  # type: ignore[import-untyped]
import numpy as np
import pytest
import sympy  # type: ignore[import-untyped]
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from addnorm_cli.model.carrying import ROUNDINGS
from addnorm_cli.numbers.surd import MOST, Surd

MANY = mpmath.mp.clone()
"""mpmath with digits to spare: what the numbers below differ in is far above its last one."""
MANY.dps = 400

HALF = Fraction(1, 2)
P, Q = 10**9 + 7, 10**9 + 9
"""Primes that nobody finds in time in a product of more."""


def root(value: Any) -> Surd:
    result = Surd(value).sqrt()
    assert isinstance(result, Surd)
    return result


def by_mpmath(x: Surd | Fraction) -> Any:
    """What a number is worth, from what it says of itself."""
    if isinstance(x, Fraction):
        return MANY.mpf(x.numerator) / x.denominator
    return by_mpmath(x.a) + by_mpmath(x.b) * MANY.sqrt(x.q)


def nearest_float(value: Any) -> float:
    """The float that Python reads from all the digits."""
    return float(MANY.nstr(value, 380))


def nearly_two(digits: int) -> tuple[int, int]:
    """Whole numbers with p² - 2q² = 1, so that p - q√2 is as small as 1 / (p + q√2)."""
    p, q = 3, 2
    while q < 10**digits:
        p, q = 3 * p + 4 * q, 2 * p + 3 * q
    return p, q


rationals = st.one_of(
    st.fractions(-1000, 1000, max_denominator=1000),
    st.decimals(-100, 100, places=3).map(Fraction),
    st.integers(-3, 3).map(Fraction),
)
radicands = st.one_of(st.integers(2, 30), st.integers(2, 10**12))


def surds(q: int) -> st.SearchStrategy[Surd]:
    """Numbers with √q in them, or with none."""
    return st.builds(lambda a, b: a + b * root(q), rationals, rationals | st.just(Fraction(0)))


any_surd = radicands.flatmap(surds)
tiny = st.integers(1, 60).map(nearly_two).map(lambda p: p[0] - p[1] * root(2))
"""Numbers whose two terms cancel, to 60 digits."""
numbers = any_surd | tiny | st.builds(operator.add, tiny, rationals)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        pytest.param(root(Fraction(5, 4)), "sqrt(5)/2", id="sigma of 1,2,3,4"),
        pytest.param((1 - Fraction(5, 2)) / root(Fraction(5, 4)), "-3*sqrt(5)/5", id="its first z"),
        pytest.param(Surd(Decimal("0.1")) + Decimal("0.2"), "3/10", id="0.1 + 0.2"),
        pytest.param(Surd(1) / 3, "1/3", id="a third"),
        pytest.param(Surd(-6) / -3, "2", id="a whole number"),
        pytest.param(Surd(0.1), "3602879701896397/36028797018963968", id="what a float stores"),
        pytest.param(root(0), "0", id="root of zero"),
        pytest.param(root(1), "1", id="root of one"),
        pytest.param(root(Fraction(9, 4)), "3/2", id="root of a square"),
        pytest.param(root(8), "2*sqrt(2)", id="a square is taken out"),
        pytest.param(root(2**7 * 3**6 * 5**5), "5400*sqrt(10)", id="higher powers are taken out"),
        pytest.param(root(Fraction(2, 3)), "sqrt(6)/3", id="no root below the line"),
        pytest.param(root(Fraction(1, 12)), "sqrt(3)/6", id="a square below the line"),
        pytest.param(root(Decimal("0.00001")), "sqrt(10)/1000", id="root of an epsilon"),
        pytest.param(root(997**2 * 6), "997*sqrt(6)", id="a small prime"),
        pytest.param(root(6 * Q**2), f"{Q}*sqrt(6)", id="a large prime beside small ones"),
        pytest.param(root(Fraction(P**2, Q**2)), f"{P}/{Q}", id="a fraction of large squares"),
        pytest.param(root(2) * root(2) - 2, "0", id="a root squared"),
        pytest.param(root(2) * root(3), "sqrt(6)", id="two roots multiply"),
        pytest.param(root(6) * root(10) / 7, "2*sqrt(15)/7", id="two roots that share a factor"),
        pytest.param(2 * root(6) * (3 * root(10)), "12*sqrt(15)", id="two multiples of roots"),
        pytest.param(root(6) / -root(2), "-sqrt(3)", id="two roots divide"),
        pytest.param((1 + root(5)) / 2, "1/2 + sqrt(5)/2", id="the golden ratio"),
        pytest.param(2 / (1 + root(5)), "-1/2 + sqrt(5)/2", id="divided by the conjugate"),
        pytest.param((root(5) - 1) / (root(5) + 1), "3/2 - sqrt(5)/2", id="two sums divide"),
        pytest.param((root(5) - 1) * (root(5) + 1), "4", id="two sums multiply"),
        pytest.param(root(2) / 2 + root(2) / 3, "5*sqrt(2)/6", id="two roots add"),
        pytest.param(root(2) / 2 + root(2) / 6, "2*sqrt(2)/3", id="a sum of roots is reduced"),
        pytest.param((3 + root(2)) / 2 + (1 - root(2)) / 2, "2", id="a root that goes"),
        pytest.param((1 + root(2)) / 2 + (1 + root(2)) / 6, "2/3 + 2*sqrt(2)/3", id="both parts"),
        pytest.param(Surd(HALF) - Fraction(1, 6), "1/3", id="a difference is reduced"),
        pytest.param(abs(1 - root(2)), "-1 + sqrt(2)", id="a magnitude"),
        pytest.param(abs(root(2) - 1), "-1 + sqrt(2)", id="a magnitude as it was"),
        pytest.param((1 + root(2)) ** 3, "7 + 5*sqrt(2)", id="a power"),
        pytest.param((1 + root(2)) ** -2, "3 - 2*sqrt(2)", id="a power below the line"),
        pytest.param(root(3) ** Surd(0), "1", id="no power"),
    ],
)
def test_a_number_worked_by_hand(number: Any, text: str) -> None:
    assert isinstance(number, Surd)
    assert str(number) == text
    assert repr(number) == f"Surd({text})"


@pytest.mark.parametrize("other", [3, Fraction(3), Decimal(3), np.int64(3), True + 2, Surd(3)])
def test_exact_numbers_of_other_types_keep_it_exact(other: Any) -> None:
    x = root(5)
    results = [x + other, other + x, x - other, other - x, x * other, other * x, x / other]
    texts = ["3 + sqrt(5)", "3 + sqrt(5)", "-3 + sqrt(5)", "3 - sqrt(5)"]
    texts += ["3*sqrt(5)", "3*sqrt(5)", "sqrt(5)/3", "3*sqrt(5)/5", "5*sqrt(5)"]
    assert [str(result) for result in [*results, other / x, x**other]] == texts


@pytest.mark.parametrize(
    ("result", "right"),
    [
        pytest.param(root(2) + root(3), "3.1462643699419723423", id="two roots in a sum"),
        pytest.param(root(2) - root(3), "-0.31783724519578224473", id="two roots in a difference"),
        pytest.param((1 + root(2)) * root(3), "4.18154055035205539", id="a sum times another root"),
        pytest.param(root(3) * (1 + root(2)), "4.18154055035205539", id="another root times a sum"),
        pytest.param((1 + root(2)) / (1 + root(3)), "0.88366349398948017", id="two sums divided"),
        pytest.param((1 + root(2)).sqrt(), "1.55377397403003730734", id="the root of a root"),
        pytest.param(root(2) + 0.5, "1.9142135623730950488", id="a float on the right"),
        pytest.param(0.5 - root(2), "-0.9142135623730950488", id="a float on the left"),
        pytest.param(root(2) * np.float64(0.5), "0.7071067811865475244", id="a float of NumPy"),
        pytest.param(root(2) / 2.0, "0.7071067811865475244", id="divided by a float"),
        pytest.param(2.0 / root(2), "1.4142135623730950488", id="a float divided"),
        pytest.param(Surd(4) ** 0.5, "2", id="a power of a float"),
        pytest.param(Surd(4) ** Surd(HALF), "2", id="a power of a half"),
        pytest.param(Surd(2) ** root(2), "2.665144142690225", id="a power of a root"),
        pytest.param(Surd(3) ** 2.0, "9", id="a whole float is a float"),
    ],
)
def test_what_leaves_the_field_is_a_float(result: Any, right: str) -> None:
    assert type(result) is float
    assert result == pytest.approx(float(right), rel=1e-15)


def test_leaving_the_field_meets_no_limit_of_floats_on_the_way() -> None:
    small = Fraction(1, 10**400)
    ratio = ((1 + root(2)) * small) / ((1 + root(3)) * small)
    assert ratio == pytest.approx(0.8836634939894802, rel=1e-15)
    tiny = (root(2) * small + small).sqrt()
    assert tiny == pytest.approx(1.5537739740300374e-200, rel=1e-15)


Work = Callable[[Any, Any], Any]


@given(st.data(), radicands)
def test_random_expressions_are_worth_what_mpmath_says(data: st.DataObject, q: int) -> None:
    exact: Any = data.draw(surds(q))
    nearly = by_mpmath(exact)
    largest = abs(nearly)
    for _ in range(data.draw(st.integers(1, 6))):
        work: Work = data.draw(st.sampled_from([operator.add, operator.sub, operator.mul]))
        if data.draw(st.booleans()):
            work = operator.truediv
        other = data.draw(surds(q) | rationals)
        left, right = (exact, other) if data.draw(st.booleans()) else (other, exact)
        assume(work is not operator.truediv or right != 0)
        nearly = work(*(nearly if side is exact else by_mpmath(side) for side in (left, right)))
        exact = work(left, right)
        largest = max(largest, abs(nearly))  # where all of it cancels, mpmath keeps a trace of it
    assert isinstance(exact, Surd)
    assert exact.q in (0, root(q).q)
    assert abs(by_mpmath(exact) - nearly) <= largest * MANY.mpf(10) ** -200
    assert (exact > 0) == (nearly > MANY.mpf(10) ** -200)


@given(rationals.map(abs))
@example(Fraction(P**2 * Q, 3))
def test_a_root_squared_is_the_number(value: Fraction) -> None:
    assert root(value) * root(value) == value
    assert root(value) >= 0


@given(numbers)
def test_a_float_is_the_nearest(x: Surd) -> None:
    assert float(x) == nearest_float(by_mpmath(x))


@given(st.sampled_from([-1080, -1060, -1022, -600, 0, 600, 960]), any_surd)
def test_a_float_is_the_nearest_near_the_limits_of_floats(shift: int, x: Surd) -> None:
    assume(abs(x) < 10**12)
    scaled = x * Fraction(2) ** shift
    assert float(scaled) == nearest_float(by_mpmath(scaled))


@pytest.mark.parametrize(
    ("number", "nearest"),
    [
        (Surd(Fraction(1, 10)), 0.1),
        (Surd(2**53 + 1), 2.0**53),
        (Surd(2**53 + 3), 2.0**53 + 4),
        (2**53 + 1 + root(2) / 10**40, 2.0**53 + 2),
        (2**53 + 1 - root(2) / 10**40, 2.0**53),
        (Fraction(3, 2) - root(2), 0.08578643762690495),
        (-root(2) / 10**400, 0.0),
    ],
)
def test_a_float_near_the_middle_of_two_goes_to_its_side(number: Any, nearest: float) -> None:
    assert float(number) == nearest


@pytest.mark.parametrize("number", [Surd(10**400), root(2) * 10**400, -root(2) * 10**400])
def test_too_large_for_a_float_is_an_error(number: Surd) -> None:
    with pytest.raises(OverflowError):
        float(number)


def rounded_by_mpmath(x: Surd, places: int, mode: str) -> Decimal:
    """The decimal, from a value that is exact or no tie."""
    size: Any = abs(x.a) if x.is_rational else abs(by_mpmath(x))
    size *= Fraction(10) ** places if x.is_rational else MANY.mpf(10) ** places
    below = math.floor(size) if x.is_rational else int(MANY.floor(size))
    rest = size - below
    up = {
        "half-up": rest >= 0.5,
        "half-even": rest > 0.5 or (rest == 0.5 and below % 2 == 1),
        "truncate": False,
    }[mode]
    whole = below + up
    return Decimal((int(x < 0 and whole > 0), tuple(map(int, str(whole))), -places))


modes = st.sampled_from(list(ROUNDINGS))
halves = st.builds(Fraction, st.integers(-999, 999), st.sampled_from([2, 4, 20, 200])).map(Surd)


@given(modes, numbers, st.integers(-4, 90))
@settings(max_examples=200)
def test_decimals_are_rounded_as_the_mode_says(mode: str, x: Surd, places: int) -> None:
    result = x.rounded(places, mode)
    assert result.as_tuple() == rounded_by_mpmath(x, places, mode).as_tuple()


@given(modes, halves, st.integers(-2, 3))
def test_halves_are_rounded_as_the_mode_says(mode: str, x: Surd, places: int) -> None:
    result = x.rounded(places, mode)
    assert result.as_tuple() == rounded_by_mpmath(x, places, mode).as_tuple()


@pytest.mark.parametrize(
    ("number", "places", "half_up", "half_even", "truncate"),
    [
        (Surd(Fraction(55, 100)), 1, "0.6", "0.6", "0.5"),
        (Surd(Fraction(45, 100)), 1, "0.5", "0.4", "0.4"),
        (Surd(Fraction(-45, 100)), 1, "-0.5", "-0.4", "-0.4"),
        (Surd(Fraction(-1, 3)), 3, "-0.333", "-0.333", "-0.333"),
        (Surd(Fraction(-1, 300)), 2, "0.00", "0.00", "0.00"),
        (Surd(0), 2, "0.00", "0.00", "0.00"),
        (Surd(1250), -2, "1.3E+3", "1.2E+3", "1.2E+3"),
        (Surd(HALF) + root(2) / 10**40, 0, "1", "1", "0"),
        (Surd(HALF) - root(2) / 10**40, 0, "0", "0", "0"),
        (root(65), 14, "8.06225774829855", "8.06225774829855", "8.06225774829854"),
        (Surd(10**1300 + HALF), 0, "1" + "0" * 1299 + "1", "1" + "0" * 1300, "1" + "0" * 1300),
    ],
)
def test_decimals_worked_by_hand(
    number: Surd, places: int, half_up: str, half_even: str, truncate: str
) -> None:
    texts = {"half-up": half_up, "half-even": half_even, "truncate": truncate}
    assert {mode: str(number.rounded(places, mode)) for mode in ROUNDINGS} == texts
    assert number.rounded(places) == number.rounded(places, "half-up")


@pytest.mark.parametrize(
    ("number", "digits", "mode", "text"),
    [
        (root(2), 5, "half-up", "1.4142"),
        (-root(2) / 1000, 3, "half-up", "-0.00141"),
        (Surd(Fraction(9996, 1000)), 3, "half-up", "10.0"),
        (Surd(Fraction(9996, 1000)), 3, "truncate", "9.99"),
        (Surd(Fraction(25, 1000)), 1, "half-even", "0.02"),
        (Surd(Fraction(25, 1000)), 1, "half-up", "0.03"),
        (Surd(123456), 2, "half-up", "1.2E+5"),
        (Surd(1000), 4, "half-up", "1000"),
        (Surd(123456), 1, "truncate", "1E+5"),
        (Surd(0), 3, "half-up", "0"),
    ],
)
def test_significant_digits(number: Surd, digits: int, mode: str, text: str) -> None:
    assert str(number.significant(digits, mode)) == text
    assert number.significant(digits) == number.significant(digits, "half-up")


@given(modes, numbers, st.integers(1, 40))
def test_significant_digits_are_as_many_and_as_near(mode: str, x: Surd, digits: int) -> None:
    assume(x)
    result = x.significant(digits, mode)
    assert len(result.as_tuple().digits) == digits
    assert result.adjusted() in ((first := MANY.floor(MANY.log10(abs(by_mpmath(x))))), first + 1)
    assert result == x.rounded(-int(result.as_tuple().exponent), mode)


@pytest.mark.parametrize(
    ("number", "places"),
    [
        (Surd(7), 0),
        (Surd(Fraction(1, 8)), 3),
        (Surd(Fraction(3, 50)), 2),
        (Surd(Fraction(1, 2**9 * 5**4)), 9),
        (Surd(Fraction(1, 2**4 * 5**9)), 9),
        (Surd(Fraction(1, 5**3000)), 3000),
        (Surd(Fraction(1, 3)), None),
        (Surd(Fraction(1, 5**40 * 2 + 10)), None),
        (root(2), None),
        (1 + root(2) / 2, None),
    ],
)
def test_after_how_many_places_a_number_ends(number: Surd, places: int | None) -> None:
    assert number.terminates() == places


@given(st.integers(1, 10**6), st.integers(0, 40), st.integers(0, 40), st.sampled_from([1, 3, 7]))
def test_only_twos_and_fives_end(above: int, twos: int, fives: int, other: int) -> None:
    value = Fraction(above, 2**twos * 5**fives * other)
    ends = Surd(value).terminates()
    scaled = [value * 10**places for places in range(41)]
    first = next((places for places, whole in enumerate(scaled) if whole.denominator == 1), None)
    assert ends == first


@given(st.integers(2, 10**9).flatmap(surds) | tiny)
@settings(deadline=None)  # SymPy's first number takes a second
def test_the_text_has_the_terms_that_sympy_writes(x: Surd) -> None:
    read = sympy.sympify(str(x))
    assert sorted(str(read)) == sorted(str(x))  # of two negative terms, the larger may come first
    assert abs(by_mpmath(x) - MANY.mpf(str(sympy.N(read, 390)))) <= abs(by_mpmath(x)) / 10**250


def test_its_parts_are_a_plus_b_root_q() -> None:
    x = (3 - root(5)) / 6
    assert (x.a, x.b, x.q) == (HALF, Fraction(-1, 6), 5)
    assert not x.is_rational
    third = Surd(Fraction(1, 3))
    assert (third.a, third.b, third.q) == (Fraction(1, 3), Fraction(0), 0)
    assert third.is_rational
    assert (x - x).is_rational
    assert (x - x).q == 0


def nearly_as_large(x: Surd) -> st.SearchStrategy[Surd]:
    """Numbers with another root that differ from x in the last of many digits."""
    ratio = MANY.floor(by_mpmath(x) / MANY.sqrt(7) * MANY.mpf(10) ** 50)
    return st.integers(-2, 2).map(lambda more: root(7) * Fraction(int(ratio) + more, 10**50))


below = st.fractions(0, 1, max_denominator=9).filter(bool)
pairs = st.one_of(
    st.tuples(numbers, numbers),
    radicands.flatmap(lambda q: st.tuples(surds(q), surds(q))),
    numbers.flatmap(lambda x: st.tuples(st.just(x), nearly_as_large(x))),
    numbers.map(lambda x: (x, (x + 3) / 7 * 7 - 3)),
    st.builds(lambda x, b: (x, x + b * root(2)), rationals.map(Surd), below),
)


@given(pairs)
@example((Surd(0), root(2)))
@example((Surd(0), -root(2)))
@example((Surd(-1) / -2, Surd(1) / 3))
def test_order_is_that_of_the_values(pair: tuple[Surd, Surd]) -> None:
    x, y = pair
    between = by_mpmath(x) - by_mpmath(y)
    sign = 0 if abs(between) < MANY.mpf(10) ** -300 else int(MANY.sign(between))
    results = (x < y, x <= y, x == y, x != y, x >= y, x > y)
    assert results == (sign < 0, sign <= 0, sign == 0, sign != 0, sign >= 0, sign > 0)
    assert sign or hash(x) == hash(y)


@given(rationals)
def test_a_rational_number_is_the_same_in_every_type(value: Fraction) -> None:
    x = Surd(value)
    assert x == value
    assert value == x
    assert hash(x) == hash(value)
    assert {value, x} == {x}
    assert bool(x) == bool(value)


@pytest.mark.parametrize(
    ("holds", "other"),
    [
        (operator.eq, 0.5),
        (operator.eq, Decimal("0.5")),
        (operator.ne, 0.1),
        (operator.ne, "1/2"),
        (operator.ne, None),
        (operator.lt, math.inf),
        (operator.gt, -math.inf),
        (operator.lt, Decimal("Infinity")),
        (operator.ne, math.nan),
        (operator.gt, 0.49999999999999994),
        (operator.lt, np.float64(0.7)),
        (operator.lt, np.int64(1)),
    ],
)
def test_comparisons_with_other_types(holds: Work, other: Any) -> None:
    assert holds(Surd(HALF), other)


@pytest.mark.parametrize(
    ("x", "y"),
    [
        (root(P**2 * Q), P * root(Q)),
        (root(P**2 * Q) + 1, 1 + P * root(Q)),
        (root(P**2 * Q) - P * root(Q), Surd(0)),
        (root(P**2 * Q) + root(4 * Q), (P + 2) * root(Q)),
        (root(4 * Q) + root(P**2 * Q), (P + 2) * root(Q)),
        (root(P**2 * Q) * root(Q), Surd(P * Q)),
        (root(P**2 * Q) / root(2 * Q), Surd(P) / root(2)),
        ((1 + root(P**2 * Q)) * (root(Q) - 3), (1 + P * root(Q)) * (root(Q) - 3)),
        ((1 + root(P**2 * Q)) / (root(Q) - 3), (1 + P * root(Q)) / (root(Q) - 3)),
    ],
)
def test_a_square_that_was_not_found_makes_no_other_number(x: Any, y: Any) -> None:
    assert root(P**2 * Q).q == P**2 * Q
    assert isinstance(x, Surd)
    assert x == y
    assert hash(x) == hash(y)
    assert x.is_rational == y.is_rational


def test_numbers_of_one_rational_part_have_hashes_of_their_own() -> None:
    assert len({hash(1 + b * root(q)) for b in (-2, -1, 1, 2) for q in (2, 3, 5)}) == 12


def test_roots_and_powers_of_large_terms_are_floats() -> None:
    at_most, more = Fraction(1, 2 ** (MOST - 1)), Fraction(2**MOST - 1, 2 ** (MOST + 1) - 3)
    assert root(at_most) * root(at_most) == at_most
    assert type(Surd(more).sqrt()) is float
    assert Surd(more).sqrt() == math.sqrt(0.5)
    assert Surd(Fraction(1, 2)) ** (MOST // 2) == Fraction(1, 2 ** (MOST // 2))
    assert type(Surd(Fraction(1, 2)) ** (MOST // 2 + 1)) is float
    assert type(root(3) ** -MOST) is float
    assert Surd(-1) ** (10**9 + 1) == -1


@pytest.mark.parametrize(
    ("number", "bits"),
    [
        (Surd(0), 1),
        (Surd(-1024), 11),
        (Surd(Fraction(1, 256)), 9),
        (root(1023), 10),
        (1 + 4 * root(2), 3),
    ],
)
def test_its_size_is_that_of_the_largest_term(number: Surd, bits: int) -> None:
    assert number.size() == bits


@pytest.mark.parametrize("text", ["1e-8193", "1e8193", "-1e-99999999999", "0." + "3" * 8193])
def test_a_decimal_with_too_many_digits_is_refused(text: str) -> None:
    with pytest.raises(OverflowError):
        Surd(Decimal(text))


def test_decimals_up_to_the_limit_are_taken() -> None:
    assert Surd(Decimal("1e-8192")) == Fraction(1, 10**8192)
    assert Surd(Decimal("1e8192")) == 10**8192


@pytest.mark.parametrize(
    ("work", "error"),
    [
        (lambda: Surd(1) / 0, ZeroDivisionError),
        (lambda: root(2) / Surd(0), ZeroDivisionError),
        (lambda: 1 / (root(2) - root(2)), ZeroDivisionError),
        (lambda: Surd(0) ** -1, ZeroDivisionError),
        (lambda: Surd(math.inf), OverflowError),
        (lambda: Surd(Decimal("-Infinity")), OverflowError),
        (lambda: Surd(math.nan), ValueError),
        (lambda: Surd(Decimal("NaN")), ValueError),
        (lambda: Surd("1/2"), TypeError),  # type: ignore[arg-type]
        (lambda: Surd(1) + "1", TypeError),
        (lambda: None - Surd(1), TypeError),
        (lambda: Surd(1) < "1", TypeError),
        (lambda: Surd(1) ** "1", TypeError),
        (lambda: Surd(1).rounded(0, "up"), KeyError),
    ],
)
def test_what_has_no_result_is_an_error(work: Callable[[], Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        work()


@pytest.mark.parametrize("number", [Surd(-1), 1 - root(2), -Fraction(1, 3) * root(2)])
def test_a_negative_number_has_no_square_root(number: Surd) -> None:
    with pytest.raises(ValueError, match="square root of a negative number"):
        number.sqrt()


@pytest.mark.parametrize(
    ("x", "tolerance"),
    [(Fraction(1, 3), 3e-16), (Fraction(7001, 10), 3e-16), (Fraction(-7001, 10), 3e-16)],
)
def test_exponentials_come_from_the_exact_number(x: Fraction, tolerance: float) -> None:
    for number in (Surd(x), x + root(2), root(2) - 1):
        right = MANY.exp(by_mpmath(number))
        assert number.exp() == pytest.approx(nearest_float(right), rel=tolerance)
        right = MANY.tanh(by_mpmath(number))
        assert number.tanh() == pytest.approx(nearest_float(right), rel=tolerance)


@given(numbers)
def test_the_root_of_a_root_is_the_nearest_float(x: Surd) -> None:
    assume(not x.is_rational)
    assert abs(x).sqrt() == nearest_float(MANY.sqrt(abs(by_mpmath(x))))


@pytest.mark.parametrize("x", [root(5), (1 - root(5)) / 3, Surd(Fraction(-2, 7))])
def test_copies_and_pickles_are_the_number(x: Surd) -> None:
    for twin in (copy.copy(x), copy.deepcopy(x), pickle.loads(pickle.dumps(x)), Surd(x)):
        assert (twin.a, twin.b, twin.q) == (x.a, x.b, x.q)


@pytest.mark.parametrize("name", ["a", "b", "q", "is_rational", "label"])
def test_a_number_does_not_change(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(root(5), name, 1)


def test_numpy_works_a_layernorm_in_it() -> None:
    z = np.array([[Surd(1), Surd(2), Surd(3), Surd(4)]])
    mean = z.sum(-1, keepdims=True) / z.shape[-1]
    deviations = z - mean
    sigma = np.sqrt((deviations * deviations).sum(-1, keepdims=True) / z.shape[-1])
    normalized = deviations / sigma
    assert [str(n) for n in normalized[0]] == [
        "-3*sqrt(5)/5", "-sqrt(5)/5", "sqrt(5)/5", "3*sqrt(5)/5"
    ]  # fmt: skip
    assert normalized.sum() == 0
    assert (normalized**2).sum() == 4
    assert normalized.astype(float)[0].tolist() == [
        -1.3416407864998738, -0.4472135954999579, 0.4472135954999579, 1.3416407864998738
    ]  # fmt: skip
    with_eps = deviations / (sigma + Decimal("1e-6"))
    assert {type(n) for n in with_eps.flat} == {Surd}
    assert with_eps.astype(float)[0, 0] == -1.3416395865009471
    assert np.exp(z).tolist()[0][:2] == [math.e, math.exp(2)]
    assert np.tanh(z).tolist()[0][0] == math.tanh(1)
    assert abs(-z).tolist() == z.tolist()


def test_what_has_no_root_in_common_and_is_too_large_for_float64_is_infinite() -> None:
    first, second = Surd(3 * 10**308) * Surd(2).sqrt(), Surd(3 * 10**308) * Surd(3).sqrt()
    assert first + second == math.inf
    assert -first - second == -math.inf
    assert first + 1.0 == math.inf
