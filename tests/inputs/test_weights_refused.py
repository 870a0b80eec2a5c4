"""Checkpoints that cannot be read, or not without being told more: each fault has its own key."""

from __future__ import annotations

import builtins
import json
import shutil
import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.weights.architectures import ARCHITECTURES
from addnorm_cli.inputs.weights.choice import choose_stack
from addnorm_cli.inputs.weights.config import Config
from addnorm_cli.inputs.weights.model import Model, read_model
from addnorm_cli.inputs.weights.opening import open_tensors
from addnorm_cli.model.block_problem import Rotary
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.problem import Tensor
from tests.checkpoints import MODELS, load_file, ml_dtypes, save_file

Tensors = dict[str, NDArray[Any]]


def stream(length: int = 7, width: int = 16) -> Tensor:
    return Tensor(values=np.ones((length, width)), typed=None, source="h0.npy")


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Path]:
    """A copy of a model, with some tensors and some of its config.json changed."""

    def change(
        name: str,
        tensors: Callable[[Tensors], None] = lambda _: None,
        config: Mapping[str, object] | None = None,
    ) -> Path:
        """A config value of None takes the entry away; {} leaves all, None takes the file away."""
        loaded = load_file(MODELS / name / "model.safetensors")
        tensors(loaded)
        save_file({key: np.ascontiguousarray(each) for key, each in loaded.items()},
                  tmp_path / "model.safetensors")  # fmt: skip
        if config is not None:
            tree = json.loads((MODELS / name / "config.json").read_text("utf-8")) | config
            left = {key: value for key, value in tree.items() if value is not None}
            (tmp_path / "config.json").write_text(json.dumps(left), "utf-8")
        return tmp_path / "model.safetensors"

    return change


def read(path: Path, x: Tensor | None = None, **options: Any) -> Model:
    return read_model(str(path), reader=Reader(), x=x or stream(), **options)


def refused(path: Path, x: Tensor | None = None, **options: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        read(path, x, **options)
    return caught.value


# Files.


@pytest.mark.parametrize("length", [0, 4, 8, 100, 5000, -1])
def test_truncated_safetensors(length: int, tmp_path: Path) -> None:
    data = (MODELS / "bert/model.safetensors").read_bytes()
    path = tmp_path / "model.safetensors"
    path.write_bytes(data[:length])
    error = refused(path)
    assert (error.key, error.where) == ("damaged_weights", str(path))


@pytest.mark.parametrize("length", [0, 4, 100, 5000, -1])
def test_truncated_npz(length: int, tmp_path: Path) -> None:
    tensors: Any = load_file(MODELS / "bert/model.safetensors")
    path = tmp_path / "model.npz"
    np.savez(path, **tensors)
    path.write_bytes(path.read_bytes()[:length])
    assert refused(path).key == "damaged_weights"


@pytest.mark.parametrize("off", [1_000_000, -8])
def test_a_tensor_that_lies_beyond_the_end_of_its_file(off: int, tmp_path: Path) -> None:
    data = (MODELS / "torch-post/model.safetensors").read_bytes()
    end = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:end])
    last = max((k for k in header if k != "__metadata__"), key=lambda k: header[k]["data_offsets"])
    header[last]["data_offsets"] = [place + off for place in header[last]["data_offsets"]]
    text = json.dumps(header).encode()
    path = tmp_path / "model.safetensors"
    path.write_bytes(len(text).to_bytes(8, "little") + text + data[end:])
    assert refused(path).key == "damaged_weights"


@pytest.mark.parametrize("form", ["safetensors", "npz"])
def test_any_damage_is_an_input_error(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"model.{form}"
    tensors: Any = load_file(MODELS / "torch-post/model.safetensors")
    if form == "npz":
        np.savez_compressed(path, **tensors)
    else:
        save_file(tensors, path)
    data = path.read_bytes()
    random = np.random.default_rng(3)
    options = Options(heads="4", placement="post")
    for _ in range(150):
        # The header and the directory are where a file is more than numbers.
        near = random.choice([0, len(data) - 6000])
        broken = bytearray(data)
        for place in random.integers(max(near, 0), near + 6000, 3):
            broken[place % len(data)] = random.integers(256)
        path.write_bytes(broken)
        try:
            read(path, overrides=options)
        except InputError as error:
            assert error.key  # noqa: PT017  # any refusal will do; a traceback would not


def test_other_files(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.safetensors").key == "missing_file"
    (tmp_path / "model.safetensors").write_bytes(b"")
    error = refused(tmp_path / "modle.safetensors")
    assert error.key == "misspelt_file"
    assert str(error.facts["near"]).endswith("model.safetensors")
    assert refused(tmp_path / "no\0thing.npz").key == "missing_file"
    (tmp_path / "pytorch_model.bin").write_bytes(b"PK")
    assert refused(tmp_path / "pytorch_model.bin").key == "weights_pickled"
    (tmp_path / "model.h5").write_bytes(b"")
    error = refused(tmp_path / "model.h5")
    assert (error.key, error.facts["choices"]) == ("file_ending", ".safetensors .npz .index.json")


@pytest.mark.parametrize("library", ["safetensors", "ml_dtypes"])
def test_missing_library(
    library: str, changed: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def halve(tensors: Tensors) -> None:
        tensors.update({key: each.astype(ml_dtypes.bfloat16) for key, each in tensors.items()})

    path = changed("bert", halve, {})
    original = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.partition(".")[0] == library:
            raise ImportError(name)
        return original(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    error = refused(path)
    assert (error.key, error.facts) == ("missing_extra", {"extra": "weights", "library": library})


@pytest.mark.parametrize("dtype", ["I8", "U8", "F8_E4M3"])
def test_quantized_weights(dtype: str, tmp_path: Path) -> None:
    norms = ("norm1", "norm2")
    names = ["self_attn.in_proj_weight"]
    names += [f"{part}.weight" for part in ("self_attn.out_proj", "linear1", "linear2", *norms)]
    header = {
        name: {"dtype": dtype, "shape": [4], "data_offsets": [4 * i, 4 * i + 4]}
        for i, name in enumerate(names)
    }
    text = json.dumps(header).encode()
    path = tmp_path / "model.safetensors"
    path.write_bytes(struct.pack("<Q", len(text)) + text + bytes(4 * len(names)))
    error = refused(path, overrides=Options(heads="4", placement="post"))
    assert (error.key, error.facts) == ("weights_quantized", {"dtype": dtype})
    assert error.where == f"{path}: self_attn.in_proj_weight"


def test_pickled_npz_is_not_opened(tmp_path: Path) -> None:
    tensors: Any = load_file(MODELS / "torch-post/model.safetensors")
    tensors["layers.0.linear1.weight"] = np.array([{"a": 1}], dtype=object)
    np.savez(tmp_path / "model.npz", **tensors)
    options = Options(heads="4", placement="post")
    assert refused(tmp_path / "model.npz", overrides=options).key == "needs_pickle"


def test_weights_that_are_not_finite(changed: Callable[..., Path]) -> None:
    def poison(tensors: Tensors) -> None:
        tensors["h.1.mlp.c_fc.weight"][3, 5] = np.inf

    error = refused(changed("gpt2", poison, {}))
    assert error.key == "number_not_finite"
    assert str(error.where).endswith("model.safetensors: h.1.mlp.c_fc.weight[3][5]")


# Which model.


def test_unknown_architecture(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    save_file({f"block.{i}.w": np.ones(2) for i in range(9)}, path)
    error = refused(path)
    assert error.key == "unknown_arch"
    assert error.facts["has"] == (*(f"block.{i}.w" for i in range(6)), "…")
    assert error.facts["known"] == tuple(ARCHITECTURES)
    error = refused(path, arch="gpt2")
    assert (error.key, error.facts["arch"]) == ("not_that_arch", "gpt2")
    assert error.facts["looked"] == "h.N.attn.c_attn.weight + h.N.mlp.c_fc.weight"


def test_names_of_one_kind_and_the_rest_of_another(tmp_path: Path) -> None:
    """OPT and BART name their queries as Llama does, and nothing else."""
    path = tmp_path / "model.safetensors"
    names = ("self_attn.q_proj", "self_attn.out_proj", "fc1", "fc2")
    save_file({f"decoder.layers.0.{name}.weight": np.ones((4, 4)) for name in names}, path)
    assert refused(path).key == "unknown_arch"
    assert refused(path, arch="llama").key == "no_heads"


@pytest.mark.parametrize(("arch", "key"), [("brt", "misspelt_choice"), ("zzz", "unknown_choice")])
def test_arch_that_does_not_exist(arch: str, key: str) -> None:
    error = refused(MODELS / "bert/model.safetensors", arch=arch)
    assert (error.key, error.where) == (key, "--arch")
    assert "auto', 'bert', 'roberta', 'distilbert', 'gpt2', 'torch" in str(error.facts["choices"])


def test_several_stacks(changed: Callable[..., Path]) -> None:
    def double(tensors: Tensors) -> None:
        for key in list(tensors):
            value = tensors.pop(key)
            tensors |= {f"decoder.{key}": value, f"encoder.{key}": value}

    path = changed("torch-post", double, {})
    error = refused(path)
    assert (error.key, error.facts["choices"]) == ("several_stacks", ('"decoder."', '"encoder."'))
    error = refused(path, overrides=Options(prefix="coder."))
    assert (error.key, error.where) == ("unknown_prefix", "--prefix")


@pytest.mark.parametrize("name", ["bert", "bert-older-names", "gpt2", "llama", "torch-pre"])
def test_every_missing_tensor_is_named(name: str, changed: Callable[..., Path]) -> None:
    names = [key for key in load_file(MODELS / name / "model.safetensors") if ".1." in key]
    for missing in names:
        if missing.endswith("attn.bias"):
            continue  # GPT-2's mask
        error = refused(changed(name, lambda each, key=missing: each.pop(key), {}))
        assert error.key == "missing_tensor_near"
        assert missing in str(error.facts["looked"])
        assert str(error.facts["near"])


def test_missing_tensor_without_a_close_one(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    names = ("x.layers.0.self_attn.in_proj_weight", "x.layers.0.linear1.weight")
    save_file({name: np.ones((12, 4)) for name in names}, path)
    error = refused(path, overrides=Options(heads="2", placement="post"))
    assert error.key == "missing_tensor_near"
    save_file({name.replace("x.", ""): np.ones((12, 4)) for name in names}, path)
    error = refused(path, overrides=Options(heads="2", placement="post"))
    assert error.facts["looked"] == ("layers.0.self_attn.out_proj.weight",)


def test_layers_that_are_in_another_file(changed: Callable[..., Path]) -> None:
    """One part of a model that was split: config.json knows that there is more."""
    path = changed("bert", config={"num_hidden_layers": 4})
    assert "encoder.layer.2." in str(refused(path).facts["looked"])
    model = read(path, layers=":2")
    assert (model.layers, model.count) == (range(2), 4)


def test_no_final_norm_before_the_last_layer(changed: Callable[..., Path]) -> None:
    path = changed("gpt2", config={"n_layer": 4})
    assert read(path, layers=":2").problem.final_norm is None


def test_tensors_that_would_change_the_answer(changed: Callable[..., Path]) -> None:
    """Qwen 3 is named like Llama, and normalizes its queries and keys."""

    def add(tensors: Tensors) -> None:
        tensors["model.layers.1.self_attn.q_norm.weight"] = np.ones(4)

    path = changed("llama", add, {})
    error = refused(path)
    assert error.key == "unread_tensors"
    assert error.facts["names"] == ("model.layers.1.self_attn.q_norm.weight",)
    read(path, layers="0")


@pytest.mark.parametrize(
    ("name", "config", "key", "entry"),
    [
        ("llama", {"model_type": "minicpm"}, "model_type", "model_type"),
        ("llama", {"model_type": "gpt2"}, "model_type_elsewhere", "model_type"),
        ("llama", {"model_type": "qwen3"}, "missing_tensor_near", None),
        ("gpt2", {"scale_attn_by_inverse_layer_idx": True}, "setting_refused",
         "scale_attn_by_inverse_layer_idx"),
        ("gpt2", {"scale_attn_weights": False}, "setting_refused", "scale_attn_weights"),
        ("bert", {"position_embedding_type": "relative_key"}, "setting_refused",
         "position_embedding_type"),
        ("llama", {"partial_rotary_factor": 0.3}, "rotary_dim", "partial_rotary_factor"),
        ("llama", {"rotary_dim": 6}, "rotary_dim", "rotary_dim"),
        ("llama", {"query_pre_attn_scalar": -1}, "config_value", "query_pre_attn_scalar"),
        ("llama", {"residual_multiplier": "0.22"}, "config_value", "residual_multiplier"),
        ("llama", {"attn_logit_softcapping": 0}, "config_value", "attn_logit_softcapping"),
        ("llama", {"rope_parameters": {"rope_type": "longrope", "rope_theta": 5e5}},
         "rotary_scaling", "rope_parameters.rope_type"),
        ("llama-biased", {"rope_scaling": {"type": "dynamic", "factor": 2}}, "rotary_scaling",
         "rope_scaling.type"),
        ("llama", {"sliding_window": 6}, "sliding_window", "sliding_window"),
        ("llama", {"sliding_window": 6, "layer_types": ["full_attention", "sliding_attention"]},
         "sliding_window", "sliding_window"),
        ("bert", {"num_attention_heads": "4"}, "whole_expected", "num_attention_heads"),
        ("bert", {"num_attention_heads": 4.5}, "whole_expected", "num_attention_heads"),
        ("bert", {"num_attention_heads": 0}, "whole_expected", "num_attention_heads"),
        ("bert", {"num_attention_heads": 5}, "heads_divide", "num_attention_heads"),
        ("bert", {"num_attention_heads": [4]}, "config_value", "num_attention_heads"),
        ("bert", {"num_hidden_layers": -1}, "whole_expected", "num_hidden_layers"),
        ("bert", {"layer_norm_eps": -1}, "eps_negative", "layer_norm_eps"),
        ("bert", {"hidden_act": "mish"}, "unknown_activation", "hidden_act"),
        ("bert", {"hidden_act": True}, "unknown_activation", "hidden_act"),
        ("llama", {"hidden_act": "relu2"}, "unknown_activation", "hidden_act"),
        ("llama", {"num_key_value_heads": 3}, "kv_heads_divide", "num_key_value_heads"),
        ("llama", {"rope_parameters": {"rope_theta": 0}}, "rotary_base",
         "rope_parameters.rope_theta"),
        ("torch-post", {"norm_first": "yes"}, "config_value", "norm_first"),
        ("bert", {"num_attention_heads": None}, "no_heads", None),
        ("torch-post", {"norm_first": None}, "no_placement", None),
    ],
)  # fmt: skip
def test_configs_that_are_refused(
    name: str,
    config: dict[str, object],
    key: str,
    entry: str | None,
    changed: Callable[..., Path],
) -> None:
    path = changed(name, config=config)
    error = refused(path)
    assert error.key == key
    place = str(path.with_name("config.json"))
    if entry is not None:
        assert error.where == f"{place}: {entry}"
    elif key.startswith("no_"):
        assert error.where == place


@pytest.mark.parametrize("model_type", [None, "minicpm"])
@pytest.mark.parametrize("arch", ["llama", "gemma", "granite", "auto"])
@pytest.mark.parametrize(
    ("entry", "value", "key"),
    [
        ("attention_multiplier", 0, "config_value"),
        ("attention_multiplier", "0.5", "config_value"),
        ("quantization_config", {"quant_method": "gptq", "bits": 4}, "undone_quantized"),
        ("quantization_config", {"bits": 4}, "undone_quantized"),
        ("quantization", {"group_size": 64}, "undone_quantized"),
        ("qk_layernorm", True, "undone_qk_norm"),
        ("clip_qkv", 8, "setting_refused"),
        ("alibi", True, "setting_refused"),
        ("scale_depth", 1.4, "setting_refused"),
        ("num_local_experts", 8, "setting_refused"),
        ("key_multiplier", 0.5, "setting_refused"),
        ("mlp_multipliers", [0.5, 1], "setting_refused"),
        ("rope_interleave", True, "setting_refused"),
        ("layer_types", ["full_attention", "linear_attention"], "setting_refused"),
        ("layer_types", ["full_attention"], "config_value"),
        ("rope_scaling", {"factor": 2}, "rotary_scaling"),
        ("rope_scaling", {"rope_type": "default", "mrope_section": [1, 1]}, "rotary_scaling"),
        ("rope_scaling", 2, "config_value"),
        ("rope_parameters", {"full_attention": {"rope_theta": 1e4}}, "rotary_scaling"),
    ],
)
def test_entries_that_change_the_calculation_are_refused_whatever_arch_says(
    entry: str,
    value: object,
    key: str,
    arch: str,
    model_type: str | None,
    changed: Callable[..., Path],
) -> None:
    path = changed("llama", config={entry: value, "model_type": model_type, "hidden_act": None})
    error = refused(path, arch=arch, overrides=Options(activation="silu"))
    if arch == "auto" and model_type is not None:
        assert error.key == "model_type"
        return
    assert error.key == key
    assert str(error.where).startswith(f"{path.with_name('config.json')}: {entry}")


def test_neutral_values_of_such_entries_are_no_matter(changed: Callable[..., Path]) -> None:
    config = {
        "residual_multiplier": 1.0,
        "attention_multiplier": 0.5,
        "query_pre_attn_scalar": 4,
        "attn_logit_softcapping": None,
        "quantization_config": None,
        "embedding_multiplier": 12.0,
        "logits_scaling": 8.0,
        "final_logit_softcapping": 30,
        "layer_types": ["full_attention", "full_attention"],
        "sliding_window": 4,
        "rope_scaling": {"rope_type": "default", "factor": 1},
    }
    assert not read(changed("llama", config=config)).problem.notices


@pytest.mark.parametrize(("name", "right"), [("granite", "granite"), ("gemma", "gemma")])
def test_a_known_model_is_worked_as_no_other(
    name: str, right: str, changed: Callable[..., Path]
) -> None:
    """The names of their tensors are all alike."""
    path = changed(name, config={"residual_multiplier": 1, "attention_multiplier": 0.5})
    error = refused(path, arch="llama")
    assert (error.key, error.facts["right"]) == ("model_type_known", right)
    assert error.where == f"{path.with_name('config.json')}: model_type"


def told(model: Model) -> dict[str, Mapping[str, object]]:
    return {notice.key: notice.facts for notice in model.problem.notices}


def test_what_the_reader_insists_on_is_done_and_said(changed: Callable[..., Path]) -> None:
    path = changed("llama", config={"model_type": "minicpm", "rope_scaling": {"type": "dynamic"}})
    model = read(path, arch="llama", overrides=Options(rotary_base="500"))
    attention = model.problem.layers[0].attention
    assert attention is not None
    assert attention.rotary == Rotary(base=500)
    notices = told(model)
    assert notices["arch_insisted"]["found"] == '"minicpm"'
    assert notices["rotary_scaling_left_out"]["found"] == '"dynamic"'
    window = changed("llama", config={"sliding_window": 6, "use_sliding_window": False})
    assert not told(read(window))


def test_entries_that_nobody_knows_are_named(changed: Callable[..., Path]) -> None:
    config: dict[str, object] = {
        "norm_twice": True,
        "_private": 1,
        "nothing": None,
        "empty": {},
        "gate\x1b": 0.5,
    }
    path = changed("llama", config=config)
    notices = told(read(path))
    keys = notices["config_unknown"]["keys"]
    assert isinstance(keys, tuple)
    assert keys[0] == "norm_twice"
    assert len(keys) == 2
    assert "\x1b" not in keys[1]


def test_models_that_are_named_alike_need_a_config_or_a_word(changed: Callable[..., Path]) -> None:
    path = changed("llama")
    model = read(path, overrides=Options(heads="4", rotary_base="10000"))
    assert model.arch == "llama"
    assert told(model)["arch_alike"] == {
        "arch": "llama",
        "others": ("mistral", "gemma", "granite"),
    }


@pytest.mark.parametrize("name", sorted(each.name for each in MODELS.iterdir()))
def test_names_alone_tell_the_models_that_are_named_otherwise(
    name: str, changed: Callable[..., Path]
) -> None:
    """Without config.json each is taken for what it is, or for one that is named the same."""
    own = json.loads((MODELS / name / "config.json").read_text("utf-8"))
    model_type = own.get("model_type", "torch")
    alike = {
        **dict.fromkeys(("mistral", "qwen2", "gemma", "granite"), "llama"),
        "roberta": "bert",
        "gpt_neox": "gpt-neox",
    }
    with open_tensors(str(changed(name)), Reader()) as file:
        config = Config(name="config.json", tree={}, exists=False)
        chosen = choose_stack(file, "auto", None, config).stack.arch.name
    assert chosen == alike.get(model_type, model_type)


@pytest.mark.parametrize(
    ("name", "key"),
    [("bert", "no_heads"), ("llama", "no_heads"), ("gpt2", "no_heads"), ("torch-pre", "no_heads")],
)
def test_without_config(name: str, key: str, changed: Callable[..., Path]) -> None:
    path = changed(name)
    assert (refused(path).key, refused(path).where) == (key, None)


def test_without_config_and_with_heads(changed: Callable[..., Path]) -> None:
    heads = Options(heads="4")
    assert refused(changed("torch-pre"), overrides=heads).key == "no_placement"
    assert refused(changed("llama"), overrides=heads).key == "no_rotary_base"
    assert read(changed("gpt2"), overrides=heads).count == 2


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "empty_file"),
        ("{", "json"),
        ('{"a": 1, "a": 2}', "json"),
        ("[1]", "config_object"),
        ('"text"', "config_object"),
    ],
)
def test_config_that_cannot_be_read(text: str, key: str, tmp_path: Path) -> None:
    shutil.copy(MODELS / "bert/model.safetensors", tmp_path)
    (tmp_path / "config.json").write_text(text, "utf-8")
    error = refused(tmp_path / "model.safetensors")
    assert error.key.startswith(key)
    assert str(tmp_path / "config.json") in str(error.where)


def test_config_that_is_a_folder(tmp_path: Path) -> None:
    shutil.copy(MODELS / "bert/model.safetensors", tmp_path)
    (tmp_path / "config.json").mkdir()
    error = refused(tmp_path / "model.safetensors")
    assert error.key in ("unreadable", "no_permission")  # what the system says, by system
    assert error.where == str(tmp_path / "config.json")


# Options, sizes and layers.


@pytest.mark.parametrize(
    ("name", "options", "key", "where"),
    [
        ("bert", {"heads": "5"}, "heads_divide", "--heads"),
        ("bert", {"heads": "2.5"}, "whole_expected", "--heads"),
        ("bert", {"heads": "-4"}, "whole_expected", "--heads"),
        ("bert", {"heads": "four"}, "not_a_number", "--heads"),
        ("llama", {"kv_heads": "3"}, "kv_heads_divide", "--kv-heads"),
        ("llama", {"kv_heads": "0"}, "whole_expected", "--kv-heads"),
        ("bert", {"eps": "-1"}, "eps_negative", "--eps"),
        ("bert", {"activation": "gellu"}, "unknown_activation", "--activation"),
        ("bert", {"activation": "swiglu"}, "unknown_activation", "--activation"),
        ("llama", {"activation": "quick-gelu"}, "unknown_activation", "--activation"),
        ("llama", {"rotary_base": "-1"}, "rotary_base", "--rotary-base"),
        ("bert", {"placement": "per"}, "misspelt_choice", "--placement"),
    ],
)
def test_options_that_are_refused(name: str, options: dict[str, str], key: str, where: str) -> None:
    path = MODELS / name / "model.safetensors"
    error = refused(path, overrides=Options(**options))  # type: ignore[arg-type]  # all texts
    assert (error.key, error.where) == (key, where)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "layers"),
        ("a", "layers"),
        ("0:1:2", "layers"),
        ("0,1", "layers"),
        ("1.0", "layers"),
        ("2", "layers_out_of_range"),
        ("-3", "layers_out_of_range"),
        ("0:3", "layers_out_of_range"),
        ("-5:", "layers_out_of_range"),
        ("9" * 5000, "layers_out_of_range"),
        ("-" + "9" * 5000, "layers_out_of_range"),
        ("1:1", "no_layers"),
        ("1:0", "no_layers"),
        (":-2", "no_layers"),
    ],
)
def test_layers_that_are_refused(text: str, key: str) -> None:
    error = refused(MODELS / "bert/model.safetensors", layers=text)
    assert (error.key, error.where) == (key, "--layers")


def test_a_lone_colon_means_all_layers() -> None:
    assert read(MODELS / "bert/model.safetensors", layers=":").count == 2


@pytest.mark.parametrize("config", [None, {}])
def test_x_of_another_width(config: object, changed: Callable[..., Path]) -> None:
    error = refused(changed("bert", config=config), stream(7, 8),
                    overrides=Options(heads="4"))  # fmt: skip
    assert (error.key, error.where) == ("x_width", "h0.npy")
    assert error.facts == {"found": 8, "expected": 16}


@pytest.mark.parametrize(
    ("name", "tensor", "found", "expected", "order"),
    [
        ("bert", "encoder.layer.0.attention.self.query.weight", (16, 8), "(16, 16)", "(out, in)"),
        ("bert", "encoder.layer.1.attention.self.key.weight", (8, 16), "(16, 16)", "(out, in)"),
        ("bert", "encoder.layer.1.attention.self.key.bias", (8,), "(16)", "(out, in)"),
        ("bert", "encoder.layer.0.output.dense.weight", (32, 16), "(16, 32)", "(out, in)"),
        ("bert", "encoder.layer.0.intermediate.dense.weight", (512,), "(32, 16)", "(out, in)"),
        ("bert", "encoder.layer.0.output.LayerNorm.weight", (8,), "(16)", "(out, in)"),
        ("gpt2", "h.0.attn.c_attn.weight", (16, 47), "(16, 48)", "(in, out)"),
        ("gpt2", "h.0.mlp.c_proj.weight", (16, 64), "(64, 16)", "(in, out)"),
        ("gpt2", "ln_f.weight", (8,), "(16)", "(in, out)"),
        ("torch-pre", "layers.0.self_attn.in_proj_bias", (16,), "(48)", "(out, in)"),
        ("llama", "model.layers.0.self_attn.k_proj.weight", (12, 16), "(8, 16)", "(out, in)"),
        ("llama", "model.layers.0.mlp.gate_proj.weight", (24, 16, 1), "(24, 16)", "(out, in)"),
        ("llama-biased", "layers.0.self_attn.q_proj.weight", (16, 16), "(24, 16)", "(out, in)"),
        ("llama-biased", "layers.0.self_attn.o_proj.weight", (24, 16), "(16, 24)", "(out, in)"),
    ],
)
def test_wrong_shapes(
    name: str,
    tensor: str,
    found: tuple[int, ...],
    expected: str,
    order: str,
    changed: Callable[..., Path],
) -> None:
    def reshape(tensors: Tensors) -> None:
        tensors[tensor] = np.ones(found, np.float32)

    path = changed(name, reshape, {})
    error = refused(path)
    assert (error.key, error.where) == ("tensor_shape", f"{path}: {tensor}")
    shown = f"({', '.join(map(str, found))})"
    assert error.facts == {"found": shown, "expected": expected, "order": order}


def test_keys_that_make_no_whole_head(changed: Callable[..., Path]) -> None:
    path = changed("llama-biased", config={"num_key_value_heads": None})
    error = refused(path, overrides=Options(heads="3"))
    assert error.key == "head_width"
    assert error.facts == {"heads": 3, "head": 8, "width": 12}
