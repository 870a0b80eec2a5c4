"""Puts a typst document in order: what belongs together stays on one page, and text stays text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

BOX, LINE = "\ue000", "\ue001"
"""Stand for a box to write in and for an empty line; no text of a reader can have them."""
_TALLEST_TABLE = 36
"""Lines of source of a table that is kept on one page; a row has one line."""
_FORMULA = re.compile(r"\$ [^$]* \$")
_CELL = re.compile(r"^( +\[)([=+/-]+|\d+\.)(?=\s)", re.MULTILINE)
"""What begins a cell, and would make it a heading or a list."""
_MINUS = re.compile(r"(?<=#strong\[)\\-(?=\d)")


_CHAPTER = re.compile(r"^(?==[=] )", re.MULTILINE)


def tidied(body: str, kept: Sequence[bool] = ()) -> str:
    """The document with no heading or caption alone, and no short table in two parts.

    Args:
        body: The document, in typst.
        kept: For each chapter, whether it is kept on one page.
    """
    text = _MINUS.sub("\N{MINUS SIGN}", _CELL.sub(_escaped, body))
    whole = "\n\n".join(_kept_together(text.split("\n\n")))
    if not any(kept):
        return whole
    front, *chapters = _CHAPTER.split(whole)
    blocks = (
        f"#block(breakable: false, width: 100%)[\n{chapter}\n]\n\n" if is_kept else chapter
        for chapter, is_kept in zip(chapters, kept, strict=True)
    )
    return "".join([front, *blocks])


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
