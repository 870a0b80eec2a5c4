"""Lists of problems: one problem, a JSON list, or JSON lines, each problem read for itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from addnorm_cli.inputs.documents import Document, decode, parse_json_text, quoted, text_in
from addnorm_cli.inputs.files import bytes_of
from addnorm_cli.inputs.json_faults import find_fault
from addnorm_cli.inputs.limits import MOST_PROBLEMS, check_problems
from addnorm_cli.inputs.problem_file import COMMAND_KEY
from addnorm_cli.inputs.reader import STDIN_NAME, Reader
from addnorm_cli.model.choices import choose
from addnorm_cli.model.errors import AddnormError, InputError
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.printing import printable

_LINES = (".jsonl", ".ndjson")
LIST_ENDINGS = (".json", *_LINES)
_BLANK = " \t\r\n"
_TOKEN = lazily(r'"(?:[^"\\]|\\.)*+"|[][{},]', re.DOTALL)
_OPENERS, _CLOSERS = "[{", "]}"

Item = Document | AddnormError
"""A problem, or what is wrong with it where the others can still be read."""


def read_problem_list(arguments: Sequence[str], reader: Reader) -> list[Item]:
    """The problems of several files, in their order.

    Args:
        arguments: Paths, and "-" for stdin; each holds one problem, a list, or JSON lines.
        reader: Opens the files, and standard input for "-".

    Raises:
        InputError: A file cannot be read at all, or holds no problem.
    """
    items: list[Item] = []
    for argument in arguments:
        if argument.strip() == "-":
            name, data = STDIN_NAME, reader.stdin()
        else:
            name, data = printable(argument), bytes_of(argument, LIST_ENDINGS, reader)
        items += parse_problem_list(decode(data, name), name)
    check_problems(len(items))
    return items


def parse_problem_list(text: str, name: str, most: int = MOST_PROBLEMS) -> list[Item]:
    """The problems that a text spells.

    Args:
        text: One problem, a list, or JSON lines.
        name: Where it came from.
        most: How many there may be.

    Raises:
        InputError: It is no JSON, holds no problem, or too many.
    """
    if not text.strip(_BLANK):
        raise InputError("empty_file", where=name)
    try:
        spans = list(_spans(text, lines=name.lower().endswith(_LINES)))
    except ValueError:
        raise find_fault(text, name) from None
    check_problems(len(spans), name, most)
    alone = len(spans) == 1 and not text.lstrip(_BLANK).startswith("[")
    names = [name] if alone else [f"{name} #{number}" for number in range(1, len(spans) + 1)]
    items = [_item(text, *pair) for pair in zip(spans, names, strict=True)]
    if all(isinstance(item, InputError) and item.key == "problem_expected" for item in items):
        raise InputError("not_a_problem_list", where=name)
    return items


def _item(text: str, span: slice, name: str) -> Item:
    try:
        tree = parse_json_text(text[span], name)
    except AddnormError as error:
        return _placed(error, text, span.start, name)
    if isinstance(tree, dict):
        return Document(name=name, tree=tree)
    return InputError("problem_expected", where=name, found=quoted(tree))


def _placed(error: AddnormError, text: str, start: int, name: str) -> AddnormError:
    """What is wrong with a problem that begins at `start`, at its place in the whole text."""
    facts = dict(error.facts)
    if not isinstance(line := facts.get("line"), int) or "column" not in facts:
        return error
    column = int(str(facts["column"]))
    if line == 1:
        column += start - text.rfind("\n", 0, start) - 1
    line += text.count("\n", 0, start)
    facts |= {"line": line, "column": column}
    where = f"{name}:{line}:{column}"
    return InputError(error.key, where=where, excerpt=error.excerpt, **facts)


def _spans(text: str, *, lines: bool) -> Iterator[slice]:
    """Where every problem stands; whether it is right is left to the reader of each.

    Args:
        text: The text, not blank.
        lines: Each line is a problem, whatever it looks like.

    Raises:
        ValueError: It cannot be seen where one ends and the next begins.
    """
    written = list(_lines(text))
    if lines or _are_problems([text[span].strip(_BLANK) for span in written], text):
        yield from written
    elif text.strip(_BLANK)[0] not in _OPENERS:
        yield slice(0, len(text))
    else:
        for value in _values(text):
            start = text.find("[", value.start, value.stop)
            if text[value].lstrip(_BLANK)[0] == "[":
                yield from _elements(text, start + 1, value.stop)
            else:
                yield value


def _are_problems(lines: Sequence[str], text: str) -> bool:
    """Whether several lines are an object each, one or another of which may be broken."""
    if len(lines) < 2 or any(line[0] != "{" for line in lines):
        return False
    if all(line[-1] == "}" for line in lines):
        return True
    try:
        return not list(_values(text))
    except ValueError:
        return True


def _lines(text: str) -> Iterator[slice]:
    start = 0
    for line in text.split("\n"):
        if line.strip(_BLANK):
            yield slice(start, start + len(line))
        start += len(line) + 1


def _values(text: str) -> Iterator[slice]:
    """Lists and objects one after the other, as `cat` of several files makes them."""
    depth = begin = 0
    for token in _TOKEN().finditer(text):
        if token[0] in _OPENERS:
            depth += 1
        elif token[0] in _CLOSERS:
            depth -= 1
        if not depth:
            value = slice(begin, token.end())
            if text[value].lstrip(_BLANK)[0] not in _OPENERS:
                raise ValueError(text[value])
            yield value
            begin = token.end()
    if text[begin:].strip(_BLANK):
        raise ValueError(text[begin:])


def _elements(text: str, start: int, stop: int) -> Iterator[slice]:
    """What stands between the commas of a list that begins before `start` and ends at `stop`."""
    depth, begin = 0, start
    for token in _TOKEN().finditer(text, start, stop):
        sign = token[0]
        if sign in _OPENERS:
            depth += 1
        elif depth and sign in _CLOSERS:
            depth -= 1
        elif not depth and sign in ",]":
            element = slice(begin, token.start())
            if text[element].strip(_BLANK):
                yield element
            elif sign == "," or begin != start:
                raise ValueError(text[element])
            begin = token.end()
    if begin != stop:
        raise ValueError(text[begin:stop])


_OF_LISTS = ("residual", "layernorm", "addnorm", "gradient", "block", "compare-norm")
"""What a problem of a list can ask for."""
_TELLING = {"layers": "block", "updates": "block", "upstream": "gradient", "sublayer": "addnorm"}
"""The keys that tell what a problem is for where it does not say, the strongest first."""


def command_for(document: Document) -> str:
    """The command that a problem is for: the one it names, or the one that its keys tell.

    Raises:
        InputError: It names none that works problems, or is the answer to one.
    """
    tree = document.tree
    if "schema" in tree:
        raise InputError("answer_for_problem", where=document.name)
    if COMMAND_KEY not in tree:
        return next((command for key, command in _TELLING.items() if key in tree), "layernorm")
    where = f"{document.name}: {COMMAND_KEY}"
    return choose(text_in(tree[COMMAND_KEY], where), _OF_LISTS, where)
