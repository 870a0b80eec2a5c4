"""`addnorm homework grade`: the answers of a class are marked, from files or line by line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from addnorm_cli.cli.options import language_of
from addnorm_cli.messages import Language
from addnorm_cli.model.errors import AddnormError, InputError, OutputError
from addnorm_cli.model.options import Options, flag
from addnorm_cli.model.printing import printable
from addnorm_cli.model.records import replaced

if TYPE_CHECKING:
    from addnorm_cli.cli.commands.emit import Target
    from addnorm_cli.formats.formats import Written
    from addnorm_cli.homework.grade import Worth
    from addnorm_cli.homework.marks import StudentMarks
    from addnorm_cli.inputs.reader import Reader
    from addnorm_cli.page.request import PaperName, Request

_LONG = 50
"""A longer list shows how far it has come."""
_LONGEST_LINE = 2**20
_PAGE = "html"
"""The format of the pages of feedback where none is asked for."""
_NOT_WITH_LINES = ("output", "feedback", "title", "paper")
"""What has no meaning where each answer is a line for itself."""


def grade(ctx: typer.Context, options: Options, files: list[str] | None) -> None:
    """Mark answers, and write marks and feedback."""
    from addnorm_cli.cli.app import ExitCode
    from addnorm_cli.cli.commands.emit import paper_for, request_for
    from addnorm_cli.cli.commands.progress import progress
    from addnorm_cli.cli.output import put
    from addnorm_cli.cli.streams import tell
    from addnorm_cli.homework.answers import StudentAnswer, read_class
    from addnorm_cli.homework.grade import mark_all, papers_of, students_of
    from addnorm_cli.homework.report import check_format, notice_text, write_marks
    from addnorm_cli.inputs.reader import Reader
    from addnorm_cli.page.report import told

    language = language_of(ctx)
    scale = _scale(options)
    if not files:
        raise InputError("missing_answers")
    reader = Reader()
    if options.jsonl:
        _line_by_line(files, reader, scale, options, language)
        return
    asked = replaced(options, format=None) if options.feedback else options
    request, target = request_for(replaced(asked, paper=None), language)
    check_format(target.format, target.path)
    pages = None if options.feedback is None else _pages_of(options, language)
    paper = paper_for(options, [target.format, *([pages[1].format] if pages else [])])
    request = replaced(request, paper=paper)
    problems, answers = read_class(files, reader)
    if not answers:
        raise InputError("missing_answers")
    given = [each for each in answers if isinstance(each, StudentAnswer)]
    papers, errors, notices = papers_of(problems, given)
    errors += [each for each in answers if isinstance(each, AddnormError)]
    if not papers:
        raise errors[0] if errors else InputError("missing_answers")
    rules = options.for_command("homework solve")
    with progress("progress.problems", len(papers), language, most=_LONG) as watch:
        marked = list(mark_all(papers, scale, rules, watch, keep=pages is not None))
    errors += [error for each in marked for error in each.errors]
    students = students_of(marked)
    title = printable(options.title or "") or None
    written = write_marks(students, errors, notices, title, request, target.format)
    feedback = [] if pages is None else _feedback(students, title, options, paper, *pages)
    put([(written, target.path), *feedback], reader, language)
    if not target.format.is_page:
        for each in notices:
            tell(notice_text(each, language))
    if errors:
        first = told(errors[0], language).sentence
        raise InputError("ungraded_first", count=len(errors), first=first, where=errors[0].where)
    if options.strict and any(each.is_wrong for each in marked):
        raise typer.Exit(ExitCode.DIFFERS)


def _scale(options: Options) -> Worth:
    from addnorm_cli.homework.grade import Worth
    from addnorm_cli.homework.parts import from_zero

    return Worth(from_zero("points", options.points), from_zero("follow", options.follow))


def _pages_of(options: Options, language: Language) -> tuple[Request, Target]:
    """How pages of feedback are written.

    Raises:
        InputError: No person reads that format.
    """
    from addnorm_cli.cli.commands.emit import request_for
    from addnorm_cli.formats.formats import FORMATS, by_name, format_name
    from addnorm_cli.homework.places import feedback_place

    form = by_name(options.format or _PAGE)
    if not form.is_page:
        pages = tuple(name for name, each in FORMATS.items() if each.is_page and each.book)
        raise InputError("not_a_page", where="--feedback", option="--feedback",
                         format=format_name(form), choices=pages)  # fmt: skip
    place = feedback_place(options.feedback or "", 1, "", form)
    own = Options(output=place, lang=options.lang, precision=options.precision)
    request, target = request_for(own, language, book=True)
    return replaced(request, as_document=True), target


def _feedback(
    students: Sequence[StudentMarks],
    title: str | None,
    options: Options,
    paper: PaperName,
    request: Request,
    target: Target,
) -> Iterator[tuple[Written, str]]:
    """A page of feedback for each student."""
    from addnorm_cli.homework.places import feedback_place
    from addnorm_cli.homework.report import feedback_book

    folder, request = options.feedback or "", replaced(request, paper=paper)
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError("cannot_write", where=folder, reason=error.strerror or "") from None
    for number, student in enumerate(students, start=1):
        path = feedback_place(folder, number, f"{student.code} {student.name}", target.format)
        yield target.format.write_pages(feedback_book(student, title, request), request), path


def _line_by_line(
    files: Sequence[str], reader: Reader, scale: Worth, options: Options, language: Language
) -> None:
    """An object of JSON a line in, one a line out, in order; what is wrong with one is its line."""
    from addnorm_cli.cli.app import ExitCode
    from addnorm_cli.cli.streams import is_utf8
    from addnorm_cli.homework.lines import marked_line, read_papers
    from addnorm_cli.page.report import error_tree

    for name in _NOT_WITH_LINES:
        if getattr(options, name) is not None:
            raise InputError("not_with_lines", where=flag(name))
    papers = read_papers([each for each in files if each.strip() != "-"], reader)
    rules = options.for_command("homework solve")
    broken, wrong = 0, False
    for number, line in enumerate(_lines(), start=1):
        try:
            tree, marked = marked_line(line, f"line {number}", papers, scale, rules)
            wrong = wrong or marked.is_wrong
        except AddnormError as error:
            broken += 1
            tree = {**error_tree(error, language), "line": number}
        print(json.dumps(tree, ensure_ascii=not is_utf8(sys.stdout)), flush=True)
    if broken:
        raise InputError("ungraded", count=broken)
    if options.strict and wrong:
        raise typer.Exit(ExitCode.DIFFERS)


def _lines() -> Iterator[bytes]:
    while line := sys.stdin.buffer.readline(_LONGEST_LINE):
        if line.strip():
            yield line
