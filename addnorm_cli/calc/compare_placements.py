"""The same sublayers in every placement of the norm, and what becomes of the stream."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from addnorm_cli.calc.block import block_section
from addnorm_cli.calc.comparison import comparison_trace
from addnorm_cli.calc.ledger import length
from addnorm_cli.formula.bounds import UNIT
from addnorm_cli.model.block_problem import (
    Attention,
    BlockProblem,
    FeedForward,
    Layer,
    deepnorm_alpha,
)
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.problem import Affine, Case, Linear, Notice, Problem, Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Arithmetic, Array
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Run
from addnorm_cli.trace.settings import ComparisonSettings
from addnorm_cli.trace.trace import Finding, Trace


def compare_placements(problem: Problem, layers: int, arithmetic: Arithmetic) -> Trace:
    """The same x and sublayers under every placement, over some layers.

    Args:
        problem: Its cases share x; their sublayers are the sublayers of a layer, in order.
        layers: How often the layer is run.
        arithmetic: How numbers are carried.
    """
    x = problem.cases[0].x
    affine = Affine(gamma=problem.gamma, beta=problem.beta)
    layer = _layer(problem.cases)
    sections, ledgers, notices = [], {}, list(problem.notices)
    if isinstance(problem.cases[0].sublayer, Tensor):
        notices.append(Notice(key="fixed_outputs"))
    alpha = deepnorm_alpha(layers)
    with arithmetic.context():
        for placement in PLACEMENTS:
            places = PLACEMENTS[placement].norm_places
            block = BlockProblem(
                title=None,
                x=x,
                layers=(replaced(layer, norms=dict.fromkeys(places, affine)),) * layers,
                placement=placement,
                norm=problem.norm,
                alpha=alpha,
            )
            section, ledger, _ = block_section(block, Run(arithmetic))
            sections.append(replaced(section, id=placement))
            ledgers[placement] = ledger
    settings = ComparisonSettings(by="placement", layers=layers, alpha=alpha)
    trace = comparison_trace(problem, arithmetic, sections, notices, settings)
    updates = range(len(ledgers["post"].entries))

    def state(number: int, placement: str) -> Quantity:
        """The stream after an update; parallel layers have half as many updates."""
        entries = ledgers[placement].entries
        return entries[min(number, len(entries) - 1)].stream

    findings = [
        Finding(
            id=name,
            columns=tuple(PLACEMENTS),
            rows=tuple(
                (f"{n + 1}", tuple(measure(_floats(state(n, p))) for p in PLACEMENTS))
                for n in updates
            ),
            errors=tuple(tuple(_error(name, state(n, p)) for p in PLACEMENTS) for n in updates),
        )
        for name, measure in _MEASURES.items()
    ]
    left = tuple(float(ledgers[p].kept.mean()) for p in PLACEMENTS)
    findings.append(Finding(id="kept", columns=tuple(PLACEMENTS), rows=(("x₀", left),)))
    return replaced(trace, norm=problem.norm, findings=tuple(findings))


_MEASURES: dict[str, Callable[[Array], float]] = {
    "stream_size": lambda s: float(length(s).mean()),
    "stream_mean": lambda s: float(s.mean()),
    "stream_variance": lambda s: float(s.var(-1).mean()),
}


def _floats(quantity: Quantity) -> Array:
    return quantity.value.astype(np.float64)


def _error(measure: str, stream: Quantity) -> float:
    """How far a measure of a stream may be off, in float64."""
    size, errors = abs(_floats(stream)), stream.errors()
    off = errors + 2 * size.shape[-1] * UNIT * size  # of the numbers, and of the sum over them
    if measure == "stream_size":
        return float(length(off).mean())
    return float(off.mean() if measure == "stream_mean" else (4 * size.max() * off).mean())


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
