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
    part = re.split(r"\n(?:─|1\. )", page[page.index("Given") :])[0]
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
    heads = [row for row in given(result.out) if re.fullmatch(r".*\(\d × \d\).*", row)]
    assert [row.split(" (")[0] for row in heads] == ["Given: x", "W_q", "W_k", "W_v", "W_o"]


def test_a_gain_that_changes_something_is_given(addnorm: Runner) -> None:
    problem = {
        "x": [1, 2, 4],
        "layers": [
            {"ffn": {"output": [1, 0, 2]}, "norm2": {"gamma": [0, 0, 0], "beta": [0, 0, 0]}}
        ],
    }
    page = addnorm("block", "-", "--hide-answers", "-f", "plain", stdin=json.dumps(problem)).out
    assert "γ · norm 2 0 0 0" in given(page)
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
    assert [row.split()[0] for row in given(page)] == ["Given,", "d₀", "x", "Sublayer(x)", "γ"]


def test_the_identity_in_a_formula_is_not_given(addnorm: Runner) -> None:
    words = ("gradient", "samples/gradient.json", "--hide-answers", "--no-explain")
    page = addnorm(*words, "-f", "plain").out
    assert [row.split()[0] for row in given(page)] == [
        "Given,", "d₀", "x", "b", "γ", "dy", "W", "d₀", "[0]", "[1]", "[2]"
    ]  # fmt: skip


def test_vectors_of_several_widths_say_which(addnorm: Runner) -> None:
    page = addnorm("block", "samples/encoder-post.json", "--hide-answers", "-f", "plain").out
    assert "\nGiven, d = 6\n" in page
    assert "\nGiven, d_model = 4\n" in page


def opening(page: str) -> list[str]:
    """The lines between the header and the first step."""
    part = page[page.index("\n\n") : page.index("\n1. ")]
    return [" ".join(line.split()) for line in part.splitlines() if line.strip()]


def test_a_page_begins_with_x_and_the_outputs_of_all_cases_in_one_table(addnorm: Runner) -> None:
    lines = opening(addnorm("addnorm", "samples/bank.json", "-f", "plain").out)
    assert lines[:5] == [
        "Given: x, and A, B as outputs of the sublayer, d_model = 4",
        "d₀ d₁ d₂ d₃ remarks",
        "x 0.80 0.40 0.60 -0.10 same in both sentences",
        "A 0.44 0.12 0.12 0.31 beside river",
        "B 0.32 0.19 0.28 0.23 beside street",
    ]


def test_cases_whose_outputs_are_alike_have_a_row_each(addnorm: Runner) -> None:
    lines = opening(addnorm("residual", "1,2", "A=3,4", "B=3,4", "-f", "plain").out)
    assert lines[2:5] == ["x 1 2", "A 3 4", "B 3 4"]


def test_every_case_of_a_norm_has_its_row(addnorm: Runner) -> None:
    lines = opening(addnorm("layernorm", "A=1,2", "B=3,5", "-f", "plain").out)
    assert lines[2:4] == ["A 1 2", "B 3 5"]


def test_what_the_sublayer_has_is_given_with_its_shape(addnorm: Runner) -> None:
    lines = opening(addnorm("residual", "samples/relu-residual.json", "-f", "plain").out)
    assert lines[2:4] == ["x 1.0 2.0 3.0", "b 0.1 -0.1 0.2"]
    assert lines[4:7] == ["W (3 × 3)", "d₀ d₁ d₂", "[0] 0.5 0.0 0.0"]


def test_the_weights_of_two_layers_are_told_apart(addnorm: Runner) -> None:
    identity = [[1, 0], [0, 1]]
    problem = {
        "x": [[1, 2], [3, 4]],
        "layers": [
            {"ffn": {"W_1": identity, "W_2": [[n, 0], [0, 1]]}, "norm2": {"gamma": [n, 2]}}
            for n in (2, 3)
        ],
    }
    lines = opening(addnorm("block", "-", "-f", "plain", stdin=json.dumps(problem)).out)
    heads = [line for line in lines if "(2 × 2)" in line]
    assert heads[0] == "Given: x (2 × 2), d_model = 2"
    assert heads[2:] == ["W_2 · layer 1 (2 × 2)", "W_2 · layer 2 (2 × 2)"]
    assert "γ · layer 2 · norm 2 3 2" in lines


def test_a_large_weight_is_given_without_its_middle(addnorm: Runner) -> None:
    weight = [[(i * 7 + j * 3) % 11 for j in range(40)] for i in range(40)]
    words = ("residual", ",".join("1" * 40), "--weight", json.dumps(weight), "-f", "plain")
    lines = opening(addnorm(*words).out)
    start = lines.index("W (40 × 40)")
    assert lines[start + 1] == "d₀ d₁ d₂ … d₃₇ d₃₈ d₃₉"
    assert lines[start + 8].startswith("[39] ")
    assert lines[start + 9].startswith("34 of 40 rows and 34 of 40 columns are not shown")


def test_numbers_that_were_worked_out_before_are_shown_where_they_are_asked_for(
    addnorm: Runner,
) -> None:
    page = addnorm("layernorm", "1,2;3,4", "--only", "mean", "-f", "plain").out
    assert "Given" not in page


def test_every_row_is_worked_below_one_table_of_what_is_given(addnorm: Runner) -> None:
    page = addnorm("layernorm", "1,2;3,5", "--level", "full", "-f", "plain").out
    assert page.count("Given: z (2 × 2), d_model = 2") == 1
    assert page.index("Given") < page.index("row [0]") < page.index("row [1]")


def test_the_result_alone_needs_nothing_given(addnorm: Runner) -> None:
    page = addnorm("layernorm", "1,2,4", "--level", "result", "-f", "plain").out
    assert "Given" not in page
    assert "Given" in addnorm("layernorm", "1,2,4", "--level", "result", "-f", "markdown").out


def test_the_components_of_joined_groups_keep_their_names(addnorm: Runner) -> None:
    problem = '{"x": [[1, 2, 3, 5], [2, 3, 4, 9]], "dims": ["place", "time", "kind", "size"]}'
    page = addnorm("layernorm", "-", "--norm", "groupnorm", stdin=problem).out
    result = page.partition("Result")[2]
    assert result.splitlines()[2].split("│")[2:-1] == [
        "   place ",
        "   time ",
        "    kind ",
        "   size ",
    ]


def test_a_gradient_flow_begins_with_its_factors(addnorm: Runner) -> None:
    page = addnorm("gradient-flow", "--factor", "0.50", "--layers", "3", "-f", "plain").out
    assert given(page) == [
        "Given",
        "value",
        "layers 3",
        "g₃ (the gradient at the last layer) 1",
        "∂F/∂x of every layer, without residual 0.50",
        "(1 + ∂F/∂x) of every layer, with residual 1.50",
    ]
    assert page.index("Given") < page.index("1. Without residual")


def test_one_layer_has_factors_too(addnorm: Runner) -> None:
    assert "∂F/∂x of every layer" in addnorm("gradient-flow", "--layers", "1").out


NAMED_BLOCK = """{"x": [[1, 2], [3, 5]], "tokens": ["by", "bank"], "dims": ["place", "money"],
  "layers": [{"ffn": {"W_1": [[1, 7], [2, 5]], "W_2": [[1, 0], [4, 5]], "activation": "relu"}}]}"""


def test_a_measured_flow_begins_with_its_block_and_its_gradient(addnorm: Runner) -> None:
    page = addnorm("gradient-flow", "-", "--upstream", "1,9;2,8", stdin=NAMED_BLOCK).out
    assert "Given: x (2 × 2), d_model = 2" in page
    assert [row.split()[0] for row in page.splitlines() if "2 × 2" in row] == [
        "Given:", "W_1", "W_2", "g_out"
    ]  # fmt: skip
    assert page.count("│ bank │") == 2
    assert "│ place │ money │" in page


def test_a_matrix_has_what_was_remarked_on_it_beside_its_shape(addnorm: Runner) -> None:
    problem = """{"x": [[1, 2], [3, 5]], "sublayer": {"A": [[1, 0], [0, 4]]},
      "notes": {"x": "two words", "A": "beside a river"}}"""
    page = addnorm("residual", "-", stdin=problem).out
    assert "\nGiven: x (2 × 2) · two words, d_model = 2\n" in page
    assert "\nA (2 × 2) · beside a river\n" in page
