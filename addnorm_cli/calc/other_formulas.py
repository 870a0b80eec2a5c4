"""The formulas of the norms beside LayerNorm and RMSNorm, written once."""

from __future__ import annotations

from addnorm_cli.calc import formulas
from addnorm_cli.formula.expr import ROW, Call, Glyph, Ref, sqrt, total
from addnorm_cli.model.problem import NormSpec
from addnorm_cli.trace.trace import Definition

COLUMN = ("i",)
CELL = ("t", "i")
"""A cell of a batch: sample t, component i."""

_INPUTS = formulas.NORM_INPUTS
_Z_HAT, _Y = Glyph("ẑ", r"\hat{z}"), Glyph("y", "y")


def batchnorm(spec: NormSpec) -> dict[str, Definition]:
    """BatchNorm in training: statistics of each component over the batch (arXiv 1502.03167)."""
    z, mu, count, eps = Ref("z", CELL), Ref("mean", COLUMN), Ref("N"), Ref("eps")
    deviation, square = Ref("deviations", CELL), Ref("squares", CELL)
    variance, sigma = Ref("variance", COLUMN), Ref("sigma", COLUMN)
    below = sigma + eps if spec.eps_at == "sigma" else sqrt(variance + eps)
    gamma, beta = Ref("gamma", COLUMN), Ref("beta", COLUMN)
    divisor = count - spec.ddof if spec.ddof else count
    return {
        **_INPUTS,
        "z": Definition(index=CELL, symbol=Glyph("z", "z")),
        "N": Definition(index=(), symbol=Glyph("N", "N")),
        "mean": Definition(
            index=COLUMN, symbol=Glyph("μ", r"\mu"), formula=total("t", z) / count, role="statistic"
        ),
        "deviations": Definition(index=CELL, formula=z - mu),
        "squares": Definition(index=CELL, formula=deviation**2),
        "variance": Definition(
            index=COLUMN,
            symbol=Glyph("σ²", r"\sigma^2"),
            formula=total("t", square) / divisor,
            role="statistic",
        ),
        "sigma": Definition(
            index=COLUMN,
            symbol=Glyph("σ", r"\sigma"),
            formula=sqrt(variance),
            role="statistic",
        ),
        "denominator": Definition(index=COLUMN, formula=below, role="divisor"),
        "normalized": Definition(
            index=CELL, symbol=_Z_HAT, formula=deviation / Ref("denominator", COLUMN)
        ),
        "scaled": Definition(index=CELL, formula=gamma * Ref("normalized", CELL)),
        "output": Definition(index=CELL, symbol=_Y, formula=Ref("scaled", CELL) + beta),
    }


def groupnorm(spec: NormSpec) -> dict[str, Definition]:
    """GroupNorm: LayerNorm of each group of neighbouring components (arXiv 1803.08494)."""
    table = formulas.layernorm(spec)
    cell = formulas.VECTOR
    gamma, beta = Ref("group_gamma", cell), Ref("group_beta", cell)
    return {
        **table,
        "group_gamma": Definition(index=cell, symbol=Glyph("γ", r"\gamma")),
        "group_beta": Definition(index=cell, symbol=Glyph("β", r"\beta")),
        "scaled": Definition(index=cell, formula=gamma * Ref("normalized", cell)),
        "shifted": Definition(
            index=cell, symbol=Glyph("y", "y"), formula=Ref("scaled", cell) + beta
        ),
        "output": Definition(index=("sample", "c"), symbol=_Y),
    }


def scalenorm(spec: NormSpec) -> dict[str, Definition]:
    """ScaleNorm: γ · z / ‖z‖ with one γ for all, √d to begin with (arXiv 1910.05895)."""
    z, cell = formulas.z, formulas.VECTOR
    length = Ref("length", (ROW,))
    return {
        **_INPUTS,
        "squares": Definition(index=cell, formula=z**2),
        "length": Definition(
            index=(ROW,),
            symbol=Glyph("‖z‖", r"\lVert z \rVert"),
            formula=sqrt(total("i", Ref("squares", cell))),
            role="statistic",
        ),
        "denominator": Definition(index=(ROW,), formula=length + Ref("eps"), role="divisor"),
        "normalized": Definition(index=cell, symbol=_Z_HAT, formula=z / Ref("denominator", (ROW,))),
        "output": Definition(
            index=cell, symbol=_Y, formula=formulas.gamma * Ref("normalized", cell)
        ),
    }


def dyt(spec: NormSpec) -> dict[str, Definition]:
    """Dynamic Tanh: γ ⊙ tanh(αz) + β, without any statistic (arXiv 2503.10622)."""
    cell = formulas.VECTOR
    squashed = Ref("normalized", cell)
    return {
        **_INPUTS,
        "alpha": Definition(index=(), symbol=Glyph("α", r"\alpha")),
        "scaled_input": Definition(index=cell, formula=Ref("alpha") * formulas.z),
        "normalized": Definition(
            index=cell, symbol=Glyph("t", "t"), formula=Call("tanh", Ref("scaled_input", cell))
        ),
        "output": Definition(
            index=cell, symbol=_Y, formula=formulas.gamma * squashed + formulas.beta
        ),
    }


def none(spec: NormSpec) -> dict[str, Definition]:
    """No norm: y = z."""
    return {**_INPUTS, "output": Definition(index=formulas.VECTOR, symbol=_Y, formula=formulas.z)}
