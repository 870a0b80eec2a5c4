"""`addnorm homework`: make lists of problems, and work them into documents to hand in."""

from typing import Any

from addnorm_cli.cli.commands.groups import group_of
from addnorm_cli.cli.commands.homework_make import make
from addnorm_cli.cli.commands.homework_solve import solve
from addnorm_cli.cli.options import gathered


def build() -> Any:
    """The Typer group."""
    return group_of("homework", {"make": gathered(make), "solve": gathered(solve)})
