"""The formulas of attention, feed-forward and the residual stream."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np

from addnorm_cli.formula.definition import Definition, given, glyph, step
from addnorm_cli.formula.expr import ONLY_HEAD, ROW, Call, Expr, Glyph, Ref, Values, sqrt, total
from addnorm_cli.formula.norm_parts import VECTOR
from addnorm_cli.model.block_problem import Attention, FeedForward
from addnorm_cli.model.problem import Orientation
from addnorm_cli.numbers.arithmetic import Array

INNER = (ROW, "j")
"""The indices of what is inside a sublayer; those of the stream are VECTOR."""
_OUTWARD = ("W_o", "b_o", "W_2", "b_2")
"""The parameters that lead from the inside of a sublayer back to the stream."""


def affine(
    source: str, weight: str, bias: str | None, orientation: Orientation, free: str = "j"
) -> Expr:
    """x W + b, or W x + b, for one row: free in one of i and j, the sum over the other."""
    summed = "i" if free == "j" else "j"
    x = Ref(source, (ROW, summed))
    stored_out_in = orientation == "Wx"
    stored = (free, summed) if stored_out_in else (summed, free)
    product = Ref(weight, stored) * x if stored_out_in else x * Ref(weight, stored)
    return total(summed, product) + Ref(bias, (free,)) if bias else total(summed, product)


def weight_definition(name: str, orientation: Orientation) -> Definition:
    """A weight matrix as it is stored: its letter is its name."""
    into = ("j", "i") if name in _OUTWARD else ("i", "j")
    return given(into[::-1] if orientation == "Wx" else into, name, _raised(name))


def bias_definition(name: str) -> Definition:
    """A bias vector; its letter is its name."""
    return given(("i",) if name in _OUTWARD else ("j",), name, _raised(name))


def _raised(name: str) -> str:
    """W_1 in LaTeX: what is below the letter stands above it, since indices stand below."""
    letter, _, below = name.partition("_")
    return rf"{letter}^{{{below}}}"


def attention(spec: Attention, orientation: Orientation) -> dict[str, Definition]:
    """Scaled dot-product attention in heads (Vaswani et al. 2017, arXiv 1706.03762)."""
    head = "h" if spec.heads > 1 else ONLY_HEAD
    of_score = (head, "t", "s")
    query = Ref("Q", (head, "t", "p"))
    key, value = Ref("K", (head, "s", "p")), Ref("V", (head, "s", "p"))
    scaled = Ref("scaled_scores", of_score)
    final = Ref("masked_scores" if spec.causal else "scaled_scores", of_score)
    other = Ref(final.name, (head, "t", "r"))
    peak = Ref("peak", (head, "t"))
    shares = Call("exp", final - peak) / total("r", Call("exp", other - peak))
    output = affine("concat", "W_o", _bias(spec, "b_o"), orientation, free="i")
    return {
        "x": given(VECTOR, "x"),
        **_parameters(spec, orientation),
        **{
            name: step(INNER, affine("x", f"W_{name}", _bias(spec, f"b_{name}"), orientation),
                       glyph(name), shaded=True)
            for name in "qkv"
        },
        "q_rotated": given(INNER, "q′", "q'"),
        "k_rotated": given(INNER, "k′", "k'"),
        **{letter: given((head, "t", "p"), letter.lower()) for letter in "QKV"},
        "d_head": given((), "d_head", r"d_{\mathrm{head}}"),
        "peak": given((head, "t"), "max", r"\max"),
        "scores": step(of_score, total("p", query * key), glyph("s")),
        "scaled_scores": step(
            of_score, Ref("scores", of_score) / sqrt(Ref("d_head")), glyph("s′", "s'")
        ),
        "masked_scores": step(of_score, scaled, glyph("s″", "s''"), mend=_masked, masks=True,
                              note="masked"),
        "weights": step(of_score, shares, glyph("a"), positive=True, shaded=True),
        "heads": step((head, "t", "p"), total("s", Ref("weights", of_score) * value), glyph("o")),
        "concat": given(INNER, "c", shaded=True),
        "output": step(
            VECTOR, output if "W_o" in spec.weights else Ref("concat", VECTOR), glyph("A(x)"),
            title="attention_output",
        ),
    }  # fmt: skip


def _masked(scores: Array, scope: Values) -> Array:
    """Scores (heads, L, L) with -∞ wherever the key comes after the query."""
    later = np.triu(np.ones(scores.shape[1:], dtype=bool), k=1)
    decimal = scores.dtype == object and isinstance(scores.flat[0], Decimal)
    minus_infinity: Any = Decimal("-Infinity") if decimal else -np.inf
    return np.where(later, minus_infinity, scores)


def feed_forward(spec: FeedForward, orientation: Orientation) -> dict[str, Definition]:
    """Two linear maps with an activation between them; SwiGLU has a gate beside the first.

    SwiGLU is silu(x W_gate) ⊙ (x W_1) (Shazeer 2020, arXiv 2002.05202).
    """
    gated = spec.activation == "swiglu"
    inner = INNER if "W_2" in spec.weights else VECTOR
    first, gate = Ref("linear_1", inner), Ref("gate", inner)
    activation = Call("silu", gate) * first if gated else Call(spec.activation, first)

    def linear(source: str, number: str, symbol: Glyph, *, shaded: bool = False) -> Definition:
        bias = _bias(spec, f"b_{number}")
        index = VECTOR if number == "2" else inner
        formula = affine(source, f"W_{number}", bias, orientation, free=index[-1])
        return step(index, formula, symbol, shaded=shaded)

    return {
        "x": given(VECTOR, "x"),
        **_parameters(spec, orientation),
        "linear_1": linear("x", "1", glyph("u" if gated else "h"), shaded=True),
        **({"gate": linear("x", "gate", glyph("g"))} if gated else {}),
        "activation": step(inner, activation, glyph("f"), shaded=True),
        **({"linear_2": linear("activation", "2", glyph("F(x)"))} if "W_2" in spec.weights else {}),
    }


def _parameters(spec: Attention | FeedForward, orientation: Orientation) -> dict[str, Definition]:
    return {
        **{name: weight_definition(name, orientation) for name in spec.weights},
        **{name: bias_definition(name) for name in spec.biases},
    }


def _bias(spec: Attention | FeedForward, name: str) -> str | None:
    return name if name in spec.biases else None


GIVEN_OUTPUT = {
    "attention": {"output": given(VECTOR, "A(x)", title="sublayer")},
    "ffn": {"linear_2": given(VECTOR, "F(x)", title="sublayer")},
}
"""A sublayer whose output is given: the step that stands for it."""

_UPDATES = {
    "attention": ("Δ_attn", r"\Delta_{\mathrm{attn}}"),
    "ffn": ("Δ_ffn", r"\Delta_{\mathrm{ffn}}"),
    "update": ("Δ", r"\Delta"),
}


def addition(
    name: str, terms: tuple[str, ...], *, residual: bool, scaled: bool
) -> dict[str, Definition]:
    """The update of the stream: x + Δ, αx + Δ for deepnorm, or Δ alone without the residual.

    Args:
        name: The id of the step.
        terms: The names of what is added: one sublayer's output, or both for parallel.
        residual: Whether x is kept.
        scaled: Whether x is multiplied by α first.
    """
    x, alpha = Ref("x", VECTOR), Ref("alpha")
    title = name.replace("add", "update") if terms == ("update",) else name
    parts: list[Expr] = [alpha * x if scaled else x] if residual else []
    formula, *rest = parts + [Ref(term, VECTOR) for term in terms]
    for part in rest:
        formula = formula + part
    return {
        "x": given(VECTOR, "x"),
        "alpha": given((), "α", r"\alpha"),
        **{term: given(VECTOR, *_UPDATES[term]) for term in terms},
        name: step(VECTOR, formula, glyph("x′", "x'"), title=title),
    }
