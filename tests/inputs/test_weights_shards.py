"""Models in several files, and folders of models: what is read of them, and what is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.weights.model import Model, read_model
from addnorm_cli.inputs.weights.opening import open_tensors
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Tensor
from tests.checkpoints import MODELS, load_file, ml_dtypes, save_file

INDEX = "model.safetensors.index.json"
FIRST, SECOND = "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"

Shards = dict[str, str]


def stream() -> Tensor:
    return Tensor(values=np.ones((7, 16)), typed=None, source="h0.npy")


def read(path: Path, reader: Reader | None = None, **options: Any) -> Model:
    return read_model(str(path), reader=reader or Reader(), x=stream(), **options)


def refused(path: Path, **options: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        read(path, **options)
    return caught.value


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A Llama in two files: layer 0 and the embedding, layer 1 and the rest."""
    place = tmp_path / "llama"
    place.mkdir()
    shutil.copy(MODELS / "llama/config.json", place)
    tensors = load_file(MODELS / "llama/model.safetensors")
    shards = {key: FIRST if ".0." in key or "embed" in key else SECOND for key in tensors}
    for shard in (FIRST, SECOND):
        save_file({k: v for k, v in tensors.items() if shards[k] == shard}, place / shard)
    index(place, shards)
    return place


def index(folder: Path, shards: object) -> None:
    tree = {"metadata": {"total_size": 1}, "weight_map": shards}
    (folder / INDEX).write_text(json.dumps(tree), "utf-8")


def shards_of(folder: Path) -> Shards:
    shards: Shards = json.loads((folder / INDEX).read_text("utf-8"))["weight_map"]
    return shards


def weights(model: Model) -> list[NDArray[Any]]:
    return [
        tensor.values
        for layer in model.problem.layers
        for part in (layer.attention, layer.ffn)
        if part is not None
        for tensor in part.weights.values()
    ]


@pytest.mark.parametrize("name", ["", INDEX])
def test_shards_are_the_model_that_was_split(folder: Path, name: str) -> None:
    split, whole = read(folder / name), read(MODELS / "llama/model.safetensors")
    assert (split.arch, split.layers, split.count) == ("llama", range(2), 2)
    for found, right in zip(weights(split), weights(whole), strict=True):
        np.testing.assert_array_equal(found, right)
    attention = split.problem.layers[1].attention
    assert attention is not None
    source = f"{folder / SECOND}: model.layers.1.self_attn.q_proj.weight"
    assert attention.weights["W_q"].source == source


def test_only_the_shards_of_the_layers_asked_for_are_opened(folder: Path) -> None:
    (folder / SECOND).unlink()
    reader = Reader()
    assert read(folder, reader, layers="0").layers == range(1)
    assert {name for name in (FIRST, INDEX, "config.json") if reader.has_read(folder / name)} == {
        FIRST,
        INDEX,
        "config.json",
    }
    error = refused(folder, layers="1")
    assert (error.key, error.where) == ("missing_shard", str(folder / INDEX))
    assert error.facts["found"] == str(folder / SECOND)


@pytest.mark.parametrize(
    "shard",
    [
        "../model.safetensors",
        "/etc/passwd",
        "sub/../../model.safetensors",
        "..\\model.safetensors",
        "C:model.safetensors",
        "C:\\model.safetensors",
        "a//model.safetensors",
        "",
        "model\0.safetensors",
    ],
)
def test_an_index_that_leads_out_of_its_folder_is_refused(folder: Path, shard: str) -> None:
    """Also where the file is there, and where its tensor would not be read."""
    shutil.copy(folder / SECOND, folder.parent / "model.safetensors")
    index(folder, shards_of(folder) | {"lm_head.weight": shard})
    error = refused(folder, layers="0")
    assert error.key == "index_outside"
    assert error.where == f"{folder / INDEX}: weight_map.lm_head.weight"


def test_links_to_files_elsewhere_are_followed(folder: Path) -> None:
    """A cache of models keeps the files under other names, and links to them."""
    blobs = folder.parent / "blobs"
    blobs.mkdir()
    for shard in (FIRST, SECOND):
        (folder / shard).rename(blobs / shard[:11])
        (folder / shard).symlink_to(blobs / shard[:11])
    assert read(folder).count == 2


def test_shards_may_lie_in_a_folder_below(folder: Path) -> None:
    (folder / "parts").mkdir()
    for shard in (FIRST, SECOND):
        (folder / shard).rename(folder / "parts" / shard)
    index(folder, {key: f"parts/{shard}" for key, shard in shards_of(folder).items()})
    assert read(folder).count == 2


@pytest.mark.parametrize(
    ("text", "key", "where"),
    [
        ("", "empty_file", ""),
        ("{", "json_end", ""),
        ("[]", "config_object", ""),
        ("{}", "config_object", ": weight_map"),
        ('{"weight_map": []}', "config_object", ": weight_map"),
        ('{"weight_map": {"a.b": 1}}', "text_expected", ": weight_map.a.b"),
        ('{"weight_map": {"a.b": null}}', "text_expected", ": weight_map.a.b"),
        ('{"weight_map": {}}', "unknown_arch", ""),
    ],
)
def test_an_index_that_is_none(folder: Path, text: str, key: str, where: str) -> None:
    (folder / INDEX).write_text(text, "utf-8")
    error = refused(folder)
    assert error.key == key
    assert str(error.where).startswith(f"{folder / INDEX}{where}")


def test_a_tensor_that_is_not_where_the_index_says(folder: Path) -> None:
    name = "model.layers.0.mlp.up_proj.weight"
    index(folder, shards_of(folder) | {name: SECOND})
    error = refused(folder, layers="0")
    assert (error.key, error.where) == ("not_in_shard", str(folder / SECOND))
    assert error.facts == {"tensor": name, "index": str(folder / INDEX)}


def test_shards_that_are_damaged_or_something_else(folder: Path) -> None:
    whole = (folder / SECOND).read_bytes()
    (folder / SECOND).write_bytes(whole[:-8])  # its table says more than it has
    error = refused(folder)
    assert (error.key, error.where) == ("damaged_weights", str(folder / SECOND))
    (folder / SECOND).unlink()
    (folder / SECOND).mkdir()
    assert (refused(folder).key, refused(folder).where) == ("folder", str(folder / SECOND))
    for other in (INDEX, "config.json"):
        index(folder, shards_of(folder) | {"model.layers.0.mlp.up_proj.weight": other})
        error = refused(folder, layers="0")
        assert (error.key, error.where) == ("file_ending", str(folder / other))
    index(folder, dict.fromkeys(shards_of(folder), "pytorch_model-00001.bin"))
    (folder / "pytorch_model-00001.bin").write_bytes(b"PK")
    assert refused(folder).key == "weights_pickled"


def test_an_index_of_pickled_shards(tmp_path: Path) -> None:
    path = tmp_path / "pytorch_model.bin.index.json"
    path.write_text("{}", "utf-8")
    assert (refused(path).key, refused(path).where) == ("weights_pickled", str(path))


# The folder of a model.


def test_a_folder_stands_for_the_model_in_it(tmp_path: Path) -> None:
    assert read(MODELS / "llama").count == 2
    whole = tmp_path / "some"
    shutil.copytree(MODELS / "bert", whole)
    (whole / "model.safetensors").rename(whole / "bert.safetensors")
    (whole / "hidden_states.npz").unlink()
    assert read(whole).arch == "bert"


@pytest.mark.parametrize(
    ("files", "key", "place"),
    [
        ([], "no_weights_here", ""),
        (["config.json", "notes.txt"], "no_weights_here", ""),
        (["a.npz", "b.safetensors"], "which_weights", ""),
        (["pytorch_model.bin", "config.json"], "weights_pickled", "pytorch_model.bin"),
    ],
)
def test_folders_without_one_file_of_weights(
    files: list[str], key: str, place: str, tmp_path: Path
) -> None:
    for name in files:
        (tmp_path / name).write_bytes(b"")
    error = refused(tmp_path)
    assert (error.key, error.where) == (key, str(tmp_path / place))


def test_a_misspelt_index_or_folder(folder: Path) -> None:
    error = refused(folder / "model.safetensor.index.json")
    assert (error.key, error.facts["near"]) == ("misspelt_file", str(folder / INDEX))


# One tensor at a time.


@pytest.mark.parametrize("form", ["npz", "safetensors", "index"])
def test_rows_and_shapes_are_read_without_the_rest(form: str, folder: Path) -> None:
    tensors: Any = load_file(MODELS / "llama/model.safetensors")
    path = folder
    if form == "npz":
        path = folder / "model.npz"
        np.savez(path, **tensors)
    elif form == "safetensors":
        path = MODELS / "llama/model.safetensors"
    name = "model.embed_tokens.weight"
    with open_tensors(str(path), Reader()) as file:
        assert file.shape(name) == (20, 16)
        rows = file.read_rows(name, [3, 0, 3])
    np.testing.assert_array_equal(rows.values, tensors[name][[3, 0, 3]])
    assert rows.source.endswith(name)


def test_rows_of_bfloat16(tmp_path: Path) -> None:
    values = np.linspace(-2, 2, 12).reshape(4, 3).astype(ml_dtypes.bfloat16)
    save_file({"e": values}, tmp_path / "e.safetensors")
    with open_tensors(str(tmp_path / "e.safetensors"), Reader()) as file:
        rows = file.read_rows("e", [2, 1])
    np.testing.assert_array_equal(rows.values, values[[2, 1]].astype(np.float64))
