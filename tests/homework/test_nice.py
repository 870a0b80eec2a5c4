"""Numbers that come out even: for which sizes there are any, and that those drawn are some."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import isqrt

import numpy as np
import pytest

from addnorm_cli.homework.nice import ENDING_SIGMAS, SIGMAS, Evenness, EvenNumbers

KINDS = [Evenness(0), Evenness(1), Evenness(0, centred=False)]


def sigma_of(numbers: tuple[int, ...], evenness: Evenness) -> Fraction | None:
    """σ as a fraction, where it is one."""
    square = Fraction(sum(n * n for n in numbers), len(numbers) - evenness.ddof)
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return root if root * root == square else None


@pytest.mark.parametrize(("d", "most"), [(1, 200), (2, 200), (3, 60), (4, 6), (5, 4)])
@pytest.mark.parametrize("evenness", KINDS)
def test_the_sizes_without_any_are_those_where_a_search_finds_none(
    evenness: Evenness, d: int, most: int
) -> None:
    if evenness.ddof >= d:
        assert d not in evenness.sizes(d)
        return
    free = d - 1 if evenness.centred else d
    span = range(-most, most + 1) if free < 3 else range(most + 1)
    found = False
    for chosen in product(span, repeat=free):
        numbers = (*chosen, -sum(chosen)) if evenness.centred else chosen
        found = found or (any(numbers) and sigma_of(numbers, evenness) is not None)
    if free >= 3 and not found:  # the search above leaves signs out
        found = any(
            any(c) and sigma_of((*c, -sum(c)) if evenness.centred else c, evenness) is not None
            for c in product(range(-most, most + 1), repeat=free)
        )
    assert found == (d in evenness.sizes(d))


@pytest.mark.parametrize(
    ("evenness", "d"),
    [(e, d) for e in KINDS for d in (2, 3, 4, 5, 6, 7, 8, 13, 64, 512) if d in e.sizes(d)],
)
def test_what_is_drawn_comes_out_even(evenness: Evenness, d: int) -> None:
    numbers = EvenNumbers(d, evenness, np.random.RandomState(d))
    for _ in range(5):
        drawn = tuple(numbers.draw())
        assert len(drawn) == d
        assert sum(drawn) == 0 or not evenness.centred
        assert sigma_of(drawn, evenness) in SIGMAS


def test_sigma_can_be_asked_for() -> None:
    numbers = EvenNumbers(4, Evenness(), np.random.RandomState(0))
    drawn = {sigma_of(tuple(numbers.draw(ENDING_SIGMAS)), Evenness()) for _ in range(30)}
    assert drawn <= set(map(Fraction, ENDING_SIGMAS))
    assert len(drawn) > 2


def test_they_vary_before_they_repeat() -> None:
    numbers = EvenNumbers(4, Evenness(), np.random.RandomState(7))
    drawn = [np.sort(np.abs(numbers.draw())) for _ in range(6)]
    shapes = {tuple((each / each.max()).round(6)) for each in drawn}
    assert len(shapes) >= 5
    assert (1.0, 1.0, 1.0, 1.0) not in shapes
