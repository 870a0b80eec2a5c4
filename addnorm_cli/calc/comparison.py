"""What every comparison has in common: the rule of a norm, and the trace of what was compared."""

from __future__ import annotations

from collections.abc import Sequence

from addnorm_cli.model.problem import NormSpec, Notice, Problem
from addnorm_cli.numbers.arithmetic import Arithmetic
from addnorm_cli.trace.trace import Section, Trace


def rule_of(spec: NormSpec) -> dict[str, object]:
    """What a reader must know of a norm to work it again."""
    return {
        "norm": spec.kind,
        "eps": spec.eps,
        "eps_at": spec.eps_at,
        "ddof": spec.ddof,
        "groups": spec.groups,
        "alpha": spec.alpha,
        "unit_offset": spec.unit_offset,
    }


def comparison_trace(
    problem: Problem,
    arithmetic: Arithmetic,
    sections: Sequence[Section],
    notices: Sequence[Notice],
    parameters: dict[str, object],
) -> Trace:
    """The trace of a comparison: one section for each of the ways that are compared."""
    given = {"x": problem.cases[0].x, "gamma": problem.gamma, "beta": problem.beta}
    return Trace(
        command="compare-norm",
        title=problem.title,
        norm=None,
        arithmetic=arithmetic,
        inputs={name: tensor for name, tensor in given.items() if tensor is not None},
        cases=tuple(sections),
        notices=tuple(notices),
        parameters=parameters,
    )
