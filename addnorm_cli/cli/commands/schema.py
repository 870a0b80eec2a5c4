"""`addnorm schema`: what the JSON that is read and written looks like, as JSON Schema."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import typer

from addnorm_cli.cli.options import Command, group_of, language_of
from addnorm_cli.cli.streams import is_utf8
from addnorm_cli.messages import Language
from addnorm_cli.model.options import Options

SCHEMAS = {
    "trace": "data.trace_schema",
    "problem": "data.problem_schema",
    "error": "data.schema",
    "marks": "homework.marks",
    "homework": "data.trace_schema",
}
"""Every schema, and the module of the function that makes it."""


def build(name: str) -> Any:
    """The Typer group."""
    return group_of(name, {each: Command(partial(_print, each)) for each in SCHEMAS})


def schema_of(name: str, language: Language) -> dict[str, Any]:
    """A schema by its name, with descriptions in a language."""
    module = import_module(f"addnorm_cli.{SCHEMAS[name]}")
    make: Callable[[Language], dict[str, Any]] = getattr(module, f"{name}_schema")
    return make(language)


def _print(name: str, ctx: typer.Context, options: Options) -> None:
    """Print one schema, with descriptions in the reader's language."""
    tree = schema_of(name, language_of(ctx))
    print(json.dumps(tree, indent=2, ensure_ascii=not is_utf8(sys.stdout)))
