"""Marks as they are handed out: the table of the class, and a page for each student."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from addnorm_cli.data.csv import SPREADSHEET_MARK, csv_of, inert
from addnorm_cli.data.strict_json import encoded
from addnorm_cli.formats.formats import Format, Written, for_marks, format_name
from addnorm_cli.homework.marks import (
    OUTCOMES,
    ClassSummary,
    PartMark,
    StudentMarks,
    marks_tree,
    rounded,
    summary_of,
)
from addnorm_cli.messages import Language, say
from addnorm_cli.model.errors import AddnormError, InputError
from addnorm_cli.model.problem import Notice
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.numfmt import full
from addnorm_cli.page.level import page
from addnorm_cli.page.page import Block, Book, Grid, GridRow, Header, Remark
from addnorm_cli.page.report import told
from addnorm_cli.page.request import Request
from addnorm_cli.page.slips import slip_name, slip_text


def check_format(form: Format, path: str | None) -> None:
    """Check that marks can be written in a format.

    Raises:
        InputError: They cannot.
    """
    choices = tuple(for_marks())
    if (name := format_name(form)) not in choices:
        raise InputError("no_book", where=path, format=name, choices=choices)


def write_marks(
    students: Sequence[StudentMarks],
    errors: Sequence[AddnormError],
    notices: Sequence[Notice],
    title: str | None,
    request: Request,
    form: Format,
) -> Written:
    """The marks of a class, in a format that `check_format` lets pass."""
    summary = summary_of(students)
    match format_name(form):
        case "json":
            return encoded(marks_tree(students, summary), request)
        case "csv":
            return marks_csv(students)
    return form.write_pages(marks_book(students, summary, errors, notices, title, request), request)


def marks_book(
    students: Sequence[StudentMarks],
    summary: ClassSummary,
    errors: Sequence[AddnormError],
    notices: Sequence[Notice],
    title: str | None,
    request: Request,
) -> Book:
    """The marks of a class as a document: a line for each student, then what the class shows."""
    return Book(
        front=tuple(_class(students, summary, errors, notices, title, request)), chapters=()
    )


def _class(
    students: Sequence[StudentMarks],
    summary: ClassSummary,
    errors: Sequence[AddnormError],
    notices: Sequence[Notice],
    title: str | None,
    request: Request,
) -> Iterator[Block]:
    language = request.language
    facts = (say(language, "key.students", count=len(students)),)
    yield Header(title or say(language, "marks.title"), "", facts)
    heads = [say(language, f"marks.{name}") for name in ("marks", "of", "wrong", "slips")]
    rows = tuple(_student(student, language) for student in students)
    yield Grid(None, tuple(heads), rows, words=True)
    heads = [say(language, f"marks.{verdict}") for verdict in OUTCOMES]
    rows = tuple(
        GridRow(name, tuple(str(counts[verdict]) for verdict in OUTCOMES))
        for name, counts in summary.verdicts.items()
    )
    yield Grid(say(language, "marks.parts"), tuple(heads), rows)
    yield from _sentences(students, summary, language)
    for notice in notices:
        yield Remark("warning", notice_text(notice, language))
    for error in errors:
        text = told(error, language)
        place = f" ({text.place})" if text.place else ""
        yield Remark("failed", text.sentence + place)


def notice_text(notice: Notice, language: Language) -> str:
    """What was made of the answers, in words."""
    return say(language, f"marks.{notice.key}", **notice.facts)


def _student(student: StudentMarks, language: Language) -> GridRow:
    wrong = [part for part in student.parts if part.verdict == "wrong"]
    slips = dict.fromkeys(slip_name(part.slip, language) for part in wrong if part.slip is not None)
    cells = (
        _points(student.marks),
        _points(student.of),
        ", ".join(f"{part.problem} {part.part}" for part in wrong),
        ", ".join(slips),
    )
    return GridRow(" · ".join(filter(None, (student.code, student.name))), cells)


def _points(marks: float) -> str:
    return full(round(marks, 2) + 0.0)


def _sentences(
    students: Sequence[StudentMarks], summary: ClassSummary, language: Language
) -> Iterator[Remark]:
    if summary.fell:
        part, count = summary.fell[0]
        yield Remark("note", say(language, "marks.fell", part=part, count=count))
    if summary.slips:
        commonest, count = summary.slips[0]
        made = (part.slip for student in students for part in student.parts if part.slip)
        slip = next(slip_name(each, language) for each in made if each.id == commonest)
        yield Remark("note", say(language, "marks.commonest", slip=slip, count=count))
    for problem, part, digits, who in summary.same:
        facts = {"problem": problem, "part": part, "digits": digits, "who": who}
        yield Remark("warning", say(language, "marks.same", **facts))


def marks_csv(students: Sequence[StudentMarks]) -> str:
    """A line for each student: code, name, marks, of, and the marks of each part."""
    columns = dict.fromkeys((part.problem, part.part) for s in students for part in s.parts)
    heads = [inert(f"{problem}.{part}") for problem, part in columns]
    table = [["code", "name", "marks", "of", *heads]]
    for student in students:
        own = {(part.problem, part.part): full(rounded(part.marks)) for part in student.parts}
        totals = [full(rounded(number)) for number in (student.marks, student.of)]
        cells = [own.get(column, "") for column in columns]
        table.append([inert(student.code), inert(student.name), *totals, *cells])
    return SPREADSHEET_MARK + csv_of(table)


def feedback_book(student: StudentMarks, title: str | None, request: Request) -> Book:
    """What a student is told: the marks, and the numbers of each problem beside the right ones."""
    language = request.language
    facts = [
        say(language, "sheet.of", student=student.name) if student.name else "",
        say(language, "sheet.code", code=student.code) if student.code else "",
        say(language, "marks.sum", marks=_points(student.marks), of=_points(student.of)),
    ]
    header = Header(title or say(language, "marks.feedback"), "", tuple(filter(None, facts)))
    chapters = tuple(tuple(_problem(student, number, request)) for number, _ in student.traces)
    return Book(front=(header, _parts(student, language)), chapters=chapters)


def _parts(student: StudentMarks, language: Language) -> Grid:
    heads = tuple(say(language, f"marks.{name}") for name in ("marks", "of", "verdict", "why"))
    return Grid(None, heads, tuple(_part(part, language) for part in student.parts), words=True)


def _part(part: PartMark, language: Language) -> GridRow:
    why = "" if part.slip is None else slip_text(part.slip, language)
    verdict = say(language, f"marks.{part.verdict}")
    cells = (_points(part.marks), _points(part.of), verdict, why)
    return GridRow(f"{part.problem} {part.part}", cells)


def _problem(student: StudentMarks, number: int, request: Request) -> Iterator[Block]:
    """A problem: what is given, the first wrong step worked, and the numbers side by side."""
    trace = dict(student.traces)[number]
    wrong = None if trace.check is None else trace.check.first_wrong
    shown = replaced(request.selection, only=(wrong,)) if wrong else request.selection
    whole = list(page(replaced(trace, check=None), request))
    first = whole[0]
    assert isinstance(first, Header)
    yield replaced(first, title=f"{number}. {first.title}")
    yield from (block for block in whole if isinstance(block, Grid) and block.given)
    if trace.check is None:
        return
    asked = replaced(request, selection=shown) if wrong else replaced(request, level="result")
    for block in page(trace, asked):
        if not isinstance(block, Header) and not (isinstance(block, Grid) and block.given):
            yield block
