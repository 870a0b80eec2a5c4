"""Reading checkpoints: the hidden states of real and of made models come out of what was read."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from addnorm_cli.calc.block import work_block
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.weights.model import Model, read_model
from addnorm_cli.inputs.weights.tensor_files import TensorFile, _Safetensors
from addnorm_cli.model.block_problem import BlockProblem
from addnorm_cli.model.options import Options
from addnorm_cli.model.problem import Tensor
from addnorm_cli.numbers.arithmetic import Machine
from addnorm_cli.trace.trace import Section
from tests.checkpoints import load_file, ml_dtypes, save_file

FIXTURES = Path(__file__).parent.parent / "fixtures"
MODELS = FIXTURES / "models"
ARCHS = {
    "bert": "bert",
    "bert-older-names": "bert",
    "bert-text": "bert",
    "roberta": "roberta",
    "distilbert": "distilbert",
    "gpt2": "gpt2",
    "gpt2-text": "gpt2",
    "llama": "llama",
    "llama-biased": "llama",
    "mistral": "mistral",
    "qwen2": "qwen2",
    "qwen3": "qwen3",
    "llama-linear": "llama",
    "llama-llama3": "llama",
    "llama-yarn": "llama",
    "gemma": "gemma",
    "gemma2": "gemma2",
    "olmo2": "olmo2",
    "granite": "granite",
    "granite-plain": "granite",
    "gpt-neox": "gpt-neox",
    "gpt-neox-serial": "gpt-neox",
    "phi": "phi",
    "phi-qk": "phi",
    "phi-whole": "phi",
    "torch-post": "torch",
    "torch-pre": "torch",
}
"""The models that are worked, and their architectures."""
NAMES = tuple(ARCHS)
FINAL = {
    "gpt2": "ln_f",
    "gpt2-text": "transformer.ln_f",
    "llama": "model.norm",
    "llama-biased": "norm",
    "mistral": "model.norm",
    "qwen2": "model.norm",
    "qwen3": "model.norm",
    "llama-linear": "model.norm",
    "llama-llama3": "model.norm",
    "llama-yarn": "model.norm",
    "gemma": "model.norm",
    "gemma2": "model.norm",
    "olmo2": "model.norm",
    "granite": "model.norm",
    "granite-plain": "model.norm",
    "gpt-neox": "gpt_neox.final_layer_norm",
    "phi": "model.final_layernorm",
    "phi-qk": "model.final_layernorm",
    "gpt-neox-serial": "gpt_neox.final_layer_norm",
    "phi-whole": "model.final_layernorm",
    "torch-pre": "norm",
}
LAYERS = np.load(FIXTURES / "encoder_layers.npz")
SINGLE = sorted({key.partition("/")[0] for key in LAYERS if not key.startswith("stack")})

Numbers = NDArray[np.float64]


def forward(problem: BlockProblem) -> tuple[list[Numbers], Numbers]:
    """The stream after each layer, and what the model hands out."""
    case = work_block(problem, Machine()).cases[0]
    layers = [part for part in case.parts if isinstance(part, Section) and part.kind == "layer"]
    return [layer.result.value for layer in layers], case.result.value


def given_x(values: NDArray[Any]) -> Tensor:
    return Tensor(values=np.asarray(values, np.float64), typed=None, source="h0.npy")


def states_of(name: str) -> dict[str, Numbers]:
    with np.load(MODELS / name / "hidden_states.npz") as states:
        return {key: states[key].astype(np.float64) for key in states if "h" in key}


def read(path: Path, start: int = 0, **options: Any) -> Model:
    """Read a copy or the fixture itself, with the stream that enters layer `start`."""
    name = path.parent.name.removesuffix(".copy")
    return read_model(
        str(path), reader=Reader(), x=given_x(states_of(name)[f"h{start}"]), **options
    )


def copy_of(name: str, folder: Path, form: str = "safetensors", dtype: Any = None) -> Path:
    """The fixture's tensors in another format or type, its config.json beside them."""
    path = folder / f"{name}.copy" / f"model.{form}"
    path.parent.mkdir()
    shutil.copy(MODELS / name / "config.json", path.parent)
    tensors = load_file(MODELS / name / "model.safetensors")
    if dtype is not None:
        tensors = {key: value.astype(dtype) for key, value in tensors.items()}
    if form == "npz":
        np.savez(path, **tensors)
    else:
        save_file(tensors, path)
    return path


def check_states(model: Model, name: str) -> None:
    expected = states_of(name)
    states, last = forward(model.problem)
    for number, state in zip(model.layers, states, strict=True):
        assert np.abs(state - expected[f"h{number + 1}"]).max() < 5e-5
    if model.layers[-1] == model.count - 1:
        assert np.abs(last - expected["last_hidden_state"]).max() < 5e-5


@pytest.mark.parametrize("form", ["safetensors", "npz"])
@pytest.mark.parametrize("name", NAMES)
def test_hidden_states_come_out(name: str, form: str, tmp_path: Path) -> None:
    model = read(copy_of(name, tmp_path, form))
    assert model.arch == ARCHS[name]
    assert (model.layers, model.count) == (range(2), 2)
    final = model.problem.final_norm
    assert (final is not None) == (name in FINAL)
    if final is not None and final.gamma is not None:
        assert final.gamma.source.endswith(f"model.{form}: {FINAL[name]}.weight")
    check_states(model, name)


@pytest.mark.parametrize("layers", ["0", "1", ":1", "1:", "-1:", "-1", "0:2", " 0 : 2 ", "０:１"])
@pytest.mark.parametrize("name", NAMES)
def test_some_layers(name: str, layers: str) -> None:
    start = 1 if layers in ("1", "1:", "-1:", "-1") else 0
    model = read(MODELS / name / "model.safetensors", start, layers=layers)
    end = 1 if layers in ("0", ":1", "０:１") else 2
    assert model.layers == range(start, end)
    assert (model.problem.final_norm is not None) == (name in FINAL and end == 2)
    check_states(model, name)


@pytest.mark.parametrize("case", SINGLE)
def test_one_torch_layer(case: str, tmp_path: Path) -> None:
    """A state dict of one layer has no numbers in its names, and comes without a config.json."""
    placement, activation, heads, mask = case.split("-")
    saved = {key.partition("/")[2]: LAYERS[key] for key in LAYERS if key.startswith(f"{case}/")}
    weights = {key: value for key, value in saved.items() if "." in key or "in_proj" in key}
    np.savez(tmp_path / "layer.npz", **weights, x=saved["x"])
    overrides = Options(
        placement=placement, activation=activation, heads=heads, causal=mask == "causal"
    )
    x = given_x(saved["x"])
    model = read_model(str(tmp_path / "layer.npz"), reader=Reader(), x=x, overrides=overrides)
    assert (model.arch, model.count) == ("torch", 1)
    np.testing.assert_allclose(forward(model.problem)[1], saved["out"], rtol=0, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float32, np.float64])
@pytest.mark.parametrize("name", ["bert", "gpt2"])
def test_types(name: str, dtype: Any, tmp_path: Path) -> None:
    model = read(copy_of(name, tmp_path, dtype=dtype))
    original = load_file(MODELS / name / "model.safetensors")
    layer = model.problem.layers[1]
    assert layer.ffn is not None
    found = layer.ffn.weights["W_2"]
    key = "encoder.layer.1.output.dense.weight" if name == "bert" else "h.1.mlp.c_proj.weight"
    assert found.values.dtype == np.float64
    assert found.source.endswith(f"model.safetensors: {key}")
    np.testing.assert_array_equal(found.values, original[key].astype(dtype).astype(np.float64))


@pytest.mark.parametrize("form", ["safetensors", "npz"])
@pytest.mark.parametrize("name", NAMES)
def test_only_needed_tensors_are_read(name: str, form: str, tmp_path: Path) -> None:
    """All other tensors hold NaN, which is refused wherever it is read."""
    path = copy_of(name, tmp_path, form)
    load: Any = np.load if form == "npz" else load_file
    tensors = {
        key: value if ".1." in f".{key}" else np.full_like(value, np.nan)
        for key, value in load(path).items()
    }
    for key in tensors:
        if key in {f"{FINAL.get(name)}.weight", f"{FINAL.get(name)}.bias"}:
            tensors[key] = load_file(MODELS / name / "model.safetensors")[key]
    if form == "npz":
        np.savez(path, **tensors)
    else:
        save_file(tensors, path)
    check_states(read(path, 1, layers="1"), name)


def test_each_tensor_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    original = _Safetensors.read

    def spy(self: TensorFile, name: str) -> Tensor:
        seen.append(name)
        assert isinstance(self, _Safetensors)
        return original(self, name)

    monkeypatch.setattr(_Safetensors, "read", spy)
    read(MODELS / "gpt2" / "model.safetensors", layers="0")
    assert len(seen) == len(set(seen)) == 12
    assert all(name.startswith("h.0.") for name in seen)


def test_parts_of_a_fused_tensor_are_views() -> None:
    for name, orientation in (("gpt2", "xW"), ("torch-pre", "Wx")):
        problem = read(MODELS / name / "model.safetensors").problem
        assert problem.orientation == orientation
        attention = problem.layers[0].attention
        assert attention is not None
        parts = [attention.weights[f"W_{letter}"].values for letter in "qkv"]
        assert parts[0].base is not None
        assert all(part.base is parts[0].base and not part.flags.writeable for part in parts)


# What the tensors do not show.


def settings_of(model: Model) -> dict[str, tuple[str, str]]:
    return {each.name: (each.value, each.origin) for each in model.settings}


def test_settings_say_who_said_them() -> None:
    assert settings_of(read(MODELS / "llama" / "model.safetensors")) == {
        "d_model": ("16", "config"),
        "d_ff": ("24 = 1.5 × d_model", "config"),
        "vocabulary": ("20", "config"),
        "norm": ("rmsnorm", "default"),
        "heads": ("4", "config"),
        "kv_heads": ("2", "config"),
        "eps": ("1e-6", "config"),
        "activation": ("swiglu", "config"),
        "rotary_base": ("10000", "config"),
        "placement": ("pre", "default"),
        "causal": ("true", "default"),
    }
    model = read(MODELS / "bert" / "model.safetensors")
    assert settings_of(model)["kv_heads"] == ("4", "tensors")
    assert model.problem.norm is not None
    assert model.problem.norm.convention == "bert"


def test_options_win_over_the_config(tmp_path: Path) -> None:
    overrides = Options(heads="2", eps="1e-5", activation="relu", placement="pre", causal=True)
    model = read(MODELS / "bert" / "model.safetensors", overrides=overrides)
    problem = model.problem
    attention, ffn = problem.layers[0].attention, problem.layers[0].ffn
    assert attention is not None
    assert ffn is not None
    assert (attention.heads, attention.kv_heads, attention.causal) == (2, 2, True)
    assert (ffn.activation, problem.placement) == ("relu", "pre")
    assert problem.norm is not None
    assert (problem.norm.eps, problem.norm.convention) == ("1e-5", None)
    told = {(each.key, each.facts["name"], each.facts["stated"]) for each in problem.notices}
    assert told == {
        ("overridden", "heads", "4"),
        ("overridden", "eps", "1e-12"),
        ("overridden", "activation", "gelu"),
    }
    same = Options(heads="4", eps="0.000000000001", activation="gelu")
    assert not read(MODELS / "bert" / "model.safetensors", overrides=same).problem.notices


def test_without_config_options_do(tmp_path: Path) -> None:
    path = copy_of("llama", tmp_path)
    (path.parent / "config.json").unlink()
    model = read(path, overrides=Options(heads="4", rotary_base="1e4"))
    assert settings_of(model)["kv_heads"] == ("2", "tensors")
    assert settings_of(model)["eps"] == ("1e-6", "default")
    check_states(model, "llama")


def test_config_without_a_rotary_base_means_the_usual_one(tmp_path: Path) -> None:
    path = copy_of("llama", tmp_path)
    config = json.loads((path.parent / "config.json").read_text("utf-8"))
    del config["rope_parameters"]
    (path.parent / "config.json").write_text(json.dumps(config), "utf-8")
    model = read(path)
    assert settings_of(model)["rotary_base"] == ("10000", "default")
    check_states(model, "llama")


def test_a_prefix_chooses_one_of_several_stacks(tmp_path: Path) -> None:
    path = copy_of("torch-post", tmp_path)
    tensors = load_file(path)
    both = {f"{tower}.{key}": value for tower in ("a", "b") for key, value in tensors.items()}
    save_file(both, path)
    model = read(path, overrides=Options(prefix="b."))
    assert model.prefix == "b."
    check_states(model, "torch-post")
