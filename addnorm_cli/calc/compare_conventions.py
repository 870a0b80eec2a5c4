"""One input under every convention of a norm, and where the results part from one of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from addnorm_cli.calc.comparison import comparison_trace
from addnorm_cli.calc.norms import norm_section
from addnorm_cli.formula.axes import arrangement
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.problem import Notice, Problem
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Arithmetic
from addnorm_cli.trace.recorder import Run
from addnorm_cli.trace.settings import ComparisonSettings
from addnorm_cli.trace.trace import Section, Trace


def compare_conventions(problem: Problem, arithmetic: Arithmetic) -> Trace:
    """One input under every convention of a norm, and where the results part from one of them.

    Args:
        problem: Its norm is the baseline; where that is no convention, the usual one of its kind.
        arithmetic: How numbers are carried.
    """
    x, asked = problem.cases[0].x, problem.norm
    baseline = asked.convention or NORMS[asked.kind].usual.convention
    names = [name for name, spec in CONVENTIONS.items() if spec.kind == asked.kind]
    names.sort(key=lambda name: name != baseline)
    if arrangement(asked, x.shape).width < 2:
        names = [name for name in names if not CONVENTIONS[name].ddof]
    sections, notices = [], list(problem.notices)
    with arithmetic.context():
        for name in names:
            spec = replaced(CONVENTIONS[name], convention=name, axes=asked.axes)
            section, _ = norm_section(x, problem.gamma, problem.beta, spec, Run(arithmetic), name)
            sections.append(section)
    same, *others = _alike(sections)
    reference = same[0]
    if len(same) > 1:
        facts = {"name": _names(same[1:]), "reference": reference.id}
        notices.append(Notice(key="same_result", facts=facts))
    notices += [_difference(reference, group) for group in others]
    settings = ComparisonSettings(
        by="convention",
        axes=asked.axes,
        baseline=reference.id,
        alike=tuple(map(_names, (same, *others))),
    )
    return comparison_trace(problem, arithmetic, sections, notices, settings)


def _alike(sections: Sequence[Section]) -> list[list[Section]]:
    """The sections in groups of those that come to the same numbers."""
    groups: list[list[Section]] = []
    for section in sections:
        value = section.result.value
        found = (group for group in groups if (group[0].result.value == value).all())
        if (group := next(found, None)) is None:
            groups.append([section])
        else:
            group.append(section)
    return groups


def _names(sections: Sequence[Section]) -> tuple[str, ...]:
    return tuple(section.id for section in sections)


def _difference(reference: Section, others: Sequence[Section]) -> Notice:
    """Where the results of others part most from the reference, and why."""
    ours, theirs = (s.result.natural().astype(float) for s in (reference, others[0]))
    gaps = abs(theirs - ours)
    place = np.unravel_index(int(gaps.argmax()), gaps.shape)
    spec, base = CONVENTIONS[others[0].id], CONVENTIONS[reference.id]
    differing = {
        "ddof": spec.ddof != base.ddof,
        "place": spec.eps_at != base.eps_at,
        "size": spec.eps_decimal != base.eps_decimal,
        "gain": spec.unit_offset != base.unit_offset,
    }
    facts = {
        "name": _names(others),
        "reference": reference.id,
        "place": tuple(map(int, place)),
        "ours": float(ours[place]),
        "theirs": float(theirs[place]),
        "eps": spec.eps,
        "spec": spec,
        "causes": tuple(cause for cause, differs in differing.items() if differs),
    }
    return Notice(key="convention", facts=facts)
