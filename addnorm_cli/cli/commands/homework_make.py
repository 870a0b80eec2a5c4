"""`addnorm homework make`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from addnorm_cli.cli.help import spoken_in
from addnorm_cli.cli.options import Calculation, Making
from addnorm_cli.messages import Language, say
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.records import record, replaced

if TYPE_CHECKING:
    from addnorm_cli.cli.commands.emit import Target
    from addnorm_cli.formats.formats import Written
    from addnorm_cli.page.request import Request
    from addnorm_cli.trace.workbook import Workbook


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


def make(ctx: typer.Context, options: Making) -> None:
    """Make problems, and write their sheets, keys and files."""
    from addnorm_cli.cli.commands.progress import progress
    from addnorm_cli.cli.output import put
    from addnorm_cli.homework.assignment import read_assignment
    from addnorm_cli.homework.make import make_problems, worked, written
    from addnorm_cli.homework.places import check_places, place_of
    from addnorm_cli.inputs import Reader
    from addnorm_cli.inputs.rosters import read_roster
    from addnorm_cli.numbers.arithmetic import choose

    language, reader = spoken_in(ctx), Reader()
    asked = {name: getattr(options, name) for name in ("kind", "count", "dim", "seed")}
    assignment = read_assignment(**asked, convention=options.convention, nice=options.nice)
    named = options.per_student is not None
    check_places(options.output, options.key, options.problems, per_student=named)
    papers = list(_papers(options, language))
    if not papers:
        _refuse_options_of_papers(options)
    arithmetic = choose(options.hand, options.rounding, None)
    roster = read_roster(options.per_student, reader) if options.per_student is not None else [None]
    finished: list[tuple[Written, str | None]] = []
    with progress("progress.problems", len(roster), language, most=1) as watch:
        for number, student in enumerate(roster, start=1):
            problems = make_problems(assignment, student)
            workbook = worked(problems, arithmetic, student)
            for paper in papers:
                path = place_of(paper.target.path, number, len(roster), student)
                finished.append((paper.write(workbook), path))
            if options.problems is not None:
                path = place_of(options.problems, number, len(roster), student)
                finished.append((written(problems), path))
            if watch is not None:
                watch(number)
    put(finished, reader, language)


def _refuse_options_of_papers(options: Making) -> None:
    """Refuse what only a sheet or a key can obey, where neither is written."""
    for name in ("format", "level", "precision", "hand", "title"):
        if getattr(options, name) is not None:
            raise InputError("no_paper", where=f"--{name}")


def _papers(options: Making, language: Language) -> Iterator[_Paper]:
    """The sheet, which goes to stdout where no file is asked for at all, and the key."""
    from addnorm_cli.cli.commands.emit import request_for
    from addnorm_cli.model.printing import printable

    shared = {name: getattr(options, name) for name in ("precision", "level", "lang")}
    title = printable(options.title or "") or None
    if options.output is not None or (options.key is None and options.problems is None):
        asked = Calculation(**shared, output=options.output, format=options.format)
        request, target = request_for(asked, language, book=True, for_people=True)
        yield _Paper(replaced(request, hide_answers=True), target, title)
    if options.key is not None:
        asked = Calculation(**shared, output=options.key)
        request, target = request_for(asked, language, book=True)
        key = say(request.language, "key.title" if title else "key.untitled", title=title)
        yield _Paper(request, target, key)
