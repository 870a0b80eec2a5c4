"""`addnorm homework`: lists of problems are made, and worked into documents to hand in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from addnorm_cli.cli.options import Command, Word, group_of, language_of
from addnorm_cli.messages import Language, say
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import ARITHMETIC, SHOWN, Options, flag
from addnorm_cli.model.printing import printable
from addnorm_cli.model.records import record, replaced

if TYPE_CHECKING:
    from addnorm_cli.cli.commands.emit import Target
    from addnorm_cli.formats.formats import Written
    from addnorm_cli.homework.kinds import ProblemTree
    from addnorm_cli.page.request import Request
    from addnorm_cli.trace.workbook import Classroom, Workbook

_LONG = 20
"""A longer list shows how far it has come."""
_NAMED = 3
"""So many broken problems are named with what is wrong with them; the document has all."""


def build(name: str) -> Any:
    """The Typer group."""
    solving = Command(_solve, Word("files", "PROBLEMS..."))
    from addnorm_cli.cli.commands.grading import grade

    grading = Command(grade, Word("files", "FILES..."))
    return group_of(name, {"make": Command(_make), "solve": solving, "grade": grading})


def _solve(ctx: typer.Context, options: Options, files: list[str] | None) -> None:
    """Read, work and write a list of problems."""
    from addnorm_cli.cli.app import ExitCode
    from addnorm_cli.cli.commands.calculations import holds
    from addnorm_cli.cli.commands.emit import request_for
    from addnorm_cli.cli.commands.progress import progress
    from addnorm_cli.cli.output import put
    from addnorm_cli.homework.solve import solve_all
    from addnorm_cli.inputs.problem_lists import read_problem_list
    from addnorm_cli.inputs.reader import Reader
    from addnorm_cli.page.select import checked_in_any

    language = language_of(ctx)
    request, target = request_for(options, language, book=True)
    if not files:
        raise InputError("missing_problems")
    reader = Reader(language=request.language)
    items = read_problem_list(files, reader)
    with progress("progress.problems", len(items), language, most=_LONG) as watch:
        workbook = solve_all(items, options, reader, watch)
    broken = workbook.broken()
    if len(items) == 1 and broken:
        raise broken[0].error
    traces = [entry.trace for entry in workbook.worked()]
    request = replaced(request, selection=checked_in_any(request.selection, traces))
    put([(target.format.write_book(workbook, request), target.path)], reader, request.language)
    if broken:
        raise _broken(workbook, request.language)
    if not all(map(holds, traces)):
        raise typer.Exit(ExitCode.DIFFERS)


def _broken(workbook: Workbook, language: Language) -> InputError:
    """Which problems have no answer, said once the others are written."""
    from addnorm_cli.page.report import told

    broken, total = workbook.broken(), len(workbook.entries)
    named = [f"{entry.number} ({told(entry.error, language).sentence})" for entry in broken]
    numbers = (*named[:_NAMED], *(entry.number for entry in broken[_NAMED:]))
    if not workbook.worked():
        return InputError("all_broken", total=total, numbers=numbers)
    return InputError("broken_problems", count=len(broken), total=total, numbers=numbers)


_OF_SHEETS = {"room": "no_room", "points": "no_points"}
"""What only a sheet for a pen obeys, and what is said elsewhere."""
_FEW_LINES, _MOST_LINES = 2, 40
"""Lines for the working below each problem, where nothing is said and at most."""


@record
class _Paper:
    """A sheet, or its key: how it is written, and where.

    Attributes:
        request: How it is written.
        target: Its format and its place.
        title: Its title, or None.
        is_key: Whether it has the answers.
        room: Lines for the working below each problem of a sheet for a pen; None for another.
        blanks: What is asked on that sheet.
        points: What each part is worth, where the sheet says it.
    """

    request: Request
    target: Target
    title: str | None
    is_key: bool = False
    room: int | None = None
    blanks: str | None = None
    points: float | None = None

    def write(self, workbook: Workbook) -> Written:
        """The paper of one list of problems."""
        titled = replaced(workbook, title=self.title)
        if self.room is not None:
            from addnorm_cli.homework.sheet import sheet_of

            sheet = sheet_of(titled, self.blanks, self.room, self.request, self.points)
            return self.target.format.write_pages(sheet, self.request)
        return self.target.format.write_book(titled, self.request)

    def write_key(self, group: Classroom) -> Written:
        """The key of a class."""
        return self.target.format.write_key(replaced(group, title=self.title), self.request)


def _make(ctx: typer.Context, options: Options) -> None:
    """Make problems, and write their sheets, keys and files."""
    from addnorm_cli.cli.commands.emit import paper_for
    from addnorm_cli.cli.commands.progress import progress
    from addnorm_cli.cli.output import put
    from addnorm_cli.homework.assignment import read_assignment
    from addnorm_cli.homework.make import make_class, written
    from addnorm_cli.homework.parts import answer_table, check_blanks
    from addnorm_cli.homework.places import check_places, place_of
    from addnorm_cli.inputs.reader import Reader
    from addnorm_cli.inputs.rosters import read_roster
    from addnorm_cli.trace.workbook import Classroom

    language = language_of(ctx)
    reader = Reader(language=language)
    assignment = read_assignment(options, reader)
    named = options.per_student is not None
    check_places(options, per_student=named)
    papers = list(_papers(options, language))
    if not papers:
        _refuse_options_of_papers(options)
    elif options.paper:
        size = paper_for(options, [paper.target.format for paper in papers])
        papers = [replaced(each, request=replaced(each.request, paper=size)) for each in papers]
    keys = [paper for paper in papers if named and paper.is_key]
    sheets = [paper for paper in papers if not (named and paper.is_key)]
    roster = [None] if options.per_student is None else read_roster(options.per_student, reader)
    workbooks: list[Workbook] = []
    problems: list[ProblemTree] = []
    finished: list[tuple[Written, str | None]] = []
    with progress("progress.problems", len(roster), language, most=1) as watch:
        made = make_class(assignment, roster, options, printable(options.date or ""))
        for number, (workbook, own) in enumerate(made, start=1):
            if number == 1:
                check_blanks([entry.trace for entry in workbook.worked()], options.blanks)
            workbooks.append(workbook)
            problems += own
            for paper in sheets:
                path = place_of(paper.target.path, number, len(roster), workbook.student)
                finished.append((paper.write(workbook), path))
            if watch is not None:
                watch(number)
    group = Classroom(None, tuple(workbooks))
    finished += [(key.write_key(group), key.target.path) for key in keys]
    if options.answers is not None:
        finished.append((answer_table(group, options.blanks), _file(options.answers)))
    if options.problems is not None:
        finished.append((written(problems), _file(options.problems)))
    put(finished, reader, language)


def _file(path: str) -> str | None:
    from addnorm_cli.formats.destinations import is_stdout

    return None if is_stdout(path) else path


def _refuse_options_of_papers(options: Options) -> None:
    """Refuse what only a sheet or a key can obey, where neither is written."""
    for option in options.given():
        if (option.group in (ARITHMETIC, SHOWN) and option.name != "lang") or option.name in (
            "format",
            "paper",
            *_OF_SHEETS,
        ):
            raise InputError("no_paper", where=option.flag)


def _papers(options: Options, language: Language) -> Iterator[_Paper]:
    """The sheet, which goes to stdout where no file is asked for at all, and the key."""
    from addnorm_cli.cli.commands.emit import request_for
    from addnorm_cli.formats.destinations import is_stdout
    from addnorm_cli.formats.formats import fitting, format_name
    from addnorm_cli.homework.parts import from_zero

    options = replaced(options, paper=None)
    title = printable(options.title or "") or None
    if options.output is not None or not (options.key or options.problems or options.answers):
        request, target = request_for(_asking(options), language, book=True, for_people=True)
        sheet = _Paper(replaced(request, hide_answers=True), target, title)
        room, is_long = _room(options), options.level is not None and options.key is None
        for_pen = target.format.is_page and not is_long
        for name, key in _OF_SHEETS.items():
            if getattr(options, name) is not None and not for_pen:
                raise InputError(key, where=flag(name))
        points = None if options.points is None else from_zero("points", options.points)
        if for_pen:
            sheet = replaced(sheet, room=room, blanks=options.blanks, points=points)
        yield sheet
    if options.key is not None:
        level = "result" if options.level is None and options.per_student else options.level
        form = options.format if is_stdout(options.key) else None  # -f is else that of the sheet
        asked = replaced(options, output=options.key, format=form, level=level, interactive=False)
        request, target = request_for(asked, language, book=True)
        if target.format.is_quiz:
            others = tuple(name for name, known in fitting(book=True).items() if not known.is_quiz)
            name = format_name(target.format)
            raise InputError("no_key", where=options.key, format=name, choices=others)
        key = say(request.language, "key.title" if title else "key.untitled", title=title)
        yield _Paper(request, target, key, is_key=True)


def _room(options: Options) -> int:
    """The lines for the working below each problem of a sheet.

    Raises:
        InputError: It is no such number.
    """
    from addnorm_cli.inputs.numbers import read_whole

    if options.room is None:
        return _FEW_LINES
    return read_whole(options.room, "--room", 0, _MOST_LINES, "not_room")


def _asking(options: Options) -> Options:
    """The options of a sheet, which shows what is to be filled in and no other step."""
    from addnorm_cli.homework.parts import RESULT, STEPS, asked_in

    asked = asked_in(options.blanks)
    if asked == (RESULT,):
        return replaced(options, level=options.level or "result")
    if asked in ((), (STEPS,)):
        return options
    return replaced(options, only=tuple("output" if name == RESULT else name for name in asked))
