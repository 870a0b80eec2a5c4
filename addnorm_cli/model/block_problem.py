"""What was asked of `addnorm block`: a stack of layers, their weights and their placement."""

from __future__ import annotations

from collections.abc import Mapping

from addnorm_cli.model.naming import UNNAMED, Naming
from addnorm_cli.model.problem import NormSpec, Notice, Orientation, Tensor
from addnorm_cli.model.records import EMPTY, record

NORM_PLACES = ("norm1", "norm2", "norm1_post", "norm2_post")
"""Where a layer may have a norm; sandwich has one after each sublayer too."""


def deepnorm_alpha(layers: int) -> float:
    """DeepNet's α for an encoder of N layers: (2N)^(1/4) (Wang et al. 2022, arXiv 2203.00555)."""
    return float((2 * layers) ** 0.25)


@record
class Attention:
    """Multi-head self-attention, from its weights or with its output given.

    Attributes:
        output: The sublayer's output, shape (L, d), in place of weights.
        heads: How many query heads.
        kv_heads: How many key and value heads; query head h uses kv head h // (heads / kv_heads).
        causal: Token t sees tokens 0 … t alone.
        rotary: The base of rotary positions on q and k, or None for none.
        weights: W_q, W_k, W_v and perhaps W_o, by name; W_q is (d, heads * d_head) for "xW".
        biases: b_q, b_k, b_v, b_o by name, those that are given.
    """

    output: Tensor | None = None
    heads: int = 1
    kv_heads: int = 1
    causal: bool = False
    rotary: float | None = None
    weights: Mapping[str, Tensor] = EMPTY
    biases: Mapping[str, Tensor] = EMPTY


@record
class FeedForward:
    """The feed-forward sublayer, from its weights or with its output given.

    Attributes:
        output: The sublayer's output, shape (L, d), in place of weights.
        activation: A function by its name, or "swiglu", which is silu(x W_gate) ⊙ (x W_1).
        weights: W_1, W_2 and for swiglu W_gate, by name; without W_2 the activation is the output.
        biases: b_1, b_2, b_gate by name, those that are given.
    """

    output: Tensor | None = None
    activation: str = "relu"
    weights: Mapping[str, Tensor] = EMPTY
    biases: Mapping[str, Tensor] = EMPTY


@record
class Affine:
    """γ and β of one norm; None for ones and zeros."""

    gamma: Tensor | None = None
    beta: Tensor | None = None


@record
class Layer:
    """One layer: attention, feed-forward or both, and the affine parameters of its norms.

    Attributes:
        attention: The attention sublayer, or None for none.
        ffn: The feed-forward sublayer, or None for none.
        norms: By name: norm1 and norm2; for sandwich also norm1_post and norm2_post. A norm that
            is not named has γ = 1 and β = 0.
    """

    attention: Attention | None
    ffn: FeedForward | None
    norms: Mapping[str, Affine] = EMPTY


@record
class Update:
    """One entry of a bare ledger: what is added to the stream."""

    label: str
    delta: Tensor


@record
class BlockProblem:
    """A whole block problem.

    Attributes:
        title: The reader's title, or None.
        x: The stream at the start, shape (L, d) or (d,).
        layers: The layers, `repeat` already unrolled (repeated layers are the same objects).
        placement: One of PLACEMENTS.
        norm: The norm of every place, or None where there is none ("kind": "none").
        residual: False replaces x + F by F.
        alpha: The α of deepnorm.
        final_norm: The affine parameters of a norm at the end, or None for no such norm.
        orientation: How every weight is stored.
        updates: The bare ledger, in place of layers; empty otherwise.
        notices: What was noticed while reading.
        naming: What the reader calls columns, rows and updates.
        explain: The page is to say why each step is done.
    """

    title: str | None
    x: Tensor
    layers: tuple[Layer, ...] = ()
    placement: str = "post"
    norm: NormSpec | None = None
    residual: bool = True
    alpha: float = 1.0
    final_norm: Affine | None = None
    orientation: Orientation = "xW"
    updates: tuple[Update, ...] = ()
    notices: tuple[Notice, ...] = ()
    naming: Naming = UNNAMED
    explain: bool = False
