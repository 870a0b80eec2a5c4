"""Mean and σ over all numbers of a matrix, before a norm and after it."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tests.conftest import Runner

RANDOM = ("--random", "7x8", "--scale", "10", "--eps", "1e-5")


def overall(trace: dict[str, Any]) -> dict[str, float]:
    (section,) = (step for step in trace["steps"] if step["id"] == "overall")
    return {step["id"]: step["value"] for step in section["steps"]}


def test_the_matrix_of_the_document_is_pulled_to_mean_0_and_deviation_1(addnorm: Runner) -> None:
    found = overall(json.loads(addnorm("layernorm", *RANDOM, "--json").out))
    x = np.random.RandomState(42).randn(7, 8) * 10
    assert found["mean"] == pytest.approx(x.mean(), rel=1e-12)
    assert found["sigma"] == pytest.approx(x.std(), rel=1e-12)
    assert round(found["mean"], 2) == -1.69
    assert round(found["sigma"], 2) == 9.13
    assert found["mean_after"] == pytest.approx(0, abs=1e-15)
    assert found["sigma_after"] == pytest.approx(1, abs=1e-5)


def test_after_a_sum_it_is_the_sum_that_was_before(addnorm: Runner) -> None:
    words = ("addnorm", "1,2;3,5", "A=1,2;3,5", "B=1,1;2,2", "--json")
    first, second = json.loads(addnorm(*words).out)["steps"]
    assert overall(first)["mean"] == 5.5
    assert overall(second)["mean"] == 4.25
    assert overall(second)["sigma"] == pytest.approx(np.std([2, 3, 5, 7]), rel=1e-14)


def test_a_page_says_it_before_and_after_with_the_shape(addnorm: Runner) -> None:
    page = addnorm("layernorm", *RANDOM, "-f", "plain").out
    table = page[page.index("What came out: all numbers together, 7 × 8 before and after") :]
    rows = [line.split() for line in table.splitlines()[1:4]]
    assert rows == [["mean", "σ"], ["before", "-1.6853", "9.1303"], ["after", "0", "1.0000"]]


def test_it_can_be_asked_for_alone(addnorm: Runner) -> None:
    trace = json.loads(addnorm("layernorm", "1,2;3,6", "--only", "overall.mean", "--json").out)
    (section,) = trace["steps"]
    assert [(s["id"], s["value"]) for s in section["steps"]] == [("mean", 3)]
    assert (
        "What came out" in addnorm("layernorm", "1,2;3,6", "--only", "overall", "-f", "plain").out
    )


def test_the_short_id_is_that_of_the_rows(addnorm: Runner) -> None:
    trace = json.loads(addnorm("layernorm", "1,2;3,6", "--only", "mean", "--json").out)
    assert [(s["id"], s["value"]) for s in trace["steps"]] == [("mean", [1.5, 4.5])]


@pytest.mark.parametrize("words", [("1,2,4",), ("[[1,2,4]]",)])
def test_one_row_has_nothing_to_put_together(addnorm: Runner, words: tuple[str, ...]) -> None:
    trace = json.loads(addnorm("layernorm", *words, "--json").out)
    assert "overall" not in [step["id"] for step in trace["steps"]]


@pytest.mark.parametrize("how", [("--hand", "3"), ("--dtype", "float16"), ("--exact",), ()])
def test_it_is_worked_in_float64_however_the_rest_is(addnorm: Runner, how: tuple[str, ...]) -> None:
    run = addnorm("layernorm", "1,2;3,5", "--json", "--eps", "0", *how)
    assert (run.code, run.err) == (0, "")
    assert overall(json.loads(run.out))["sigma"] == pytest.approx(np.std([1, 2, 3, 5]), rel=1e-14)
