"""Lists of problems: one problem, a JSON list, or JSON lines, each problem read for itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from addnorm_cli.errors import AddnormError, InputError
from addnorm_cli.inputs.arguments import STDIN_NAME, Stdin
from addnorm_cli.inputs.documents import Document, decode, parse_json_text, show
from addnorm_cli.inputs.files import bytes_of
from addnorm_cli.inputs.json_faults import find_fault
from addnorm_cli.patterns import lazily
from addnorm_cli.printing import printable

_LINES = (".jsonl", ".ndjson")
ENDINGS = (".json", *_LINES)
_BLANK = " \t\r\n"
_TOKEN = lazily(r'"(?:[^"\\]|\\.)*+"|[][{},]', re.DOTALL)
_OPENERS, _CLOSERS = "[{", "]}"

Item = Document | AddnormError
"""A problem, or what is wrong with it where the others can still be read."""


def read_problem_list(arguments: Sequence[str], stdin: Stdin) -> list[Item]:
    """The problems of several files, in their order.

    Args:
        arguments: Paths, and "-" for stdin; each holds one problem, a list, or JSON lines.
        stdin: Read for "-" only.

    Raises:
        InputError: A file cannot be read at all, or holds no problem.
    """
    items: list[Item] = []
    for argument in arguments:
        if argument.strip() == "-":
            name, data = STDIN_NAME, stdin.take()
        else:
            name, data = printable(argument), bytes_of(argument, ENDINGS)
        items += parse_problem_list(decode(data, name), name)
    return items


def parse_problem_list(text: str, name: str) -> list[Item]:
    """The problems that a text spells.

    Raises:
        InputError: It is no JSON, or holds no problem.
    """
    if not text.strip(_BLANK):
        raise InputError("empty_file", where=name)
    try:
        pieces = list(_pieces(text, lines=name.lower().endswith(_LINES)))
    except RecursionError:
        raise InputError("json_too_deep", where=name) from None
    except ValueError:
        raise find_fault(text, name) from None
    alone = len(pieces) == 1 and not text.lstrip(_BLANK).startswith("[")
    names = [name] if alone else [f"{name} #{number}" for number in range(1, len(pieces) + 1)]
    items = [_item(*pair) for pair in zip(pieces, names, strict=True)]
    if all(isinstance(item, InputError) and item.key == "problem_expected" for item in items):
        raise InputError("not_a_problem_list", where=name)
    return items


def _item(piece: str, name: str) -> Item:
    try:
        tree = parse_json_text(piece, name)
    except AddnormError as error:
        return error
    if isinstance(tree, dict):
        return Document(name=name, tree=tree)
    return InputError("problem_expected", where=name, found=show(tree))


def _pieces(text: str, *, lines: bool) -> Iterator[str]:
    """The text of every problem; whether it is right is left to the reader of each.

    Args:
        text: The text, not blank.
        lines: Each line is a problem, whatever it looks like.

    Raises:
        ValueError: It cannot be seen where one ends and the next begins.
    """
    written = [line for line in text.split("\n") if line.strip(_BLANK)]
    if lines or (len(written) > 1 and all(line.lstrip(_BLANK)[0] == "{" for line in written)):
        yield from written
        return
    inner = text.strip(_BLANK)
    if inner[0] == "[":
        yield from _elements(inner, 1)
    elif inner[0] == "{":
        yield from _objects(inner)
    else:
        yield inner


def _elements(text: str, start: int) -> Iterator[str]:
    """What stands between the commas of a list that begins before `start`, whatever it is."""
    depth, begin = 0, start
    for token in _TOKEN().finditer(text, start):
        sign = token[0]
        if sign in _OPENERS:
            depth += 1
        elif depth and sign in _CLOSERS:
            depth -= 1
        elif not depth and sign in ",]":
            piece = text[begin : token.start()]
            if piece.strip(_BLANK):
                yield piece
            elif sign == "," or begin != start:
                raise ValueError(piece)
            begin = token.end()
            if sign == "]":
                break
    if begin != len(text):
        raise ValueError(text)


def _objects(text: str) -> Iterator[str]:
    """Objects behind each other, as `cat` of several files makes them, whatever is in them."""
    depth = begin = 0
    for token in _TOKEN().finditer(text):
        if token[0] in _OPENERS:
            depth += 1
        elif token[0] in _CLOSERS:
            depth -= 1
        if not depth:
            piece = text[begin : token.end()]
            if piece.lstrip(_BLANK)[0] != "{":
                raise ValueError(piece)
            yield piece
            begin = token.end()
    if begin != len(text):
        raise ValueError(text)
