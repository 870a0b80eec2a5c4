"""What was asked of `addnorm compare-norm`: numbers, and what to work them by."""

from __future__ import annotations

from addnorm_cli.model.problem import Problem
from addnorm_cli.model.records import record

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
