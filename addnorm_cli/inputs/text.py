"""Text as people type and paste it: one spelling for its signs, and excerpts to point at."""

from __future__ import annotations

import re
from typing import NoReturn

from addnorm_cli.model.errors import Excerpt, InputError
from addnorm_cli.model.printing import UNPRINTABLE

_SPELLINGS = str.maketrans(
    {chr(0xFF10 + digit): str(digit) for digit in range(10)}
    | dict.fromkeys("−－﹣–‐‑", "-")
    | dict.fromkeys("＋", "+")
    | dict.fromkeys("．", ".")
    | dict.fromkeys("／", "/")
    | dict.fromkeys("，、﹐", ",")
    | dict.fromkeys("；﹔", ";")
    | dict.fromkeys("［【〔", "[")
    | dict.fromkeys("］】〕", "]")
    | dict.fromkeys("（", "(")
    | dict.fromkeys("）", ")")
    | dict.fromkeys("＝", "=")
    | dict.fromkeys("ｅ", "e")
    | dict.fromkeys("Ｅ", "E")
    | dict.fromkeys("\u00a0\u2007\u202f\u3000", " ")
)
"""One sign for one sign, so that a place in the plain spelling is the same place as typed."""

_QUOTES = {"'": "'", '"': '"', "‘": "’", "“": "”", "`": "`"}
_WINDOW = 60


def plain(text: str) -> str:
    """The text with full-width and typographic signs in their ASCII spelling, place for place."""
    return text if text.isascii() else text.translate(_SPELLINGS)


def unquoted(text: str) -> str:
    """The text without the pair of quotes around it, which some shells leave where they are."""
    bare = text.strip()
    closed = len(bare) > 1 and _QUOTES.get(bare[0]) == bare[-1]
    return bare[1:-1] if closed else text


def unprintable_at(text: str) -> int | None:
    """The place of the first character that cannot be shown, if there is one."""
    found = UNPRINTABLE().search(text)
    return found.start() if found else None


def excerpt(text: str, start: int, end: int) -> Excerpt:
    """The line of `text` around a fault; about sixty characters of it where it is long.

    Args:
        text: All that was typed.
        start: Index of the first faulty character.
        end: Index after the last one; what lies on further lines is left out.
    """
    left = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    right = min(
        (place for sign in "\r\n" if (place := text.find(sign, start)) >= 0), default=len(text)
    )
    end = max(min(end, right), start)
    before, after = "", ""
    if right - left > _WINDOW:
        spare = max(_WINDOW - (end - start), 0)
        cut_left = max(left, min(start - spare // 2, right - _WINDOW))
        cut_right = min(right, cut_left + _WINDOW)
        before, after = "…" * (cut_left > left), "…" * (cut_right < right)
        left, right = cut_left, cut_right
    line = before + UNPRINTABLE().sub(_stand_in, text[left:right]) + after
    shift = len(before) - left
    return Excerpt(line, start + shift, min(end, right) + shift)


def _stand_in(found: re.Match[str]) -> str:
    """One visible character for one that cannot be shown, so that the caret stays right."""
    return " " if found[0] == "\t" else "?"


def refuse(key: str, text: str, start: int, end: int, where: str, **facts: object) -> NoReturn:
    """Refuse a piece of the reader's text.

    Raises:
        InputError: Always.
    """
    raise InputError(key, where=where, excerpt=excerpt(text, start, end), **facts)
