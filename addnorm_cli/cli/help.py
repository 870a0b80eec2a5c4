"""Help in the reader's language, and commands whose vectors may begin with a minus."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from addnorm_cli.cli.options import gathered
from addnorm_cli.cli.streams import fitted, spoken_on
from addnorm_cli.messages import LANGUAGES, Language, has, say
from addnorm_cli.messages.language import FALLBACK
from addnorm_cli.model.choices import nearest
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.patterns import lazily

HELP_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

_NUMBER_WITH_MINUS = lazily(r"-(?=\.?[\d０-９]|∞|inf|nan)", re.IGNORECASE)


class _AsTyped:
    """Takes a word as it was typed.

    Typer would load pydantic, which takes longer than the whole calculation, to make sure that a
    text is a text; numbers are read by our own rooms, which know what to say about a wrong one.
    """

    def coerce(self, value: Any, **_: Any) -> Any:
        """The value itself."""
        return value


def take_as_typed(command: Any, ctx: Any) -> None:
    """Make `command` take all its words as they were typed."""
    for parameter in command.get_params(ctx):
        parameter._runtime_param = _AsTyped()


class LocalizedCommand(TyperCommand):
    """A command whose help is in the reader's language and whose vectors may begin with a minus."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse, after telling negative numbers from options."""
        take_as_typed(self, ctx)
        rest = super().parse_args(ctx, [protected(word) for word in args])
        ctx.params = {name: _as_typed(value) for name, value in ctx.params.items()}
        return rest

    def get_help(self, ctx: Any) -> str:
        """The help, as stdout can show it."""
        return fitted(sys.stdout, super().get_help(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write usage, arguments and options in the reader's language."""
        key = str(ctx.command_path).partition(" ")[2].replace(" ", ".")
        write_help(self, f"help.command.{key}", ctx, formatter)


class LocalizedGroup(TyperGroup):
    """A group of commands whose help is in the reader's language."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words before the command's name."""
        take_as_typed(self, ctx)
        return super().parse_args(ctx, args)

    def get_help(self, ctx: Any) -> str:
        """The help, as stdout can show it."""
        return fitted(sys.stdout, super().get_help(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write usage, options and commands in the reader's language."""
        language = spoken_on(sys.stdout, spoken_in(ctx))
        key = str(ctx.command_path).partition(" ")[2]
        write_help(self, f"help.command.{key or 'main'}", ctx, formatter)
        short = [
            say(language, f"help.command.{key}.{name}" if key else f"help.short.{name}")
            for name in self.list_commands(ctx)
        ]
        with formatter.section(say(language, "help.section.commands")):
            firsts = (text.partition("\n")[0] for text in short)
            formatter.write_dl(list(zip(self.list_commands(ctx), firsts, strict=True)))
        if not key:
            formatter.write_paragraph()
            formatter.write_text(say(language, "help.footer"))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name.

        Raises:
            InputError: There is none.
        """
        names = self.list_commands(ctx)
        if cmd_name in names:
            return self.load(cmd_name)
        close = nearest(cmd_name, names)
        key = "unknown_command_close" if close else "unknown_command"
        raise InputError(key, value=cmd_name, close=close or "", choices=tuple(names))

    def load(self, name: str) -> Any:
        """The command `name`, which is known to be one of ours."""
        return self.commands[name]


def spoken_in(ctx: Any) -> Language:
    """The language of a Typer context: its object, which the program sets when it starts."""
    return ctx.obj if ctx.obj in LANGUAGES else FALLBACK


def protected(word: str) -> str:
    """A word that begins with a negative number, with a minus that no option begins with."""
    return _NUMBER_WITH_MINUS().sub("\N{MINUS SIGN}", word, count=1) if word[:1] == "-" else word


def _as_typed(value: Any) -> Any:
    """A parsed word, or several, with the minus that was typed."""
    if isinstance(value, str):
        return value.replace("\N{MINUS SIGN}", "-", 1) if value[:1] == "\N{MINUS SIGN}" else value
    return [_as_typed(word) for word in value] if isinstance(value, (list, tuple)) else value


def command_of(function: Callable[..., None]) -> Any:
    """The Typer command that calls `function`, its option groups spread out."""
    inner = typer.Typer(rich_markup_mode=None, add_completion=False)
    inner.command(cls=LocalizedCommand, context_settings=HELP_SETTINGS)(gathered(function))
    return typer.main.get_command(inner)


def write_help(command: Any, key: str, ctx: Any, formatter: Any) -> None:
    """Write what a command is for, then its arguments and options."""
    language = spoken_on(sys.stdout, spoken_in(ctx))
    pieces = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(
        ctx.command_path, pieces, prefix=f"{say(language, 'help.section.usage')}: "
    )
    formatter.write_paragraph()
    with formatter.indentation():
        for paragraph in say(language, key).split("\n"):
            formatter.write_text(paragraph)
    arguments, options = [], []
    for parameter in command.get_params(ctx):
        own = f"{key}.{parameter.name}"  # a command may mean something of its own by an option
        text = say(language, own if has(own) else f"help.{parameter.name}")
        if parameter.param_type_name == "argument":
            arguments.append((parameter.metavar or parameter.name, text))
        else:
            names = ", ".join(sorted(parameter.opts, key=len))
            options.append((f"{names} {parameter.metavar or ''}".rstrip(), text))
    for section, rows in (("arguments", arguments), ("options", options)):
        if rows:
            with formatter.section(say(language, f"help.section.{section}")):
                formatter.write_dl(rows)
