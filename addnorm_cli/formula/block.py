"""The formulas of linear maps, feed-forward and the residual stream."""

from __future__ import annotations

from addnorm_cli.formula.definition import Definition, given, glyph, step
from addnorm_cli.formula.expr import ROW, Call, Expr, Glyph, Ref, total
from addnorm_cli.formula.functions import GATES
from addnorm_cli.formula.norm_parts import VECTOR
from addnorm_cli.model.block_problem import Attention, FeedForward
from addnorm_cli.model.problem import Orientation

INNER = (ROW, "j")
"""The indices of what is inside a sublayer; those of the stream are VECTOR."""
_OUTWARD = ("W_o", "b_o", "W_2", "b_2")
"""The parameters that lead from the inside of a sublayer back to the stream."""


def affine(
    source: str,
    weight: str,
    bias: str | None,
    orientation: Orientation,
    free: str = "j",
    row: str = ROW,
) -> Expr:
    """x W + b, or W x + b, for one row: free in one of i and j, the sum over the other."""
    summed = "i" if free == "j" else "j"
    x = Ref(source, (row, summed))
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


def of_stream(text: str, latex: str) -> Definition:
    """The stream, or what is added to it; x₀ is its start, so its components are x[0], x[1]."""
    return Definition(index=VECTOR, symbol=Glyph(text, latex, bracketed=True))


def _raised(name: str) -> str:
    """W_1 in LaTeX: what is below the letter stands above it, since indices stand below."""
    letter, _, below = name.partition("_")
    upright = below if len(below) == 1 else rf"\mathrm{{{below}}}"
    return rf"{letter}^{{{upright}}}"


def feed_forward(spec: FeedForward, orientation: Orientation) -> dict[str, Definition]:
    """Two linear maps with an activation between them, or one with a gate beside the first.

    SwiGLU is silu(x W_gate) ⊙ (x W_1) (Shazeer 2020, arXiv 2002.05202).
    """
    gated = spec.activation in GATES
    inner = INNER if "W_2" in spec.weights else VECTOR
    first, gate = Ref("linear_1", inner), Ref("gate", inner)
    if gated:
        activation: Expr = Call(GATES[spec.activation], gate) * first
    else:
        activation = Call(spec.activation, first)

    def linear(source: str, number: str, symbol: Glyph, *, shaded: bool = False) -> Definition:
        bias = _bias(spec, f"b_{number}")
        index = VECTOR if number == "2" else inner
        formula = affine(source, f"W_{number}", bias, orientation, free=index[-1])
        return step(index, formula, symbol, shaded=shaded)

    return {
        "x": of_stream("x", "x"),
        **parameters(spec, orientation),
        "linear_1": linear("x", "1", glyph("h"), shaded=True),
        **({"gate": linear("x", "gate", glyph("g"))} if gated else {}),
        "activation": step(inner, activation, glyph("f"), shaded=True),
        **({"linear_2": linear("activation", "2", glyph("F(x)"))} if "W_2" in spec.weights else {}),
    }


def parameters(spec: Attention | FeedForward, orientation: Orientation) -> dict[str, Definition]:
    """The weights and biases of a sublayer."""
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
    "cross": ("Δ_cross", r"\Delta_{\mathrm{cross}}"),
    "ffn": ("Δ_ffn", r"\Delta_{\mathrm{ffn}}"),
    "update": ("Δ", r"\Delta"),
}


def addition(
    name: str, terms: tuple[str, ...], *, residual: bool, scaled: bool, multiplied: bool = False
) -> dict[str, Definition]:
    """The update of the stream: x + Δ, αx + Δ for deepnorm, or Δ alone without the residual.

    Args:
        name: The id of the step.
        terms: The names of what is added: one sublayer's output, or both for parallel.
        residual: Whether x is kept.
        scaled: Whether x is multiplied by α first.
        multiplied: Whether what is added is multiplied by a number of the model's.
    """
    x, alpha = Ref("x", VECTOR), Ref("alpha")
    title = name.replace("add", "update") if terms == ("update",) else name
    parts: list[Expr] = [alpha * x if scaled else x] if residual else []
    deltas = [Ref(term, VECTOR) for term in terms]
    multiplier = Ref("multiplier")
    formula, *rest = parts + [multiplier * delta if multiplied else delta for delta in deltas]
    for part in rest:
        formula = formula + part
    return {
        "x": of_stream("x", "x"),
        "alpha": given((), "α", r"\alpha"),
        "multiplier": given((), "λ", r"\lambda"),
        **{term: of_stream(*_UPDATES[term]) for term in terms},
        name: step(VECTOR, formula, Glyph("x′", "x'", bracketed=True), title=title),
    }
