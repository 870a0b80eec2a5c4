"""`addnorm gradient-flow`: the documents' tables, measured blocks, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import EXAMPLES, Runner

EXAMPLE = EXAMPLES["gradient-flow"]
DOCUMENTS = ["--factor", "0.6", "--residual-factor", "0.97", "--layers", "6"]


def test_the_documents_tables_come_out(addnorm: Runner) -> None:
    run = addnorm("gradient-flow", *DOCUMENTS, "--json")
    for column, shares in EXAMPLE["right"].items():
        np.testing.assert_allclose(run.json["result"][column], shares, rtol=1e-12)
    assert addnorm("gradient-flow", "--json").json["result"] == run.json["result"]


def test_by_hand_the_documents_figures_come_out(addnorm: Runner) -> None:
    run = addnorm("gradient-flow", *DOCUMENTS, "--hand", "3")
    for column in ("without", "with_residual"):
        for layer, share in zip(range(6, 0, -1), EXAMPLE["by_hand"][column], strict=True):
            row = next(line for line in run.out.splitlines() if f"│ layer {layer} │" in line)
            assert f" {share} " in row
    assert "0.6 × 0.360 = 0.216" in run.out


def test_each_product_is_shown(addnorm: Runner) -> None:
    run = addnorm("gradient-flow", *DOCUMENTS)
    assert "g₃ = 0.6 × 0.36   = 0.216" in run.out
    assert "g₄ = 0.97 × 0.97   = 0.9409" in run.out


@pytest.mark.parametrize(
    ("words", "factors"),
    [
        (["--factor", "-1"], (-1, 0)),
        (["--residual-factor", "0.97"], (-0.03, 0.97)),
        (["--factor", "0.6"], (0.6, 1.6)),
    ],
)
def test_one_factor_follows_from_the_other(
    addnorm: Runner, words: list[str], factors: tuple[float, float]
) -> None:
    found = addnorm("gradient-flow", *words, "--json").json["parameters"]
    assert (found["factor"], found["residual_factor"]) == factors


def test_the_page_shows_a_case_that_cancels(addnorm: Runner) -> None:
    run = addnorm("gradient-flow")
    assert "guarantees nothing" in run.out
    assert "∂F/∂x = -0.95" in run.out
    cancel = addnorm("gradient-flow", "--json").json["findings"][0]
    assert cancel["rows"]["-1"] == [0, -1, 0]
    assert cancel["rows"]["-0.95"][2] == pytest.approx(0.05**5)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("problem", [[], ["samples/encoder-post.json", "--repeat", "12"]])
@pytest.mark.parametrize("words", [[], ["-f", "plain"], ["-f", "csv"], ["--json"], ["-q"]])
def test_it_is_written_in_every_way(
    addnorm: Runner, language: str, problem: list[str], words: list[str]
) -> None:
    run = addnorm("gradient-flow", *problem, *words, "--lang", language)
    assert (run.code, run.err) == (0, "")
    assert run.out


@pytest.mark.parametrize("ending", ["svg", "npy", "json", "csv", "txt"])
def test_it_goes_into_files(addnorm: Runner, tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"out.{ending}"
    assert addnorm("gradient-flow", "-o", str(target)).code == 0
    assert target.stat().st_size > 20


def test_quiet_gives_a_line_a_column(addnorm: Runner) -> None:
    assert addnorm("gradient-flow", "--layers", "3", "-q").out == "1,0.6,0.36\n1,0.97,0.9409\n"


def test_many_layers_have_their_middle_left_out(addnorm: Runner) -> None:
    run = addnorm("gradient-flow", "--layers", "10000")
    assert run.code == 0
    assert len(run.out.splitlines()) < 100
    assert "--full" in run.out
    assert addnorm("gradient-flow", "--layers", "1").code == 0


def test_layers_can_be_asked_for(addnorm: Runner) -> None:
    run = addnorm("gradient-flow", "--only", "with_residual.layer4")
    assert "0.9409" in run.out
    assert "0.36" not in run.out
    assert addnorm("gradient-flow", "--only", "layer9").code == 2


def test_a_block_is_measured(addnorm: Runner) -> None:
    run = addnorm("gradient-flow", "samples/decoder-pre-causal.json", "--repeat", "3", "--json")
    for column in ("without", "with_residual"):
        lengths = run.json["result"][column]
        assert lengths[0] == pytest.approx(1)
        assert len(lengths) == 4
        assert run.step(f"{column}.factor3")["value"] == pytest.approx(lengths[1] / lengths[0])
        found = np.linalg.norm(run.step(f"{column}.gradient1")["value"])
        assert found == pytest.approx(lengths[3])


def test_what_arrives_may_be_given(addnorm: Runner, tmp_path: Path) -> None:
    problem = json.loads(Path("samples/encoder-post.json").read_text("utf-8"))
    path = tmp_path / "problem.json"
    path.write_text(json.dumps({**problem, "upstream": [[1, 0, 0, 0]] * 3}), encoding="utf-8")
    run = addnorm("gradient-flow", str(path), "--json")
    assert run.json["inputs"]["upstream"] == [[1, 0, 0, 0]] * 3
    assert run.json["warnings"] == []
    other = addnorm("gradient-flow", str(path), "--upstream", "1", "--json")
    assert any("upstream" in warning for warning in other.json["warnings"])
    block = addnorm("block", str(path), "--json")
    assert any("upstream" in warning for warning in block.json["warnings"])


@pytest.mark.parametrize(
    ("words", "told", "place"),
    [
        (["--layers", "0"], ["0 is not a number of layers", "10000"], "--layers"),
        (["--layers", "10001"], ["10001"], "--layers"),
        (["--layers", "2.5"], ["2.5"], "--layers"),
        (["--factor", "inf"], ["inf"], "--factor"),
        (["--residual-factor", "nan"], ["nan"], "--residual-factor"),
        (["--factor", "x"], ["'x' is not a number"], "--factor"),
        (["--factor", "1e300"], ["1e+300", "explode"], None),
        (["--upstream", "1"], ["block problem"], "--upstream"),
        (["--repeat", "2"], ["block problem"], "--repeat"),
        (["--random", "2x2"], ["random"], "--random"),
        (["samples/encoder-post.json", "--factor", "0.5"], ["measured"], "--factor"),
        (["samples/encoder-post.json", "--layers", "2"], ["--repeat"], "--layers"),
        (["samples/encoder-post.json", "--hand", "3"], ["float64"], "--hand"),
        (["samples/encoder-post.json", "--dtype", "float16"], ["float64"], "--dtype"),
        (["samples/encoder-post.json", "--upstream", "1,2"], ["(2)", "(3, 4)"], "--upstream"),
        (["samples/encoder-post.json", "--gamma", "1"], ["layers"], "--gamma"),
        (["samples/encoder-post.json", "--repeat", "9999"], ["9999", "fewer"], None),
        (["samples/residual-stream.json"], ["constants"], "updates"),
        (["1,2,3"], ["layers"], None),
        (["samples/encoder-post.json", "samples/ffn.json"], ["one argument"], None),
    ],
)
def test_what_cannot_be_worked_is_refused(
    addnorm: Runner, words: list[str], told: list[str], place: str | None
) -> None:
    run = addnorm("gradient-flow", *words, "--json")
    assert (run.code, run.out) == (2, "")
    error: dict[str, Any] = json.loads(run.err)
    text = f"{error['error']} {error['hint']}"
    assert all(word in text for word in told), text
    if place is not None:
        assert place in error["where"]


def test_options_of_a_norm_have_no_meaning_without_one(addnorm: Runner) -> None:
    run = addnorm("gradient-flow", "--eps", "1e-3", "--json")
    assert any("--eps" in warning for warning in run.json["warnings"])


def test_a_gradient_of_tiny_numbers_arrives(addnorm: Runner) -> None:
    """The squares of these numbers are below all that float64 holds; their length is not."""
    layers = [{"ffn": {"output": [0, 0, 0]}}]
    problem = {"x": [1, 2, 4], "placement": "pre", "layers": layers}
    words = ("gradient-flow", "-", "--upstream", "3e-165,4e-165,0", "--json")
    trace = addnorm(*words, stdin=json.dumps(problem)).json
    np.testing.assert_allclose(trace["result"]["with_residual"], [5e-165, 5e-165], rtol=1e-12)
    assert not any("nothing" in warning for warning in trace["warnings"])


def test_a_sheet_asks_for_no_exact_values(addnorm: Runner) -> None:
    words = ("--layers", "4", "--factor", "0.1", "--hand", "2", "--hide-answers")
    assert "exact" not in addnorm("gradient-flow", *words).out.split("Share of")[1]
    rows = addnorm("layernorm", "1,2,4", "2,3,5.5", "--hand", "2", "--hide-answers").out
    assert "largest drift" not in rows


def test_a_norm_without_a_known_way_back_is_refused_by_name(addnorm: Runner) -> None:
    run = addnorm("gradient-flow", "samples/encoder-post.json", "--norm", "scalenorm")
    assert run.code == 2
    assert "layernorm, rmsnorm, not for scalenorm" in run.err
    assert "--norm" in run.err
