"""`addnorm block`: its samples, its JSON, its selections, and what it refuses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import EXAMPLES, ROOT, Result, Runner

STREAM = EXAMPLES["residual-stream"]
ENCODER = json.loads((ROOT / "samples/encoder-post.json").read_text("utf-8"))


def test_the_documents_ledger_comes_out(addnorm: Runner) -> None:
    ledger = addnorm("block", "samples/residual-stream.json", "--json").step("ledger")
    expected = [[float(v) for v in state] for state in STREAM["right"]["stream"]]
    found = [entry["x"] for entry in ledger["entries"]]
    np.testing.assert_allclose(found, expected, rtol=1e-15, atol=1e-15)
    distances = [entry["distance"] for entry in ledger["entries"]]
    np.testing.assert_allclose(distances, STREAM["right"]["distance_from_x0"], rtol=1e-10)
    assert ledger["sums"]
    assert ledger["gap"] < 1e-15


@pytest.mark.parametrize(
    ("start", "update", "said"),
    [
        ("[0.001, 0.5]", "[1e308, -1e308]", "holds more of it than float64 has a number for"),
        ("[5e-324, 0]", "[1e-323, 0]", "holds 300% of it"),
        ("[1, 1]", "[1e300, 1e300]", "holds 1e+302% of it"),
        ("[1e308, 0]", "[-1e308, 1]", "holds 0% of it"),
        ("[0, 0]", "[1, 1]", "x₀ is zero"),
    ],
)
def test_what_is_left_of_the_start_is_told_at_the_ends_of_float64(
    addnorm: Runner, start: str, update: str, said: str
) -> None:
    problem = f'{{"x": {start}, "updates": [{{"delta": {update}}}]}}'
    result = addnorm("block", "-", "-f", "plain", stdin=problem)
    assert (result.code, result.err) == (0, "")
    assert said in result.out


def test_without_the_residual_only_the_last_update_is_left(addnorm: Runner) -> None:
    result = addnorm("block", "samples/residual-stream.json", "--no-residual", "--json").json
    assert result["result"] == [1.1, -0.6, -0.2, 0.1]
    assert not result["steps"][-1]["sums"]


def test_both_can_be_compared(addnorm: Runner) -> None:
    trace = addnorm("block", "samples/residual-stream.json", "--compare-residual", "--json").json
    assert trace["result"] == [3.4, -1.2, -0.8, 1.5]
    assert trace["contrast"]["result"] == [1.1, -0.6, -0.2, 0.1]


SAMPLES = ["residual-stream", "encoder-post", "decoder-pre-causal", "ffn", "multi-head"]


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("words", [[], ["--row", "0"], ["--hand", "3"], ["--dtype", "float16"]])
def test_samples_are_worked_in_every_way(
    addnorm: Runner, name: str, language: str, words: list[str]
) -> None:
    run = addnorm("block", f"samples/{name}.json", "--lang", language, *words)
    assert (run.code, run.err) == (0, "")
    numbers = re.sub(r"\(rounding noise, below 1e-1\d\)|（舍入噪声，小于 1e-1\d）", "", run.out)
    assert "e-1" not in numbers  # no rounding noise among the numbers


@pytest.mark.parametrize("name", SAMPLES)
def test_json_is_strict_and_whole(addnorm: Runner, name: str) -> None:
    run = addnorm("block", f"samples/{name}.json", "--json")

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    trace = json.loads(run.out, parse_constant=refuse)
    assert trace["schema"] == "addnorm.trace/2"
    assert trace["steps"][-1]["id"] == "ledger"
    assert run.out.endswith("\n")


@pytest.mark.parametrize(
    "path",
    ["layer1.attention.q", "layer1.attention.scores", "layer1.attention.scaled_scores",
     "layer1.attention.weights", "layer1.attention.heads", "layer1.attention.concat",
     "layer1.attention.output", "layer1.add1", "layer1.norm1.mean", "layer1.norm1.output",
     "layer1.ffn.linear_1", "layer1.ffn.activation", "layer1.ffn.linear_2", "layer1.add2",
     "layer1.norm2.output", "ledger"],
)  # fmt: skip
def test_every_step_of_the_design_has_its_path(addnorm: Runner, path: str) -> None:
    assert addnorm("block", "samples/encoder-post.json", "--json").step(path)


def test_the_paths_can_be_asked_for(addnorm: Runner) -> None:
    run = addnorm("block", "samples/encoder-post.json", "--only", "layer1.attention.weights")
    assert run.code == 0
    assert "softmax" in run.out
    assert "Residual sum" not in run.out


def test_masked_scores_are_null_in_json_and_their_weights_zero(addnorm: Runner) -> None:
    run = addnorm("block", "samples/decoder-pre-causal.json", "--json")
    scores = run.step("layer1.attention.masked_scores")["value"]
    weights = run.step("layer1.attention.weights")["value"]
    assert scores[0][0][1:] == [None, None]
    assert weights[0][0] == [1, 0, 0]
    np.testing.assert_allclose(np.sum(weights, axis=-1), 1, rtol=1e-15)


def test_repeat_runs_the_same_layer_again(addnorm: Runner) -> None:
    trace = addnorm("block", "samples/encoder-post.json", "--repeat", "3", "--json").json
    assert [s["id"] for s in trace["steps"]] == ["layer1", "layer2", "layer3", "ledger"]


def test_a_block_feeds_the_next_command(addnorm: Runner) -> None:
    first = addnorm("block", "samples/encoder-post.json", "--json")
    second = addnorm("layernorm", "-", "-q", stdin=first.out)
    assert second.code == 0
    assert len(second.out.splitlines()) == 3


def test_output_of_a_sublayer_may_be_given(addnorm: Runner, tmp_path: Path) -> None:
    problem = {
        "x": [0.8, 0.4, 0.6, -0.1],
        "layers": [{"attention": {"output": [0.44, 0.12, 0.12, 0.31]}}],
    }
    run = refused_or_worked(addnorm, problem, tmp_path)
    expected = [1.51470999, -0.40703661, 0.12678189, -1.23445528]  # the documents' sentence A
    np.testing.assert_allclose(run.json["result"], expected, atol=1e-8)


def refused_or_worked(addnorm: Runner, problem: Any, tmp_path: Path, *words: str) -> Result:
    path = tmp_path / "problem.json"
    path.write_text(json.dumps(problem), encoding="utf-8")
    return addnorm("block", str(path), "--json", *words)


def changed(*path: str | int, value: Any) -> Any:
    """The encoder sample with one value changed, or taken away for None."""
    problem = json.loads(json.dumps(ENCODER))
    node = problem
    for key in path[:-1]:
        node = node[key]
    if value is None:
        del node[path[-1]]
    else:
        node[path[-1]] = value
    return problem


LAYER: tuple[str | int, ...] = ("layers", 0)
ATTENTION = (*LAYER, "attention")
FFN = (*LAYER, "ffn")


@pytest.mark.parametrize(
    ("problem", "words", "place"),
    [
        pytest.param(changed(*ATTENTION, "heads", value=3), ["3 heads", "4"], "W_q", id="heads"),
        pytest.param(changed(*ATTENTION, "heads", value=0), ["whole number"], "heads", id="none"),
        pytest.param(changed(*ATTENTION, "kv_heads", value=2), ["2 key-value heads"], None,
                     id="kv heads"),
        pytest.param(changed(*ATTENTION, "W_k", value=[[1, 2]]),
                     ["W_k", "(1, 2)", "(4, 4)", "xW"], "attention.W_k", id="weight shape"),
        pytest.param(changed(*FFN, "W_2", value=[[1, 0, 0, 0]] * 5),
                     ["W_2", "(5, 4)", "(6, 4)"], "ffn.W_2", id="layers that do not chain"),
        pytest.param(changed(*FFN, "b_1", value=[1]), ["b_1", "1", "6"], "ffn.b_1", id="bias"),
        pytest.param(changed(*FFN, "activation", value="rel"), ["rel"], "activation",
                     id="activation"),
        pytest.param(changed(*FFN, "W_1", value=None), ["W_1"], "ffn", id="missing weight"),
        pytest.param(changed(*FFN, "W_gate", value=[[1]]), ["swiglu"], "W_gate", id="gate"),
        pytest.param(changed(*LAYER, "norm1", value={"gamma": [1, 2]}), ["γ"], "norm1",
                     id="gamma"),
        pytest.param(changed(*LAYER, "norm1_post", value={}), ["norm1_post"], "layers[0]",
                     id="a norm that the placement has not"),
        pytest.param(changed(*LAYER, "atention", value={}), ["atention", "attention"], "layers[0]",
                     id="misspelt key"),
        pytest.param(changed("placement", value="pst"), ["pst", "post"], "placement",
                     id="placement"),
        pytest.param(changed("layers", value=[]), ["list"], "layers", id="no layers"),
        pytest.param(changed("x", value=None), ["x"], None, id="no x"),
        pytest.param(changed("residual", value="no"), ["true", "false"], "residual", id="flag"),
        pytest.param({"x": [1, 2], "updates": [{"delta": [1, 2, 3]}]}, ["3", "2"],
                     "updates[0].delta", id="updates of mixed lengths"),
        pytest.param({"x": [1, 2], "updates": [{}]}, ["delta"], "updates[0]", id="no delta"),
        pytest.param({"x": [1, 2], "updates": [], "layers": []}, ["exclude"], None, id="both"),
        pytest.param({"x": [[[1]]], "updates": [{"delta": [1]}]}, ["3 dimensions"], "x",
                     id="three dimensions"),
    ],
)  # fmt: skip
def test_bad_blocks_are_refused_with_their_place(
    addnorm: Runner, tmp_path: Path, problem: Any, words: list[str], place: str | None
) -> None:
    run = refused_or_worked(addnorm, problem, tmp_path)
    assert (run.code, run.out) == (2, "")
    error = json.loads(run.err)
    told = f"{error['error']} {error['hint']}"
    assert all(word in told for word in words), told
    if place is not None:
        assert place in error["where"]


@pytest.mark.parametrize(
    "words",
    [["--heads", "2"], ["--layers", "0:1"], ["--gamma", "1"], ["--repeat", "0"], ["extra"]],
)
def test_options_that_a_problem_file_does_not_take_are_refused(
    addnorm: Runner, words: list[str]
) -> None:
    run = addnorm("block", "samples/encoder-post.json", *words)
    assert (run.code, run.out) == (2, "")


def test_a_stream_without_layers_says_where_they_come_from(addnorm: Runner) -> None:
    run = addnorm("block", "0.1,0.2")
    assert run.code == 2
    assert "--weights" in run.err


def test_a_stream_of_one_vector_has_vectors_for_steps(addnorm: Runner) -> None:
    layer = {
        "attention": {"output": [0, 1, 0]},
        "ffn": {"W_1": [[1, 0], [0, 1], [1, 1]], "W_2": [[1, 0, 2], [0, 1, 1]]},
    }
    problem = json.dumps({"x": [1, 2, 4], "layers": [layer], "norm": {"eps": 0}})
    trace = addnorm("block", "-", "--json", stdin=problem).json
    attention, add1, norm1, ffn, add2, _ = trace["steps"][0]["steps"]
    assert attention["steps"][-1]["value"] == [0, 1, 0]
    assert (add1["shape"], add1["value"]) == ([3], [1, 3, 4])
    mean, variance = (next(s for s in norm1["steps"] if s["id"] == n) for n in ("mean", "variance"))
    assert (mean["shape"], variance["shape"]) == ([], [])
    assert mean["value"] == pytest.approx(8 / 3)
    assert variance["value"] == pytest.approx(14 / 9)
    normed = (np.array([1, 3, 4]) - 8 / 3) / np.sqrt(14 / 9)
    hidden = np.maximum([normed[0] + normed[2], normed[1] + normed[2]], 0)
    out = [hidden[0], hidden[1], 2 * hidden[0] + hidden[1]]
    assert ffn["steps"][0]["shape"] == [2]
    np.testing.assert_allclose(ffn["result"], out, rtol=1e-12)
    np.testing.assert_allclose(add2["value"], normed + out, rtol=1e-12)


def test_bare_updates_of_a_vector_are_vectors(addnorm: Runner) -> None:
    problem = '{"x": [1, 2], "updates": [{"label": "a", "delta": [0.5, -1]}]}'
    add1 = addnorm("block", "-", "--json", stdin=problem).json["steps"][0]
    assert (add1["id"], add1["shape"], add1["value"]) == ("add1", [2], [1.5, 1])


@pytest.mark.parametrize(
    ("stated", "words", "told"),
    [
        ({"placement": "post"}, ["--placement", "pre"], "placement is pre"),
        ({"repeat": 1}, ["--repeat", "2"], "repeat is 2"),
        ({"residual": True}, ["--no-residual"], "residual is false"),
        ({"orientation": "xW"}, ["--orientation", "Wx"], "orientation is Wx"),
        ({"alpha": 2, "placement": "deepnorm"}, ["--alpha", "3"], "alpha is 3"),
    ],
)
def test_an_option_that_wins_over_the_file_is_named(
    addnorm: Runner, stated: dict[str, Any], words: list[str], told: str
) -> None:
    problem = {"x": [1, 2, 4], "layers": [{"ffn": {"output": [1, 0, 1]}}], **stated}
    told_by = addnorm("block", "-", *words, "--json", stdin=json.dumps(problem)).json["warnings"]
    assert [w for w in told_by if f"{told}, as an option asks, and not" in w]
    same = addnorm("block", "-", "--json", stdin=json.dumps(problem)).json["warnings"]
    assert not [w for w in same if "as an option asks" in w]


def test_a_random_stream_goes_through_the_layers_of_a_file(addnorm: Runner) -> None:
    layers = [{"ffn": {"output": [[1, 0, 1], [0, 2, 0]]}}]
    problem = {"layers": layers, "norm": {"kind": "none"}}
    words = ("block", "-", "--random", "2x3", "--json")
    trace = addnorm(*words, stdin=json.dumps(problem)).json
    drawn = np.random.RandomState(42).randn(2, 3)
    np.testing.assert_allclose(trace["result"], drawn + layers[0]["ffn"]["output"], rtol=1e-15)
    assert trace["warnings"] == []
    full = {**problem, "x": [[0, 0, 0], [0, 0, 0]]}
    trace = addnorm(*words, stdin=json.dumps(full)).json
    np.testing.assert_allclose(trace["inputs"]["x"], drawn, rtol=1e-15)
    assert any("x is taken from the options" in w for w in trace["warnings"])


def test_a_random_stream_and_a_vector_exclude_each_other(addnorm: Runner) -> None:
    run = addnorm("block", "1,2", "--random", "2")
    assert run.code == 2
    assert "given twice" in run.err


def test_a_parallel_layer_of_one_sublayer_has_the_norm_that_its_file_names(addnorm: Runner) -> None:
    one = np.eye(3).tolist()
    layer = {"norm1": {"gamma": [10, 10, 10]}, "ffn": {"W_1": one, "W_2": one}}
    problem = {"placement": "parallel", "x": [1, 2, 4], "layers": [layer], "norm": {"eps": 0}}
    trace = addnorm("block", "-", "--json", stdin=json.dumps(problem)).json
    assert [part["id"] for part in trace["steps"][0]["steps"]] == ["norm1", "ffn", "add1"]
    x = np.array([1.0, 2, 4])
    normed = (x - x.mean()) / x.std() * 10
    np.testing.assert_allclose(trace["result"], x + np.maximum(normed, 0), rtol=1e-12)


def test_a_mask_of_zeros_alone_is_said_to_hide_everything(addnorm: Runner) -> None:
    one = [[1, 0], [0, 1]]
    attention = {"W_q": one, "W_k": one, "W_v": one, "W_o": one, "mask": [[0, 0], [0, 0]]}
    problem = {"x": [[1, 2], [3, 5]], "layers": [{"attention": attention}]}
    run = addnorm("block", "-", stdin=json.dumps(problem))
    assert run.code == 2
    assert "the mask hides every token from every token" in run.err
    assert "1 stands for what is seen" in run.err
