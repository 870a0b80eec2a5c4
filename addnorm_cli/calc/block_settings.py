"""What a block starts from, and what its steps depend on beside its norms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from addnorm_cli.model.block_problem import Attention, BlockProblem
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.problem import Tensor
from addnorm_cli.trace.settings import BlockSettings


def block_settings(problem: BlockProblem) -> BlockSettings:
    """What the steps depend on beside the norm; the sublayers are described by the first layer."""
    if problem.updates:
        return BlockSettings(residual=problem.residual)
    attention, ffn = problem.layers[0].attention, problem.layers[0].ffn
    heads = attention if attention is not None and attention.output is None else None
    bent = ffn if ffn is not None and ffn.output is None else None
    return BlockSettings(
        residual=problem.residual,
        placement=problem.placement,
        layers=len(problem.layers),
        alpha=problem.alpha if PLACEMENTS[problem.placement].scaled else None,
        orientation=problem.orientation if heads or bent else None,
        heads=None if heads is None else heads.heads,
        kv_heads=None if heads is None else heads.kv_heads,
        causal=None if heads is None else heads.causal,
        **({} if heads is None else _of_attention(heads, problem)),
        multiplier=problem.multiplier,
        activation=None if bent is None else bent.activation,
    )


def _of_attention(spec: Attention, problem: BlockProblem) -> dict[str, Any]:
    """What attention depends on that not every model has."""
    rotary, weights = spec.rotary, ("W_q", "W_k", "W_v")
    left_out = tuple(name for name in weights if name not in spec.weights)
    settings: dict[str, Any] = {
        "mask": None if spec.mask is None else "seen" if spec.is_switch else "added",
        "scale": None if spec.scale is None else {spec.scale.how: float(spec.scale.text)},
        "softcap": None if spec.softcap is None else float(spec.softcap),
        "qk_norm": True if spec.norms and problem.norm else None,
        "identity": left_out or None,
    }
    if rotary is not None:
        settings["rotary_base"] = rotary.base
        settings["rotary"] = None if rotary.pairs == "halves" else rotary.pairs
        settings["rotary_dim"] = rotary.width
        settings["rope_scaling"] = dict(rotary.scaling) or None
    return settings


def inputs_of(problem: BlockProblem) -> dict[str, Tensor]:
    """What the work starts from: x, or the rows that it is put together from."""
    spec = problem.embedding
    if spec is None:
        return {"x": problem.x}
    rows = {"word": spec.word, "position": spec.position, "type": spec.type}
    return {name: tensor for name, tensor in rows.items() if tensor is not None}


def tensors_of_block(problem: BlockProblem) -> Iterator[Tensor]:
    """Every input of a problem; those of a repeated layer once."""
    yield problem.x
    yield from (update.delta for update in problem.updates)
    layers = (*problem.before, *problem.layers)
    for layer in {id(layer): layer for layer in layers}.values():
        norms = list(layer.norms.values())
        for part in (layer.attention, layer.cross, layer.ffn):
            if part is not None:
                yield from [part.output] if part.output is not None else []
                yield from (*part.weights.values(), *part.biases.values())
            if isinstance(part, Attention):
                yield from (t for t in (part.mask, part.memory) if t is not None)
                norms += part.norms.values()
        for affine in norms:
            yield from (t for t in (affine.gamma, affine.beta) if t is not None)
