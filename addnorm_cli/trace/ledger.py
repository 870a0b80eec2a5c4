"""The residual stream from its start to its end: what each sublayer wrote into it."""

from __future__ import annotations

from addnorm_cli.formula.bounds import UNIT
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.trace.quantity import Quantity

_ROUNDING = 1e-9
"""How far sums that are equal may be apart, beside their largest component."""


@record
class Lengths:
    """What a ledger says of the stream after an update, one number for each row.

    Attributes:
        delta: ‖Δ‖.
        stream: ‖x‖.
        distance: ‖x - x₀‖.
        cosine: cos(x, x₀); NaN where one of them is zero.
    """

    delta: Array
    stream: Array
    distance: Array
    cosine: Array


@record
class LedgerEntry:
    """One update of the residual stream.

    Attributes:
        layer: The layer, from 1, or 0 for a bare ledger.
        part: "attention", "ffn", "both" for parallel sublayers, or the reader's own label.
        delta: What was added, shape (L, d).
        stream: The stream after it, shape (L, d).
        lengths: How long both are, and how far the stream has come.
    """

    layer: int
    part: str
    delta: Quantity
    stream: Quantity
    lengths: Lengths


@record
class Ledger:
    """The residual stream from its start to its end.

    Attributes:
        start: x₀, shape (L, d).
        total: ΣΔ, shape (L, d).
        entries: Every update, in order.
        why_not: Why x_N = x₀ + ΣΔ is not true of it: "post", "scaled" or "no_residual"; or "".
        start_length: ‖x₀‖ of each row.
        gap: How far x₀ + ΣΔ is from the last state, at its worst component.
        kept: How much of x₀ is in the end of the stream: its projection on x₀, over ‖x₀‖, for each
            row. 1 says that the component along x₀ is as long as x₀ itself, 0 that nothing of it is
            left, NaN that x₀ is zero.
    """

    start: Quantity
    total: Quantity
    entries: tuple[LedgerEntry, ...]
    why_not: str
    start_length: Array
    gap: float
    kept: Array

    @property
    def sums(self) -> bool:
        """Whether x_N = x₀ + ΣΔ is true of it."""
        return not self.why_not

    @property
    def end(self) -> Quantity:
        """The last state of the stream."""
        return self.entries[-1].stream if self.entries else self.start

    @property
    def holds(self) -> bool:
        """Whether x₀ + ΣΔ comes to the last state, but for rounding."""
        return self.gap <= _ROUNDING * max(self._size, 1.0)

    @property
    def gap_error(self) -> float:
        """How large a gap float64 alone may leave."""
        return 2 * (len(self.entries) + 1) * UNIT * self._size

    @property
    def _size(self) -> float:
        """The largest component of the last state; 1 where nothing was added."""
        return float(abs(self.end.value.astype(float)).max()) if self.entries else 1.0
