"""The Typer app: which commands there are, how their words are read, and what every end looks like.

This is the one place that catches everything: a calculation that cannot be done ends in a few
lines on stderr and exit code 2, never in a traceback.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from enum import IntEnum
from importlib import import_module
from typing import Any

import typer

from addnorm_cli.cli import completion
from addnorm_cli.cli.options import CONTEXT_SETTINGS, Command, LocalizedGroup, with_options
from addnorm_cli.cli.streams import fitted, is_utf8, language_on
from addnorm_cli.messages import Language
from addnorm_cli.messages.language import choose_language, option_value
from addnorm_cli.model.errors import AddnormError, InputError, OutputError
from addnorm_cli.model.options import CALCULATIONS, Options


class ExitCode(IntEnum):
    """How the program ends."""

    DONE = 0
    DIFFERS = 1
    WRONG_INPUT = 2
    INTERRUPTED = 130


COMMANDS: dict[str, str] = {
    **dict.fromkeys(CALCULATIONS, "calculations"),
    "homework": "homework",
    "samples": "samples",
    "tour": "tour",
    "schema": "schema",
}
"""Every command and its module, which is imported when the command is called."""


class LazyGroup(LocalizedGroup):
    """The commands, each imported when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def load(self, name: str) -> Any:
        """Import a command's module and build the command."""
        return import_module(f"addnorm_cli.cli.commands.{COMMANDS[name]}").build(name)


app = typer.Typer(
    name="addnorm",
    cls=LazyGroup,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    context_settings=CONTEXT_SETTINGS,
)


def _start(ctx: typer.Context, options: Options) -> None:
    if options.version:
        from addnorm_cli import __version__

        print(f"addnorm {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


app.callback()(with_options("main", Command(_start)))


def run(argv: Sequence[str]) -> int:
    """Run the program on the words of a command line, and return its exit code."""
    language = choose_language(())
    completing = False
    try:
        language = choose_language(argv)
        if os.environ.get(completion.ASKED):
            completion.check_asked(os.environ)
            completing = True
        code = _called(argv, language)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        return ExitCode.DONE  # nobody reads any more
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except Exception as error:
        if os.environ.get("ADDNORM_DEBUG") and not isinstance(error, AddnormError):
            raise
        if completing:  # a line that is being typed may well be wrong
            return ExitCode.WRONG_INPUT
        return _failed(_told(error), language, argv)


def _called(argv: Sequence[str], language: Language) -> int:
    try:
        code = app(
            args=list(argv),
            prog_name="addnorm",
            standalone_mode=False,
            windows_expand_args=False,
            obj=language,
        )
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # Typer leaves with 1 then
            raise end.__context__ from None
        code = end.code
    return code if isinstance(code, int) else ExitCode.DONE


def _told(error: Exception) -> AddnormError:
    """An error in our own words."""
    if isinstance(error, AddnormError):
        return error
    if hasattr(error, "format_message"):  # what all errors of Typer have, wherever it keeps them
        return _usage_error(error)
    if isinstance(error, OSError):
        # a stream does not say its name, and all others that we write to have theirs
        key = "stdout" if error.filename is None else "system"
        return OutputError(key, where=error.filename, reason=error.strerror or str(error))
    return AddnormError("unexpected", kind=type(error).__name__, text=str(error)[:200])


def _failed(error: AddnormError, language: Language, argv: Sequence[str]) -> int:
    from addnorm_cli.page.report import error_json, error_text

    language = language_on(sys.stderr, language)
    if wants_json(argv):
        text = error_json(error, language, ascii_only=not is_utf8(sys.stderr))
    else:
        text = fitted(sys.stderr, error_text(error, language))
    with suppress(OSError):  # nobody can be told
        sys.stderr.write(text)
        sys.stderr.flush()
    return ExitCode.WRONG_INPUT


def wants_json(argv: Sequence[str]) -> bool:
    """Whether errors too are to be JSON."""
    return "--json" in argv or option_value(argv, "-f", "--format") == "json"


def _usage_error(error: Any) -> AddnormError:
    """A word that Typer could not read, in our own words where we have some."""
    match type(error).__name__:
        case "NoSuchOption":
            close = tuple(error.possibilities or ())
            key = "no_such_option_close" if close else "no_such_option"
            return InputError(key, option=error.option_name, close=close)
        case "BadOptionUsage":
            takes_none = "does not take a value" in error.message  # nothing else tells them apart
            key = "option_takes_no_value" if takes_none else "option_needs_value"
            return InputError(key, option=error.option_name)
        case "MissingParameter" if error.param is not None:
            name = error.param.metavar or error.param.name
            return InputError("missing_argument", name=name, command=error.ctx.command_path)
        case "UsageError" if error.ctx is not None:
            return InputError("extra_arguments", command=error.ctx.command_path)
        case _:
            return InputError("usage", text=error.format_message())
