"""One matrix under several norms, and what changes when its rows or their batch change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from addnorm_cli.calc.comparison import comparison_trace, rule_of
from addnorm_cli.calc.norms import norm_section
from addnorm_cli.calc.statistics import denominator
from addnorm_cli.model.conventions import DEFAULT_OF_KIND
from addnorm_cli.model.problem import NormSpec, Problem
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Arithmetic, Array, Machine
from addnorm_cli.trace.trace import Finding, Trace, with_exact

_SHIFT, _SCALE = 1.0, 2.0
"""What rows are shifted and scaled by to see whether a norm notices."""
_FLOATS = Machine()


def compare_norms(
    problem: Problem, norms: Sequence[str], momentum: float, arithmetic: Arithmetic
) -> Trace:
    """One (N, d) matrix under several norms, and what changes when the batch changes.

    Args:
        problem: Its one case is the matrix; its norm counts for the norm of that kind.
        norms: The kinds to compare.
        momentum: How much of a new statistic goes into BatchNorm's running ones.
        arithmetic: How numbers are carried.
    """
    x = problem.cases[0].x
    specs = {kind: _spec_of(kind, problem.norm) for kind in norms}

    def worked(carried: Arithmetic) -> Trace:
        sections, notices = [], list(problem.notices)
        with carried.context():
            for kind, spec in specs.items():
                gamma, beta = problem.gamma, None if kind == "rmsnorm" else problem.beta
                section, found = norm_section(
                    carried.take(x), x.typed, gamma, beta, spec, carried, kind
                )
                sections.append(section)
                notices += [replaced(n, facts={**n.facts, "case": kind}) for n in found]
        rules = {kind: rule_of(spec) for kind, spec in specs.items()}
        parameters: dict[str, object] = {"by": "norm", "norms": list(norms), "rules": rules}
        return comparison_trace(problem, carried, sections, notices, parameters)

    trace = worked(arithmetic)
    if not arithmetic.reference:
        trace = with_exact(trace, worked(_FLOATS))
    values = x.values.reshape(-1, x.shape[-1])
    apply = {kind: _applied(problem, spec) for kind, spec in specs.items()}
    findings = [_leave_one_out(values, apply), _alone(values, apply), _invariance(values, apply)]
    if "batchnorm" in specs and len(values) > 1:
        findings += _running(values, problem, specs["batchnorm"], momentum)
    return replaced(trace, findings=tuple(f for f in findings if f is not None))


def _spec_of(kind: str, asked: NormSpec) -> NormSpec:
    """The norm of a kind: as it was asked for, or as it usually is."""
    if asked.kind == kind:
        return asked
    return replaced(DEFAULT_OF_KIND[kind], groups=asked.groups if asked.groups > 1 else 2)


def _applied(problem: Problem, spec: NormSpec) -> Callable[[Array], Array]:
    """The norm as a function of a matrix, in float64."""
    beta = None if spec.kind == "rmsnorm" else problem.beta

    def apply(z: Array) -> Array:
        with _FLOATS.context():
            section, _ = norm_section(z, None, problem.gamma, beta, spec, _FLOATS, "")
        return section.result.value.reshape(z.shape)

    return apply


def _leave_one_out(x: Array, apply: dict[str, Callable[[Array], Array]]) -> Finding | None:
    """The largest change in each remaining row when the last sample is left out."""
    if len(x) < 2:
        return None
    changes = {kind: abs(f(x)[:-1] - f(x[:-1])).max(-1) for kind, f in apply.items()}
    rows = tuple(
        (f"[{row}]", tuple(float(changes[kind][row]) for kind in apply))
        for row in range(len(x) - 1)
    )
    return Finding(
        id="leave_one_out", columns=tuple(apply), rows=rows, facts={"sample": len(x) - 1}
    )


def _alone(x: Array, apply: dict[str, Callable[[Array], Array]]) -> Finding | None:
    """The largest change in each row when it is a batch of one."""
    if len(x) < 2:
        return None
    rows = []
    for row in range(len(x)):
        alone = x[row : row + 1]
        changes = tuple(float(abs(f(x)[row] - f(alone)[0]).max()) for f in apply.values())
        rows.append((f"[{row}]", changes))
    return Finding(id="batch_of_one", columns=tuple(apply), rows=tuple(rows))


def _invariance(x: Array, apply: dict[str, Callable[[Array], Array]]) -> Finding:
    """The largest change in the output when the input is shifted or scaled."""
    column = np.zeros(x.shape[-1])
    column[0] = _SHIFT
    inputs = {
        "shift_rows": x + _SHIFT,
        "scale_rows": x * _SCALE,
        "shift_column": x + column,
    }
    rows = tuple(
        (name, tuple(float(abs(f(changed) - f(x)).max()) for f in apply.values()))
        for name, changed in inputs.items()
    )
    return Finding(id="invariance", columns=tuple(apply), rows=rows, facts={"shift": 1, "scale": 2})


def _running(x: Array, problem: Problem, spec: NormSpec, momentum: float) -> list[Finding]:
    """BatchNorm's running statistics after one step from mean 0 and variance 1, and inference.

    As in PyTorch: running = (1 - momentum) · running + momentum · new, with the unbiased variance
    (over N - 1); the biased one normalises in training.
    """
    count = len(x)
    mean, variance = x.mean(0), x.var(0)
    unbiased = variance * count / (count - 1)
    running_mean = momentum * mean
    running_variance = (1 - momentum) + momentum * unbiased
    gamma = 1.0 if problem.gamma is None else problem.gamma.values
    beta = 0.0 if problem.beta is None else problem.beta.values
    below = denominator(running_variance, np.sqrt(running_variance), float(spec.eps), spec)
    inference = gamma * (x - running_mean) / below + beta
    columns = tuple(f"d{i}" for i in range(x.shape[-1]))
    statistics = {
        "batch_mean": mean,
        "batch_variance": variance,
        "unbiased_variance": unbiased,
        "running_mean": running_mean,
        "running_variance": running_variance,
    }
    return [
        Finding(
            id="running",
            columns=columns,
            rows=tuple((name, tuple(map(float, v))) for name, v in statistics.items()),
            facts={"momentum": momentum},
        ),
        Finding(
            id="inference",
            columns=columns,
            rows=tuple((f"[{n}]", tuple(map(float, row))) for n, row in enumerate(inference)),
        ),
    ]
