"""The slip behind a claim: what was claimed in public, and what was made with one known slip."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from addnorm_cli.formula.norms import NORMS
from tests.check.claims import MAKERS, Made, claims, show
from tests.check.searching import array, ids_of, slips_of, typed

B = [1.12, 0.59, 0.88, 0.13]


def test_n_minus_one_is_named_where_somebody_answered_it() -> None:
    first, *others = slips_of(
        "layernorm", {"x": [4, 3, 1]}, typed("result", "0.8729, 0.2182, -1.0911")
    )
    assert (first.id, dict(first.parameters), first.agree, first.of) == ("ddof", {"ddof": 1}, 3, 3)
    assert first.alternatives == len(others)


def test_a_case_may_be_called_overall() -> None:
    """1, 2, 4 have deviations whose squares sum to 14/3, which over n - 1 is 7/3."""
    claim = typed("overall.variance", "2.3333")
    assert ids_of("layernorm", {"x": {"overall": [1, 2, 4]}}, claim)[0] == "ddof"


def test_one_number_is_enough_for_n_minus_one_and_no_eps_stands_before_it() -> None:
    ids = ids_of("layernorm", {"x": [1, 0, 0, 0]}, typed("result", "1.5,?,?,?"))
    assert ids[0] == "ddof"


def test_an_eps_of_a_thousandth_under_the_root_is_named_with_its_place() -> None:
    problem = {"x": [0.09484, 0.16442]}
    first, second = slips_of("layernorm", problem, typed("result", "-0.74, 0.74"))
    assert first.id == "eps"
    assert dict(first.parameters) == {"eps": "1e-3", "eps_at": "variance"}
    assert (second.id, dict(second.parameters)) == ("convention", {"convention": "keras"})


def test_a_slip_of_arithmetic_after_rounding_is_no_formula() -> None:
    claim = typed("result", "-1.0693, -0.2673, 1.3366")
    (only,) = slips_of("layernorm", {"x": [1, 2, 4]}, claim)
    assert only.id == "one-component"
    assert only.parameters["step"] == "sigma"


def test_sentence_b_of_the_document_is_explained_by_nothing() -> None:
    assert not ids_of("layernorm", {"x": B}, typed("result", "1.312,-0.201,0.447,-1.558"))


@pytest.mark.parametrize(
    ("command", "problem", "path", "claim", "slip", "parameters"),
    [
        # worked on a calculator: μ = 3, deviations -2 0 0 2, σ² = 2
        ("layernorm", {"x": [1, 3, 3, 5]}, "result", "-1.00,0,0,1.00", "variance-for-sigma", {}),
        ("layernorm", {"x": [1, 3, 3, 5]}, "result", "-2,0,0,2", "not-divided", {}),
        ("layernorm", {"x": [1, 3, 3, 5]}, "result", "0.707,2.121,2.121,3.536", "no-mean",
         {"in": "numerator"}),
        ("layernorm", {"x": [1, 3, 3, 5]}, "variance", "1.4142", "sigma-variance", {}),
        ("layernorm", {"x": [1, 3, 3, 5]}, "result", "-1.414,0,0,-1.414", "sign",
         {"components": [[3]]}),
        ("layernorm", {"x": [1, 3, 3, 5]}, "result", "0,-1.414,0,1.414", "swapped",
         {"components": [[0], [1]]}),
        ("layernorm", {"x": [1, 3, 3, 5]}, "result", "-1.414,0,0.5,1.414", "one-component",
         {"components": [[2]]}),
        ("addnorm", {"x": [1, 1, 1, 1], "sublayer": [0, 2, 2, 4]}, "result", "1,3,3,5",
         "not-normed", {}),
        ("addnorm", {"x": [1, 1, 1, 1], "sublayer": [0, 2, 2, 4]}, "result",
         "-0.414,1,1,2.414", "add-after-norm", {"as": "x + Norm(F(x))"}),
        ("residual", {"x": [1, 2], "sublayer": [3, 5]}, "result", "3,5", "no-residual", {}),
        ("residual", {"x": [12, 2], "sublayer": [3, 5]}, "result", "24,7", "misread-input",
         {"input": "x", "index": [0], "as": "21", "for": "12"}),
        ("layernorm", {"x": [[1, 3, 3, 5], [0, 0, 0, 4]]}, "result",
         "-1.414,0,0,1.414;-2.121,-2.121,-2.121,0.707", "one-row", {"row": 1, "of": 0}),
    ],
)  # fmt: skip
def test_what_was_done_is_named_first(
    command: str,
    problem: dict[str, Any],
    path: str,
    claim: str,
    slip: str,
    parameters: dict[str, Any],
) -> None:
    first, *_ = slips_of(command, problem, typed(path, claim))
    assert (first.id, dict(first.parameters)) == (slip, parameters)


def test_two_slips_at_once_are_found_together() -> None:
    # σ² = 8/3 with n - 1; -2/1.63299 = -1.22474, and its sign turned
    (pair,) = slips_of("layernorm", {"x": [1, 3, 3, 5]}, typed("result", "1.2247,0,0,1.2247"))
    assert pair.id == "ddof+sign"
    assert pair.parameters["sign"] == {"components": [[0]]}


def test_a_slip_by_hand_is_found_at_its_digits() -> None:
    # n - 1 by hand: σ² = 0.1872, σ = 0.4327; 0.568 / 0.4327 = 1.313, which exactly is 1.3118
    problem = {"x": [1.24, 0.52, 0.72, 0.21]}
    first, *_ = slips_of("layernorm", problem, typed("result", "1.313,-0.354,0.111,-1.070"))
    assert first.id == "ddof"
    assert first.parameters["hand"] == [3, 4]


MADE = [made for made in claims(4 * len(MAKERS), seed=12) if made.claim != made.right]


@pytest.mark.parametrize("made", MADE, ids=lambda made: f"{made.slip}-{made.digits}")
def test_a_slip_that_was_made_is_among_those_that_are_named(made: Made) -> None:
    ids = ids_of(made.command, made.problem, typed(made.path, made.claim))
    assert made.slip in ids or (made.slip, made.digits) == ("dtype", 3)  # three tell no float16


ROWS = [[0.5, -1.25, 2.0, 0.75], [1.5, 0.25, -0.5, 3.0]]


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("machine", [False, True])
def test_a_claim_about_any_norm_is_searched_without_a_fault(norm: str, machine: bool) -> None:
    numbers = np.array([[0.1, 0.2, 0.3, 0.5], [0.7, -0.4, 0.2, 0.9]])
    text = ";".join(",".join(map(str, row)) for row in numbers.tolist())
    claim = array("result", numbers, "float32") if machine else typed("result", text)
    assert not ids_of("layernorm", {"x": ROWS}, claim, norm=norm)
    one = array("A", numbers[0], "float32") if machine else typed("A", text.partition(";")[0])
    cases = {"x": ROWS[0], "sublayer": {"A": ROWS[1], "B": ROWS[0]}}
    assert not ids_of("addnorm", cases, one, norm=norm)


@pytest.mark.parametrize("norm", [n for n, about in NORMS.items() if "ddof" in about.parameters])
def test_the_divisor_of_any_variance_may_be_wrong(norm: str) -> None:
    z = np.array(ROWS)
    cells, axis = (z, 0) if norm == "batchnorm" else (z, -1)
    if norm == "groupnorm":
        cells = z.reshape(2, 2, 2)
    mean = cells.mean(axis, keepdims=True)
    sigma = cells.std(axis, keepdims=True, ddof=1)
    y = ((cells - mean) / sigma).reshape(z.shape)
    first, *_ = slips_of("layernorm", {"x": ROWS}, typed("result", show(y, 4)), norm=norm)
    assert first.id == "ddof"


def test_one_slip_in_both_sentences_is_one_slip() -> None:
    # z = 1.24 0.52 0.72 0.21 and 1.12 0.59 0.88 0.13, each divided by σ with n - 1
    problem = {
        "x": [0.8, 0.4, 0.6, -0.1],
        "sublayer": {"A": [0.44, 0.12, 0.12, 0.31], "B": [0.32, 0.19, 0.28, 0.23]},
    }
    one = typed("A", "1.3118,-0.3525,0.1098,-1.0691")
    other = typed("B", "1.0331,-0.2113,0.4696,-1.2914")
    first, *_ = slips_of("addnorm", problem, one, other)
    assert (first.id, first.agree, first.of) == ("ddof", 8, 8)
