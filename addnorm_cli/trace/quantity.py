"""Named numbers: a letter, named axes, how exact they are, and where they come from."""

from __future__ import annotations

from typing import Literal

import numpy as np

from addnorm_cli.formula.bounds import UNIT
from addnorm_cli.formula.expr import Expr, Glyph
from addnorm_cli.model.records import record
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.trace.errors import Later

Origin = Literal["given", "left_out", "constant", "handed_on", "worked"]
"""Where a quantity comes from: the reader gave it; it is a parameter that was left out, a number of
the calculation itself (d), the result of another section; or it was worked out here."""


@record
class Quantity:
    """Named numbers.

    Attributes:
        name: The id of the step that made it, or the name of an input.
        symbol: Its letter, or the expression that stands for it.
        index: The names of the axes of `value`.
        value: The numbers as they are carried, read-only, one axis for each index.
        shape: Their shape as the reader knows it; a vector has no row axis, for example.
        formula: What it was worked out by; None for an input.
        typed: The decimals that were typed, for an input.
        places: The decimals it was rounded to, by hand.
        rounding: How its digits are rounded: half-up, half-even or truncate.
        exact: What float64 makes of it, where another arithmetic was asked for.
        error: Works out how far each number may be off that was carried in float64; None: not at
            all.
        exact_error: The same of `exact`.
        origin: Where it comes from.
        shaded: A reader sees more in its sizes than in its digits.
        neutral: It changes nothing where it stands, as a γ of 1 or a β of 0.
        order: The axes of `shape` as they were moved to be worked; () where they stand as they are.
    """

    name: str
    symbol: Glyph | Expr
    index: tuple[str, ...]
    value: Array
    shape: tuple[int, ...]
    formula: Expr | None = None
    typed: Array | None = None
    places: int | None = None
    rounding: str = "half-up"
    exact: Array | None = None
    error: Later | None = None
    exact_error: Later | None = None
    origin: Origin = "worked"
    shaded: bool = False
    neutral: bool = False
    order: tuple[int, ...] = ()

    def errors(self) -> Array:
        """How far each number may be from the one that it stands for, where it is a float64."""
        if self.value.dtype == np.float64:
            return np.broadcast_to(0.0 if self.error is None else self.error(), self.value.shape)
        if self.value.dtype != object:
            return np.broadcast_to(0.0, self.value.shape)
        floats = self.value.astype(np.float64)
        return np.where(floats == self.value, 0.0, UNIT * abs(floats))

    def natural(self) -> Array:
        """The numbers in the shape that the reader knows."""
        return self.arranged(self.value)

    def arranged(self, worked: Array) -> Array:
        """Numbers that stand as `value` does, in the shape that the reader knows."""
        if not self.order:
            return worked.reshape(self.shape)
        moved = worked.reshape([self.shape[axis] for axis in self.order])
        return moved.transpose([self.order.index(axis) for axis in range(len(self.order))])
