"""Numbers, labels, vectors and lines of text as LaTeX."""

from __future__ import annotations

import re

from addnorm_cli.formats import escape
from addnorm_cli.messages.ascii import spell
from addnorm_cli.numbers.numfmt import BLANK
from addnorm_cli.page.page import Formula, Label

_NUMBER = re.compile(r"([+-]?)(\d+(?:\.\d+)?)(?:e([+-]?\d+))?")


def quiet_line(text: str) -> str:
    """A paragraph that a reader may skip."""
    return f"\\begin{{quote}}\\small {escape.latex(text)}\\end{{quote}}"


def label_of(label: Label) -> str:
    """A label, its formula as mathematics."""
    if not isinstance(label, Formula):
        return escape.latex(label)
    before, after = escape.latex(label.before), escape.latex(label.after)
    return f"{before} ${label.latex()}$ {after}".strip()


def vector_of(row: str) -> str:
    """The components of a result, between which a line may break."""
    inner = [number_of(part) for part in row.strip("[]").split(", ")]
    return rf"$[\,${', '.join(inner)}$\,]$"


def number_of(text: str, pad: str = "", strong: bool = False) -> str:
    """A number in mathematics, `pad` keeping the place of digits that others below it have."""
    if text == BLANK:
        return r"\underline{\hspace{5em}}"
    found = _NUMBER.fullmatch(text)
    if found is None:
        return escape.latex(text)
    sign, digits, exponent = found.groups()
    written = sign + digits + (rf" \times 10^{{{int(exponent)}}}" if exponent else "")
    written = rf"\mathbf{{{written}}}" if strong else written
    kept = rf"\phantom{{{pad}}}" if pad else ""
    return f"${written}{kept}$"


def caption_of(text: str) -> str:
    """A line that stays with what is below it."""
    return rf"\textbf{{{text}}}\par\nopagebreak"


def typed_line(line: str) -> str:
    """A line of a drawing, in signs that every engine has."""
    kept = r"\ ".join(map(escape.latex, spell(line).split(" ")))
    return rf"\mbox{{\texttt{{{kept}}}}}"
