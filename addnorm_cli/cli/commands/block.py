"""`addnorm block`."""

from __future__ import annotations

from typing import Any

import typer

from addnorm_cli.cli.help import command_of, spoken_in
from addnorm_cli.cli.options import Calculation, Stack, Sublayer, Vectors
from addnorm_cli.model.records import defaults_of, replaced

_LONG = 3
"""A stack of more layers shows how far it has come."""


def block(ctx: typer.Context, x: Vectors, options: Calculation, stack: Stack) -> None:
    """Read, work and write one block problem."""
    from addnorm_cli.calc.block import work_block
    from addnorm_cli.cli.commands.calculate import overrides
    from addnorm_cli.cli.commands.emit import emit, request_for
    from addnorm_cli.cli.commands.progress import progress
    from addnorm_cli.inputs import Reader
    from addnorm_cli.inputs.block_overrides import BlockOverrides
    from addnorm_cli.inputs.blocks import assemble_block
    from addnorm_cli.numbers.arithmetic import choose

    language = spoken_in(ctx)
    request, target = request_for(options, language)
    arithmetic = choose(options.hand, options.rounding, options.dtype)
    given = BlockOverrides(**{name: getattr(stack, name) for name in defaults_of(BlockOverrides)})
    reader = Reader()
    problem = assemble_block(list(x or ()), overrides(options, Sublayer()), given, reader)
    with progress("progress", len(problem.layers), language, most=_LONG) as watch:
        trace = work_block(problem, arithmetic, watch)
    if stack.compare_residual:
        other = replaced(problem, residual=not problem.residual, notices=())
        trace = replaced(trace, contrast=work_block(other, arithmetic))
    emit(trace, request, target, reader, pause=options.pause)


def build() -> Any:
    """The Typer command."""
    return command_of(block)
