"""README.md is true: its commands print what it shows, its tables are those of the code."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from addnorm_cli.cli.app import COMMANDS
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.problem import NormSpec
from tests.conftest import ROOT, Runner

README = (ROOT / "README.md").read_text("utf-8")
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SVG = "{http://www.w3.org/2000/svg}"


GIVEN = ("problems.json", "answers.csv")
"""What was made before, and filled in."""


def shown_commands() -> Iterator[tuple[str, str]]:
    """Every command line of a console block, and what stands under it."""
    for block in _BLOCK.findall(README):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            yield command, printed.strip("\n")


@pytest.mark.parametrize(("command", "printed"), list(shown_commands()))
def test_a_command_prints_what_is_shown(addnorm: Runner, command: str, printed: str) -> None:
    text = ""
    for stage in command.split(" | "):
        program, *words = shlex.split(stage)
        assert program == "addnorm"
        result = addnorm(*words, stdin=text)
        text = result.out
    assert (result.err + text).strip("\n") == printed


@pytest.mark.usefixtures("english")
def test_a_session_of_python_prints_what_is_shown() -> None:
    sessions = re.findall(r"^```pycon\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert sessions
    for session in sessions:
        test = doctest.DocTestParser().get_doctest(session, {}, "README", "README.md", 0)
        assert test.examples
        assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize(
    "line", re.findall(r"^addnorm (homework (?:.*\\\n)*.*)", README, re.MULTILINE)
)
def test_a_command_that_writes_files_writes_them(
    addnorm: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    words = shlex.split(line.replace("\\\n", " "), comments=True)
    if any(word.endswith(".pdf") for word in words):
        pytest.importorskip("typst", reason="the extra `export` is not installed")
    (tmp_path / "problems.json").write_text('{"code": "a1", "x": [1, 2, 3]}', "utf-8")
    (tmp_path / "answers.csv").write_text("code,problem,part,d0\na1,1,mean,2\n", "utf-8")
    words = [str(tmp_path / w) if w in GIVEN and "grade" in words else w for w in words]
    copies = {str(path.relative_to(ROOT)): path for path in (ROOT / "samples").glob("*.json")}
    words = [w for word in words for w in (map(str, copies) if "*" in word else [word])]
    places = [
        tmp_path / words[n + 1] for n, w in enumerate(words) if w in ("-o", "--key", "--problems")
    ]
    written = [str(tmp_path / w) if tmp_path / w in places else w for w in words]
    result = addnorm(*written)
    assert (result.code, result.out, result.err) == (0, "", "")
    assert places
    assert all(place.stat().st_size > 0 for place in places)


def picture_text(path: Path) -> list[str]:
    """What a picture of a terminal says, line by line."""
    lines: dict[float, str] = {}
    for node in ElementTree.parse(path).getroot().iter(f"{_SVG}text"):
        height = float(node.get("y", "0"))
        lines[height] = lines.get(height, "") + (node.text or "").replace("\xa0", " ").strip("\n")
    return [lines[height].rstrip() for height in sorted(lines)]


def test_the_picture_is_what_the_tool_draws_today(addnorm: Runner, tmp_path: Path) -> None:
    alt, name = re.findall(r"!\[(.*?)\]\((.*?)\)", README)[0]
    assert (ROOT / name).stem in alt
    today = tmp_path / "today.svg"
    assert addnorm(*alt.split()[1:], "-o", str(today)).code == 0
    assert picture_text(ROOT / name) == picture_text(today)
    assert "variance of ẑ" in " ".join(picture_text(today))


def test_every_command_has_its_row() -> None:
    assert re.findall(r"^\| `addnorm ([a-z-]+)", README, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("name", CONVENTIONS)
def test_every_convention_has_its_row(name: str) -> None:
    (row,) = re.findall(rf"^\|[^|\n]*`{name}`.*$", README, re.MULTILINE)
    kind, denominator, eps, divisor = (cell.strip() for cell in row.strip("|").split("|")[1:])
    spec = CONVENTIONS[name]
    assert kind.startswith({"layernorm": "LayerNorm", "rmsnorm": "RMSNorm"}[spec.kind])
    assert ("1 + γ" in kind) == spec.unit_offset
    assert denominator == _denominator(spec)
    assert eps == spec.eps
    assert divisor == {0: "d", 1: "d - 1", None: ""}[spec.ddof]


def _denominator(spec: NormSpec) -> str:
    if spec.kind == "rmsnorm":
        return "√(ms + ε)"
    return {"sigma": "σ + ε", "variance": "√(σ² + ε)"}[spec.eps_at]


def test_the_readme_has_one_command_for_the_tests_which_ci_takes_from_it() -> None:
    command = r"^python3 -m venv .* && \.venv/bin/pytest -q$"
    assert len(re.findall(command, README, re.MULTILINE)) == 1
