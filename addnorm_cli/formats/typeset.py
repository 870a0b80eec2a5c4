"""Puts a typst document in order: what belongs together stays on one page, and text stays text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

BOX, LINE, SPLIT = "\ue000", "\ue001", "\ue002"
"""Stand for a box to write in, for an empty line, and for where a page may end.

No text of a reader can have them.
"""
_TALLEST_TABLE = 36
"""Lines of source of a table that is kept on one page; a row has one line."""
_FORMULA = re.compile(r"\$ [^$]* \$")
_CELL = re.compile(r"^( +\[)([=+/-]+|\d+\.)(?=\s)", re.MULTILINE)
"""What begins a cell, and would make it a heading or a list."""
_MINUS = re.compile(r"(?<=#strong\[)\\-(?=\d)")
_PADDED = re.compile("(]?)([\N{PUNCTUATION SPACE}\N{FIGURE SPACE}]+)]")
"""Blanks after a number in a cell, which stand for digits that others of its column have."""
_AS_DIGITS = str.maketrans("\N{PUNCTUATION SPACE}\N{FIGURE SPACE}", ".0")
WHOLE = """\
#let whole(limit, above, body) = context {
  let height = measure(body, width: page.width - 40mm).height
  block(breakable: height > limit, above: above, below: 0.9em, width: 100%, body)
}
"""
"""Keeps its body on one page, unless that is higher than the limit."""
_HIGHEST, _HIGHEST_SHEET = "0.6 * page.height", "page.height - 34mm"
"""What is kept on one page at most: no page is left with less than the rest; a sheet is filled."""
_ABOVE = {"= ": "2em", "==": "1.8em"}
"""The room above a heading, by how it begins; what is no heading has less."""


def tidied(body: str) -> str:
    """The document with no heading or caption alone, and no step or short table in two parts.

    Args:
        body: The document, in typst, with `SPLIT` where a page may end.
    """
    text = _MINUS.sub("\N{MINUS SIGN}", _CELL.sub(_escaped, _PADDED.sub(_hidden, body)))
    units = [
        "\n\n".join(_kept_together(unit.strip("\n").split("\n\n"))) for unit in text.split(SPLIT)
    ]
    return "\n\n".join(map(_whole, units)) if len(units) > 1 else units[0]


def _hidden(found: re.Match[str]) -> str:
    """Digits that take their room and are not there, as wide as those around them."""
    return f"#hide[{found[2].translate(_AS_DIGITS)}]{found[1]}]"


def _whole(unit: str) -> str:
    limit = _HIGHEST_SHEET if BOX in unit else _HIGHEST
    above = _ABOVE.get(unit[:2], "1.5em") if unit.startswith("=") else "0.9em"
    return f"#context whole({limit}, {above})[\n{unit}\n]"


def _escaped(found: re.Match[str]) -> str:
    return found[1] + "".join(sign if sign.isdigit() else f"\\{sign}" for sign in found[2])


def _kept_together(paragraphs: Sequence[str]) -> Iterator[str]:
    for paragraph, following in zip(paragraphs, [*paragraphs[1:], ""], strict=True):
        heading, rest = _parted(paragraph)
        if rest.startswith("#figure(") and rest.count("\n") <= _TALLEST_TABLE:
            yield f"{heading}#block(breakable: false)[\n{rest}\n]"
        elif _FORMULA.fullmatch(rest) and following.startswith("$ "):
            yield f"{heading}#block(sticky: true)[\n{rest}\n]"
        elif rest.startswith("#strong[") and following.startswith(("#figure(", "#box(", "```")):
            yield f"{heading}#block(sticky: true)[{rest}]"
        else:
            yield paragraph


def _parted(paragraph: str) -> tuple[str, str]:
    """The heading of a paragraph, with its end of line, and what stands below it."""
    if not paragraph.startswith("="):
        return "", paragraph
    first, end, rest = paragraph.partition("\n")
    return first + end, rest
