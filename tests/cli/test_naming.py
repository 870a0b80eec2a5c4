"""Names of columns and rows, and remarks: from a problem to every page, and on through a pipe."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import Runner

RIVER = {
    "x": [["1", "2", "4"], ["0", "1", "1"], ["3", "1", "0"]],
    "dims": ["place", "money", "function word"],
    "tokens": ["the", "bank", "the"],
}
BANK = '{"x": [1, 2, 4], "sublayer": {"A": [1, 0, 1], "B": [0, 1, 1]}, "dims": ["a", "b", "c"], '
IDENTITY = "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]"
BLOCK = (
    '{"x": [[1, 2, 4], [0, 1, 1], [3, 1, 0]], "dims": ["p", "m", "w"],'
    ' "tokens": ["by", "the", "by"], "layers": [{"attention": {"W_q": I, "W_k": I, "W_v": I}}]}'
).replace("I", IDENTITY)


def problem(**more: Any) -> str:
    return json.dumps({**RIVER, **more}).replace('"1"', "1").replace('"2"', "2").replace(
        '"4"', "4"
    ).replace('"0"', "0").replace('"3"', "3")  # fmt: skip


def rows(page: str) -> list[list[str]]:
    return [line.split() for line in page.splitlines()]


def test_dims_head_the_columns_and_tokens_name_the_rows(addnorm: Runner) -> None:
    page = addnorm("layernorm", "-", "-f", "plain", stdin=problem()).out
    assert ["place", "money", "function", "word"] in rows(page)
    assert [row[0] for row in rows(page) if len(row) == 4][-3:] == ["the", "bank", "the#2"]
    assert "the first component of row the; --row the works" in page
    assert "d₀" not in page


@pytest.mark.parametrize(
    ("name", "first"),
    [("bank", "0"), ("the", "1"), ("the#1", "1"), ("the#2", "3"), ("2", "3"), ("-2", "0")],
)
def test_a_row_is_chosen_by_its_name_or_its_number(addnorm: Runner, name: str, first: str) -> None:
    run = addnorm("layernorm", "-", "--row", name, "-f", "plain", stdin=problem())
    assert (run.code, run.err) == (0, "")
    assert f"μ = ({first} + " in run.out
    assert f"· row {'bank' if first == '0' else 'the' if first == '1' else 'the#2'}" in run.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--row", "bnk"), "did you mean 'bank'? The rows are the, bank, the#2"),
        (("--row", "river"), "the rows are the, bank, the#2; a number counts them from 0"),
        (("--row", "the#3"), "did you mean 'the#2'?"),
        (("--row", "3"), "rows are counted from 0 to 2"),
        (("--row", ""), "'' is not a whole number"),
    ],
)
def test_a_row_that_there_is_not(addnorm: Runner, words: tuple[str, ...], said: str) -> None:
    run = addnorm("layernorm", "-", *words, stdin=problem())
    assert (run.code, run.out) == (2, "")
    assert said in run.err


def test_where_no_row_has_a_name_a_row_is_a_number(addnorm: Runner) -> None:
    run = addnorm("layernorm", "1,2;3,4", "--row", "bank")
    assert (run.code, run.out) == (2, "")
    assert "'bank' is not a whole number" in run.err


@pytest.mark.parametrize("command", ["layernorm", "compare-norm", "block"])
@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("dims", ["a", "b"], "there are 2 names for the 3 columns of x"),
        ("tokens", ["a"] * 4, "there are 4 names for the 3 rows of x"),
        ("dims", [], "this list is empty"),
        ("dims", "abc", "a list is expected here"),
        ("tokens", ["a", 2, "c"], "text in double quotes must stand here, not 2"),
        ("notes", ["a"], "an object must stand here"),
        ("notes", {"bank": 1}, "text in double quotes must stand here, not 1"),
        ("notes", {"bnk": "a"}, "did you mean 'bank'? Remarks are on x, the, bank, the#2"),
        ("notes", {"Q": "a"}, "there is nothing called 'Q' to remark on"),
    ],
)
def test_names_that_fit_nothing(
    addnorm: Runner, command: str, key: str, value: Any, said: str
) -> None:
    more = {"layers": [{"ffn": {"output": [[1, 0, 1]] * 3}}]} if command == "block" else {}
    run = addnorm(command, "-", stdin=json.dumps({**json.loads(problem(**more)), key: value}))
    assert (run.code, run.out) == (2, "")
    assert said in run.err
    assert f"stdin: {key}" in run.err


def test_remarks_stand_beside_the_results(addnorm: Runner) -> None:
    text = BANK + '"notes": {"x": "both", "A": "← beside river", "B": "beside the street"}}'
    page = addnorm("addnorm", "-", "-f", "plain", stdin=text).out
    end = page[page.index("Results") :]
    assert ["a", "b", "c", "remarks"] in rows(end)
    assert [row[0] for row in rows(end) if row[4:] == ["←", "beside", "river"]] == ["A"]
    assert [row[0] for row in rows(end) if row[4:] == ["both"]] == ["x"]


def test_what_is_inside_attention_has_no_names_of_the_stream(addnorm: Runner) -> None:
    page = addnorm("block", "-", "-f", "plain", stdin=BLOCK).out
    queries = page[page.index("Queries") : page.index("Keys")]
    assert "d₀" in queries
    assert [row[0] for row in rows(queries) if len(row) == 4][-1] == "by#2"
    scores = page[page.index("Scores ") : page.index("Scores over")]
    assert ["by", "the", "by#2"] in rows(scores)
    output = page[page.index("Residual sum 1") :]
    assert ["p", "m", "w"] in rows(output)


def test_a_ledger_is_of_a_token(addnorm: Runner) -> None:
    page = addnorm("block", "-", "--row", "by#2", "-f", "plain", stdin=BLOCK).out
    assert "Ledger of the residual stream, token by#2" in page
    updates = (
        '{"x": [1, 2], "updates": [{"label": "one", "delta": [1, 0]}],'
        ' "notes": {"one": "towards place", "x": "the word alone"}}'
    )
    ledger = addnorm("block", "-", "-f", "plain", stdin=updates).out
    assert ["+", "one", "1", "0", "towards", "place"] in rows(ledger)
    assert ["x₀", "1", "2", "the", "word", "alone"] in rows(ledger)


def test_names_go_on_through_a_pipe(addnorm: Runner) -> None:
    text = problem(notes={"bank": "two meanings"})
    trace = addnorm("layernorm", "-", "--json", stdin=text).out
    tree = json.loads(trace)
    assert tree["dims"] == RIVER["dims"]
    assert tree["tokens"] == RIVER["tokens"]
    assert tree["notes"] == {"bank": "two meanings"}
    page = addnorm("layernorm", "-", "--row", "bank", "-f", "plain", stdin=trace).out
    assert ["place", "money", "function", "word"] in rows(page)
    assert "· row bank" in page


def test_a_gradient_whose_parts_have_other_shapes_keeps_what_fits(addnorm: Runner) -> None:
    text = problem(upstream=[[1, 0, 0]] * 3)
    trace = addnorm("gradient", "-", "--json", stdin=text).out
    run = addnorm("layernorm", "-", "-f", "plain", stdin=trace)
    assert (run.code, run.err) == (0, "")
    assert ["place", "money", "function", "word"] in rows(run.out)


def test_names_are_data_in_every_format(addnorm: Runner) -> None:
    names = {"dims": ["[red]a", "<b>", "$c_"], "tokens": ["=1+1", "a|b", "\\x"]}
    text = problem(**names, notes={"a|b": "<script>"})
    page = addnorm("layernorm", "-", stdin=text).out
    assert "[red]a" in page
    html = addnorm("layernorm", "-", "-f", "html", stdin=text).out
    assert "&lt;script&gt;" in html
    assert "<b>" not in html[html.index("<table") :].replace("<b>[", "")
    latex = addnorm("layernorm", "-", "-f", "latex", stdin=text).out
    assert r"\$c\_" in latex
    markdown = addnorm("layernorm", "-", "-f", "markdown", stdin=text).out
    assert r"a\|b" in markdown
    sheet = addnorm("layernorm", "-", "-f", "csv", stdin=text).out
    assert "'=1+1" in sheet
    assert sheet.startswith("step,row,[red]a,<b>,$c_\n")


def test_chinese_pages_name_rows_too(addnorm: Runner) -> None:
    page = addnorm("layernorm", "-", "--lang", "zh", "-f", "plain", stdin=problem()).out
    assert "演算“the”这一行的第一个分量" in page


def test_a_notice_names_its_row(addnorm: Runner) -> None:
    text = '{"x": [[1, 2], [3, 3]], "tokens": ["by", "the"]}'
    assert "! the: " in addnorm("layernorm", "-", "-f", "plain", stdin=text).out
    assert addnorm("layernorm", "-", "--json", stdin=text).json["warnings"][0].startswith("the: ")


def test_a_comparison_names_rows_and_columns(addnorm: Runner) -> None:
    page = addnorm("compare-norm", "-", "-f", "plain", stdin=problem()).out
    assert "d₀" not in page.replace("component d₀", "")
    alone = page[page.index("A batch of one") :].splitlines()[2:5]
    assert [line.split()[0] for line in alone] == ["the", "bank", "the#2"]
