"""The answers of a class: tables as CSV, long or wide, and objects of JSON."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, TypeAlias

from addnorm_cli.homework.solve import MOST_NUMBER
from addnorm_cli.inputs.documents import Document, decode, word_of
from addnorm_cli.inputs.files import bytes_of
from addnorm_cli.inputs.limits import MOST_MARKED, check_marked
from addnorm_cli.inputs.numbers import as_typed, read_number, read_whole
from addnorm_cli.inputs.problem_lists import LIST_ENDINGS, Item, parse_problem_list
from addnorm_cli.inputs.reader import STDIN_NAME, Reader
from addnorm_cli.inputs.spreadsheets import rows_of, text_of
from addnorm_cli.inputs.text import plain
from addnorm_cli.model.errors import AddnormError, InputError
from addnorm_cli.model.printing import printable, shorten
from addnorm_cli.model.records import record, replaced

_TABLES = (".csv", ".tsv")
_PART, _VALUE = "part", "value"
_NOTHING = ("", "n/a", "na", "-", "--", "?", "？", "none", "null", "无", "空")
"""What people write where they have no answer."""
_COMPONENT = re.compile(r"d(\d{1,6})")
_WIDE = re.compile(r"(\d{1,6})[.:](.+?)(?:[.:]d(\d{1,6}))?")
_ROW = re.compile(r"(.*)\[(\d{1,6})\]")

_Number: TypeAlias = "str | None"


@record
class StudentAnswer:
    """What a student wrote for one part of a problem.

    Attributes:
        code: Whose answer it is.
        name: The same as a name, or "".
        problem: The number of the problem on the sheet.
        part: The step, or "result".
        rows: The numbers as they were written, row by row; None where there is none.
        where: The file and the line.
        comma: The first number that was written with a decimal comma, or "".
    """

    code: str
    name: str
    problem: int
    part: str
    rows: tuple[tuple[str | None, ...], ...]
    where: str
    comma: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing was written."""
        return all(number is None for row in self.rows for number in row)


def read_class(
    files: Sequence[str], reader: Reader
) -> tuple[list[Item], list[StudentAnswer | InputError]]:
    """The problems and the answers of several files: what has `part` is an answer.

    Args:
        files: Paths, and "-" for JSON on stdin.
        reader: Opens the files.

    Returns:
        The problems, and the answers; what cannot be read stands as an error in its place.

    Raises:
        InputError: A file cannot be read at all, or there are more than can be marked at once.
    """
    problems: list[Item] = []
    answers: list[StudentAnswer | InputError] = []
    for path in files:
        if path.lower().endswith(_TABLES):
            name = printable(path)
            answers += read_table(text_of(bytes_of(path, _TABLES, reader), name), name)
            check_marked(len(answers))
            continue
        if path.strip() == "-":
            name, data = STDIN_NAME, reader.stdin()
        else:
            name, data = printable(path), bytes_of(path, LIST_ENDINGS, reader)
        for item in parse_problem_list(decode(data, name), name, MOST_MARKED):
            if isinstance(item, Document) and _PART in item.tree:
                answers += _guarded(item)
            else:
                problems.append(item)
        check_marked(max(len(problems), len(answers)))
    return problems, answers


def _guarded(document: Document) -> list[StudentAnswer | InputError]:
    faults: list[InputError] = []
    try:
        return [answer_of(document, faults), *faults]
    except InputError as error:
        return [error]


def answer_of(document: Document, faults: list[InputError] | None = None) -> StudentAnswer:
    """An answer in JSON: {"code": …, "problem": 1, "part": "mean", "value": 2.5}.

    Args:
        document: The object.
        faults: Takes what is wrong with a number, which is a gap then.

    Raises:
        InputError: A key is missing, or is not what it should be.
    """
    tree, where = document.tree, document.name
    for key in ("problem", _PART, _VALUE):
        if key not in tree:
            raise InputError("missing_key", where=where, found=key)
    problem = _problem(word_of(tree["problem"]), where)
    value = tree[_VALUE]
    rows = value if isinstance(value, list) and value and isinstance(value[0], list) else [value]
    return StudentAnswer(
        code=word_of(tree.get("code")),
        name=word_of(tree.get("name")),
        problem=problem,
        part=word_of(tree[_PART]),
        rows=tuple(tuple(_numbers(row, where, faults)) for row in rows),
        where=where,
    )


def _numbers(row: Any, where: str, faults: list[InputError] | None) -> Iterator[str | None]:
    place = f"{where}: {_VALUE}"
    for number in row if isinstance(row, list) else [row]:
        if isinstance(number, Decimal):
            yield as_typed(number)
            continue
        try:
            if number is not None and not isinstance(number, str):
                raise InputError("not_a_json_number", where=place, found=str(number))
            yield _cell(number or "", place)
        except InputError as error:
            if faults is None:
                raise
            faults.append(error)
            yield None


def read_table(text: str, name: str) -> list[StudentAnswer | InputError]:
    """The answers of a table.

    Long: code, name, problem, part, d0, d1, … with a line for each part, or for each row of a
    matrix, whose part ends in [0], [1], …. Wide: a line for each student, and a column for each
    number, headed 1.mean, 1.result.d0, ….

    Raises:
        InputError: It is no table, or its heads do not say what stands where.
    """
    try:
        lines = list(rows_of(text, strict=True))
    except csv.Error:
        raise InputError("not_a_table", where=name) from None
    if not lines:
        raise InputError("empty_file", where=name)
    (_, first), *lines = lines
    heads = [printable(head).casefold() for head in first]
    if {"problem", _PART} <= set(heads):
        return _merged(
            [each for n, row in lines for each in _long(heads, row, f"{name}, line {n}")]
        )
    if any(_WIDE.fullmatch(head) for head in heads):
        return [each for n, row in lines for each in _wide(heads, row, f"{name}, line {n}")]
    raise InputError("not_answers", where=name, heads=tuple(first[:6]))


def _problem(text: str, where: str) -> int:
    return read_whole(text, f"{where}: problem", 1, MOST_NUMBER, "count_expected")


def _long(heads: list[str], row: list[str], where: str) -> Iterator[StudentAnswer | InputError]:
    """The answer of a line; what is wrong with a number is said, and the number is a gap."""
    cells = dict(zip(heads, row, strict=False))
    faults: list[InputError] = []
    try:
        problem = _problem(cells.get("problem", ""), where)
    except InputError as error:
        yield error
        return
    numbers = {
        int(found[1]): _kept(cell, f"{where}: {head}", faults)
        for head, cell in cells.items()
        if (found := _COMPONENT.fullmatch(head))
    }
    extra = [cell for cell in row[len(heads) :] if cell.strip()]
    if extra:  # decimal commas without quotes, as likely as not: nobody knows what stands where
        faults = [InputError("cells_without_head", where=where, found=shorten(extra[0]))]
        numbers = {}
    yield _given(cells, problem, cells.get(_PART, ""), numbers, where)
    yield from faults


def _wide(heads: list[str], row: list[str], where: str) -> Iterator[StudentAnswer | InputError]:
    cells = dict(zip(heads, row, strict=False))
    parts: dict[tuple[int, str], dict[int, _Number]] = {}
    faults: list[InputError] = []
    for head, cell in cells.items():
        if found := _WIDE.fullmatch(head):
            number = _kept(cell, f"{where}: {head}", faults)
            parts.setdefault((int(found[1]), found[2]), {})[int(found[3] or 0)] = number
    for (problem, part), numbers in parts.items():
        yield _given(cells, problem, part, numbers, where)
    yield from faults


def _given(
    cells: dict[str, str], problem: int, part: str, numbers: dict[int, _Number], where: str
) -> StudentAnswer:  # fmt: skip
    commas = (number for number in numbers.values() if number is not None and "," in number)
    comma = next(commas, "")
    row = tuple(
        None if (number := numbers[n]) is None else number.replace(",", ".")
        for n in sorted(numbers)
    )
    while row and row[-1] is None:  # a table is as wide as its widest part
        row = row[:-1]
    code, name = (printable(cells.get(key, "")).removeprefix("'") for key in ("code", "name"))
    return StudentAnswer(
        code, name, problem, printable(part).removeprefix("'"), (row,), where, comma
    )


def _kept(text: str, where: str, faults: list[InputError]) -> _Number:
    """The number of a cell, perhaps with a decimal comma; None where there is none."""
    try:
        return _cell(text, where, comma=True)
    except InputError as error:
        faults.append(error)
        return None


def _cell(text: str, where: str, *, comma: bool = False) -> _Number:
    """A number as it was written; None where there is no answer.

    Raises:
        InputError: It is neither.
    """
    typed = plain(text).strip().removeprefix("'")
    if typed.casefold() in _NOTHING:
        return None
    read_number(typed.replace(",", ".") if comma else typed, where)
    return typed


def _merged(answers: list[StudentAnswer | InputError]) -> list[StudentAnswer | InputError]:
    """The rows of a matrix, which are lines of their own, under one part."""
    merged: list[StudentAnswer | InputError] = []
    last = 0
    for answer in answers:
        found = None if isinstance(answer, AddnormError) else _ROW.fullmatch(answer.part)
        if found is None:
            merged.append(answer)
            continue
        assert isinstance(answer, StudentAnswer)
        whole = replaced(answer, part=found[1])
        before = merged[last] if merged else None
        if isinstance(before, StudentAnswer) and _key(before) == _key(whole) and int(found[2]):
            merged[last] = replaced(before, rows=(*before.rows, *whole.rows))
        else:
            last = len(merged)
            merged.append(whole)
    return merged


def _key(answer: StudentAnswer) -> tuple[str, int, str]:
    return answer.code or answer.name, answer.problem, answer.part
