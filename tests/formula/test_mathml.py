"""MathML: trees and LaTeX letters as browsers lay them out."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from addnorm_cli.formula import mathml
from addnorm_cli.formula.definition import Definition
from addnorm_cli.formula.expr import Add, Div, Expr, Glyph, Mul, Num, Pow, Ref, Sub
from addnorm_cli.formula.mathml import letters, number, to_mathml
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.formula.notation import View
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.problem import NormSpec
from addnorm_cli.numbers.numfmt import BLANK
from tests.formula.test_notation import scope_of

OPEN = '<mo form="prefix" stretchy="false" lspace="0" rspace="0">(</mo>'
CLOSE = '<mo form="postfix" stretchy="false" lspace="0" rspace="0">)</mo>'
MINUS = '<mo form="prefix">−</mo>'
NOTHING = View({}, {})


def n(text: str) -> Num:
    return Num(float(text), text)


def text_of(elements: str) -> str:
    return "".join(ElementTree.fromstring(f"<math>{elements}</math>").itertext())


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\mu", "<mi>μ</mi>"),
        (r"\Delta", '<mi mathvariant="normal">Δ</mi>'),
        (r"\sigma^2", "<msup><mi>σ</mi><mn>2</mn></msup>"),
        (
            r"\hat{z}",
            '<mover accent="true"><mrow><mi>z</mi></mrow><mo stretchy="false">^</mo></mover>',
        ),
        (r"F(x)", f"<mi>F</mi>{OPEN}<mi>x</mi>{CLOSE}"),
        (
            r"d_{\mathrm{head}}",
            '<msub><mi>d</mi><mrow><mi mathvariant="normal">head</mi></mrow></msub>',
        ),
        ("s''", "<msup><mi>s</mi><mo>′′</mo></msup>"),
        (r"\max", "<mi>max</mi>"),
        (
            r"\overline{x}",
            '<mrow style="border-top: .06em solid; padding-top: .12em">'
            "<mrow><mi>x</mi></mrow></mrow>",
        ),
        (
            r"\left(1 + \frac{1}{2}\right)",
            "<mo>(</mo><mn>1</mn><mo>+</mo>"
            "<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac><mo>)</mo>",
        ),
        (r"\operatorname{ReLU}", '<mi mathvariant="normal">ReLU</mi>'),
    ],
)
def test_letters(latex: str, expected: str) -> None:
    assert letters(latex) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.80", "<mn>0.80</mn>"),
        ("-0.1", f"<mrow>{MINUS}<mn>0.1</mn></mrow>"),
        (
            "1e-06",
            f"<mrow><mn>1</mn><mo>×</mo><msup><mn>10</mn>"
            f"<mrow><mrow>{MINUS}<mn>6</mn></mrow></mrow></msup></mrow>",
        ),
        (BLANK, f'<mspace width=".4em"></mspace><mtext>{BLANK * 2}</mtext>'),
    ],
)
def test_numbers(text: str, expected: str) -> None:
    assert number(text) == expected


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        pytest.param(Sub(n("1"), n("-2")), "1−(−2)", id="a sign after a sign"),
        pytest.param(Add((n("-1"), n("-2"))), "−1+(−2)", id="the first term needs no brackets"),
        pytest.param(Mul(Add((n("1"), n("2"))), n("3")), "(1+2)×3", id="sum in a product"),
        pytest.param(Pow(n("-3"), 2), "(−3)2", id="power of a negative number"),
        pytest.param(Pow(n("1e-05"), 2), "(1×10−5)2", id="power of a power of ten"),
    ],
)
def test_brackets(tree: Expr, text: str) -> None:
    assert text_of(to_mathml(tree, NOTHING)) == text


@pytest.mark.parametrize(
    ("latex", "shape"),
    [
        pytest.param("W^{q}", ["msubsup", "Wk,jq"], id="a name above, indices below"),
        pytest.param("x'", ["msubsup", "xk,j′"], id="a prime above"),
        pytest.param(r"\Delta_{\mathrm{attn}}", ["msub", "Δattnk,j"], id="a name below as well"),
        pytest.param("F(x)", ["msub", "F(x)k,j"], id="after a bracket"),
    ],
)
def test_indices(latex: str, shape: list[str]) -> None:
    scope = scope_of({"q": Definition(index=("k", "j"), symbol=Glyph("q", latex))})
    math = ElementTree.fromstring(to_mathml(Ref("q", ("k", "j")), View(scope, {})))
    assert [math.tag, "".join(math.itertext())] == shape


def test_long_sum_is_broken_into_rows() -> None:
    tree = Add(tuple(n(f"{i}.123456789") for i in range(12)))
    math = ElementTree.fromstring(f"<math>{to_mathml(tree, NOTHING)}</math>")
    rows = math.findall("mtable/mtr")
    assert len(rows) == 3
    assert "".join(math.itertext()) == "+".join(f"{i}.123456789" for i in range(12))


@pytest.mark.parametrize(
    "spec",
    [
        *(pytest.param(spec, id=name) for name, spec in CONVENTIONS.items()),
        *(pytest.param(norm.usual, id=name) for name, norm in NORMS.items()),
    ],
)
def test_every_formula_is_well_formed(spec: NormSpec) -> None:
    definitions = NORMS[spec.kind].formulas(spec)
    view = View(scope_of(definitions), {})
    for name, definition in definitions.items():
        for tree in (definition.formula, Ref(name, definition.index)):
            if tree is not None:
                assert text_of(to_mathml(tree, view))


def test_every_command_of_our_letters_is_known() -> None:
    """A command that is not known is written as a word, which only these are."""
    words = {"max", "tanh", "exp", "mathrm", "operatorname", "sqrt", "frac", "left", "right"}
    root = Path(mathml.__file__).parent
    sources = [path for path in root.glob("*.py") if path.stem not in ("notation", "mathml")]
    used = {
        name for path in sources for name in re.findall(r"\\([A-Za-z]+)", path.read_text("utf-8"))
    }
    for name in used - words:
        argument = "{x}" if name in ("hat", "overline", "bar", "tilde") else ""
        assert name not in text_of(letters(f"\\{name}{argument}")), name


def test_brackets_around_a_fraction_are_as_tall_as_it_is() -> None:
    tall = to_mathml(Pow(Add((Div(n("1"), n("2")), n("3"))), 2), NOTHING)
    flat = to_mathml(Pow(Add((n("1"), n("3"))), 2), NOTHING)
    assert '<mo form="prefix">(</mo><mfrac>' in tall
    assert '<mn>3</mn><mo form="postfix">)</mo>' in tall
    assert f"{OPEN}<mn>1</mn><mo>+</mo><mn>3</mn>{CLOSE}" in flat
