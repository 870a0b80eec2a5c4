"""How much of the work a page shows, and pages with blanks."""

from __future__ import annotations

import re

import pytest

from tests.conftest import NUMBER, Runner, Written

BANK = ("addnorm", "samples/bank.json")
TOKENS = ("layernorm", "samples/tokens-7x8.json")


def test_steps_is_what_is_shown_without_it(addnorm: Runner) -> None:
    assert addnorm(*BANK, "--level", "steps") == addnorm(*BANK)


@pytest.mark.parametrize("words", [BANK, TOKENS, ("block", "samples/encoder-post.json")])
def test_result_is_the_header_and_the_end(addnorm: Runner, words: tuple[str, ...]) -> None:
    whole, short = addnorm(*words).out, addnorm(*words, "--level", "result").out
    end = short[short.index("\n\nResult") :]
    assert whole.endswith(end)
    assert whole.startswith(short[: short.index("╯")])
    assert "1. " not in short.replace("-1. ", "")


def test_full_works_every_row_line_by_line(addnorm: Runner) -> None:
    text = addnorm(*TOKENS, "--level", "full").out
    assert [f"── row [{row}]" in text for row in range(7)] == [True] * 7
    assert text.count("1. Mean") == 7
    assert text.count("\n   z₇ - μ ≈") == 7
    assert text.endswith(addnorm(*TOKENS).out[-400:])


def test_full_leaves_nothing_out(addnorm: Runner) -> None:
    words = ("layernorm", "--random", "1x20", "--seed", "1")
    assert "z₁₉ - μ" not in addnorm(*words).out
    assert "z₁₉ - μ" in addnorm(*words, "--level", "full").out


@pytest.mark.parametrize("form", ["plain", "markdown", "latex", "html"])
def test_blanks_hide_every_answer(addnorm: Runner, written: Written, form: str) -> None:
    hidden = written(form, *BANK, "--hide-answers").replace("−", "-")
    given = {"0.80", "0.40", "0.60", "0.10", "0.44", "0.12", "0.31", "0.32", "0.19", "0.28", "0.23"}
    text = re.sub(r"(?s)<style>.*?</style>|style=\"[^\"]*\"", "", hidden)
    text = re.sub(r"(?s)\\documentclass.*?\\begin{document}|\[\d.*?mm\]", "", text)
    assert {n.lstrip("-") for n in NUMBER.findall(text)} == given
    blanks = re.findall(r"____|\\_\\_\\_\\_|\\underline", text)
    assert len(blanks) > 80


def test_blanks_keep_what_is_given(addnorm: Runner) -> None:
    linear = ("--weight", "0.25,0,0;0,0.75,0;0,0,1", "--bias", "9.5,8.5,7.5")
    text = addnorm("addnorm", "1.5,2.5,3.5", *linear, "--hide-answers", "-f", "plain").out
    assert text.index("Given") < text.index("1. ")
    for number in ("1.5", "0.25", "0.75", "9.5"):
        assert number in text[text.index("Given") : text.index("1. ")]


def test_blanks_of_several_rows(addnorm: Runner) -> None:
    text = addnorm("layernorm", "1.5,2.25;3.75,4", "--hide-answers", "-f", "plain").out
    assert set(NUMBER.findall(text)) == {"1.5", "2.25", "3.75"}


def test_blanks_show_no_checks_and_no_drift(addnorm: Runner) -> None:
    words = ("layernorm", "samples/bank-layernorm.json", "--hand", "3", "--hide-answers")
    text = addnorm(*words).out
    assert "✓" not in text
    assert "drift" not in text
    assert "y = [________, ________, ________, ________]" in text


@pytest.mark.parametrize("option", [("--hide-answers",), ("--level", "full")])
@pytest.mark.parametrize("form", ["json", "csv", "numpy"])
def test_only_pages_have_levels_and_blanks(
    addnorm: Runner, form: str, option: tuple[str, ...]
) -> None:
    result = addnorm(*BANK, "-f", form, *option)
    assert (result.code, result.out) == (2, "")
    assert f"{option[0]} is for pages" in result.err
    assert "markdown" in result.err


def test_unknown_level(addnorm: Runner) -> None:
    result = addnorm(*BANK, "--level", "ful")
    assert result.code == 2
    assert "did you mean 'full'?" in result.err


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ((), "round numbers that do not end to 4 decimals"),
        (("-p", "2"), "round numbers that do not end to 2 decimals"),
        (("--hand", "3"), "by hand: vectors to 3 decimals, statistics to 4, rounded half up\n"),
        (("--dtype", "float16"), "every step is stored in float16\n"),
    ],
)
def test_a_sheet_says_how_to_round(addnorm: Runner, how: tuple[str, ...], sentence: str) -> None:
    page = addnorm(*BANK, "--hide-answers", "-f", "plain", *how).out
    assert sentence in page
    assert "only what is shown is rounded" not in page


@pytest.mark.parametrize("form", ["markdown", "latex", "html"])
def test_what_is_handed_in_speaks_of_no_options(written: Written, form: str) -> None:
    for words in (TOKENS, ("block", "samples/encoder-post.json")):
        text = re.sub(r"(?s)<style>.*?</style>|<[^>]*>|\\[a-z]+", "", written(form, *words))
        assert not re.findall(r"(?<![-\w|:])--?(?:row|full|level|cols)\b", text.replace("{}", ""))


def test_every_update_of_a_bare_ledger_has_its_label(addnorm: Runner) -> None:
    page = addnorm("block", "samples/residual-stream.json", "--hide-answers", "-f", "plain").out
    for label in ("block 1 attention", "block 1 FFN", "block 2", "block 3"):
        assert f"\nΔ {label} " in page[: page.index("1. ", page.index("Given"))]


def test_the_layers_of_a_flow_are_no_rows_of_a_matrix(addnorm: Runner) -> None:
    text = addnorm("gradient-flow", "--layers", "40", "--level", "full").out
    assert "row [" not in text
    assert text.count("g₃₉ = 0.6 × 1") == 1
    assert text.count("g₁ ≈ 0.97") == 1


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (("--random", "300x300", "--full"), "a page of 90,000 numbers"),
        (("--random", "50x50", "--level", "full"), "a page of 2,500 numbers"),
        (("--random", "2000x2000", "--json"), "the steps have"),
        (("--random", "700x700", "-f", "csv"), "the steps have"),
    ],
)
def test_what_would_be_too_long_is_refused_with_a_way_round(
    addnorm: Runner, words: tuple[str, ...], key: str
) -> None:
    refused = addnorm("layernorm", *words)
    assert (refused.code, refused.out) == (2, "")
    assert key in refused.err
    assert "-o result.npy" in refused.err


def test_some_rows_and_columns_of_it_are_shown(addnorm: Runner) -> None:
    shown = addnorm(
        "layernorm", "--random", "300x300", "--full", "--row", "2", "--cols", "0:20"
    )  # fmt: skip
    assert shown.code == 0
    assert "x₁₉" in shown.out or "z₁₉" in shown.out
