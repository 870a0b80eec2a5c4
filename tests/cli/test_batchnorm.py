"""BatchNorm's running statistics: in the problem file, as options, held against PyTorch."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tests.conftest import ROOT, Runner

FIXTURE = np.load(ROOT / "tests/fixtures/channels.npz")
REMEMBERED = {name: FIXTURE[name].tolist() for name in ("running_mean", "running_var")}
AFFINE = {name: FIXTURE[name].tolist() for name in ("gamma", "beta")}
BATCH = "1,2,3;3,4,4;0,1,5"


def problem(name: str, **rule: Any) -> str:
    norm = {"kind": "batchnorm", **REMEMBERED, **rule}
    return json.dumps({"x": FIXTURE[f"x/{name}"].tolist(), **AFFINE, "norm": norm})


@pytest.mark.parametrize("momentum", [0.1, 0.3])
def test_training_teaches_running_statistics_as_in_torch(addnorm: Runner, momentum: float) -> None:
    run = addnorm("layernorm", "-", "--json", stdin=problem("NC", momentum=momentum))
    key = f"batch/NC/{momentum}"
    np.testing.assert_allclose(run.json["result"], FIXTURE[f"{key}/train"], rtol=1e-12)
    for name in REMEMBERED:
        found = run.step(f"next_{name}")["value"]
        np.testing.assert_allclose(found, FIXTURE[f"{key}/{name}"], rtol=1e-12)
    assert run.json["parameters"]["momentum"] == momentum
    assert run.json["parameters"]["training"] is True
    assert run.json["parameters"]["running_mean"] == REMEMBERED["running_mean"]


def test_inference_takes_what_is_remembered_as_torch_does(addnorm: Runner) -> None:
    run = addnorm("layernorm", "-", "--json", stdin=problem("NC", training=False))
    np.testing.assert_allclose(run.json["result"], FIXTURE["batch/NC/eval"], rtol=1e-12)
    assert run.json["parameters"]["training"] is False
    fresh = json.dumps({"x": FIXTURE["x/NC"].tolist()})
    words = ("--norm", "batchnorm", "--no-training", "--json")
    run = addnorm("layernorm", "-", *words, stdin=fresh)
    np.testing.assert_allclose(run.json["result"], FIXTURE["batch/NC/fresh"], rtol=1e-12)


@pytest.mark.parametrize("by_norm", [True, False])
def test_a_comparison_starts_from_what_is_remembered(addnorm: Runner, *, by_norm: bool) -> None:
    rule = {"momentum": 0.3} if by_norm else {"momentum": 0.3, "kind": "batchnorm"}
    tree = {"x": FIXTURE["x/NC"].tolist(), **AFFINE, "norm": {**REMEMBERED, **rule}}
    trace = addnorm("compare-norm", "-", "--json", stdin=json.dumps(tree)).json
    rows = next(f for f in trace["findings"] if f["id"] == "running")["rows"]
    key = "batch/NC/0.3"
    np.testing.assert_allclose(rows["start_mean"], REMEMBERED["running_mean"], rtol=1e-12)
    np.testing.assert_allclose(rows["running_mean"], FIXTURE[f"{key}/running_mean"], rtol=1e-12)
    np.testing.assert_allclose(rows["running_variance"], FIXTURE[f"{key}/running_var"], rtol=1e-12)
    np.testing.assert_allclose(trace["result"]["batchnorm"], FIXTURE[f"{key}/train"], rtol=1e-12)
    tree["norm"]["training"] = False
    trace = addnorm("compare-norm", "-", "--json", stdin=json.dumps(tree)).json
    np.testing.assert_allclose(trace["result"]["batchnorm"], FIXTURE["batch/NC/eval"], rtol=1e-12)


@pytest.mark.parametrize(
    ("words", "told", "where"),
    [
        (("1,2,3", "--momentum", "0.1"), "N - 1", "--momentum"),
        ((BATCH, "--running-mean", "1,2"), "running_mean has shape (2)", "--running-mean"),
        ((BATCH, "--running-var=-1,1,1"), "cannot be negative", "--running-var"),
        ((BATCH, "--momentum", "2"), "not between 0 and 1", "--momentum"),
    ],
)
def test_what_cannot_be_remembered_is_refused(
    addnorm: Runner, words: tuple[str, ...], told: str, where: str
) -> None:
    run = addnorm("layernorm", *words, "--norm", "batchnorm")
    assert (run.code, run.out) == (2, "")
    assert told in run.err
    assert where in run.err


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ({"training": 0}, "true or false"),
        ({"training": "no"}, "true or false"),
        ({"momentum": "0.1"}, "not"),
        ({"running_mean": [1, "2"]}, "norm.running_mean"),
        ({"kind": "layernorm"}, "no meaning for layernorm"),
    ],
)
def test_bad_rules_of_a_file_are_refused(addnorm: Runner, rule: Any, told: str) -> None:
    run = addnorm("layernorm", "-", stdin=problem("NC", **rule))
    assert (run.code, run.out) == (2, "")
    assert told in run.err


def test_a_batch_of_one_in_training_says_what_torch_does(addnorm: Runner) -> None:
    page = addnorm("layernorm", "1,2,3", "--norm", "batchnorm").out
    assert "Expected more than 1 value per channel" in page
    page = addnorm("layernorm", "1,2,3", "--norm", "batchnorm", "--no-training").out
    assert "Expected more than 1" not in page


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_names_what_is_remembered(addnorm: Runner, language: str) -> None:
    words = ("layernorm", BATCH, "--norm", "batchnorm", "--lang", language)
    page = addnorm(*words, "--running-mean", "1,2,3", "--momentum", "0.3").out
    assert "m = 0.3 · M = [1, 2, 3] · V = 1" in page
    page = addnorm(*words, "--running-mean", "1,2,3", "--no-training").out
    assert "M = [1, 2, 3] · V = 1" in page
    assert "m =" not in page


def test_an_option_wins_over_what_the_file_remembers(addnorm: Runner) -> None:
    run = addnorm(
        "layernorm", "-", "--running-mean", "0", "--momentum", "0.5", "--json",
        stdin=problem("NC", momentum=0.1),
    )  # fmt: skip
    assert run.json["parameters"]["running_mean"] == [0, 0, 0, 0]
    assert run.json["parameters"]["momentum"] == 0.5
    assert sum("norm.running_mean" in warning for warning in run.json["warnings"]) == 1
    assert any("norm.momentum" in warning for warning in run.json["warnings"])


def test_an_answer_names_what_was_remembered(addnorm: Runner) -> None:
    run = addnorm("layernorm", "-", "--json", stdin=problem("NC"))
    assert run.json["inputs"]["running_var"] == REMEMBERED["running_var"]


EVERY = "layernorm,batchnorm,rmsnorm,groupnorm,scalenorm"
MATRIX = "1,2,4,0;3,1,9,5"


def test_eps_reaches_every_norm_that_is_compared(addnorm: Runner) -> None:
    words = ("compare-norm", MATRIX, "--norms", EVERY, "--eps", "0.5")
    trace = addnorm(*words, "--json").json
    assert {rule["eps"] for rule in trace["parameters"]["rules"].values()} == {0.5}
    x = np.array([[1.0, 2, 4, 0], [3, 1, 9, 5]])
    rms = x / np.sqrt((x * x).mean(-1, keepdims=True) + 0.5)
    np.testing.assert_allclose(trace["result"]["rmsnorm"], rms, rtol=1e-12)
    batch = (x - x.mean(0)) / np.sqrt(x.var(0) + 0.5)
    np.testing.assert_allclose(trace["result"]["batchnorm"], batch, rtol=1e-12)
    scale = 2 * x / (np.sqrt((x * x).sum(-1, keepdims=True)) + 0.5)
    np.testing.assert_allclose(trace["result"]["scalenorm"], scale, rtol=1e-12)
    assert "ε = 0.5 in every norm" in addnorm(*words).out
    assert "in every norm" not in addnorm(*words[:-2]).out


def test_what_one_norm_alone_has_reaches_it_in_a_comparison(addnorm: Runner) -> None:
    words = ("compare-norm", MATRIX, "--norms", "layernorm,groupnorm,dyt")
    trace = addnorm(*words, "--groups", "4", "--dyt-alpha", "2", "--json").json
    rules = trace["parameters"]["rules"]
    assert (rules["groupnorm"]["groups"], rules["dyt"]["alpha"]) == (4, 2)
    run = addnorm(*words[:2], "--groups", "4")
    assert run.code == 2
    assert "groups has no meaning for layernorm, batchnorm, rmsnorm" in run.err


def test_a_norm_that_is_named_keeps_its_rule_to_itself(addnorm: Runner) -> None:
    words = ("compare-norm", MATRIX, "--norm", "rmsnorm", "--eps", "0.5", "--json")
    rules = addnorm(*words).json["parameters"]["rules"]
    assert [rules[kind]["eps"] for kind in ("layernorm", "batchnorm", "rmsnorm")] == [
        1e-6, 1e-5, 0.5,
    ]  # fmt: skip


def test_the_file_and_the_line_speak_to_all_that_are_compared(addnorm: Runner) -> None:
    tree = json.dumps({"x": [[1, 2], [3, 5]], "norm": {"eps": 0.25, "eps_at": "variance"}})
    trace = addnorm("compare-norm", "-", "--eps", "0.5", "--json", stdin=tree).json
    rules = trace["parameters"]["rules"].values()
    assert {(rule["eps"], rule["eps_at"]) for rule in rules} == {(0.5, "variance")}
    assert any("norm.eps" in warning for warning in trace["warnings"])
