"""The lengths and angles of the residual stream: how far it has come from where it began."""

from __future__ import annotations

import numpy as np

from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.trace.trace import Ledger


@record
class Lengths:
    """What a ledger says of each update, one number for each row of the stream.

    Attributes:
        delta: ‖Δ‖.
        stream: ‖x‖ after the update.
        distance: ‖x - x₀‖.
        cosine: cos(x, x₀); NaN where one of them is zero.
    """

    delta: Array
    stream: Array
    distance: Array
    cosine: Array


def lengths(ledger: Ledger) -> list[Lengths]:
    """The lengths after each update, each of shape (L,)."""
    start = ledger.start.astype(np.float64)
    result = []
    for entry in ledger.entries:
        stream = entry.stream.astype(np.float64)
        delta = length(entry.delta.astype(np.float64))
        cosine = (unit(stream) * unit(start)).sum(-1)
        result.append(Lengths(delta, length(stream), length(stream - start), cosine))
    return result


def length(rows: Array) -> Array:
    """‖x‖ of each row, worked on numbers near 1 so that no square overflows or vanishes."""
    largest = abs(rows).max(-1, keepdims=True)
    scaled = np.divide(rows, largest, out=np.zeros_like(rows), where=largest > 0)
    root: Array = largest[..., 0] * np.sqrt((scaled * scaled).sum(-1))
    return root


def unit(rows: Array) -> Array:
    """X / ‖x‖ of each row; of a zero row nan, since it has no direction."""
    largest = abs(rows).max(-1, keepdims=True)
    scaled = np.divide(rows, largest, out=np.full_like(rows, np.nan), where=largest > 0)
    direction: Array = scaled / np.sqrt((scaled * scaled).sum(-1, keepdims=True))
    return direction


def gap(ledger: Ledger) -> float:
    """How far x₀ + ΣΔ is from the last state, at its worst component."""
    total = ledger.start.astype(np.float64)
    for entry in ledger.entries:
        total = total + entry.delta.astype(np.float64)
    last = ledger.entries[-1].stream.astype(np.float64) if ledger.entries else total
    return float(abs(total - last).max())


def kept(ledger: Ledger) -> Array:
    """How much of x₀ is in the end of the stream: its projection on x₀, over ‖x₀‖; (L,).

    1 says that the component along x₀ is as long as x₀ itself, 0 that nothing of it is left; nan
    that x₀ is zero.
    """
    start = ledger.start.astype(np.float64)
    end = ledger.entries[-1].stream.astype(np.float64) if ledger.entries else start
    largest = abs(start).max(-1, keepdims=True)
    scaled = np.divide(start, largest, out=np.full_like(start, np.nan), where=largest > 0)
    share: Array = (end / np.where(largest > 0, largest, 1) * scaled).sum(-1) / (
        scaled * scaled
    ).sum(-1)
    return share
