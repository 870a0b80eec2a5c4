"""`addnorm addnorm`."""

from typing import Any

from addnorm_cli.helping import command_of
from addnorm_cli.options import Calculation, Sublayer, Vectors


def addnorm(x: Vectors, options: Calculation, sublayer: Sublayer) -> None:
    """Read, work and write one problem."""
    from addnorm_cli.commands.calculate import calculate

    calculate("addnorm", x, options, sublayer)


def build() -> Any:
    """The Typer command."""
    return command_of(addnorm)
