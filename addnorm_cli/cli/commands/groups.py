"""Commands that have commands below them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import typer

from addnorm_cli.cli.help import HELP_SETTINGS, LocalizedCommand, LocalizedGroup


def group_of(name: str, commands: Mapping[str, Callable[..., None]]) -> Any:
    """The Typer group of these commands; without one of them it prints its help."""
    group = typer.Typer(
        name=name,
        cls=LocalizedGroup,
        rich_markup_mode=None,
        add_completion=False,
        invoke_without_command=True,
        context_settings=HELP_SETTINGS,
    )
    for each, function in commands.items():
        group.command(each, cls=LocalizedCommand, context_settings=HELP_SETTINGS)(function)
    group.callback()(_say_what_there_is)
    return typer.main.get_command(group)


def _say_what_there_is(ctx: typer.Context) -> None:
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())
