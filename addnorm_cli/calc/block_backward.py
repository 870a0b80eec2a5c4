"""Backward through a block to the input of each layer, from the numbers of the way forward."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from addnorm_cli.calc.attention import rotate, split_heads
from addnorm_cli.calc.gradient import back_through_norm
from addnorm_cli.formula.functions import FUNCTIONS
from addnorm_cli.model.block_problem import Attention, BlockProblem, FeedForward, Layer
from addnorm_cli.model.placements import PLACEMENTS, Placement
from addnorm_cli.model.problem import NormSpec, Orientation
from addnorm_cli.numbers.arithmetic import Array, Machine
from addnorm_cli.trace.recorder import Run
from addnorm_cli.trace.trace import Quantity, Section, Step

Parts = Mapping[str, Step | Section]


def layer_gradients(problem: BlockProblem, block: Section, d_out: Array) -> list[Array]:
    """The gradient at the input of every layer, from the last layer to the first; each (L, d).

    Args:
        problem: The block, without bare updates.
        block: Its section, as it was worked in float64.
        d_out: The gradient that arrives at the block's output, (L, d).
    """
    parts = _by_id(block)
    d_x = d_out
    if problem.final_norm is not None:
        d_x = _norm(d_x, parts, "final_norm", problem.norm)
    gradients = []
    for number in range(len(problem.layers), 0, -1):
        section = parts[f"layer{number}"]
        assert isinstance(section, Section)
        d_x = _layer(d_x, problem.layers[number - 1], _by_id(section), problem)
        gradients.append(d_x)
    return gradients


def _by_id(section: Section) -> Parts:
    return {part.id: part for part in section.parts}


def _layer(d_x: Array, layer: Layer, parts: Parts, problem: BlockProblem) -> Array:
    """Through one layer: its updates in reverse."""
    placement = PLACEMENTS[problem.placement]
    for half, group in reversed(placement.updates_of(layer)):
        d_x = _update(d_x, half, group, layer, parts, problem, placement)
    return d_x


def _update(
    d_x: Array,
    half: int,
    names: tuple[str, ...],
    layer: Layer,
    parts: Parts,
    problem: BlockProblem,
    placement: Placement,
) -> Array:
    """Through one update of the stream: along the residual connection and along the branch."""
    spec, norm = problem.norm, f"norm{half}"
    if placement.after == "stream":
        d_x = _norm(d_x, parts, placement.norm_after(half), spec)
    d_branch = np.zeros_like(d_x)
    for name in names:
        d_f = d_x
        if placement.after == "branch":
            d_f = _norm(d_f, parts, placement.norm_after(half), spec)
        d_branch = d_branch + _sublayer(d_f, name, layer, parts, problem.orientation)
    if placement.before:
        d_branch = _norm(d_branch, parts, norm, spec)
    if not problem.residual:
        return d_branch
    return (problem.alpha * d_x if placement.scaled else d_x) + d_branch


def _norm(d_y: Array, parts: Parts, name: str, spec: NormSpec | None) -> Array:
    if spec is None:
        return d_y
    section = parts[name]
    assert isinstance(section, Section)
    return back_through_norm(d_y, section, spec, Run(Machine()))


def _scope(part: Step | Section) -> Mapping[str, Quantity]:
    return part.scope if isinstance(part, Step) else next(part.steps())[1].scope


def _sublayer(d_f: Array, name: str, layer: Layer, parts: Parts, orientation: Orientation) -> Array:
    sublayer = layer.attention if name == "attention" else layer.ffn
    assert sublayer is not None
    if sublayer.output is not None:  # what is given does not depend on the stream
        return np.zeros_like(d_f)
    value = _Values(_scope(parts[name]), orientation)
    if isinstance(sublayer, Attention):
        return _attention(d_f, sublayer, value)
    return _feed_forward(d_f, sublayer, value)


class _Values:
    """The numbers of a sublayer by name, and the way back through its weights.

    Args:
        scope: Its quantities.
        orientation: How its weights are stored.
    """

    def __init__(self, scope: Mapping[str, Quantity], orientation: Orientation) -> None:
        self._scope = scope
        self._orientation = orientation

    def __getitem__(self, name: str) -> Array:
        return self._scope[name].value

    def back(self, d_h: Array, weight: str) -> Array:
        """From the gradient at x W (L, out) to that at x (L, in); itself where there is no W."""
        if weight not in self._scope:
            return d_h
        w = self[weight]
        d_x: Array = d_h @ (w if self._orientation == "Wx" else w.T)
        return d_x


def _attention(d_y: Array, spec: Attention, value: _Values) -> Array:
    """Through softmax(q kᵀ / √d_head) v in heads.

    The softmax a of a row of scores hands back ds = a ⊙ (da - Σ da ⊙ a).
    """
    q, k, v, a = value["Q"], value["K"], value["V"], value["weights"]  # (heads, L, …)
    d_heads = split_heads(value.back(d_y, "W_o"), spec.heads)  # (heads, L, d_head)
    d_a = d_heads @ v.swapaxes(1, 2)  # (heads, L, L)
    d_s = a * (d_a - (d_a * a).sum(-1, keepdims=True)) / math.sqrt(q.shape[-1])
    group = spec.heads // spec.kv_heads
    d_q = _joined(d_s @ k)  # (L, heads * d_head)
    d_k = _joined(_shared(d_s.swapaxes(1, 2) @ q, group))  # (L, kv_heads * d_head)
    d_v = _joined(_shared(a.swapaxes(1, 2) @ d_heads, group))
    if spec.rotary is not None:
        d_q, d_k = (_turned_back(d, q.shape[-1], spec.rotary) for d in (d_q, d_k))
    return value.back(d_q, "W_q") + value.back(d_k, "W_k") + value.back(d_v, "W_v")


def _joined(heads: Array) -> Array:
    """(heads, L, d_head) as (L, heads * d_head)."""
    return heads.swapaxes(0, 1).reshape(heads.shape[1], -1)


def _shared(heads: Array, group: int) -> Array:
    """The sum over the query heads that share a key and value head."""
    total: Array = heads.reshape(-1, group, *heads.shape[1:]).sum(1)
    return total


def _turned_back(matrix: Array, d_head: int, base: float) -> Array:
    """Rotary positions turned by the opposite angle: with the partners of each pair exchanged."""
    return _swapped(rotate(_swapped(matrix, d_head), d_head, base, Machine()), d_head)


def _swapped(matrix: Array, d_head: int) -> Array:
    halves = matrix.reshape(len(matrix), -1, 2, d_head // 2)
    return halves[:, :, ::-1].reshape(matrix.shape)


def _feed_forward(d_y: Array, spec: FeedForward, value: _Values) -> Array:
    """Through activation(x W_1) W_2, or (silu(x W_gate) ⊙ (x W_1)) W_2."""
    d_f, h = value.back(d_y, "W_2"), value["linear_1"]
    if spec.activation != "swiglu":
        return value.back(d_f * _slope(spec.activation, h), "W_1")
    gate = value["gate"]
    d_gate = value.back(d_f * h * _slope("silu", gate), "W_gate")
    return value.back(d_f * FUNCTIONS["silu"].apply(gate), "W_1") + d_gate


def _slope(activation: str, h: Array) -> Array:
    slope: Array = FUNCTIONS[f"{activation}-slope"].apply(h)
    return slope
