"""The block problem file: layers with their weights or outputs, or the bare updates of a stream."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from addnorm_cli.formula.functions import ACTIVATIONS
from addnorm_cli.inputs.arrays import show_shape
from addnorm_cli.inputs.documents import Json, JsonObject, quoted, to_tensor
from addnorm_cli.inputs.limits import MOST_UPDATES
from addnorm_cli.model.block_problem import (
    NORM_PLACES,
    Affine,
    Attention,
    FeedForward,
    Layer,
    Update,
)
from addnorm_cli.model.choices import choose, unknown
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Tensor

_LAYER_KEYS = ("attention", "ffn", *NORM_PLACES)
_ATTENTION_WEIGHTS = ("W_q", "W_k", "W_v", "W_o")
_ATTENTION_BIASES = ("b_q", "b_k", "b_v", "b_o")
_ATTENTION_KEYS = (
    "output", "heads", "kv_heads", "causal", "rotary_base", *_ATTENTION_WEIGHTS, *_ATTENTION_BIASES
)  # fmt: skip
_FFN_WEIGHTS = ("W_1", "W_gate", "W_2")
_FFN_BIASES = ("b_1", "b_gate", "b_2")
_FFN_KEYS = ("output", "activation", *_FFN_WEIGHTS, *_FFN_BIASES)


def read_layers(tree: Json, source: str) -> tuple[Layer, ...]:
    """The layers of a document.

    Raises:
        InputError: It is no list of layers, or one of them is not what a layer should be.
    """
    if not isinstance(tree, list):
        raise InputError("list_expected", where=source, found=quoted(tree))
    if not tree:
        raise InputError("empty_list", where=source)
    return tuple(_layer(layer, f"{source}[{n}]") for n, layer in enumerate(tree))


def _layer(tree: Json, source: str) -> Layer:
    layer = read_object(tree, source, _LAYER_KEYS)
    if not layer.keys() & {"attention", "ffn"}:
        raise InputError("missing_key", where=source, found="attention / ffn")
    attention, ffn = layer.get("attention"), layer.get("ffn")
    return Layer(
        attention=None if attention is None else _attention(attention, f"{source}.attention"),
        ffn=None if ffn is None else _feed_forward(ffn, f"{source}.ffn"),
        norms={n: read_affine(layer[n], f"{source}.{n}") for n in NORM_PLACES if n in layer},
    )


def _attention(tree: Json, source: str) -> Attention:
    spec = read_object(tree, source, _ATTENTION_KEYS)
    if "output" in spec:
        return Attention(output=_output(spec, source))
    heads = read_count(spec, "heads", source, 1)
    return Attention(
        heads=heads,
        kv_heads=read_count(spec, "kv_heads", source, heads),
        causal=read_flag(spec, "causal", source, default=False),
        rotary=_positive(spec, "rotary_base", source),
        weights=_tensors(spec, _ATTENTION_WEIGHTS, _ATTENTION_WEIGHTS[:3], source),
        biases=_tensors(spec, _ATTENTION_BIASES, (), source),
    )


def _feed_forward(tree: Json, source: str) -> FeedForward:
    spec = read_object(tree, source, _FFN_KEYS)
    if "output" in spec:
        return FeedForward(output=_output(spec, source))
    activation = spec.get("activation", "relu")
    if not isinstance(activation, str):
        raise InputError("text_expected", where=f"{source}.activation", found=quoted(activation))
    choose(activation, (*ACTIVATIONS, "swiglu"), f"{source}.activation")
    gated = activation == "swiglu"
    for key in ("W_gate", "b_gate"):
        if key in spec and not gated:
            raise InputError("gate_without_swiglu", where=f"{source}.{key}", activation=activation)
    needed = _FFN_WEIGHTS if gated else ("W_1", "W_2")
    return FeedForward(
        activation=activation,
        weights=_tensors(spec, _FFN_WEIGHTS, needed, source),
        biases=_tensors(spec, _FFN_BIASES, (), source),
    )


def _output(spec: JsonObject, source: str) -> Tensor:
    others = [key for key in spec if key != "output"]
    if others:
        raise InputError("output_and_weights", where=source, keys=tuple(others))
    return to_tensor(spec["output"], f"{source}.output")


def _tensors(
    spec: JsonObject, names: Sequence[str], needed: Sequence[str], source: str
) -> dict[str, Tensor]:
    for name in needed:
        if name not in spec:
            raise InputError("missing_key", where=source, found=name)
    return {name: to_tensor(spec[name], f"{source}.{name}") for name in names if name in spec}


def read_affine(tree: Json, source: str) -> Affine:
    """γ and β of one norm."""
    spec = read_object(tree, source, ("gamma", "beta"))
    tensors = _tensors(spec, ("gamma", "beta"), (), source)
    return Affine(gamma=tensors.get("gamma"), beta=tensors.get("beta"))


def read_updates(tree: Json, source: str, shape: tuple[int, ...]) -> tuple[Update, ...]:
    """The updates of a bare ledger.

    Raises:
        InputError: It is no list of updates, or one has another shape than x.
    """
    if not isinstance(tree, list):
        raise InputError("list_expected", where=source, found=quoted(tree))
    if not tree:
        raise InputError("empty_list", where=source)
    if len(tree) > MOST_UPDATES:
        most = f"{MOST_UPDATES:,}"
        raise InputError("too_many_updates", where=source, found=f"{len(tree):,}", most=most)
    updates = []
    for number, item in enumerate(tree):
        place = f"{source}[{number}]"
        spec = read_object(item, place, ("label", "delta"))
        if "delta" not in spec:
            raise InputError("missing_key", where=place, found="delta")
        delta = to_tensor(spec["delta"], f"{place}.delta")
        if delta.shape != shape:
            raise InputError(
                "delta_shape", where=f"{place}.delta",
                found=show_shape(delta.shape), expected=show_shape(shape),
            )  # fmt: skip
        label = spec.get("label", f"Δ{number + 1}")
        if not isinstance(label, str):
            raise InputError("text_expected", where=f"{place}.label", found=quoted(label))
        updates.append(Update(label=printable(label), delta=delta))
    return tuple(updates)


def read_object(tree: Json, source: str, keys: Sequence[str]) -> JsonObject:
    """An object that has none but these keys."""
    if not isinstance(tree, dict):
        raise InputError("object_expected", where=source, found=quoted(tree))
    for key in tree:
        if key not in keys:
            raise unknown("key", key, keys, source)
    return tree


def read_count(spec: JsonObject, key: str, source: str, default: int) -> int:
    """A whole number from 1 on."""
    value = spec.get(key)
    if value is None:
        return default
    if not isinstance(value, Decimal) or value < 1 or value != value.to_integral_value():
        raise InputError("count_expected", where=_inside(source, key), found=quoted(value))
    return int(min(value, Decimal(10**6)))


def read_flag(spec: JsonObject, key: str, source: str, *, default: bool) -> bool:
    """True or false."""
    value = spec.get(key, default)
    if not isinstance(value, bool):
        raise InputError("flag_expected", where=_inside(source, key), found=quoted(value))
    return value


def _inside(source: str, key: str) -> str:
    """The place of a key: after a dot, or right after the name of the file."""
    return f"{source}{key}" if source.endswith(": ") else f"{source}.{key}"


def _positive(spec: JsonObject, key: str, source: str) -> float | None:
    value = spec.get(key)
    if value is None:
        return None
    if not isinstance(value, Decimal) or value <= 0:
        raise InputError("not_a_json_number", where=_inside(source, key), found=quoted(value))
    return float(value)
