"""From a sentence to the numbers: a text goes through a model, and the next token comes out."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import addnorm_cli
from tests.checkpoints import MODELS
from tests.conftest import Runner
from tests.page.reading import faults, lines_of

pytest.importorskip("tokenizers", reason="the extra `text` is not installed")

TEXT = "He sat by the river bank, the bank of the river."
NAMES = ("bert-text", "gpt2-text", "gemma")
CAUSAL = NAMES[1:]


def states(name: str) -> dict[str, Any]:
    with np.load(MODELS / name / "hidden_states.npz") as saved:
        return dict(saved)


def traced(addnorm: Runner, name: str, *words: str, text: str = TEXT) -> dict[str, Any]:
    run = addnorm("block", "--weights", str(MODELS / name), "--text", text, "--json", *words)
    assert run.code == 0, run.err
    tree: dict[str, Any] = run.json
    return tree


@pytest.mark.parametrize(
    ("layers", "state"),
    [
        (None, "last_hidden_state"),
        ("0", "h1"),
        ("0:1", "h1"),
        ("-1", "last_hidden_state"),
        ("1:2", "last_hidden_state"),
    ],
)
@pytest.mark.parametrize("name", NAMES)
def test_a_sentence_comes_out_as_the_model_has_it(
    addnorm: Runner, name: str, layers: str | None, state: str
) -> None:
    words = () if layers is None else ("--layers", layers)
    result = np.array(traced(addnorm, name, *words)["result"])
    np.testing.assert_allclose(result, states(name)[state], rtol=0, atol=5e-5)


@pytest.mark.parametrize("name", NAMES)
def test_the_embedding_is_the_first_section(addnorm: Runner, name: str) -> None:
    first = traced(addnorm, name, "--layers", "0")["steps"][0]
    assert first["id"] == "embedding"
    assert [step["id"] for step in first["steps"]][:1] == ["word"]
    np.testing.assert_allclose(first["result"], states(name)["h0"], rtol=0, atol=1e-5)


@pytest.mark.parametrize("name", CAUSAL)
def test_the_likeliest_next_tokens_are_those_of_the_model(addnorm: Runner, name: str) -> None:
    (found,) = traced(addnorm, name, "--predict", "5")["findings"]
    logits = states(name)["logits"][-1].astype(float)
    order = np.argsort(-logits)[:5]
    shares = np.exp(logits - logits.max())
    assert found["ids"] == list(order)
    rows = np.array(list(found["rows"].values()))
    np.testing.assert_allclose(rows[:, 0], logits[order], atol=1e-4)
    np.testing.assert_allclose(rows[:, 1], shares[order] / shares.sum(), atol=1e-5)


def test_rows_are_named_by_their_tokens(addnorm: Runner) -> None:
    words = ("block", "--weights", str(MODELS / "gpt2-text"), "--text", TEXT, "-q")
    whole = addnorm(*words).out.splitlines()
    for name, row in (("bank", 5), ("bank#2", 8), ("0", 0), ("-1", 12)):
        assert addnorm(*words, "--row", name).out.splitlines() == [whole[row]]
    page = addnorm(*words[:-1], "-f", "plain", "--row", "bank#2").out
    assert "row bank#2" in page
    assert "layer 1, the model's layer 0" in page


@pytest.mark.parametrize("name", CAUSAL)
def test_every_line_of_such_a_page_holds(addnorm: Runner, name: str) -> None:
    words = ("--text", "He sat", "--predict", "3", "-f", "plain", "--row", "0", "--layers", "1")
    out = addnorm("block", "--weights", str(MODELS / name), *words).out
    lines = [line for line in lines_of(out) if "∞" not in line]
    assert len(lines) > 50
    assert not {line: found for line in lines if (found := faults(line))}


def test_the_page_says_what_model_it_is_before_anything_else(addnorm: Runner) -> None:
    words = ("--weights", str(MODELS / "gpt2-text"), "--text", TEXT, "-f", "plain")
    third = addnorm("block", *words).out.splitlines()[2]
    assert third.startswith("model gpt2, layers 0:2 of 2: d_model 16 (from config.json: n_embd)")
    assert "d_ff 24 = 1.5 × d_model (from config.json: n_inner)" in third
    assert "vocabulary 40" in third


def test_a_problem_file_and_python_have_it_too(addnorm: Runner) -> None:
    weights = str(MODELS / "gemma")
    right = states("gemma")["last_hidden_state"]
    problem = json.dumps({"text": TEXT, "weights": weights})
    tree = addnorm("block", "-", "--json", stdin=problem).json
    np.testing.assert_allclose(tree["result"], right, atol=1e-5)
    trace = addnorm_cli.block(text=TEXT, weights=weights, predict=2)
    np.testing.assert_allclose(np.asarray(trace.result), right, atol=1e-5)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--text", ""), "the text is empty"),
        (("--text", "he", "--predict", "0"), "--predict"),
        (("--text", "he", "--predict", "2", "--layers", "0"), "the model's last layer"),
        (("1,2", "--text", "he"), "a text and an x"),
        (("--text", "he " * 99), "positions"),
    ],
)
def test_what_cannot_be_read_is_refused(addnorm: Runner, words: tuple[str, ...], said: str) -> None:
    run = addnorm("block", "--weights", str(MODELS / "gpt2-text"), *words)
    assert run.code == 2
    assert said in run.err
    assert len(run.err.splitlines()) <= 3


def test_an_encoder_predicts_nothing(addnorm: Runner) -> None:
    run = addnorm("block", "--weights", str(MODELS / "bert-text"), "--text", "he", "--predict", "1")
    assert (run.code, "does not say what comes next" in run.err) == (2, True)


def test_scripts_begin_where_the_layers_begin(written: Any) -> None:
    words = ("block", "--weights", str(MODELS / "gemma"), "--text", "He sat", "--layers", "1")
    exec(compile(written("numpy", *words), "script.py", "exec"), {})
