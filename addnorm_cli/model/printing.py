"""What of a reader's text may be shown: everything but what acts on a terminal."""

from __future__ import annotations

import re

from addnorm_cli.model.patterns import lazily

UNPRINTABLE = lazily(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
"""Control characters, marks that turn the direction of writing, and halves of characters."""


def printable(text: str) -> str:
    """The text as it may be shown: without control characters, on one line."""
    if text.isprintable():
        return text.strip()
    return UNPRINTABLE().sub("", re.sub(r"[\t\r\n]+", " ", text)).strip()


def shorten(word: str, most: int = 40) -> str:
    """A word as an error quotes it: on one line, and without its middle where it is long.

    Args:
        word: The word.
        most: How many characters may be shown.
    """
    word = printable(word)
    return word if len(word) <= most else f"{word[: most - 16]}…{word[-8:]}"


def shorten_path(path: str) -> str:
    """The name of a file as an error quotes it, which may be longer than another word."""
    return shorten(path, 200)
