"""Where the numbers of a large claim differ: how far, and in which rows and columns."""

from __future__ import annotations

import numpy as np

from addnorm_cli.check.agreement import floats
from addnorm_cli.model.claim import Claim
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.trace.verdict import Spread

_SMALL = 16
"""A claim of no more numbers is looked at number by number."""


def spread_of(claim: Claim, right: Array, fits: Array) -> Spread | None:
    """Where a claim differs from the right numbers; None where it is small.

    Args:
        claim: What is claimed.
        right: The right numbers, in the shape of the claim.
        fits: Which of them are claimed rightly.
    """
    if claim.numbers.ndim == 0 or (claim.kind == "typed" and claim.numbers.size <= _SMALL):
        return None
    exact = floats(right)
    off = np.abs(np.nan_to_num(floats(claim.numbers) - exact, nan=0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.where(off == 0, 0.0, off / np.abs(exact))
    wrong: Array = ~fits.reshape(-1, fits.shape[-1])
    rows, columns = np.asarray(wrong.any(1)), np.asarray(wrong.any(0))
    return Spread(
        count=int(wrong.sum()),
        size=claim.count,
        largest=_largest(off),
        relative=_largest(np.where(np.isfinite(relative), relative, 0.0)),
        first_row=int(rows.argmax()) if len(rows) > 1 else None,
        pattern=_pattern(wrong, rows, columns),
        rows=int(rows.sum()),
        columns=int(columns.sum()),
    )


def _largest(numbers: Array) -> tuple[float, tuple[int, ...]]:
    place = np.unravel_index(int(numbers.argmax()), numbers.shape)
    return float(numbers[place]), tuple(int(n) for n in place)


def _pattern(wrong: Array, rows: Array, columns: Array) -> str:
    """Whether whole rows, whole columns, all places or some places differ."""
    share = wrong.sum() / max(1, rows.sum() * columns.sum())
    some_rows, some_columns = not rows.all(), not columns.all()
    if len(rows) > 1 and some_rows and wrong[rows].mean() > 0.5 and not some_columns:
        return "some-rows"
    if some_columns and wrong[:, columns].mean() > 0.5 and not some_rows:
        return "some-columns"
    if not some_rows and not some_columns and share > 0.5:
        return "everywhere"
    return "scattered"
