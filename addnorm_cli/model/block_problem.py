"""What was asked of `addnorm block`: a stack of layers, their weights and their placement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from addnorm_cli.model.naming import UNNAMED, Naming
from addnorm_cli.model.problem import Affine, NormSpec, Notice, Orientation, Tensor
from addnorm_cli.model.records import EMPTY, record

if TYPE_CHECKING:
    from addnorm_cli.model.checkpoint import Checkpoint
    from addnorm_cli.model.claim import Claim
    from addnorm_cli.model.sentence import Embedded, Unembedding

NORM_PLACES = ("norm1", "norm2", "norm1_post", "norm2_post")
"""Where a layer may have a norm; sandwich has one after each sublayer too."""
THIRD_NORMS = ("norm3", "norm3_post")
"""The norms of the feed-forward where cross-attention stands before it and has the second."""


def deepnorm_alpha(layers: int) -> float:
    """DeepNet's α for an encoder of N layers: (2N)^(1/4) (Wang et al. 2022, arXiv 2203.00555)."""
    return float((2 * layers) ** 0.25)


@record
class Rotary:
    """Rotary positions: pairs of components of q and k turn with the position of their token.

    Attributes:
        base: The base of the angles.
        pairs: Which components are partners: c and c + half ("halves"), or 2c and 2c + 1.
        width: How many components of each head turn, from the first on; None for all.
        scaling: The kind of scaling by "rope_type", and its numbers, by the names that they have
            in a config.json; empty for none.
    """

    base: float = 10_000.0
    pairs: Literal["halves", "interleaved"] = "halves"
    width: int | None = None
    scaling: Mapping[str, float | str] = EMPTY


@record
class Scale:
    """What is done to the scores in place of the division by √d_head.

    Attributes:
        text: A number, in the digits that stand for it.
        how: They are divided by it ("divided"), by its root ("root"), or multiplied ("times").
    """

    text: str
    how: Literal["divided", "root", "times"] = "divided"


@record
class Attention:
    """Multi-head attention, from its weights or with its output given.

    Attributes:
        output: The sublayer's output, shape (L, d), in place of weights.
        heads: How many query heads.
        kv_heads: How many key and value heads; query head h uses kv head h // (heads / kv_heads).
        causal: Token t sees tokens 0 … t alone.
        rotary: Rotary positions on q and k, or None for none.
        weights: W_q, W_k, W_v and W_o by name; W_q is (d, heads * d_head) for "xW". One that is
            left out changes nothing.
        biases: b_q, b_k, b_v, b_o by name, those that are given.
        mask: 1 for what a query sees and 0 for what not, or numbers that are added to the scores:
            (queries, keys), (heads, queries, keys), or (keys) for every query alike.
        scale: What is done to the scores in place of 1 / √d_head.
        softcap: The scores s become c · tanh(s / c); the digits of c.
        norms: γ and β of the norms of queries and keys, "q_norm" and "k_norm", before they are
            turned: (d_head) for one head after the other, or as wide as all heads.
        memory: What keys and values are made of in the place of x: (M, d_memory).
    """

    output: Tensor | None = None
    heads: int = 1
    kv_heads: int = 1
    causal: bool = False
    rotary: Rotary | None = None
    weights: Mapping[str, Tensor] = EMPTY
    biases: Mapping[str, Tensor] = EMPTY
    mask: Tensor | None = None
    scale: Scale | None = None
    softcap: str | None = None
    norms: Mapping[str, Affine] = EMPTY
    memory: Tensor | None = None

    @property
    def is_switch(self) -> bool:
        """Whether the mask says what is seen, and is not added."""
        values = None if self.mask is None else self.mask.values
        return values is not None and bool(((values == 0) | (values == 1)).all())


@record
class FeedForward:
    """The feed-forward sublayer, from its weights or with its output given.

    Attributes:
        output: The sublayer's output, shape (L, d), in place of weights.
        activation: A function by its name, or one with a gate: "swiglu" is
            silu(x W_gate) ⊙ (x W_1).
        weights: W_1, W_2 and for a gate W_gate, by name; without W_2 the activation is the output.
        biases: b_1, b_2, b_gate by name, those that are given.
    """

    output: Tensor | None = None
    activation: str = "relu"
    weights: Mapping[str, Tensor] = EMPTY
    biases: Mapping[str, Tensor] = EMPTY


@record
class Layer:
    """One layer: attention, feed-forward or both, and the affine parameters of its norms.

    Attributes:
        attention: The attention sublayer, or None for none.
        ffn: The feed-forward sublayer, or None for none.
        cross: The attention to a memory, between the two, or None for none.
        norms: By name: norm1 and norm2; for sandwich also norm1_post and norm2_post. A norm that
            is not named has γ = 1 and β = 0.
    """

    attention: Attention | None
    ffn: FeedForward | None
    norms: Mapping[str, Affine] = EMPTY
    cross: Attention | None = None


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
        multiplier: What each sublayer's output is multiplied by before it is added, as digits.
        embedding: What x is put together from, where it is a text.
        before: Layers that are run before those that are shown.
        first: The number of the first layer in its model, or None for no model.
        unembedding: How the last row becomes the likeliest next tokens, or None.
        checkpoint: The file that the layers were read from, or None.
        updates: The bare ledger, in place of layers; empty otherwise.
        notices: What was noticed while reading.
        naming: What the reader calls columns, rows and updates.
        explain: The page is to say why each step is done.
        claims: What is claimed of it where it is stated.
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
    multiplier: str | None = None
    embedding: Embedded | None = None
    before: tuple[Layer, ...] = ()
    first: int | None = None
    unembedding: Unembedding | None = None
    checkpoint: Checkpoint | None = None
    updates: tuple[Update, ...] = ()
    notices: tuple[Notice, ...] = ()
    naming: Naming = UNNAMED
    explain: bool = False
    claims: tuple[Claim, ...] = ()
