"""`addnorm residual`."""

from typing import Any

import typer

from addnorm_cli.cli.help import command_of, spoken_in
from addnorm_cli.cli.options import Calculation, Sublayer, Vectors


def residual(ctx: typer.Context, x: Vectors, options: Calculation, sublayer: Sublayer) -> None:
    """Read, work and write one problem."""
    from addnorm_cli.cli.commands.calculate import calculate

    calculate("residual", spoken_in(ctx), x, options, sublayer)


def build() -> Any:
    """The Typer command."""
    return command_of(residual)
