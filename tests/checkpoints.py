"""What tests of checkpoints share; a module that imports it is skipped without the libraries."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT

_WITHOUT = "the extra `weights` is not installed"
_safetensors = pytest.importorskip("safetensors.numpy", reason=_WITHOUT)
ml_dtypes = pytest.importorskip("ml_dtypes", reason=_WITHOUT)
load_file, save_file = _safetensors.load_file, _safetensors.save_file

MODELS = ROOT / "tests/fixtures/models"

UNDONE = {
    "gemma": ("undone_activation", "config.json: hidden_act"),
    "gemma2": ("undone_softcap", "config.json: attn_logit_softcapping"),
    "granite": ("undone_residual_multiplier", "config.json: residual_multiplier"),
    "gpt-neox": ("undone_partial_rotary", "config.json: rope_parameters.partial_rotary_factor"),
    "llama-linear": ("rotary_scaling", "config.json: rope_parameters.rope_type"),
    "llama-llama3": ("rotary_scaling", "config.json: rope_parameters.rope_type"),
    "llama-yarn": ("rotary_scaling", "config.json: rope_parameters.rope_type"),
    "olmo2": ("undone_qk_norm", "model.safetensors: model.layers.0.self_attn.q_norm.weight"),
    "phi": ("undone_partial_rotary", "config.json: rope_parameters.partial_rotary_factor"),
    "phi-qk": ("undone_qk_norm", "config.json: qk_layernorm"),
    "qwen3": ("undone_qk_norm", "model.safetensors: model.layers.0.self_attn.q_norm.weight"),
}
"""What a model has that is not done yet: the key of the refusal, and the place that it names."""
