"""Every sentence exists in both languages, and every key that the code names has a sentence."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import MESSAGES

PACKAGE = Path(__file__).parents[2] / "addnorm_cli"
SOURCE = "\n".join(path.read_text("utf-8") for path in sorted(PACKAGE.rglob("*.py")))
_RAISED = re.compile(r'(?:InputError|CalculationError|OutputError|AddnormError)\(\s*"([a-z_.]+)"')
_SAID = re.compile(r'say\(\s*[\w.]+,\s*"([a-z_.]+)"')


_ERRORS = ("InputError", "CalculationError", "OutputError", "AddnormError")


def calls_of_errors() -> Iterator[tuple[str, set[str]]]:
    """Every error that is made with a literal key, and the facts that it is given."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(key)), *_]):
                    given = {keyword.arg for keyword in node.keywords}
                    if name in _ERRORS and None not in given:
                        yield key, {str(fact) for fact in given}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(MESSAGES))
def test_both_languages_name_the_same_facts(key: str) -> None:
    english, chinese = MESSAGES[key]["en"], MESSAGES[key]["zh"]
    assert fields(english) == fields(chinese)
    assert bool(english) == bool(chinese)


@pytest.mark.parametrize("word", ["behind", "normalised", "utilize", "leverage"])
def test_english_keeps_to_the_words_of_the_house(word: str) -> None:
    assert not [key for key, text in MESSAGES.items() if re.search(rf"\b{word}\b", text["en"])]


@pytest.mark.parametrize("word", ["偏差", "末态", "账目", "因子", "缩放系数"])
def test_chinese_keeps_to_the_words_of_the_documents(word: str) -> None:
    assert not [key for key, text in MESSAGES.items() if word in text["zh"]]


@pytest.mark.parametrize("key", sorted(set(_RAISED.findall(SOURCE))))
def test_every_error_has_its_sentence(key: str) -> None:
    assert f"error.{key}" in MESSAGES


def test_every_error_is_given_the_facts_that_its_sentences_mention() -> None:
    wanting = [
        (name, sorted(missing))
        for key, given in calls_of_errors()
        for name in (f"error.{key}", f"hint.{key}")
        if name in MESSAGES and (missing := fields(MESSAGES[name]["en"]) - given - {"command"})
    ]
    assert not wanting


@pytest.mark.parametrize("key", sorted(set(_SAID.findall(SOURCE))))
def test_everything_said_has_its_sentence(key: str) -> None:
    assert key in MESSAGES


@pytest.mark.parametrize(
    "key", [k for k, text in MESSAGES.items() if re.search("[A-Za-z]{4} [a-z]{3}", text["en"])]
)
def test_chinese_sentences_are_chinese(key: str) -> None:
    assert re.search("[\u4e00-\u9fff]", MESSAGES[key]["zh"])
