"""Vectors and matrices as people type and paste them: "0.8, 0.4", "1,2;3,4", what NumPy prints."""

from __future__ import annotations

import re
from typing import Any, NoReturn

from addnorm_cli.inputs.arrays import Misfit, from_decimals, measure
from addnorm_cli.inputs.numbers import read_number, shorten
from addnorm_cli.inputs.text import plain, refuse, unprintable_at
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.problem import Tensor

DEEPEST = 3
"""How many brackets may stand within each other."""

_TOKEN = lazily(
    r"(?P<blank>[ \t]+)|(?P<newline>\r\n?|\n)|(?P<comma>,)|(?P<semicolon>;)"
    r"|(?P<opening>[\[(])|(?P<closing>[\])])|(?P<word>[^ \t\r\n,;()\[\]]+)"
)
_CALL = lazily(
    r"(?:(?:np|numpy|jnp)\.)?[aA]rray|(?:torch\.)?tensor|tf\.Tensor"
    r"|(?:np|numpy)\.(?:float|int)[0-9]+"
)
"""What NumPy, PyTorch, JAX and TensorFlow write before the brackets of what they print."""
_KEYWORD = lazily(
    r"(?:dtype|device|grad_fn|requires_grad|shape|size)="
    r"(?:<[^>\n]*>|'[^'\n]*'|\"[^\"\n]*\"|\([0-9, ]*\)|torch\.Size\(\[[0-9, ]*\]\)|[\w.:]+)"
)
"""What they write behind the numbers."""
_PARAMETER = "Parameter containing:"
"""What PyTorch writes before a layer's weight."""
_ELISION = lazily(r"\.\.\.|[…⋯]")
_PAIR = r"[+-]?[0-9]++,[0-9]++"
_SPACED_PAIRS = lazily(rf"{_PAIR}(?:[ \t\r\n]++{_PAIR})++")
_LOOSE_ROWS_OF_PAIRS = lazily(rf"{_PAIR}(?:[ \t]*+;[ \t\r\n]++{_PAIR})++")
_BLANK_BETWEEN = lazily(r"[0-9][ \t]+[+-]?[0-9]")
_BELOW_ONE = lazily(r"(?<![0-9,])[+-]?0,")


def parse_literal(text: str, source: str) -> Tensor:
    """The vector or matrix that a text spells.

    Args:
        text: What was typed or pasted.
        source: Where it was typed.

    Raises:
        InputError: It is no vector; the error shows the place.
    """
    return _Reader(text, source).read()


def starts_like_array(text: str) -> bool:
    """Whether the text begins with a bracket, or with what a library prints before one."""
    text = plain(text).lstrip()
    if text.startswith(("[", "(")):
        return True
    call = _CALL().match(text) if text[:1].isalpha() else None
    return call is not None and text.startswith("(", call.end())


class _Group:
    """What stands between two brackets, as far as it has been read.

    Attributes:
        start: Index of its opening bracket, or of the name before it.
        closed_by: The bracket that must close it; None for the whole text.
        call: Whether it is the argument list of `array(...)`.
        rows: The rows that a ";" or a line break has ended.
        row: The row that is being read.
        row_start: Index of the row's first item.
        row_end: Index behind the row's last item.
        comma: Index of the comma that still waits for a number.
    """

    def __init__(self, start: int, closed_by: str | None, *, call: bool = False) -> None:
        self.start = start
        self.closed_by = closed_by
        self.call = call
        self.rows: list[list[object]] = []
        self.row: list[object] = []
        self.row_start = self.row_end = 0
        self.comma: int | None = None


class _Reader:
    """Reads one text, in one pass from left to right."""

    def __init__(self, text: str, source: str) -> None:
        self.typed = text
        self.text = plain(text)
        self.source = source
        self.groups = [_Group(0, None)]
        self.depth = 0
        # Where each list was read, by its id: the lists live as long as the reader.
        self.spans: dict[int, tuple[int, int]] = {}

    def read(self) -> Tensor:
        """The whole text as a Tensor."""
        if not self.text.strip():
            raise InputError("empty", where=self.source)
        self._refuse_decimal_commas()
        place = len(self.text) - len(self.text.lstrip(" \t\r\n"))
        if self.text.startswith(_PARAMETER, place):
            place += len(_PARAMETER)
        while place < len(self.text):
            place = self._token(place)
        group = self.groups[-1]
        if group.closed_by is not None:
            self._refuse("unclosed_bracket", group.start, len(self.text), missing=group.closed_by)
        tree = self._finish(len(self.text))
        if len(tree) == 1 and isinstance(tree[0], list):
            tree = tree[0]
        try:
            return from_decimals(tree, measure(tree), self.source)
        except Misfit as misfit:
            self._refuse(misfit.key, *self._span(tree, misfit), **misfit.facts)

    def _token(self, place: int) -> int:
        """Read the token at `place`; gives back the place behind it."""
        token = _TOKEN().match(self.text, place)
        assert token is not None  # a word takes every sign that the others leave
        end, group = token.end(), self.groups[-1]
        match token.lastgroup:
            case "word":
                return self._word(place, end)
            case "comma":
                if group.comma is not None or not group.row:
                    self._refuse("missing_number", place, end)
                group.comma = place
            case "semicolon":
                if not group.row:
                    self._refuse("missing_number", place, end)
                self._end_row()
            case "newline" if group.closed_by is None and group.row:
                self._end_row()
            case "opening":
                self._open(place, place, call=False)
            case "closing":
                self._close(place)
        return end

    def _word(self, start: int, end: int) -> int:
        word = self.text[start:end]
        if word[0].isalpha():
            if _CALL().fullmatch(word) and self.text.startswith("(", end):
                self._open(start, end, call=True)
                return end + 1
            keyword = _KEYWORD().match(self.text, start)
            if keyword and self.groups[-1].call:
                self.groups[-1].comma = None
                return keyword.end()
        try:
            number = read_number(word)
        except InputError as error:
            self._refuse_word(error, start, end)
        self._add(number, start, end)
        return end

    def _refuse_word(self, error: InputError, start: int, end: int) -> NoReturn:
        word = self.typed[start:end]
        if _ELISION().search(word):
            self._refuse("elided", start, end)
        if (place := unprintable_at(word)) is not None:
            code = f"U+{ord(word[place]):04X}"
            self._refuse("unprintable", start + place, start + place + 1, code=code)
        self._refuse(error.key, start, end, found=shorten(word))

    def _open(self, start: int, bracket: int, *, call: bool) -> None:
        self.depth += not call
        if self.depth > DEEPEST:
            self._refuse("too_many_brackets", bracket, bracket + 1, most=DEEPEST)
        closed_by = "]" if self.text[bracket] == "[" else ")"
        self.groups.append(_Group(start, closed_by, call=call))

    def _close(self, place: int) -> None:
        group = self.groups[-1]
        found = self.text[place]
        if group.closed_by is None:
            self._refuse("unopened_bracket", place, place + 1, found=found)
        if group.closed_by != found:
            self._refuse("wrong_bracket", place, place + 1, found=found, expected=group.closed_by)
        items = self._finish(place + 1)
        self.groups.pop()
        self.depth -= not group.call
        # array(...) adds no dimension of its own.
        item = items[0] if group.call and len(items) == 1 else items
        self._add(item, group.start, place + 1)

    def _add(self, item: object, start: int, end: int) -> None:
        group = self.groups[-1]
        if not group.row:
            group.row_start = start
        group.row.append(item)
        group.row_end = end
        group.comma = None

    def _end_row(self) -> None:
        group = self.groups[-1]
        if group.comma is not None:
            self._refuse("missing_number", group.comma, group.comma + 1)
        self.spans[id(group.row)] = (group.row_start, group.row_end)
        group.rows.append(group.row)
        group.row = []

    def _finish(self, end: int) -> list[object]:
        """The items of the innermost group: its rows, or its one row's items."""
        group = self.groups[-1]
        if group.row:
            self._end_row()
        if not group.rows:
            self._refuse("empty", group.start, end)
        if len(group.rows) == 1:
            items = group.rows[0]
        else:
            # A row that is one bracket, as in "[1 2]\n[3 4]", is that bracket.
            items = [
                row[0] if len(row) == 1 and isinstance(row[0], list) else row for row in group.rows
            ]
        self.spans[id(items)] = (group.start, end)
        return items

    def _span(self, tree: list[object], misfit: Misfit) -> tuple[int, int]:
        """Where the innermost list around a misfit was read."""
        node = tree
        for index in misfit.path:
            child = node[index]
            if not isinstance(child, list):
                break
            node = child
        return self.spans[id(node)]

    def _refuse_decimal_commas(self) -> None:
        """Refuse "0,8; 1,5" and "0,8 0,4": read as pairs, they would be a quietly wrong matrix."""
        if "." in self.text:
            return
        pairs = self.text.strip(" \t\r\n[]()")
        likely = (
            _BLANK_BETWEEN().search(pairs)
            if _SPACED_PAIRS().fullmatch(pairs)
            else _LOOSE_ROWS_OF_PAIRS().fullmatch(pairs) and _BELOW_ONE().search(pairs)
        )
        if likely:
            pair = re.search(_PAIR, self.text)
            assert pair is not None
            self._refuse("decimal_comma", *pair.span(), found=pair[0])

    def _refuse(self, key: str, start: int, end: int, **facts: Any) -> NoReturn:
        refuse(key, self.typed, start, end, self.source, **facts)
