"""The formulas of the way back through y = Norm(x + F(x)); dv stands for ∂L/∂v."""

from __future__ import annotations

from addnorm_cli.formula.definition import Definitions, given, glyph, statistic, step
from addnorm_cli.formula.expr import ROW, Call, Expr, Glyph, Ref, lift, total
from addnorm_cli.formula.norm_parts import STATISTIC, VECTOR, gain
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.problem import Linear, NormSpec

SQUARE = (ROW, "i", "j")
"""The Jacobian of a row: row i, column j is ∂yᵢ/∂xⱼ."""

_d = Ref("d")
_denominator = Ref("denominator", STATISTIC)
_normalized = Ref("normalized", VECTOR)
_d_normalized = Ref("d_normalized", VECTOR)
_mean = Ref("mean_d_normalized", STATISTIC)
_along = Ref("mean_d_normalized_normalized", STATISTIC)
_d_input = Ref("d_input", VECTOR)
_delta = Ref("delta", ("i", "j"))


def _d_of(text: str, latex: str | None = None) -> Glyph:
    """The letter of a gradient: dẑ for the gradient of ẑ."""
    return glyph(f"d{text}", rf"\mathrm{{d}}{text if latex is None else latex}")


def norm(spec: NormSpec, *, single: bool) -> Definitions:
    """Back through LayerNorm or RMSNorm.

    A component of z moves the mean, the denominator and itself. With n components, ẑ = (z - μ)/den
    gives dz = (dẑ - mean(dẑ) - ẑ · mean(dẑ ⊙ ẑ) · κ) / den, where κ = n / (n - ddof), times den/σ
    where ε stands beside σ. RMSNorm subtracts no mean, so that the second term is missing.

    Args:
        spec: The norm.
        single: The input is one vector, so that γ and β sum over nothing.
    """
    about = NORMS[spec.kind]
    row = ROW if single else "t"
    g, z_hat = Ref("upstream", (row, "i")), Ref("normalized", (row, "i"))
    affine = VECTOR if single else ("i",)
    d_beta = step(affine, g if single else total("t", g), _d_of("β", r"\beta"),
                  note="handed_on.d_beta" if single else "")  # fmt: skip
    d_gamma = step(affine, g * z_hat if single else total("t", g * z_hat), _d_of("γ", r"\gamma"))
    mean = statistic(
        STATISTIC,
        total("i", _d_normalized) / _d,
        glyph("mean(dẑ)", r"\overline{\mathrm{d}\hat{z}}"),
    )
    along = statistic(
        STATISTIC,
        total("i", _d_normalized * _normalized) / _d,
        glyph("mean(dẑ ⊙ ẑ)", r"\overline{\mathrm{d}\hat{z} \odot \hat{z}}"),
    )
    d_hat = step(VECTOR, Ref("upstream", VECTOR) * gain(spec), _d_of("ẑ", r"\hat{z}"),
                 neutral=("gamma", 0 if spec.unit_offset else 1),
                 note=f"neutral.d_normalized{'.offset' if spec.unit_offset else ''}")  # fmt: skip
    centred = _d_normalized - _mean if about.centred else _d_normalized
    pulled = _beside_root(_normalized * _along, spec)
    pulled = pulled * (_d / (_d - spec.ddof)) if spec.ddof else pulled
    return {
        "upstream": given(VECTOR, "dy", r"\mathrm{d}y"),
        **({"d_beta": d_beta} if about.beta else {}),
        "d_gamma": d_gamma,
        "d_normalized": d_hat,
        **({"mean_d_normalized": mean} if about.centred else {}),
        "mean_d_normalized_normalized": along,
        "d_input": step(VECTOR, (centred - pulled) / _denominator, _d_of("z")),
    }


def _beside_root(term: Expr, spec: NormSpec) -> Expr:
    """`term` times the part of κ that ε brings where it stands beside σ."""
    if spec.eps_at != "sigma":
        return term
    return term * (_denominator / Ref(NORMS[spec.kind].spread, STATISTIC))


def paths(linear: Linear | None, *, sublayer: bool, single: bool) -> Definitions:
    """Back through the sum x + F(x), along both paths into x.

    Args:
        linear: F, where it is worked out; its gradient comes back to x, W and b.
        sublayer: There is a sublayer at all.
        single: The input is one vector.
    """
    d_sublayer = step(VECTOR, _d_input, glyph("dF", r"\mathrm{d}F"), note="handed_on.d_sublayer")
    through = linear is not None and sublayer
    return {
        **({"d_sublayer": d_sublayer} if sublayer else {}),
        **(_through(linear, single=single) if linear and sublayer else {}),
        "d_x": step(
            VECTOR,
            Ref("d_x_identity", VECTOR) + Ref("d_x_sublayer", VECTOR) if through else _d_input,
            _d_of("x"),
            note="" if through else f"handed_on.d_x{'.given' if sublayer else ''}",
        ),
    }


def _through(linear: Linear, *, single: bool) -> Definitions:
    """The path through F(x) = activation(x W + b)."""
    bent = linear.activation != "identity"
    name = "d_linear" if bent else "d_sublayer"
    row = ROW if single else "t"
    # from output i back to input j
    weight = Ref("weight", ("i", "j") if linear.orientation == "Wx" else ("j", "i"))
    d_h = Ref(name, (row, "i"))
    outer = Ref("x", (row, "j")) * d_h
    lead = (ROW,) if single else ()
    slope = Call(f"{linear.activation}-slope", Ref("linear", VECTOR))
    d_linear = step(VECTOR, Ref("d_sublayer", VECTOR) * slope, _d_of("h"))
    d_bias = step((*lead, "i"), d_h if single else total("t", d_h), _d_of("b"),
                  note="handed_on.d_bias" if single else "")  # fmt: skip
    return {
        **({"d_linear": d_linear} if bent else {}),
        "d_weight": step(
            (*lead, *weight.index), outer if single else total("t", outer), _d_of("W")
        ),
        **({"d_bias": d_bias} if linear.bias is not None else {}),
        "d_x_identity": step(VECTOR, _d_input, glyph("dx_id", r"\mathrm{d}x^{\mathrm{id}}"),
                             note="handed_on.d_x_identity"),
        "d_x_sublayer": step(
            (ROW, "j"), total("i", Ref(name, VECTOR) * weight), glyph("dx_F", r"\mathrm{d}x^{F}")
        ),
    }  # fmt: skip


def jacobians(spec: NormSpec, linear: Linear | None) -> Definitions:
    """The Jacobians of one row: of the norm, of x + F(x), and of both after each other."""
    other = Ref("normalized", (ROW, "j"))
    kept = _delta - lift(1) / _d if NORMS[spec.kind].centred else _delta
    pulled = _beside_root(_normalized * other, spec) / (_d - spec.ddof if spec.ddof else _d)
    of_norm = step(
        SQUARE, gain(spec) * (kept - pulled) / _denominator, glyph("J_norm", r"J^{\mathrm{norm}}")
    )
    table = {"delta": given(("i", "j"), "δ", r"\delta"), "jacobian_norm": of_norm}
    if linear is None:
        return table
    weight: Expr = Ref("weight", ("i", "j") if linear.orientation == "Wx" else ("j", "i"))
    if linear.activation != "identity":
        weight = Call(f"{linear.activation}-slope", Ref("linear", VECTOR)) * weight
    first, then = Ref("jacobian_norm", (ROW, "i", "k")), Ref("jacobian_residual", (ROW, "k", "j"))
    return {
        **table,
        "jacobian_residual": step(SQUARE, _delta + weight, glyph("(I + J_F)", r"(I + J^{F})")),
        "jacobian": step(SQUARE, total("k", first * then), glyph("J")),
    }
