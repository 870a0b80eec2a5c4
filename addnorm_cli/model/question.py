"""What can be asked: a problem, a block, either in several ways, or how a gradient flows."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from addnorm_cli.model.records import record

if TYPE_CHECKING:
    from decimal import Decimal

    from addnorm_cli.model.block_problem import BlockProblem
    from addnorm_cli.model.problem import Notice, Problem, Tensor

Question: TypeAlias = "Problem | BlockProblem | ComparisonProblem | Flow | MeasuredFlow"
COMPARISONS = ("norm", "placement", "convention")
"""What may differ in a comparison."""
DEFAULT_COMPARED = ("layernorm", "batchnorm", "rmsnorm")


@record
class ComparisonProblem:
    """One problem to be worked in several ways.

    Attributes:
        by: What differs: "norm", "placement" or "convention".
        problem: The numbers; with sublayers for placements, one matrix otherwise. None where norms
            are told apart by what is true of them, without numbers.
        norms: The kinds of norm to compare.
        layers: How many layers a placement is repeated for.
        explain: The page is to say why each step is done.
    """

    by: str
    problem: Problem | None = None
    norms: tuple[str, ...] = DEFAULT_COMPARED
    layers: int = 1
    explain: bool = False


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
