"""Comparisons, computed on the reader's own numbers: norms, placements, conventions."""

from __future__ import annotations

from addnorm_cli.calc.compare_conventions import compare_conventions
from addnorm_cli.calc.compare_norms import compare_norms
from addnorm_cli.calc.compare_placements import compare_placements
from addnorm_cli.calc.comparison import norms_told_apart
from addnorm_cli.calc.work import tensors_of
from addnorm_cli.model.question import ComparisonProblem
from addnorm_cli.numbers.arithmetic import Arithmetic
from addnorm_cli.numbers.exact import fitting
from addnorm_cli.trace.trace import Trace


def work_comparison(comparison: ComparisonProblem, arithmetic: Arithmetic) -> Trace:
    """Work a problem in every way that a comparison asks for.

    Raises:
        CalculationError: The numbers have no answer; `facts` name the step and the row.
    """
    problem = comparison.problem
    if problem is None:
        return norms_told_apart(comparison.norms, arithmetic)
    arithmetic = fitting(arithmetic, tensors_of(problem))
    match comparison.by:
        case "placement":
            return compare_placements(problem, comparison.layers, arithmetic)
        case "convention":
            return compare_conventions(problem, arithmetic)
        case _:
            return compare_norms(problem, arithmetic)
