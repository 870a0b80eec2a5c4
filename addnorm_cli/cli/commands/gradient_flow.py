"""`addnorm gradient-flow`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from addnorm_cli.cli.help import command_of, spoken_in
from addnorm_cli.cli.options import Calculation, Sublayer, Upstream
from addnorm_cli.model.errors import InputError

if TYPE_CHECKING:
    from addnorm_cli.inputs import Reader
    from addnorm_cli.inputs.flows import FlowOptions
    from addnorm_cli.trace.trace import Trace


def _typed(*names: str, metavar: str) -> Any:
    return typer.Option(*names, metavar=metavar, show_default=False)


Problem = Annotated[list[str] | None, typer.Argument(metavar="PROBLEM", show_default=False)]
Factor = Annotated[str | None, _typed("--factor", metavar="F")]
ResidualFactor = Annotated[str | None, _typed("--residual-factor", metavar="R")]
Depth = Annotated[str | None, _typed("--layers", metavar="N")]
Placement = Annotated[str | None, _typed("--placement", metavar="NAME")]
Repeat = Annotated[str | None, _typed("--repeat", metavar="N")]


def gradient_flow(
    ctx: typer.Context,
    problem: Problem,
    factor: Factor,
    residual_factor: ResidualFactor,
    depth: Depth,
    upstream: Upstream,
    placement: Placement,
    repeat: Repeat,
    options: Calculation,
) -> None:
    """Read, work and write one flow."""
    from addnorm_cli.cli.commands.emit import emit, request_for
    from addnorm_cli.inputs import Reader
    from addnorm_cli.inputs.flows import FlowOptions

    request, target = request_for(options, spoken_in(ctx))
    flow = FlowOptions(
        factor=factor,
        residual_factor=residual_factor,
        layers=depth,
        upstream=upstream,
        placement=placement,
        repeat=repeat,
    )
    reader = Reader()
    trace = _trace(list(problem or ()), flow, options, reader)
    emit(trace, request, target, reader, pause=options.pause)


def _trace(arguments: list[str], flow: FlowOptions, options: Calculation, reader: Reader) -> Trace:
    from addnorm_cli.calc.flow import measure_flow, work_flow
    from addnorm_cli.cli.commands.calculate import overrides
    from addnorm_cli.inputs.flows import read_flow, read_measured
    from addnorm_cli.numbers.arithmetic import choose

    arithmetic = choose(options.hand, options.rounding, options.dtype)
    given = overrides(options, Sublayer())
    if options.random is not None:
        raise InputError("flow_random", where="--random")
    if not arguments:
        return work_flow(read_flow(flow, given), arithmetic)
    if not arithmetic.reference:
        raise InputError("flow_arithmetic", where="--hand" if options.hand else "--dtype")
    return measure_flow(*read_measured(arguments, flow, given, reader))


def build() -> Any:
    """The Typer command."""
    return command_of(gradient_flow)
