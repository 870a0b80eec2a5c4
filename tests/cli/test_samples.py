"""The samples: listed, shown, copied, each of them worked, and each of them documented."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from addnorm_cli.cli import sample_files
from tests.cli.test_worked_examples import problem_text
from tests.conftest import EXAMPLES, ROOT, Runner

NAMES = sample_files.names()
COURSES = {
    language: (ROOT / f"samples/{name}").read_text("utf-8")
    for language, name in {"en": "README.md", "zh": "README.zh.md"}.items()
}
"""The course that goes through them, in each language."""


def commands(course: str) -> list[str]:
    """Every command of a course: those in its text, and those in its blocks."""
    inline = re.findall(r"`(addnorm (?!samples |tour)[^`\n]+)`", course)
    return inline + re.findall(r"^ *(addnorm .*)", course, re.MULTILINE)


COMMANDS = sorted(set(commands(COURSES["en"])))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_list_names_every_sample_in_one_line_each(addnorm: Runner, language: str) -> None:
    lines = addnorm("samples", "list", "--lang", language).out.splitlines()
    assert [line.split()[0] for line in lines] == NAMES
    columns = {len(line) - len(line.partition(" ")[2].lstrip()) for line in lines}
    assert len(columns) == 1
    chinese = [bool(re.search("[\u4e00-\u9fff]", line)) for line in lines]
    assert any(chinese) is (language == "zh")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ending", ["", ".json"])
def test_show_prints_the_file(addnorm: Runner, name: str, ending: str) -> None:
    path = ROOT / f"samples/{name}.json"
    assert addnorm("samples", "show", f"{name}{ending}").out == path.read_text("utf-8")


def test_copy_puts_them_where_they_can_be_worked(addnorm: Runner, tmp_path: Path) -> None:
    target = tmp_path / "new" / "folder"
    result = addnorm("samples", "copy", str(target))
    assert result.code == 0
    assert result.out.splitlines() == sorted(map(str, target.iterdir()))
    assert {f"{name}.json" for name in NAMES} | {"README.md"} <= {p.name for p in target.iterdir()}
    copied = addnorm("addnorm", str(target / "bank.json"), "-q")
    assert copied.out == addnorm("addnorm", "samples/bank.json", "-q").out


def test_copy_never_overwrites(addnorm: Runner, tmp_path: Path) -> None:
    (tmp_path / "bank.json").write_text("mine", "utf-8")
    result = addnorm("samples", "copy", str(tmp_path))
    assert (result.code, result.out) == (2, "")
    assert "bank.json" in result.err
    assert [p.name for p in tmp_path.iterdir()] == ["bank.json"]
    assert (tmp_path / "bank.json").read_text("utf-8") == "mine"


def test_they_are_found_in_an_installed_package(
    addnorm: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "site-packages" / "addnorm_cli"
    (installed / "samples").mkdir(parents=True)
    (installed / "samples" / "bank.json").write_text("{}", "utf-8")
    monkeypatch.setattr(sample_files, "_PACKAGE", installed)
    assert addnorm("samples", "show", "bank").out == "{}"


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_without_a_command_it_says_what_there_is(addnorm: Runner, words: list[str]) -> None:
    result = addnorm("samples", *words)
    assert (result.code, result.err) == (0, "")
    assert all(f"\n  {name}" in result.out for name in ("list", "show", "copy"))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_their_page_work(addnorm: Runner, command: str) -> None:
    text = ""
    for stage in command.split(" | "):
        result = addnorm(*shlex.split(stage)[1:], stdin=text)
        assert (result.code, result.err) == (0, "")
        text = result.out


@pytest.mark.parametrize("language", COURSES)
def test_their_page_names_each_of_them(language: str) -> None:
    named = re.findall(r"^\| `([a-z0-9-]+)\.json`", COURSES[language], re.MULTILINE)
    assert sorted(named) == NAMES


def test_the_course_is_the_same_in_both_languages() -> None:
    assert commands(COURSES["en"]) == commands(COURSES["zh"])
    marks = [re.findall(r"^(#+|```\w*|[-\d.]+ |\|)", text, re.M) for text in COURSES.values()]
    assert [m for m in marks[0] if m[0] in "#`"] == [m for m in marks[1] if m[0] in "#`"]


@pytest.mark.parametrize("language", COURSES)
@pytest.mark.parametrize("figure", ["1.516", "1.312", "0.858", "-0.37", "9.87"])
def test_the_course_says_what_is_wrong_with_a_figure_that_circulates(
    language: str, figure: str
) -> None:
    assert figure in COURSES[language]


def test_the_course_says_the_right_ones(addnorm: Runner) -> None:
    by_hand = addnorm("layernorm", "samples/bank-layernorm.json", "--hand", "3", "-q").out
    assert by_hand.startswith("1.515,")
    b = addnorm("addnorm", "samples/bank.json", "-q").out.splitlines()[1]
    assert [f"{float(n):.3f}" for n in b.split(",")] == ["1.193", "-0.244", "0.542", "-1.491"]
    assert "0.859" in addnorm("gradient-flow", "-p", "3").out
    x = addnorm("layernorm", "samples/tokens-7x8.json", "--json").json["inputs"]["x"]
    assert (f"{np.mean(x):.2f}", f"{np.std(x):.2f}") == ("-1.69", "9.13")


@pytest.mark.parametrize("layer", [1, 2, 3])
def test_bank_by_the_river_comes_to_the_states_of_the_document(addnorm: Runner, layer: int) -> None:
    states = {1: [1.3, -0.1, -0.4, 1.2], 2: [2.3, -0.6, -0.6, 1.4], 3: [3.4, -1.2, -0.8, 1.5]}
    trace = addnorm("block", "samples/river-bank.json", "--json")
    assert np.round(trace.step(f"layer{layer}.add2")["value"][3], 1).tolist() == states[layer]
    first = trace.step("layer1.add1")["value"][3]
    assert (np.round(first, 1) + 0.0).tolist() == [1.0, 0.0, -0.2, 1.0]
    weights = np.ravel(trace.step("layer1.attention.weights")["value"]).reshape(4, 4)
    assert round(weights[3, 2], 2) == 0.60


def test_without_the_residual_its_length_stays_near_four_tenths(addnorm: Runner) -> None:
    off = ("--repeat", "6", "--no-residual", "--json")
    trace = addnorm("block", "samples/river-bank.json", *off)
    ends = [np.linalg.norm(trace.step(f"layer{n}.add2")["value"][3]) for n in range(1, 7)]
    assert all(0.39 < end < 0.4 for end in ends)


@pytest.mark.parametrize(
    ("name", "example"),
    [("bank", "bank-residual"), ("bank-layernorm", "bank-layernorm-A"),
     ("relu-residual", "relu-residual")],
)  # fmt: skip
def test_a_sample_is_the_example_of_the_document(name: str, example: str) -> None:
    sample = json.loads((ROOT / f"samples/{name}.json").read_text("utf-8"))
    sample.pop("title")
    sample.pop("notes", None)
    assert sample.pop("explain")
    assert sample.pop("command", EXAMPLES[example]["command"]) == EXAMPLES[example]["command"]
    assert sample == json.loads(problem_text(EXAMPLES[example]))
