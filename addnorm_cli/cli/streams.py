"""What stdout and stderr can show, and texts fitted to it."""

from __future__ import annotations

import sys
from typing import TextIO

from addnorm_cli.messages import LANGUAGES, Language
from addnorm_cli.messages.ascii import SAMPLE, spell
from addnorm_cli.messages.language import FALLBACK


def can_show(stream: TextIO, text: str) -> bool:
    """Whether every character of `text` has a place in the stream's encoding."""
    try:
        text.encode(encoding_of(stream))
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def encoding_of(stream: TextIO) -> str:
    """The stream's encoding; a stream that does not say takes ASCII for certain."""
    return stream.encoding or "ascii"


def is_utf8(stream: TextIO) -> bool:
    """Whether the stream takes UTF-8."""
    return encoding_of(stream).lower().replace("-", "").replace("_", "") == "utf8"


def symbols_in(stream: TextIO) -> bool:
    """Whether the stream shows the signs of formulas and frames."""
    return can_show(stream, SAMPLE)


def language_on(stream: TextIO, language: Language) -> Language:
    """The language, or English where the stream cannot show its letters."""
    return language if can_show(stream, LANGUAGES[language].letters) else FALLBACK


def fitted(stream: TextIO, text: str) -> str:
    """`text` as the stream can show it: in ASCII spelling, and without what is left over."""
    if can_show(stream, text):
        return text
    return spell(text).encode(encoding_of(stream), "backslashreplace").decode(encoding_of(stream))


def tell(text: str) -> None:
    """Say on stderr what is to be known beside an answer."""
    sys.stderr.write(fitted(sys.stderr, f"! {text}\n"))
