"""A norm of rows, columns or groups, step by step as its entry in the table of norms says."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal

import numpy as np

from addnorm_cli.formula.axes import Arrangement, arrangement
from addnorm_cli.formula.compute import compute
from addnorm_cli.formula.expr import Expr, Num, lift
from addnorm_cli.formula.norm_parts import SMALL
from addnorm_cli.formula.norms import NORMS, Norm
from addnorm_cli.model.problem import USUAL_MOMENTUM, NormSpec, Notice, Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Array, Role
from addnorm_cli.numbers.numfmt import full
from addnorm_cli.numbers.surd import Surd
from addnorm_cli.trace.errors import Later, of_sum
from addnorm_cli.trace.recorder import Recorder, Run, steps_of
from addnorm_cli.trace.trace import Quantity, Section, SelfCheck

_VISIBLE_EPS = 1e-3
"""From this share of the denominator on, ε changes digits that the reader sees."""
_TOLERANCE = 1e-9
_ROLES: tuple[Role, Role] = ("vector", "statistic")
REMEMBERED = {"running_mean": 0, "running_var": 1}
"""What BatchNorm remembers before it has seen a batch."""


def norm_section(
    z: Tensor | Quantity,
    gamma: Tensor | None,
    beta: Tensor | None,
    spec: NormSpec,
    run: Run,
    section_id: str,
) -> tuple[Section, tuple[Notice, ...]]:
    """The norm of `z`, worked over the axes that its rule says.

    Args:
        z: What goes in: an input, or what another section came to.
        gamma: The gain, with the shape of the normalized axes; None where it is left out.
        beta: The shift, likewise.
        spec: Which norm.
        run: How the calculation is run.
        section_id: The id of the section in a path.

    Returns:
        The section, and what its reader should be told.

    Raises:
        CalculationError: A denominator is zero, or a number is too large.
    """
    norm = NORMS[spec.kind]
    rows = arrangement(spec, z.shape)
    table = norm.formulas(spec)
    order = rows.order if rows.is_moved else ()
    record = run.within(section_id).recorder(table, _natural(rows, spec), order)
    bring(record, _moved(z, order), gamma, beta, spec, rows)
    record.work_all(steps_of(table))
    if norm.over == "group":  # the groups of a row side by side again
        shifted, shape = record.scope["shifted"], (-1, rows.width)
        joined = Later(lambda: shifted.errors().reshape(shape), after=lambda: (shifted.error,))
        record("output", shifted.value.reshape(shape), error=joined)
    by_row = norm.over == "row" and norm.spread
    section = Section(
        id=section_id,
        kind="norm",
        parts=tuple(record.steps),
        result=record.scope["output"],
        checks=_checks(record, spec, norm) if by_row else (),
        rule=spec,
    )
    if by_row:
        return section, tuple(_notices(record, norm))
    alone = norm.over == "column" and spec.training and len(record.scope["z"].value) == 1
    return section, (Notice(key="batch_of_one"),) if alone else ()


def _natural(rows: Arrangement, spec: NormSpec) -> dict[str, tuple[int, ...]]:
    """The axes that an index stands for in the shape that the reader knows."""
    if NORMS[spec.kind].over == "group":
        size = rows.width // spec.groups
        return {
            "row": (*rows.lead, spec.groups), "i": (size,), "t": rows.lead, "n": rows.trail
        }  # fmt: skip
    return {"row": rows.lead, "t": rows.lead, "i": rows.trail}


def _moved(z: Tensor | Quantity, order: tuple[int, ...]) -> Tensor | Quantity:
    """Numbers with their axes in another order, if there is one."""
    if not order:
        return z
    if isinstance(z, Tensor):
        typed = None if z.typed is None else z.typed.transpose(order)
        return replaced(z, values=z.values.transpose(order), typed=typed)
    typed = None if z.typed is None else z.arranged(z.typed).transpose(order)
    errors = Later(lambda: z.arranged(z.errors()).transpose(order), after=lambda: (z.error,))
    return replaced(z, value=z.natural().transpose(order), typed=typed, error=errors)


def bring(
    record: Recorder,
    z: Tensor | Quantity,
    gamma: Tensor | None,
    beta: Tensor | None,
    spec: NormSpec,
    rows: Arrangement,
) -> None:
    """Bring what a norm starts from into scope: z, the numbers of its rule, γ and β."""
    norm, width = NORMS[spec.kind], math.prod(rows.affine)
    size = rows.width // spec.groups if norm.over == "group" else rows.width
    shape = (-1, size)
    record.take("z", z, shape) if isinstance(z, Tensor) else record.hand_on("z", z, shape)
    record.constant("d", str(size))
    if "N" in record.definitions:
        record.constant("N", str(len(record.scope["z"].value)))
    for name in ("eps", *norm.parameters):
        if name in record.definitions and name not in REMEMBERED:
            number = spec.number(name)
            record.constant(name, USUAL_MOMENTUM if number is None else str(number))
    for name, at_first in REMEMBERED.items():
        if name in record.definitions:
            _parameter(record, name, getattr(spec, name), lift(at_first), width, at_first)
    one = 0 if spec.unit_offset else 1
    _parameter(record, "gamma", gamma, norm.gamma_of(spec), width, one)
    _parameter(record, "beta", beta, lift(0), width, 0)
    if norm.over == "group":
        samples = len(record.scope["z"].value) // spec.groups
        for name in ("gamma", "beta"):
            pieces = _pieces(record.scope[name], samples, rows.width // width)
            record.hand_on(f"group_{name}", pieces, shape)


def _pieces(parameter: Quantity, samples: int, positions: int) -> Quantity:
    """γ or β once for every position of every sample, so that it can be cut as the rows are."""

    def spread(numbers: Array) -> Array:
        return np.tile(np.repeat(numbers, positions), (samples, 1))

    typed = None if parameter.typed is None else spread(parameter.typed)
    errors = Later(lambda: spread(parameter.errors()), after=lambda: (parameter.error,))
    return replaced(parameter, value=spread(parameter.value), typed=typed, error=errors)


def _parameter(
    record: Recorder, name: str, given: Tensor | None, left_out: Expr | None, width: int, one: int
) -> None:
    """A parameter: as it was given, or what it is where it is left out; at `one` it is neutral."""
    if given is not None:
        value = record.take(name, given, (width,))
    else:
        number = compute(lift(1) if left_out is None else left_out, record.scope, ())[()]
        if isinstance(left_out, Num) or not isinstance(number, Surd):
            number = record.arithmetic.number(Decimal(full(float(number))))
        value = np.full(width, number)
        typed = np.full(width, full(float(number)), dtype=object)
        exact = isinstance(number, Surd) and not number.is_rational
        record.given(name, value, typed=None if exact else typed, origin="left_out")
    neutral = bool((value == one).all())
    record.scope[name] = replaced(record.scope[name], neutral=neutral)


@np.errstate(all="ignore")  # by hand, a sum may be larger than any float64
def _checks(record: Recorder, spec: NormSpec, norm: Norm) -> tuple[SelfCheck, ...]:
    """Σ(z - μ) = 0, mean ẑ = 0, and the mean square of ẑ that ε and ddof leave."""
    scope, arithmetic = record.scope, record.arithmetic
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
    slack = _slack(record, norm)
    return tuple(replaced(c, holds=abs(c.found - c.expected) <= slack[c.id]) for c in checks)


def _slack(record: Recorder, norm: Norm) -> dict[str, float]:
    """How far rounded numbers may be off what exact ones obey, for each self-check.

    Each number of a vector was rounded, and so were the statistics: Σ (z - μ) has the rounding of
    every deviation, and of μ; Σ ẑ² has that of every square and of σ², over den², and that of ẑ.
    """
    arithmetic, scope = record.arithmetic, record.scope
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


def _notices(record: Recorder, norm: Norm) -> list[Notice]:
    """What a careful person would say about this row beside the answer."""
    scope, described = record.scope, record.arithmetic.describe()
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
