"""Mean and σ over all numbers of a matrix, before a norm and after it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.conftest import Runner

RANDOM = ("--random", "7x8", "--scale", "10", "--eps", "1e-5")


def overall(trace: dict[str, Any]) -> dict[str, float]:
    (section,) = (step for step in trace["steps"] if step["id"] == "overall")
    return {step["id"]: step["value"] for step in section["steps"]}


def test_the_matrix_of_the_document_is_pulled_to_mean_0_and_deviation_1(addnorm: Runner) -> None:
    found = overall(addnorm("layernorm", *RANDOM, "--json").json)
    x = np.random.RandomState(42).randn(7, 8) * 10
    assert found["mean"] == pytest.approx(x.mean(), rel=1e-12)
    assert found["sigma"] == pytest.approx(x.std(), rel=1e-12)
    assert round(found["mean"], 2) == -1.69
    assert round(found["sigma"], 2) == 9.13
    assert found["mean_after"] == pytest.approx(0, abs=1e-15)
    assert found["sigma_after"] == pytest.approx(1, abs=1e-5)


def test_after_a_sum_it_is_the_sum_that_was_before(addnorm: Runner) -> None:
    words = ("addnorm", "1,2;3,5", "A=1,2;3,5", "B=1,1;2,2", "--json")
    first, second = addnorm(*words).json["steps"]
    assert overall(first)["mean"] == 5.5
    assert overall(second)["mean"] == 4.25
    assert overall(second)["sigma"] == pytest.approx(np.std([2, 3, 5, 7]), rel=1e-14)


TITLE = "What came out: mean and σ before the norm and after it, "


def came_out(page: str) -> list[list[str]]:
    """The rows of the table: what of, and the two numbers."""
    table = page[page.index(TITLE) :].splitlines()
    return [line.rsplit(maxsplit=2) for line in table[2:6]]


def test_a_page_says_it_before_and_after_with_the_shape(addnorm: Runner) -> None:
    page = addnorm("layernorm", *RANDOM, "-f", "plain").out
    assert f"{TITLE}7 × 8 both times" in page
    x = np.random.RandomState(42).randn(7, 8) * 10
    assert came_out(page) == [
        ["all, before", "-1.6853", "9.1303"],
        ["all, after", "0", "1.0000"],
        ["[0], before", f"{x[0].mean():.4f}", f"{x[0].std():.4f}"],
        ["[0], after", "0", "1.0000"],
    ]


@pytest.mark.parametrize(
    ("words", "before", "after"),
    [
        # 3 and 6 have mean 4.5 and σ 1.5; γ = 2, β = 1 bring them to -1 and 3
        (("--row", "1"), ["4.5", "1.5"], ["1", "2"]),
        (("--row", "-1"), ["4.5", "1.5"], ["1", "2"]),
        # 1 and 2 have mean 1.5 and σ 0.5
        ((), ["1.5", "0.5"], ["1", "2"]),
        # each column has two values, which become -1 and 1, and then -1 and 3
        (("--norm", "batchnorm"), ["1.5", "0.5"], ["-1", "0"]),
    ],
)
def test_the_row_that_is_worked_stands_below(
    addnorm: Runner, words: tuple[str, ...], before: list[str], after: list[str]
) -> None:
    given = ("layernorm", "1,2;3,6", "--gamma", "2", "--beta", "1", "--eps", "0")
    page = addnorm(*given, *words, "-f", "plain")
    assert page.code == 0
    rows = came_out(page.out)[2:]
    number = 1 if "--row" in words else 0
    assert rows == [
        [f"[{number}], before", *before],
        [f"[{number}], after", *after],
    ]


def test_a_row_has_its_own_name_in_the_language_of_the_page(addnorm: Runner) -> None:
    named = '{"x": [[1, 2], [3, 6]], "tokens": ["river", "bank"]}'
    words = ("layernorm", "-", "--row", "bank", "-f", "plain")
    assert "bank, before" in addnorm(*words, stdin=named).out
    assert "bank，之前" in addnorm(*words, "--lang", "zh", stdin=named).out


def test_where_rows_are_moved_the_matrix_stands_alone(addnorm: Runner) -> None:
    page = addnorm("layernorm", "1,2;3,6", "--axes=-2", "--eps", "0", "-f", "plain").out
    assert "all, before" in page
    assert "[0], before" not in page


def test_a_row_is_no_step_of_its_own(addnorm: Runner) -> None:
    found = overall(addnorm("layernorm", "1,2;3,6", "--json").json)
    assert list(found) == ["mean", "sigma", "mean_after", "sigma_after"]


def test_it_can_be_asked_for_alone(addnorm: Runner) -> None:
    trace = addnorm("layernorm", "1,2;3,6", "--only", "overall.mean", "--json").json
    (section,) = trace["steps"]
    assert [(s["id"], s["value"]) for s in section["steps"]] == [("mean", 3)]
    assert (
        "What came out" in addnorm("layernorm", "1,2;3,6", "--only", "overall", "-f", "plain").out
    )


def test_the_short_id_is_that_of_the_rows(addnorm: Runner) -> None:
    trace = addnorm("layernorm", "1,2;3,6", "--only", "mean", "--json").json
    assert [(s["id"], s["value"]) for s in trace["steps"]] == [("mean", [1.5, 4.5])]


@pytest.mark.parametrize("words", [("1,2,4",), ("[[1,2,4]]",)])
def test_one_row_has_nothing_to_put_together(addnorm: Runner, words: tuple[str, ...]) -> None:
    trace = addnorm("layernorm", *words, "--json").json
    assert "overall" not in [step["id"] for step in trace["steps"]]


@pytest.mark.parametrize("how", [("--hand", "3"), ("--dtype", "float16"), ("--exact",), ()])
def test_it_is_worked_in_float64_however_the_rest_is(addnorm: Runner, how: tuple[str, ...]) -> None:
    run = addnorm("layernorm", "1,2;3,5", "--json", "--eps", "0", *how)
    assert (run.code, run.err) == (0, "")
    assert overall(run.json)["sigma"] == pytest.approx(np.std([1, 2, 3, 5]), rel=1e-14)


def test_numbers_that_were_carried_in_float32_are_summed_in_float64(addnorm: Runner) -> None:
    trace = addnorm("layernorm", *RANDOM, "--dtype", "float32", "--json").json
    (output,) = (np.array(s["value"]) for s in trace["steps"] if s["id"] == "output")
    found = overall(trace)
    assert found["mean_after"] == pytest.approx(output.mean(), rel=1e-6, abs=1e-15)
    assert found["sigma_after"] == pytest.approx(output.std(), rel=1e-14)
