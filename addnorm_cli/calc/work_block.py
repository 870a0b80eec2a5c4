"""Works a whole block problem, in the arithmetic that was asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from addnorm_cli.calc.block import block_section
from addnorm_cli.model.block_problem import BlockProblem
from addnorm_cli.numbers.arithmetic import Arithmetic, Machine
from addnorm_cli.trace.trace import Trace, with_exact


def work_block(
    problem: BlockProblem, arithmetic: Arithmetic, watch: Callable[[int], None] | None = None
) -> Trace:
    """Work a block problem; `watch` is told the number of each layer that is done.

    Raises:
        CalculationError: The numbers have no answer; `facts` name the step and the row.
    """
    trace = _worked_block(problem, arithmetic, watch)
    if arithmetic.reference:
        return trace
    return with_exact(trace, _worked_block(problem, Machine("float64"), None))


def _worked_block(
    problem: BlockProblem, arithmetic: Arithmetic, watch: Callable[[int], None] | None
) -> Trace:
    with arithmetic.context():
        section, ledger, notices = block_section(problem, arithmetic, watch)
    return Trace(
        command="block",
        title=problem.title,
        norm=problem.norm,
        arithmetic=arithmetic,
        inputs={"x": problem.x},
        cases=(section,),
        notices=(*problem.notices, *notices),
        ledger=ledger,
        parameters=block_parameters(problem),
    )


def block_parameters(problem: BlockProblem) -> dict[str, Any]:
    """What the steps depend on beside the norm; the sublayers are described by the first layer."""
    parameters: dict[str, Any] = {"residual": problem.residual}
    if problem.updates:
        return parameters
    parameters = {"placement": problem.placement, **parameters, "layers": len(problem.layers)}
    if problem.placement == "deepnorm":
        parameters["alpha"] = problem.alpha
    attention, ffn = problem.layers[0].attention, problem.layers[0].ffn
    if attention is not None and attention.output is None:
        parameters |= {
            "orientation": problem.orientation,
            "heads": attention.heads,
            "kv_heads": attention.kv_heads,
            "causal": attention.causal,
        }
        if attention.rotary is not None:
            parameters["rotary_base"] = attention.rotary
    if ffn is not None and ffn.output is None:
        parameters |= {"orientation": problem.orientation, "activation": ffn.activation}
    return parameters
