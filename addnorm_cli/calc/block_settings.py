"""What the steps of a block depend on beside its norms."""

from __future__ import annotations

from typing import Any

from addnorm_cli.model.block_problem import Attention, BlockProblem
from addnorm_cli.model.placements import PLACEMENTS
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
