"""The page in a terminal: with colour and without it the same characters, at every width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from addnorm_cli.calc import work
from addnorm_cli.formats import pages
from addnorm_cli.inputs import Command, Overrides, Reader, assemble
from addnorm_cli.messages import Language
from addnorm_cli.numbers.arithmetic import choose
from addnorm_cli.page.request import Request
from addnorm_cli.page.select import Selection
from addnorm_cli.trace.trace import Trace
from tests.conftest import ROOT, Runner

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
    problem = assemble(command, [path], Overrides(), Reader())
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


@pytest.mark.parametrize(
    ("words", "row"),
    [
        (("addnorm", "0.8,0.4,0.6", "4,2,3"), "ẑ         1.2247  -1.2247  0.0000"),
        (("layernorm", "4.8,2.4,3.6"), "(z - μ)²  1.44     1.44    0.00"),
        (("layernorm", "4.8,2.4,3.6"), "y         1.2247  -1.2247  0.0000"),
    ],
)
def test_what_is_nothing_on_paper_is_nothing_in_what_follows(
    addnorm: Runner, words: tuple[str, ...], row: str
) -> None:
    """4.8, 2.4 and 3.6 have the mean 3.6, from which float64 is 4.4e-16 off."""
    assert row in addnorm(*words, "-f", "plain").out


def test_what_is_small_on_paper_is_shown(addnorm: Runner) -> None:
    page = addnorm("layernorm", "1e-15,2e-15,4e-15", "--convention", "bert", "-f", "plain").out
    assert "(z - μ)²   1.7778e-30   1.1111e-31  2.7778e-30" in page


@pytest.mark.parametrize(
    ("x", "sublayer", "result"),
    [
        ("10000000000000", "3", "= [10000000000003]"),
        ("1e15", "2.5", "≈ [1000000000000002.5]"),
        ("1,2", "-0.99999999999999,1", "= [1e-14, 3.0000]"),
        ("1e15,1", "-999999999999998,1", "= [2, 2]"),
        ("0.1,1e16", "0.2,-9999999999999998", "= [0.3, 2.0]"),
        ("0.1,0.7", "0.2,-0.1", "= [0.3, 0.6]"),
        ("1e15", "3e-2", "≈ [1000000000000000.03]"),
    ],
)
def test_a_sum_of_typed_numbers_is_the_sum_on_paper(
    addnorm: Runner, x: str, sublayer: str, result: str
) -> None:
    page = addnorm("residual", x, sublayer, "-f", "plain").out
    assert page.splitlines()[-1] == f"Result  r {result}"


def test_digits_that_float64_holds_are_no_noise(addnorm: Runner) -> None:
    """z - μ is -4/3, -1/3 and 5/3; float64 has eighths there, and says so rather than 0."""
    words = ("1e15,1000000000000001,1000000000000003", "--convention", "bert", "-f", "plain")
    page = addnorm("layernorm", *words).out
    (row,) = [line for line in page.splitlines() if line.startswith("(z - μ)²")]
    assert row.split()[-3:] == ["1.8906", "0.1406", "2.6406"]
    (row,) = [line for line in page.splitlines() if line.startswith("z - μ ")]
    assert row.split()[-3:] == ["-1.375", "-0.375", "1.625"]
