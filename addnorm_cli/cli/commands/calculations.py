"""The commands that work one problem: read it, work it, write the trace where it is asked for."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from addnorm_cli.cli.options import Command, Word, command_of, language_of
from addnorm_cli.model.options import Options

if TYPE_CHECKING:
    from addnorm_cli.page.request import Request
    from addnorm_cli.trace.trace import Trace

_WORDS = {
    "residual": "X SUBLAYER...",
    "layernorm": "Z...",
    "addnorm": "X SUBLAYER...",
    "block": "PROBLEM|X",
    "compare-norm": "[X...]",
    "gradient": "X [SUBLAYER]",
    "gradient-flow": "[PROBLEM]",
}
"""What each of them takes."""
_LONG = 3
"""A stack of more layers shows how far it has come."""


def build(name: str) -> Any:
    """The Typer command of that name."""
    return command_of(name, Command(partial(_calculate, name), Word("x", _WORDS[name])))


def _calculate(name: str, ctx: typer.Context, options: Options, x: list[str] | None) -> None:
    from addnorm_cli.cli.app import ExitCode
    from addnorm_cli.cli.commands.emit import emit, request_for
    from addnorm_cli.cli.commands.progress import progress
    from addnorm_cli.cli.output import put
    from addnorm_cli.inputs.reader import Reader
    from addnorm_cli.model.errors import InputError, UnnamedError
    from addnorm_cli.work import read, work

    language = language_of(ctx)
    request, target = request_for(options, language)
    reader = Reader(language=request.language)
    try:
        asked = read(name, x or (), options, reader)
    except UnnamedError as error:
        put([(error.draft, error.place)], reader, language)
        raise InputError("names_drafted", where=error.place) from None
    with progress("progress", asked.layers, language, most=_LONG) as watch:
        trace = work(asked, watch, result_only=target.format.result_only)
    emit(trace, request, target, reader, pause=options.pause)
    if not holds(trace):
        if options.quiet:
            _say_what_fails(trace, request)
        raise typer.Exit(ExitCode.DIFFERS)


def _say_what_fails(trace: Trace, request: Request) -> None:
    """The self-checks that fail, on stderr: the bare result has no place for them."""
    from addnorm_cli.cli.streams import fitted
    from addnorm_cli.page.remarks import check_remark

    failed = [c for case in trace.cases for c in case.all_checks() if not c.holds]
    for check in failed if trace.norm is not None else ():
        text = check_remark(check, trace, request, request.precision).text
        sys.stderr.write(fitted(sys.stderr, f"✗ {text}\n"))


def holds(trace: Trace) -> bool:
    """Whether everything that was compared agrees: an answer, and the self-checks.

    Numbers that are rounded at every step fail the self-checks as a matter of course.
    """
    checks = (check for case in trace.cases for check in case.all_checks())
    checked = not trace.arithmetic.reference or all(check.holds for check in checks)
    return checked and (trace.check is None or trace.check.ok)
