"""Help: in both languages, at every width, in groups, with lists from the tables and examples."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest
from rich.cells import cell_len

from addnorm_cli.cli.examples import EXAMPLES, examples_of
from addnorm_cli.formats.formats import FORMATS
from addnorm_cli.formula.functions import ACTIVATIONS, GATES
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.homework.kinds import KINDS
from addnorm_cli.inputs.weights.architectures import ARCHITECTURES
from addnorm_cli.messages import LANGUAGES, say
from addnorm_cli.model.carrying import MACHINE_TYPES, ROUNDINGS
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.options import CALCULATIONS, GROUPS, OPTIONS
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.problem import EPS_PLACES, ORIENTATIONS
from addnorm_cli.model.question import COMPARISONS
from addnorm_cli.page.request import LEVELS
from tests.conftest import ROOT, Runner

COMMANDS = [
    "", *CALCULATIONS, "homework", "homework make", "homework solve", "homework grade",
    "samples", "samples list", "samples show", "samples copy",
    "tour", "schema", "schema trace", "schema problem", "schema error", "schema marks",
    "schema homework",
]  # fmt: skip
NOT_FIRST, NOT_LAST = "，。、；：？！）”》】,;:?!)", "（“《【("
"""What no line begins with, and what none ends with."""

Page = Callable[..., str]


@pytest.fixture
def page(addnorm: Runner, monkeypatch: pytest.MonkeyPatch) -> Page:
    def show(command: str, language: str = "en", width: int = 80) -> str:
        monkeypatch.setenv("COLUMNS", str(width))
        result = addnorm(*command.split(), "--help", "--lang", language)
        assert (result.code, result.err) == (0, "")
        return result.out

    return show


def examples_in(text: str) -> list[str]:
    return re.findall(r"^  (addnorm \S.*)$", text, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_page_keeps_to_its_width_and_parts_no_word(
    page: Page, command: str, width: int, language: str
) -> None:
    text, wide = page(command, language, width), page(command, language, 10**4)
    names = set(examples_in(text))
    lines = [line for line in text.splitlines() if line.strip() not in names]
    assert all(cell_len(line) <= min(width - 2, 98) for line in lines)
    assert set(re.findall(r"[!-~]+", text)) == set(re.findall(r"[!-~]+", wide))
    for line in lines:
        if line.strip():
            assert line.strip()[0] not in NOT_FIRST
            assert line.strip()[-1] not in NOT_LAST


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", CALCULATIONS)
def test_options_stand_in_groups_in_their_order(page: Page, command: str, language: str) -> None:
    text = page(command, language)
    used = [option for option in OPTIONS.values() if option.is_used_by(command)]
    groups = [group for group in GROUPS if group in {option.group for option in used}]
    heads = [
        say(language, "help.heading", name=say(language, f"help.section.{each}"))
        for each in ("arguments", *groups, "examples")
    ]
    assert re.findall(rf"^(?:{'|'.join(heads)})$", text, re.MULTILINE) == heads
    sections = dict(zip(heads, re.split(rf"^(?:{'|'.join(heads)})$", text, flags=re.M)[1:],
                        strict=True))  # fmt: skip
    for option in used:
        head = say(language, "help.heading", name=say(language, f"help.section.{option.group}"))
        entry = rf"^  (?:-\w, )?{option.flag}(?![\w-])"
        assert len(re.findall(entry, sections[head], re.MULTILINE)) == 1


def test_what_a_command_does_not_use_is_not_offered(page: Page) -> None:
    assert "--norm " not in page("residual")
    assert "--gamma" not in page("block")
    assert "--random" not in page("gradient-flow")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("command", "option", "names"),
    [
        ("layernorm", "norm", NORMS),
        ("layernorm", "convention", CONVENTIONS),
        ("layernorm", "eps_at", EPS_PLACES),
        ("layernorm", "level", LEVELS),
        ("layernorm", "rounding", ROUNDINGS),
        ("layernorm", "dtype", MACHINE_TYPES),
        ("layernorm", "lang", LANGUAGES),
        ("layernorm", "format", [name for name, form in FORMATS.items() if form.on_stdout]),
        ("layernorm", "output", [end for form in FORMATS.values() for end in form.endings]),
        ("homework solve", "format", [n for n, f in FORMATS.items() if f.on_stdout and f.book]),
        ("residual", "activation", ("identity", *ACTIVATIONS)),
        ("residual", "orientation", ORIENTATIONS),
        ("block", "activation", (*ACTIVATIONS, *GATES)),
        ("block", "placement", PLACEMENTS),
        ("block", "arch", ARCHITECTURES),
        ("compare-norm", "by", COMPARISONS),
        ("homework make", "kind", KINDS),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_name_of_a_table_is_listed(
    page: Page, command: str, option: str, names: Iterable[str], language: str
) -> None:
    text = page(command, language)
    options = text[text.index("\n\n", text.index("\n\n  ") + 4) :]  # what follows the description
    entries = [each for each in re.split(r"\n  (?=-)|\n\n", options)
               if re.match(rf"(-\w, )?{OPTIONS[option].flag} \S", each)]  # fmt: skip
    (entry,) = entries
    assert all(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", entry) for name in names)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_page_has_three_examples(page: Page, command: str) -> None:
    assert len(examples_in(page(command))) == 3
    assert examples_in(page(command)) == list(examples_of(command or "main")[1])


@pytest.fixture
def folder(addnorm: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that examples name."""
    shutil.copy(ROOT / "tests/fixtures/models/bert/model.safetensors", tmp_path)
    shutil.copy(ROOT / "tests/fixtures/models/bert/config.json", tmp_path)
    (tmp_path / "names.txt").write_text("Ada Lovelace\n", "utf-8")
    np.save(tmp_path / "h0.npy", np.eye(4, 16))
    monkeypatch.chdir(tmp_path)
    assert addnorm("homework", "make", "--problems", "problems.json").code == 0
    (tmp_path / "answers.csv").write_text("code,problem,part,d0\nada,1,mean,\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize("line", dict.fromkeys(e for each in EXAMPLES.values() for e in each))
def test_an_example_works_as_it_is_shown(addnorm: Runner, folder: Path, line: str) -> None:
    if "safetensors" in line:
        pytest.importorskip("safetensors", reason="the extra `weights` is not installed")
    text = ""
    for stage in line.split(" | "):
        result = addnorm(*shlex.split(stage)[1:], stdin=text)
        assert (result.code, result.err) == (0, "")
        text = result.out
    written = re.findall(r"(?:-o|--key) (\S+)", line)
    assert text or written


def test_help_loads_no_numpy() -> None:
    code = (
        "import sys\nfrom addnorm_cli.cli.app import run\n"
        f"for command in {COMMANDS!r}:\n"
        "    assert run([*command.split(), '--help']) == 0\n"
        "    heavy = {'numpy', 'rich', 'pydantic'} & set(sys.modules)\n"
        "    assert not heavy, (command, heavy)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
