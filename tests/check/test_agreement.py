"""By which measure a claimed number is the right one; the right numbers are decimals by hand."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from addnorm_cli.check.agreement import agreement, basis_of, fits
from addnorm_cli.model.claim import Claim
from addnorm_cli.numbers.surd import Surd

ROOT_2 = Surd(2).sqrt()
"""1.41421356…"""


@pytest.mark.parametrize(
    ("claimed", "right", "basis"),
    [
        ("1.41", ROOT_2, "digits"),
        ("1.414", ROOT_2, "digits"),
        ("1.4142", ROOT_2, "digits"),
        ("1", ROOT_2, "digits"),
        ("2", ROOT_2, None),
        ("1.42", ROOT_2, None),  # two decimals are not let off a unit
        ("1.415", ROOT_2, "unit"),
        ("1.416", ROOT_2, None),
        ("1.413", ROOT_2, None),
        ("-1.414", ROOT_2, None),
        ("0.6", Surd(Fraction(2, 3)), "truncated"),
        ("0.66", Surd(Fraction(2, 3)), "truncated"),
        ("-0.66", Surd(Fraction(-2, 3)), "truncated"),
        ("0.666", Surd(Fraction(2, 3)), "unit"),
        ("0.5", Surd(Fraction(2, 3)), None),
        ("0.12", Surd(Decimal("0.125")), "digits"),  # half to even, half down
        ("0.13", Surd(Decimal("0.125")), "digits"),
        ("0.13", Surd(Decimal("0.1247")), "rounded-twice"),  # 0.125, then 0.13
        ("0.13", Surd(Decimal("0.1244")), None),
        ("0.00", Surd(Decimal("0.004")), "digits"),
        ("0.50", 0.5, "digits"),
        ("0.3", 0.1 + 0.2, "digits"),
        ("1.2e3", Surd(1249), "digits"),
        ("1.2e3", Surd(1251), "truncated"),
        ("1.5e-7", 1.54e-7, "digits"),
        ("1.4e-7", 1.54e-7, None),
        ("1.43e-7", 1.437e-7, "unit"),
    ],
)
def test_typed_digits(claimed: str, right: Any, basis: str | None) -> None:
    assert basis_of(Decimal(claimed), right) == basis


def test_fractions_and_roots_are_exact_or_wrong() -> None:
    assert basis_of(Fraction(2, 3), Surd(Fraction(2, 3))) == "exact"
    assert basis_of(Fraction(2, 3), 2 / 3) == "exact"
    assert basis_of(Fraction(667, 1000), Surd(Fraction(2, 3))) is None
    assert basis_of(ROOT_2, Surd(Fraction(1, 2)).sqrt() * Surd(2)) == "exact"
    assert basis_of(ROOT_2, 1.4142) is None


def test_a_slip_has_to_give_the_digits_and_not_one_beside_them() -> None:
    numbers = np.array([Decimal("1.415"), None, Decimal("1.41")], dtype=object)
    claim = Claim("result", numbers, "typed", numbers)
    right = np.array([2**0.5, 7.0, 2**0.5])
    assert fits(claim, right).tolist() == [False, True, True]
    array = Claim("result", np.array([1.0, 2.0]), "array")
    assert fits(array, np.array([1.0, 2.5]), 0.1).tolist() == [True, False]


def test_many_typed_numbers_are_judged_as_few_are() -> None:
    right = np.arange(1, 701) / 7
    numbers = np.array([Decimal(f"{value:.3f}") for value in right], dtype=object)
    # 1/7 is 0.142857…, 2/7 0.285714…, 3/7 0.428571… and 4/7 0.571428…
    numbers[:4] = [None, Decimal("0.285"), Decimal("0.42"), Fraction(4, 7)]
    numbers[4] += Decimal("0.002")
    found = agreement(Claim("result", numbers, "typed", numbers), right)
    assert found.basis[:5].tolist() == [None, "unit", "truncated", "exact", None]
    assert set(found.basis[5:]) == {"digits"}
    assert found.ok.tolist() == [True] * 4 + [False] + [True] * 695
