"""The attention of a block problem: its weights, and what is done to its scores."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Literal

import numpy as np

from addnorm_cli.inputs.block_keys import (
    read_affine,
    read_count,
    read_flag,
    read_object,
    read_output,
    read_positive,
    read_tensors,
)
from addnorm_cli.inputs.documents import Json, JsonObject, quoted, text_in, to_tensor
from addnorm_cli.model.block_problem import Attention, Rotary, Scale
from addnorm_cli.model.choices import choose
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Orientation, Tensor
from addnorm_cli.model.records import EMPTY, replaced
from addnorm_cli.numbers.arithmetic import Array

WEIGHTS = ("W_q", "W_k", "W_v", "W_o")
BIASES = ("b_q", "b_k", "b_v", "b_o")
QK_AFFINES = ("q_norm", "k_norm")
ATTENTION_KEYS = (
    "output", "heads", "kv_heads", "causal", "mask", "scale", "softcap", "rotary", "rotary_base",
    "rotary_dim", "rope_scaling", *QK_AFFINES, *WEIGHTS, *BIASES,
)  # fmt: skip
PAIRS: tuple[Literal["halves", "interleaved"], ...] = ("halves", "interleaved")
SCALINGS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "linear": (("factor",), ()),
    "llama3": (
        ("factor", "low_freq_factor", "high_freq_factor", "original_max_position_embeddings"), ()
    ),
    "yarn": (
        ("factor", "original_max_position_embeddings"),
        ("beta_fast", "beta_slow", "attention_factor"),
    ),
}  # fmt: skip
"""The kinds of scaled rotary positions: the numbers that each needs, and those that it may have."""


def read_attention(
    tree: Json, source: str, orientation: Orientation, *, with_memory: bool = False
) -> Attention:
    """The attention of a layer, to itself or to a memory.

    Raises:
        InputError: A key is unknown, or its value has no meaning.
    """
    spec = read_object(tree, source, (*ATTENTION_KEYS, "memory") if with_memory else ATTENTION_KEYS)
    if "output" in spec:
        return Attention(output=read_output(spec, source))
    read = {
        **read_tensors(spec, WEIGHTS, (), source),
        **read_tensors(spec, BIASES, (), source),
    }
    if with_memory and "memory" not in spec:
        raise InputError("missing_key", where=source, found="memory")
    memory = to_tensor(spec["memory"], f"{source}.memory") if with_memory else None
    if memory is not None and len(memory.shape) != 2:
        raise InputError("memory_shape", where=memory.source, dimensions=len(memory.shape))
    heads = read_count(spec, "heads", source, _heads_of(read, "q"))
    kv_heads = read_count(spec, "kv_heads", source, _heads_of(read, "k", heads))
    counts = {"q": heads, "k": kv_heads, "v": kv_heads, "o": heads}
    joined = {n: _joined(t, n, counts[n[-1]], orientation) for n, t in read.items()}
    return Attention(
        heads=heads,
        kv_heads=kv_heads,
        causal=read_flag(spec, "causal", source, default=False),
        rotary=_rotary(spec, source),
        weights={name: joined[name] for name in WEIGHTS if name in joined},
        biases={name: joined[name] for name in BIASES if name in joined},
        mask=to_tensor(spec["mask"], f"{source}.mask") if "mask" in spec else None,
        scale=_scale(spec, source),
        softcap=_text(read_positive(spec, "softcap", source)),
        memory=memory,
        norms={n: read_affine(spec[n], f"{source}.{n}") for n in QK_AFFINES if n in spec},
    )


def _heads_of(read: Mapping[str, Tensor], letter: str, otherwise: int = 1) -> int:
    """How many heads there are, where a weight is a list of matrices and nobody says."""
    weight = read.get(f"W_{letter}")
    return weight.shape[0] if weight is not None and len(weight.shape) == 3 else otherwise


def _joined(tensor: Tensor, name: str, heads: int, orientation: Orientation) -> Tensor:
    """A weight or bias that is a list with one for each head, as one with the heads side by side.

    Raises:
        InputError: It is a list of others than the heads.
    """
    is_weight = name.startswith("W_")
    if len(tensor.shape) != (3 if is_weight else 2):
        return tensor
    if tensor.shape[0] != heads:
        found = tensor.shape[0]
        raise InputError("per_head", where=tensor.source, name=name, found=found, heads=heads)
    # The axis of the heads' own components: the inputs of W_o, the outputs of the others.
    inputs = name == "W_o"
    axis = 0 if not is_weight or inputs == (orientation == "xW") else 1

    def moved(values: Array) -> Array:
        shape = list(values.shape[1:])
        shape[axis] *= heads
        return np.moveaxis(values, 0, axis).reshape(shape)

    typed = None if tensor.typed is None else moved(tensor.typed)
    return replaced(tensor, values=moved(tensor.values), typed=typed)


def _rotary(spec: JsonObject, source: str) -> Rotary | None:
    keys = ("rotary", "rotary_base", "rotary_dim", "rope_scaling")
    if not any(spec.get(key) is not None for key in keys):
        return None
    pairs = text_in(spec.get("rotary", "halves"), f"{source}.rotary")
    base = read_positive(spec, "rotary_base", source)
    width = read_count(spec, "rotary_dim", source, 0)
    scaling = spec.get("rope_scaling")
    return Rotary(
        base=10_000.0 if base is None else float(base),
        pairs=choose(pairs, PAIRS, f"{source}.rotary"),
        width=width or None,
        scaling=EMPTY if scaling is None else read_scaling(scaling, f"{source}.rope_scaling"),
    )


def read_scaling(tree: Json, source: str) -> dict[str, float | str]:
    """How rotary positions are scaled, as a config.json says it.

    Raises:
        InputError: The kind is unknown, or lacks a number.
    """
    kinds = tuple(SCALINGS)
    if not isinstance(tree, dict):
        raise InputError("object_expected", where=source, found=quoted(tree))
    told_by = "rope_type" if "rope_type" in tree else "type"
    kind = tree.get(told_by)
    if not isinstance(kind, str) or kind not in SCALINGS:
        where = f"{source}.{told_by}"
        raise InputError("rope_type", where=where, found=quoted(kind), choices=kinds)
    needed, more = SCALINGS[kind]
    read: dict[str, float | str] = {"rope_type": kind}
    for name in tree:
        if name not in (*needed, *more, "rope_type", "type"):
            raise InputError("rope_key", where=f"{source}.{name}", kind=kind, choices=needed + more)
    for name in (*needed, *more):
        number = read_positive(tree, name, source)
        if number is not None:
            read[name] = float(number)
        elif name in needed:
            raise InputError("missing_key", where=source, found=name)
    return read


def _scale(spec: JsonObject, source: str) -> Scale | None:
    number = read_positive(spec, "scale", source)
    return None if number is None else Scale(str(number))


def _text(number: Decimal | None) -> str | None:
    return None if number is None else str(number)


def needs_a_pair(rotary: Rotary, d_head: int) -> bool:
    """Whether a component would turn without a partner, or beyond the head."""
    width = d_head if rotary.width is None else rotary.width
    return width % 2 == 1 or width > d_head
