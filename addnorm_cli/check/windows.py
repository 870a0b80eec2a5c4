"""How near a number has to come to a claimed one: the window that the claim's own digits leave."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from addnorm_cli.check.sheet import Desk, Sheet
from addnorm_cli.model.claim import Claim
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.roots import nearest

_UNIT_FROM = 3
"""From so many decimals on, one unit of the last place is as near as the digits themselves."""
_NOISE = 2.0**-44
_LONG = 7
"""Digits from which on a typed number may have been printed by a machine."""
_MACHINE = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}
_ROUNDINGS = 16
"""So many roundings of a machine type may lie between two ways of working."""


@record
class Window:
    """What numbers a claim may stand for.

    Attributes:
        number: The claimed numbers; NaN for a gap.
        half: How far the nearest rounding goes.
        cut: How far a number that was cut off may lie beyond the claimed one.
        loose: How far one unit of the last place goes, or what machine numbers may be off.
    """

    number: Array
    half: Array
    cut: Array
    loose: Array

    @property
    def size(self) -> int:
        """How many numbers are claimed."""
        return int(np.isfinite(self.number).sum())

    def misses(self, values: Array, *, loosely: bool = False) -> Array:
        """Which components of `values` (variants, n) are not the claimed ones; a gap never is."""
        gap = abs(values - self.number)
        slack = _NOISE * abs(values)
        near = gap <= self.half + slack
        cut = (gap < self.cut) & (abs(values) > abs(self.number)) & (values * self.number >= 0)
        near |= cut | np.isnan(self.number)
        if loosely:
            near |= gap <= self.loose + slack
        missed: Array = ~near
        return missed

    def fits(self, values: Array, *, loosely: bool = False) -> Array:
        """Which of `values` (variants, n) are what is claimed, in every component."""
        missed: Array = self.misses(values, loosely=loosely)
        return np.logical_not(missed.any(axis=1))

    def part(self, places: Array) -> Window:
        """The window of some components."""
        return Window(self.number[places], self.half[places], self.cut[places], self.loose[places])


def window_of(claim: Claim, right: Array, stretch: Array | float = 1.0) -> Window:
    """The window of a claim.

    Args:
        claim: What is claimed.
        right: The right numbers, for the sizes that machine numbers are off by.
        stretch: How much larger than the numbers themselves what they were made of is.
    """
    flat = claim.numbers.reshape(-1)
    if claim.kind == "array":
        number = np.array([np.nan if each is None else float(each) for each in flat])
        unit = _MACHINE.get(claim.dtype or "float64", 2.0**-52)
        size = np.nanmax(abs(number), initial=0.0)
        near = _ROUNDINGS * unit * np.maximum(abs(right).reshape(-1), size) * stretch
        return Window(number, near, np.zeros(len(number)), near)
    places = max((_places(each) for each in flat), default=0) if claim.json else None
    rows = [_typed(each, places) for each in flat]
    number, half, cut, loose = (np.array(column) for column in zip(*rows, strict=True))
    return Window(number, half, cut, loose)


def stretch_of(sheet: Sheet, desk: Desk) -> Array:
    """How much larger than its spread the numbers of each row are; what is lost in a machine."""
    found = desk.work(sheet, ["z", "denominator"]) if "denominator" in sheet.lines else None
    if found is None or found[0][0].ndim != 2 or found[1][0].shape[0] != found[0][0].shape[0]:
        return np.ones(sheet.rows)
    z, below = found[0][0], found[1][0]
    stretch: Array = np.maximum(1.0, abs(z).max(1) / below.reshape(len(z), -1).max(1))
    return stretch


def stretched_window(claim: Claim, right: Array, sheet: Sheet, desk: Desk) -> Window:
    """The window of a claim on a sheet, whose rows may lie far from zero.

    Args:
        claim: What is claimed.
        right: The right numbers, one after the other.
        sheet: The sheet of its case.
        desk: Where sheets are worked.
    """
    if claim.kind != "array":
        return window_of(claim, right)
    stretch = stretch_of(sheet, desk)
    each = len(right) // max(1, len(stretch))
    fits = each * len(stretch) == len(right)
    return window_of(claim, right, np.repeat(stretch, each) if fits else float(stretch.max()))


def joined(windows: Sequence[Window]) -> Window:
    """Several claims as one."""
    parts = ("number", "half", "cut", "loose")
    return Window(*(np.concatenate([getattr(each, part) for each in windows]) for part in parts))


def _places(number: Any) -> int:
    if not isinstance(number, Decimal):
        return 0
    return max(0, -int(number.as_tuple().exponent))


def _typed(number: Any, places: int | None) -> tuple[float, float, float, float]:
    if number is None:
        return np.nan, 0.0, 0.0, 0.0
    value = nearest(number)
    if not isinstance(number, Decimal):
        exactly = _NOISE * abs(value)
        return value, exactly, 0.0, exactly
    places = _places(number) if places is None else places
    unit = 10.0**-places
    loose = unit if places >= _UNIT_FROM else 0.5 * unit
    if len(number.as_tuple().digits) >= _LONG:
        loose = max(loose, _ROUNDINGS * _MACHINE["float32"] * abs(value))
    return value, 0.5 * unit, unit, loose
