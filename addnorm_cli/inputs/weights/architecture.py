"""What an architecture is: how its tensors are named, and how they are put together."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from addnorm_cli.model.problem import Orientation
from addnorm_cli.model.records import EMPTY, record

Names = Mapping[str, tuple[str, ...]]

LAYER = "{layer}"
"""Stands in a name for the number of the layer."""

PLAIN: Mapping[str, str] = {
    "relu": "relu",
    "gelu": "gelu",
    "gelu_python": "gelu",
    "gelu-tanh": "gelu-tanh",
    "gelu_new": "gelu-tanh",
    "gelu_fast": "gelu-tanh",
    "gelu_pytorch_tanh": "gelu-tanh",
    "quick-gelu": "quick-gelu",
    "quick_gelu": "quick-gelu",
    "silu": "silu",
    "swish": "silu",
}
"""Our names of the activations, by themselves and by those of config.json."""

GATED: Mapping[str, str] = {
    "swiglu": "swiglu",
    "silu": "swiglu",
    "swish": "swiglu",
    "geglu": "geglu",
    "gelu": "geglu",
    "geglu-tanh": "geglu-tanh",
    "gelu_new": "geglu-tanh",
    "gelu_fast": "geglu-tanh",
    "gelu_pytorch_tanh": "geglu-tanh",
    "reglu": "reglu",
    "relu": "reglu",
}
"""The same for a feed-forward with a gate."""


@record
class Embedding:
    """The layer before the first: what a token's row is put together from.

    Attributes:
        names: The names of its tensors after the prefix of the model, by role: "word",
            "position", "type", "norm.gamma" and "norm.beta".
        positions_after_pad: Positions are counted from the number of the padding token on, which
            itself has that very number.
        scale: "sqrt_d", or the entry of config.json whose number the sum is multiplied by.
    """

    names: Names
    positions_after_pad: bool = False
    scale: str | None = None


@record
class Architecture:
    """One kind of Transformer.

    A layer's tensors are named PREFIX + stack + "." + number + "." + name in layer, and those of a
    state dict that is one layer PREFIX + name in layer. The prefix is whatever the file has
    there: "bert.", "model.", "encoder.", nothing. Where the stack is called nothing, every name is
    a whole one.

    Attributes:
        name: The value of --arch.
        stack: What the list of layers is called.
        names: The names within a layer, by role, the usual one first; a role is a weight or bias
            of `Attention` or `FeedForward`, "W_qkv" and "b_qkv" for the three in one tensor, or
            a norm's parameter such as "norm1.gamma".
        convention: The norm and its usual ε, of the table of conventions.
        placement: Where the norms stand, or None where it is a choice that weights do not show.
        activation: The usual activation, as config.json writes it.
        optional: The roles that may be missing.
        final_norm: The names of γ and β of the norm after the last layer, by "gamma" and "beta".
        orientation: How every weight is stored.
        fused_by_head: The rows of W_qkv are q, k and v of the first head, then of the next.
        activations: PLAIN or GATED, or what stands in their place.
        placement_key: What config.json calls the placement where it is a choice, and the
            placements that its true and false mean.
        causal: A token sees those before it alone.
        causal_key: What config.json calls it, where it is a choice.
        rotary: Positions are rotations of q and k.
        pairs: Which components turn together, as in `Rotary`.
        ignored: Further tensors of a layer, that its answer does not depend on.
        usual: Entries of config.json that mean this where they are left out.
        model_types: The values of "model_type" in config.json that mean this, its own first;
            empty for any.
        container: What the prefix of the layers has after that of the model.
        embedding: The layer before the first, or None where it is not part of such a file.
    """

    name: str
    stack: str
    names: Names
    convention: str
    placement: str | None
    activation: str
    optional: Collection[str] = ()
    final_norm: Names = EMPTY
    orientation: Orientation = "Wx"
    fused_by_head: bool = False
    activations: Mapping[str, str] = PLAIN
    placement_key: tuple[str, str, str] | None = None
    causal: bool = False
    causal_key: str | None = None
    rotary: bool = False
    pairs: Literal["halves", "interleaved"] = "halves"
    ignored: tuple[str, ...] = ()
    usual: Mapping[str, object] = EMPTY
    model_types: tuple[str, ...] = ()
    container: str = ""
    embedding: Embedding | None = None

    @property
    def marks(self) -> tuple[str, str]:
        """The two names by which a layer is recognized: the queries', and the feed-forward's."""
        queries = "W_qkv" if "W_qkv" in self.names else "W_q"
        return self.names[queries][0], self.names["W_1"][0]


def linear(letters: str, name: str) -> Names:
    """The names of a linear map: its weight and its bias."""
    return {f"W_{letters}": (f"{name}.weight",), f"b_{letters}": (f"{name}.bias",)}


def norm(role: str, name: str) -> Names:
    """The names of a LayerNorm: γ and β."""
    return {f"{role}.gamma": (f"{name}.weight",), f"{role}.beta": (f"{name}.bias",)}


def final(name: str, *parts: str) -> Names:
    """The names of the parameters of a norm after the last layer: γ, or γ and β."""
    words = {"gamma": "weight", "beta": "bias"}
    return {part: (f"{name}.{words[part]}",) for part in parts}


def gain(role: str, name: str) -> Names:
    """The name of an RMSNorm's γ."""
    return {f"{role}.gamma": (f"{name}.weight",)}


def biases(letters: str) -> tuple[str, ...]:
    """The roles of the biases with these letters, as in "q k v"."""
    return tuple(f"b_{letter}" for letter in letters.split())


DIMENSIONS: dict[str, str] = {
    "W_q": "qd",
    "W_k": "kd",
    "W_v": "kd",
    "W_qkv": "sd",
    "W_o": "dq",
    "W_gate": "fd",
    "W_1": "fd",
    "W_2": "df",
    "b_q": "q",
    "b_k": "k",
    "b_v": "k",
    "b_qkv": "s",
    "b_o": "d",
    "b_gate": "f",
    "b_1": "f",
    "b_2": "d",
}
"""The dimensions of each weight as (out, in): d the stream, q all query heads, k all key heads,
s the three of them in one (3 d), f the feed-forward. A norm's parameters have d."""

_MOST_DIGITS = 4
"""How long the number of a layer may be."""


@record
class Stack:
    """The layers that a file has of one architecture.

    Attributes:
        arch: The architecture.
        prefix: What stands before the names.
        count: How many layers, up to the highest number.
        bare: The file is one layer, and its names have no number.
    """

    arch: Architecture
    prefix: str
    count: int
    bare: bool = False

    def tensor(self, name: str, number: int) -> str:
        """The whole name of a layer's tensor."""
        if not self.arch.stack:
            return name.replace(LAYER, str(number))
        return self.start(number) + name

    def start(self, number: int) -> str:
        """What the names of a layer's tensors begin with."""
        return self.prefix if self.bare else f"{self.prefix}{self.arch.stack}.{number}."

    def starts(self, number: int) -> set[str]:
        """What the names of a layer's tensors begin with, as far as that shows whose they are."""
        if self.arch.stack:
            return {self.start(number)}
        parted = (name.partition(LAYER) for names in self.arch.names.values() for name in names)
        return {f"{before}{number}{after[:1]}" for before, mark, after in parted if mark}

    def misfits(self, tensors: Collection[str]) -> int:
        """How many names of the first layer that the file has are missing or not known."""
        arch = self.arch
        first = 0 if self.bare else min(_numbers(f"{self.prefix}{arch.stack}.", tensors))
        start = self.start(first)
        # Beside a single layer, an .npz may well hold its input.
        mine = (name for name in tensors if name.startswith(start) and "." in name)
        has = {name.removeprefix(start) for name in mine}
        known = {name for names in arch.names.values() for name in names} | {*arch.ignored}
        missing = [
            role
            for role, names in arch.names.items()
            if role not in arch.optional and has.isdisjoint(names)
        ]
        return len(missing) + len(has - known)


def find_stacks(arch: Architecture, mark: str, tensors: Collection[str]) -> dict[str, Stack]:
    """The stacks of layers that have a tensor of this name, by their prefix.

    Args:
        arch: The architecture.
        mark: A name within a layer.
        tensors: The names that the file has.
    """
    found: dict[str, Stack] = {}
    bare: dict[str, Stack] = {}
    marked = re.compile(
        rf"(?P<prefix>(?:.+\.)?){re.escape(arch.stack)}\.[0-9]{{1,{_MOST_DIGITS}}}\.{re.escape(mark)}"
    )
    for tensor in tensors:
        if match := marked.fullmatch(tensor):
            prefix = match["prefix"]
            if prefix not in found:
                # Those count too that lack the tensor they are recognized by.
                count = max(_numbers(f"{prefix}{arch.stack}.", tensors)) + 1
                found[prefix] = Stack(arch=arch, prefix=prefix, count=count)
        elif tensor == mark or tensor.endswith(f".{mark}"):
            prefix = tensor.removesuffix(mark)
            bare[prefix] = Stack(arch=arch, prefix=prefix, count=1, bare=True)
    return found or bare


def _numbers(start: str, tensors: Collection[str]) -> Iterator[int]:
    """The numbers of the layers whose names begin so."""
    numbered = re.compile(rf"{re.escape(start)}([0-9]{{1,{_MOST_DIGITS}}})\..+")
    return (int(found[1]) for found in map(numbered.fullmatch, tensors) if found)


def looked_for(arch: Architecture) -> str:
    """What an architecture is recognized by, as a person would write it."""
    return " + ".join(f"{arch.stack}.N.{mark}" for mark in arch.marks)
