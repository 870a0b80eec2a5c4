"""What the options of `block` say, as they were typed."""

from __future__ import annotations

from addnorm_cli.inputs.documents import Document, show
from addnorm_cli.inputs.overrides import value_taken
from addnorm_cli.model.problem import Notice
from addnorm_cli.model.records import record

_STATED = ("placement", "repeat", "alpha", "orientation")
"""What both a file and an option may say."""


@record
class BlockOverrides:
    """The options of `block` that win over the file, as they were typed.

    Attributes:
        placement: One of PLACEMENTS.
        no_residual: Replace x + F by F.
        repeat: How often the layers are run.
        alpha: The α of deepnorm.
        orientation: How every weight is stored.
        weights: A file with the weights of a model, in place of a problem's layers.
        arch: Its architecture.
        layers: Which of its layers.
        heads: How many query heads.
        kv_heads: How many key and value heads.
        activation: The activation of the model's feed-forward.
        rotary_base: The base of its rotary positions.
        prefix: What stands before the names of its layers, where a file has several stacks.
        causal: A token sees those before it alone.
    """

    placement: str | None = None
    no_residual: bool = False
    repeat: str | None = None
    alpha: str | None = None
    orientation: str | None = None
    weights: str | None = None
    arch: str | None = None
    layers: str | None = None
    heads: str | None = None
    kv_heads: str | None = None
    activation: str | None = None
    rotary_base: str | None = None
    prefix: str | None = None
    causal: bool = False


def overruled(document: Document, block: BlockOverrides) -> list[Notice]:
    """What a file states and an option takes the place of."""
    asked = {name: value for name in _STATED if (value := getattr(block, name)) is not None}
    if block.no_residual:
        asked["residual"] = "false"
    stated = {name: show(document.tree[name]).strip('"') for name in asked if name in document.tree}
    return [
        value_taken(name, asked[name], value, document.name)
        for name, value in stated.items()
        if value != asked[name]
    ]
