"""Documents as the program writes them, and the golden files that they are compared with."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, Runner

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
