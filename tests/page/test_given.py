"""What a reader starts from: everything that was given, and nothing that was worked out."""

from __future__ import annotations

import json
import re

import pytest

from tests.conftest import Runner

BLOCK = {
    "x": [1.5, 2, 4, 9.1],
    "placement": "pre",
    "layers": [{"attention": {"output": [1, 2, 3, 4.7]}, "ffn": {"output": [1, 0, 0, 0.3]}}],
}


def given(page: str) -> list[str]:
    """The labels of the tables that are given, with their numbers."""
    part = page[page.index("Given") : page.index("1. ", page.index("Given"))]
    return [" ".join(line.split()) for line in part.splitlines() if line.strip()]


@pytest.mark.parametrize("how", [(), ("--hand", "3"), ("--hand", "0"), ("--dtype", "float16")])
def test_the_stream_is_given_however_it_is_carried(addnorm: Runner, how: tuple[str, ...]) -> None:
    words = ("block", "-", "--hide-answers", "-f", "plain", *how)
    rows = given(addnorm(*words, stdin=json.dumps(BLOCK)).out)
    assert rows[2] == "x 1.5 2 4 9.1"
    assert [row.split()[0] for row in rows[2:5]] == ["x", "A(x)", "F(x)"]
    assert not any(row.startswith("z ") for row in rows)


def test_what_happens_to_have_the_numbers_of_x_is_not_given(addnorm: Runner) -> None:
    result = addnorm("block", "samples/multi-head.json", "--hide-answers", "-f", "plain")
    assert (result.code, result.err) == (0, "")
    heads = [row for row in given(result.out) if re.fullmatch(r"Given: x|\w+", row)]
    assert heads == ["Given: x", "W_q", "W_k", "W_v", "W_o"]


def test_a_gain_that_changes_something_is_given(addnorm: Runner) -> None:
    problem = {
        "x": [1, 2, 4],
        "layers": [
            {"ffn": {"output": [1, 0, 2]}, "norm2": {"gamma": [0, 0, 0], "beta": [0, 0, 0]}}
        ],
    }
    page = addnorm("block", "-", "--hide-answers", "-f", "plain", stdin=json.dumps(problem)).out
    assert "γ 0 0 0" in given(page)
    assert not any(row.startswith("β") for row in given(page))
    gemma = ("--convention", "gemma", "--hide-answers", "-f", "plain")
    assert "γ 1 1 1" in given(addnorm("layernorm", "1,2,4", "--gamma", "1,1,1", *gemma).out)
    assert not any(
        row.startswith("γ")
        for row in given(addnorm("layernorm", "1,2,4", "--gamma", "0,0,0", *gemma).out)
    )


def test_an_answer_that_happens_to_be_an_input_is_not_given(addnorm: Runner) -> None:
    problem = '{"x": [0, 1, 2], "sublayer": [1, 1, 2], "gamma": [1, 2, 4]}'
    page = addnorm("addnorm", "-", "--hide-answers", "-f", "plain", stdin=problem).out
    assert [row.split()[0] for row in given(page)] == ["Given", "d₀", "x", "Sublayer(x)", "γ"]


def test_the_identity_in_a_formula_is_not_given(addnorm: Runner) -> None:
    page = addnorm("gradient", "samples/gradient.json", "--hide-answers", "-f", "plain").out
    assert [row.split()[0] for row in given(page)] == [
        "Given", "d₀", "x", "b", "γ", "dy", "W", "d₀", "[0]", "[1]", "[2]"
    ]  # fmt: skip


def test_vectors_of_several_widths_say_which(addnorm: Runner) -> None:
    page = addnorm("block", "samples/encoder-post.json", "--hide-answers", "-f", "plain").out
    assert "\nGiven, d = 6\n" in page
    assert "\nGiven, d = 4\n" in page
