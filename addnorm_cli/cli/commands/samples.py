"""`addnorm samples`: list, show and copy the problems that come with the program."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from addnorm_cli.cli import sample_files
from addnorm_cli.cli.commands.groups import group_of
from addnorm_cli.cli.help import spoken_in
from addnorm_cli.cli.options import Lang
from addnorm_cli.cli.streams import fitted, spoken_on
from addnorm_cli.messages import say
from addnorm_cli.model.errors import InputError, OutputError

Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False)]
Directory = Annotated[str, typer.Argument(metavar="DIR", show_default=False)]


def listed(ctx: typer.Context, lang: Lang = None) -> None:
    """Say which samples there are."""
    names = sample_files.names()
    width = max(map(len, names))
    speak = spoken_on(sys.stdout, spoken_in(ctx))
    for name in names:
        print(fitted(sys.stdout, f"{name:{width}}  {say(speak, f'sample.{name}')}"))


def shown(name: Name, lang: Lang = None) -> None:
    """Print one sample."""
    path = sample_files.path_of(name)
    if path is None:
        choices = tuple(sample_files.names())
        raise InputError("no_such_sample", value=name, choices=choices)
    print(path.read_text(encoding="utf-8"), end="")


def copied(directory: Directory, lang: Lang = None) -> None:
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


def build() -> Any:
    """The Typer group."""
    return group_of("samples", {"list": listed, "show": shown, "copy": copied})
