"""Every field of a config.json of Hugging Face's: what changes the answer is read or refused.

`config_fields.json` says what came of each field in its own class, when it had another value; its
maker is beside it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.checkpoints import MODELS
from tests.conftest import ROOT, Runner

TRIED: dict[str, dict[str, tuple[Any, str]]] = json.loads(
    (ROOT / "tests/fixtures/config_fields.json").read_text("utf-8")
)
OF_THE_TENSORS = {"attention_bias", "mlp_bias"}
"""What a layer has of them its tensors show: the file has those that a config leaves out."""
WITHOUT_A_WINDOW = {"layer_types"}
"""Layers that look at a window whose width is nowhere said: Hugging Face refuses to start."""
OF_THE_EMBEDDING = {"embedding_multiplier", "pad_token_id", "vocab_size", "type_vocab_size",
                    "max_position_embeddings", "n_positions", "sinusoidal_pos_embds"}  # fmt: skip
"""What stands before x: `--text` reads them."""


def worked(
    addnorm: Runner, name: str, tmp_path: Path, config: dict[str, Any]
) -> tuple[Any, str, list[str]]:
    (tmp_path / "config.json").write_text(json.dumps(config), "utf-8")
    run = addnorm("block", str(tmp_path / "h0.npy"), "--weights",
                  str(tmp_path / "model.safetensors"), "--json", "--only", "ledger")  # fmt: skip
    if run.code == 2:
        error = json.loads(run.err)
        return None, f"{error['error']} {error['where']} {error['hint']}", []
    assert run.code == 0
    return np.array(run.json["result"]), "", run.json["warnings"]


@pytest.mark.parametrize("name", TRIED)
def test_what_changes_a_models_answer_is_read_or_refused_by_name(
    addnorm: Runner, name: str, tmp_path: Path
) -> None:
    state = np.load(MODELS / name / "hidden_states.npz")["h0"]
    np.save(tmp_path / "h0.npy", state.reshape(state.shape[-2:]))
    weights = (MODELS / name / "model.safetensors").read_bytes()
    (tmp_path / "model.safetensors").write_bytes(weights)
    config = json.loads((MODELS / name / "config.json").read_text("utf-8"))
    right, _, told = worked(addnorm, name, tmp_path, config)
    unknown = [warning for warning in told if "addnorm does not know" in warning]
    odd: dict[str, tuple[object, ...]] = {"unknown": tuple(unknown)} if unknown else {}
    for field, (value, effect) in TRIED[name].items():
        found, error, warnings = worked(addnorm, name, tmp_path, config | {field: value})
        same = found is not None and abs(found - right).max() < 1e-9
        named = field in error
        outside = field in OF_THE_TENSORS | OF_THE_EMBEDDING
        if effect == "changes" and same and not outside:
            odd[field] = ("ignored", value)
        elif effect == "fails" and same and not outside and field not in WITHOUT_A_WINDOW:
            odd[field] = ("taken", value)
        elif effect == "same" and not same and not named:
            odd[field] = ("changed", value, error)
        elif any(field in w for w in warnings if "addnorm does not know" in w):
            odd[field] = ("unknown", value)
    assert not odd
