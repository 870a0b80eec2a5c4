"""How expression trees are written: as plain text, and as LaTeX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from addnorm_cli.formula.expr import (
    UNWRITTEN,
    Add,
    At,
    Call,
    Div,
    Expr,
    Glyph,
    Lettered,
    Mul,
    Num,
    Pow,
    Ref,
    Sub,
    Total,
    references,
)
from addnorm_cli.formula.functions import FUNCTIONS
from addnorm_cli.model.records import record
from addnorm_cli.numbers.numfmt import BLANK

_SUBSCRIPTS = str.maketrans("0123456789ihjklmnprstu", "₀₁₂₃₄₅₆₇₈₉ᵢₕⱼₖₗₘₙₚᵣₛₜᵤ")
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

SHEET_WIDTH = 72
"""Characters of a formula that fit side by side on a sheet of paper."""

ADD, MULTIPLY, POWER, ATOM = 1, 2, 3, 4
"""How tightly a tree binds: a sum least of all."""
_LEVEL: dict[type[Expr], int] = {
    Add: ADD,
    Sub: ADD,
    Mul: MULTIPLY,
    Div: MULTIPLY,
    Total: MULTIPLY,
    Pow: POWER,
}


@record
class View:
    """From where a tree is written.

    Attributes:
        scope: The quantities, for their symbols.
        at: The values of indices that are known: {"i": 0} writes z₀ instead of zᵢ.
        whole: Write whole vectors, without indices: γ ⊙ ẑ instead of γᵢ · ẑᵢ.
    """

    scope: Mapping[str, Lettered]
    at: At
    whole: bool = False

    def labels(self, index: tuple[str, ...]) -> list[str]:
        """The indices that are written after a symbol."""
        if self.whole:
            return []
        return [str(self.at.get(i, i)) for i in index if i not in UNWRITTEN]

    def expanded(self, expr: Expr) -> Expr:
        """`expr`, or what its name stands for, where that is an expression."""
        if isinstance(expr, Num) and expr.form is not None:
            return expr.form
        while isinstance(expr, Ref):
            symbol = self.scope[expr.name].symbol
            if isinstance(symbol, Glyph):
                break
            expr = symbol
        return expr


def to_text(expr: Expr, view: View, *, first: bool = True) -> str:
    """The tree on one line: `(z₀ - μ) / (σ + ε)`.

    Args:
        expr: The tree.
        view: From where it is written.
        first: Nothing stands before it on its line, so that a minus needs no brackets.
    """
    if isinstance(expr, Num) and expr.form is not None:  # 3√5/5, close together
        return to_text(expr.form, view).replace(" × √", "√").replace(" / ", "/")
    expr = view.expanded(expr)
    match expr:
        case Num(_, text):
            return text
        case Ref(name, index):
            letter = _glyph(view, name)
            return _subscripted(letter.text, view.labels(index), brackets=letter.bracketed)
        case Add(terms):
            return " + ".join(_part(t, view, ADD, first=n == 0) for n, t in enumerate(terms))
        case Sub(left, right):
            return f"{_part(left, view, ADD)} - {_part(right, view, MULTIPLY, first=False)}"
        case Mul(left, right):
            sign = "⊙" if view.whole else "·" if references(expr) else "×"
            factor = _part(right, view, POWER, first=False)
            return f"{_part(left, view, MULTIPLY, first=first)} {sign} {factor}"
        case Div(left, right):
            below = _part(right, view, POWER, first=False)
            return f"{_part(left, view, MULTIPLY, first=first)} / {below}"
        case Pow(base, exponent):
            power = str(exponent).translate(_SUPERSCRIPTS)
            return f"{_part(base, view, ATOM, first=False)}{power}"
        case Call(function, argument):
            inner = to_text(argument, view)
            bare = function == "sqrt" and _level(argument, view) == ATOM
            return FUNCTIONS[function].text + (inner if bare else f"({inner})")
        case Total(index, body):
            sign = _subscripted("Σ", [index] if _names_more_than(index, body) else [])
            return f"{sign} {_part(body, view, MULTIPLY)}"
    raise TypeError(expr)


def _glyph(view: View, name: str) -> Glyph:
    symbol = view.scope[name].symbol
    assert isinstance(symbol, Glyph)
    return symbol


def _level(expr: Expr, view: View) -> int:
    return _LEVEL.get(type(view.expanded(expr)), ATOM)


def needs_brackets(expr: Expr, view: View, least: int, *, first: bool) -> bool:
    """Whether an operand binds less than its place asks for, or a sign would follow a sign."""
    if isinstance(expr, Num):
        negative = expr.text.startswith("-") and not first
        if expr.form is None:
            return negative or (least == ATOM and "e" in expr.text)
        return negative or _level(expr, view) < least
    return _level(expr, view) < least


def _part(expr: Expr, view: View, least: int, *, first: bool = True) -> str:
    text = to_text(expr, view, first=first)
    return f"({text})" if needs_brackets(expr, view, least, first=first) else text


def _subscripted(text: str, labels: list[str], *, brackets: bool = False) -> str:
    several = any(label.isdigit() and len(label) > 1 for label in labels)
    if labels and (brackets or "_" in text or (len(labels) > 1 and several)):
        return f"{text}[{','.join(labels)}]"
    return text + "".join(labels).translate(_SUBSCRIPTS)


def _names_more_than(index: str, body: Expr) -> bool:
    """Whether a reader could doubt which index a Σ runs over."""
    return any(i not in (index, *UNWRITTEN) for ref in references(body) for i in ref.index)


def to_latex(expr: Expr, view: View, *, first: bool = True) -> str:
    r"""The tree in LaTeX: `\frac{z_{0} - \mu}{\sigma + \varepsilon}`; `first` as in `to_text`."""
    if isinstance(expr, Num) and expr.form is not None:
        return to_latex(expr.form, view).replace(r" \times \sqrt", r" \sqrt")
    expr = view.expanded(expr)
    match expr:
        case Num(_, text):
            return _latex_number(text)
        case Ref(name, index):
            letter, labels = _glyph(view, name), view.labels(index)
            latex = letter.latex
            if labels and letter.bracketed:
                return f"{latex}[{','.join(labels)}]"
            base = f"{{{latex}}}" if "_" in latex or latex.endswith(")") else latex
            return f"{base}_{{{','.join(labels)}}}" if labels else latex
        case Add(terms):
            return _latex_sum(terms, view)
        case Sub(left, right):
            return (
                f"{_latex_part(left, view, ADD)} - "
                f"{_latex_part(right, view, MULTIPLY, first=False)}"
            )
        case Mul(left, right):
            sign = r"\odot" if view.whole else r"\cdot" if references(expr) else r"\times"
            factor = _latex_part(right, view, POWER, first=False)
            return f"{_latex_part(left, view, MULTIPLY, first=first)} {sign} {factor}"
        case Div(left, right):
            return rf"\frac{{{to_latex(left, view)}}}{{{to_latex(right, view)}}}"
        case Pow(base, exponent):
            return f"{_latex_part(base, view, ATOM, first=False)}^{{{exponent}}}"
        case Call("sqrt", argument):
            return rf"\sqrt{{{to_latex(argument, view)}}}"
        case Call(function, argument):
            return rf"{FUNCTIONS[function].latex}\left({to_latex(argument, view)}\right)"
        case Total(index, body):
            return rf"\sum_{{{index}}} {_latex_part(body, view, MULTIPLY)}"
    raise TypeError(expr)


def sheet_rows(terms: Sequence[Expr], view: View) -> list[list[Expr]]:
    """The terms of a sum in as few rows as fit on a sheet of paper."""
    rows: list[list[Expr]] = [[]]
    length = 0
    for term in terms:
        size = len(to_text(term, view)) + 3
        if rows[-1] and length + size > SHEET_WIDTH:
            rows.append([])
            length = 0
        rows[-1].append(term)
        length += size
    return rows


def _latex_sum(terms: Sequence[Expr], view: View) -> str:
    first, *others = sheet_rows(terms, view)
    lines = [" + ".join(_latex_part(t, view, ADD, first=n == 0) for n, t in enumerate(first))]
    lines += ["".join(f" + {_latex_part(t, view, ADD, first=False)}" for t in r) for r in others]
    if not others:
        return lines[0]
    rows = r" \\".join(lines)
    return rf"\begin{{array}}{{l}} {rows} \end{{array}}"


def _latex_part(expr: Expr, view: View, least: int, *, first: bool = True) -> str:
    latex = to_latex(expr, view, first=first)
    brackets = needs_brackets(expr, view, least, first=first)
    return rf"\left({latex}\right)" if brackets else latex


LATEX_BLANK = r"\underline{\qquad\qquad\qquad\qquad}"


def _latex_number(text: str) -> str:
    r"""1.5e-06 as 1.5 \times 10^{-6}, and a blank as a line to write on."""
    if text == BLANK:
        return LATEX_BLANK
    text = text.replace("∞", r"\infty")
    mantissa, e, exponent = text.partition("e")
    return rf"{mantissa} \times 10^{{{int(exponent)}}}" if e else text
