"""Comparisons, computed on the reader's own numbers: norms, placements, conventions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from addnorm_cli.arithmetic import Arithmetic, Array, Machine
from addnorm_cli.block_problem import (
    PLACEMENTS,
    Attention,
    BlockProblem,
    FeedForward,
    Layer,
    deepnorm_alpha,
)
from addnorm_cli.calc.block import block_section
from addnorm_cli.calc.ledger import kept, length
from addnorm_cli.calc.norms import norm_section
from addnorm_cli.comparison_problem import ComparisonProblem
from addnorm_cli.conventions import CONVENTIONS, DEFAULT_OF_KIND
from addnorm_cli.problem import Case, Linear, NormSpec, Notice, Problem, Tensor
from addnorm_cli.records import replaced
from addnorm_cli.trace import Finding, LedgerEntry, Section, Trace, with_exact

_SHIFT, _SCALE = 1.0, 2.0
"""What rows are shifted and scaled by to see whether a norm notices."""
_FLOATS = Machine()


def work_comparison(comparison: ComparisonProblem, arithmetic: Arithmetic) -> Trace:
    """Work a problem in every way that a comparison asks for.

    Raises:
        CalculationError: The numbers have no answer; `facts` name the step and the row.
    """
    match comparison.by:
        case "placement":
            return compare_placements(comparison.problem, comparison.layers, arithmetic)
        case "convention":
            return compare_conventions(comparison.problem, arithmetic)
        case _:
            return compare_norms(
                comparison.problem, comparison.norms, comparison.momentum, arithmetic
            )


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
        rules = {kind: _rule(spec) for kind, spec in specs.items()}
        parameters: dict[str, object] = {"by": "norm", "norms": list(norms), "rules": rules}
        return _trace(problem, carried, sections, notices, parameters)

    trace = worked(arithmetic)
    if not arithmetic.reference:
        trace = with_exact(trace, worked(_FLOATS))
    values = x.values.reshape(-1, x.shape[-1])
    apply = {kind: _applied(problem, spec) for kind, spec in specs.items()}
    findings = [_leave_one_out(values, apply), _alone(values, apply), _invariance(values, apply)]
    if "batchnorm" in specs and len(values) > 1:
        findings += _running(values, problem, specs["batchnorm"], momentum)
    return replaced(trace, findings=tuple(f for f in findings if f is not None))


def _rule(spec: NormSpec) -> dict[str, object]:
    """What a reader must know of a norm to work it again."""
    return {
        "norm": spec.kind,
        "eps": spec.eps,
        "eps_at": spec.eps_at,
        "ddof": spec.ddof,
        "groups": spec.groups,
        "alpha": spec.alpha,
    }


def _spec_of(kind: str, asked: NormSpec) -> NormSpec:
    """The norm of a kind: as it was asked for, or as it usually is."""
    if asked.kind == kind:
        return asked
    return replaced(DEFAULT_OF_KIND[kind], groups=asked.groups if asked.groups > 1 else 2)


def _trace(
    problem: Problem,
    arithmetic: Arithmetic,
    sections: Sequence[Section],
    notices: Sequence[Notice],
    parameters: dict[str, object],
) -> Trace:
    return Trace(
        command="compare-norm",
        title=problem.title,
        norm=None,
        arithmetic=arithmetic,
        inputs={"x": problem.cases[0].x},
        cases=tuple(sections),
        notices=tuple(notices),
        parameters=parameters,
    )


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
    eps = float(spec.eps)
    inference = gamma * (x - running_mean) / np.sqrt(running_variance + eps) + beta
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


def compare_placements(problem: Problem, layers: int, arithmetic: Arithmetic) -> Trace:
    """The same x and sublayers under every placement, over some layers.

    Args:
        problem: Its cases share x; their sublayers are the sublayers of a layer, in order.
        layers: How often the layer is run.
        arithmetic: How numbers are carried.
    """
    x = problem.cases[0].x
    layer = _layer(problem.cases)
    sections, ledgers, notices = [], {}, list(problem.notices)
    if isinstance(problem.cases[0].sublayer, Tensor):
        notices.append(Notice(key="fixed_outputs"))
    with arithmetic.context():
        for placement in PLACEMENTS:
            block = BlockProblem(
                title=None,
                x=x,
                layers=(layer,) * layers,
                placement=placement,
                norm=problem.norm,
                alpha=deepnorm_alpha(layers),
            )
            section, ledger, _ = block_section(block, arithmetic)
            sections.append(replaced(section, id=placement))
            ledgers[placement] = ledger
    alpha = deepnorm_alpha(layers)
    parameters: dict[str, object] = {"by": "placement", "layers": layers, "alpha": alpha}
    trace = _trace(problem, arithmetic, sections, notices, parameters)
    measures: dict[str, Callable[[Array], float]] = {
        "stream_size": lambda s: float(length(s).mean()),
        "stream_mean": lambda s: float(s.mean()),
        "stream_variance": lambda s: float(s.var(-1).mean()),
    }
    findings = [
        Finding(
            id=name,
            columns=PLACEMENTS,
            rows=tuple(
                (f"{n + 1}", tuple(measure(_state(ledgers[p].entries, n)) for p in PLACEMENTS))
                for n in range(len(ledgers["post"].entries))
            ),
        )
        for name, measure in measures.items()
    ]
    left = tuple(float(kept(ledgers[p]).mean()) for p in PLACEMENTS)
    findings.append(Finding(id="kept", columns=PLACEMENTS, rows=(("x₀", left),)))
    return replaced(trace, norm=problem.norm, findings=tuple(findings))


def _state(entries: Sequence[LedgerEntry], number: int) -> Array:
    """The stream after an update, in float64; parallel layers have half as many updates."""
    entry = entries[min(number, len(entries) - 1)]
    return entry.stream.astype(np.float64)


def _layer(cases: Sequence[Case]) -> Layer:
    """A layer whose sublayers are those of the cases: one is a feed-forward, two are both."""
    parts = [_sublayer(case.sublayer) for case in cases]
    if len(parts) == 1:
        return Layer(attention=None, ffn=parts[0])
    return Layer(attention=Attention(output=parts[0].output), ffn=parts[1])


def _sublayer(given: Tensor | Linear | None) -> FeedForward:
    if isinstance(given, Tensor):
        return FeedForward(output=given)
    assert given is not None
    weight = given.weight
    if given.orientation == "Wx":
        typed = None if weight.typed is None else weight.typed.T
        weight = Tensor(values=weight.values.T, typed=typed, source=weight.source)
    biases = {} if given.bias is None else {"b_1": given.bias}
    return FeedForward(activation=given.activation, weights={"W_1": weight}, biases=biases)


def compare_conventions(problem: Problem, arithmetic: Arithmetic) -> Trace:
    """One input under every LayerNorm convention of the table, and where the results part."""
    x = problem.cases[0].x
    names = [name for name, spec in CONVENTIONS.items() if spec.kind == "layernorm"]
    if x.shape[-1] < 2:
        names = [name for name in names if not CONVENTIONS[name].ddof]
    sections, notices = [], list(problem.notices)
    with arithmetic.context():
        for name in names:
            spec = replaced(CONVENTIONS[name], convention=name)
            section, _ = norm_section(
                arithmetic.take(x), x.typed, problem.gamma, problem.beta, spec, arithmetic, name
            )
            sections.append(section)
    reference = sections[0]
    notices += [_difference(reference, section) for section in sections[1:]]
    rules = {name: _rule(CONVENTIONS[name]) for name in names}
    parameters: dict[str, object] = {"by": "convention", "rules": rules}
    return _trace(problem, arithmetic, sections, notices, parameters)


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
