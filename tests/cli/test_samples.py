"""The samples: listed, shown, copied, each of them worked, and each of them documented."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from addnorm_cli.cli import sample_files
from tests.cli.test_worked_examples import problem_text
from tests.conftest import EXAMPLES, ROOT, Runner

NAMES = sample_files.names()
README = (ROOT / "samples/README.md").read_text("utf-8")
COMMANDS = re.findall(r"`(addnorm (?!samples )[^`]+)`", README)


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
    result = addnorm(*shlex.split(command)[1:])
    assert (result.code, result.err) == (0, "")


def test_their_page_names_each_of_them() -> None:
    assert set(re.findall(r"^\| `([a-z0-9-]+)\.json`", README, re.MULTILINE)) == set(NAMES)


@pytest.mark.parametrize(
    ("name", "example"),
    [("bank", "bank-residual"), ("bank-layernorm", "bank-layernorm-A"),
     ("relu-residual", "relu-residual")],
)  # fmt: skip
def test_a_sample_is_the_example_of_the_document(name: str, example: str) -> None:
    sample = json.loads((ROOT / f"samples/{name}.json").read_text("utf-8"))
    sample.pop("title")
    assert sample.pop("command", EXAMPLES[example]["command"]) == EXAMPLES[example]["command"]
    assert sample == json.loads(problem_text(EXAMPLES[example]))
