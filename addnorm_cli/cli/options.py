"""Typer commands and groups with the options of the table, in the reader's language."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from inspect import Parameter, Signature
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from addnorm_cli.cli.completion import steps_of
from addnorm_cli.cli.help import help_page
from addnorm_cli.cli.streams import fitted, language_on
from addnorm_cli.messages import LANGUAGES, Language
from addnorm_cli.messages.language import FALLBACK
from addnorm_cli.model.choices import nearest
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import OPTIONS, Option, Options
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.records import record

CONTEXT_SETTINGS = {"help_option_names": ["-h", "--help"]}

_NUMBER_WITH_MINUS = lazily(r"-(?=\.?[\d０-９]|∞|inf|nan)", re.IGNORECASE)


class _AsTyped:
    """Takes a word as it was typed.

    Typer would load pydantic, which takes longer than the whole calculation, to make sure that a
    text is a text; numbers are read by our own rooms, which know what to say about a wrong one.
    """

    def coerce(self, value: Any, **_: Any) -> Any:
        """The value itself."""
        return value


def _take_as_typed(command: Any, ctx: Any) -> None:
    for parameter in command.get_params(ctx):
        parameter._runtime_param = _AsTyped()


class LocalizedCommand(TyperCommand):
    """A command whose help is in the reader's language and whose vectors may begin with a minus."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse, after telling negative numbers from options."""
        _take_as_typed(self, ctx)
        rest = super().parse_args(ctx, [protected(word) for word in args])
        ctx.params = {name: _as_typed(value) for name, value in ctx.params.items()}
        return rest

    def get_help(self, ctx: Any) -> str:
        """The help, as stdout can show it."""
        return _help(self, ctx)


class LocalizedGroup(TyperGroup):
    """A group of commands whose help is in the reader's language."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words before the command's name."""
        _take_as_typed(self, ctx)
        return super().parse_args(ctx, args)

    def get_help(self, ctx: Any) -> str:
        """The help, as stdout can show it."""
        return _help(self, ctx)

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


def _help(command: Any, ctx: Any) -> str:
    return fitted(sys.stdout, help_page(command, ctx, language_on(sys.stdout, language_of(ctx))))


def language_of(ctx: Any) -> Language:
    """The language of a Typer context: its object, which the program sets when it starts."""
    return ctx.obj if ctx.obj in LANGUAGES else FALLBACK


def protected(word: str) -> str:
    """A word that begins with a negative number, with a minus that no option begins with."""
    if word[:1] != "-" or word[:2] == "--":
        return word
    return _NUMBER_WITH_MINUS().sub("\N{MINUS SIGN}", word, count=1)


def _as_typed(value: Any) -> Any:
    """A parsed word, or several, with the minus that was typed."""
    if isinstance(value, str):
        return value.replace("\N{MINUS SIGN}", "-", 1) if value[:1] == "\N{MINUS SIGN}" else value
    return [_as_typed(word) for word in value] if isinstance(value, (list, tuple)) else value


@record
class Word:
    """What a command takes beside its options.

    Attributes:
        name: What it is called in the code, and in the sentence that explains it.
        metavar: What it is called in help and in errors.
        is_list: There may be several, or none.
    """

    name: str
    metavar: str
    is_list: bool = True

    def parameter(self) -> Parameter:
        """The parameter that Typer makes an argument of."""
        kind: Any = list[str] | None if self.is_list else str
        missing = None if self.is_list else ...
        argument = typer.Argument(missing, metavar=self.metavar, show_default=False)
        return _parameter(self.name, kind, argument)


@record
class Command:
    """A command: what it calls, with its context, its options and its word by name."""

    function: Callable[..., None]
    word: Word | None = None


def command_of(name: str, command: Command) -> Any:
    """The Typer command of that name, with the options of the table that are its own."""
    alone = typer.Typer(rich_markup_mode=None, add_completion=False)
    _add(alone, name, command)
    return typer.main.get_command(alone)


def group_of(name: str, commands: Mapping[str, Command]) -> Any:
    """The Typer group of these commands; without one of them it prints its help."""
    group = typer.Typer(
        name=name,
        cls=LocalizedGroup,
        rich_markup_mode=None,
        add_completion=False,
        invoke_without_command=True,
        context_settings=CONTEXT_SETTINGS,
    )
    for each, command in commands.items():
        _add(group, f"{name} {each}", command)
    group.callback()(with_options(name, Command(_say_what_there_is)))
    return typer.main.get_command(group)


def _say_what_there_is(ctx: typer.Context, options: Options) -> None:
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


def _add(typer_app: typer.Typer, name: str, command: Command) -> None:
    own = name.rpartition(" ")[2]
    add = typer_app.command(own, cls=LocalizedCommand, context_settings=CONTEXT_SETTINGS)
    add(with_options(name, command))


def with_options(name: str, command: Command) -> Callable[..., None]:
    """A command's function with a parameter for every option that it knows, as Typer reads it."""
    word = [command.word.parameter()] if command.word else []
    known = [option for option in OPTIONS.values() if option.is_taken_by(name)]
    parameters = [*word, *(_option(option, name) for option in known)]

    def spread(ctx: typer.Context, **typed: Any) -> None:
        words = {each.name: typed[each.name] for each in word}
        given = {each.name: typed[each.name] for each in known}
        given = {n: tuple(v) if isinstance(v, list) else v for n, v in given.items()}
        options = Options(**{name: v for name, v in given.items() if v is not None})
        command.function(ctx, options=options, **words)

    context = _parameter("ctx", typer.Context, Parameter.empty)
    spread.__signature__ = Signature([context, *parameters])  # type: ignore[attr-defined]
    spread.__annotations__ = {}  # all that Typer reads stands in the signature
    return spread


_KINDS: dict[object, Any] = {None: str | None, False: bool, (): list[str] | None}
"""The type of an option's value, by what it is where the option is not given."""


_OF_STEPS = ("expect", "only")
"""The options whose values name steps, which shells complete."""


def _option(option: Option, command: str) -> Parameter:
    absent: Any = False if option.absent is False else None
    if option.name in _OF_STEPS:
        completed = steps_of(command, option.name)
        absent = typer.Option(None, option.flag, autocompletion=completed)
    elif option.short or absent is False:  # the flag of any other is what Typer makes of its name
        absent = typer.Option(absent, *filter(None, (option.flag, option.short)))
    return _parameter(option.name, _KINDS[option.absent], absent)


def _parameter(name: str, annotation: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
