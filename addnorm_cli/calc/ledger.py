"""The residual stream from its start to its end: its lengths and angles, and what is left of x₀."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from addnorm_cli.formula.bounds import UNIT
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.exact import floats
from addnorm_cli.trace.errors import Later
from addnorm_cli.trace.ledger import Ledger, LedgerEntry, Lengths
from addnorm_cli.trace.quantity import Quantity

WrittenUpdate = tuple[int, str, Quantity, Quantity]
"""A layer, the part of it that writes, what it adds, and the stream after it."""


def ledger_of(start: Quantity, updates: Sequence[WrittenUpdate], why_not: str) -> Ledger:
    """The ledger of a stream, its lengths worked in float64.

    Args:
        start: x₀, shape (L, d).
        updates: What was done to it, in order.
        why_not: Why x_N = x₀ + ΣΔ is not true of it, or "".
    """
    begin = _floats(start)
    deltas = [delta for _, _, delta, _ in updates]
    with np.errstate(over="ignore", invalid="ignore"):
        total = sum((delta.value for delta in deltas), 0 * start.value)
        entries = tuple(
            LedgerEntry(*update, lengths=_lengths(begin, _floats(update[2]), _floats(update[3])))
            for update in updates
        )
        start_length = length(begin)
    end = _floats(updates[-1][-1]) if updates else begin
    _demand_finite("‖x₀‖", start_length)
    for entry in entries:
        _demand_finite(f"{entry.part}: ‖Δ‖", entry.lengths.delta)
        _demand_finite(f"{entry.part}: ‖x‖", entry.lengths.stream)
        _demand_finite(f"{entry.part}: ‖x - x₀‖", entry.lengths.distance)
    _demand_finite("ΣΔ", abs(floats(total)).max(-1))
    return Ledger(
        start=start,
        total=replaced(start, value=total, typed=None, formula=None, error=error_of(deltas)),
        entries=entries,
        why_not=why_not,
        start_length=start_length,
        gap=float(abs(begin + floats(total) - end).max()),
        kept=_kept(begin, end),
    )


def error_of(terms: Sequence[Quantity], times: float = 1.0) -> Later:
    """How far the sum of these may be off, in float64, or a multiple of it."""

    def error() -> Array:
        sizes = np.sum([abs(_floats(term)) for term in terms], axis=0)
        errors: Array = np.sum([term.errors() for term in terms], axis=0)
        errors += (len(terms) + 1) * UNIT * sizes
        return times * errors

    return Later(error, after=lambda: (term.error for term in terms))


def _floats(quantity: Quantity) -> Array:
    return floats(quantity.value)


def _demand_finite(name: str, rows: Array) -> None:
    """Refuse lengths that float64 has no room for, though it has for every component."""
    beyond = np.flatnonzero(~np.isfinite(rows))
    if beyond.size:
        index = int(beyond[0])
        raise CalculationError(
            "not_finite", step=name, row=index + 1, index=index, arithmetic="float64"
        )


def _lengths(start: Array, delta: Array, stream: Array) -> Lengths:
    cosine = (_unit(stream) * _unit(start)).sum(-1)
    return Lengths(length(delta), length(stream), length(stream - start), cosine)


def length(rows: Array) -> Array:
    """‖x‖ of each row, worked on numbers near 1 so that no square overflows or vanishes."""
    largest = abs(rows).max(-1, keepdims=True)
    scaled = np.divide(rows, largest, out=np.zeros_like(rows), where=largest > 0)
    root: Array = largest[..., 0] * np.sqrt((scaled * scaled).sum(-1))
    return root


def _unit(rows: Array) -> Array:
    """Each row over its length; NaN for a zero row, since it has no direction."""
    largest = abs(rows).max(-1, keepdims=True)
    scaled = np.divide(rows, largest, out=np.full_like(rows, np.nan), where=largest > 0)
    direction: Array = scaled / np.sqrt((scaled * scaled).sum(-1, keepdims=True))
    return direction


def _kept(start: Array, end: Array) -> Array:
    """The projection of each row of `end` on that of `start`, over ‖x₀‖.

    It is worked on numbers near 1, and is infinite where float64 has no room for it. What may be
    rounding alone, where one row is at right angles to the other, is 0.
    """
    (x0, of_start), (x, of_end) = _near_one(start), _near_one(end)
    products = x * x0
    along = products.sum(-1)
    noise = products.shape[-1] * UNIT * abs(products).sum(-1)
    with np.errstate(over="ignore", invalid="ignore"):
        share = np.where(abs(along) <= noise, 0, along) / (x0 * x0).sum(-1)
        kept: Array = np.ldexp(share, (of_end - of_start)[..., 0])
    return kept


def _near_one(rows: Array) -> tuple[Array, Array]:
    """Each row over a power of two near its largest component, and the exponent of that."""
    exponent = np.frexp(abs(rows).max(-1, keepdims=True))[1]
    return np.ldexp(rows, -exponent), exponent
