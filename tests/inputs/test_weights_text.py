"""From a sentence to the rows of its tokens, as Hugging Face's tokenizers and models make them."""

from __future__ import annotations

import builtins
import json
import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.weights.choice import choose_stack
from addnorm_cli.inputs.weights.config import read_config
from addnorm_cli.inputs.weights.embedding import read_embedding
from addnorm_cli.inputs.weights.opening import open_tensors
from addnorm_cli.inputs.weights.text import Tokens, read_tokens
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.records import replaced
from addnorm_cli.model.sentence import Embedded
from tests.checkpoints import MODELS, load_file, save_file

tokenizers = pytest.importorskip("tokenizers", reason="the extra `text` is not installed")

TEXT = "He sat by the river bank, the bank of the river."
TOKENIZED = ("bert-text", "gpt2-text", "gemma")
EMBEDDED = sorted(each.name for each in MODELS.iterdir() if not each.name.startswith("torch"))

Numbers = NDArray[np.float64]


def states(name: str) -> dict[str, NDArray[Any]]:
    return dict(np.load(MODELS / name / "hidden_states.npz"))


def tokens(text: str = TEXT, path: Path = MODELS / "bert-text") -> Tokens:
    return read_tokens(text, str(path), Reader())


def embedded(path: Path, ids: list[int]) -> Embedded:
    reader = Reader()
    with open_tensors(str(path), reader) as file:
        config = read_config(str(path), reader)
        choice = choose_stack(file, "auto", None, config)
        return read_embedding(file, choice.stack, replaced(config, usual=choice.usual), ids)


def rows(parts: Embedded, eps: float) -> Numbers:
    """The sum of the parts, in arithmetic of its own."""
    sum_ = parts.word.values
    for more in (parts.position, parts.type):
        sum_ = sum_ if more is None else sum_ + more.values
    scale = 1.0 if parts.scale is None else float(parts.scale)
    sum_ = (math.sqrt(scale) if parts.rooted else scale) * sum_
    if parts.norm is None:
        return np.asarray(sum_)
    assert parts.norm.gamma is not None
    assert parts.norm.beta is not None
    centred = sum_ - sum_.mean(-1, keepdims=True)
    scaled = centred / np.sqrt((centred**2).mean(-1, keepdims=True) + eps)
    return np.asarray(parts.norm.gamma.values * scaled + parts.norm.beta.values)


# Tokens.


@pytest.mark.parametrize("name", TOKENIZED)
def test_tokens_are_those_of_the_model(name: str) -> None:
    assert tokens(path=MODELS / name).ids == tuple(states(name)["input_ids"])


def test_names_and_pieces() -> None:
    found = tokens()
    assert found.pieces == found.names
    assert " ".join(found.names) == (
        "[CLS] he sat by the ri ##ver bank , the bank of the ri ##ver . [SEP]"
    )
    found = tokens(path=MODELS / "gpt2-text")
    assert " ".join(found.names) == "He sat by the river bank , the bank of the river ."
    assert found.pieces[1] == "Ġsat"
    found = tokens(path=MODELS / "gemma")
    assert " ".join(found.names) == "<bos> He sat by the river bank, the bank of the river."
    assert found.pieces[2] == "▁sat"


@pytest.mark.parametrize(
    ("name", "text", "names"),
    [
        ("gpt2-text", "é bat ", ["Ã", "©", "b", "at", "Ġ"]),
        ("gemma", "é bat", ["<bos>", "<0xC3>", "<0xA9>", "b", "at"]),
        ("gemma", "zz b", ["<bos>", "<unk>", "b"]),
        ("bert-text", "é", ["[CLS]", "[UNK]", "[SEP]"]),
    ],
)
def test_bytes_spaces_and_unknown_words_keep_their_pieces(
    name: str, text: str, names: list[str]
) -> None:
    assert list(tokens(text, MODELS / name).names) == names


def test_a_letter_that_is_one_token_of_bytes_is_called_by_itself(tmp_path: Path) -> None:
    tree = json.loads((MODELS / "gpt2-text/tokenizer.json").read_text("utf-8"))
    tree["model"]["vocab"]["Ã©"] = len(tree["model"]["vocab"])
    tree["model"]["merges"].insert(0, ["Ã", "©"])
    (tmp_path / "tokenizer.json").write_text(json.dumps(tree), "utf-8")
    found = tokens("bé é", tmp_path)
    assert found.names == ("b", "é", "Ġ", "é")
    assert found.pieces == ("b", "Ã©", "Ġ", "Ã©")


def test_a_text_is_neither_cut_nor_padded(tmp_path: Path) -> None:
    """Sentence encoders are stored with the lengths that they were trained by."""
    tree = json.loads((MODELS / "bert-text/tokenizer.json").read_text("utf-8"))
    tree["truncation"] = {
        "direction": "Right", "max_length": 4, "strategy": "LongestFirst", "stride": 0,
    }  # fmt: skip
    tree["padding"] = {
        "strategy": {"Fixed": 30}, "direction": "Right", "pad_to_multiple_of": None,
        "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]",
    }  # fmt: skip
    (tmp_path / "tokenizer.json").write_text(json.dumps(tree), "utf-8")
    assert tokens(path=tmp_path) == tokens()


def test_the_tokenizer_is_beside_the_weights() -> None:
    assert tokens(path=MODELS / "bert-text/model.safetensors") == tokens()


def no_text(text: str = TEXT, path: Path = MODELS / "bert-text") -> InputError:
    with pytest.raises(InputError) as caught:
        tokens(text, path)
    return caught.value


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_an_empty_text_is_refused(text: str) -> None:
    assert (no_text(text).key, no_text(text).where) == ("empty_text", "--text")


def test_a_text_without_tokens_is_refused() -> None:
    error = no_text("zzz", MODELS / "gpt2-text")
    assert error.key == "no_tokens"
    assert error.where == str(MODELS / "gpt2-text/tokenizer.json")
    assert no_text("a\udc80b").key == "text_not_unicode"


def test_a_folder_without_a_tokenizer(tmp_path: Path) -> None:
    assert (no_text(path=tmp_path).key, no_text(path=tmp_path).where) == (
        "no_tokenizer",
        str(tmp_path),
    )
    (tmp_path / "tokenizer.model").write_bytes(b"")
    error = no_text(path=tmp_path)
    assert (error.key, error.facts["found"]) == ("other_tokenizer", "tokenizer.model")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "empty_file"),
        ("{", "json_end"),
        ("[]", "damaged_tokenizer"),
        ("{}", "damaged_tokenizer"),
        ('{"model": {"type": "BPE"}}', "damaged_tokenizer"),
        ('{"model": {"type": "Morphemes", "vocab": {}}}', "tokenizer_kind"),
        ('{"model": {"type": 3}}', "tokenizer_kind"),
    ],
)
def test_tokenizers_that_are_none(text: str, key: str, tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text(text, "utf-8")
    error = no_text(path=tmp_path)
    assert error.key == key
    assert str(error.where).startswith(str(tmp_path / "tokenizer.json"))


def test_a_tokenizer_that_falls_over_its_own_vocabulary(tmp_path: Path) -> None:
    """It names a token for unknown words, and has none of that name."""
    tree = json.loads((MODELS / "bert-text/tokenizer.json").read_text("utf-8"))
    tree["model"]["unk_token"] = "[NONE]"
    (tmp_path / "tokenizer.json").write_text(json.dumps(tree), "utf-8")
    error = no_text("é", tmp_path)
    assert (error.key, error.where) == ("damaged_tokenizer", str(tmp_path / "tokenizer.json"))


def test_a_tokenizer_that_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").mkdir()
    assert no_text(path=tmp_path).key in ("unreadable", "no_permission")


def test_the_library_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name == "tokenizers":
            raise ImportError(name)
        return original(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    error = no_text()
    assert (error.key, error.facts) == ("missing_extra", {"extra": "text", "library": "tokenizers"})


# Their rows.


@pytest.mark.parametrize("name", EMBEDDED)
def test_the_first_stream_comes_out(name: str) -> None:
    known = states(name)
    eps = 1e-5 if name == "roberta" else 1e-12
    found = rows(embedded(MODELS / name, list(known["input_ids"])), eps)
    scale = np.abs(known["h0"]).max()
    np.testing.assert_allclose(found, known["h0"], rtol=0, atol=2e-6 * scale)


def test_what_each_architecture_puts_together() -> None:
    def parts(name: str) -> tuple[bool, bool, str | None, bool]:
        found = embedded(MODELS / name, [1, 2])
        return (
            found.position is not None,
            found.type is not None,
            found.scale,
            found.norm is not None,
        )

    assert parts("bert") == (True, True, None, True)
    assert parts("distilbert") == (True, False, None, True)
    assert parts("gpt2") == (True, False, None, False)
    assert parts("llama") == (False, False, None, False)
    assert parts("gemma") == (False, False, "16", False)
    assert parts("granite") == (False, False, "12.0", False)


def test_parts_name_their_tensors_and_how_many_rows_there_are() -> None:
    found = embedded(MODELS / "gpt2-text", [3, 1])
    assert found.word.source.endswith("model.safetensors: transformer.wte.weight")
    assert found.rows == {"word": 40, "position": 24}


def test_padding_has_a_place_of_its_own_in_roberta() -> None:
    """pad_token_id is 1: other tokens have the places 2, 3, …, and padding has place 1."""
    table = load_file(MODELS / "roberta/model.safetensors")["embeddings.position_embeddings.weight"]
    found = embedded(MODELS / "roberta", [5, 1, 6])
    assert found.position is not None
    np.testing.assert_array_equal(found.position.values, table[[2, 1, 3]])


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Path]:
    """A copy of a model, with some tensors and some of its config.json changed."""

    def change(name: str, tensors: dict[str, Any], config: dict[str, object]) -> Path:
        shutil.copytree(MODELS / name, tmp_path / name)
        all_tensors = load_file(MODELS / name / "model.safetensors") | tensors
        kept = {key: value for key, value in all_tensors.items() if value is not None}
        save_file(kept, tmp_path / name / "model.safetensors")
        tree = json.loads((MODELS / name / "config.json").read_text("utf-8")) | config
        (tmp_path / name / "config.json").write_text(json.dumps(tree), "utf-8")
        return tmp_path / name

    return change


def not_embedded(path: Path, ids: list[int]) -> InputError:
    with pytest.raises(InputError) as caught:
        embedded(path, ids)
    return caught.value


@pytest.mark.parametrize(
    ("name", "length", "most"), [("bert", 13, 12), ("roberta", 11, 10), ("gpt2", 40, 12)]
)
def test_a_text_longer_than_the_positions_is_refused(name: str, length: int, most: int) -> None:
    error = not_embedded(MODELS / name, [3] * length)
    assert error.key == "text_too_long"
    assert error.facts == {"length": length, "most": most}
    assert "position" in str(error.where) or "wpe" in str(error.where)
    embedded(MODELS / name, [3] * most)


def test_a_tokenizer_of_another_model_is_refused() -> None:
    error = not_embedded(MODELS / "llama", [3, 20])
    assert (error.key, error.facts) == ("token_beyond", {"token": 20, "rows": 20})


@pytest.mark.parametrize(
    ("name", "tensors", "config", "key"),
    [
        ("llama", {"model.embed_tokens.weight": None}, {}, "missing_embedding"),
        ("gpt2", {"wpe.weight": None}, {}, "missing_embedding"),
        ("llama", {"model.embed_tokens.weight": np.ones((20, 8))}, {}, "table_shape"),
        ("llama", {"model.embed_tokens.weight": np.ones(20)}, {}, "table_shape"),
        ("bert", {"embeddings.token_type_embeddings.weight": np.ones((2, 8))}, {}, "table_shape"),
        ("granite", {}, {"embedding_multiplier": "12"}, "config_value"),
        ("roberta", {}, {"pad_token_id": -1}, "config_value"),
        ("roberta", {}, {"pad_token_id": 0.5}, "config_value"),
    ],
)
def test_embeddings_that_do_not_go_with_the_model(
    name: str,
    tensors: dict[str, Any],
    config: dict[str, object],
    key: str,
    changed: Callable[..., Path],
) -> None:
    assert not_embedded(changed(name, tensors, config), [3, 4]).key == key


def test_a_bare_encoder_has_no_embedding() -> None:
    assert not_embedded(MODELS / "torch-pre", [3]).key == "no_embedding"
