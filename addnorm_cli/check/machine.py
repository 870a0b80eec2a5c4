"""Slips of a machine: steps or statistics in a small type, and E[z²] - μ² where digits cancel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from addnorm_cli.check.sheet import Sheet
from addnorm_cli.formula.expr import Div, Expr, Ref, Total, total
from addnorm_cli.formula.norm_parts import VECTOR
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array, Machine

if TYPE_CHECKING:
    from addnorm_cli.check.case import ClaimedCase

UNITS = {"float64": 2.0**-53, "float32": 2.0**-24, "float16": 2.0**-11, "bfloat16": 2.0**-8}
"""How far a number may be off when it is rounded to a type, as a part of itself."""
_SMALL = ("float16", "bfloat16")
_ROUNDINGS, _SUMMED = 4, 16
"""So many roundings may fall on one number, and on a sum of many."""
_TELLING = 3
"""So many numbers have to lie on the grid of a type where they need not."""
_FAR = 4.0
"""From so many times the variance on, E[z²] is of numbers far from zero."""
_FARTHER = 1000.0
"""From so many times on, it is told by its noise alone."""
_z = Ref("z", VECTOR)


def small_type(case: ClaimedCase) -> Iterator[dict[str, Any]]:
    """All steps, or the statistics alone, in float16 or bfloat16."""
    window = case.window
    right = case.right
    for name in _SMALL:
        off = _ROUNDINGS * UNITS[name] * np.maximum(abs(right), np.nanmax(abs(right)))
        if not (off > window.half).any():
            return
        values = case.again(Machine(name))
        same = values is not None and not window.misses(values[None], loosely=True).any()
        kept = _near(window.number, right, 4 * off) and _is_kept_in(case, name)
        if same or kept:
            yield {"dtype": name}
        elif _statistics_off(case, name):
            yield {"dtype": name, "in": "statistics"}


def _near(number: Array, right: Array, off: Array) -> bool:
    return bool((np.isnan(number) | (abs(number - right) <= off)).all())


def _is_kept_in(case: ClaimedCase, name: str) -> bool:
    """Whether the claimed numbers are such as a type can hold, before γ and β at least."""
    number, half = case.window.number, case.window.half
    if _on_grid(number, half, name):
        return True
    right = case.base("normalized")
    if case.typed or case.names != ("output",) or right is None or right.size != number.size:
        return False
    before, near = _without_affine(case, right.shape)
    return before is not None and _on_grid(before.reshape(-1), near.reshape(-1), name)


def _on_grid(number: Array, half: Array, name: str) -> bool:
    """Whether all numbers are such as a type can hold, and some of them tell that by it."""
    kept = np.isfinite(number)
    number, half = number[kept], half[kept]
    bits = {"float16": 11, "bfloat16": 8}[name]
    spacing = np.exp2(np.floor(np.log2(np.maximum(abs(number), 1e-30))) + 1 - bits)
    nearest = np.rint(number / spacing) * spacing
    telling = spacing > 4 * half
    slack = half + 1e-12 * abs(number)
    return bool((abs(nearest - number) <= slack).all() and telling.sum() >= _TELLING)


@record
class _Rows:
    """Claimed rows as the right ones before γ and β: slope · ẑ + shift, where they are that."""

    slope: Array
    shift: Array


def _as_rows(case: ClaimedCase, noise: Array | float = 0.0) -> _Rows | None:
    """What every claimed row makes of its right one, if that is all; `noise` is what ẑ is off."""
    right = case.base("normalized")
    if case.names not in (("output",), ("normalized",)) or right is None or right.ndim != 2:
        return None
    number, half = _without_affine(case, right.shape)
    if number is None or not np.isfinite(number).all() or right.shape[1] < _TELLING:
        return None
    centre = right.mean(1, keepdims=True)
    spread = ((right - centre) ** 2).sum(1, keepdims=True)
    slope = (number * (right - centre)).sum(1, keepdims=True) / np.where(spread == 0, 1, spread)
    shift = number.mean(1, keepdims=True) - slope * centre
    near = abs(slope * right + shift - number) <= 2 * half + noise * abs(slope)
    return _Rows(slope[:, 0], shift[:, 0]) if near.all() else None


def _statistics_off(case: ClaimedCase, name: str) -> bool:
    """Whether every row is the right one but for its mean and its spread, by little."""
    rows = None if case.typed else _as_rows(case)
    if rows is None:
        return False
    most = _ROUNDINGS * UNITS[name] * case.stretch
    return bool((abs(rows.slope - 1) <= most).all() and (abs(rows.shift) <= most).all())


def _without_affine(case: ClaimedCase, shape: tuple[int, ...]) -> tuple[Array | None, Array]:
    """The claimed numbers before γ and β, and how near they have to be met."""
    number, half = (each.reshape(shape) for each in (case.window.number, case.window.half))
    if case.names == ("normalized",):
        return number, half
    given = case.sheet.given
    found = [given.get(f"group_{name}", given.get(name)) for name in ("gamma", "beta")]
    if any(each is None or each.size not in (number.size, shape[-1]) for each in found):
        return None, half
    gamma, beta = (np.asarray(each).reshape(shape if each.size == number.size else -1)
                   for each in found if each is not None)  # fmt: skip
    if (gamma == 0).any():
        return None, half
    return (number - beta) / gamma, half / abs(gamma)


def cancelled(case: ClaimedCase) -> Iterator[dict[str, Any]]:
    """σ² as E[z²] - μ², which loses its digits where numbers lie far from zero."""
    if "variance" not in case.sheet.lines:  # it is claimed, and stands as it is
        return
    variance, below, z = (case.base(name) for name in ("variance", "denominator", "z"))
    if variance is None or below is None or z is None or z.ndim != 2 or case.sheet.rows != len(z):
        return
    square, below = (z * z).mean(1), below.reshape(-1)
    if variance.shape != square.shape or not (square > _FAR * variance).any():
        return
    formula = _difference_of_squares(case.sheet)
    far = bool((square > _FARTHER * variance).any())
    for name in ("float64", "float32", "float16"):
        off = _SUMMED * UNITS[name] * square
        if not (off > variance * case.window.half.min()).any():
            continue
        values = None if formula is None else case.again(Machine(name), {"variance": formula})
        same = values is not None and not case.window.misses(values[None], loosely=True).any()
        noise = _SUMMED * UNITS[name] * np.sqrt(square) / below
        rows = _as_rows(case, noise[:, None]) if far and not same else None
        if same or (rows is not None and _is_within(rows, below, off, noise)):
            yield {"dtype": name}
            return


def _is_within(rows: _Rows, below: Array, off: Array, noise: Array) -> bool:
    """Whether other spreads and means are no further off than E[z²] - μ² may bring them."""
    slope = np.where(rows.slope > 0, rows.slope, np.nan)
    squares = abs((below / slope) ** 2 - below**2) <= off
    return bool(squares.all() and (abs(rows.shift) <= noise * slope).all())


def _difference_of_squares(sheet: Sheet) -> Expr | None:
    """(Σ z² - d μ²) / (d - ddof)."""
    formula = sheet.lines["variance"].formula
    if not isinstance(formula, Div) or not isinstance(formula.left, Total):
        return None
    mean = Ref("mean", sheet.lines["variance"].index)
    return (total("i", _z**2) - Ref("d") * mean**2) / formula.right
