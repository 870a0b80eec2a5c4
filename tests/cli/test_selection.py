"""What is shown of a calculation: steps, rows, columns, decimals, and what fits into a width."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from addnorm_cli.formats.formats import FORMATS
from addnorm_cli.inputs.problem_file import ProblemCommand
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.options import Options
from addnorm_cli.page.request import Pieces, Request
from addnorm_cli.page.select import Selection
from addnorm_cli.trace.trace import Trace
from addnorm_cli.work import read, work
from tests.conftest import ROOT, Runner

BANK = ("addnorm", "samples/bank.json")
ONE = ("layernorm", "samples/bank-layernorm.json")
TOKENS = ("layernorm", "samples/tokens-7x8.json")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]\d+)?")


def headings(page: str) -> list[str]:
    """The names of the steps on a page, in their order."""
    return re.findall(r"^\d+\. (.*?)(?:   .*)?$", page, re.MULTILINE)


# Steps.


@pytest.mark.parametrize(
    ("only", "names"),
    [
        (["variance"], ["Variance"] * 2),
        (["A.norm.variance"], ["Variance"]),
        (["B.norm.variance"], ["Variance"]),
        (["A.variance"], ["Variance"]),
        (["norm.mean"], ["Mean"] * 2),
        (["B.residual", "A.norm.sigma"], ["Standard deviation", "Residual sum"]),
        (["sigma", "mean"], ["Mean", "Standard deviation"] * 2),
    ],
)
def test_only_names_steps_by_id_or_path(addnorm: Runner, only: list[str], names: list[str]) -> None:
    words = [word for step in only for word in ("--only", step)]
    result = addnorm(*BANK, *words)
    assert headings(result.out) == names
    assert "Result" not in result.out
    cases = [label for label in "AB" if f"── {label} ──" in result.out]
    assert cases == sorted({step[0] for step in only if step[0] in "AB"} or "AB")


@pytest.mark.parametrize("only", ["A", "A.norm", "norm"])
def test_only_takes_whole_sections(addnorm: Runner, only: str) -> None:
    names = headings(addnorm(*BANK, "--only", only).out)
    assert names.count("Variance") == (2 if only == "norm" else 1)
    assert ("Residual sum" in names) is (only == "A")


def test_only_without_cases_takes_the_path_through_the_norm(addnorm: Runner) -> None:
    assert headings(addnorm(*ONE, "--only", "norm.mean").out) == ["Mean"]


def test_only_holds_for_json_and_csv(addnorm: Runner) -> None:
    trace = addnorm(*BANK, "--only", "B.norm.mean", "--json").json
    assert [case["id"] for case in trace["steps"]] == ["B"]
    assert [step["id"] for step in trace["steps"][0]["steps"][0]["steps"]] == ["mean"]
    assert trace["result"].keys() == {"A", "B"}
    lines = addnorm(*BANK, "--only", "B.norm.mean", "-f", "csv").out.splitlines()
    assert lines[0] == "step,row,d0"
    assert lines[1].startswith("B.norm.mean,0,0.6")
    assert len(lines) == 2


def test_an_unknown_step_names_the_known_ones(addnorm: Runner) -> None:
    result = addnorm(*BANK, "--only", "C.norm.mean")
    assert result.code == 2
    assert "residual" in result.err
    assert "variance" in result.err


# Rows and columns.


@pytest.mark.parametrize(("row", "shown"), [("0", 0), ("3", 3), ("-1", 6)])
def test_a_row_is_worked_line_by_line(addnorm: Runner, row: str, shown: int) -> None:
    page = addnorm(*TOKENS, "--row", row).out
    trace = addnorm(*TOKENS, "--json").json
    assert f"row [{shown}]" in page
    assert len(re.findall(r"^   ẑ.", page, re.MULTILINE)) == 8
    last = page.splitlines()[-1]
    assert [float(text) for text in NUMBER.findall(last)] == pytest.approx(
        trace["result"][shown], abs=5e-5
    )


def test_columns_are_chosen_like_a_slice(addnorm: Runner) -> None:
    page = addnorm(*TOKENS, "--cols", "2:4").out
    assert "d₂" in page
    assert "d₃" in page
    assert not any(f"d{c}" in page for c in "₀₁₄₅")


@pytest.mark.parametrize("cols", ["-2:", "6:", "6:99"])
def test_columns_are_counted_from_either_end(addnorm: Runner, cols: str) -> None:
    page = addnorm(*TOKENS, "--cols", cols).out
    assert set(re.findall("d[₀-₉]", page)) == {"d₆", "d₇"}


# What is left out.


@pytest.mark.parametrize(
    ("shape", "note"),
    [
        ("16", None),
        ("17", "11 of 17 columns are not shown: --full, --cols a:b or --json"),
        ("8x4", None),
        ("9x4", "3 of 9 rows are not shown: --full, --row i or --json"),
        ("9x17", "3 of 9 rows and 11 of 17 columns are not shown"),
    ],
)
def test_large_inputs_lose_their_middle_and_say_so(
    addnorm: Runner, shape: str, note: str | None
) -> None:
    page = addnorm("layernorm", "--random", shape).out
    full = addnorm("layernorm", "--random", shape, "--full").out
    assert ("…" in page) is (note is not None)
    assert "not shown" not in full
    assert "…" not in full
    if note:
        assert note in page
        columns = addnorm("layernorm", "--random", shape, "--cols", "2:4").out
        heads = [line for line in columns.splitlines() if "d₂" in line]
        assert heads
        assert not any("…" in line for line in heads)


def test_a_long_vector_has_all_its_statistics(addnorm: Runner) -> None:
    vector = ",".join(str(n) for n in range(1, 18))  # μ = 9, σ² = (17² - 1) / 12
    page = addnorm("layernorm", vector).out
    for line in ("μ = 9", "σ² = 24", "σ = √24 ≈ 4.8990", "σ + ε ≈ 4.898979 + 1e-6 = 4.898980"):
        assert f"\n   {line}\n" in page
    only = addnorm("layernorm", vector, "--only", "mean", "--only", "sigma", "-f", "markdown").out
    assert r"\mu &= 9" in only
    assert r"\approx 4.8990" in only
    by_hand = addnorm("layernorm", vector, "--hand", "3").out
    assert "μ = 9.0000\n" in by_hand


def test_a_row_of_many_is_worked_as_it_is_alone(addnorm: Runner) -> None:
    rows = ";".join(f"{n},{n + 2},{n + 7},{n - 1}" for n in range(20))
    page = addnorm("layernorm", rows, "--row", "3").out
    assert "μ = (3 + 5 + 10 + 2) / 4 = 20 / 4 = 5" in page
    assert "z₂ - μ = 10 - 5 =  5" in page


def test_json_leaves_no_number_out(addnorm: Runner) -> None:
    trace = addnorm("layernorm", "--random", "20x40", "--json").json
    assert [len(row) for row in trace["result"]] == [40] * 20
    assert all("work" not in step for step in trace["steps"])


# Decimals.


@pytest.mark.parametrize(
    ("precision", "sigma"),
    [("0", "4e-01"), ("1", "0.4"), ("4", "0.3747"), ("12", "0.374658177543")],
)
def test_precision_changes_what_is_shown_and_nothing_else(
    addnorm: Runner, precision: str, sigma: str
) -> None:
    page = addnorm(*ONE, "-p", precision, "--only", "sigma").out
    assert page.splitlines()[-1].split()[-1] == sigma
    plain, asked = addnorm(*ONE, "--json").json, addnorm(*ONE, "-p", precision, "--json").json
    assert [step["value"] for step in asked["steps"]] == [step["value"] for step in plain["steps"]]


def test_all_digits_of_a_float_are_not_all_digits_of_the_number(addnorm: Runner) -> None:
    page = addnorm("layernorm", "1,2,3", "-p", "30", "--only", "variance").out
    assert "= 2 / 3 ≈ 0.666666666666666666666666666667\n" in page


def test_typed_digits_are_never_rounded(addnorm: Runner) -> None:
    page = addnorm("layernorm", "0.80,0.123456789,1e-7,3.0", "-p", "2").out
    for typed in ("0.80", "0.123456789", "1e-7", "3.0"):
        assert f" {typed} " in page


@pytest.mark.parametrize("vector", ["1e-9,2e-9,4e-9", "1,1.00001,1", "-1e-12,0,1e-12", "1e-30,5"])
@pytest.mark.parametrize("words", [[], ["--hand", "12"], ["--dtype", "float32"], ["-p", "1"]])
def test_no_number_is_shown_as_a_zero_that_it_is_not(
    addnorm: Runner, vector: str, words: list[str]
) -> None:
    page = addnorm("layernorm", vector, *words).out
    trace = addnorm("layernorm", vector, *words, "--json").json
    assert not re.search(r"-0\.?0*(?![\d.e])", page)
    for number, text in zip(trace["result"], _last_vector(page), strict=True):
        assert (number == 0) is (float(text) == 0)


def _last_vector(page: str) -> list[str]:
    return NUMBER.findall(page.splitlines()[-1])


# Widths.


def worked(command: ProblemCommand, *words: str, hand: str | None = None, **given: Any) -> Trace:
    """The trace of a problem."""
    return work(read(command, words, Options(hand=hand, **given), Reader()))


def pages(width: int | None, form: str = "table") -> Iterator[str]:
    """Many pages as they are written for a terminal of that width."""
    bank = str(ROOT / "samples/bank.json")
    traces: list[Callable[[], Trace]] = [
        lambda: worked("addnorm", bank),
        lambda: worked("addnorm", bank, hand="3"),
        lambda: worked("residual", str(ROOT / "samples/relu-residual.json")),
        lambda: worked("layernorm", str(ROOT / "samples/tokens-7x8.json")),
        lambda: worked("layernorm", random="9x20", scale="1e6"),
    ]
    for make in traces:
        trace = make()
        for language in ("en", "zh"):
            for symbols in (True, False):
                request = Request(
                    language="zh" if language == "zh" else "en",
                    precision=6,
                    selection=Selection(),
                    width=width,
                    symbols=symbols,
                )
                written = FORMATS[form].write(trace, request)
                assert not isinstance(written, str | bytes | Pieces)
                yield "".join(written)


@pytest.fixture(scope="module")
def endless() -> list[str]:
    """The pages without any width."""
    return list(pages(None))


_NARROWEST = 33
"""Below it the left side of a worked line takes the room of what follows."""
_LINES_OF_NUMBERS = re.compile(r"^   z  .*\n(?:   .*\n)*?   y  .*\n.*\n", re.MULTILINE)
"""Components as points, before the norm and after it, and the scale below."""
_THEIR_WIDTH = 55
"""In less they are left out, for a line of them would be cut."""


@pytest.mark.parametrize("width", [20, 33, 47, 60, 80, 120])
def test_no_digit_is_cut_at_any_width(endless: list[str], width: int) -> None:
    from rich.cells import cell_len

    assert any(map(_LINES_OF_NUMBERS.findall, endless))
    for whole, page in zip(endless, pages(width), strict=True):
        drawn = _LINES_OF_NUMBERS.findall(whole) if width >= _THEIR_WIDTH else []
        assert _LINES_OF_NUMBERS.findall(page) == drawn
        whole = whole if drawn else _LINES_OF_NUMBERS.sub("", whole)
        assert set(NUMBER.findall(page)) == set(NUMBER.findall(whole))
        assert "…" in page or "…" not in whole
        for line in page.splitlines():
            one_word_alone = len(line.split()) == 1
            assert cell_len(line) <= width or one_word_alone or width < _NARROWEST, line


def test_a_plain_page_has_no_width() -> None:
    assert list(pages(20, "plain")) == list(pages(None, "plain"))
