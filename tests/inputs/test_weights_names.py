"""Models of one's own: a file that names their tensors, and what can be guessed of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.weights.architecture import LAYER
from addnorm_cli.inputs.weights.architectures import ARCHITECTURES
from addnorm_cli.inputs.weights.config import Config
from addnorm_cli.inputs.weights.embedding import read_embedding
from addnorm_cli.inputs.weights.guesses import guess_names, names_text, pattern_of
from addnorm_cli.inputs.weights.model import Model, read_model
from addnorm_cli.inputs.weights.names import ROLES, ROLES_OUTSIDE, read_names, stack_of
from addnorm_cli.inputs.weights.opening import open_tensors
from addnorm_cli.model.block_problem import BlockProblem, Rotary
from addnorm_cli.model.errors import InputError, UnnamedError
from addnorm_cli.model.options import Options
from addnorm_cli.model.problem import Tensor
from tests.checkpoints import MODELS, load_file, save_file

Tensors = dict[str, NDArray[Any]]
Names = dict[str, object]

GPT2: Names = {"orientation": "xW", "placement": "pre", "norm": "gpt2",
               "activation": "gelu-tanh", "causal": True, "heads": 4}  # fmt: skip
"""What GPT-2 is, beside the names of its tensors."""

NANO: Names = {
    "transformer.h.{layer}.attn.c_attn.weight": "attention.W_qkv",
    "transformer.h.{layer}.attn.c_attn.bias": "attention.b_qkv",
    "transformer.h.{layer}.attn.c_proj.weight": "attention.W_o",
    "transformer.h.{layer}.attn.c_proj.bias": "attention.b_o",
    "transformer.h.{layer}.attn.bias": None,
    "transformer.h.{layer}.ln_1.weight": "norm1.gamma",
    "transformer.h.{layer}.ln_1.bias": "norm1.beta",
    "transformer.h.{layer}.ln_2.weight": "norm2.gamma",
    "transformer.h.{layer}.ln_2.bias": "norm2.beta",
    "transformer.h.{layer}.mlp.c_fc.weight": "ffn.W_1",
    "transformer.h.{layer}.mlp.c_fc.bias": "ffn.b_1",
    "transformer.h.{layer}.mlp.c_proj.weight": "ffn.W_2",
    "transformer.h.{layer}.mlp.c_proj.bias": "ffn.b_2",
    "transformer.ln_f.weight": "final_norm.gamma",
    "transformer.ln_f.bias": "final_norm.beta",
    "transformer.wte.weight": "embedding.word",
    "transformer.wpe.weight": "embedding.position",
}
LENS: Names = {
    **{f"blocks.{LAYER}.attn.{kind}_{letter.upper()}": f"attention.{kind}_{letter}"
       for kind in "Wb" for letter in "qkvo"},
    f"blocks.{LAYER}.attn.mask": None,
    **{f"blocks.{LAYER}.ln{n}.{part}": f"norm{n}.{role}"
       for n in "12" for part, role in (("w", "gamma"), ("b", "beta"))},
    f"blocks.{LAYER}.mlp.W_in": "ffn.W_1",
    f"blocks.{LAYER}.mlp.b_in": "ffn.b_1",
    f"blocks.{LAYER}.mlp.W_out": "ffn.W_2",
    f"blocks.{LAYER}.mlp.b_out": "ffn.b_2",
    "ln_final.w": "final_norm.gamma",
    "ln_final.b": "final_norm.beta",
    "embed.W_E": "embedding.word",
    "pos_embed.W_pos": "embedding.position",
}  # fmt: skip
"""The names of TransformerLens, which keeps the weights of attention head by head."""


def nano() -> Tensors:
    """GPT-2 as nanoGPT stores it: names with a prefix, and PyTorch's (out, in)."""
    tensors = load_file(MODELS / "gpt2/model.safetensors")
    turned = {f"transformer.{key}": value for key, value in tensors.items()}
    return {
        key: value.T if ".c_" in key and value.ndim == 2 else value for key, value in turned.items()
    }


def lens() -> Tensors:
    """GPT-2 as TransformerLens stores it: W_Q is (heads, d, d_head), W_O (heads, d_head, d)."""
    tensors = load_file(MODELS / "gpt2/model.safetensors")
    made: Tensors = {
        "embed.W_E": tensors["wte.weight"],
        "pos_embed.W_pos": tensors["wpe.weight"],
        "ln_final.w": tensors["ln_f.weight"],
        "ln_final.b": tensors["ln_f.bias"],
    }
    for layer in "01":
        old, new = f"h.{layer}.", f"blocks.{layer}."
        weights = np.split(tensors[f"{old}attn.c_attn.weight"], 3, axis=1)
        biases = np.split(tensors[f"{old}attn.c_attn.bias"], 3)
        for letter, weight, bias in zip("QKV", weights, biases, strict=True):
            made[f"{new}attn.W_{letter}"] = weight.reshape(16, 4, 4).transpose(1, 0, 2)
            made[f"{new}attn.b_{letter}"] = bias.reshape(4, 4)
        made[f"{new}attn.W_O"] = tensors[f"{old}attn.c_proj.weight"].reshape(4, 4, 16)
        made[f"{new}attn.b_O"] = tensors[f"{old}attn.c_proj.bias"]
        made[f"{new}attn.mask"] = np.tril(np.ones((12, 12), np.float32))
        for n in "12":
            made[f"{new}ln{n}.w"] = tensors[f"{old}ln_{n}.weight"]
            made[f"{new}ln{n}.b"] = tensors[f"{old}ln_{n}.bias"]
        for ours, theirs in (("in", "c_fc"), ("out", "c_proj")):
            made[f"{new}mlp.W_{ours}"] = tensors[f"{old}mlp.{theirs}.weight"]
            made[f"{new}mlp.b_{ours}"] = tensors[f"{old}mlp.{theirs}.bias"]
    return made


def stream() -> Tensor:
    return Tensor(values=np.ones((7, 16)), typed=None, source="h0.npy")


Files = tuple[Path, Path]
Written = Callable[..., Files]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """A file of weights and a file of names."""

    def write(tensors: Tensors, names: object) -> Files:
        path = tmp_path / "mine.safetensors"
        save_file({key: np.ascontiguousarray(value) for key, value in tensors.items()}, path)
        (tmp_path / "names.json").write_text(json.dumps(names), "utf-8")
        return path, tmp_path / "names.json"

    return write


def read(files: Files, **options: Any) -> Model:
    weights, names = map(str, files)
    return read_model(weights, reader=Reader(), x=stream(), names=names, **options)


def refused(files: Files, **options: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        read(files, **options)
    return caught.value


def arrays(problem: BlockProblem) -> dict[str, NDArray[np.float64]]:
    """Every number of a problem, stored as (in, out)."""
    turned = problem.orientation == "Wx"
    found = {}
    for number, layer in enumerate(problem.layers):
        for part in (layer.attention, layer.ffn):
            assert part is not None
            for name, weight in part.weights.items():
                found[f"{number}.{name}"] = weight.floats.T if turned else weight.floats
            found |= {f"{number}.{name}": bias.floats for name, bias in part.biases.items()}
        for name, affine in {**layer.norms, "final": problem.final_norm}.items():
            assert affine is not None
            assert affine.gamma is not None
            assert affine.beta is not None
            found[f"{number}.{name}.gamma"] = affine.gamma.floats
            found[f"{number}.{name}.beta"] = affine.beta.floats
    return found


@pytest.mark.parametrize(
    ("tensors", "names", "more"),
    [(nano, NANO, {"orientation": "Wx"}), (lens, LENS, {})],
    ids=["nanoGPT", "TransformerLens"],
)
def test_a_model_under_other_names_is_the_same_model(
    tensors: Callable[[], Tensors], names: Names, more: Names, written: Written
) -> None:
    path = str(MODELS / "gpt2/model.safetensors")
    known = arrays(read_model(path, reader=Reader(), x=stream()).problem)
    model = read(written(tensors(), GPT2 | more | names))
    assert (model.layers, model.count, model.problem.placement) == (range(2), 2, "pre")
    found = arrays(model.problem)
    assert found.keys() == known.keys()
    for name, values in known.items():
        np.testing.assert_array_equal(found[name], values, err_msg=name)
    for layer in model.problem.layers:
        assert layer.attention is not None
        assert layer.ffn is not None
        assert (layer.attention.heads, layer.attention.causal) == (4, True)
        assert layer.ffn.activation == "gelu-tanh"


def test_settings_say_that_the_file_of_names_said_them(written: Written) -> None:
    files = written(lens(), GPT2 | {"eps": 1e-6} | LENS)
    names = str(files[1])
    told = {each.name: (each.value, each.origin, each.place) for each in read(files).settings}
    assert told["heads"] == ("4", "config", f"{names}: heads")
    assert told["eps"] == ("1e-6", "config", f"{names}: eps")
    assert told["placement"] == ("pre", "config", f"{names}: placement")
    assert told["activation"] == ("gelu-tanh", "config", f"{names}: activation")
    assert told["causal"] == ("true", "config", f"{names}: causal")
    model = read(files, overrides=Options(heads="2", placement="post"))
    assert model.problem.placement == "post"
    notices = {(each.key, each.facts["name"], each.facts["file"]) for each in model.problem.notices}
    assert notices == {("overridden", "heads", names), ("overridden", "placement", names)}


def test_weights_that_all_layers_share(written: Written) -> None:
    """A name without {layer} is the same tensor in each, as in ALBERT."""
    tensors = {key.replace("blocks.0.mlp", "mlp"): value for key, value in lens().items()}
    tensors = {key: value for key, value in tensors.items() if "blocks.1.mlp" not in key}
    names = {key.replace("blocks.{layer}.mlp", "mlp"): role for key, role in LENS.items()}
    model = read(written(tensors, GPT2 | names))
    first, second = (layer.ffn for layer in model.problem.layers)
    assert first is not None
    assert second is not None
    np.testing.assert_array_equal(first.weights["W_1"].values, second.weights["W_1"].values)


def test_a_file_of_one_layer(written: Written) -> None:
    tensors = {key.removeprefix("blocks.0."): value for key, value in lens().items()}
    names = {key.removeprefix("blocks.{layer}."): role for key, role in LENS.items()}
    model = read(written(tensors, GPT2 | names))
    assert (model.count, model.problem.final_norm) == (1, None)


def test_heads_that_share_keys_head_by_head(written: Written) -> None:
    """(kv_heads, d, d_head), with half as many heads."""
    tensors = lens()
    for key in tensors:
        if key.endswith((".W_K", ".W_V", ".b_K", ".b_V")):
            tensors[key] = tensors[key][:2]
    attention = read(written(tensors, GPT2 | LENS)).problem.layers[0].attention
    assert attention is not None
    assert (attention.heads, attention.kv_heads) == (4, 2)
    assert attention.weights["W_k"].shape == (16, 8)


def test_the_embedding_is_found_by_its_role(written: Written) -> None:
    weights, names = written(lens(), GPT2 | LENS)
    with open_tensors(str(weights), Reader()) as file:
        stack = stack_of(read_names(str(names), Reader()), file)
        config = Config(name="config.json", tree={}, exists=False)
        found = read_embedding(file, stack, config, [3, 5])
    table = load_file(MODELS / "gpt2/model.safetensors")
    np.testing.assert_array_equal(found.word.values, table["wte.weight"][[3, 5]])
    assert found.position is not None
    np.testing.assert_array_equal(found.position.values, table["wpe.weight"][[0, 1]])


@pytest.mark.parametrize("kind", ["halves", "interleaved", None])
def test_rotary_positions_are_said(
    kind: Literal["halves", "interleaved"] | None, written: Written
) -> None:
    names = GPT2 | {"rotary": kind, "rotary_base": 500} | LENS
    attention = read(written(lens(), names)).problem.layers[0].attention
    assert attention is not None
    assert attention.rotary == (Rotary(base=500, pairs=kind) if kind else None)


QUERIES = f"blocks.{LAYER}.attn.W_Q"


@pytest.mark.parametrize(
    ("change", "key", "place"),
    [
        ({"norm": "?"}, "setting_to_fill_in", "norm"),
        ({QUERIES: "?"}, "names_to_fill_in", QUERIES),
        ({QUERIES: "attention.W_r"}, "misspelt_role", QUERIES),
        ({QUERIES: "123"}, "unknown_role", QUERIES),
        ({QUERIES: 1}, "text_expected", QUERIES),
        ({"blocks.{layer}.X": "attention.W_q"}, "role_twice", "blocks.{layer}.X"),
        ({"{layer}.{layer}.q": "attention.b_qkv"}, "layer_in_pattern", "{layer}.{layer}.q"),
        ({"{layer}.n": "embedding.type"}, "layer_in_pattern", "{layer}.n"),
        ({QUERIES: None}, "roles_lacking", None),
        ({"blocks.{layer}.mlp.W_in": None}, "roles_lacking", None),
        ({"norm": None}, "names_unsaid", None),
        ({"norm": {"kind": "layernorm"}}, "names_norm", "norm"),
        ({"norm": 1}, "names_norm", "norm"),
        ({"norm": {"convention": "torch"}}, "misspelt_choice", "norm"),
        ({"placement": "per"}, "misspelt_choice", "placement"),
        ({"orientation": "xw"}, "misspelt_choice", "orientation"),
        ({"orientation": 1}, "unknown_choice", "orientation"),
        ({"orientation": ["xW"]}, "config_value", "orientation"),
        ({"causal": "yes"}, "unknown_choice", "causal"),
        ({"activation": "swiglu"}, "unknown_activation", "activation"),
        ({"heads": 5}, "heads_divide", "heads"),
        ({"heads": "four"}, "not_a_number", "heads"),
        ({"rotary": "halfs"}, "misspelt_choice", "rotary"),
        ({"qkv": "stack"}, "misspelt_choice", "qkv"),
    ],
)
def test_names_that_cannot_be_right(
    change: Names, key: str, place: str | None, written: Written
) -> None:
    weights, names = written(lens(), GPT2 | LENS | change)
    error = refused((weights, names))
    assert error.key == key
    assert error.where == (f"{names}: {place}" if place else str(names))


def test_tensors_of_a_layer_that_nobody_named_are_refused(written: Written) -> None:
    names = {key: role for key, role in LENS.items() if "mask" not in key}
    error = refused(written(lens(), GPT2 | names))
    assert (error.key, error.facts["names"]) == ("unread_tensors", ("blocks.0.attn.mask",))


def test_names_of_another_file(written: Written) -> None:
    weights, names = written(lens(), GPT2 | NANO)
    error = refused((weights, names))
    assert (error.key, error.where) == ("names_match_nothing", str(names))
    assert error.facts["file"] == str(weights)
    missing = {key: value for key, value in lens().items() if key != "blocks.1.attn.b_K"}
    error = refused(written(missing, GPT2 | LENS))
    assert (error.key, error.facts["looked"]) == ("missing_tensor_near", ("blocks.1.attn.b_K",))


@pytest.mark.parametrize(
    ("text", "key"), [("", "empty_file"), ("{", "json_end"), ("[]", "config_object")]
)
def test_a_file_of_names_that_is_none(text: str, key: str, written: Written) -> None:
    weights, names = written(lens(), {})
    names.write_text(text, "utf-8")
    assert refused((weights, names)).key == key


def test_a_file_of_names_that_cannot_be_read(written: Written) -> None:
    weights, names = written(lens(), {})
    names.unlink()
    names.mkdir()
    assert refused((weights, names)).key in ("unreadable", "no_permission")


def test_a_file_of_names_that_is_not_there_has_a_draft(written: Written) -> None:
    weights, names = written(lens(), {})
    error = refused((weights, names.with_name("nmaes.json")))
    assert (error.key, error.facts["near"]) == ("misspelt_file", str(names))
    assert not isinstance(error, UnnamedError)
    assert refused((weights, names.parent / "none" / "names.json")).key == "missing_file"
    names.unlink()
    error = refused((weights, names))
    assert isinstance(error, UnnamedError)
    assert (error.key, error.place) == ("missing_file", str(names))
    with open_tensors(str(weights), Reader()) as file:
        assert error.draft == names_text(file)
    assert not names.exists()  # only the command line writes


@pytest.mark.parametrize("option", ["arch", "prefix"])
def test_names_stand_alone(option: str, written: Written) -> None:
    files = written(lens(), GPT2 | LENS)
    error = refused(files, overrides=Options(**{option: "gpt2"}))  # type: ignore[arg-type]
    assert (error.key, error.where) == ("names_alone", f"--{option}")


# Guesses.


def test_the_number_of_a_layer_is_the_first_between_dots() -> None:
    assert pattern_of("blocks.11.mlp.0.weight") == "blocks.{layer}.mlp.0.weight"
    assert pattern_of("3.q.weight") == "{layer}.q.weight"
    assert pattern_of("ln_1.weight") == "ln_1.weight"
    assert pattern_of("h2.10") == "h2.10"


def known_roles(name: str) -> dict[str, str]:
    """The role of each pattern of a model, as the table of architectures has it."""
    config = json.loads((MODELS / name / "config.json").read_text("utf-8"))
    arch = ARCHITECTURES[config.get("model_type", "torch").replace("_", "-")]
    public = {ours: role for role, ours in ROLES.items()}
    embedding = {} if arch.embedding is None else arch.embedding.names
    found = {f"embedding.{role}": names for role, names in embedding.items()}
    found |= {f"final_norm.{part}": names for part, names in arch.final_norm.items()}
    for role, names in arch.names.items():
        found[public[role]] = tuple(f"{arch.stack}.{LAYER}.{each}" for each in names)
    assert found.keys() <= {*ROLES, *ROLES_OUTSIDE}
    return {name: role for role, names in found.items() for name in names}


@pytest.mark.parametrize("name", sorted(each.name for each in MODELS.iterdir()))
def test_a_guess_is_never_wrong(name: str) -> None:
    known = known_roles(name)
    with open_tensors(str(MODELS / name), Reader()) as file:
        guessed = guess_names(file)
    told = {pattern: role for pattern, role in guessed.items() if role != "?"}
    right = {
        pattern: next(
            (role for end, role in known.items() if f".{pattern}".endswith(f".{end}")), None
        )
        for pattern in told
    }
    assert told == right
    assert {"attention.W_o", "ffn.W_1"} <= set(told.values())


class OnlyNames:
    """What a guess looks at of a file."""

    def __init__(self, names: Names) -> None:
        self.tensors = tuple(name.replace(LAYER, "0") for name in names)


def guessed_of(names: Names) -> dict[str, str]:
    return guess_names(OnlyNames(names))  # type: ignore[arg-type]  # it reads nothing


def test_the_names_of_the_first_llama_are_guessed() -> None:
    names: Names = {
        f"layers.{LAYER}.attention.wq.weight": "attention.W_q",
        f"layers.{LAYER}.attention.wk.weight": "attention.W_k",
        f"layers.{LAYER}.attention.wv.weight": "attention.W_v",
        f"layers.{LAYER}.attention.wo.weight": "attention.W_o",
        f"layers.{LAYER}.feed_forward.w1.weight": "ffn.W_gate",
        f"layers.{LAYER}.feed_forward.w2.weight": "ffn.W_2",
        f"layers.{LAYER}.feed_forward.w3.weight": "ffn.W_1",
        f"layers.{LAYER}.attention_norm.weight": "norm1.gamma",
        f"layers.{LAYER}.ffn_norm.weight": "norm2.gamma",
        "norm.weight": "final_norm.gamma",
        "tok_embeddings.weight": "embedding.word",
        "output.weight": "?",
    }
    assert guessed_of(names) == names


@pytest.mark.parametrize("names", [LENS, NANO], ids=["TransformerLens", "nanoGPT"])
def test_names_of_courses_are_guessed(names: Names) -> None:
    assert guessed_of(names) == {key: role or "?" for key, role in names.items()}


def test_two_that_could_be_the_same_are_left_open() -> None:
    names: Names = {f"l.{LAYER}.attn.query.weight": "?", f"l.{LAYER}.attn.q_proj.weight": "?"}
    assert guessed_of(names) == names


def test_a_guess_is_a_file_to_fill_in(written: Written) -> None:
    """What is still open is refused by name, and what was filled in is read."""
    weights, names = written(lens(), {})
    with open_tensors(str(weights), Reader()) as file:
        text = names_text(file)
    names.write_text(text, "utf-8")
    error = refused((weights, names))
    assert (error.key, error.where) == ("setting_to_fill_in", f"{names}: placement")
    tree = json.loads(text)
    unsaid = [key for key, value in tree.items() if value == "?"]
    assert unsaid == ["placement", "activation", "causal", f"blocks.{LAYER}.attn.mask"]
    assert (tree["orientation"], tree["heads"]) == ("xW", 4)
    assert (tree["norm"], tree["rotary"]) == ({"convention": "pytorch"}, None)
    tree |= {"placement": "pre", "activation": "gelu-tanh", "causal": True, unsaid[-1]: None}
    names.write_text(json.dumps(tree), "utf-8")
    assert read((weights, names)).count == 2


def test_a_guess_for_a_gated_model() -> None:
    with open_tensors(str(MODELS / "llama"), Reader()) as file:
        tree = json.loads(names_text(file))
    assert (tree["orientation"], tree["activation"]) == ("Wx", "swiglu")
    assert (tree["norm"], tree["rotary"], tree["heads"]) == ({"convention": "llama"}, "?", "?")
