"""`addnorm gradient-flow`: how much gradient reaches each layer, with and without residual."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from addnorm_cli.calc import ledger
from addnorm_cli.calc.block import block_section
from addnorm_cli.calc.block_backward import layer_gradients
from addnorm_cli.calc.block_settings import block_settings
from addnorm_cli.formula.flow import chain, factor_name, measured
from addnorm_cli.model.block_problem import BlockProblem
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.problem import Notice, Tensor
from addnorm_cli.model.question import Flow
from addnorm_cli.model.records import EMPTY, replaced
from addnorm_cli.numbers.arithmetic import Arithmetic, Array, Machine
from addnorm_cli.trace.beside_exact import beside_exact
from addnorm_cli.trace.recorder import Instead, Recorder, Run
from addnorm_cli.trace.settings import FlowSettings
from addnorm_cli.trace.trace import Finding, Section, Trace

_EXAMPLES = ("-1", "-0.95", "-0.5", "-0.03", "0", "0.6")
"""Values of ∂F/∂x, from the one at which both terms cancel to one at which the gradient grows."""
_MOST_EXAMPLE_LAYERS = 24
_SMALLEST = float(np.finfo(np.float64).tiny)
"""Below this float64 loses digits, and then everything."""


def work_flow(flow: Flow, arithmetic: Arithmetic, instead: Instead = EMPTY) -> Trace:
    """Both products, layer by layer from the last to the first.

    What is `instead` takes the place of a step, by its path.

    Raises:
        CalculationError: A product is too large.
    """
    return beside_exact(lambda carried: _worked(flow, Run(carried, instead)), arithmetic, ())


def _worked(flow: Flow, run: Run) -> Trace:
    factors = {"without": flow.factor, "with_residual": flow.residual_factor}
    with run.arithmetic.context():
        cases = [_chain(*each, flow.layers, run) for each in factors.items()]
    settings = FlowSettings(float(flow.factor), float(flow.residual_factor), flow.layers)
    return Trace(
        command="gradient-flow",
        title=flow.title,
        norm=None,
        arithmetic=run.arithmetic,
        inputs={},
        cases=tuple(cases),
        notices=(*flow.notices, *_notices(flow, cases)),
        settings=settings,
        findings=(_examples(flow.layers),),
    )


def _chain(name: str, factor: Decimal, layers: int, run: Run) -> Section:
    """The last layer has the whole gradient; each layer before it has `factor` times the next."""
    residual = name != "without"
    table, run = chain(layers, residual=residual), run.within(name)
    recorder = run.recorder(table)
    _multiply(recorder, factor, residual=residual)
    shares = [recorder(f"layer{layers}", run.arithmetic.constants(1.0))]
    recorders = [recorder]
    for layer in range(layers - 1, 0, -1):
        recorder = _next(recorder, f"layer{layer + 1}")
        _multiply(recorder, factor, residual=residual)
        try:
            shares.append(recorder.work(f"layer{layer}"))
        except CalculationError:
            shown = f"{float(factor):g}"
            raise CalculationError("flow_overflow", layer=layer, factor=shown) from None
        recorders.append(recorder)
    return _section(name, recorders, shares)


def _multiply(recorder: Recorder, factor: Decimal, *, residual: bool) -> None:
    """Say what a layer multiplies the gradient by."""
    value = np.array(recorder.arithmetic.number(factor))
    typed = np.array(factor, dtype=object)
    recorder.given(factor_name(residual=residual), value, typed=typed, origin="given")


def _next(recorder: Recorder, above: str) -> Recorder:
    """A recorder for the next layer, which knows the value of the layer above and nothing else."""
    known = replaced(recorder.scope[above], formula=None)
    return Recorder(recorder.run, recorder.definitions, recorder.natural, scope={above: known})


def _section(name: str, recorders: list[Recorder], values: list[Array]) -> Section:
    recorder = recorders[-1]
    recorder.given("shares", np.array([value[()] for value in values]))
    steps = tuple(step for each in recorders for step in each.steps)
    return Section(id=name, kind="flow", parts=steps, result=recorder.scope["shares"])


def _notices(flow: Flow, cases: list[Section]) -> list[Notice]:
    """That the two columns are two different F, and that a product came out as nothing."""
    notices = []
    with_same = 1 + flow.factor
    if flow.residual_factor != with_same:
        facts: dict[str, Any] = {
            "residual_factor": float(flow.residual_factor),
            "slope": float(flow.residual_factor - 1),
            "factor": float(flow.factor),
            "same": float(with_same),
            "layers": flow.layers - 1,
            "passed": _power(float(with_same), flow.layers - 1),
        }
        notices.append(Notice(key="two_layers", facts=facts))
    for case, factor in zip(cases, (flow.factor, flow.residual_factor), strict=True):
        lost = np.flatnonzero([abs(float(share)) < _SMALLEST for share in case.result.value])
        if factor and lost.size:
            layer = flow.layers - int(lost[0])
            notices.append(Notice(key=f"vanished.{case.id}", facts={"layer": layer}))
    return notices


def _power(base: float, exponent: int) -> float:
    try:
        return base**exponent
    except OverflowError:
        return math.inf


def _examples(layers: int) -> Finding:
    """What 1 + ∂F/∂x comes to, over several layers, for one and the same F."""
    passed = max(1, min(layers, _MOST_EXAMPLE_LAYERS) - 1)
    rows = tuple(
        (slope, tuple(map(float, (1 + f, f**passed, (1 + f) ** passed))))
        for slope, f in ((slope, Fraction(slope)) for slope in _EXAMPLES)
    )
    columns = ("one_plus", "without", "with_residual")
    return Finding(id="cancel", columns=columns, rows=rows, facts={"layers": passed})


def measure_flow(problem: BlockProblem, upstream: Tensor | None) -> Trace:
    """The length of the gradient at each layer's input, with the residual and without; in float64.

    Args:
        problem: A block with layers.
        upstream: The gradient at its output, with the shape of x; None for one of length 1 whose
            components are equal but for their sign, which alternates. (Equal ones would come to
            nothing after a LayerNorm with γ = 1, whose output has a mean that cannot move.)

    Raises:
        CalculationError: The forward calculation has no answer.
    """
    shape = (-1, problem.x.shape[-1])
    given = _alternating(problem.x) if upstream is None else upstream
    d_out = given.floats.reshape(shape)  # (L, d)
    cases: list[Section] = []
    still: dict[object, Notice] = {}
    for name, residual in (("without", False), ("with_residual", True)):
        run = Run(Machine())
        with run.arithmetic.context():
            worked = replaced(problem, residual=residual)
            forward, _, told = block_section(worked, run)
            gradients = layer_gradients(worked, forward, d_out)
        cases.append(_measured(run.within(name), gradients, d_out, upstream))
        found = _still(problem, told)
        still.update(((n.facts["case"], n.facts["row"]), n) for n in found)
    return Trace(
        command="gradient-flow",
        title=problem.title,
        norm=problem.norm,
        arithmetic=Machine(),
        inputs={"x": problem.x, "upstream": given},
        cases=tuple(cases),
        forward=(forward,),
        notices=(*problem.notices, *_measured_notices(problem, cases), *still.values()),
        settings=replaced(
            block_settings(problem),
            residual="both",
            upstream="given" if upstream else "alternating",
        ),
        naming=problem.naming,
    )


def _alternating(x: Tensor) -> Tensor:
    values = np.where(np.arange(x.values.size) % 2, -1.0, 1.0) / math.sqrt(x.values.size)
    return Tensor(values=values.reshape(x.shape), typed=None, source="--upstream")


def _measured(
    run: Run, gradients: Sequence[Array], d_out: Array, upstream: Tensor | None
) -> Section:
    layers = len(gradients)
    recorder = run.recorder(measured(layers))
    if upstream is None:
        recorder.given("gradient_output", d_out)
    else:
        recorder.take("gradient_output", upstream, d_out.shape)
    above, name_above = recorder("output", _length(d_out)), "output"
    recorders, lengths = [recorder], [above]
    for layer, d_x in zip(range(layers, 0, -1), gradients, strict=True):
        recorder = _next(recorder, name_above)
        recorder.given(f"gradient{layer}", d_x)
        recorder.show(f"gradient{layer}")
        length = recorder(f"layer{layer}", _length(d_x))
        if above:
            recorder.work(f"factor{layer}")
        recorders.append(recorder)
        lengths.append(length)
        above, name_above = length, f"layer{layer}"
    return _section(run.path[-1], recorders, lengths)


def _still(problem: BlockProblem, notices: Sequence[Notice]) -> list[Notice]:
    """The rows of which a norm divides by ε alone, and what that does to the gradient."""
    divisor = "ε" if problem.norm is not None and problem.norm.eps_at == "sigma" else "√ε"
    return [
        Notice(
            key=notice.key.replace("still_row", "still_flow"),
            facts={**notice.facts, "divisor": divisor},
        )
        for notice in notices
        if notice.key.startswith("still_row")
    ]


def _length(d_x: Array) -> Array:
    """‖∂L/∂x‖ over the whole stream."""
    return np.asarray(ledger.length(d_x.reshape(-1)))


def _measured_notices(problem: BlockProblem, cases: list[Section]) -> list[Notice]:
    notices = []
    sublayers = [s for layer in problem.layers for s in (layer.attention, layer.ffn) if s]
    if any(sublayer.output is not None for sublayer in sublayers):
        notices.append(Notice(key="constant_outputs"))
    lengths = cases[1].result.value
    if len(lengths) > 1 and lengths[1] <= 1e-12 * max(float(lengths[0]), 1e-300):
        notices.append(Notice(key="nothing_arrives"))
    return notices
