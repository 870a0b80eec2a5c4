"""The formulas of attention: queries, keys and values, scores and what is done to them, heads."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np

from addnorm_cli.formula.block import INNER, affine, of_stream, parameters
from addnorm_cli.formula.definition import Definition, Mend, given, glyph, step
from addnorm_cli.formula.expr import ONLY_HEAD, ROW, Call, Expr, Index, Ref, Values, sqrt, total
from addnorm_cli.model.block_problem import Attention
from addnorm_cli.model.problem import Orientation
from addnorm_cli.numbers.arithmetic import Array

MEMORY = "m"
"""The index of the rows that keys and values are made of, where these are not the stream's."""
_SCALED = {
    "divided": lambda scores, scale: scores / scale,
    "root": lambda scores, scale: scores / sqrt(scale),
    "times": lambda scores, scale: scores * scale,
}


def attention(spec: Attention, orientation: Orientation, mask: Index = ()) -> dict[str, Definition]:
    """Scaled dot-product attention in heads (Vaswani et al. 2017, arXiv 1706.03762).

    Args:
        spec: The weights, and what is done to the scores.
        orientation: How the weights are stored.
        mask: The indices of a mask: of its last axes, the keys last of all.
    """
    head = "n" if spec.heads > 1 else ONLY_HEAD
    source, row, seen = ("x", ROW, "s") if spec.memory is None else ("memory", MEMORY, MEMORY)
    of_score = (head, "t", seen)
    query = Ref("Q", (head, "t", "p"))
    key, value = Ref("K", (head, seen, "p")), Ref("V", (head, seen, "p"))
    steps = _scores(spec, of_score, mask)
    *_, last = steps
    final, other = Ref(last, of_score), Ref(last, (head, "t", "r"))
    peak = Ref("peak", (head, "t"))
    shares = Call("exp", final - peak) / total("r", Call("exp", other - peak))
    output = _linear("concat", ROW, "o", spec, orientation, free="i")
    return {
        "x": of_stream("x", "x"),
        **({} if spec.memory is None else {"memory": given((MEMORY, "i"), "m")}),
        **parameters(spec, orientation),
        "q": _linear("x", ROW, "q", spec, orientation),
        "k": _linear(source, row, "k", spec, orientation),
        "v": _linear(source, row, "v", spec, orientation),
        "q_rotated": given(INNER, "q′", "q'"),
        "k_rotated": given((row, "j"), "k′", "k'"),
        **{letter: given((head, "t" if letter == "Q" else seen, "p"), letter.lower())
           for letter in "QKV"},
        "d_head": given((), "d_head", r"d_{\mathrm{head}}"),
        "scale": given((), "scale", r"\mathrm{scale}"),
        "cap": given((), "cap", r"\mathrm{cap}"),
        **({} if spec.mask is None else {"mask": given(_present(mask, head), "M")}),
        "peak": given((head, "t"), "max", r"\max"),
        "scores": step(of_score, total("p", query * key), glyph("e")),
        **steps,
        "weights": step(of_score, shares, glyph("a"), shaded=True),
        "heads": step((head, "t", "p"), total(seen, Ref("weights", of_score) * value), glyph("o")),
        "concat": given(INNER, "c", shaded=True),
        "output": _renamed(output, "A(x)", "attention_output"),
    }  # fmt: skip


def _present(mask: Index, head: str) -> Index:
    return tuple(head if index == "h" else index for index in mask)


def _scores(spec: Attention, of_score: Index, mask: Index) -> dict[str, Definition]:
    """What is done to the scores, in order: scaled, capped, masked."""
    primes = iter(("′", "″", "‴", "⁗"))
    steps: dict[str, Definition] = {}
    last = Ref("scores", of_score)

    def add(name: str, formula: Expr, **more: Any) -> None:
        nonlocal last
        prime = next(primes)
        latex = f"e{'′″‴⁗'.index(prime) * chr(39) + chr(39)}"
        steps[name] = step(of_score, formula, glyph(f"e{prime}", latex), **more)
        last = Ref(name, of_score)

    if spec.scale is None:
        add("scaled_scores", last / sqrt(Ref("d_head")))
    else:
        scaled = _SCALED[spec.scale.how](last, Ref("scale"))
        add("scaled_scores", scaled, title=f"scaled_scores.{spec.scale.how}")
    if spec.softcap is not None:
        cap = Ref("cap")
        add("capped_scores", cap * Call("tanh", last / cap))
    switch = spec.is_switch
    if spec.mask is not None and not switch:
        added = last + Ref("mask", _present(mask, of_score[0]))
        add("biased_scores" if spec.causal else "masked_scores", added, title="biased_scores")
    if spec.causal or switch:
        note = "masked.both" if spec.causal and switch else "masked.given" if switch else "masked"
        hide = _hidden(spec.causal, switch)
        title = "masked_scores" if spec.causal and not switch else "masked_scores.given"
        add("masked_scores", last, mend=hide, masks=True, note=note, title=title)
    return steps


def _hidden(causal: bool, switch: bool) -> Mend:
    """Puts -∞ wherever the key comes after the query, or a mask is 0."""

    def hide(scores: Array, scope: Values) -> Array:
        hidden = np.zeros(scores.shape, dtype=bool)
        if causal:
            hidden |= np.triu(np.ones(scores.shape[1:], dtype=bool), k=1)
        if switch:
            hidden |= (scope["mask"].value == 0).astype(bool)
        decimal = scores.dtype == object and isinstance(scores.flat[0], Decimal)
        minus_infinity: Any = Decimal("-Infinity") if decimal else -np.inf
        return np.where(hidden, minus_infinity, scores)

    return hide


def _linear(
    source: str,
    row: str,
    letter: str,
    spec: Attention,
    orientation: Orientation,
    free: str = "j",
) -> Definition:
    """x W + b; x where there is no W."""
    weight, bias = f"W_{letter}", f"b_{letter}"
    there = bias if bias in spec.biases else None
    if weight in spec.weights:
        formula = affine(source, weight, there, orientation, free, row)
        return step((row, free), formula, glyph(letter), shaded=True)
    kept = Ref(source, (row, free))
    if there is None:
        return step((row, free), kept, glyph(letter), shaded=True, note="no_weight")
    return step((row, free), kept + Ref(bias, (free,)), glyph(letter), shaded=True)


def _renamed(definition: Definition, symbol: str, title: str) -> Definition:
    assert definition.formula is not None
    return step(definition.index, definition.formula, glyph(symbol), title=title)
