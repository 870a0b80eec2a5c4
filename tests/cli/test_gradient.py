"""`addnorm gradient`: its pages, its JSON, by hand, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import Result, Runner

SAMPLE = "samples/gradient.json"


def test_the_sample_is_worked_by_hand(addnorm: Runner) -> None:
    # z = [2, -1, 0.5], so μ = 0.5 and σ² = 1.5; dẑ = [1, -1, 1] and its mean 1/3 stand on paper
    run = addnorm("gradient", SAMPLE, "--hand", "3", "--json")
    assert run.step("norm.variance")["value"] == 1.5
    assert run.step("gradient.d_normalized")["value"] == [1, -1, 1]
    assert run.step("gradient.mean_d_normalized")["value"] == 0.3333
    assert run.step("gradient.mean_d_normalized_normalized")["value"] == 0.8167
    assert run.step("gradient.d_input")["value"] == [-0.273, -0.272, 0.544]
    assert run.step("gradient.d_linear")["value"] == [-0.273, 0, 0]
    assert run.step("gradient.d_x_sublayer")["value"] == [-0.137, 0, -0.273]
    assert run.json["result"]["x"] == [-0.41, -0.272, 0.271]
    exact = run.step("gradient.d_x")["exact"]
    np.testing.assert_allclose(exact, [-1 / 6**0.5, -1 / 13.5**0.5, 1 / 13.5**0.5], atol=1e-5)


@pytest.mark.parametrize(
    "path",
    ["norm.mean", "norm.output", "gradient.d_beta", "gradient.d_gamma", "gradient.d_normalized",
     "gradient.mean_d_normalized", "gradient.mean_d_normalized_normalized", "gradient.d_input",
     "gradient.d_x", "gradient.d_sublayer", "gradient.d_weight", "gradient.d_bias",
     "gradient.d_x_identity", "gradient.d_x_sublayer", "jacobian.jacobian_norm",
     "jacobian.jacobian_residual", "jacobian.jacobian"],
)  # fmt: skip
def test_every_step_of_the_design_has_its_path(addnorm: Runner, path: str) -> None:
    assert addnorm("gradient", SAMPLE, "--json").step(path)["work"]
    assert addnorm("gradient", SAMPLE, "--only", path).code == 0


def test_the_result_has_a_part_for_each_that_can_be_trained(addnorm: Runner) -> None:
    run = addnorm("gradient", SAMPLE, "--json")
    assert list(run.json["result"]) == ["x", "sublayer", "gamma", "beta"]
    assert run.json["inputs"]["upstream"] == [1, -0.5, 2]
    assert "central_differences" in run.json["self_checks"]["gradient"]
    assert all(check["holds"] for check in run.json["self_checks"]["gradient"].values())


def test_rmsnorm_has_no_mean_and_no_beta(addnorm: Runner) -> None:
    run = addnorm("gradient", "1,2,3", "--norm", "rmsnorm", "--upstream", "1,0,0", "--json")
    assert list(run.json["result"]) == ["x", "gamma"]
    ids = [step["id"] for step in run.json["steps"][1]["steps"]]
    assert ids == ["d_gamma", "d_normalized", "mean_d_normalized_normalized", "d_input", "d_x"]


def test_sums_run_over_the_rows(addnorm: Runner) -> None:
    run = addnorm("gradient", "1,2,4;3,5,4", "--upstream", "1,0,2;0,3,1", "--json")
    assert run.json["result"]["beta"] == [1, 3, 3]
    assert np.shape(run.json["result"]["gamma"]) == (3,)
    assert np.shape(run.json["result"]["x"]) == (2, 3)
    assert len(run.step("gradient.d_gamma")["work"]) == 3


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "words",
    [[], ["--hand", "3"], ["--dtype", "float16"], ["-f", "plain"], ["-f", "csv"], ["--json"],
     ["--convention", "annotated"], ["--convention", "gemma"], ["--upstream", "0,0,1"]],
)  # fmt: skip
def test_the_sample_is_worked_in_every_way(
    addnorm: Runner, language: str, words: list[str]
) -> None:
    run = addnorm("gradient", SAMPLE, "--lang", language, *words)
    assert run.code == 0
    assert "✗" not in run.out


@pytest.mark.parametrize("ending", ["svg", "npy", "json", "csv", "txt"])
def test_it_goes_into_files(addnorm: Runner, tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"out.{ending}"
    assert addnorm("gradient", SAMPLE, "-o", str(target)).code == 0
    assert target.stat().st_size > 20


@pytest.mark.parametrize(
    "words",
    [["1,2,3;4,6,5"], ["1,2,3;4,6,5", "0,1,0;1,1,0"], ["1,2,3;4,6,5", "--row", "1"],
     ["1,2,3;4,6,5", "--axes", "2"], ["1,2,3;4,6,5", "--weight", "1,0,1;0,1,0;1,1,1", "--row", "1"],
     ["1,2,3;4,6,5", "--weight", "1,0,1;0,1,0;1,1,1"], ["--random", "2x3"]],
)  # fmt: skip
def test_matrices_are_worked(addnorm: Runner, words: list[str]) -> None:
    run = addnorm("gradient", *words, "--upstream", "1,0,2;0,1,1")
    assert (run.code, run.err) == (0, "")
    assert "✗" not in run.out
    assert "central differences" in run.out


def test_quiet_gives_the_rows_of_dx_alone(addnorm: Runner) -> None:
    run = addnorm("gradient", "1,2,3;4,6,5", "--upstream", "1,0,2;0,1,1", "-q")
    whole = addnorm("gradient", "1,2,3;4,6,5", "--upstream", "1,0,2;0,1,1", "--json").json
    rows = [[float(v) for v in line.split(",")] for line in run.out.splitlines()]
    np.testing.assert_allclose(rows, whole["result"]["x"], rtol=1e-15)


def test_labelled_cases_share_what_arrives(addnorm: Runner) -> None:
    run = addnorm("gradient", "samples/bank.json", "--upstream", "1,0,0,-1", "--json")
    assert list(run.json["result"]) == ["A", "B"]
    assert list(run.json["result"]["A"]) == ["x", "sublayer", "gamma", "beta"]


def test_a_file_may_give_each_case_its_own(addnorm: Runner, tmp_path: Path) -> None:
    given = {"A": [1, 0, 0], "B": [0, 1, 0]}
    run = worked(addnorm, tmp_path, {"x": {"A": [1, 2, 4], "B": [3, 1, 1]}, "upstream": given})
    assert run.json["inputs"]["upstream"] == given


def test_a_given_sublayer_is_a_constant_and_the_page_says_so(addnorm: Runner) -> None:
    run = addnorm("gradient", "1,2,3", "0,1,0", "--upstream", "1,0,2")
    assert "constant" in run.out
    assert "--weight" in run.out


def test_a_large_input_is_worked_without_the_check(addnorm: Runner) -> None:
    run = addnorm("gradient", "--random", "3x600", "--upstream", "1", "--json")
    assert run.code == 0
    assert "central_differences" not in run.json["self_checks"]["gradient"]
    assert "jacobian" not in [step["id"] for step in run.json["steps"]]


def worked(addnorm: Runner, folder: Path, problem: Any, *words: str) -> Result:
    path = folder / "problem.json"
    path.write_text(json.dumps(problem), encoding="utf-8")
    return addnorm("gradient", str(path), "--json", *words)


@pytest.mark.parametrize(
    ("words", "told", "place"),
    [
        pytest.param(["1,2,3"], ["missing", "--upstream"], None, id="nothing arrives"),
        pytest.param(["1,2,3", "--upstream", "1,2"], ["(2)", "(3)"], "--upstream", id="shape"),
        pytest.param(["1,2;3,4", "--upstream", "1,2"], ["(2)", "(2, 2)"], "--upstream", id="rows"),
        pytest.param(["1,2,3", "--upstream", "1,nan,2"], ["nan"], "--upstream", id="not finite"),
        pytest.param(["1,2,3", "--upstream", "A=1,2,3"], ["A"], "--upstream", id="label"),
        pytest.param(["1,2,3", "0,1", "--upstream", "1,2,3"], ["(2)", "(3)"], None, id="sublayer"),
        pytest.param(["1,1,1", "--eps", "0", "--upstream", "1,2,3"], ["0/0"], None, id="no eps"),
        pytest.param(["1,2,3", "--norm", "batchnorm", "--upstream", "1"], ["batchnorm", "rmsnorm"],
                     "--norm", id="another norm"),
        pytest.param(["1,2;3,4", "--axes", "2", "--weight", "1,0;0,1", "--upstream", "1"],
                     ["last axis"], "--axes", id="axes and weight"),
        pytest.param(["1,2,3", "--bias", "1,2,3", "--upstream", "1"], ["--weight"], None,
                     id="bias alone"),
    ],
)  # fmt: skip
def test_what_cannot_be_worked_is_refused(
    addnorm: Runner, words: list[str], told: list[str], place: str | None
) -> None:
    run = addnorm("gradient", *words, "--json")
    assert (run.code, run.out) == (2, "")
    error = json.loads(run.err)
    text = f"{error['error']} {error['hint']}"
    assert all(word in text for word in told), text
    if place is not None:
        assert place in error["where"]


def test_a_file_with_other_labels_is_refused(addnorm: Runner, tmp_path: Path) -> None:
    problem = {"x": {"A": [1, 2], "B": [3, 1]}, "upstream": {"A": [1, 0], "C": [1, 0]}}
    run = worked(addnorm, tmp_path, problem)
    assert run.code == 2
    assert "A, C" in run.err


def test_other_commands_say_that_they_do_not_use_what_arrives(addnorm: Runner) -> None:
    run = addnorm("addnorm", SAMPLE, "--json")
    assert run.code == 0
    assert any("upstream" in warning for warning in run.json["warnings"])


def test_nothing_times_a_rounded_number_is_exactly_nothing(addnorm: Runner) -> None:
    page = addnorm("gradient", "1,2,6", "--upstream", "1,0,0", "-f", "plain").out
    assert "dγ₁ = 0 × (-0.4629)" in page
    assert "dγ₁ ≈" not in page
    assert "dγ₀ ≈ 1 × (-0.9258) = -0.9258" in page


def test_a_row_without_spread_is_not_held_against_differences(addnorm: Runner) -> None:
    """The slope at ε alone, 1 / ε, ends far within the smallest step that floats can take."""
    run = addnorm("gradient", "2,2", "--upstream", "1,0", "--eps", "1e-9", "--json")
    assert (run.code, run.err) == (0, "")
    assert run.json["result"]["x"] == [5e8, -5e8]
    assert "central_differences" not in run.json["self_checks"]["gradient"]
    assert "✗" not in addnorm("gradient", "2,2", "--upstream", "1", "--eps", "1e-9").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--convention llama", "γ = 1, so dẑ = dy"),
        ("--convention gemma", "γ = 0, so 1 + γ = 1 and dẑ = dy"),
        ("--convention gemma --gamma 0", "γ = 0, so 1 + γ = 1 and dẑ = dy"),
    ],
)
def test_a_gamma_that_changes_nothing_is_said_as_it_is(
    addnorm: Runner, words: str, said: str
) -> None:
    assert said in addnorm("gradient", "1,2,3", "--upstream", "1,0,1", *words.split()).out


@pytest.mark.parametrize("words", ["--convention gemma --gamma 1", "--gamma 0"])
def test_a_gamma_that_changes_something_is_worked(addnorm: Runner, words: str) -> None:
    page = addnorm("gradient", "1,2,3", "--upstream", "1,0,1", *words.split()).out
    assert "so dẑ = dy" not in page
    assert "and dẑ = dy" not in page


def test_gradients_over_two_axes_have_the_shape_of_x(addnorm: Runner) -> None:
    words = ("gradient", "2,2;1,4", "--upstream", "1,0;0,1", "--axes", "2")
    run = addnorm(*words, "--json")
    for name in ("d_gamma", "d_normalized", "d_input", "d_x"):
        step = run.step(f"gradient.{name}")
        assert (step["shape"], np.shape(step["value"])) == ([2, 2], (2, 2))


def test_a_sum_of_roots_beyond_float64_is_refused_with_its_row(addnorm: Runner) -> None:
    problem = {"x": [[0, 1], [0, 0.5]], "norm": {"kind": "rmsnorm"}}
    problem["upstream"] = [[0, 1], [0, 1.5e308]]
    result = addnorm("gradient", "-", stdin=json.dumps(problem))
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: row [1]: step 'd_gamma' comes to a number too large")
