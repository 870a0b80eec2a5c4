"""Tables: rows of numbers from a spreadsheet or a program, as CSV or with tabs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from decimal import Decimal

from addnorm_cli.inputs.arrays import from_decimals
from addnorm_cli.inputs.limits import MOST_TYPED
from addnorm_cli.inputs.numbers import is_number, read_number
from addnorm_cli.inputs.text import plain
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.problem import Tensor

_DECIMAL_COMMA = lazily(r"[+-]?[0-9]+,[0-9]+")


def parse_table(text: str, name: str) -> Tensor:
    """The numbers of a table: one row is a vector, several are a matrix.

    Args:
        text: The table; its separator is a comma, a semicolon or a tab. Its first row may be a
            header.
        name: Where it came from.

    Raises:
        InputError: A cell is no number, or the rows differ in length; the error names the line.
    """
    rows: list[list[Decimal]] = []
    for place, (line, cells) in enumerate(_rows(text, name)):
        if place == 0 and not any(map(is_number, cells)) and not any(map(_decimal_comma, cells)):
            continue
        where = f"{name}:{line}"
        if (len(rows) + 1) * len(cells) > MOST_TYPED:
            raise InputError("too_many_typed", where=name, most=f"{MOST_TYPED:,}")
        rows.append([_number(cell, where) for cell in cells])
        found, expected = len(rows[-1]), len(rows[0])
        if found != expected:
            row = len(rows)
            raise InputError("ragged", where=where, row=row, found=found, expected=expected)
    if not rows:
        raise InputError("empty", where=name)
    if len(rows) == 1:
        return from_decimals(rows[0], (len(rows[0]),), name)
    return from_decimals(rows, (len(rows), len(rows[0])), name)


def _rows(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, each with the number of its line."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = next((sign for sign in ";\t" if sign in first), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, cells
    except csv.Error:
        raise InputError("csv_damaged", where=f"{name}:{reader.line_num}") from None


def _number(cell: str, where: str) -> Decimal:
    if not cell.strip():
        raise InputError("missing_number", where=where)
    if _decimal_comma(cell):
        raise InputError("decimal_comma", where=where, found=cell.strip())
    return read_number(cell, where)


def _decimal_comma(cell: str) -> bool:
    return _DECIMAL_COMMA().fullmatch(plain(cell).strip()) is not None
