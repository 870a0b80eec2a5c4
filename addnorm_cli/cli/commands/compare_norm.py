"""`addnorm compare-norm`."""

from __future__ import annotations

from typing import Any

import typer

from addnorm_cli.cli.help import command_of, spoken_in
from addnorm_cli.cli.options import Calculation, Comparison, Sublayer, Vectors


def compare_norm(
    ctx: typer.Context, x: Vectors, options: Calculation, comparison: Comparison, sublayer: Sublayer
) -> None:
    """Read, compare and write."""
    from addnorm_cli.calc.compare import work_comparison
    from addnorm_cli.cli.commands.calculate import overrides
    from addnorm_cli.cli.commands.emit import emit, request_for
    from addnorm_cli.inputs import Reader
    from addnorm_cli.inputs.comparisons import ComparisonOptions, read_comparison
    from addnorm_cli.numbers.arithmetic import choose

    request, target = request_for(options, spoken_in(ctx))
    given, wished = overrides(options, sublayer), ComparisonOptions(**vars(comparison))
    reader = Reader()
    problem = read_comparison(list(x or ()), wished, given, reader)
    arithmetic = choose(options.hand, options.rounding, options.dtype)
    emit(work_comparison(problem, arithmetic), request, target, reader, pause=options.pause)


def build() -> Any:
    """The Typer command."""
    return command_of(compare_norm)
