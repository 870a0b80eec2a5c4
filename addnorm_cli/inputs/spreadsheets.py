"""Tables of words as spreadsheets save them: the names of a class, and its answers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from addnorm_cli.inputs.documents import decode
from addnorm_cli.model.errors import InputError

_DELIMITERS = ",;\t"
_SAYS_DELIMITER = "sep="
"""The way of one spreadsheet to say it, in a line above the table."""


def text_of(data: bytes, name: str) -> str:
    """The text of a table; a spreadsheet in China saves it in the characters of GB 2312.

    Its wider relatives would read the letters of other countries as Chinese characters.

    Raises:
        InputError: It is no text.
    """
    try:
        return decode(data, name)
    except InputError as error:
        if error.key != "not_utf8":
            raise
        try:
            return data.decode("gb2312")
        except UnicodeDecodeError:
            raise error from None


def rows_of(text: str, *, strict: bool = False) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, each with the number of its line.

    Args:
        text: The table; its separator is the one that its first line has most of.
        strict: No quote may be left open, or stand beside other letters.

    Raises:
        csv.Error: It is no table.
    """
    first, _, rest = text.partition("\n")
    delimiter, above = max(_DELIMITERS, key=first.count), 0
    if first.strip().lower().startswith(_SAYS_DELIMITER):
        delimiter = first.strip()[len(_SAYS_DELIMITER) :][:1] or delimiter
        text, above = rest, 1
    table = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict)
    for row in table:
        if any(map(str.strip, row)):
            yield table.line_num + above, row
