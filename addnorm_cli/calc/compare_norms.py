"""One matrix under several norms, and what changes when its rows or their batch change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from addnorm_cli.calc.comparison import comparison_trace
from addnorm_cli.calc.norms import bring, norm_section
from addnorm_cli.calc.work import tensors_of
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.problem import NormSpec, Notice, Problem, Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Arithmetic, Array, Machine
from addnorm_cli.trace.recorder import Run
from addnorm_cli.trace.settings import ComparisonSettings
from addnorm_cli.trace.trace import Finding, Trace, beside_exact

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
        sections, notices = [], [*problem.notices, *_left_out(problem, norms)]
        with carried.context():
            for kind, spec in specs.items():
                section, found = norm_section(x, *_affine(problem, kind), spec, Run(carried), kind)
                sections.append(section)
                notices += [replaced(n, facts={**n.facts, "case": kind}) for n in found]
        settings = ComparisonSettings(by="norm", norms=tuple(norms))
        return comparison_trace(problem, carried, sections, notices, settings)

    trace = beside_exact(worked, arithmetic, tensors_of(problem))
    values = x.floats.reshape(-1, x.shape[-1])
    apply = {kind: _applied(problem, spec) for kind, spec in specs.items()}
    findings = [_leave_one_out(values, apply), _alone(values, apply), _invariance(values, apply)]
    if "batchnorm" in specs and len(values) > 1:
        findings += _running(values, problem, specs["batchnorm"], momentum)
    return replaced(trace, findings=tuple(f for f in findings if f is not None))


def _spec_of(kind: str, asked: NormSpec) -> NormSpec:
    """The norm of a kind: as it was asked for, or as it usually is."""
    return asked if asked.kind == kind else NORMS[kind].usual


def _affine(problem: Problem, kind: str) -> tuple[Tensor | None, Tensor | None]:
    """The γ and β that were given, for a norm that has them."""
    norm = NORMS[kind]
    return (None if norm.gamma is None else problem.gamma, problem.beta if norm.beta else None)


def _left_out(problem: Problem, norms: Sequence[str]) -> list[Notice]:
    """Which norms have no use for the γ or β that was given."""
    given = {"gamma": problem.gamma, "beta": problem.beta}
    notices = []
    for place, (name, tensor) in enumerate(given.items()):
        without = tuple(kind for kind in norms if _affine(problem, kind)[place] is None)
        if tensor is not None and without:
            notices.append(Notice(key=f"without.{name}", facts={"norms": tuple(without)}))
    return notices


def _applied(problem: Problem, spec: NormSpec) -> Callable[[Array], Array]:
    """The norm as a function of a matrix, in float64; NaN where it has no answer."""

    def apply(z: Array) -> Array:
        try:
            with _FLOATS.context():
                section, _ = norm_section(
                    Tensor(z, None, ""), *_affine(problem, spec.kind), spec, Run(_FLOATS), ""
                )
        except CalculationError:  # a batch of one without ε, for example
            return np.full_like(z, np.nan)
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
    (over N - 1); the biased one normalizes in training.
    """
    count = len(x)
    mean, variance = x.mean(0), x.var(0)
    unbiased = variance * count / (count - 1)
    running_mean = momentum * mean
    running_variance = (1 - momentum) + momentum * unbiased
    inference = _inference(x, running_mean, running_variance, problem, spec)
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


def _inference(x: Array, mean: Array, variance: Array, problem: Problem, spec: NormSpec) -> Array:
    """BatchNorm with statistics that are given: its own steps from the deviations on; (N, n)."""
    norm, run = NORMS[spec.kind], Run(_FLOATS)
    record = run.recorder(norm.formulas(spec))
    bring(record, Tensor(x, None, ""), problem.gamma, problem.beta, spec, norm, x.shape[-1])
    record.given("mean", mean)
    record.given("variance", variance)
    record.work_all(("deviations", "sigma", "denominator", "normalized", "scaled"))
    return record.work("output")
