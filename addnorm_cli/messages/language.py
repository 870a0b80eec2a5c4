"""Which language to speak: `--lang`, else ADDNORM_LANG, else the locale, else English."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from addnorm_cli.messages import LANGUAGES, Language
from addnorm_cli.model import choices

_LOCALE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def choose(argv: Sequence[str], environment: Mapping[str, str] | None = None) -> Language:
    """The language of everything that is said, found before the options are parsed.

    Raises:
        InputError: `--lang` names a language that we do not speak.
    """
    environment = os.environ if environment is None else environment
    asked = option_value(argv, "--lang")
    if asked is not None:
        return choices.choose(asked, LANGUAGES, "--lang")
    for language in LANGUAGES:
        if environment.get("ADDNORM_LANG") == language:
            return language
    locale = next((environment[v] for v in _LOCALE_VARIABLES if environment.get(v)), "")
    return "zh" if locale.startswith("zh") else "en"


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
