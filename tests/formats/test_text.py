"""The page in a terminal and in a pipe: what Rich draws, in which colours, how wide."""

from __future__ import annotations

import re
from functools import cache

import pytest
from rich.cells import cell_len

from addnorm_cli.formats import text
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.messages import Language
from addnorm_cli.model.options import Options
from addnorm_cli.page import level
from addnorm_cli.page.page import (
    Answer,
    Block,
    Book,
    Chart,
    ChartRow,
    Drawing,
    Grid,
    GridRow,
    Header,
    Heading,
    Remark,
    Working,
)
from addnorm_cli.page.request import Request
from addnorm_cli.page.select import Selection
from addnorm_cli.trace.trace import Trace
from addnorm_cli.work import read, work
from tests.conftest import ROOT, Runner

ANSI = re.compile(r"\x1b\[[0-9;]*m")
WORKED: dict[str, tuple[str, str, str | None]] = {
    "bank": ("addnorm", "bank", None),
    "bank by hand": ("addnorm", "bank", "3"),
    "bank-layernorm": ("layernorm", "bank-layernorm", None),
    "relu-residual": ("residual", "relu-residual", None),
    "tokens-7x8": ("layernorm", "tokens-7x8", None),
    "tokens-7x8 by hand": ("layernorm", "tokens-7x8", "2"),
}


@cache
def worked(name: str, language: Language = "en") -> Trace:
    """The trace of a sample."""
    command, sample, hand = WORKED[name]
    path = str(ROOT / f"samples/{sample}.json")
    return work(read(command, [path], Options(hand=hand), Reader(language=language)))


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


def page(trace: Trace, wanted: Request) -> Book:
    """The page of a trace."""
    return Book(tuple(level.page(trace, wanted)))


def drawn(trace: Trace, wanted: Request) -> str:
    """The page of a trace as it is drawn."""
    return "".join(text.write(page(trace, wanted), wanted))


def lines(name: str, width: int | None, *, colour: bool = False) -> list[str]:
    """The lines of a sample's page."""
    return drawn(worked(name), request(width, colour=colour)).splitlines()


@pytest.fixture
def true_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal with every colour."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLORTERM", "truecolor")


@pytest.mark.usefixtures("true_colour")
@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("bank", "{heading}── A ───────────────────────────────────────────{end}"),
        ("bank-layernorm", "{bold}3. Squares{end}   {cyan}(zᵢ - μ)²{end}"),
        ("bank-layernorm", "   σ{dim} ≈ √0.1404{end}{bold} ≈ 0.3747{end}"),
        ("bank-layernorm", "{dim}   γ = 1, so γ ⊙ ẑ = ẑ{end}"),
        ("bank-layernorm", "{green}✓ mean of ẑ = 0{end}"),
        ("bank-layernorm", "{result}Result  y ≈ [1.5147, -0.4070, 0.1268, -1.2345]{end}"),
    ],
)
def test_every_kind_of_line_has_its_look(name: str, line: str) -> None:
    codes = {"bold": "1", "dim": "2", "cyan": "36", "green": "32", "result": "1;32"}
    codes |= {"heading": "1;35", "end": "0"}
    looks = {look: f"\x1b[{code}m" for look, code in codes.items()}
    assert line.format(**looks) in lines(name, 80, colour=True)


@pytest.mark.usefixtures("true_colour")
def test_a_cell_is_shaded_as_strongly_as_its_number() -> None:
    rows = (GridRow("[0]", ("1", "-0.5"), shades=(1.0, -0.5)), GridRow("[1]", ("0.01", "2")))
    (table,) = text.drawn([Grid(None, ("d₀", "d₁"), rows)], request(80, colour=True))
    assert "\x1b[48;2;20;40;170m 1    \x1b[0m" in table
    assert "\x1b[48;2;105;30;30m -0.5 \x1b[0m" in table
    assert table.count("\x1b[48;") == 2


def test_there_is_no_colour_where_it_is_not_wanted() -> None:
    assert not any(ANSI.search(line) for line in lines("bank", 80))


def test_words_from_outside_are_no_markup(addnorm: Runner) -> None:
    label, title = "[red]b :heart: [/red]", "[bold]T[/bold] :smile: [link=x]"
    page = addnorm("addnorm", "1,2,4", f"{label}=3,1,1", "A=0,0,1", "--title", title).out
    assert f"│ {title} · Add & Norm" in page
    assert f"── {label} ──" in page
    assert f"│ {label} │" in page


_LONG = (
    "one sentence that goes on and on, to the end of a line and then of another one · 均值与方差"
)


@pytest.mark.parametrize(
    "block",
    [
        Header(_LONG, _LONG, (_LONG, "short")),
        Heading(_LONG),
        Heading("as long as a narrow terminal"),
        Working(12, _LONG, None, note=_LONG),
        Grid(_LONG, ("d₀",), (GridRow("x", ("1",)),), _LONG),
        Chart(_LONG, (ChartRow("x₀", 1.0, 2.0, "3.0"),)),
        Drawing(_LONG, ("x ─▶ x",)),
        Remark("warning", _LONG),
        Answer("Result", "y", "=", ("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]",)),
    ],
    ids=lambda block: type(block).__name__,
)
def test_a_narrow_terminal_has_room_for_every_part(block: Block) -> None:
    (part,) = text.drawn([block], request(32, colour=False))
    assert 16 < max(map(cell_len, part.splitlines())) <= 32


def test_a_table_that_is_too_wide_goes_on_below(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "34")
    assert (
        """\
   r₃ = -10 + 0.25 = -9.75
╭─────────────┬──────┬──────╮
│             │   d₀ │   d₁ │
├─────────────┼──────┼──────┤
│ x           │ 1.5  │ 2.5  │
│ Sublayer(x) │ 1    │ 1    │
├─────────────┼──────┼──────┤
│ r           │ 2.50 │ 3.50 │
╰─────────────┴──────┴──────╯
╭─────────────┬──────┬────────╮
│             │   d₂ │     d₃ │
├─────────────┼──────┼────────┤
│ x           │ 3.5  │ -10    │
│ Sublayer(x) │ 1    │   0.25 │
├─────────────┼──────┼────────┤
│ r           │ 4.50 │  -9.75 │
╰─────────────┴──────┴────────╯
"""
        in addnorm("residual", "1.5,2.5,3.5,-10", "1,1,1,0.25").out
    )


@pytest.mark.parametrize(
    ("columns", "width"), [("60", 60), ("33", 33), ("0", None), ("", None), ("wide", None)]
)
def test_a_pipe_has_no_width_unless_columns_is_set(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch, columns: str, width: int | None
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    page = addnorm("layernorm", "samples/tokens-7x8.json").out.splitlines()
    widest = max(map(cell_len, page))
    assert page == lines("tokens-7x8", width)
    assert widest == 420 if width is None else widest <= width


def test_the_result_is_what_stays_on_the_screen() -> None:
    assert lines("bank-layernorm", 80)[-1] == "Result  y ≈ [1.5147, -0.4070, 0.1268, -1.2345]"
    title, frame = lines("bank", 80)[-8:-6]
    assert title == "Results"
    assert frame.startswith("╭───┬────────┬─────────┬────────┬─────────┬")


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
        ("1e15", "2.5", "= [1000000000000002.5]"),
        ("1,2", "-0.99999999999999,1", "= [1e-14, 3.0000]"),
        ("1e15,1", "-999999999999998,1", "= [2, 2]"),
        ("0.1,1e16", "0.2,-9999999999999998", "= [0.3, 2.0]"),
        ("0.1,0.7", "0.2,-0.1", "= [0.3, 0.6]"),
        ("1e15", "3e-2", "= [1000000000000000.03]"),
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
    page = addnorm("layernorm", *words, "--dtype", "float64").out
    (row,) = [line for line in page.splitlines() if line.startswith("(z - μ)²")]
    assert row.split()[-3:] == ["1.890625", "0.140625", "2.640625"]
    (row,) = [line for line in page.splitlines() if line.startswith("z - μ ")]
    assert row.split()[-3:] == ["-1.375", "-0.375", "1.625"]
