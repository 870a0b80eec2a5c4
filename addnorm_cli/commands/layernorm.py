"""`addnorm layernorm`."""

from typing import Any

from addnorm_cli.helping import command_of
from addnorm_cli.options import Calculation, Sublayer, Vectors


def layernorm(x: Vectors, options: Calculation) -> None:
    """Read, work and write one problem."""
    from addnorm_cli.commands.calculate import calculate

    calculate("layernorm", x, options, Sublayer())


def build() -> Any:
    """The Typer command."""
    return command_of(layernorm)
