"""One matrix under several norms, and what changes when its rows or their batch change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from addnorm_cli.calc.comparison import comparison_trace
from addnorm_cli.calc.norms import REMEMBERED, norm_section
from addnorm_cli.calc.work import tensors_of
from addnorm_cli.formula.bounds import UNIT
from addnorm_cli.formula.expr import lift
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.formula.overall import OF_ROWS
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.problem import USUAL_MOMENTUM, NormSpec, Notice, Problem, Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Arithmetic, Array, Machine
from addnorm_cli.trace.beside_exact import beside_exact
from addnorm_cli.trace.errors import Later
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Run
from addnorm_cli.trace.settings import ComparisonSettings
from addnorm_cli.trace.trace import Finding, Section, Step, Trace

_SHIFT, _SCALE = 1.0, 2.0
"""What rows are shifted and scaled by to see whether a norm notices."""
_TAKEN_BY_EPS = 1e-3
_FLOATS = Machine()
_Numbers = tuple[Array, Array]
"""Numbers, and how far each may be off."""
_Apply = Callable[[Array], _Numbers]


def compare_norms(problem: Problem, arithmetic: Arithmetic) -> Trace:
    """One (N, d) matrix under several norms, and what changes when the batch changes.

    Args:
        problem: Its one case is the matrix; its rules say what is compared.
        arithmetic: How numbers are carried.
    """
    x = problem.cases[0].x
    specs = problem.rules

    def worked(carried: Arithmetic) -> Trace:
        sections, notices = [], [*problem.notices, *_left_out(problem, tuple(specs))]
        with carried.context():
            for kind, spec in specs.items():
                section, found = norm_section(x, *_affine(problem, kind), spec, Run(carried), kind)
                sections.append(section)
                notices += [replaced(n, facts={**n.facts, "case": kind}) for n in found]
        settings = ComparisonSettings(by="norm", norms=tuple(specs))
        return comparison_trace(problem, carried, sections, notices, settings)

    trace = beside_exact(worked, arithmetic, tensors_of(problem))
    values = x.floats.reshape(-1, x.shape[-1])
    apply = {kind: _applied(problem, spec) for kind, spec in specs.items()}
    findings: list[Finding | None] = [*(_statistics(values, apply) if len(x.shape) <= 2 else ())]
    findings += [_leave_one_out(values, apply), _alone(values, apply), _invariance(values, apply)]
    if "batchnorm" in specs and specs["batchnorm"].training and len(values) > 1:
        findings += _running(values, problem, specs["batchnorm"])
    return replaced(trace, findings=tuple(f for f in findings if f is not None))


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


def _applied(problem: Problem, spec: NormSpec) -> _Apply:
    """The norm as a function of a matrix, in float64; NaN where it has no answer."""
    if spec.training:  # what is remembered changes nothing here
        spec = replaced(spec, momentum=None, running_mean=None, running_var=None)

    def apply(values: Array) -> _Numbers:
        z = Quantity(
            name="z",
            symbol=lift(0),
            index=("row", "i"),
            value=values,
            shape=values.shape,
            error=Later(lambda: UNIT * abs(values)),
        )
        try:
            with _FLOATS.context():
                section, _ = norm_section(z, *_affine(problem, spec.kind), spec, Run(_FLOATS), "")
                errors = section.result.errors().reshape(values.shape)
        except CalculationError:  # a batch of one without ε, for example
            return np.full_like(values, np.nan), np.zeros_like(values)
        return section.result.value.reshape(values.shape), errors

    return apply


def _statistics(x: Array, apply: dict[str, _Apply]) -> list[Finding]:
    """Mean and σ of each row and of each component, before and after every norm."""
    normed = {kind: f(x) for kind, f in apply.items() if kind != "none"}
    numbers = {"z": (x, UNIT * abs(x)), **normed}
    rows = tuple(f"[{row}]" for row in range(len(x)))
    components = tuple(f"d{i}" for i in range(x.shape[-1]))
    findings = []
    for name, axis, columns in (("of_rows", 1, rows), ("of_columns", 0, components)):
        moments = {kind: _moments(*n, axis) for kind, n in numbers.items()}
        changes = [
            (f"{which}.{kind}", _pairs(*found[place]))
            for place, which in enumerate(("mean", "sigma"))
            for kind, found in moments.items()
        ]
        facts = {"standard": tuple(kind for kind in normed if _is_standard(*moments[kind]))}
        if x.shape[axis] > 1:
            findings.append(Finding(id=name, columns=columns, facts=facts, **_table(changes)))
    return findings


def _is_standard(mean: _Numbers, sigma: _Numbers) -> bool:
    """Whether every mean is 0, and every σ is 1 but for what ε takes from it."""
    return bool((abs(mean[0]) <= mean[1]).all() and (abs(sigma[0] - 1) < _TAKEN_BY_EPS).all())


def _moments(values: Array, errors: Array, axis: int) -> tuple[_Numbers, _Numbers]:
    """Mean and σ along an axis; of numbers near 1, whose squares are neither too large nor 0."""
    rows, off = (values, errors) if axis == 1 else (values.T, errors.T)
    if not np.isfinite(rows).all():  # a norm that has no answer
        nothing = np.full(len(rows), np.nan), np.zeros(len(rows))
        return nothing, nothing
    exponent = np.frexp(abs(rows).max(-1, keepdims=True))[1]
    recorder = Run(_FLOATS).recorder(OF_ROWS)
    near = np.ldexp(off, -exponent)
    recorder.given("z_row", np.ldexp(rows, -exponent), error=Later(lambda: near))
    recorder.constant("d", str(rows.shape[-1]))
    with _FLOATS.context():
        recorder.work_all(("row_mean", "row_sigma"))
    mean, sigma = (
        (np.ldexp(found.value, exponent[:, 0]), np.ldexp(found.errors(), exponent[:, 0]))
        for found in map(recorder.scope.__getitem__, ("row_mean", "row_sigma"))
    )
    return mean, sigma


def _change(first: _Numbers, second: _Numbers) -> _Numbers:
    """The largest change in each row, and how far it may be off."""
    (a, of_a), (b, of_b) = first, second
    errors = of_a + of_b + UNIT * (abs(a) + abs(b))
    return abs(a - b).max(-1), errors.max(-1)


def _table(changes: Sequence[tuple[str, Sequence[tuple[float, float]]]]) -> dict[str, Any]:
    """The rows of a finding, and how far each of its numbers may be off."""
    return {
        "rows": tuple((name, tuple(float(value) for value, _ in row)) for name, row in changes),
        "errors": tuple(tuple(float(error) for _, error in row) for _, row in changes),
    }


def _leave_one_out(x: Array, apply: dict[str, _Apply]) -> Finding | None:
    """The largest change in each remaining row when the last sample is left out."""
    if len(x) < 2:
        return None
    changes = [_change(_rows(f(x), slice(-1)), f(x[:-1])) for f in apply.values()]
    rows = [
        (f"[{row}]", [(value[row], error[row]) for value, error in changes])
        for row in range(len(x) - 1)
    ]
    facts = {"sample": len(x) - 1}
    return Finding(id="leave_one_out", columns=tuple(apply), facts=facts, **_table(rows))


def _rows(numbers: _Numbers, rows: slice) -> _Numbers:
    return numbers[0][rows], numbers[1][rows]


def _alone(x: Array, apply: dict[str, _Apply]) -> Finding | None:
    """The largest change in each row when it is a batch of one."""
    if len(x) < 2:
        return None
    together = [f(x) for f in apply.values()]
    rows = []
    for row in range(len(x)):
        one = slice(row, row + 1)
        alone = [f(x[one]) for f in apply.values()]
        pairs = zip(together, alone, strict=True)
        changes = [_change(_rows(all_of_them, one), by_itself) for all_of_them, by_itself in pairs]
        rows.append((f"[{row}]", [(value[0], error[0]) for value, error in changes]))
    return Finding(id="batch_of_one", columns=tuple(apply), **_table(rows))


def _invariance(x: Array, apply: dict[str, _Apply]) -> Finding:
    """The largest change in the output when the input is shifted or scaled."""
    column = np.zeros(x.shape[-1])
    column[0] = _SHIFT
    inputs = {
        "shift_rows": x + _SHIFT,
        "scale_rows": x * _SCALE,
        "shift_column": x + column,
    }
    rows = []
    for name, changed in inputs.items():
        changes = [_change(f(changed), f(x)) for f in apply.values()]
        rows.append((name, [(value.max(), error.max()) for value, error in changes]))
    facts = {"shift": 1, "scale": 2}
    return Finding(id="invariance", columns=tuple(apply), facts=facts, **_table(rows))


def _running(x: Array, problem: Problem, spec: NormSpec) -> list[Finding]:
    """BatchNorm's running statistics after one step of training, and inference with them.

    As in PyTorch: running = (1 - momentum) · running + momentum · new, with the unbiased variance
    (over N - 1); the biased one normalizes in training.
    """
    momentum = spec.momentum or USUAL_MOMENTUM
    trained = _batchnorm(x, problem, replaced(spec, momentum=momentum))
    scope = {step.id: step.quantity for step in trained.parts if isinstance(step, Step)}
    start = {name: _floats(getattr(spec, name), at, x) for name, at in REMEMBERED.items()}
    mean, var = (Tensor(scope[f"next_{name}"].value, None, "") for name in REMEMBERED)
    later = replaced(spec, training=False, momentum=None, running_mean=mean, running_var=var)
    inference = _batchnorm(x, problem, later).result
    columns = tuple(f"d{i}" for i in range(x.shape[-1]))
    statistics = {
        "batch_mean": scope["mean"],
        "batch_variance": scope["variance"],
        "unbiased_variance": scope["unbiased_variance"],
        "running_mean": scope["next_running_mean"],
        "running_variance": scope["next_running_var"],
    }
    begun = {f"start_{end}": start[f"running_{n}"] for end, n in _STARTS}
    known = [(name, _pairs(value, 0 * value)) for name, value in begun.items()]
    known += [(name, _pairs(q.value, q.errors())) for name, q in statistics.items()]
    rows = zip(inference.value, inference.errors(), strict=True)
    return [
        Finding(
            id="running",
            columns=columns,
            facts={"momentum": float(momentum)},
            **_table(known),
        ),
        Finding(
            id="inference",
            columns=columns,
            **_table([(f"[{n}]", _pairs(*row)) for n, row in enumerate(rows)]),
        ),
    ]


_STARTS = (("mean", "mean"), ("variance", "var"))


def _pairs(values: Array, errors: Array) -> list[tuple[float, float]]:
    return list(zip(values, errors, strict=True))


def _batchnorm(x: Array, problem: Problem, spec: NormSpec) -> Section:
    with _FLOATS.context():
        z = Tensor(x, None, "")
        section, _ = norm_section(z, *_affine(problem, spec.kind), spec, Run(_FLOATS), "")
    return section


def _floats(given: Tensor | None, number: int, x: Array) -> Array:
    return np.full(x.shape[-1], float(number)) if given is None else given.floats
