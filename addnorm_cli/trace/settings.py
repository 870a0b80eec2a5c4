"""What a calculation depends on beside its numbers and its norm, as typed records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from addnorm_cli.model.records import record


@record
class BlockSettings:
    """What a stack of layers depends on; None for what it has no use for.

    Attributes:
        residual: Whether the stream is kept; "both" where it is worked both ways.
        placement: Where its norms stand.
        layers: How many layers.
        alpha: The α of deepnorm.
        orientation: How its weights are stored.
        heads: How many query heads.
        kv_heads: How many key and value heads.
        causal: Whether a token sees those before it alone.
        mask: What a mask means: it says what is "seen", or is "added" to the scores.
        scale: What is done to the scores in place of 1 / √d_head: a number, by "divided", "root"
            or "times".
        softcap: The c of c · tanh(s / c).
        qk_norm: Whether queries and keys are normed.
        identity: The weights that are left out, and so change nothing.
        rotary_base: The base of rotary positions.
        rotary: Which components turn together, where it is not the halves: "interleaved".
        rotary_dim: How many components of a head turn, where not all do.
        rope_scaling: How their angles are scaled.
        multiplier: What each sublayer's output is multiplied by.
        activation: The activation of the feed-forward sublayer.
        upstream: Where the gradient at its output comes from: "given" or "alternating".
    """

    residual: bool | Literal["both"]
    placement: str | None = None
    layers: int | None = None
    alpha: float | None = None
    orientation: str | None = None
    heads: int | None = None
    kv_heads: int | None = None
    causal: bool | None = None
    mask: str | None = None
    scale: Mapping[str, float] | None = None
    softcap: float | None = None
    qk_norm: bool | None = None
    identity: tuple[str, ...] | None = None
    rotary_base: float | None = None
    rotary: str | None = None
    rotary_dim: int | None = None
    rope_scaling: Mapping[str, float | str] | None = None
    multiplier: str | None = None
    activation: str | None = None
    upstream: str | None = None


@record
class FlowSettings:
    """What a chain of layers that are alike depends on.

    Attributes:
        factor: ∂F/∂x, without the residual.
        residual_factor: 1 + ∂F/∂x, with it.
        layers: How many layers.
    """

    factor: float
    residual_factor: float
    layers: int


@record
class ComparisonSettings:
    """What a comparison depends on; None for what it has no use for.

    Attributes:
        by: What differs: "norm", "placement" or "convention".
        norms: The kinds of norm that are compared.
        axes: How many of the last axes are normalized together, or their indices.
        layers: How many layers a placement is repeated for.
        alpha: The α of deepnorm.
        baseline: The convention that the others are held against.
        alike: The conventions in groups that come to the same numbers.
    """

    by: str
    norms: tuple[str, ...] | None = None
    axes: int | tuple[int, ...] | None = None
    layers: int | None = None
    alpha: float | None = None
    baseline: str | None = None
    alike: tuple[tuple[str, ...], ...] | None = None


Settings = BlockSettings | FlowSettings | ComparisonSettings
