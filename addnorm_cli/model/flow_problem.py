"""What was asked of `addnorm gradient-flow`, where every layer multiplies by the same number."""

from __future__ import annotations

from decimal import Decimal

from addnorm_cli.model.problem import Notice
from addnorm_cli.model.records import record


@record
class Flow:
    """A chain of layers that are alike.

    Attributes:
        factor: ∂F/∂x, without the residual.
        residual_factor: 1 + ∂F/∂x, with it.
        layers: How many layers.
        title: The reader's title, or None.
        notices: What was noticed while reading.
    """

    factor: Decimal
    residual_factor: Decimal
    layers: int
    title: str | None = None
    notices: tuple[Notice, ...] = ()
