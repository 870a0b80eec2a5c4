"""Lists of names: one a line, or the column of a CSV file that says it holds names."""

from __future__ import annotations

import csv

from addnorm_cli.errors import InputError
from addnorm_cli.inputs.documents import decode
from addnorm_cli.inputs.files import bytes_of
from addnorm_cli.printing import printable

ENDINGS = (".csv", ".txt")
MOST_NAMES = 1000
_HEADS = ("name", "names", "student", "students", "full name", "姓名", "名字", "学生")


def read_roster(path: str) -> list[str]:
    """The names of a file, in their order.

    Raises:
        InputError: It cannot be read, has no names, too many, or one twice.
    """
    name = printable(path)
    text = decode(bytes_of(path, ENDINGS), name)
    try:
        rows = [[printable(cell) for cell in row] for row in csv.reader(text.splitlines())]
    except csv.Error:
        raise InputError("not_a_roster", where=name) from None
    rows = [row for row in rows if any(row)]
    column = 0
    if rows and (head := next((c for c in rows[0] if c.casefold() in _HEADS), None)) is not None:
        column = rows.pop(0).index(head)
    names = [row[column] for row in rows if len(row) > column and row[column]]
    if not names:
        raise InputError("not_a_roster", where=name)
    if len(names) > MOST_NAMES:
        raise InputError("too_many_names", where=name, found=len(names), most=MOST_NAMES)
    for index, each in enumerate(names):
        if each in names[:index]:
            raise InputError("name_twice", where=name, name=each)
    return names
