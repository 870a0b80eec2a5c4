"""`addnorm homework grade`: the answers of a class are marked, from files or line by line."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from addnorm_cli.cli.options import language_of
from addnorm_cli.messages import Language
from addnorm_cli.model.errors import AddnormError, InputError, OutputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.printing import printable
from addnorm_cli.model.records import replaced

if TYPE_CHECKING:
    from addnorm_cli.formats.formats import Format, Written
    from addnorm_cli.homework.grade import Marked, Worth
    from addnorm_cli.homework.marks import StudentMarks
    from addnorm_cli.page.request import Request

_LONG = 50
"""A longer list shows how far it has come."""
_LONGEST_LINE = 2**20
_LONGEST_NAME = 40
_PAGE = "html"
"""The format of the pages of feedback where none is asked for."""


def grade(ctx: typer.Context, options: Options, files: list[str] | None) -> None:
    """Mark answers, and write marks and feedback."""
    from addnorm_cli.cli.commands.emit import request_for
    from addnorm_cli.cli.commands.progress import progress
    from addnorm_cli.homework.answers import Given, read_class
    from addnorm_cli.homework.grade import mark_all, papers_of, students_of
    from addnorm_cli.inputs.reader import Reader

    language = language_of(ctx)
    scale = _scale(options)
    if not files:
        raise InputError("missing_answers")
    reader = Reader()
    if options.jsonl:
        _line_by_line(files, reader, scale, options, language)
        return
    asked = replaced(options, format=None) if options.feedback else options
    request, target = request_for(asked, language)
    problems, answers = read_class(files, reader)
    papers, errors = papers_of(problems, [each for each in answers if isinstance(each, Given)])
    errors += [each for each in answers if isinstance(each, AddnormError)]
    if not papers:
        raise errors[0] if errors else InputError("missing_answers")
    rules = options.for_command("homework solve")
    with progress("progress.problems", len(papers), language, most=_LONG) as watch:
        keep = options.feedback is not None
        marked = list(mark_all(papers, scale, rules, watch, keep=keep))
    errors += [error for each in marked for error in each.errors]
    students = students_of(marked)
    title = printable(options.title or "") or None
    written = _marks(students, errors, title, request, target.format)
    pages = [] if options.feedback is None else list(_pages(students, title, options, language))
    _put([(written, target.path), *pages], reader, language)
    if errors:
        raise InputError("ungraded", count=len(errors), where=errors[0].where)
    if options.strict and any(part.verdict == "wrong" for s in students for part in s.parts):
        raise typer.Exit(1)


def _scale(options: Options) -> Worth:
    from addnorm_cli.homework.grade import Worth

    return Worth(_from_zero("points", options.points), _from_zero("follow", options.follow))


def _from_zero(name: str, text: str | None) -> float:
    from addnorm_cli.inputs.numbers import read_number

    if text is None:
        return 1.0
    number = float(read_number(text, f"--{name}"))
    if number < 0:
        raise InputError("not_points", where=f"--{name}", found=text)
    return number


def _marks(
    students: Sequence[StudentMarks],
    errors: Sequence[AddnormError],
    title: str | None,
    request: Request,
    form: Format,
) -> Written:
    """The marks in the format that was asked for."""
    from addnorm_cli.data.strict_json import encoded
    from addnorm_cli.formats.formats import FORMATS, format_name
    from addnorm_cli.homework.marks import marks_tree, summary_of
    from addnorm_cli.homework.report import marks_book, marks_csv

    summary = summary_of(students)
    if form is FORMATS["json"]:
        return encoded(marks_tree(students, summary), request)
    if form is FORMATS["csv"]:
        return marks_csv(students)
    if not form.is_page or not form.book:
        raise InputError("no_book", format=format_name(form), choices=("json", "csv", "html", "md"))
    return form.write_pages(marks_book(students, summary, errors, title, request), request)


def _pages(
    students: Sequence[StudentMarks], title: str | None, options: Options, language: Language
) -> Iterator[tuple[Written, str]]:
    """A page of feedback for each student."""
    from addnorm_cli.cli.commands.emit import request_for
    from addnorm_cli.formats.formats import FORMATS, by_name, format_name
    from addnorm_cli.homework.report import feedback_book

    folder = Path(options.feedback or "")
    form = by_name(options.format or _PAGE)
    if not form.is_page:
        pages = tuple(name for name, each in FORMATS.items() if each.is_page and each.book)
        raise InputError("not_a_page", where="--feedback", option="--feedback",
                         format=format_name(form), choices=pages)  # fmt: skip
    ending = form.endings[0] if form.endings else ".txt"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError("cannot_write", where=str(folder), reason=error.strerror or "") from None
    for number, student in enumerate(students, start=1):
        label = re.sub(r"[^\w]+", "-", f"{student.code} {student.name}".casefold()).strip("-_")
        path = str(folder / f"{number:03d}-{label[:_LONGEST_NAME]}{ending}")
        own = Options(output=path, lang=options.lang, precision=options.precision)
        request, target = request_for(own, language, book=True)
        request = replaced(request, as_document=True)
        yield target.format.write_pages(feedback_book(student, title, request), request), path


def _put(papers: list[Any], reader: Any, language: Language) -> None:
    from addnorm_cli.cli.output import put

    put(papers, reader, language)


def _line_by_line(
    files: Sequence[str], reader: Any, scale: Worth, options: Options, language: Language
) -> None:
    """An object of JSON a line in, one a line out, in order; what is wrong with one is its line."""
    from addnorm_cli.homework.answers import read_class
    from addnorm_cli.homework.grade import papers_of
    from addnorm_cli.page.report import error_tree

    problems, _ = read_class([each for each in files if each.strip() != "-"], reader)
    papers, errors = papers_of(problems, [])
    for error in errors:
        raise error
    known = {(paper.code, paper.number): paper for paper in papers}
    rules = options.for_command("homework solve")
    wrong = 0
    for number, line in enumerate(_lines(), start=1):
        try:
            tree = _marked_line(line, f"line {number}", known, scale, rules)
        except AddnormError as error:
            wrong += 1
            tree = {**error_tree(error, language), "line": number}
        sys.stdout.write(json.dumps(tree, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    if wrong:
        raise InputError("ungraded", count=wrong)


def _lines() -> Iterator[bytes]:
    while line := sys.stdin.buffer.readline(_LONGEST_LINE):
        if line.strip():
            yield line


def _marked_line(
    line: bytes, where: str, known: dict[Any, Any], scale: Worth, options: Options
) -> dict[str, Any]:
    """What became of one line: an answer to one part, or `parts` with several by name.

    Raises:
        InputError: It is no answer, or there is no such problem.
    """
    from addnorm_cli.homework.answers import answer_of
    from addnorm_cli.homework.grade import mark, papers_of
    from addnorm_cli.homework.marks import part_tree
    from addnorm_cli.inputs.documents import Document, decode, parse_json_text, quoted

    tree = parse_json_text(decode(line, where), where)
    if not isinstance(tree, dict):
        raise InputError("problem_expected", where=where, found=quoted(tree))
    own = tree.get("problem")
    if isinstance(own, dict):  # the problem itself, so that a line needs nothing beside it
        number = own.get("number", Decimal(1))
        code = tree.get("code", "")
        problem = Document(name=where, tree={**own, "code": code, "number": number})
        tree = {**tree, "problem": number}
        known = {(p.code, p.number): p for p in papers_of([problem], [])[0]}
    parts = tree.get("parts")
    if not isinstance(parts, dict):
        parts = {str(tree.get("part", "result")): tree.get("value")}
    several = [
        answer_of(Document(name=where, tree={**tree, "part": part, "value": value}))
        for part, value in parts.items()
    ]
    first = several[0] if several else None
    keys = [] if first is None else [(first.code, first.problem), ("", first.problem)]
    paper = next((known[key] for key in keys if key in known), None)
    if first is None or paper is None:
        code, number = str(tree.get("code", "")), str(tree.get("problem", ""))
        raise InputError("no_such_problem", where=where, code=code, number=number)
    asked = tuple(answer.part for answer in several)
    mine = replaced(paper, asked=asked, answers={answer.part: answer for answer in several})
    return _line_of(first.code, mark(mine, scale, options, keep=False), "parts" in tree, part_tree)


def _line_of(code: str, marked: Marked, several: bool, part_tree: Any) -> dict[str, Any]:
    for error in marked.errors:
        raise error
    who = {"code": code, "name": marked.paper.name}
    trees: Iterable[dict[str, Any]] = map(part_tree, marked.parts)
    if not several:
        return {**who, **next(iter(trees))}
    return {**who, "problem": marked.paper.number, "parts": list(trees)}
