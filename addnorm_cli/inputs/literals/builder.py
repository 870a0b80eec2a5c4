"""The lists that a text spells, as they grow while it is read, and where each was read."""

from __future__ import annotations

from typing import Any, NoReturn

from addnorm_cli.inputs.arrays import MOST_DIMENSIONS, Path
from addnorm_cli.inputs.limits import MOST_TYPED
from addnorm_cli.inputs.text import plain, refuse

_DEEPEST = 100
"""How many brackets and names of arrays may stand within each other."""


class Group:
    """What stands between two brackets, as far as it has been read.

    Attributes:
        start: Index of its opening bracket, or of the name before it.
        closed_by: What must close it; None for the whole text.
        call: Whether it adds no dimension: the argument list of `array(...)`.
        rows: The rows that a ";" or a line break has ended.
        row: The row that is being read.
        row_start: Index of the row's first item.
        row_end: Index after the row's last item.
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


class Builder:
    """Builds the lists of one text.

    Attributes:
        typed: The text as it was typed.
        text: The same in plain spelling, place for place.
        end: Where its numbers end.
        groups: The brackets that are open, the whole text first.
    """

    def __init__(self, text: str, source: str) -> None:
        self.typed = text
        self.text = plain(text)
        self.end = len(text)
        self.groups = [Group(0, None)]
        self._source = source
        self._depth = 0
        self._count = 0
        # Where each list was read, by its id: the lists live as long as the builder.
        self._spans: dict[int, tuple[int, int]] = {}

    def count(self, more: int, start: int, end: int) -> None:
        """Take note of numbers that are read; more than MOST_TYPED are refused."""
        self._count += more
        if self._count > MOST_TYPED:
            self.refuse("too_many_typed", start, end, most=f"{MOST_TYPED:,}")

    def open(self, start: int, bracket: int, closed_by: str, *, call: bool = False) -> None:
        """Begin what stands between two brackets, of which the first stands at `bracket`."""
        self._depth += not call
        if self._depth > MOST_DIMENSIONS or len(self.groups) > _DEEPEST:
            self.refuse("too_many_brackets", bracket, bracket + 1, most=MOST_DIMENSIONS)
        self.groups.append(Group(start, closed_by, call=call))

    def close(self, place: int, end: int, found: str | None = None) -> None:
        """End it: what was read becomes an item of what it stands in."""
        group = self.groups[-1]
        found = found or self.text[place]
        if group.closed_by is None:
            self.refuse("unopened_bracket", place, end, found=found)
        if group.closed_by != found:
            self.refuse("wrong_bracket", place, end, found=found, expected=group.closed_by)
        if not group.closed_by.startswith("\\"):
            group.comma = None  # Rust, C and Python allow one after the last number
        items = self.finish(end)
        self.groups.pop()
        self._depth -= not group.call
        # array(...) adds no dimension of its own.
        item = items[0] if group.call and len(items) == 1 else items
        self.add(item, group.start, end)

    def add(self, item: object, start: int, end: int) -> None:
        """Put a number or a list after those of the row."""
        group = self.groups[-1]
        if not group.row:
            group.row_start = start
        group.row.append(item)
        group.row_end = end
        group.comma = None

    def end_row(self) -> None:
        """End the row."""
        group = self.groups[-1]
        if group.comma is not None:
            self.refuse("missing_number", group.comma, group.comma + 1)
        group.rows.append(self.located(group.row, group.row_start, group.row_end))
        group.row = []

    def located(self, items: list[object], start: int, end: int) -> list[object]:
        """The list, after noting where it was read."""
        self._spans[id(items)] = (start, end)
        return items

    def finish(self, end: int) -> list[object]:
        """The items of the innermost group: its rows, or its one row's items."""
        group = self.groups[-1]
        if group.row:
            self.end_row()
        if not group.rows:
            self.refuse("empty", group.start, end)
        if len(group.rows) == 1:
            items = group.rows[0]
        else:
            # A row that is one bracket, as in "[1 2]\n[3 4]", is that bracket.
            items = [
                row[0] if len(row) == 1 and isinstance(row[0], list) else row for row in group.rows
            ]
        return self.located(items, group.start, end)

    def span_of(self, tree: list[object], path: Path = ()) -> tuple[int, int]:
        """Where the innermost list around a place in a tree was read."""
        node = tree
        for index in path:
            child = node[index]
            if not isinstance(child, list):
                break
            node = child
        return self._spans[id(node)]

    def refuse(self, key: str, start: int, end: int, **facts: Any) -> NoReturn:
        """Refuse a piece of the text."""
        refuse(key, self.typed, start, end, self._source, **facts)
