"""What the framework calls the module that a section is the output of.

Each was hooked in Hugging Face's transformers 5.24 on the models among the fixtures, with
`register_forward_hook`: what it gave is what the section comes to, within 1e-4.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.checkpoints import MODELS
from tests.conftest import Runner

RIGHT: dict[str, dict[str, str]] = {
    "bert": {
        "layer1": "encoder.layer.0",
        "layer1.attention": "encoder.layer.0.attention.output.dense",
        "layer1.norm1": "encoder.layer.0.attention.output.LayerNorm",
        "layer1.ffn": "encoder.layer.0.output.dense",
        "layer1.norm2": "encoder.layer.0.output.LayerNorm",
    },
    "distilbert": {
        "layer1.attention": "transformer.layer.0.attention",
        "layer1.norm1": "transformer.layer.0.sa_layer_norm",
        "layer1.ffn": "transformer.layer.0.ffn",
        "layer1.norm2": "transformer.layer.0.output_layer_norm",
    },
    "gpt2": {
        "layer1": "h.0",
        "layer1.norm1": "h.0.ln_1",
        "layer1.attention": "h.0.attn",
        "layer1.ffn": "h.0.mlp",
        "final_norm": "ln_f",
    },
    "gpt-neox": {
        "layer1.attention": "gpt_neox.layers.0.attention",
        "layer1.ffn": "gpt_neox.layers.0.mlp",
        "final_norm": "gpt_neox.final_layer_norm",
    },
    "gemma2": {
        "layer1.norm1_post": "layers.0.post_attention_layernorm",
        "layer1.norm2": "layers.0.pre_feedforward_layernorm",
        "layer1.norm2_post": "layers.0.post_feedforward_layernorm",
    },
    "phi-qk": {
        "layer1.attention.q_norm": "model.layers.0.self_attn.q_layernorm",
        "layer1.attention": "model.layers.0.self_attn",
        "layer2.ffn": "model.layers.1.mlp",
        "final_norm": "model.final_layernorm",
    },
    "torch-post": {
        "layer1.attention": "layers.0.self_attn",
        "layer1.norm1": "layers.0.norm1",
        "layer1.ffn": "layers.0.linear2",
    },
}


def modules(parts: list[dict[str, Any]], above: str = "") -> dict[str, str]:
    found = {}
    for part in parts:
        path = above + part["id"]
        if "module" in part:
            found[path] = part["module"]
        found |= modules(part.get("steps", []), f"{path}.")
    return found


def start(name: str, tmp_path: Path) -> str:
    state = np.load(MODELS / name / "hidden_states.npz")["h0"]
    np.save(tmp_path / "h0.npy", state.reshape(state.shape[-2:]))
    return str(tmp_path / "h0.npy")


@pytest.mark.parametrize("name", RIGHT)
def test_sections_have_the_modules_of_the_framework(
    addnorm: Runner, name: str, tmp_path: Path
) -> None:
    trace = addnorm(
        "block", start(name, tmp_path), "--weights", str(MODELS / name), "--json"
    ).json  # fmt: skip
    found = modules(trace["steps"])
    prefix = "" if RIGHT[name].items() <= found.items() else "model."
    assert {path: f"{prefix}{module}" for path, module in RIGHT[name].items()}.items() <= (
        found.items()
    )


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("bert-text", {"embedding": "embeddings", "embedding.norm": "embeddings.LayerNorm"}),
        ("gpt2-text", {}),  # two tables, and nothing but the model itself around them
        ("gemma", {}),  # the module gives the rows before they are multiplied
    ],
)
def test_the_embedding_is_a_module_where_its_rows_come_out_of_one(
    addnorm: Runner, name: str, right: dict[str, str]
) -> None:
    pytest.importorskip("tokenizers", reason="the extra `text` is not installed")
    trace = addnorm("block", "--text", "the river", "--weights", str(MODELS / name), "--json").json
    found = modules(trace["steps"])
    assert {path: found[path] for path in found if path.startswith("embedding")} == right


def test_one_layer_has_its_own_number(addnorm: Runner, tmp_path: Path) -> None:
    words = ("block", start("bert", tmp_path), "--weights", str(MODELS / "bert"), "--layers", "1")
    found = modules(addnorm(*words, "--json").json["steps"])
    assert found["layer1.norm1"] == "encoder.layer.1.attention.output.LayerNorm"


@pytest.mark.parametrize(("language", "word"), [("en", "module"), ("zh", "模块")])
def test_a_full_page_names_them(addnorm: Runner, tmp_path: Path, language: str, word: str) -> None:
    words = ("block", start("bert", tmp_path), "--weights", str(MODELS / "bert"), "--row", "0",
             "--lang", language)  # fmt: skip
    full = addnorm(*words, "--level", "full").out
    name = "encoder.layer.0.attention.output.LayerNorm"
    assert f"{word} {name}" in full.replace("\n  ", "")
    assert name not in addnorm(*words).out
