"""The table of architectures: how each is recognised, named in its files, and put together."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from addnorm_cli.model.problem import Orientation
from addnorm_cli.model.records import EMPTY, record


@record
class Architecture:
    """One kind of Transformer.

    A layer's tensors are named PREFIX + stack + "." + number + "." + name in layer, and those of a
    state dict that is one layer PREFIX + name in layer. The prefix is whatever the file has
    there: "bert.", "model.", "encoder.", nothing.

    Attributes:
        name: The value of --arch.
        stack: What the list of layers is called.
        names: The names within a layer, by role, the usual one first; a role is a weight or bias
            of `Attention` or `FeedForward`, "W_qkv" and "b_qkv" for the three in one tensor, or
            a norm's parameter such as "norm1.gamma".
        convention: The norm and its usual ε, of the table of conventions.
        placement: Where the norms stand, or None where it is a choice that weights do not show.
        activation: The usual activation.
        biases_optional: Biases may be missing.
        final_norm: What the norm behind the last layer is called, or None for none.
        orientation: How every weight is stored.
        gated: The feed-forward has a gate.
        causal: A token sees those before it alone.
        causal_key: What config.json calls it, where it is a choice.
        rotary: Positions are rotations of q and k.
        ignored: Further tensors of a layer, that its answer does not depend on.
        fixed: Entries of config.json with the values that this program works by; another value
            is another calculation.
        model_types: The values of "model_type" in config.json that mean this; empty for any.
    """

    name: str
    stack: str
    names: Mapping[str, tuple[str, ...]]
    convention: str
    placement: str | None
    activation: str
    biases_optional: bool = False
    final_norm: str | None = None
    orientation: Orientation = "Wx"
    gated: bool = False
    causal: bool = False
    causal_key: str | None = None
    rotary: bool = False
    ignored: tuple[str, ...] = ()
    fixed: Mapping[str, tuple[object, ...]] = EMPTY
    model_types: tuple[str, ...] = ()

    @property
    def marks(self) -> tuple[str, str]:
        """The two names by which a layer is recognised: the queries', and the feed-forward's."""
        queries = "W_qkv" if "W_qkv" in self.names else "W_q"
        return self.names[queries][0], self.names["W_1"][0]


def _linear(letters: str, name: str) -> dict[str, tuple[str, ...]]:
    return {f"W_{letters}": (f"{name}.weight",), f"b_{letters}": (f"{name}.bias",)}


def _norm(role: str, name: str, *older: tuple[str, str]) -> dict[str, tuple[str, ...]]:
    gammas, betas = zip(("weight", "bias"), *older, strict=True)
    return {
        f"{role}.gamma": tuple(f"{name}.{gamma}" for gamma in gammas),
        f"{role}.beta": tuple(f"{name}.{beta}" for beta in betas),
    }


ARCHITECTURES: dict[str, Architecture] = {
    "bert": Architecture(
        name="bert",
        stack="layer",
        names=_linear("q", "attention.self.query")
        | _linear("k", "attention.self.key")
        | _linear("v", "attention.self.value")
        | _linear("o", "attention.output.dense")
        # The first checkpoints were converted from TensorFlow, with its names.
        | _norm("norm1", "attention.output.LayerNorm", ("gamma", "beta"))
        | _linear("1", "intermediate.dense")
        | _linear("2", "output.dense")
        | _norm("norm2", "output.LayerNorm", ("gamma", "beta")),
        convention="bert",
        placement="post",
        activation="gelu",
        causal_key="is_decoder",
        fixed={"position_embedding_type": ("absolute",)},
        model_types=("bert", "roberta", "xlm-roberta", "camembert", "electra"),
    ),
    "gpt2": Architecture(
        name="gpt2",
        stack="h",
        names=_linear("qkv", "attn.c_attn")
        | _linear("o", "attn.c_proj")
        | _norm("norm1", "ln_1")
        | _linear("1", "mlp.c_fc")
        | _linear("2", "mlp.c_proj")
        | _norm("norm2", "ln_2"),
        final_norm="ln_f",
        orientation="xW",  # Conv1D
        convention="gpt2",
        placement="pre",
        activation="gelu-tanh",
        causal=True,
        ignored=("attn.bias", "attn.masked_bias"),  # the causal mask, and what it fills in
        fixed={"scale_attn_weights": (True,), "scale_attn_by_inverse_layer_idx": (False,)},
        model_types=("gpt2",),
    ),
    "torch": Architecture(
        name="torch",
        stack="layers",
        names={"W_qkv": ("self_attn.in_proj_weight",), "b_qkv": ("self_attn.in_proj_bias",)}
        | _linear("o", "self_attn.out_proj")
        | _norm("norm1", "norm1")
        | _linear("1", "linear1")
        | _linear("2", "linear2")
        | _norm("norm2", "norm2"),
        biases_optional=True,
        final_norm="norm",
        convention="pytorch",
        placement=None,  # norm_first leaves no mark on a state dict
        activation="relu",
    ),
    "llama": Architecture(
        name="llama",
        stack="layers",
        names=_linear("q", "self_attn.q_proj")
        | _linear("k", "self_attn.k_proj")
        | _linear("v", "self_attn.v_proj")
        | _linear("o", "self_attn.o_proj")
        | {"norm1.gamma": ("input_layernorm.weight",)}
        | _linear("gate", "mlp.gate_proj")
        | _linear("1", "mlp.up_proj")
        | _linear("2", "mlp.down_proj")
        | {"norm2.gamma": ("post_attention_layernorm.weight",)},
        biases_optional=True,
        final_norm="norm",
        convention="llama",
        placement="pre",
        activation="swiglu",
        gated=True,
        causal=True,
        rotary=True,
        ignored=("self_attn.rotary_emb.inv_freq",),
        fixed={"partial_rotary_factor": (1,)},
        model_types=("llama", "mistral", "qwen2"),
    ),
}

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

    def layer(self, number: int) -> str:
        """What the names of a layer's tensors begin with."""
        return self.prefix if self.bare else f"{self.prefix}{self.arch.stack}.{number}."


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
                count = _count(f"{prefix}{arch.stack}.", tensors)
                found[prefix] = Stack(arch=arch, prefix=prefix, count=count)
        elif tensor == mark or tensor.endswith(f".{mark}"):
            prefix = tensor.removesuffix(mark)
            bare[prefix] = Stack(arch=arch, prefix=prefix, count=1, bare=True)
    return found or bare


def _count(start: str, tensors: Collection[str]) -> int:
    """How many layers there are, counting those that lack the tensor they are recognised by."""
    numbered = re.compile(rf"{re.escape(start)}([0-9]{{1,{_MOST_DIGITS}}})\..+")
    return max(int(found[1]) for found in map(numbered.fullmatch, tensors) if found) + 1


def looked_for(arch: Architecture) -> str:
    """What an architecture is recognised by, as a person would write it."""
    return " + ".join(f"{arch.stack}.N.{mark}" for mark in arch.marks)
