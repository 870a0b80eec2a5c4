"""One input under every LayerNorm convention, and where the results part."""

from __future__ import annotations

from addnorm_cli.calc.comparison import comparison_trace
from addnorm_cli.calc.norms import norm_section
from addnorm_cli.formula.axes import arrangement
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.problem import Notice, Problem
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Arithmetic
from addnorm_cli.trace.recorder import Run
from addnorm_cli.trace.settings import ComparisonSettings
from addnorm_cli.trace.trace import Section, Trace


def compare_conventions(problem: Problem, arithmetic: Arithmetic) -> Trace:
    """One input under every LayerNorm convention of the table, and where the results part."""
    x, axes = problem.cases[0].x, problem.norm.axes
    names = [name for name, spec in CONVENTIONS.items() if spec.kind == "layernorm"]
    if arrangement(problem.norm, x.shape).width < 2:
        names = [name for name in names if not CONVENTIONS[name].ddof]
    sections, notices = [], list(problem.notices)
    with arithmetic.context():
        for name in names:
            spec = replaced(CONVENTIONS[name], convention=name, axes=axes)
            section, _ = norm_section(x, problem.gamma, problem.beta, spec, Run(arithmetic), name)
            sections.append(section)
    reference = sections[0]
    notices += [_difference(reference, section) for section in sections[1:]]
    settings = ComparisonSettings(by="convention", axes=axes)
    return comparison_trace(problem, arithmetic, sections, notices, settings)


def _difference(reference: Section, other: Section) -> Notice:
    """Where two results part first, and why."""
    ours, theirs = (s.result.value.astype(float).reshape(-1) for s in (reference, other))
    place = int(abs(theirs - ours).argmax())
    gap = float(abs(theirs - ours)[place])
    spec, base = CONVENTIONS[other.id], CONVENTIONS[reference.id]
    causes = []
    if spec.ddof != base.ddof:
        causes.append("ddof")
    if spec.eps_at != base.eps_at:
        causes.append("place")
    if spec.eps_decimal != base.eps_decimal:
        causes.append("size")
    key = "same_result" if gap == 0 else "convention"
    facts = {
        "name": other.id,
        "reference": reference.id,
        "component": place,
        "ours": float(ours[place]),
        "theirs": float(theirs[place]),
        "eps": spec.eps,
        "causes": tuple(causes),
    }
    return Notice(key=key, facts=facts)
