"""`addnorm samples`: list, show and copy the problems that come with the program."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import typer

from addnorm_cli.cli import sample_files
from addnorm_cli.cli.options import Command, Word, group_of, language_of
from addnorm_cli.cli.streams import fitted, language_on
from addnorm_cli.messages import say
from addnorm_cli.model.errors import InputError, OutputError
from addnorm_cli.model.options import Options


def build(name: str) -> Any:
    """The Typer group."""
    commands = {
        "list": Command(_list),
        "show": Command(_show, Word("name", "NAME", is_list=False)),
        "copy": Command(_copy, Word("directory", "DIR", is_list=False)),
    }
    return group_of(name, commands)


def _list(ctx: typer.Context, options: Options) -> None:
    """Say which samples there are."""
    names = sample_files.names()
    width = max(map(len, names))
    language = language_on(sys.stdout, language_of(ctx))
    for name in names:
        print(fitted(sys.stdout, f"{name:{width}}  {say(language, f'sample.{name}')}"))


def _show(ctx: typer.Context, options: Options, name: str) -> None:
    """Print one sample."""
    path = sample_files.path_of(name)
    if path is None:
        choices = tuple(sample_files.names())
        raise InputError("no_such_sample", value=name, choices=choices)
    print(_for_stdout(path.read_text(encoding="utf-8")), end="")


def _for_stdout(text: str) -> str:
    """A JSON text that stdout can show; a letter that it has not is spelled as JSON spells it."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return "".join(sign if sign.isascii() else json.dumps(sign)[1:-1] for sign in text)
    return text


def _copy(ctx: typer.Context, options: Options, directory: str) -> None:
    """Copy every sample, and the text that explains them, into a folder."""
    target = Path(directory)
    existing = [
        path.name for path in sample_files.folder().iterdir() if (target / path.name).exists()
    ]
    if existing:
        raise OutputError("would_overwrite", where=directory, names=tuple(sorted(existing)))
    try:
        target.mkdir(parents=True, exist_ok=True)
        for path in sorted(sample_files.folder().iterdir()):
            shutil.copyfile(path, target / path.name)
            print(target / path.name)
    except OSError as error:
        raise OutputError("cannot_write", where=directory, reason=error.strerror or "") from None
