"""LayerNorm and RMSNorm, step by step."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal

import numpy as np

from addnorm_cli.calc import formulas, other_formulas, other_norms
from addnorm_cli.calc.statistics import denominator, standardized
from addnorm_cli.model.problem import NormSpec, Notice, Tensor
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Arithmetic, Array, divide
from addnorm_cli.trace.recorder import Recorder
from addnorm_cli.trace.trace import Check, Definition, Quantity, Section

Shape = tuple[int, ...]

_VISIBLE_EPS = 1e-3
"""From this share of the denominator on, ε changes digits that the reader sees."""
_TOLERANCE = 1e-9


@record
class Norm:
    """One entry of the table of norms.

    Attributes:
        definitions: Its formulas.
        work: Its mathematics.
        center: Whether it subtracts a mean.
        by_row: Whether it brings each row to a known mean square, which can be checked.
    """

    definitions: Callable[[NormSpec], dict[str, Definition]]
    work: Callable[[Array, Array, Array, NormSpec, Recorder], Array]
    center: bool = False
    by_row: bool = False


def layernorm(z: Array, gamma: Array, beta: Array, spec: NormSpec, record: Recorder) -> Array:
    """Each row of `z` (rows, n) brought to mean 0 and variance 1, then times γ (n,) plus β (n,)."""
    z_hat = standardized(z, spec, record)
    scaled = record("scaled", gamma * z_hat)
    return record("output", scaled + beta)


def rmsnorm(z: Array, gamma: Array, beta: Array, spec: NormSpec, record: Recorder) -> Array:
    """Each row of `z` (rows, n) over its root mean square, then times γ (n,); no mean, no β."""
    eps = record.arithmetic.number(spec.eps_decimal)
    sq = record("squares", z * z)  # (rows, n)
    ms = record("mean_square", sq.sum(-1, keepdims=True) / z.shape[-1])  # (rows, 1)
    rms = record("rms", np.sqrt(ms))
    den = record("denominator", denominator(ms, rms, eps, spec))
    z_hat = record("normalized", divide(z, den, "rms"))
    return record("output", (gamma + 1 if spec.unit_offset else gamma) * z_hat)


NORMS: dict[str, Norm] = {
    "layernorm": Norm(formulas.layernorm, layernorm, center=True, by_row=True),
    "rmsnorm": Norm(formulas.rmsnorm, rmsnorm, by_row=True),
    "batchnorm": Norm(other_formulas.batchnorm, other_norms.batchnorm, center=True),
    "groupnorm": Norm(other_formulas.groupnorm, other_norms.groupnorm, center=True),
    "scalenorm": Norm(other_formulas.scalenorm, other_norms.scalenorm),
    "dyt": Norm(other_formulas.dyt, other_norms.dyt),
    "none": Norm(other_formulas.none, other_norms.none),
}


def norm_section(
    z: Array,
    typed: Array | None,
    gamma: Tensor | None,
    beta: Tensor | None,
    spec: NormSpec,
    arithmetic: Arithmetic,
    section_id: str,
    *,
    noise: float = 0.0,
) -> tuple[Section, tuple[Notice, ...]]:
    """The norm of `z`, worked over its last `spec.axes` axes.

    Args:
        z: The numbers as the arithmetic carries them, in the reader's shape.
        typed: The digits of `z`, where it was typed.
        gamma: The gain, with the shape of the normalised axes, or None for ones.
        beta: The shift, likewise, or None for zeros.
        spec: Which norm.
        arithmetic: How numbers are carried.
        section_id: The id of the section in a path.
        noise: The size of the numbers that `z` was worked out from.

    Returns:
        The section, and what its reader should be told.

    Raises:
        CalculationError: A denominator is zero, or a number is too large.
    """
    norm = NORMS[spec.kind]
    lead, trail = z.shape[: z.ndim - spec.axes], z.shape[z.ndim - spec.axes :]
    n = int(np.prod(trail))
    record = Recorder(arithmetic, norm.definitions(spec), _natural(lead, trail, spec), noise)
    rows = record.given(
        "z", z.reshape(-1, n), typed=None if typed is None else typed.reshape(-1, n)
    )
    record.given("d", np.array(n), typed=np.array(str(n), dtype=object))
    eps = np.array(arithmetic.number(spec.eps_decimal))
    record.given("eps", eps, typed=np.array(spec.eps, dtype=object))
    gain = _affine(record, "gamma", gamma, _neutral_gamma(spec, n), n)
    shift = _affine(record, "beta", beta, "0", n)
    norm.work(rows, gain, shift, spec, record)
    section = Section(
        id=section_id,
        kind="norm",
        parts=tuple(record.steps),
        result=record.scope["output"],
        checks=_checks(record.scope, spec, norm, arithmetic) if norm.by_row else (),
    )
    if not norm.by_row:
        return section, _batch_notices(spec, len(rows))
    return section, tuple(_notices(record.scope, spec, norm, arithmetic))


def _natural(lead: Shape, trail: Shape, spec: NormSpec) -> dict[str, Shape]:
    """The axes that an index stands for in the shape that the reader knows."""
    if spec.kind == "groupnorm":
        size = int(np.prod(trail)) // spec.groups
        return {"row": (*lead, spec.groups), "i": (size,), "sample": lead, "c": trail}
    return {"row": lead, "t": lead, "i": trail}


def _neutral_gamma(spec: NormSpec, n: int) -> str:
    """γ where none is given: 1, 0 where the gain is 1 + γ, and √d for ScaleNorm."""
    if spec.kind == "scalenorm":
        return repr(math.sqrt(n))
    return "0" if spec.unit_offset else "1"


def _batch_notices(spec: NormSpec, rows: int) -> tuple[Notice, ...]:
    """A batch of one has no spread: every deviation is 0."""
    return (Notice(key="batch_of_one"),) if spec.kind == "batchnorm" and rows == 1 else ()


def _affine(record: Recorder, name: str, given: Tensor | None, default: str, n: int) -> Array:
    if given is None:
        value = np.full(n, record.arithmetic.number(Decimal(default)))
        return record.given(name, value, typed=np.full(n, default, dtype=object))
    typed = None if given.typed is None else given.typed.reshape(n)
    return record.given(name, record.arithmetic.take(given).reshape(n), typed=typed)


def _checks(
    scope: dict[str, Quantity], spec: NormSpec, norm: Norm, arithmetic: Arithmetic
) -> tuple[Check, ...]:
    """Σ(z - μ) = 0, mean ẑ = 0, and the mean square of ẑ that ε and ddof leave."""
    normalized = _floats(scope["normalized"])
    n = normalized.shape[-1]
    checks = []
    if norm.center:
        dev = _floats(scope["deviations"])
        checks.append(_worst("sum_deviations", dev.sum(-1), np.zeros(len(dev)), abs(dev).sum(-1)))
        checks.append(_worst("mean_normalized", normalized.mean(-1), np.zeros(len(dev)), 1.0))
    spread = _floats(scope["variance" if norm.center else "mean_square"])
    den = _floats(scope["denominator"])
    expected = spread / den / den * ((n - (spec.ddof or 0)) / n)
    with np.errstate(over="ignore"):  # by hand, a variance that was rounded to 0 leaves ε alone
        found = np.nan_to_num((normalized * normalized).mean(-1))
    name = "variance_normalized" if norm.center else "mean_square_normalized"
    checks.append(_worst(name, found, expected, 1.0))
    if arithmetic.reference:
        return tuple(checks)
    slack = 10.0 ** -(arithmetic.places("vector") or 2)
    return tuple(
        Check(id=c.id, found=c.found, expected=c.expected,
              holds=abs(c.found - c.expected) <= slack * n)
        for c in checks
    )  # fmt: skip


def _floats(quantity: Quantity) -> Array:
    return quantity.value.astype(np.float64, copy=False)


def _worst(check_id: str, found: Array, expected: Array, scale: Array | float) -> Check:
    """The check for the row where `found` is furthest from `expected`."""
    gap = abs(found - expected)
    row = int(gap.argmax())
    holds = bool((gap <= _TOLERANCE * np.maximum(scale, 1e-300)).all())
    return Check(id=check_id, found=float(found[row]), expected=float(expected[row]), holds=holds)


def _notices(
    scope: dict[str, Quantity], spec: NormSpec, norm: Norm, arithmetic: Arithmetic
) -> list[Notice]:
    """What a careful person would say about this row beside the answer."""
    notices = []
    z, squares = scope["z"].value, scope["squares"].value
    rows, n = z.shape
    if n == 1 and norm.center:
        notices.append(Notice(key="single_component"))
    source = scope["deviations"].value if norm.center else z
    still = (source == 0).all(-1)
    rounded = still & (z != z[:, :1]).any(-1)  # by hand, small deviations become 0
    for key, found in (
        (f"still_row.{spec.kind}", still & ~rounded),
        ("deviations_lost", rounded),
    ):
        if n > 1 and found.any():
            row = int(np.flatnonzero(found)[0]) + 1
            notices.append(Notice(key=key, facts={"row": row, "rows": rows}))
    lost = (squares == 0) & (source != 0)
    if lost.any():
        name = str(arithmetic.describe()) if isinstance(arithmetic.describe(), str) else ""
        key = "squares_lost.machine" if name else "squares_lost.hand"
        notices.append(Notice(key=key, facts={"count": int(lost.sum()), "dtype": name}))
    spread = _floats(scope["sigma" if norm.center else "rms"])
    den = _floats(scope["denominator"])
    share = np.where(still | (den == 0), 0.0, 1 - spread / np.where(den == 0, 1, den))
    if n > 1 and share.max() >= _VISIBLE_EPS:
        row = int(share.argmax()) + 1
        notices.append(
            Notice(key="visible_eps", facts={"share": float(share.max()), "row": row, "rows": rows})
        )
    return notices
