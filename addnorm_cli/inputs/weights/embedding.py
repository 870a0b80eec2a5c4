"""The embedding of a model: the rows that a sentence's tokens have before the first layer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal

from addnorm_cli.inputs.arrays import show_shape
from addnorm_cli.inputs.documents import quoted
from addnorm_cli.inputs.weights.architecture import Embedding, Stack
from addnorm_cli.inputs.weights.config import Config
from addnorm_cli.inputs.weights.tensor_files import TensorFile
from addnorm_cli.model.block_problem import Affine
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import record


@record
class Embedded:
    """What the rows of a text are put together from: scale · (word + position + type), normed.

    Attributes:
        word: A row for each token, shape (L, d).
        position: A row for each place, or None where places are not added.
        type: The row of the first kind of text for each token, or None for none.
        scale: What the sum is multiplied by; 1 for nothing.
        norm: The norm after it, or None for none.
        rows: How many words and how many positions there are: "word" and "position".
    """

    word: Tensor
    position: Tensor | None
    type: Tensor | None
    scale: float
    norm: Affine | None
    rows: dict[str, int]


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
    rows: dict[str, int] = {
        role: _count_rows(file, names[role], width)
        for role in ("word", "position")
        if role in names
    }
    if max(ids) >= rows["word"]:
        where = f"{file.name}: {printable(names['word'])}"
        raise InputError("token_beyond", where=where, token=max(ids), rows=rows["word"])
    read = {"word": file.read_rows(names["word"], ids)}
    if "position" in names:
        places = _places(ids, spec, config)
        if max(places) >= rows["position"]:
            most = rows["position"] - (max(places) + 1 - len(ids))
            where = f"{file.name}: {printable(names['position'])}"
            raise InputError("text_too_long", where=where, length=len(ids), most=most)
        read["position"] = file.read_rows(names["position"], places)
    if "type" in names:
        _count_rows(file, names["type"], width)
        read["type"] = file.read_rows(names["type"], [0] * len(ids))
    return Embedded(
        word=read["word"],
        position=read.get("position"),
        type=read.get("type"),
        scale=_scale(spec, config, read["word"].shape[-1]),
        norm=_norm(file, names),
        rows=rows,
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


def _scale(spec: Embedding, config: Config, width: int) -> float:
    """What the sum of the rows is multiplied by."""
    if spec.scale is None:
        return 1.0
    if spec.scale == "sqrt_d":
        return math.sqrt(width)
    entry = config.find(spec.scale)
    if entry is None:
        return 1.0
    if not isinstance(entry.value, Decimal):
        raise InputError("config_value", where=entry.where, found=quoted(entry.value))
    return float(entry.value)


def _norm(file: TensorFile, names: dict[str, str]) -> Affine | None:
    if "norm.gamma" not in names:
        return None
    return Affine(gamma=file.read(names["norm.gamma"]), beta=file.read(names["norm.beta"]))
