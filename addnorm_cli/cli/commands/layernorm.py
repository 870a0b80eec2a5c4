"""`addnorm layernorm`."""

from typing import Any

import typer

from addnorm_cli.cli.help import command_of, spoken_in
from addnorm_cli.cli.options import Calculation, Sublayer, Vectors


def layernorm(ctx: typer.Context, x: Vectors, options: Calculation) -> None:
    """Read, work and write one problem."""
    from addnorm_cli.cli.commands.calculate import calculate

    calculate("layernorm", spoken_in(ctx), x, options, Sublayer())


def build() -> Any:
    """The Typer command."""
    return command_of(layernorm)
