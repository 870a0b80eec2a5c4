"""Attention against PyTorch: masks, scales, caps, norms of queries and keys, turns, heads."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tests.conftest import ROOT, Runner
from tests.page.reading import faults, lines_of

MADE: dict[str, dict[str, Any]] = {
    entry["name"]: entry
    for entry in json.loads((ROOT / "tests/fixtures/attention.json").read_text("utf-8"))
}


def layer(name: str) -> dict[str, Any]:
    """A copy of the layer of a problem, to be changed."""
    problem: dict[str, Any] = json.loads(json.dumps(MADE[name]["problem"]))
    return problem


@pytest.mark.parametrize("name", MADE)
def test_attention_agrees_with_torch(addnorm: Runner, name: str) -> None:
    problem, right = json.dumps(MADE[name]["problem"]), MADE[name]["result"]
    for way in ((), ("--dtype", "float64")):
        result = addnorm("block", "-", "--json", *way, stdin=problem).json["result"]
        np.testing.assert_allclose(result, right, rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("name", MADE)
def test_its_lines_hold(addnorm: Runner, name: str) -> None:
    for row in ("0", "2"):
        words = ("block", "-", "-f", "plain", "--row", row)
        out = addnorm(*words, stdin=json.dumps(MADE[name]["problem"])).out
        lines = [line for line in lines_of(out) if "∞" not in line]
        assert len(lines) > 20
        assert not {line: found for line in lines if (found := faults(line))}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "padding-mask",
            ["mask of 0 and 1: a score is -∞ where it is 0", "-∞ where the mask is 0"],
        ),
        ("square-mask-causal", ["-∞ where the mask is 0 or the key comes after the query"]),
        ("added-mask", ["the numbers of the mask are added to the scores", "e′ₙₜₛ + Mₜₛ"]),
        ("scale-softcap", ["scores divided by scale = 2.5, in place of √d_head", "cap = 1.5"]),
        ("identity", ["left out, and so the identity: W_q, W_k, W_v"]),
        ("partial-interleaved", ["neighbours 2i and 2i + 1", "the first 2 components"]),
        ("llama3", ["angles scaled as llama3 (factor 4"]),
        ("norm-of-each-head", ["queries and keys are normed first", "norm of the queries"]),
        ("parallel-two-norms-multiplier-geglu", ["times λ = 0.25", "norm 2", "geglu-tanh"]),
    ],
)
def test_the_page_says_what_is_unusual(addnorm: Runner, name: str, said: list[str]) -> None:
    out = addnorm("block", "-", "-f", "plain", stdin=json.dumps(MADE[name]["problem"])).out
    for words in said:
        assert words in out


def test_the_json_says_it_too(addnorm: Runner) -> None:
    problem = json.dumps(MADE["scale-softcap"]["problem"])
    parameters = addnorm("block", "-", "--json", stdin=problem).json["parameters"]
    assert (parameters["scale"], parameters["softcap"]) == ({"divided": 2.5}, 1.5)


@pytest.mark.parametrize(
    ("change", "where", "words"),
    [
        ({"mask": [1, 0]}, "mask", "should be (3), (3, 3), (2, 3, 3)"),
        ({"mask": [[0, 0, 0], [1, 1, 1], [1, 1, 1]]}, "", "every score is masked"),
        ({"scale": 0}, "scale", "0"),
        ({"softcap": -1}, "softcap", "-1"),
        ({"rotary": "halfs"}, "rotary", "halves"),
        ({"rotary": 1}, "rotary", "text"),
        ({"rotary": "halves", "rotary_dim": 4}, "W_q", "4 components"),
        ({"rope_scaling": {"rope_type": "dynamic"}}, "rope_scaling.rope_type", "linear, llama3"),
        ({"rope_scaling": {"rope_type": "linear"}}, "rope_scaling", "factor"),
        ({"rope_scaling": {"rope_type": "linear", "factr": 2}}, "rope_scaling.factr", "factor"),
        ({"W_q": [[[1]], [[1]], [[1]]], "heads": 2}, "W_q", "list of 3"),
        ({"W_k": None, "kv_heads": 1}, "", "W_k is left out"),
        ({"q_norm": {"gamma": [1, 2, 3]}}, "q_norm.gamma", "have (2)"),
    ],
)
def test_attention_that_cannot_be_worked(
    addnorm: Runner, change: dict[str, Any], where: str, words: str
) -> None:
    problem = layer("norm-of-each-head")
    attention = problem["layers"][0]["attention"] | change
    problem["layers"][0]["attention"] = {k: v for k, v in attention.items() if v is not None}
    run = addnorm("block", "-", stdin=json.dumps(problem))
    assert run.code == 2
    assert words in run.err
    assert len(run.err.splitlines()) <= 3
    assert not where or f"attention.{where}" in run.err
