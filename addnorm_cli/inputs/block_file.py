"""The block problem file: layers with their weights or outputs, or the bare updates of a stream."""

from __future__ import annotations

from addnorm_cli.formula.functions import ACTIVATIONS, GATES
from addnorm_cli.inputs.arrays import show_shape
from addnorm_cli.inputs.block_attention import read_attention
from addnorm_cli.inputs.block_keys import read_affine, read_object, read_output, read_tensors
from addnorm_cli.inputs.documents import Json, quoted, text_in, to_tensor
from addnorm_cli.inputs.limits import MOST_UPDATES
from addnorm_cli.model.block_problem import (
    NORM_PLACES,
    THIRD_NORMS,
    FeedForward,
    Layer,
    Update,
)
from addnorm_cli.model.choices import choose
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Orientation

LAYER_NORMS = (*NORM_PLACES, *THIRD_NORMS)
LAYER_KEYS = ("attention", "cross", "ffn", *LAYER_NORMS)
FFN_WEIGHTS = ("W_1", "W_gate", "W_2")
FFN_BIASES = ("b_1", "b_gate", "b_2")
FFN_KEYS = ("output", "activation", *FFN_WEIGHTS, *FFN_BIASES)
UPDATE_KEYS = ("label", "delta")


def read_layers(tree: Json, source: str, orientation: Orientation) -> tuple[Layer, ...]:
    """The layers of a document.

    Raises:
        InputError: It is no list of layers, or one of them is not what a layer should be.
    """
    if not isinstance(tree, list):
        raise InputError("list_expected", where=source, found=quoted(tree))
    if not tree:
        raise InputError("empty_list", where=source)
    return tuple(_layer(layer, f"{source}[{n}]", orientation) for n, layer in enumerate(tree))


def _layer(tree: Json, source: str, orientation: Orientation) -> Layer:
    layer = read_object(tree, source, LAYER_KEYS)
    if not layer.keys() & {"attention", "cross", "ffn"}:
        raise InputError("missing_key", where=source, found="attention / ffn")
    attention, cross, ffn = (layer.get(key) for key in ("attention", "cross", "ffn"))
    return Layer(
        attention=None
        if attention is None
        else read_attention(attention, f"{source}.attention", orientation),
        ffn=None if ffn is None else _feed_forward(ffn, f"{source}.ffn"),
        norms={n: read_affine(layer[n], f"{source}.{n}") for n in LAYER_NORMS if n in layer},
        cross=None
        if cross is None
        else read_attention(cross, f"{source}.cross", orientation, with_memory=True),
    )


def _feed_forward(tree: Json, source: str) -> FeedForward:
    spec = read_object(tree, source, FFN_KEYS)
    if "output" in spec:
        return FeedForward(output=read_output(spec, source))
    activation = text_in(spec.get("activation", "relu"), f"{source}.activation")
    choose(activation, (*ACTIVATIONS, *GATES), f"{source}.activation")
    gated = activation in GATES
    for key in ("W_gate", "b_gate"):
        if key in spec and not gated:
            raise InputError("gate_without_swiglu", where=f"{source}.{key}", activation=activation)
    needed = FFN_WEIGHTS if gated else ("W_1", "W_2")
    return FeedForward(
        activation=activation,
        weights=read_tensors(spec, FFN_WEIGHTS, needed, source),
        biases=read_tensors(spec, FFN_BIASES, (), source),
    )


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
        spec = read_object(item, place, UPDATE_KEYS)
        if "delta" not in spec:
            raise InputError("missing_key", where=place, found="delta")
        delta = to_tensor(spec["delta"], f"{place}.delta")
        if delta.shape != shape:
            raise InputError(
                "delta_shape", where=f"{place}.delta",
                found=show_shape(delta.shape), expected=show_shape(shape),
            )  # fmt: skip
        label = text_in(spec.get("label", f"Δ{number + 1}"), f"{place}.label")
        updates.append(Update(label=printable(label), delta=delta))
    return tuple(updates)
