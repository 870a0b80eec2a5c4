"""The page in a terminal: with colour and without it the same characters, at every width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from addnorm_cli.arithmetic import choose
from addnorm_cli.calc import work
from addnorm_cli.inputs import Command, Overrides, Stdin, assemble
from addnorm_cli.messages import Language
from addnorm_cli.render import pages
from addnorm_cli.render.request import Request
from addnorm_cli.render.select import Selection
from addnorm_cli.trace import Trace
from tests.conftest import ROOT

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
WORKED: dict[str, tuple[Command, str, str | None]] = {
    "bank": ("addnorm", "bank", None),
    "bank by hand": ("addnorm", "bank", "3"),
    "bank-layernorm": ("layernorm", "bank-layernorm", None),
    "relu-residual": ("residual", "relu-residual", None),
    "tokens-7x8": ("layernorm", "tokens-7x8", None),
    "tokens-7x8 by hand": ("layernorm", "tokens-7x8", "2"),
}


@cache
def worked(name: str) -> Trace:
    """The trace of a sample."""
    command, sample, hand = WORKED[name]
    path = str(ROOT / f"samples/{sample}.json")
    problem = assemble(command, [path], Overrides(), Stdin(lambda: b""))
    return work(command, problem, choose(hand, None, None))


def request(
    width: int | None, language: Language = "en", *, colour: bool, symbols: bool = True
) -> Request:
    """What a terminal of that width wants to see."""
    return Request(
        language=language,
        precision=4,
        selection=Selection(),
        width=width,
        colour=colour,
        symbols=symbols,
    )


def unstyled(parts: Iterator[str]) -> list[str]:
    """The lines of a page without colour, and without the blanks that colour leaves behind it."""
    return [line.rstrip() for line in _ANSI.sub("", "".join(parts)).split("\n")]


@pytest.mark.parametrize("name", WORKED)
@pytest.mark.parametrize(
    ("width", "language", "symbols"),
    [
        (None, "en", True),
        (120, "en", True),
        (80, "en", True),
        (60, "zh", True),
        (20, "zh", True),
        (60, "en", False),
    ],
)
def test_colour_changes_no_character(
    name: str, width: int | None, language: Language, symbols: bool
) -> None:
    trace = worked(name)
    coloured = pages.table(trace, request(width, language, colour=True, symbols=symbols))
    plain = pages.table(trace, request(width, language, colour=False, symbols=symbols))
    assert unstyled(coloured) == unstyled(plain)


def test_colour_is_there_where_it_is_wanted() -> None:
    assert _ANSI.search("".join(pages.table(worked("bank"), request(80, colour=True))))
    assert not _ANSI.search("".join(pages.table(worked("bank"), request(80, colour=False))))
    assert not _ANSI.search("".join(pages.plain(worked("bank"), request(80, colour=True))))


def test_the_result_is_what_stays_on_the_screen() -> None:
    single = "".join(pages.table(worked("bank-layernorm"), request(80, colour=False)))
    assert single.splitlines()[-1] == "Result  y ≈ [1.5147, -0.4070, 0.1268, -1.2345]"
    several = "".join(pages.table(worked("bank"), request(80, colour=False)))
    assert several.splitlines()[-8:-6] == ["Results", "╭───┬────────┬─────────┬────────┬─────────╮"]


def test_a_plain_page_has_no_frames() -> None:
    page = "".join(pages.plain(worked("bank"), request(None, colour=False)))
    assert not set("╭╮╰╯│├┤┬┴┼") & set(page)
    assert "(z - μ)²  0.3221   0.0233  0.0023   0.2139" in page
