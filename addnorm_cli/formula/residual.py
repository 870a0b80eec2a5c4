"""The formulas of the residual connection, and of a sublayer that is worked out."""

from __future__ import annotations

from addnorm_cli.formula.definition import Definition, given, glyph, step
from addnorm_cli.formula.expr import ROW, Add, Call, Ref, total
from addnorm_cli.formula.norm_parts import VECTOR
from addnorm_cli.model.problem import Linear

_x = Ref("x", VECTOR)


def residual(linear: Linear | None, *, biased: bool = False) -> dict[str, Definition]:
    """The residual connection x + Sublayer(x) (He et al. 2015, arXiv 1512.03385).

    Args:
        linear: The sublayer that is worked out, F(x) = activation(x W + b); None where the
            sublayer's output is given.
        biased: A bias is added beside the sublayer's output, x + Sublayer(x) + b, as the
            SkipLayerNormalization of ONNX Runtime does.
    """
    added = Ref("sublayer", VECTOR) if linear is None else _last(linear)
    third = (Ref("bias", ("i",)),) if biased else ()
    return {
        "x": given(VECTOR, "x"),
        "sublayer": given(VECTOR, "Sublayer(x)", r"\mathrm{Sublayer}(x)"),
        **(_linear(linear) if linear else {}),
        **({"bias": given(("i",), "b")} if biased else {}),
        "residual": step(VECTOR, Add((_x, added, *third)), glyph("r")),
    }


def _last(linear: Linear) -> Ref:
    return Ref("linear" if linear.activation == "identity" else "activation", VECTOR)


def _linear(linear: Linear) -> dict[str, Definition]:
    x_j, bias = Ref("x", (ROW, "j")), Ref("bias", ("i",))
    weight = Ref("weight", ("j", "i"))
    product = x_j * weight
    if linear.orientation == "Wx":
        weight = Ref("weight", ("i", "j"))
        product = weight * x_j
    affine = total("j", product)
    activation = step(VECTOR, Call(linear.activation, Ref("linear", VECTOR)), glyph("F(x)"))
    return {
        "weight": given(weight.index, "W"),
        "bias": given(("i",), "b"),
        "linear": step(VECTOR, affine if linear.bias is None else affine + bias, glyph("h")),
        **({} if linear.activation == "identity" else {"activation": activation}),
    }
