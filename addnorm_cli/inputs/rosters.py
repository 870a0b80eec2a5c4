"""Lists of names: one a line, or the columns of a table that say they hold names and codes."""

from __future__ import annotations

import csv
import unicodedata
from collections import Counter

from addnorm_cli.inputs.files import bytes_of
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.spreadsheets import rows_of, text_of
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.records import record

ROSTER_ENDINGS = (".csv", ".txt")
MOST_NAMES = 1000
_WHOLE = ("name", "names", "full name", "student", "students", "student name", "display name",
          "姓名", "学生姓名", "名字", "学生")  # fmt: skip
_PARTS = (
    ("first name", "last name"), ("first name", "surname"), ("given name", "family name"),
    ("given name", "surname"), ("forename", "surname"), ("姓", "名"),
)  # fmt: skip
"""Two columns that make up a name, in the order in which it is written."""
_JOINED = ("姓",)
"""A first part that the second follows without a blank."""
_CODES = ("code", "id", "student id", "student number", "matriculation number", "学号", "编号")


@record
class Student:
    """One name of a roster, and the code that it brings, or ""."""

    name: str
    code: str = ""


def read_roster(path: str, reader: Reader) -> list[Student]:
    """The students of a file, in their order.

    Raises:
        InputError: It cannot be read, does not say which column holds names, has no names, too
            many, or a name or a code twice.
    """
    name = printable(path)
    text = text_of(bytes_of(path, ROSTER_ENDINGS, reader), name)
    if path.lower().endswith(".txt"):
        students = [(printable(line), "") for line in text.splitlines()]
    else:
        students = _table(text, name)
    students = [(unicodedata.normalize("NFC", each), code) for each, code in students if each]
    if not students:
        raise InputError("not_a_roster", where=name)
    if len(students) > MOST_NAMES:
        raise InputError("too_many_names", where=name, found=len(students), most=MOST_NAMES)
    names, codes = ([student[n] for student in students if student[n]] for n in (0, 1))
    for key, each in (("name_twice", _repeated(names)), ("code_twice", _repeated(codes))):
        if each:
            raise InputError(key, where=name, name=each)
    return [Student(each, code) for each, code in students]


def _repeated(texts: list[str]) -> str:
    """The first text that is there twice, or ""."""
    return next((text for text, count in Counter(texts).items() if count > 1), "")


def _table(text: str, name: str) -> list[tuple[str, str]]:
    """The names and codes of a table."""
    try:
        rows = [[printable(cell) for cell in row] for _, row in rows_of(text)]
    except csv.Error:
        raise InputError("not_a_roster", where=name) from None
    rows = [row for row in rows if any(row)]
    if not rows:
        return []
    heads = [head.casefold() for head in rows[0]]
    known = [heads.index(head) for head in _CODES if head in heads]
    codes = [_cell(row, known[0]) if known else "" for row in rows[1:]]
    for whole in _WHOLE:
        if whole in heads:
            place = heads.index(whole)
            return [(_cell(row, place), code) for row, code in zip(rows[1:], codes, strict=True)]
    for pair in _PARTS:
        if set(pair) <= set(heads):
            between = "" if pair[0] in _JOINED else " "
            places = [heads.index(part) for part in pair]
            names = (between.join(_cell(row, n) for n in places).strip() for row in rows[1:])
            return list(zip(names, codes, strict=True))
    if any(len(row) > 1 for row in rows):
        raise InputError("which_column", where=name, columns=tuple(rows[0]))
    return [(row[0], "") for row in rows]


def _cell(row: list[str], place: int) -> str:
    return row[place] if place < len(row) else ""
