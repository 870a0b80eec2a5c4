"""What can be said of a wrong claim that no known slip explains."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from addnorm_cli.check.agreement import floats, unit_of
from addnorm_cli.model.problem import Notice
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.verdict import ClaimVerdict

_OF_NORM = ("normalized", "scaled", "output")
"""The steps that have mean 0 and standard deviation 1, but for ε, where γ = 1 and β = 0."""


def remarks_on(verdict: ClaimVerdict, trace: Trace) -> Iterator[Notice]:
    """That no LayerNorm gives the claimed numbers, where their mean or spread shows it."""
    spec = trace.norm
    if spec is None or spec.kind != "layernorm" or spec.axes != 1 or not _is_plain(verdict, trace):
        return
    if trace.goes_back:  # a gradient has no standard deviation to keep
        return
    numbers = floats(verdict.claim.numbers)
    if np.isnan(numbers).any() or numbers.ndim == 0 or numbers.shape[-1] < 2:
        return
    rows = numbers.reshape(-1, numbers.shape[-1])
    slack = _slack(verdict)
    with np.errstate(over="ignore", invalid="ignore"):
        mean, sigma = rows.mean(-1), rows.std(-1)
    if not (np.isfinite(mean).all() and np.isfinite(sigma).all()):
        return  # too far off to have a spread
    n = rows.shape[-1]
    least = np.sqrt(1 - 1 / n)  # with n - 1
    right = floats(verdict.right).reshape(rows.shape)
    centred = np.abs(right.mean(-1)) < 1e-6  # not so where x is added after the norm
    unit = centred & (right.std(-1) > least * 0.9)
    off = (np.abs(mean) > slack) & centred
    if off.any():
        row = int(np.where(off, np.abs(mean), 0).argmax())
        yield Notice("claimed_mean", {"mean": float(mean[row]), "row": row, "rows": len(rows)})
    apart = ((sigma > 1 + 2 * slack) | (sigma < least * 0.9)) & unit
    if apart.any():
        row = int(np.where(apart, np.abs(sigma - 1), 0).argmax())
        yield Notice("claimed_sigma", {"sigma": float(sigma[row]), "row": row, "rows": len(rows)})


def _slack(verdict: ClaimVerdict) -> float:
    """How far rounding can move the mean of the claimed numbers."""
    claim = verdict.claim
    if claim.kind == "array":
        return 1e-3
    units = [float(unit_of(n)) if hasattr(n, "as_tuple") else 0.0 for n in claim.numbers.flat]
    return max(units) if units else 0.0


def _is_plain(verdict: ClaimVerdict, trace: Trace) -> bool:
    """Whether the claim is about ẑ, or what a γ of 1 and a β of 0 leave of it."""
    name = verdict.path.rpartition(".")[2]
    scopes = [step.scope for _, step in trace.steps() if step.id == "normalized"]
    plain = all(
        scope[each].neutral for scope in scopes for each in ("gamma", "beta") if each in scope
    )
    is_result = name == "result" or trace.labelled
    return bool(scopes) and (name == "normalized" or (plain and (name in _OF_NORM or is_result)))
