"""The lengths and angles of the residual stream: how far it has come from where it began."""

from __future__ import annotations

import numpy as np

from addnorm_cli.arithmetic import Array
from addnorm_cli.records import record
from addnorm_cli.trace import Ledger


@record
class Lengths:
    """What a ledger says of each update, one number for each row of the stream.

    Attributes:
        delta: ‖Δ‖.
        stream: ‖x‖ after the update.
        distance: ‖x - x₀‖.
        cosine: cos(x, x₀); 0 where one of them is zero.
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
        size, size_0 = length(stream), length(start)
        product = size * size_0
        cosine = np.divide(
            (stream * start).sum(-1), product, out=np.zeros_like(product), where=product > 0
        )
        delta = length(entry.delta.astype(np.float64))
        result.append(Lengths(delta, size, length(stream - start), cosine))
    return result


def length(rows: Array) -> Array:
    """‖x‖ of each row."""
    root: Array = np.sqrt((rows * rows).sum(-1))
    return root


def gap(ledger: Ledger) -> float:
    """How far x₀ + ΣΔ is from the last state, at its worst component."""
    total = ledger.start.astype(np.float64)
    for entry in ledger.entries:
        total = total + entry.delta.astype(np.float64)
    last = ledger.entries[-1].stream.astype(np.float64) if ledger.entries else total
    return float(abs(total - last).max())


def kept(ledger: Ledger) -> Array:
    """How much of x₀ is in the end of the stream: its projection on x₀, over ‖x₀‖; (L,).

    1 says that the component along x₀ is as long as x₀ itself, 0 that nothing of it is left.
    """
    start = ledger.start.astype(np.float64)
    end = ledger.entries[-1].stream.astype(np.float64) if ledger.entries else start
    square = (start * start).sum(-1)
    share: Array = np.divide(
        (end * start).sum(-1), square, out=np.zeros_like(square), where=square > 0
    )
    return share
