"""The formulas, written once: what each step is called, and how it is worked out."""

from addnorm_cli.formula.expr import ROW, Call, Glyph, Ref, sqrt, total
from addnorm_cli.model.problem import Linear, NormSpec
from addnorm_cli.trace.trace import Definition

VECTOR = (ROW, "i")
STATISTIC = (ROW,)

x = Ref("x", VECTOR)
sublayer = Ref("sublayer", VECTOR)
z = Ref("z", VECTOR)
d = Ref("d")
eps = Ref("eps")
mu = Ref("mean", STATISTIC)
deviation = Ref("deviations", VECTOR)
square = Ref("squares", VECTOR)
variance = Ref("variance", STATISTIC)
sigma = Ref("sigma", STATISTIC)
mean_square = Ref("mean_square", STATISTIC)
rms = Ref("rms", STATISTIC)
denominator = Ref("denominator", STATISTIC)
normalized = Ref("normalized", VECTOR)
scaled = Ref("scaled", VECTOR)
gamma = Ref("gamma", ("i",))
beta = Ref("beta", ("i",))

NORM_INPUTS: dict[str, Definition] = {
    "z": Definition(index=VECTOR, symbol=Glyph("z", "z")),
    "d": Definition(index=(), symbol=Glyph("d", "d")),
    "eps": Definition(index=(), symbol=Glyph("ε", r"\varepsilon")),
    "gamma": Definition(index=("i",), symbol=Glyph("γ", r"\gamma")),
    "beta": Definition(index=("i",), symbol=Glyph("β", r"\beta")),
}
_NORMALIZED = Glyph("ẑ", r"\hat{z}")
_OUTPUT = Glyph("y", "y")


def layernorm(spec: NormSpec) -> dict[str, Definition]:
    """LayerNorm: y = γ ⊙ (z - μ) / den + β (Ba, Kiros and Hinton 2016, arXiv 1607.06450)."""
    below = sigma + eps if spec.eps_at == "sigma" else sqrt(variance + eps)
    return {
        **NORM_INPUTS,
        "mean": Definition(
            index=STATISTIC, symbol=Glyph("μ", r"\mu"), formula=total("i", z) / d, role="statistic"
        ),
        "deviations": Definition(index=VECTOR, formula=z - mu),
        "squares": Definition(positive=True, index=VECTOR, formula=deviation**2),
        "variance": Definition(
            positive=True,
            index=STATISTIC,
            symbol=Glyph("σ²", r"\sigma^2"),
            formula=total("i", square) / (d - spec.ddof if spec.ddof else d),
            role="statistic",
        ),
        "sigma": Definition(
            positive=True,
            index=STATISTIC,
            symbol=Glyph("σ", r"\sigma"),
            formula=sqrt(variance),
            role="statistic",
        ),
        "denominator": Definition(positive=True, index=STATISTIC, formula=below, role="divisor"),
        "normalized": Definition(index=VECTOR, symbol=_NORMALIZED, formula=deviation / denominator),
        "scaled": Definition(index=VECTOR, formula=gamma * normalized),
        "output": Definition(index=VECTOR, symbol=_OUTPUT, formula=scaled + beta),
    }


def rmsnorm(spec: NormSpec) -> dict[str, Definition]:
    """RMSNorm: y = γ ⊙ z / den (Zhang and Sennrich 2019, arXiv 1910.07467).

    Gemma's gain is 1 + γ.
    """
    below = rms + eps if spec.eps_at == "sigma" else sqrt(mean_square + eps)
    gain = gamma + 1 if spec.unit_offset else gamma
    return {
        **NORM_INPUTS,
        "squares": Definition(positive=True, index=VECTOR, formula=z**2),
        "mean_square": Definition(
            positive=True,
            index=STATISTIC,
            symbol=Glyph("ms", r"\mathrm{ms}"),
            formula=total("i", square) / d,
            role="statistic",
        ),
        "rms": Definition(
            positive=True,
            index=STATISTIC,
            symbol=Glyph("rms", r"\mathrm{rms}"),
            formula=sqrt(mean_square),
            role="statistic",
        ),
        "denominator": Definition(positive=True, index=STATISTIC, formula=below, role="divisor"),
        "normalized": Definition(index=VECTOR, symbol=_NORMALIZED, formula=z / denominator),
        "output": Definition(index=VECTOR, symbol=_OUTPUT, formula=gain * normalized),
    }


_SUBLAYER = Glyph("Sublayer(x)", r"\mathrm{Sublayer}(x)")


def residual(linear: Linear | None) -> dict[str, Definition]:
    """The residual connection x + Sublayer(x) (He et al. 2015, arXiv 1512.03385).

    Args:
        linear: The sublayer that is worked out, F(x) = activation(x W + b); None where the
            sublayer's output is given.
    """
    added = sublayer if linear is None else _last(linear)
    return {
        "x": Definition(index=VECTOR, symbol=Glyph("x", "x")),
        "sublayer": Definition(index=VECTOR, symbol=_SUBLAYER),
        **(_linear(linear) if linear else {}),
        "residual": Definition(index=VECTOR, symbol=Glyph("r", "r"), formula=x + added),
    }


def _last(linear: Linear) -> Ref:
    return Ref("linear" if linear.activation == "identity" else "activation", VECTOR)


def _linear(linear: Linear) -> dict[str, Definition]:
    x_k, bias, h = Ref("x", (ROW, "k")), Ref("bias", ("i",)), Ref("linear", VECTOR)
    weight = Ref("weight", ("k", "i"))
    product = x_k * weight
    if linear.orientation == "Wx":
        weight = Ref("weight", ("i", "k"))
        product = weight * x_k
    affine = total("k", product)
    return {
        "weight": Definition(index=weight.index, symbol=Glyph("W", "W")),
        "bias": Definition(index=("i",), symbol=Glyph("b", "b")),
        "linear": Definition(
            index=VECTOR,
            symbol=Glyph("h", "h"),
            formula=affine + bias if linear.bias is not None else affine,
        ),
        "activation": Definition(
            index=VECTOR, symbol=Glyph("F(x)", "F(x)"), formula=Call(linear.activation, h)
        ),
    }
