"""What was asked of `addnorm gradient-flow`: a chain of like layers, or a block to be measured."""

from __future__ import annotations

from decimal import Decimal

from addnorm_cli.model.block_problem import BlockProblem
from addnorm_cli.model.problem import Notice, Tensor
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
        explain: The page is to say why each step is done.
    """

    factor: Decimal
    residual_factor: Decimal
    layers: int
    title: str | None = None
    notices: tuple[Notice, ...] = ()
    explain: bool = False


@record
class MeasuredFlow:
    """A block whose gradients are measured.

    Attributes:
        block: The block, which has layers.
        upstream: The gradient at its output, with the shape of x; None for one of length 1.
    """

    block: BlockProblem
    upstream: Tensor | None

    @property
    def explain(self) -> bool:
        """Whether the page is to say why each step is done."""
        return self.block.explain
