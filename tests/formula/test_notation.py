"""How trees are written."""

from __future__ import annotations

import numpy as np
import pytest

from addnorm_cli.formula import norms
from addnorm_cli.formula.definition import Definitions
from addnorm_cli.formula.expr import Add, Call, Div, Expr, Mul, Num, Pow, Ref, Sub, sqrt
from addnorm_cli.formula.notation import View, to_latex, to_text
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.trace.quantity import Quantity


def scope_of(definitions: Definitions) -> dict[str, Quantity]:
    scope = {}
    for name, definition in definitions.items():
        symbol = definition.symbol or definition.formula
        assert symbol is not None
        scope[name] = Quantity(
            name=name, symbol=symbol, index=definition.index, value=np.zeros((1, 1)), shape=(1,)
        )
    return scope


def n(text: str) -> Num:
    return Num(float(text), text)


DOCS = norms.layernorm(CONVENTIONS["docs"])
PYTORCH = norms.layernorm(CONVENTIONS["pytorch"])
ANNOTATED = norms.layernorm(CONVENTIONS["annotated"])
LLAMA = norms.rmsnorm(CONVENTIONS["llama"])
GEMMA = norms.rmsnorm(CONVENTIONS["gemma"])


@pytest.mark.parametrize(
    ("definitions", "step", "text", "latex"),
    [
        pytest.param(DOCS, "mean", "Σ zᵢ / d", r"\frac{\sum_{i} z_{i}}{d}", id="mean"),
        pytest.param(DOCS, "squares", "(zᵢ - μ)²", r"\left(z_{i} - \mu\right)^{2}", id="squares"),
        pytest.param(
            DOCS,
            "variance",
            "Σ (zᵢ - μ)² / d",
            r"\frac{\sum_{i} \left(z_{i} - \mu\right)^{2}}{d}",
            id="variance",
        ),
        pytest.param(
            ANNOTATED,
            "variance",
            "Σ (zᵢ - μ)² / (d - 1)",
            r"\frac{\sum_{i} \left(z_{i} - \mu\right)^{2}}{d - 1}",
            id="variance with ddof 1",
        ),
        pytest.param(
            DOCS,
            "normalized",
            "(zᵢ - μ) / (σ + ε)",
            r"\frac{z_{i} - \mu}{\sigma + \varepsilon}",
            id="eps beside sigma",
        ),
        pytest.param(
            PYTORCH,
            "normalized",
            "(zᵢ - μ) / √(σ² + ε)",
            r"\frac{z_{i} - \mu}{\sqrt{\sigma^2 + \varepsilon}}",
            id="eps under the root",
        ),
        pytest.param(
            DOCS,
            "output",
            "γᵢ · ẑᵢ + βᵢ",
            r"\gamma_{i} \cdot \hat{z}_{i} + \beta_{i}",
            id="output",
        ),
        pytest.param(LLAMA, "normalized", "zᵢ / √(ms + ε)",
                     r"\frac{z_{i}}{\sqrt{\mathrm{ms} + \varepsilon}}", id="rmsnorm"),
        pytest.param(GEMMA, "output", "(γᵢ + 1) · ẑᵢ",
                     r"\left(\gamma_{i} + 1\right) \cdot \hat{z}_{i}", id="gemma's gain"),
    ],
)  # fmt: skip
def test_formulas_read_like_the_paper(
    definitions: Definitions, step: str, text: str, latex: str
) -> None:
    formula = definitions[step].formula
    assert formula is not None
    view = View(scope_of(definitions), {})
    assert to_text(formula, view) == text
    assert to_latex(formula, view) == latex


@pytest.mark.parametrize(
    ("tree", "text", "latex"),
    [
        pytest.param(Add((n("0.8"), n("-0.1"))), "0.8 + (-0.1)",
                     r"0.8 + \left(-0.1\right)", id="negative term"),
        pytest.param(Sub(n("-0.1"), n("-0.2")), "-0.1 - (-0.2)",
                     r"-0.1 - \left(-0.2\right)", id="a leading minus needs no brackets"),
        pytest.param(Sub(n("1"), Sub(n("2"), n("3"))), "1 - (2 - 3)",
                     r"1 - \left(2 - 3\right)", id="nested difference"),
        pytest.param(Div(n("1"), Mul(n("2"), n("3"))), "1 / (2 × 3)",
                     r"\frac{1}{2 \times 3}", id="product below"),
        pytest.param(Mul(Add((n("1"), n("2"))), n("3")), "(1 + 2) × 3",
                     r"\left(1 + 2\right) \times 3", id="sum times number"),
        pytest.param(Pow(n("-0.153"), 2), "(-0.153)²", r"\left(-0.153\right)^{2}", id="square"),
        pytest.param(sqrt(n("0.14")), "√0.14", r"\sqrt{0.14}", id="root of a number"),
        pytest.param(sqrt(Add((n("0.14"), n("1e-5")))), "√(0.14 + 1e-5)",
                     r"\sqrt{0.14 + 1 \times 10^{-5}}", id="root of a sum"),
        pytest.param(Call("relu", n("-1")), "ReLU(-1)",
                     r"\operatorname{ReLU}\left(-1\right)", id="function"),
    ],
)  # fmt: skip
def test_numbers_get_the_brackets_they_need(tree: Expr, text: str, latex: str) -> None:
    assert to_text(tree, View({}, {})) == text
    assert to_latex(tree, View({}, {})) == latex


@pytest.mark.parametrize(
    ("at", "text"),
    [({"i": 0}, "ẑ₀"), ({"i": 12}, "ẑ₁₂"), ({}, "ẑᵢ")],
)
def test_components_carry_their_index(at: dict[str, int], text: str) -> None:
    assert to_text(Ref("normalized", ("row", "i")), View(scope_of(DOCS), at)) == text


def test_whole_vectors_carry_none() -> None:
    view = View(scope_of(DOCS), {}, whole=True)
    assert to_text(Ref("scaled", ("row", "i")), view) == "γ ⊙ ẑ"
