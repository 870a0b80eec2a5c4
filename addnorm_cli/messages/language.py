"""The languages, and which one is used: `--lang`, else ADDNORM_LANG, else the locale."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from addnorm_cli.model import choices
from addnorm_cli.model.records import record

Language = str
"""The short name of a language, as `--lang` takes it."""


@record
class Locale:
    """What a language needs beside its sentences.

    Args:
        locales: What the names of its locales begin with.
        tag: Its name in HTML.
        region: Its name in other documents, which check its spelling.
        letters: Letters that an output must be able to show; empty where ASCII will do.
        comma: What stands between the names of a list.
    """

    locales: tuple[str, ...]
    tag: str
    region: str
    letters: str = ""
    comma: str = ", "


LANGUAGES: dict[Language, Locale] = {
    "en": Locale(locales=("en",), tag="en", region="en-GB"),
    "zh": Locale(locales=("zh",), tag="zh-CN", region="zh-CN", letters="中文", comma="、"),
}
"""A new language is one entry here; what it does not say yet is said in English."""

FALLBACK: Language = "en"
_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def choose_language(argv: Sequence[str], environment: Mapping[str, str] | None = None) -> Language:
    """The language of every sentence, found before the options are parsed.

    Raises:
        InputError: `--lang` names a language that is not in the table.
    """
    environment = os.environ if environment is None else environment
    asked = option_value(argv, "--lang")
    if asked is not None:
        return choices.choose(asked, LANGUAGES, "--lang")
    if environment.get("ADDNORM_LANG") in LANGUAGES:
        return environment["ADDNORM_LANG"]
    locale = next((environment[v] for v in _LOCALE_VARIABLES if environment.get(v)), "")
    own = (name for name, entry in LANGUAGES.items() if locale.startswith(entry.locales))
    return next(own, FALLBACK)


def option_value(argv: Sequence[str], *names: str) -> str | None:
    """The value of an option on a command line that has not been parsed yet."""
    for position, word in enumerate(argv):
        if word == "--":
            break
        name, equals, value = word.partition("=")
        if name in names:
            if equals:
                return value
            return argv[position + 1] if position + 1 < len(argv) else None
    return None
