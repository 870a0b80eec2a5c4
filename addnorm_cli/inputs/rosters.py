"""Lists of names: one a line, or the columns of a table that say they hold names and codes."""

from __future__ import annotations

import csv
import unicodedata

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
        lines = [(n, printable(line), "") for n, line in enumerate(text.splitlines(), start=1)]
    else:
        lines = _table(text, name)
    lines = [(n, unicodedata.normalize("NFC", each), code) for n, each, code in lines if each]
    if not lines:
        raise InputError("not_a_roster", where=name)
    if len(lines) > MOST_NAMES:
        raise InputError("too_many_names", where=name, found=len(lines), most=MOST_NAMES)
    alone = {each for _, each, code in lines if not code}  # codes tell others apart
    _check_once("name_twice", [(n, each) for n, each, _ in lines if each in alone], name)
    _check_once("code_twice", [(n, code) for n, _, code in lines if code], name)
    return [Student(each, code) for _, each, code in lines]


def _check_once(key: str, texts: list[tuple[int, str]], name: str) -> None:
    """Check that no text is there twice.

    Raises:
        InputError: One is; `key` is what is said of it.
    """
    seen: dict[str, int] = {}
    for line, text in texts:
        if seen.setdefault(text, line) != line:
            raise InputError(key, where=f"{name}, line {line}", name=text)


def _table(text: str, name: str) -> list[tuple[int, str, str]]:
    """The names and codes of a table, each with its line."""
    try:
        rows = [(n, [printable(cell) for cell in row]) for n, row in rows_of(text)]
    except csv.Error:
        raise InputError("not_a_roster", where=name) from None
    rows = [(n, row) for n, row in rows if any(row)]
    if not rows:
        return []
    (_, first), *below = rows
    heads = [head.casefold() for head in first]
    known = [heads.index(head) for head in _CODES if head in heads]
    codes = [_cell(row, known[0]) if known else "" for _, row in below]
    for whole in _WHOLE:
        if whole in heads:
            place = heads.index(whole)
            names = [_cell(row, place) for _, row in below]
            break
    else:
        pair = next((pair for pair in _PARTS if set(pair) <= set(heads)), ())
        if not pair:
            if any(len(row) > 1 for _, row in rows):
                raise InputError("which_column", where=name, columns=tuple(first))
            return [(n, row[0], "") for n, row in rows]
        between = "" if pair[0] in _JOINED else " "
        places = [heads.index(part) for part in pair]
        names = [between.join(_cell(row, n) for n in places).strip() for _, row in below]
    return [(n, each, code) for (n, _), each, code in zip(below, names, codes, strict=True)]


def _cell(row: list[str], place: int) -> str:
    return row[place] if place < len(row) else ""
