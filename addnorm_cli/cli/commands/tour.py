"""`addnorm tour`: the walks of the course, one command after the other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import typer

from addnorm_cli.cli.options import Command, Word, command_of, language_of
from addnorm_cli.cli.output import goes_on
from addnorm_cli.cli.sample_files import path_of
from addnorm_cli.cli.streams import fitted, language_on
from addnorm_cli.messages import say
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options

WALKS: dict[str, tuple[str, ...]] = {
    "bank": (
        "residual @bank",
        "gradient-flow -p 3",
        "layernorm @bank-layernorm --hand 3",
        "addnorm @bank",
        "block @bank-layer",
    ),
    "matrix": (
        "layernorm @tokens-7x8 --eps 1e-5",
        "compare-norm @batch-norm-vs-layer-norm",
        "compare-norm @pre-vs-post --by placement",
    ),
    "layer": ("block @ffn", "block @multi-head", "block @encoder-post"),
    "patch": ("residual @relu-residual", "addnorm @relu-residual", "gradient @gradient"),
    "stream": (
        "block @residual-stream",
        "block @river-bank --row bank",
        "block @river-bank --row bank --repeat 6 --no-residual",
        "block @river-bank --row bank --repeat 1 --compare-residual",
    ),
}
"""The commands of each walk; @ stands before the name of a sample."""
_ALWAYS = ("--explain", "--pause")


def build(name: str) -> Any:
    """The Typer command."""
    return command_of(name, Command(_tour, Word("walk", "[NAME]")))


def _tour(ctx: typer.Context, options: Options, walk: list[str] | None) -> None:
    language = language_on(sys.stdout, language_of(ctx))
    if not walk:
        _list(language)
        return
    if len(walk) > 1:
        raise InputError("extra_arguments", command=ctx.command_path)
    (name,) = walk
    if name not in WALKS:
        raise InputError("no_such_walk", value=name, choices=tuple(WALKS))
    commands = WALKS[name]
    for number, command in enumerate(commands, start=1):
        if number > 1 and not goes_on(language):
            return
        line = say(
            language, "tour.step", number=number, count=len(commands), command=shown(command)
        )
        print(fitted(sys.stdout, f"\n{line}\n" if number > 1 else f"{line}\n"), flush=True)
        _run(command, ctx)


def _list(language: str) -> None:
    width = max(map(len, WALKS))
    for name, commands in WALKS.items():
        title = say(language, f"tour.{name}")
        text = say(language, "tour.listed", title=title, count=len(commands))
        print(fitted(sys.stdout, f"{name:{width}}  {text}"))
    print(fitted(sys.stdout, f"\n{say(language, 'tour.how', name=next(iter(WALKS)))}"))


def shown(command: str) -> str:
    """A command of a walk as it can be typed anywhere."""
    words = command.split()
    sample = next((word for word in words if word.startswith("@")), None)
    line = " ".join(["addnorm", *("-" if word == sample else word for word in words), _ALWAYS[0]])
    return line if sample is None else f"addnorm samples show {sample[1:]} | {line}"


def _run(command: str, ctx: typer.Context) -> None:
    """Run a command of a walk as if it had been typed."""
    from addnorm_cli.cli.app import app

    app(
        args=[*_words(command), *_ALWAYS],
        prog_name="addnorm",
        standalone_mode=False,
        windows_expand_args=False,
        obj=ctx.obj,
    )


def _words(command: str) -> Iterator[str]:
    for word in command.split():
        yield str(path_of(word[1:])) if word.startswith("@") else word
