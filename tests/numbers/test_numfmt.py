"""Numbers as digits."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from addnorm_cli.numbers.numfmt import (
    Meant,
    Shown,
    align,
    full,
    meant,
    power_above,
    show,
    show_alike,
    show_places,
    show_typed,
)

finite = st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False)


@pytest.mark.parametrize(
    ("value", "precision", "text", "exact"),
    [
        pytest.param(0.6725, 4, "0.6725", True, id="all digits fit"),
        pytest.param(2.69, 4, "2.69", True, id="no zeros are added"),
        pytest.param(0.3746581775432107, 4, "0.3747", False, id="rounded"),
        pytest.param(0.3746581775432107, 12, "0.374658177543", False, id="more digits on request"),
        pytest.param(-0.0, 4, "0", True, id="no negative zero"),
        pytest.param(-0.00001, 4, "-1e-05", True, id="never 0.0000 for a number"),
        pytest.param(-0.00001234567, 4, "-1.2346e-05", False, id="small and rounded"),
        pytest.param(1e200, 4, "1e+200", True, id="huge"),
        pytest.param(123456789.5, 4, "123456789.5", True, id="large but plain"),
        pytest.param(5e-324, 4, "5e-324", True, id="the smallest float"),
        pytest.param(0.5, 0, "1", False, id="no decimals, half up"),
        pytest.param(-2.5, 0, "-3", False, id="half up is away from zero"),
    ],
)
def test_a_computed_number_shows(value: float, precision: int, text: str, exact: bool) -> None:
    shown = show(value, precision)
    assert (shown.text, shown.exact) == (text, exact)


@pytest.mark.parametrize(
    ("value", "error", "precision", "shown"),
    [
        pytest.param(0.1 + 0.2 - 0.3, 2e-16, 4, Shown("0", False, True), id="noise"),
        pytest.param(0.1 + 0.2 - 0.3, 2e-17, 4, Shown("5.5511e-17", False), id="no noise"),
        pytest.param(0.1 + 0.2 - 0.3, 0.0, 4, Shown("5.5511e-17", False), id="as it is"),
        pytest.param(0.0, 2e-16, 4, Shown("0", True), id="zero is no noise"),
        pytest.param(1.24 - 0.6725, 2e-16, 4, Shown("0.5675", True), id="what is meant"),
        pytest.param(1.24 - 0.6725, 2e-16, 3, Shown("0.568", False), id="half up from it"),
        pytest.param(1 / 3, 1e-16, 30, Shown("0.333333333333333", False), id="no digit beyond"),
        pytest.param(123456.789, 20.0, 4, Shown("1.235e+05", False), id="known to the hundreds"),
    ],
)
def test_a_float_is_shown_as_far_as_it_is_known(
    value: float, error: float, precision: int, shown: Shown
) -> None:
    assert show(value, precision, error) == shown


@pytest.mark.parametrize(
    ("error", "text"), [(1e-15, "1e-14"), (9e-16, "1e-15"), (2.0**-53, "1e-15"), (3.0, "1e+01")]
)
def test_a_bound_is_rounded_up_to_a_power_of_ten(error: float, text: str) -> None:
    assert power_above(error) == text


def test_numbers_that_stand_together_have_the_same_decimals() -> None:
    values = [Meant(Decimal("0.5")), Meant(Decimal("0.25")), Meant(Decimal("-3"))]
    assert [s.text for s in show_alike(values, 4)] == ["0.50", "0.25", "-3.00"]


@pytest.mark.parametrize(
    ("typed", "text"),
    [("0.80", "0.80"), ("-0.10", "-0.10"), ("1", "1"), ("0.123456789012", "0.123456789012"),
     ("1E-7", "1e-7"), ("-0", "-0")],
)  # fmt: skip
def test_typed_digits_stay(typed: str, text: str) -> None:
    assert show_typed(Decimal(typed), 2).text == text


def test_a_fraction_is_shown_as_a_rounded_decimal() -> None:
    assert show_typed(Decimal("0." + "3" * 50), 4).text == "0.3333"


@pytest.mark.parametrize(
    ("number", "places", "text"),
    [("0.6800", 4, "0.6800"), ("0", 3, "0.000"), ("1E-6", 4, "0.000001")],
)
def test_by_hand_numbers_keep_their_decimals(number: str, places: int, text: str) -> None:
    assert show_places(Decimal(number), places).text == text


@given(finite)
def test_full_digits_read_back_as_the_same_number(value: float) -> None:
    assert float(full(value)) == value


@given(finite, st.integers(0, 20))
def test_shown_numbers_are_within_half_a_unit(value: float, precision: int) -> None:
    shown = Decimal(show(value, precision).text)
    unit = Decimal(10) ** -precision
    assert abs(shown - Decimal(value)) <= max(unit, abs(Decimal(value)) * unit) + abs(
        Decimal(value)
    ) * Decimal("1e-12")


@given(finite)
def test_no_number_but_zero_is_shown_as_zero(value: float) -> None:
    assert (float(show(value, 4).text) == 0) == (value == 0)


@given(finite, st.floats(1e-17, 1e-3))
def test_what_a_float_means_is_near_it(value: float, part: float) -> None:
    error = abs(value) * part
    assert abs(meant(value, error).number - Decimal(value)) <= 20 * Decimal(error) + Decimal(
        abs(value)
    ) * Decimal("1e-16")


@pytest.mark.parametrize(
    ("texts", "aligned"),
    [
        (["1.5", "-10.25", "3"], ["  1.5 ", "-10.25", "  3   "]),
        (["…", "0.5"], ["…  ", "0.5"]),
        (["1e-07", "0.5"], ["1e-07", "0.5  "]),
    ],
)
def test_decimal_points_stand_under_each_other(texts: list[str], aligned: list[str]) -> None:
    assert align(texts) == aligned
