"""Every sentence exists in both languages, and every key that the code names has a sentence."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from addnorm_cli.messages import MESSAGES

PACKAGE = Path(__file__).parent.parent / "addnorm_cli"
SOURCE = "\n".join(path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py")))
_RAISED = re.compile(r'(?:InputError|CalculationError|OutputError|AddnormError)\(\s*"([a-z_.]+)"')
_SAID = re.compile(r'say\(\s*[\w.]+,\s*"([a-z_.]+)"')


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(MESSAGES))
def test_both_languages_name_the_same_facts(key: str) -> None:
    english, chinese = MESSAGES[key]
    assert fields(english) == fields(chinese)
    assert bool(english) == bool(chinese)


@pytest.mark.parametrize("key", sorted(set(_RAISED.findall(SOURCE))))
def test_every_error_has_its_sentence(key: str) -> None:
    assert f"error.{key}" in MESSAGES


@pytest.mark.parametrize("key", sorted(set(_SAID.findall(SOURCE))))
def test_everything_said_has_its_sentence(key: str) -> None:
    assert key in MESSAGES


@pytest.mark.parametrize(
    "key", [k for k, (en, zh) in MESSAGES.items() if re.search("[A-Za-z]{4} [a-z]{3}", en)]
)
def test_chinese_sentences_are_chinese(key: str) -> None:
    assert re.search("[\u4e00-\u9fff]", MESSAGES[key][1]) or key == "hint.missing_extra"
