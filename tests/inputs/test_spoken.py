"""A text of a problem may be given in several languages; the page has the reader's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import addnorm_cli
from tests.conftest import Runner

PROBLEM = {
    "title": {"en": "a river", "zh": "一条河"},
    "x": [1, 2],
    "dims": [{"en": "place", "zh": "地理"}, "money"],
    "notes": {"x": {"en": "start", "zh": "起点"}},
    "updates": [{"label": {"en": "first", "zh": "第一步"}, "delta": [1, 1]}],
}
WORDS = {"en": ("a river", "place", "first"), "zh": ("一条河", "地理", "第一步")}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_reader_has_a_language_of_his_own(
    addnorm: Runner, tmp_path: Path, language: str
) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(PROBLEM), "utf-8")
    for words in (("block", str(path)), ("homework", "solve", str(path))):
        page = addnorm(*words, "--lang", language).out
        other = WORDS["zh" if language == "en" else "en"]
        assert [word in page for word in WORDS[language]] == [True] * 3
        assert [word in page for word in other] == [False] * 3


def test_what_a_language_does_not_say_is_said_in_the_first(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text('{"x": [1, 2], "title": {"zh": "一条河"}}', "utf-8")
    assert "一条河" in addnorm("layernorm", str(path)).out


def test_a_case_may_be_called_en(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    cases = {"x": [1, 2], "sublayer": {"en": [1, 0], "zh": [0, 1]}}
    path.write_text(json.dumps({**cases, "notes": {"en": "one", "zh": "two"}}), "utf-8")
    page = addnorm("residual", str(path)).out
    assert "one" in page
    assert "two" in page


@pytest.mark.usefixtures("english")
def test_python_reads_it_too(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps(PROBLEM), "utf-8")
    assert addnorm_cli.block(path).title == "a river"
    assert addnorm_cli.block(PROBLEM).title == "a river"
