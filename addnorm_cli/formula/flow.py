"""The formulas of a gradient on its way through the layers."""

from __future__ import annotations

from addnorm_cli.formula.definition import Definition
from addnorm_cli.formula.expr import Glyph, Ref, sqrt, total

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_SHARES = Definition(index=("layer",), symbol=Glyph("g", "g"))


def _numbered(letter: str, layer: int) -> Glyph:
    return Glyph(letter + str(layer).translate(_SUBSCRIPTS), f"{letter}_{{{layer}}}")


def factor_name(*, residual: bool) -> str:
    """What the factor of every layer is called, on the command line too."""
    return "residual_factor" if residual else "factor"


def chain(layers: int, *, residual: bool) -> dict[str, Definition]:
    """The chain rule through layers that are alike: ∂F/∂x at each, or 1 + ∂F/∂x with the residual.

    He et al. 2016, Identity Mappings in Deep Residual Networks (arXiv 1603.05027).
    """
    slope = Glyph("∂F/∂x", r"\frac{\partial F}{\partial x}")
    one_plus = Glyph("(1 + ∂F/∂x)", r"\left(1 + \frac{\partial F}{\partial x}\right)")
    name = factor_name(residual=residual)
    return {
        name: Definition(index=(), symbol=one_plus if residual else slope),
        "shares": _SHARES,
        f"layer{layers}": Definition(index=(), symbol=_numbered("g", layers)),
        **{
            f"layer{layer}": Definition(
                index=(),
                symbol=_numbered("g", layer),
                formula=Ref(name) * Ref(f"layer{layer + 1}"),
            )
            for layer in range(1, layers)
        },
    }


def measured(layers: int) -> dict[str, Definition]:
    """The length of the gradient at each layer's input, and what it was multiplied by there."""
    table = {
        "shares": _SHARES,
        "gradient_output": Definition(index=("t", "i"), symbol=Glyph("g_out", r"g^{\mathrm{out}}")),
        "output": _length("gradient_output", Glyph("‖g_out‖", r"\lVert g^{\mathrm{out}} \rVert")),
    }
    for layer in range(1, layers + 1):
        letter = _numbered("g", layer)
        length = Glyph(f"‖{letter.text}‖", rf"\lVert {letter.latex} \rVert")
        above = Ref(f"layer{layer + 1}" if layer < layers else "output")
        table |= {
            f"gradient{layer}": Definition(index=("t", "i"), symbol=letter),
            f"layer{layer}": _length(f"gradient{layer}", length),
            f"factor{layer}": Definition(
                index=(), symbol=_numbered("f", layer), formula=Ref(f"layer{layer}") / above
            ),
        }
    return table


def _length(gradient: str, symbol: Glyph) -> Definition:
    squares = Ref(gradient, ("t", "i")) ** 2
    return Definition(index=(), symbol=symbol, formula=sqrt(total("t", total("i", squares))))
