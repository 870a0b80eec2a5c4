"""The formulas of the way back through y = N(x + F(x)), written once; dv stands for ∂L/∂v."""

from __future__ import annotations

from addnorm_cli.calc.formulas import (
    STATISTIC,
    VECTOR,
    d,
    denominator,
    gamma,
    normalized,
    rms,
    sigma,
)
from addnorm_cli.formula.expr import ROW, Call, Expr, Glyph, Ref, lift, total
from addnorm_cli.model.problem import Linear, NormSpec
from addnorm_cli.trace.trace import Definition

SQUARE = (ROW, "i", "j")
"""The Jacobian of a row: row i, column j is ∂yᵢ/∂xⱼ."""

_d_y = Ref("upstream", VECTOR)
_d_normalized = Ref("d_normalized", VECTOR)
_mean = Ref("mean_d_normalized", STATISTIC)
_along = Ref("mean_d_normalized_normalized", STATISTIC)
_d_input = Ref("d_input", VECTOR)
_d_sublayer = Ref("d_sublayer", VECTOR)
_delta = Ref("delta", ("i", "j"))


def _d(text: str, latex: str | None = None) -> Glyph:
    """The letter of a gradient: dẑ for the gradient of ẑ."""
    return Glyph(f"d{text}", rf"\mathrm{{d}}{text if latex is None else latex}")


def norm(spec: NormSpec, *, single: bool) -> dict[str, Definition]:
    """Back through LayerNorm or RMSNorm.

    A component of z moves the mean, the denominator and itself. With n components, ẑ = (z - μ)/den
    gives dz = (dẑ - mean(dẑ) - ẑ · mean(dẑ ⊙ ẑ) · κ) / den, where κ = n / (n - ddof), times den/σ
    where ε stands beside σ. RMSNorm subtracts no mean, so that the second term is missing.

    Args:
        spec: The norm.
        single: The input is one vector, so that γ and β sum over nothing.
    """
    row = ROW if single else "t"
    g, z_hat = Ref("upstream", (row, "i")), Ref("normalized", (row, "i"))
    affine = VECTOR if single else ("i",)
    gain = gamma + 1 if spec.unit_offset else gamma
    centered = _d_normalized - _mean if spec.kind == "layernorm" else _d_normalized
    return {
        "upstream": Definition(index=VECTOR, symbol=_d("y")),
        "d_beta": Definition(
            index=affine, symbol=_d("β", r"\beta"), formula=g if single else total("t", g)
        ),
        "d_gamma": Definition(
            index=affine,
            symbol=_d("γ", r"\gamma"),
            formula=g * z_hat if single else total("t", g * z_hat),
        ),
        "d_normalized": Definition(
            index=VECTOR, symbol=_d("ẑ", r"\hat{z}"), formula=_d_y * gain
        ),
        "mean_d_normalized": Definition(
            index=STATISTIC,
            symbol=Glyph("mean(dẑ)", r"\overline{\mathrm{d}\hat{z}}"),
            formula=total("i", _d_normalized) / d,
            role="statistic",
        ),
        "mean_d_normalized_normalized": Definition(
            index=STATISTIC,
            symbol=Glyph("mean(dẑ ⊙ ẑ)", r"\overline{\mathrm{d}\hat{z} \odot \hat{z}}"),
            formula=total("i", _d_normalized * normalized) / d,
            role="statistic",
        ),
        "d_input": Definition(
            index=VECTOR,
            symbol=_d("z"),
            formula=(centered - _spread(normalized * _along, spec)) / denominator,
        ),
    }  # fmt: skip


def _spread(term: Expr, spec: NormSpec) -> Expr:
    """`term` times κ, written out only where it is not 1."""
    term = _beside_sigma(term, spec)
    return term * (d / (d - spec.ddof)) if spec.ddof else term


def _beside_sigma(term: Expr, spec: NormSpec) -> Expr:
    """`term` times the part of κ that ε brings where it stands beside σ."""
    if spec.eps_at != "sigma":
        return term
    return term * (denominator / (sigma if spec.kind == "layernorm" else rms))


def paths(linear: Linear | None, *, sublayer: bool, single: bool) -> dict[str, Definition]:
    """Back through the sum x + F(x), along both paths into x.

    Args:
        linear: F, where it is worked out; its gradient comes back to x, W and b.
        sublayer: There is a sublayer at all.
        single: The input is one vector.
    """
    table = {
        "d_x": Definition(index=VECTOR, symbol=_d("x"), formula=_d_input),
        "d_sublayer": Definition(
            index=VECTOR, symbol=Glyph("dF", r"\mathrm{d}F"), formula=_d_input
        ),
    }
    return {**table, **_through(linear, single=single)} if linear and sublayer else table


def _through(linear: Linear, *, single: bool) -> dict[str, Definition]:
    """The path through F(x) = activation(x W + b)."""
    name = "d_sublayer" if linear.activation == "identity" else "d_linear"
    row = ROW if single else "t"
    stored_out_in = linear.orientation == "Wx"
    # from output i back to input j
    weight = Ref("weight", ("i", "j") if stored_out_in else ("j", "i"))
    back = Ref(name, VECTOR) * weight
    d_h = Ref(name, (row, "i"))
    outer = Ref("x", (row, "j")) * d_h
    lead = (ROW,) if single else ()
    return {
        "d_linear": Definition(
            index=VECTOR,
            symbol=_d("h"),
            formula=_d_sublayer * Call("relu-slope", Ref("linear", VECTOR)),
        ),
        "d_weight": Definition(
            index=(*lead, *weight.index),
            symbol=_d("W"),
            formula=outer if single else total("t", outer),
        ),
        "d_bias": Definition(
            index=(*lead, "i"), symbol=_d("b"), formula=d_h if single else total("t", d_h)
        ),
        "d_x_identity": Definition(
            index=VECTOR,
            symbol=Glyph("dx_id", r"\mathrm{d}x^{\mathrm{id}}"),
            formula=_d_input,
        ),
        "d_x_sublayer": Definition(
            index=(ROW, "j"),
            symbol=Glyph("dx_F", r"\mathrm{d}x^{F}"),
            formula=total("i", back),
        ),
        "d_x": Definition(
            index=VECTOR,
            symbol=_d("x"),
            formula=Ref("d_x_identity", VECTOR) + Ref("d_x_sublayer", VECTOR),
        ),
    }  # fmt: skip


def jacobians(spec: NormSpec, linear: Linear | None) -> dict[str, Definition]:
    """The Jacobians of one row: of the norm, of x + F(x), and of both after each other."""
    gain = gamma + 1 if spec.unit_offset else gamma
    other = Ref("normalized", (ROW, "j"))
    kept = _delta - lift(1) / d if spec.kind == "layernorm" else _delta
    product = _beside_sigma(normalized * other, spec)
    pulled = product / (d - spec.ddof if spec.ddof else d)
    table = {
        "delta": Definition(index=("i", "j"), symbol=Glyph("δ", r"\delta")),
        "jacobian_norm": Definition(
            index=SQUARE,
            symbol=Glyph("J_N", r"J^{N}"),
            formula=gain * (kept - pulled) / denominator,
        ),
    }
    if linear is None:
        return table
    weight: Expr = Ref("weight", ("i", "j") if linear.orientation == "Wx" else ("j", "i"))
    if linear.activation != "identity":
        weight = Call("relu-slope", Ref("linear", VECTOR)) * weight
    first, then = Ref("jacobian_norm", (ROW, "i", "k")), Ref("jacobian_residual", (ROW, "k", "j"))
    return {
        **table,
        "jacobian_residual": Definition(
            index=SQUARE, symbol=Glyph("(I + J_F)", r"(I + J^{F})"), formula=_delta + weight
        ),
        "jacobian": Definition(
            index=SQUARE, symbol=Glyph("J", "J"), formula=total("k", first * then)
        ),
    }
