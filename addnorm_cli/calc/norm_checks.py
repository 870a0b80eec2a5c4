"""What the numbers of a norm obey, and what a careful person says beside them."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import numpy as np

from addnorm_cli.formula.norm_parts import SMALL
from addnorm_cli.formula.norms import Norm
from addnorm_cli.model.problem import NormSpec, Notice
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Array, Role
from addnorm_cli.trace.errors import Later, of_sum
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Recorder
from addnorm_cli.trace.trace import SelfCheck

_VISIBLE_EPS = 1e-3
"""From this share of the denominator on, ε changes digits that the reader sees."""
_TOLERANCE = 1e-9
_ROLES: tuple[Role, Role] = ("vector", "statistic")


@np.errstate(all="ignore")  # by hand, a sum may be larger than any float64
def checks_of(recorder: Recorder, spec: NormSpec, norm: Norm) -> tuple[SelfCheck, ...]:
    """Σ(z - μ) = 0, mean ẑ = 0, and the mean square of ẑ that ε and ddof leave."""
    scope, arithmetic = recorder.scope, recorder.arithmetic
    normalized = _floats(scope["normalized"])
    n = normalized.shape[-1]
    checks = []
    if norm.centred:
        dev, zero = scope["deviations"], np.zeros(len(normalized))
        size = abs(_floats(dev)).sum(-1)
        checks.append(_worst("sum_deviations", _sum(dev), zero, size, _error_of_sum(dev)))
        mean, of_mean = _sum(scope["normalized"]) / n, _error_of_sum(scope["normalized"], 1 / n)
        checks.append(_worst("mean_normalized", mean, zero, 1.0, of_mean))
    square = _floats(scope[norm.square])
    den = _divisor(square, spec) if arithmetic.reference else _floats(scope["denominator"])
    tiny = square < np.finfo(np.float64).tiny  # then σ² has no float, but σ may have one
    part = _floats(scope[norm.spread]) / _floats(scope["denominator"])
    ratio = np.where(tiny, part * part, square / np.where(tiny, 1, den) / np.where(tiny, 1, den))
    expected = ratio * ((n - (spec.ddof or 0)) / n)
    with np.errstate(over="ignore"):  # by hand, a variance that was rounded to 0 leaves ε alone
        found = np.nan_to_num((normalized * normalized).mean(-1))

    def error(row: int) -> float:
        errors = 2 * abs(normalized[row]) * scope["normalized"].errors()[row]
        return of_sum(normalized[row] * normalized[row], errors) / float(n)

    checks.append(_worst(f"{norm.square}_normalized", found, expected, 1.0, error))
    if arithmetic.reference:
        return tuple(checks)
    slack = _slack(recorder, norm)
    return tuple(replaced(c, holds=abs(c.found - c.expected) <= slack[c.id]) for c in checks)


def _slack(recorder: Recorder, norm: Norm) -> dict[str, float]:
    """How far rounded numbers may be off what exact ones obey, for each self-check.

    Each number of a vector was rounded, and so were the statistics: Σ (z - μ) has the rounding of
    every deviation, and of μ; Σ ẑ² has that of every square and of σ², over den², and that of ẑ.
    """
    arithmetic, scope = recorder.arithmetic, recorder.scope
    vector, statistic = (10.0 ** -(arithmetic.places(role) or 2) for role in _ROLES)
    den = _floats(scope["denominator"])
    largest = float(abs(_floats(scope["normalized"])).max())
    with np.errstate(all="ignore"):
        over = float(1 / abs(den).min())
    n = scope["normalized"].value.shape[-1]
    squares = (vector + statistic) * over * over
    return {
        "sum_deviations": n * (vector + statistic),
        "mean_normalized": (vector + statistic) * over + vector,
        f"{norm.square}_normalized": squares + vector * (2 * largest + vector),
    }


def _divisor(square: Array, spec: NormSpec) -> Array:
    """What ẑ has to be divided by, without a look at the steps between."""
    eps = float(spec.eps)
    below: Array = np.sqrt(square) + eps if spec.eps_at == "sigma" else np.sqrt(square + eps)
    return below


def _floats(quantity: Quantity) -> Array:
    return quantity.value.astype(np.float64, copy=False)


def _sum(quantity: Quantity) -> Array:
    """The sum of each row, exactly where the numbers are exact."""
    sums: Array = quantity.value.sum(-1).astype(np.float64)
    return sums


def _error_of_sum(quantity: Quantity, factor: float = 1.0) -> Callable[[int], float]:
    """How far the sum of a row may be off, times a factor; nothing where it is exact."""
    if quantity.value.dtype == object:
        return lambda row: 0.0
    values: Array = quantity.value
    return lambda row: factor * of_sum(values[row], quantity.errors()[row])


def _worst(
    check_id: str,
    found: Array,
    expected: Array,
    scale: Array | float,
    error: Callable[[int], float],
) -> SelfCheck:
    """The check for the row where `found` is furthest from `expected`."""
    gap = abs(found - expected)
    row = int(gap.argmax())
    holds = bool((gap <= _TOLERANCE * np.maximum(scale, 1e-300)).all())
    return SelfCheck(
        id=check_id,
        found=float(found[row]),
        expected=float(expected[row]),
        holds=holds,
        row=row if len(found) > 1 else None,
        error=Later(lambda: error(row)),
    )


def notices_of(recorder: Recorder, norm: Norm) -> list[Notice]:
    """What a careful person would say about this row beside the answer."""
    scope, described = recorder.scope, recorder.arithmetic.describe()
    notices = []
    z, squares = scope["z"].value, scope["squares"].value
    rows, n = z.shape
    if n == 1 and norm.centred:
        notices.append(Notice(key="single_component"))
    source = scope["deviations"].value if norm.centred else z
    still = (source == 0).all(-1)
    rounded = still & (z != z[:, :1]).any(-1)  # by hand, small deviations become 0
    for key, found in (
        (f"still_row.{'centred' if norm.centred else 'plain'}", still & ~rounded),
        ("deviations_lost", rounded),
    ):
        if n > 1 and found.any():
            row = int(np.flatnonzero(found)[0]) + 1
            notices.append(Notice(key=key, facts={"row": row, "rows": rows}))
    lost = (squares == 0) & (source != 0)
    if lost.any():
        name = described if isinstance(described, str) else ""
        key = "squares_lost.machine" if name else "squares_lost.hand"
        notices.append(Notice(key=key, facts={"count": int(lost.sum()), "dtype": name}))
    largest = abs(source).max(-1)
    if squares.dtype == np.float64 and ((largest > 0) & (largest < SMALL)).any():
        notices.append(Notice(key="squares_scaled"))
    eps = scope["eps"]
    if eps.typed is not None and not eps.value and Decimal(str(eps.typed[()])):
        notices.append(
            Notice(key="eps_vanished", facts={"eps": str(eps.typed[()]), "dtype": described})
        )
    spread, den = _floats(scope[norm.spread]), _floats(scope["denominator"])
    with np.errstate(all="ignore"):  # by hand, both may be too large for a float
        parts = np.nan_to_num(spread / np.where(den == 0, 1, den), nan=1.0)
    share = np.where(still | (den == 0), 0.0, 1 - parts)
    if n > 1 and share.max() >= _VISIBLE_EPS:
        row = int(share.argmax()) + 1
        notices.append(
            Notice(key="visible_eps", facts={"share": float(share.max()), "row": row, "rows": rows})
        )
    return notices
