"""`addnorm homework`: make lists of problems, and work them into documents to hand in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from addnorm_cli.cli.options import Command, Word, group_of, language_of
from addnorm_cli.messages import Language, say
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import ARITHMETIC, SHOWN, Options
from addnorm_cli.model.printing import printable
from addnorm_cli.model.records import record, replaced

if TYPE_CHECKING:
    from addnorm_cli.cli.commands.emit import Target
    from addnorm_cli.formats.formats import Written
    from addnorm_cli.page.request import Request
    from addnorm_cli.trace.workbook import Workbook

_LONG = 20
"""A longer list shows how far it has come."""
_NAMED = 3
"""So many broken problems are named with what is wrong with them; the document has all."""


def build(name: str) -> Any:
    """The Typer group."""
    solving = Command(_solve, Word("files", "PROBLEMS..."))
    return group_of(name, {"make": Command(_make), "solve": solving})


def _solve(ctx: typer.Context, options: Options, files: list[str] | None) -> None:
    """Read, work and write a list of problems."""
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
    reader = Reader(language=language)
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


def _broken(workbook: Workbook, language: Language) -> InputError:
    """Which problems have no answer, said once the others are written."""
    from addnorm_cli.page.report import told

    broken, total = workbook.broken(), len(workbook.entries)
    named = [f"{entry.number} ({told(entry.error, language).sentence})" for entry in broken]
    numbers = (*named[:_NAMED], *(entry.number for entry in broken[_NAMED:]))
    if not workbook.worked():
        return InputError("all_broken", total=total, numbers=numbers)
    return InputError("broken_problems", count=len(broken), total=total, numbers=numbers)


@record
class _Paper:
    """A sheet, or its key: how it is written, and where."""

    request: Request
    target: Target
    title: str | None

    def write(self, workbook: Workbook) -> Written:
        """The paper of one list of problems."""
        titled = replaced(workbook, title=self.title)
        return self.target.format.write_book(titled, self.request)


def _make(ctx: typer.Context, options: Options) -> None:
    """Make problems, and write their sheets, keys and files."""
    from addnorm_cli.cli.commands.progress import progress
    from addnorm_cli.cli.output import put
    from addnorm_cli.homework.assignment import read_assignment
    from addnorm_cli.homework.make import make_problems, worked, written
    from addnorm_cli.homework.places import check_places, place_of
    from addnorm_cli.inputs.reader import Reader
    from addnorm_cli.inputs.rosters import read_roster

    language = language_of(ctx)
    reader = Reader(language=language)
    assignment = read_assignment(options, reader)
    named = options.per_student is not None
    check_places(options.output, options.key, options.problems, per_student=named)
    papers = list(_papers(options, language))
    if not papers:
        _refuse_options_of_papers(options)
    roster = [None] if options.per_student is None else read_roster(options.per_student, reader)
    finished: list[tuple[Written, str | None]] = []
    with progress("progress.problems", len(roster), language, most=1) as watch:
        for number, student in enumerate(roster, start=1):
            problems = make_problems(assignment, student)
            workbook = worked(problems, options, student)
            for paper in papers:
                path = place_of(paper.target.path, number, len(roster), student)
                finished.append((paper.write(workbook), path))
            if options.problems is not None:
                path = place_of(options.problems, number, len(roster), student)
                finished.append((written(problems), path))
            if watch is not None:
                watch(number)
    put(finished, reader, language)


def _refuse_options_of_papers(options: Options) -> None:
    """Refuse what only a sheet or a key can obey, where neither is written."""
    for option in options.given():
        if (
            option.group in (ARITHMETIC, SHOWN) and option.name != "lang"
        ) or option.name == "format":
            raise InputError("no_paper", where=option.flag)


def _papers(options: Options, language: Language) -> Iterator[_Paper]:
    """The sheet, which goes to stdout where no file is asked for at all, and the key."""
    from addnorm_cli.cli.commands.emit import request_for

    title = printable(options.title or "") or None
    if options.output is not None or (options.key is None and options.problems is None):
        request, target = request_for(options, language, book=True, for_people=True)
        yield _Paper(replaced(request, hide_answers=True), target, title)
    if options.key is not None:
        asked = replaced(options, output=options.key, format=None)
        request, target = request_for(asked, language, book=True)
        key = say(request.language, "key.title" if title else "key.untitled", title=title)
        yield _Paper(request, target, key)
