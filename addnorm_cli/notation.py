"""How expression trees are written: as plain text, and as LaTeX."""

from __future__ import annotations

from dataclasses import dataclass

from addnorm_cli.expr import (
    FUNCTIONS,
    ROW,
    Add,
    At,
    Call,
    Div,
    Expr,
    Glyph,
    Mul,
    Num,
    Pow,
    Ref,
    Scope,
    Sub,
    Total,
    references,
)

_SUBSCRIPTS = str.maketrans("0123456789ihjklmnpst", "₀₁₂₃₄₅₆₇₈₉ᵢₕⱼₖₗₘₙₚₛₜ")
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

_ADD, _MULTIPLY, _POWER, _ATOM = 1, 2, 3, 4
_LEVEL: dict[type[Expr], int] = {
    Add: _ADD,
    Sub: _ADD,
    Mul: _MULTIPLY,
    Div: _MULTIPLY,
    Total: _MULTIPLY,
    Pow: _POWER,
}


@dataclass(frozen=True, slots=True)
class View:
    """From where a tree is written.

    Attributes:
        scope: The quantities, for their symbols.
        at: The values of indices that are known: {"i": 0} writes z₀ instead of zᵢ.
        whole: Write whole vectors, without indices: γ ⊙ ẑ instead of γᵢ · ẑᵢ.
    """

    scope: Scope
    at: At
    whole: bool = False

    def labels(self, index: tuple[str, ...]) -> list[str]:
        """The indices that are written behind a symbol."""
        if self.whole:
            return []
        return [str(self.at.get(i, i)) for i in index if i != ROW]

    def expanded(self, expr: Expr) -> Expr:
        """`expr`, or what its name stands for, where that is an expression."""
        while isinstance(expr, Ref):
            symbol = self.scope[expr.name].symbol
            if isinstance(symbol, Glyph):
                break
            expr = symbol
        return expr


def to_text(expr: Expr, view: View) -> str:
    """The tree on one line: `(z₀ - μ) / (σ + ε)`."""
    expr = view.expanded(expr)
    match expr:
        case Num(_, text, _):
            return text
        case Ref(name, index):
            return _subscripted(_glyph(view, name).text, view.labels(index))
        case Add(terms):
            first, *rest = (_part(t, view, _ADD, first=n == 0) for n, t in enumerate(terms))
            return " + ".join([first, *rest])
        case Sub(left, right):
            return f"{_part(left, view, _ADD)} - {_part(right, view, _MULTIPLY, first=False)}"
        case Mul(left, right):
            sign = "⊙" if view.whole else "·" if references(expr) else "×"
            return (
                f"{_part(left, view, _MULTIPLY)} {sign} {_part(right, view, _POWER, first=False)}"
            )
        case Div(left, right):
            return f"{_part(left, view, _MULTIPLY)} / {_part(right, view, _POWER, first=False)}"
        case Pow(base, exponent):
            power = str(exponent).translate(_SUPERSCRIPTS)
            return f"{_part(base, view, _ATOM, first=False)}{power}"
        case Call(function, argument):
            inner = to_text(argument, view)
            bare = function == "sqrt" and _level(argument, view) == _ATOM
            return FUNCTIONS[function].text + (inner if bare else f"({inner})")
        case Total(index, body):
            sign = _subscripted("Σ", [index] if _names_more_than(index, body) else [])
            return f"{sign} {_part(body, view, _MULTIPLY)}"
    raise TypeError(expr)


def _glyph(view: View, name: str) -> Glyph:
    symbol = view.scope[name].symbol
    assert isinstance(symbol, Glyph)
    return symbol


def _level(expr: Expr, view: View) -> int:
    return _LEVEL.get(type(view.expanded(expr)), _ATOM)


def _part(expr: Expr, view: View, least: int, *, first: bool = True) -> str:
    """`expr` as an operand, in brackets where it binds less than its place asks for."""
    text = to_text(expr, view)
    negative = isinstance(expr, Num) and text.startswith("-") and not first
    return f"({text})" if negative or _level(expr, view) < least else text


def _subscripted(text: str, labels: list[str]) -> str:
    if len(labels) > 1 and any(label.isdigit() and len(label) > 1 for label in labels):
        return f"{text}[{','.join(labels)}]"
    return text + "".join(labels).translate(_SUBSCRIPTS)


def _names_more_than(index: str, body: Expr) -> bool:
    """Whether a reader could doubt which index a Σ runs over."""
    return any(i not in (index, ROW) for ref in references(body) for i in ref.index)


def to_latex(expr: Expr, view: View) -> str:
    r"""The tree in LaTeX: `\frac{z_{0} - \mu}{\sigma + \varepsilon}`."""
    expr = view.expanded(expr)
    match expr:
        case Num(_, text, _):
            return _latex_number(text)
        case Ref(name, index):
            latex, labels = _glyph(view, name).latex, view.labels(index)
            return f"{latex}_{{{','.join(labels)}}}" if labels else latex
        case Add(terms):
            first, *rest = (_latex_part(t, view, _ADD, first=n == 0) for n, t in enumerate(terms))
            return " + ".join([first, *rest])
        case Sub(left, right):
            return (
                f"{_latex_part(left, view, _ADD)} - "
                f"{_latex_part(right, view, _MULTIPLY, first=False)}"
            )
        case Mul(left, right):
            sign = r"\odot" if view.whole else r"\cdot" if references(expr) else r"\times"
            return (
                f"{_latex_part(left, view, _MULTIPLY)} {sign} "
                f"{_latex_part(right, view, _POWER, first=False)}"
            )
        case Div(left, right):
            return rf"\frac{{{to_latex(left, view)}}}{{{to_latex(right, view)}}}"
        case Pow(base, exponent):
            return f"{_latex_part(base, view, _ATOM, first=False)}^{{{exponent}}}"
        case Call("sqrt", argument):
            return rf"\sqrt{{{to_latex(argument, view)}}}"
        case Call(function, argument):
            return rf"{FUNCTIONS[function].latex}\left({to_latex(argument, view)}\right)"
        case Total(index, body):
            return rf"\sum_{{{index}}} {_latex_part(body, view, _MULTIPLY)}"
    raise TypeError(expr)


def _latex_part(expr: Expr, view: View, least: int, *, first: bool = True) -> str:
    latex = to_latex(expr, view)
    negative = isinstance(expr, Num) and expr.text.startswith("-") and not first
    return rf"\left({latex}\right)" if negative or _level(expr, view) < least else latex


def _latex_number(text: str) -> str:
    r"""1.5e-06 as 1.5 \times 10^{-6}."""
    mantissa, e, exponent = text.partition("e")
    return rf"{mantissa} \times 10^{{{int(exponent)}}}" if e else text
