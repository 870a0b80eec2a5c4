"""`block --weights --expect`: hidden states of Hugging Face, one verdict for each layer."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.checkpoints import MODELS
from tests.conftest import ROOT, Runner

ENDS = {
    "bert": ["layer1.norm2.output", "layer2.norm2.output"],
    "gpt2": ["layer1.add2", "final_norm.output"],
    "llama": ["layer1.add2", "final_norm.output"],
    "olmo2": ["layer1.add2", "final_norm.output"],
    "gpt-neox": ["layer1.add1", "final_norm.output"],
}
"""The step that each state after the first is."""

States = dict[str, NDArray[np.float32]]


def saved(name: str) -> States:
    states = dict(np.load(MODELS / name / "hidden_states.npz"))
    return {key: each for key, each in states.items() if key != "input_ids"}


def stacked(states: States) -> NDArray[np.float32]:
    """As `hidden_states` of Hugging Face: the last one is after the final norm."""
    return np.stack([states["h0"], states["h1"], states["last_hidden_state"]])


def compared(
    addnorm: Runner, name: str, tmp_path: Path, states: NDArray[np.float32] | States, *more: str
) -> tuple[int, dict[str, dict[str, object]], str]:
    np.save(tmp_path / "x.npy", saved(name)["h0"].reshape(-1, 16))
    expected = tmp_path / ("states.npz" if isinstance(states, dict) else "states.npy")
    if isinstance(states, dict):
        np.savez(expected, **states)  # type: ignore[arg-type]
    else:
        np.save(expected, states)
    run = addnorm(
        "block", str(tmp_path / "x.npy"), "--weights", str(MODELS / name),
        "--expect", str(expected), "--json", "--only", "ledger", *more,
    )  # fmt: skip
    if run.code == 2:
        return run.code, {}, run.err
    check = run.json["check"]
    return run.code, {claim["path"]: claim for claim in check["claims"]}, run.err


@pytest.mark.parametrize("name", ENDS)
def test_every_state_agrees_as_float32_can(addnorm: Runner, name: str, tmp_path: Path) -> None:
    code, claims, _ = compared(addnorm, name, tmp_path, stacked(saved(name)))
    assert (code, list(claims)) == (0, ENDS[name])
    assert {claim["basis"] for claim in claims.values()} == {"dtype"}


def test_a_batch_of_one_is_a_sequence(addnorm: Runner, tmp_path: Path) -> None:
    states = stacked(saved("gpt2")).reshape(3, 1, -1, 16)
    code, claims, _ = compared(addnorm, "gpt2", tmp_path, states)
    assert (code, list(claims)) == (0, ENDS["gpt2"])


def test_keys_of_a_file_name_the_states(addnorm: Runner, tmp_path: Path) -> None:
    code, claims, _ = compared(addnorm, "llama", tmp_path, saved("llama"))
    assert (code, list(claims)) == (0, ["layer1.add2", "layer2.add2", "final_norm.output"])


@pytest.mark.parametrize("name", ENDS)
def test_the_first_layer_and_row_that_differ_are_named(
    addnorm: Runner, name: str, tmp_path: Path
) -> None:
    states = stacked(saved(name)).reshape(3, -1, 16)
    states[1, 3] += 0.01
    code, claims, _ = compared(addnorm, name, tmp_path, states)
    wrong = {path: claim for path, claim in claims.items() if not claim["ok"]}
    assert (code, list(wrong)) == (1, ENDS[name][:1])
    spread = wrong[ENDS[name][0]]["differences"]
    assert isinstance(spread, dict)
    assert (spread["first_row"], spread["rows"]) == (3, 1)


def test_one_layer_takes_its_own_states_out_of_all(addnorm: Runner, tmp_path: Path) -> None:
    states = stacked(saved("gpt2"))
    code, claims, _ = compared(addnorm, "gpt2", tmp_path, states, "--layers", "0")
    assert (code, list(claims)) == (0, ["layer1.add2"])


def test_a_text_has_its_embedding_as_the_first_state(addnorm: Runner, tmp_path: Path) -> None:
    pytest.importorskip("tokenizers", reason="the extra `text` is not installed")
    states = stacked(saved("bert-text"))
    np.save(tmp_path / "states.npy", states)
    run = addnorm(
        "block", "--text", "He sat by the river bank, the bank of the river.",
        "--weights", str(MODELS / "bert-text"), "--expect", str(tmp_path / "states.npy"), "--json",
    )  # fmt: skip
    paths = [claim["path"] for claim in run.json["check"]["claims"]]
    assert (run.code, paths) == (0, ["embedding.norm.output", *ENDS["bert"]])


def test_states_of_another_run_are_refused(addnorm: Runner, tmp_path: Path) -> None:
    states = stacked(saved("llama"))
    states[0].reshape(-1, 16)[5] += 1
    code, _, said = compared(addnorm, "llama", tmp_path, states)
    assert code == 2
    assert "the first state is not x: row [5] differs most" in said


def test_too_few_states_are_refused(addnorm: Runner, tmp_path: Path) -> None:
    code, _, said = compared(addnorm, "llama", tmp_path, stacked(saved("llama"))[:2])
    assert code == 2
    assert "there are 2 hidden states, and 3 are needed" in said


@pytest.mark.parametrize("name", ENDS)
def test_a_last_state_that_is_off_by_a_thousandth_is_wrong(
    addnorm: Runner, name: str, tmp_path: Path
) -> None:
    """A bound of every rounding at its worst says nothing any longer after several layers."""
    states = stacked(saved(name)).reshape(3, -1, 16)
    states[2, 3, 5] += 0.001 * np.abs(states[2]).max()
    code, claims, _ = compared(addnorm, name, tmp_path, states)
    assert (code, [path for path, claim in claims.items() if not claim["ok"]]) == (
        1,
        ENDS[name][1:],
    )


@pytest.mark.parametrize(("part", "refused"), [(0.5e-6, False), (2e-6, True)])
def test_the_first_state_may_be_off_by_a_millionth_of_its_largest_number(
    addnorm: Runner, tmp_path: Path, part: float, refused: bool
) -> None:
    """Here the largest is about 0.02, as in a table of embeddings that nobody has trained."""
    states = 0.02 * stacked(saved("llama"))[:2].astype(np.float64)
    np.save(tmp_path / "x.npy", states[0].reshape(-1, 16))
    states[0].reshape(-1, 16)[5, 3] += part * np.abs(states[0]).max()
    np.save(tmp_path / "states.npy", states)
    run = addnorm(
        "block", str(tmp_path / "x.npy"), "--weights", str(MODELS / "llama"), "--layers", "0",
        "--expect", str(tmp_path / "states.npy"), "-q",
    )  # fmt: skip
    assert ("the first state is not x" in run.err) is refused
    assert (run.code == 2) is refused


MODULES = {
    "bert": {
        "attention.output.dense": "attention.output",
        "attention.output.LayerNorm": "norm1.output",
        "output.dense": "ffn.linear_2",
        "output.LayerNorm": "norm2.output",
    },
    "gpt2": {
        "ln_1": "norm1.output",
        "attn": "attention.output",
        "ln_2": "norm2.output",
        "mlp": "ffn.linear_2",
    },
    "gemma2": {
        "self_attn": "attention.output",
        "post_attention_layernorm": "norm1_post.output",
        "mlp": "ffn.linear_2",
        "post_feedforward_layernorm": "norm2_post.output",
    },
}
"""The step that a module of a layer comes to."""
STACKS = {"bert": "encoder.layer", "gpt2": "h", "gemma2": "layers"}


def of_modules(name: str) -> States:
    """What the modules gave, (1, L, d), as Hugging Face's hooks have it."""
    with np.load(ROOT / "tests/fixtures/module_states.npz") as states:
        found = {key.removeprefix(f"{name}:"): states[key] for key in states
                 if key.startswith(f"{name}:")}  # fmt: skip
    ends = tuple(f".{end}" for end in MODULES[name])
    return {key: state for key, state in found.items() if key.endswith(ends)}


@pytest.mark.parametrize("layers", ["0:2", "0"])
@pytest.mark.parametrize("name", MODULES)
def test_what_each_module_gave_is_compared_by_its_name(
    addnorm: Runner, name: str, layers: str, tmp_path: Path
) -> None:
    """Modules of a layer that is not worked are left out."""
    code, claims, _ = compared(addnorm, name, tmp_path, of_modules(name), "--layers", layers)
    shown = range(1, 2 if layers == "0" else 3)
    right = {f"layer{n}.{step}" for n in shown for step in MODULES[name].values()}
    assert (code, set(claims)) == (0, right)


@pytest.mark.parametrize("name", MODULES)
def test_the_first_sublayer_that_differs_is_named(
    addnorm: Runner, name: str, tmp_path: Path
) -> None:
    for module, step in MODULES[name].items():
        states = of_modules(name)
        key = f"{STACKS[name]}.1.{module}"
        states = {f"model.{k}": state + 0.01 * (k == key) for k, state in states.items()}
        np.save(tmp_path / "x.npy", saved(name)["h0"].reshape(-1, 16))
        np.savez(tmp_path / "modules.npz", **states)  # type: ignore[arg-type]
        run = addnorm("block", str(tmp_path / "x.npy"), "--weights", str(MODELS / name),
                      "--expect", str(tmp_path / "modules.npz"), "-q")  # fmt: skip
        assert (run.code, run.out) == (1, f"wrong: layer2.{step}\n")


def test_a_module_that_is_no_section_is_refused(addnorm: Runner, tmp_path: Path) -> None:
    key = "encoder.layer.0.intermediate"
    states = of_modules("bert") | {key: saved("bert")["h1"]}
    code, _, said = compared(addnorm, "bert", tmp_path, states)
    assert code == 2
    assert key in said
