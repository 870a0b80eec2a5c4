"""What the reader calls the columns, the rows and the cases of a problem."""

from __future__ import annotations

from collections.abc import Mapping

from addnorm_cli.model.records import EMPTY, record

NAMING_KEYS = ("dims", "tokens", "notes")
"""The keys of a problem, and of a trace, that say it."""


@record
class Naming:
    """Names that stand in the place of numbers of columns and rows.

    Attributes:
        dims: A name for every component of the stream, or none.
        tokens: A name for every row, or none; two rows may have the same.
        notes: What is remarked on x, on a case, on a row or on an update, by its name.
    """

    dims: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    notes: Mapping[str, str] = EMPTY

    def rows(self) -> tuple[str, ...]:
        """A name for every row that no other row has: the second "bank" is "bank#2"."""
        met: dict[str, int] = {}
        names = []
        for number, token in enumerate(self.tokens):
            met[token] = met.get(token, 0) + 1
            name = token if met[token] == 1 else f"{token}#{met[token]}"
            names.append(name if token else f"[{number}]")
        return tuple(names)

    def row_of(self, name: str) -> int | None:
        """The row of that name; "bank#1" is the first "bank"."""
        rows = self.rows()
        if name in rows:
            return rows.index(name)
        first = name.removesuffix("#1")
        return rows.index(first) if first in rows else None


UNNAMED = Naming()
"""Columns and rows are numbered."""
