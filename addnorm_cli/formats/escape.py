"""Words on their way into a document: labels and titles are data, and come out as plain text."""

from __future__ import annotations

import html as _html
import re

_LATEX_LETTERS = {
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon",
    "η": r"\eta", "θ": r"\theta", "λ": r"\lambda", "μ": r"\mu", "π": r"\pi", "ρ": r"\rho",
    "σ": r"\sigma", "τ": r"\tau", "φ": r"\varphi", "ω": r"\omega", "Δ": r"\Delta",
    "Σ": r"\Sigma", "Φ": r"\Phi", "Ω": r"\Omega", "ẑ": r"\hat{z}",
    "∂": r"\partial", "∇": r"\nabla", "ℓ": r"\ell", "∞": r"\infty",
}  # fmt: skip
_LATEX_SIGNS = {
    "≈": r"\approx", "⊙": r"\odot", "·": r"\cdot", "×": r"\times", "÷": r"\div", "√": r"\surd",
    "‖": r"\|", "→": r"\to", "←": r"\leftarrow", "≤": r"\le", "≥": r"\ge", "≠": r"\ne",
    "±": r"\pm", "−": "-", "✓": r"\checkmark", "✗": r"\times", "∈": r"\in", "⇒": r"\Rightarrow",
    "′": "'", "″": "''", "■": r"\blacksquare", "□": r"\square",
}  # fmt: skip
LATEX_SYMBOLS = {**_LATEX_LETTERS, **_LATEX_SIGNS}
_SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉ᵢₕⱼₖₗₘₙₚᵣₛₜᵤ", "0123456789ihjklmnprstu", strict=True))
_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))
_LATEX_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}", "[": "{[}", "]": "{]}", "*": "{*}", "\0": "{}",
    "█": r"\textcolor{black!65}{\rule{1em}{1.4ex}}",
    "▒": r"\textcolor{black!25}{\rule{1em}{1.4ex}}", "…": r"\ldots{}",
}  # fmt: skip
_MATH = re.compile(
    r"(?:[A-Za-z](?=[₀-₉ᵢₕⱼₖₗₘₙₚᵣₛₜᵤ⁰¹²³⁴-⁹]))?"
    rf"[{''.join(LATEX_SYMBOLS)}₀-₉ᵢₕⱼₖₗₘₙₚᵣₛₜᵤ⁰¹²³⁴-⁹]+"
    r"|(?<= )-(?= )|(?<![\w.-])-(?=\d)"
)
"""Signs that LaTeX has in mathematics only, with the letter that an index belongs to."""
_JOINED = re.compile(r"([-,'])(?=\1)")
"""Signs that LaTeX makes one sign of."""
_MARKDOWN_SPECIAL = re.compile(r"([\\`*_\[\]{}|$~^#])")
_MARKDOWN_LIST = re.compile(
    r"^(\s*)(?:([-+:])(?=\s|$|--)|(\(?(?:\d{1,9}|[A-Za-z]|[ivxlcdmIVXLCDM]+))([.)])(?=\s|$))"
)
"""What begins a list at the beginning of a line, in Markdown or in what is made into Word files."""
_ENTITY = re.compile(r"&(?=#?\w+;)")


def one_line(text: str) -> str:
    """`text` on one line, without characters that would act on its reader's machine."""
    return visible(re.sub(r"\s+", " ", text))


def visible(text: str) -> str:
    """`text` without control characters."""
    return "".join(character for character in text if character.isprintable())


def html(text: str) -> str:
    """`text` for HTML, between tags and inside attributes."""
    return _html.escape(one_line(text))


def markdown(text: str) -> str:
    """`text` for Markdown: nothing in it is markup, mathematics, a table's edge or HTML."""
    escaped = _MARKDOWN_SPECIAL.sub(r"\\\1", _ENTITY.sub("&amp;", one_line(text)))
    return escaped.replace("<", "&lt;").replace(">", "&gt;")


def markdown_line(text: str) -> str:
    """`text` for the beginning of a line of Markdown, where it begins no list either."""
    return _MARKDOWN_LIST.sub(_no_list, markdown(text))


def _no_list(found: re.Match[str]) -> str:
    blank, bullet, number, end = found.groups(default="")
    return rf"{blank}{number}\{bullet or end}"


def latex(text: str) -> str:
    """`text` for LaTeX outside of mathematics; our signs become mathematics."""
    pieces, end = [], 0
    line = one_line(text)
    for found in _MATH.finditer(line):
        pieces += [_latex_words(line[end : found.start()]), f"${_latex_signs(found[0])}$"]
        end = found.end()
    return "".join([*pieces, _latex_words(line[end:])])


def _latex_words(text: str) -> str:
    unjoined = _JOINED.sub(r"\1\0", text)
    return "".join(_LATEX_SPECIAL.get(character, character) for character in unjoined)


def _latex_signs(text: str) -> str:
    """Signs and letters with indices, in the language of LaTeX's mathematics."""
    written = ""
    for run in re.findall(r"[₀-₉ᵢₕⱼₖₗₘₙₚᵣₛₜᵤ]+|[⁰¹²³⁴-⁹]+|.", text):
        if run[0] in _SUBSCRIPTS:
            written += f"_{{{''.join(_SUBSCRIPTS[c] for c in run)}}}"
        elif run[0] in _SUPERSCRIPTS:
            written += f"^{{{''.join(_SUPERSCRIPTS[c] for c in run)}}}"
        else:
            sign = LATEX_SYMBOLS.get(run, run)
            written += f"{sign} " if sign[-1].isalpha() and sign[0] == "\\" else sign
    return re.sub(r" (?![A-Za-z])", "", written)
