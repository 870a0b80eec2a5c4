"""Every error and notice of this room has its sentences, and each can be said."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from tests.conftest import MESSAGES

ROOM = Path(__file__).parents[2] / "addnorm_cli" / "inputs"
CHOICES = ROOM.parent / "model/choices.py"
SOURCE = "\n".join(
    path.read_text("utf-8")
    for path in [*sorted(ROOM.glob("*.py")), *sorted(ROOM.glob("literals/*.py")), CHOICES]
)

WORDS = r'"([a-z]+(?:_[a-z0-9]+)+)"'
KEY = r'"([a-z]+(?:_[a-z0-9]+)*)"'
RAISED = (
    rf"(?:InputError|Misfit|refuse|_fault)\(\s*{KEY}",  # raised, or handed to what raises
    rf"return \({KEY}, [a-z]",  # a fault of the JSON scanner
    rf"\bkey = {WORDS}",
    rf"return {KEY} if",
    rf"\bkey = {WORDS} if .* else {KEY}",
    rf'InputError\("[a-z_]+" if \w+ else {KEY}',
)
"""The ways in which the code of this room names an error."""


def keys(patterns: tuple[str, ...], source: str) -> set[str]:
    found: set[str] = set()
    for pattern in patterns:
        for match in re.finditer(pattern, source):
            found |= {key for key in match.groups() if key}
    return found


UNKNOWN = keys((r'unknown\(\s*"([a-z]+)"',), SOURCE)
ERRORS = keys(RAISED, SOURCE) | {f"{k}_{what}" for what in UNKNOWN for k in ("unknown", "misspelt")}
NOTICES = keys((r'Notice\(\s*key="([a-z_]+)"',), SOURCE)


def test_the_keys_are_found_in_the_source() -> None:
    assert {"ragged", "json_end", "not_a_number", "unreadable", "misspelt_choice"} <= ERRORS
    assert {"overridden", "unused_keys"} <= NOTICES


@pytest.mark.parametrize(
    "key",
    [f"error.{key}" for key in sorted(ERRORS)] + [f"notice.{key}" for key in sorted(NOTICES)],
)
def test_it_has_a_sentence_in_both_languages(key: str) -> None:
    for sentence in MESSAGES[key].values():
        named = {name: "·" for _, name, _, _ in string.Formatter().parse(sentence) if name}
        said = sentence.format(**named)
        assert said
        assert not said.endswith((".", "。"))


@pytest.mark.parametrize("key", [key for key in MESSAGES if key.startswith("hint.")])
def test_a_hint_belongs_to_an_error(key: str) -> None:
    assert key.replace("hint.", "error.", 1) in MESSAGES
