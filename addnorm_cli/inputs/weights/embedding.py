"""The embedding of a model: the rows that a sentence's tokens have before the first layer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from addnorm_cli.inputs.arrays import show_shape
from addnorm_cli.inputs.documents import quoted
from addnorm_cli.inputs.weights.architecture import Embedding, Stack
from addnorm_cli.inputs.weights.attention_entries import positive_entry
from addnorm_cli.inputs.weights.config import Config
from addnorm_cli.inputs.weights.tensor_files import TensorFile
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Affine
from addnorm_cli.model.sentence import Embedded, Unembedding

_UNEMBEDDINGS = ("lm_head.weight", "embed_out.weight", "output.weight")
"""What the matrix after the last layer is called, where it is not that of the embedding."""


def read_embedding(file: TensorFile, stack: Stack, config: Config, ids: Sequence[int]) -> Embedded:
    """The rows of these tokens, of each table of the embedding; no others are read.

    Args:
        file: The file.
        stack: The layers of the model.
        config: What stands in config.json.
        ids: The number of each token.

    Raises:
        InputError: The file has no embedding, or one that does not go with the tokens.
    """
    spec = stack.arch.embedding
    if spec is None:
        raise InputError("no_embedding", where=file.name, arch=stack.arch.name)
    names = _find(file, stack, spec)
    width = config.whole_setting("width")
    counts: dict[str, int] = {
        role: _count_rows(file, names[role], width)
        for role in ("word", "position")
        if role in names
    }
    if max(ids) >= counts["word"]:
        where = f"{file.name}: {printable(names['word'])}"
        raise InputError("token_beyond", where=where, token=max(ids), rows=counts["word"])
    taken = {"word": tuple(ids)}
    if "position" in names:
        places = _places(ids, spec, config)
        if max(places) >= counts["position"]:
            most = counts["position"] - (max(places) + 1 - len(ids))
            where = f"{file.name}: {printable(names['position'])}"
            raise InputError("text_too_long", where=where, length=len(ids), most=most)
        taken["position"] = tuple(places)
    if "type" in names:
        _count_rows(file, names["type"], width)
        taken["type"] = (0,) * len(ids)
    read = {role: file.read_rows(names[role], rows) for role, rows in taken.items()}
    return Embedded(
        word=read["word"],
        position=read.get("position"),
        type=read.get("type"),
        scale=_scale(spec, config, read["word"].shape[-1]),
        rooted=spec.scale == "sqrt_d",
        norm=_norm(file, names),
        rows=counts,
        taken=taken,
        tensors=names,
    )


def read_unembedding(
    file: TensorFile, stack: Stack, config: Config, count: int, name_of: Callable[[int], str]
) -> Unembedding:
    """The matrix that gives a score to every word: one of its own, or that of the embedding.

    Args:
        file: The file.
        stack: The layers of the model.
        config: What stands in config.json.
        count: How many words are to be shown.
        name_of: What to call a word.

    Raises:
        InputError: The model has none, or does not look forward only.
    """
    spec = stack.arch.embedding
    if spec is None or not stack.arch.causal:
        raise InputError("predict_not_causal", where="--predict", arch=stack.arch.name)
    name = next((each for each in _UNEMBEDDINGS if each in file), None)
    if name is None:
        tied = config.find("tie_word_embeddings")
        if tied is not None and tied.value is False:
            raise InputError("no_unembedding", where=file.name, looked=_UNEMBEDDINGS)
        name = _find(file, stack, spec)["word"]
    _count_rows(file, name, config.whole_setting("width"))
    bias = name.removesuffix("weight") + "bias"
    divisor = positive_entry(config, "logits_scaling")
    return Unembedding(
        tensor=name,
        weight=file.read(name),
        bias=file.read(bias) if name in _UNEMBEDDINGS and bias in file else None,
        divisor=None if divisor is None or float(divisor) == 1 else divisor,
        softcap=positive_entry(config, "final_logit_softcapping"),
        count=count,
        name_of=name_of,
    )


def _find(file: TensorFile, stack: Stack, spec: Embedding) -> dict[str, str]:
    """The names of the embedding's tensors, by role."""
    prefix = stack.prefix.removesuffix(stack.arch.container)
    names: dict[str, str] = {}
    for role, candidates in spec.names.items():
        tried = [prefix + candidate for candidate in candidates]
        found = next((name for name in tried if name in file), None)
        if found is None:
            looked = tuple(map(printable, tried))
            raise InputError("missing_embedding", where=file.name, looked=looked)
        names[role] = found
    return names


def _count_rows(file: TensorFile, name: str, width: int | None) -> int:
    """How many rows a table has, after its shape was looked at."""
    shape = file.shape(name)
    if len(shape) != 2 or shape[1] != (width or shape[1]):
        raise InputError(
            "table_shape",
            where=f"{file.name}: {printable(name)}",
            found=show_shape(shape),
            width=width or "d",
        )
    return shape[0]


def _places(ids: Sequence[int], spec: Embedding, config: Config) -> list[int]:
    """Which row of the positions each token has.

    RoBERTa counts from the number of the padding token on, leaves padding out, and gives it the
    row of that number (`create_position_ids_from_input_ids` of Hugging Face's transformers).
    """
    if not spec.positions_after_pad:
        return list(range(len(ids)))
    entry = config.find("pad_token_id")
    value = Decimal(1) if entry is None else entry.value
    if not isinstance(value, Decimal) or value < 0 or value != value.to_integral_value():
        where = entry.where if entry else config.name
        raise InputError("config_value", where=where, found=quoted(value))
    pad = place = int(value)
    places = []
    for token in ids:
        place += token != pad
        places.append(pad if token == pad else place)
    return places


def _scale(spec: Embedding, config: Config, width: int) -> str | None:
    """The digits of what the sum of the rows is multiplied by, or of what the root of."""
    if spec.scale is None:
        return None
    if spec.scale == "sqrt_d":
        return str(width)
    entry = config.find(spec.scale)
    if entry is None:
        return None
    if not isinstance(entry.value, Decimal):
        raise InputError("config_value", where=entry.where, found=quoted(entry.value))
    return f"{entry.value:f}"


def _norm(file: TensorFile, names: dict[str, str]) -> Affine | None:
    if "norm.gamma" not in names:
        return None
    return Affine(gamma=file.read(names["norm.gamma"]), beta=file.read(names["norm.beta"]))
