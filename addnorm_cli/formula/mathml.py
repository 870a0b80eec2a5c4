"""How expression trees are written as MathML, which browsers lay out without a script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from addnorm_cli.formula.expr import (
    Add,
    Call,
    Div,
    Expr,
    Mul,
    Num,
    Pow,
    Ref,
    Sub,
    Total,
    references,
)
from addnorm_cli.formula.functions import FUNCTIONS
from addnorm_cli.formula.notation import (
    ADD,
    ATOM,
    MULTIPLY,
    POWER,
    View,
    needs_brackets,
    sheet_rows,
)
from addnorm_cli.numbers.numfmt import BLANK

_WORDS = ("mathrm", "operatorname", "text")
_ACCENTS = {"hat": "^", "bar": "¯", "tilde": "~", "dot": "˙", "vec": "→"}
_LINE_ABOVE = "border-top: .06em solid; padding-top: .12em"
_SIGNS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε",
    "theta": "θ", "lambda": "λ", "mu": "μ", "sigma": "σ", "tau": "τ", "phi": "φ", "partial": "∂",
    "Delta": "Δ", "Sigma": "Σ", "Phi": "Φ", "nabla": "∇", "ell": "ℓ", "infty": "∞",
}  # fmt: skip
"""LaTeX letters by their names; any other command is a word, such as \\max and \\tanh."""
_OPERATORS = {"odot": "⊙", "cdot": "·", "times": "×"}
_SIZES = ("left", "right")
"""Commands that make a bracket grow, which a browser does by itself."""
_BRACKETS = {
    "(": '<mo form="prefix" stretchy="false" lspace="0" rspace="0">(</mo>',
    ")": '<mo form="postfix" stretchy="false" lspace="0" rspace="0">)</mo>',
    "lVert": '<mo form="prefix" stretchy="false" lspace="0" rspace="0">‖</mo>',
    "rVert": '<mo form="postfix" stretchy="false" lspace="0" rspace="0">‖</mo>',
}
"""Brackets as high as a letter, without the blanks that a browser puts around signs."""
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|'+|\d+(?:\.\d+)?|\S")


def to_mathml(expr: Expr, view: View, *, first: bool = True) -> str:
    """The tree as MathML elements, to stand inside a `<math>`; `first` as in `to_text`."""
    if isinstance(expr, Num) and expr.form is not None:
        return to_mathml(expr.form, view).replace(operator("×") + "<msqrt>", "<msqrt>")
    expr = view.expanded(expr)
    match expr:
        case Num(_, text):
            return number(text)
        case Ref(name, index):
            symbol = view.scope[name].symbol
            assert not isinstance(symbol, Expr)
            labels = view.labels(index)
            if labels and symbol.bracketed:
                inner = operator("[") + _index(",".join(labels)) + operator("]")
                return row(letters(symbol.latex) + inner)
            return _subscripted(symbol.latex, labels)
        case Add(terms):
            return _sum(terms, view)
        case Sub(left, right):
            return (
                _part(left, view, ADD) + operator("−") + _part(right, view, MULTIPLY, first=False)
            )
        case Mul(left, right):
            sign = "⊙" if view.whole else "·" if references(expr) else "×"
            factor = _part(right, view, POWER, first=False)
            return _part(left, view, MULTIPLY, first=first) + operator(sign) + factor
        case Div(left, right):
            return f"<mfrac>{row(to_mathml(left, view))}{row(to_mathml(right, view))}</mfrac>"
        case Pow(base, exponent):
            return f"<msup>{row(_part(base, view, ATOM, first=False))}<mn>{exponent}</mn></msup>"
        case Call("sqrt", argument):
            return f"<msqrt>{to_mathml(argument, view)}</msqrt>"
        case Call(function, argument):
            return letters(FUNCTIONS[function].latex) + _bracketed(to_mathml(argument, view))
        case Total(index, body):
            below = f"<munder><mo>∑</mo><mi>{escape(index)}</mi></munder>"
            return below + _part(body, view, MULTIPLY)
    raise TypeError(expr)


def row(content: str) -> str:
    """Several elements as one."""
    return f"<mrow>{content}</mrow>"


def operator(sign: str) -> str:
    """A sign between two operands."""
    return f"<mo>{escape(sign)}</mo>"


def number(text: str) -> str:
    """A number by its digits: the minus as a sign, 1.5e-06 as 1.5 × 10⁻⁶, a blank as a line."""
    if text == BLANK:
        return f'<mspace width=".4em"></mspace><mtext>{BLANK * 2}</mtext>'
    mantissa, e, exponent = text.partition("e")
    sign = '<mo form="prefix">−</mo>' if mantissa.startswith("-") else ""
    written = f"{sign}<mn>{escape(mantissa.removeprefix('-'))}</mn>"
    if e:
        power = number(str(int(exponent)))
        written += f"<mo>×</mo><msup><mn>10</mn>{row(power)}</msup>"
    return row(written) if sign or e else written


def _sum(terms: tuple[Expr, ...], view: View) -> str:
    first, *others = sheet_rows(terms, view)
    lines = [operator("+").join(_part(t, view, ADD, first=n == 0) for n, t in enumerate(first))]
    lines += ["".join(operator("+") + _part(t, view, ADD, first=False) for t in r) for r in others]
    if not others:
        return lines[0]
    rows = "".join(f"<mtr><mtd>{line}</mtd></mtr>" for line in lines)
    return f"<mtable>{rows}</mtable>"


def _part(expr: Expr, view: View, least: int, *, first: bool = True) -> str:
    written = to_mathml(expr, view, first=first)
    return _bracketed(written) if needs_brackets(expr, view, least, first=first) else written


def _bracketed(content: str) -> str:
    if any(tall in content for tall in ("<mfrac>", "<mtable>", "<munder>")):
        return row(f'<mo form="prefix">(</mo>{content}<mo form="postfix">)</mo>')
    return row(_BRACKETS["("] + content + _BRACKETS[")"])


def _subscripted(latex: str, labels: list[str]) -> str:
    """A letter with its indices; W^q keeps its q above them."""
    if not labels:
        return letters(latex)
    below = ",".join(labels)
    base, hat, above = latex.partition("^")
    if hat and "^" not in above:
        return f"<msubsup>{_one(base)}{_index(below)}{_one(above)}</msubsup>"
    bare = latex.rstrip("'")
    if bare != latex:
        return f"<msubsup>{_one(bare)}{_index(below)}{_primes(len(latex) - len(bare))}</msubsup>"
    return f"<msub>{_one(latex)}{_index(below)}</msub>"


def _index(text: str) -> str:
    parts = [
        f"<mn>{part}</mn>" if part.isdigit() else f"<mi>{escape(part)}</mi>"
        for part in text.split(",")
    ]
    return row('<mo separator="true">,</mo>'.join(parts))


def _one(latex: str) -> str:
    r"""One element for a piece of LaTeX, `{q}` or `q`."""
    return row(letters(latex))


def letters(latex: str) -> str:
    r"""The MathML of a letter or a name in LaTeX: `\sigma^2`, `\hat{z}`, `d_{\mathrm{head}}`."""
    return "".join(_elements(iter(_TOKEN.findall(latex))))


def _elements(tokens: Iterator[str]) -> list[str]:
    """The elements up to the end, or up to the brace that closes this group."""
    written: list[str] = []
    for token in tokens:
        if token == "}":
            break
        if token in "^_":
            tag = "msup" if token == "^" else "msub"
            base = written.pop() if written else row("")
            written.append(f"<{tag}>{base}{_argument(tokens)}</{tag}>")
        elif token[0] == "'":
            written.append(f"<msup>{written.pop()}{_primes(len(token))}</msup>")
        else:
            written.append(_element(token, tokens))
    return written


def _primes(count: int) -> str:
    return f"<mo>{'′' * count}</mo>"


def _element(token: str, tokens: Iterator[str]) -> str:
    name = token.removeprefix("\\")
    if token == "{":
        return row("".join(_elements(tokens)))
    if token.startswith("\\") and name in _ACCENTS:
        accent = f'<mo stretchy="false">{_ACCENTS[name]}</mo>'
        return f'<mover accent="true">{_argument(tokens)}{accent}</mover>'
    if token == r"\overline":  # few fonts have a stroke that grows
        return f'<mrow style="{_LINE_ABOVE}">{_argument(tokens)}</mrow>'
    if token.startswith("\\") and name in _WORDS:
        return _word(tokens)
    if token == r"\frac":
        return f"<mfrac>{_argument(tokens)}{_argument(tokens)}</mfrac>"
    if token == r"\sqrt":
        return f"<msqrt>{_argument(tokens)}</msqrt>"
    if token.startswith("\\") and name in _SIZES:
        return f"<mo>{escape(next(tokens))}</mo>"
    if token.startswith("\\") and name in _OPERATORS:
        return operator(_OPERATORS[name])
    if token.startswith("\\") and name in _BRACKETS:
        return _BRACKETS[name]
    if token.startswith("\\") and name.isalpha():
        upright = ' mathvariant="normal"' if name in _SIGNS and name[0].isupper() else ""
        return f"<mi{upright}>{escape(_SIGNS.get(name, name))}</mi>"
    if name[0].isdigit():
        return f"<mn>{name}</mn>"
    return f"<mi>{name}</mi>" if name.isalpha() else _BRACKETS.get(name) or operator(name)


def _argument(tokens: Iterator[str]) -> str:
    return _element(next(tokens), tokens)


def _word(tokens: Iterator[str]) -> str:
    """The letters in braces as one upright name."""
    parts = []
    for token in tokens:
        if token == "}":
            break
        parts.append(token.removeprefix("{"))
    return f'<mi mathvariant="normal">{escape("".join(parts))}</mi>'
