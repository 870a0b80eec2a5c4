"""The formulas of attention, feed-forward and the residual stream, written once."""

from __future__ import annotations

from addnorm_cli.formula.expr import ONLY_HEAD, ROW, Call, Expr, Glyph, Ref, sqrt, total
from addnorm_cli.model.block_problem import Attention, FeedForward
from addnorm_cli.model.problem import Orientation
from addnorm_cli.trace.trace import Definition

MATRIX = (ROW, "j")


def affine(source: str, weight: str, bias: str | None, orientation: Orientation) -> Expr:
    """X W + b, or W x + b, for one row: Σ over k, free in j."""
    x = Ref(source, (ROW, "k"))
    stored_out_in = orientation == "Wx"
    product = Ref(weight, ("j", "k")) * x if stored_out_in else x * Ref(weight, ("k", "j"))
    return total("k", product) + Ref(bias, ("j",)) if bias else total("k", product)


def weight_definition(name: str, orientation: Orientation) -> Definition:
    """A weight matrix as it is stored: its letter is its name."""
    index = ("j", "k") if orientation == "Wx" else ("k", "j")
    letter, _, below = name.partition("_")
    return Definition(index=index, symbol=Glyph(name, rf"{letter}^{{{below}}}"))


def bias_definition(name: str) -> Definition:
    """A bias vector; its letter is its name."""
    letter, _, below = name.partition("_")
    return Definition(index=("j",), symbol=Glyph(name, rf"{letter}^{{{below}}}"))


def attention(spec: Attention, orientation: Orientation) -> dict[str, Definition]:
    """Scaled dot-product attention in heads (Vaswani et al. 2017, arXiv 1706.03762)."""
    head = "h" if spec.heads > 1 else ONLY_HEAD
    query = Ref("Q", (head, "t", "p"))
    key, value = Ref("K", (head, "s", "p")), Ref("V", (head, "s", "p"))
    score_index = (head, "t", "s")
    scaled = Ref("scaled_scores", score_index)
    final = Ref("masked_scores" if spec.causal else "scaled_scores", score_index)
    other = Ref(final.name, (head, "t", "r"))
    peak = Ref("peak", (head, "t"))
    split = {
        letter: Definition(index=(head, "t", "p"), symbol=Glyph(letter.lower(), letter.lower()))
        for letter in "QKV"
    }
    return {
        "x": Definition(index=MATRIX, symbol=Glyph("x", "x")),
        **_parameters(spec, orientation),
        **{
            name: Definition(
                index=MATRIX,
                symbol=Glyph(name, name),
                formula=affine("x", f"W_{name}", _bias(spec, f"b_{name}"), orientation),
            )
            for name in "qkv"
        },
        "q_rotated": Definition(index=MATRIX, symbol=Glyph("q′", "q'")),
        "k_rotated": Definition(index=MATRIX, symbol=Glyph("k′", "k'")),
        **split,
        "d_head": Definition(index=(), symbol=Glyph("d_head", r"d_{\mathrm{head}}")),
        "peak": Definition(index=(head, "t"), symbol=Glyph("max", r"\max")),
        "scores": Definition(
            index=score_index, symbol=Glyph("s", "s"), formula=total("p", query * key)
        ),
        "scaled_scores": Definition(
            index=score_index,
            symbol=Glyph("s′", "s'"),
            formula=Ref("scores", score_index) / sqrt(Ref("d_head")),
        ),
        "masked_scores": Definition(
            index=score_index, symbol=Glyph("s″", "s''"), formula=scaled, masks=True
        ),
        "weights": Definition(
            index=score_index,
            symbol=Glyph("a", "a"),
            formula=Call("exp", final - peak) / total("r", Call("exp", other - peak)),
            positive=True,
        ),
        "heads": Definition(
            index=(head, "t", "p"),
            symbol=Glyph("o", "o"),
            formula=total("s", Ref("weights", score_index) * value),
        ),
        "concat": Definition(index=MATRIX, symbol=Glyph("c", "c")),
        "output": Definition(
            index=MATRIX,
            symbol=Glyph("A(x)", "A(x)"),
            formula=affine("concat", "W_o", _bias(spec, "b_o"), orientation)
            if "W_o" in spec.weights
            else Ref("concat", MATRIX),
        ),
    }


def feed_forward(spec: FeedForward, orientation: Orientation) -> dict[str, Definition]:
    """Two linear maps with an activation between them; SwiGLU has a gate beside the first.

    SwiGLU is silu(x W_gate) ⊙ (x W_1) (Shazeer 2020, arXiv 2002.05202).
    """
    gated = spec.activation == "swiglu"
    first, gate = Ref("linear_1", MATRIX), Ref("gate", MATRIX)
    activation = Call("silu", gate) * first if gated else Call(spec.activation, first)
    return {
        "x": Definition(index=MATRIX, symbol=Glyph("x", "x")),
        **_parameters(spec, orientation),
        "linear_1": Definition(
            index=MATRIX,
            symbol=Glyph("u" if gated else "h", "u" if gated else "h"),
            formula=affine("x", "W_1", _bias(spec, "b_1"), orientation),
        ),
        "gate": Definition(
            index=MATRIX,
            symbol=Glyph("g", "g"),
            formula=affine("x", "W_gate", _bias(spec, "b_gate"), orientation),
        ),
        "activation": Definition(index=MATRIX, symbol=Glyph("f", "f"), formula=activation),
        "linear_2": Definition(
            index=MATRIX,
            symbol=Glyph("F(x)", "F(x)"),
            formula=affine("activation", "W_2", _bias(spec, "b_2"), orientation),
        ),
    }


def _parameters(spec: Attention | FeedForward, orientation: Orientation) -> dict[str, Definition]:
    return {
        **{name: weight_definition(name, orientation) for name in spec.weights},
        **{name: bias_definition(name) for name in spec.biases},
    }


def _bias(spec: Attention | FeedForward, name: str) -> str | None:
    return name if name in spec.biases else None


GIVEN_OUTPUT = {
    "attention": Definition(index=MATRIX, symbol=Glyph("A(x)", "A(x)")),
    "ffn": Definition(index=MATRIX, symbol=Glyph("F(x)", "F(x)")),
}


def addition(terms: tuple[str, ...], *, residual: bool, scaled: bool) -> dict[str, Definition]:
    """The update of the stream: x + Δ, αx + Δ for deepnorm, or Δ alone without the residual.

    Args:
        terms: The names of what is added: one sublayer's output, or both for parallel.
        residual: Whether x is kept.
        scaled: Whether x is multiplied by α first.
    """
    letters = {"attention": Glyph("Δ_attn", r"\Delta_{\mathrm{attn}}"),
               "ffn": Glyph("Δ_ffn", r"\Delta_{\mathrm{ffn}}"),
               "update": Glyph("Δ", r"\Delta")}  # fmt: skip
    x, alpha = Ref("x", MATRIX), Ref("alpha")
    parts: list[Expr] = [alpha * x if scaled else x] if residual else []
    parts += [Ref(term, MATRIX) for term in terms]
    formula = parts[0]
    for part in parts[1:]:
        formula = formula + part
    return {
        "x": Definition(index=MATRIX, symbol=Glyph("x", "x")),
        "alpha": Definition(index=(), symbol=Glyph("α", r"\alpha")),
        **{term: Definition(index=MATRIX, symbol=letters[term]) for term in terms},
        "add1": Definition(index=MATRIX, symbol=Glyph("x′", "x'"), formula=formula),
        "add2": Definition(index=MATRIX, symbol=Glyph("x′", "x'"), formula=formula),
    }
