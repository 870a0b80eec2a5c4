"""How the axes of an array become rows for a norm, and which shape its γ has.

BatchNorm and GroupNorm have the channels on axis 1, as PyTorch has them: (N, C), (N, C, L) and on.
The other norms run over the last axes, or over any that are named.
"""

from __future__ import annotations

from math import prod

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.problem import NormSpec
from addnorm_cli.model.records import record

CHANNELS = 1
"""The axis of the channels."""
MOST_WITH_CHANNELS = 5
"""As many dimensions as PyTorch's BatchNorm3d."""


@record
class Arrangement:
    """An array as rows.

    Attributes:
        order: The axes of the array as they are moved, those that make the rows first.
        lead: The sizes of those that make the rows.
        trail: The sizes of those that a row consists of.
        affine: The shape of γ and β.
    """

    order: tuple[int, ...]
    lead: tuple[int, ...]
    trail: tuple[int, ...]
    affine: tuple[int, ...]

    @property
    def is_moved(self) -> bool:
        """Whether the axes stand in another order than in the array."""
        return self.order != tuple(range(len(self.order)))

    @property
    def width(self) -> int:
        """How many numbers a row has."""
        return prod(self.trail)

    def broadcast(self) -> tuple[int, ...]:
        """The shape in which γ goes with the array: 1 where an axis is not one of its own."""
        if len(self.affine) == 1 and len(self.trail) != 1:  # γ by channel, in groups of them
            return (*self.affine, *(1 for _ in self.trail[1:]))
        sizes = dict(zip(self.order[len(self.lead) :], self.affine, strict=True))
        shape = tuple(sizes.get(axis, 1) for axis in range(len(self.order)))
        return shape[min(sizes) :]


def arrangement(spec: NormSpec, shape: tuple[int, ...]) -> Arrangement:
    """How an array of a shape becomes rows for a norm that fits it."""
    axes = range(len(shape))
    over = NORMS[spec.kind].over
    if over == "column" and len(shape) > 1:
        rows = [CHANNELS]
    elif over == "group" and len(shape) > CHANNELS + 1:
        rows = [*axes[CHANNELS:]]
    elif isinstance(spec.axes, int):
        rows = [*axes[len(shape) - spec.axes :]]
    else:
        rows = sorted(axis % len(shape) for axis in spec.axes)
    order = (*(axis for axis in axes if axis not in rows), *rows)
    sizes = tuple(shape[axis] for axis in order)
    lead, trail = sizes[: len(shape) - len(rows)], sizes[len(shape) - len(rows) :]
    affine = trail[:1] if over == "group" else trail
    return Arrangement(order, lead, trail, affine)


def normalized_axes(spec: NormSpec, shape: tuple[int, ...]) -> int | list[int]:
    """The axes that one statistic runs over: how many of the last ones, or their indices."""
    over, axes = NORMS[spec.kind].over, list(range(len(shape)))
    if over == "column":
        return [axis for axis in axes if axis != CHANNELS] if len(shape) > 1 else []
    if over == "group":
        return axes[CHANNELS:] or axes
    return spec.axes if isinstance(spec.axes, int) else list(spec.axes)


def told_axes(axes: int | tuple[int, ...], dimensions: int) -> int | tuple[int, ...]:
    """Axes as they are said: the last ones by their number, others by indices from 0."""
    if isinstance(axes, int):
        return axes
    found = tuple(sorted(axis % dimensions for axis in axes))
    return len(found) if found == tuple(range(dimensions))[-len(found) :] else found
