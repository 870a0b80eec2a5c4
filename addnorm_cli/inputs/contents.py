"""What a text holds whose kind no ending tells: a problem, a vector or matrix, or a table."""

from __future__ import annotations

import re
from typing import TypeAlias

from addnorm_cli.inputs.documents import Document, Json, parse_json_text, to_tensor
from addnorm_cli.inputs.literals import parse_literal, starts_like_array
from addnorm_cli.inputs.numbers import is_number
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.problem import Tensor

Content: TypeAlias = Tensor | Document

_QUOTES = ('"', "'", "“", "”")
_KEY = lazily(r"[A-Za-z_]\w*\s*(?::|：)")
_DRAWN = lazily(r"[\u2500-\u257f]|^[ \t]*+(?:\+-{2,}|\|[ :]*+-{2,})", re.MULTILINE)
"""The lines of a table in a terminal, in ASCII, or in Markdown."""
_COMMENT = lazily(r"#[^\r\n]*")
_HEADER = 10_000
"""How much is looked at to see what a text is."""


def is_object(text: str) -> bool:
    """Whether the text begins as a JSON object does, and not as an array of C: {0.8, 0.4}."""
    text = text[:_HEADER].lstrip()
    if not text.startswith("{"):
        return False
    inside = text[1:].lstrip()
    return inside.startswith((*_QUOTES, "}")) or _KEY().match(inside) is not None


def content_of(text: str, name: str) -> Content:
    """The problem or the numbers that a text holds.

    Args:
        text: The text: JSON, numbers as people type and programs print them, or the rows of a
            table; its first line may be a header, and a comment begins with "#".
        name: Where it came from.

    Raises:
        InputError: It holds none of these.
    """
    if not text.strip():
        raise InputError("empty_file", where=name)
    if is_object(text):
        return content_of_tree(parse_json_text(text, name), name)
    if text.lstrip().startswith("["):
        return _content_of_list(text, name)
    if _DRAWN().search(text):
        raise InputError("drawn_table", where=name)
    if starts_like_array(text):
        return parse_literal(text, name)
    text = _COMMENT().sub(lambda found: " " * len(found[0]), text)
    start, end = _first_line(text)
    first, is_one_of_several = text[start:end][:_HEADER], bool(text[end:].strip())
    if is_one_of_several and ";" in first.strip("; \t"):  # a semicolon ends no row here
        from addnorm_cli.inputs.tables import parse_table

        return parse_table(text, name)
    if is_one_of_several and not any(map(is_number, re.split(r"[\s,、，]+", first))):
        text = text[:start] + " " * (end - start) + text[end:]
    return parse_literal(text, name)


def content_of_tree(tree: Json, name: str) -> Content:
    """A JSON object as a document, anything else as numbers.

    Raises:
        InputError: It is neither.
    """
    return Document(name=name, tree=tree) if isinstance(tree, dict) else to_tensor(tree, name)


def _content_of_list(text: str, name: str) -> Content:
    try:
        tree = parse_json_text(text, name)
    except InputError as error:
        # NumPy prints brackets too: "[0.1 0.2]" is no JSON, and yet a vector.
        if '"' in text or "{" in text or error.key == "json_trailing_comma":
            raise
        return parse_literal(text, name)
    return content_of_tree(tree, name)


def _first_line(text: str) -> tuple[int, int]:
    """Where the first line begins and ends that is not blank."""
    start = len(text) - len(text.lstrip())
    ends = (at for sign in "\r\n" if (at := text.find(sign, start)) >= 0)
    return start, min(ends, default=len(text))
