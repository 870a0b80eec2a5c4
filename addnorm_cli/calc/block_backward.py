"""Backward through a block to the input of each layer, from the numbers of the way forward."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from addnorm_cli.calc.attention import side_by_side, split_heads
from addnorm_cli.calc.gradient import back_through_norm
from addnorm_cli.calc.rotary import rotate
from addnorm_cli.formula.functions import FUNCTIONS, GATES
from addnorm_cli.model.block_problem import Attention, BlockProblem, FeedForward, Layer
from addnorm_cli.model.placements import PLACEMENTS, Placement
from addnorm_cli.model.problem import NormSpec, Orientation
from addnorm_cli.numbers.arithmetic import Array, Machine
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.recorder import Run
from addnorm_cli.trace.trace import Section, Step

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
    d_branch, d_beside = np.zeros_like(d_x), np.zeros_like(d_x)
    for name in names:
        d_f = d_x
        if placement.after == "branch":
            d_f = _norm(d_f, parts, placement.norm_after(half), spec)
        if problem.multiplier is not None:
            d_f = d_f * float(problem.multiplier)
        d_own = _sublayer(d_f, name, layer, parts, problem)
        if name == "ffn" and placement.parallel and "norm2" in layer.norms:
            d_beside = _norm(d_own, parts, "norm2", spec)
            continue
        d_branch = d_branch + d_own
    if placement.before:
        d_branch = _norm(d_branch, parts, norm, spec) + d_beside
    if not problem.residual:
        return d_branch
    return (problem.alpha * d_x if placement.scaled else d_x) + d_branch


def _norm(d_y: Array, parts: Parts, name: str, spec: NormSpec | None) -> Array:
    if spec is None:
        return d_y
    section = parts[name]
    assert isinstance(section, Section)
    return back_through_norm(d_y, section, spec, Run(Machine()))


def _sublayer(d_f: Array, name: str, layer: Layer, parts: Parts, problem: BlockProblem) -> Array:
    sublayer = {"attention": layer.attention, "cross": layer.cross, "ffn": layer.ffn}[name]
    assert sublayer is not None
    if sublayer.output is not None:  # what is given does not depend on the stream
        return np.zeros_like(d_f)
    section = parts[name]
    assert isinstance(section, Section)
    own = next(part for part in section.parts if isinstance(part, Step))
    value = _Values(own.scope, problem.orientation)
    if isinstance(sublayer, Attention):
        return _attention(d_f, sublayer, value, _by_id(section), problem.norm)
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


def _attention(
    d_y: Array, spec: Attention, value: _Values, parts: Parts, norm: NormSpec | None
) -> Array:
    """Through softmax(q kᵀ / √d_head) v in heads.

    The softmax a of a row of scores hands back ds = a ⊙ (da - Σ da ⊙ a).
    """
    q, k, v, a = value["Q"], value["K"], value["V"], value["weights"]  # (heads, L, …)
    d_heads = split_heads(value.back(d_y, "W_o"), spec.heads)  # (heads, L, d_head)
    d_a = d_heads @ v.swapaxes(1, 2)  # (heads, L, L)
    d_s = a * (d_a - (d_a * a).sum(-1, keepdims=True))
    d_s = d_s * _slope_of_scores(spec, value, q.shape[-1])
    group = spec.heads // spec.kv_heads
    d_v = side_by_side(_shared(a.swapaxes(1, 2) @ d_heads, group))
    turned = {"q": d_s @ k, "k": _shared(d_s.swapaxes(1, 2) @ q, group)}  # (…, L, d_head)
    d_x = np.zeros_like(d_y) if spec.memory is not None else value.back(d_v, "W_v")
    for letter, d_heads in turned.items():
        if spec.memory is not None and letter == "k":  # a memory does not depend on the stream
            continue
        if spec.rotary is not None:
            d_heads = rotate(d_heads, spec.rotary, Machine(), back=True)
        d_x = d_x + value.back(_unnormed(d_heads, f"{letter}_norm", parts, norm), f"W_{letter}")
    return d_x


def _slope_of_scores(spec: Attention, value: _Values, d_head: int) -> Array | float:
    """What a score as softmax takes it changes by, for one before it was scaled and capped."""
    slope: Array | float = 1 / math.sqrt(d_head)
    if spec.scale is not None:
        number = float(spec.scale.text)
        slope = {"divided": 1 / number, "root": number**-0.5, "times": number}[spec.scale.how]
    if spec.softcap is not None:
        slope = slope * (1 - (value["capped_scores"] / float(spec.softcap)) ** 2)
    return slope


def _unnormed(heads: Array, name: str, parts: Parts, norm: NormSpec | None) -> Array:
    """(L, heads * d_head) before the norm of queries or keys, which may be of each head alone."""
    joined = side_by_side(heads)
    section = parts.get(name)
    if norm is None or not isinstance(section, Section):
        return joined
    if section.result.value.shape == joined.shape:
        return back_through_norm(joined, section, norm, Run(Machine()))
    rows = heads.reshape(-1, heads.shape[-1])
    return side_by_side(back_through_norm(rows, section, norm, Run(Machine())).reshape(heads.shape))


def _shared(heads: Array, group: int) -> Array:
    """The sum over the query heads that share a key and value head."""
    total: Array = heads.reshape(-1, group, *heads.shape[1:]).sum(1)
    return total


def _feed_forward(d_y: Array, spec: FeedForward, value: _Values) -> Array:
    """Through activation(x W_1) W_2, or (activation(x W_gate) ⊙ (x W_1)) W_2."""
    d_f, h = value.back(d_y, "W_2"), value["linear_1"]
    bend = GATES.get(spec.activation)
    if bend is None:
        return value.back(d_f * _slope(spec.activation, h), "W_1")
    gate = value["gate"]
    d_gate = value.back(d_f * h * _slope(bend, gate), "W_gate")
    return value.back(d_f * FUNCTIONS[bend].apply(gate), "W_1") + d_gate


def _slope(activation: str, h: Array) -> Array:
    slope: Array = FUNCTIONS[f"{activation}-slope"].apply(h)
    return slope
