"""Slips with a number that the claim has to tell: an ε, a component that was worked wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from addnorm_cli.check.change import Change, ruled, takes
from addnorm_cli.check.sheet import Sheet
from addnorm_cli.formula.norm_parts import STATISTIC
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.numbers.arithmetic import Array

if TYPE_CHECKING:
    from addnorm_cli.check.case import ClaimedCase

_SMALLEST, _LARGEST = -13.0, 4.0
"""The powers of ten between which an ε is looked for."""
_GRID, _ROUNDS = 52, 4
_DIGITS = range(1, 9)
"""So many digits a fitted number may take."""
_COMPONENT_STEPS = ("linear", "residual", "deviations", "mean", "sigma", "rms", "variance",
                    "mean_square", "squares", "denominator")  # fmt: skip
"""The steps in which a slip of arithmetic is carried on."""
_NEVER_NEGATIVE = ("sigma", "rms", "variance", "mean_square", "squares", "denominator")
"""Nobody writes a square or a root that is negative and goes on."""
_MOST_COMPONENTS = 64
_STARTS = (1.0, -1.0, 0.5, 2.0)
_STEPS = 7
_FEWEST = 3
"""A number that is fitted to fewer than so many claimed ones says nothing."""


def follow_eps(case: ClaimedCase) -> Iterator[Change]:
    """The ε that fits, in its own place and in the other, with as few digits as it takes."""
    if not takes(case.sheet, "eps") or case.sheet.rule is None:
        return
    own = case.sheet.rule.eps_at
    places = (own, "sigma" if own == "variance" else "variance")
    for place in places if takes(case.sheet, "eps_at") else places[:1]:
        sheet = case.small if place == own else ruled(case.small, eps_at=place)

        def distances(powers: Array, sheet: Sheet = sheet) -> Array:
            return case.distances([Change(sheet, {"eps": np.asarray(10.0**p)}) for p in powers])

        powers = np.linspace(_SMALLEST, _LARGEST, _GRID)
        for _ in range(_ROUNDS):
            best, width = powers[distances(powers).argmin()], powers[1] - powers[0]
            powers = np.linspace(best - width, best + width, 17)
        full = case.sheet if place == own else ruled(case.sheet, eps_at=place)
        where = {} if place == own else {"eps_at": place}
        for digits in _DIGITS:
            text = _shown(10.0**best, digits)
            yield Change(full, {"eps": np.asarray(float(text))}, {"eps": text, **where},
                         rules=1 + (place != own), fitted=True)  # fmt: skip


def follow_component(case: ClaimedCase) -> Iterator[Change]:
    """One number of a step that was worked wrong, and all that follows from it."""
    sheet = case.sheet
    if case.window.size < _FEWEST or case.sampled:
        return
    for name in _COMPONENT_STEPS:
        if name not in sheet.lines or name in case.names:
            continue
        right = case.base(name)
        if right is None or right.size > _MOST_COMPONENTS:
            continue
        for place, value in _solved(case, name, right):
            if value < 0 and name in _NEVER_NEGATIVE:
                continue
            index = sheet.place(name, place) if right.ndim else []
            for digits in _DIGITS:
                text = _shown(value, digits)
                facts = {"step": name, "index": index, "as": text}
                given = {name: _with(right, place, float(text))}
                yield Change(sheet, given, facts, fitted=True)


def _shown(value: float, digits: int) -> str:
    """A fitted number with so many digits, as a person writes it."""
    return f"{value:.{digits}g}".replace("e-0", "e-").replace("e+0", "e")


def _with(array: Array, place: int, value: float) -> Array:
    changed = array.copy()
    changed.reshape(-1)[place] = value
    return changed


def _solved(case: ClaimedCase, name: str, right: Array) -> Iterator[tuple[int, float]]:
    """For each component of a step the number with which the claim comes nearest, if it is near."""
    places = np.repeat(np.arange(right.size), len(_STARTS))
    scale = float(abs(right).max()) or 1.0
    values = np.tile(_STARTS, right.size) * right.reshape(-1)[places]
    values = np.where(values == 0, np.tile(_STARTS, right.size) * scale, values)

    def gaps(values: Array) -> Array:
        pairs = zip(places.tolist(), values.tolist(), strict=True)
        changes = [Change(case.sheet, {name: _with(right, *pair)}) for pair in pairs]
        return np.nan_to_num(case.gaps(changes), nan=1e9, posinf=1e9, neginf=-1e9)

    step = 1e-6 * scale
    for _ in range(_STEPS):
        both = gaps(values), gaps(values + step)
        slope = (both[1] - both[0]) / step
        size = (slope * slope).sum(1)
        move = -(slope * both[0]).sum(1) / np.where(size == 0, 1, size)
        values = values + np.clip(move, -scale, scale)
        if (abs(move) <= 1e-9 * scale).all():
            break
    worst = abs(gaps(values)).max(1)
    for place in range(right.size):
        mine = np.flatnonzero(places == place)
        best = mine[worst[mine].argmin()]
        if worst[best] <= 2 and not np.isclose(values[best], right.reshape(-1)[place], rtol=1e-9):
            yield place, float(values[best])


def other_row(case: ClaimedCase) -> Iterator[Change]:
    """One row with the mean and the spread of another."""
    sheet = case.sheet
    if sheet.rule is None or NORMS[sheet.rule.kind].over != "row" or sheet.rows < 2:
        return
    wrong = case.wrong_rows()
    if wrong is None or len(wrong) != 1:
        return
    names = [name for name, line in sheet.lines.items() if line.index == STATISTIC]
    right = {name: value for name in names if (value := case.base(name)) is not None}
    (row,) = (int(each) for each in wrong)
    others = [other for other in range(sheet.rows) if other != row]
    alone, window = case.of_row(row)
    statistics = [
        {name: value[[other]] for name, value in right.items()} for other in others
    ]  # fmt: skip
    values = case.values([Change(alone, given) for given in statistics], window)
    for n in np.flatnonzero(window.fits(values, loosely=True)):
        given = {}
        for name, value in right.items():
            given[name] = value.copy()
            given[name][row] = value[others[n]]
        yield Change(sheet, given, {"row": row, "of": others[n]}, whole=True)
