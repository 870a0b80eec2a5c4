"""The program, run inside the test process: no subprocess, real exit codes."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from addnorm_cli.cli.app import run
from addnorm_cli.messages import TABLES, Text
from addnorm_cli.trace.trace import Trace

ROOT = Path(__file__).parent.parent
EXAMPLES: dict[str, Any] = {
    example["id"]: example
    for example in json.loads((ROOT / "tests/data/worked-examples.json").read_text("utf-8"))
}
MESSAGES: dict[str, Text] = {
    key: text
    for table in sorted({table for tables in TABLES.values() for table in tables})
    for key, text in import_module(f"addnorm_cli.messages.{table}").TEXTS.items()
}
"""Every sentence, out of all tables."""

# Fixtures hold for all examples of a test alike, and a busy machine is no fault of the code.
settings.register_profile(
    "anywhere", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
settings.register_profile(
    "the same each time", settings.get_profile("anywhere"), derandomize=True, database=None
)
settings.load_profile("the same each time" if os.environ.get("CI") else "anywhere")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite tests/golden")


@dataclass(frozen=True)
class Result:
    """What one run of the program left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, as JSON."""
        return json.loads(self.out)

    def step(self, path: str) -> Any:
        """A step of a printed trace, by its path."""
        return step_at(self.json, path)


def step_at(trace: Any, path: str) -> Any:
    """A step of a trace, by its path."""
    node = trace
    for name in path.split("."):
        node = next(step for step in node["steps"] if step["id"] == name)
    return node


Runner = Callable[..., Result]
Written = Callable[..., str]
Golden = Callable[[str, str], None]

_STYLE = re.compile(r"(?<=<style>\n)(.*)(?=</style>\n</head>)", re.DOTALL)

HOSTILE = (
    "<script>alert(1)</script>",
    r"\input{/etc/passwd}",
    "[red]",
    "a|b",
    "$x$",
    "100%#_^~&{}",
    "`code` *b* _i_",
    '![i](u "t")',
    "&lt; -- ''",
)
"""Labels that would do harm if they were taken for anything but text."""

NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+")
"""A decimal number on a page, but no part of a word or of a longer number."""


@pytest.fixture(scope="session", autouse=True)
def heard() -> None:
    """What tests start listens to signals, also where a shell or nohup has them ignored."""
    for name in ("SIGINT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)  # programs that are started lose the handler


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """The project's folder, and an environment that says nothing of language, colour and width."""
    monkeypatch.chdir(ROOT)
    languages = ("LC_ALL", "LC_MESSAGES", "LANG", "ADDNORM_LANG")
    for name in (*languages, "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def addnorm(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, english: None
) -> Runner:
    """Run the program with some words, from the project's folder; English unless told."""

    def start(*words: str, stdin: str | bytes = "") -> Result:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capfd.readouterr()
        code = run(list(words))
        captured = capfd.readouterr()
        return Result(int(code), captured.out, captured.err)

    return start


@pytest.fixture
def written(addnorm: Runner, tmp_path: Path) -> Written:
    """What the program writes into a file of that format."""

    def write(form: str, *words: str, stdin: str = "") -> str:
        target = tmp_path / "page.txt"
        result = addnorm(*words, "-f", form, "-o", str(target), stdin=stdin)
        assert (result.code, result.out, result.err) == (0, "", "")
        return target.read_text("utf-8")

    return write


@pytest.fixture
def traced(addnorm: Runner, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Trace]:
    """The trace that the program works out for some words, taken where it would be written."""
    taken: list[Trace] = []

    def take(trace: Trace, request: object) -> str:
        taken.append(trace)
        return ""

    monkeypatch.setattr("addnorm_cli.data.quiet.write", take)

    def work(*words: str) -> Trace:
        stdin = next((word for word in words if word.startswith("{")), "")
        run = addnorm(*("-" if word == stdin else word for word in words), "-q", stdin=stdin)
        assert (run.code, run.out) == (0, ""), run.err
        return taken.pop()

    return work


@pytest.fixture
def hostile(written: Written) -> Callable[[str], str]:
    """A page whose title and labels are hostile."""

    def write(form: str) -> str:
        cases = [f"{label}=1,2,{n}" for n, label in enumerate(HOSTILE)]
        return written(form, "addnorm", "1,2,4", *cases, "--title", "=1+1 \x1b[31m\n# C $")

    return write


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with a file of tests/golden, or rewrite the file where that was asked for."""

    def compare(name: str, text: str) -> None:
        path = ROOT / "tests/golden" / name
        if path.suffix == ".html":  # every page has the same style, which stands once
            head, style, body = _STYLE.split(text)
            compare("style.css", style)
            text = head + body
        if request.config.getoption("--update-golden"):
            path.write_text(text, "utf-8", newline="\n")
        assert text == path.read_text("utf-8")

    return compare
