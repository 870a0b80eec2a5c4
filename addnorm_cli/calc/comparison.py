"""The trace of a comparison: one section for each of the ways that are compared."""

from __future__ import annotations

from collections.abc import Sequence

from addnorm_cli.calc.work import remembered
from addnorm_cli.model.problem import Notice, Problem
from addnorm_cli.numbers.arithmetic import Arithmetic
from addnorm_cli.trace.settings import ComparisonSettings
from addnorm_cli.trace.trace import Section, Trace


def comparison_trace(
    problem: Problem,
    arithmetic: Arithmetic,
    sections: Sequence[Section],
    notices: Sequence[Notice],
    settings: ComparisonSettings,
) -> Trace:
    """The trace of a comparison: one section for each of the ways that are compared."""
    given = {"x": problem.cases[0].x, "gamma": problem.gamma, "beta": problem.beta}
    if "batchnorm" in problem.rules:
        given |= remembered(problem.rules["batchnorm"])
    return Trace(
        command="compare-norm",
        title=problem.title,
        norm=None,
        arithmetic=arithmetic,
        inputs={name: tensor for name, tensor in given.items() if tensor is not None},
        cases=tuple(sections),
        notices=tuple(notices),
        settings=settings,
        naming=problem.naming,
    )


def norms_told_apart(norms: Sequence[str], arithmetic: Arithmetic) -> Trace:
    """The trace of norms that are compared without numbers: there is nothing to work."""
    return Trace(
        command="compare-norm",
        title=None,
        norm=None,
        arithmetic=arithmetic,
        inputs={},
        cases=(),
        settings=ComparisonSettings(by="norm", norms=tuple(norms)),
    )
