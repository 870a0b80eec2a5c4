"""Every sentence that a person reads, in all languages side by side.

The sentences stand in tables by subject, one module each, that are imported when one of their
sentences is said: `say(language, "step.mean")` looks for the key in the tables of its first word.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from addnorm_cli.messages.language import FALLBACK, LANGUAGES, Language

__all__ = ["LANGUAGES", "TABLES", "Language", "Text", "has", "say", "unfilled"]

_ERRORS = (
    "arguments",
    "block_problems",
    "cli",
    "compare",
    "files",
    "flow",
    "formats",
    "gradient",
    "homework",
    "json",
    "models",
    "names",
    "naming",
    "norm_rules",
    "numbers",
    "problems",
    "samples",
    "sheet",
    "tokens",
    "verdict",
    "weights",
)

TABLES: dict[str, tuple[str, ...]] = {
    "answer": ("page", "flow"),
    "answers": ("homework",),
    "api": ("api",),
    "arithmetic": ("page",),
    "aside": ("page",),
    "cause": ("compare",),
    "cells": ("compare",),
    "chart": ("ledger", "flow"),
    "check": ("norms", "block", "gradient"),
    "code": ("formats",),
    "compare": ("ledger",),
    "error": _ERRORS,
    "fact": ("page", "norms", "block", "compare", "flow"),
    "finding": ("compare", "flow", "models"),
    "flow": ("flow", "ledger"),
    "formula": ("page", "block", "ledger", "compare", "gradient", "flow"),
    "given": ("page",),
    "head": ("page", "naming"),
    "heading": ("block",),
    "help": ("help_commands", "help_options", "help_examples", "norms"),
    "hint": _ERRORS,
    "key": ("homework",),
    "ledger": ("ledger",),
    "line": ("page",),
    "marks": ("homework",),
    "norm": ("norms",),
    "note": ("page", "norms", "block", "gradient", "flow"),
    "notice": ("page", "norms", "problems", "models", "compare", "gradient", "flow", "formats"),
    "origin": ("models",),
    "pause": ("cli",),
    "overall": ("page",),
    "pen": ("sheet",),
    "place": ("cli",),
    "progress": ("block", "homework"),
    "property": ("norms",),
    "quiz": ("homework",),
    "rounding": ("page",),
    "row": ("page", "naming"),
    "sample": ("samples",),
    "schema": ("schema", "schema_files"),
    "section": ("page", "block", "gradient", "flow"),
    "setting": ("models",),
    "sheet": ("homework",),
    "slip": ("slips",),
    "step": ("page", "norms", "block", "gradient", "flow"),
    "symbol": ("symbols",),
    "symbols": ("symbols",),
    "title": ("page", "block", "ledger", "compare", "gradient", "flow"),
    "tour": ("samples",),
    "why": ("explain", "explain_steps", "explain_blocks", "block"),
    "verdict": ("verdict",),
}
"""The first word of a key, and the tables that have such keys."""


class Text(dict[Language, str]):
    """A sentence in each language that has it: `Text(en="Mean", zh="均值")`."""

    __slots__ = ()


def say(language: Language, key: str, **facts: object) -> str:
    """The sentence `key` in `language`, or in English, with `facts` filled in.

    Args:
        language: One of LANGUAGES.
        key: The name of the sentence.
        facts: What goes into it; a tuple becomes a list of names, with the commas of the language.

    Raises:
        KeyError: There is no such sentence.
    """
    for name, fact in facts.items():
        if isinstance(fact, tuple):
            facts[name] = LANGUAGES[language].comma.join(map(str, fact))
    return unfilled(language, key).format(**facts)


def unfilled(language: Language, key: str) -> str:
    """The sentence `key`, as `say` finds it, with names in braces where its facts belong.

    Raises:
        KeyError: There is no such sentence.
    """
    text = _find(key)
    if text is None:
        raise KeyError(key)
    return text[language] if language in text else text[FALLBACK]


def has(key: str) -> bool:
    """Whether there is a sentence of that key (not every error has a hint)."""
    return _find(key) is not None


def _find(key: str) -> Text | None:
    for table in TABLES.get(key.partition(".")[0], ()):
        text = _texts(table).get(key)
        if text is not None:
            return text
    return None


@cache
def _texts(table: str) -> dict[str, Text]:
    """The sentences of one table."""
    texts: dict[str, Text] = import_module(f"{__name__}.{table}").TEXTS
    return texts
