"""`addnorm gradient`."""

from typing import Any

import typer

from addnorm_cli.cli.help import command_of, spoken_in
from addnorm_cli.cli.options import Calculation, Sublayer, Upstream, Vectors


def gradient(
    ctx: typer.Context, x: Vectors, upstream: Upstream, options: Calculation, sublayer: Sublayer
) -> None:
    """Read, work and write one problem."""
    from addnorm_cli.cli.commands.calculate import calculate

    calculate("gradient", spoken_in(ctx), x, options, sublayer, upstream)


def build() -> Any:
    """The Typer command."""
    return command_of(gradient)
