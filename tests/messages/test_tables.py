"""Sentences stand in tables by subject, and each is found by the first word of its key."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from addnorm_cli import messages
from addnorm_cli.messages import LANGUAGES, TABLES, Text, has, say
from addnorm_cli.messages.language import Locale, choose_language
from tests.conftest import MESSAGES, Runner

ROOM = Path(messages.__file__).parent
NO_TABLES = {"__init__", "ascii", "language"}
NAMES = sorted(path.stem for path in ROOM.glob("*.py") if path.stem not in NO_TABLES)


def texts(table: str) -> dict[str, Text]:
    found: dict[str, Text] = import_module(f"addnorm_cli.messages.{table}").TEXTS
    return found


@pytest.mark.parametrize("table", NAMES)
def test_the_first_words_of_its_keys_lead_to_a_table(table: str) -> None:
    words = {key.partition(".")[0] for key in texts(table)}
    assert words == {word for word, tables in TABLES.items() if table in tables}


def test_no_sentence_stands_in_two_tables() -> None:
    assert len(MESSAGES) == sum(len(texts(table)) for table in NAMES)


def test_a_key_without_a_sentence_is_not_found() -> None:
    assert has("step.mean")
    assert not has("step.nothing")
    assert not has("nothing.at.all")
    with pytest.raises(KeyError, match=r"step\.nothing"):
        say("en", "step.nothing")


@pytest.fixture
def latin(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language that has begun: one entry, and a few sentences."""
    monkeypatch.setitem(LANGUAGES, "la", Locale(locales=("la",), tag="la", region="la-VA"))
    begun = {"title.residual": "Nexus residuus", "step.residual": "Summa residua"}
    begun |= {"answer.only": "Exitus", "error.line": "Erratum: {text}"}
    for key, sentence in begun.items():
        monkeypatch.setitem(MESSAGES[key], "la", sentence)


@pytest.mark.usefixtures("latin")
def test_a_language_that_has_begun_falls_back_on_english(addnorm: Runner) -> None:
    assert say("la", "step.residual") == "Summa residua"
    assert say("la", "step.mean") == "Mean"
    page = addnorm("residual", "1,2", "3,4", "--lang", "la").out
    assert "Nexus residuus" in page
    assert "Summa residua" in page
    assert "Exitus" in page
    assert "worked exactly" in page
    assert addnorm("residual", "1,x", "--lang", "la").err.startswith("Erratum: 'x' is not a number")


@pytest.mark.usefixtures("latin")
def test_a_language_that_has_begun_is_found_by_its_locale() -> None:
    assert choose_language((), {"LC_ALL": "la_VA.UTF-8"}) == "la"
    assert choose_language((), {"ADDNORM_LANG": "la"}) == "la"
