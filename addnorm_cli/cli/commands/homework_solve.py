"""`addnorm homework solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from addnorm_cli.cli.help import spoken_in
from addnorm_cli.cli.options import Calculation, Solving, Sublayer
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.records import replaced

if TYPE_CHECKING:
    from addnorm_cli.messages import Language
    from addnorm_cli.trace.workbook import Workbook

Problems = Annotated[list[str] | None, typer.Argument(metavar="PROBLEMS", show_default=False)]

_LONG = 20
"""A longer list shows how far it has come."""
_NAMED = 3
"""So many broken problems are named with what is wrong with them; the document has all."""


def solve(ctx: typer.Context, files: Problems, options: Solving) -> None:
    """Read, work and write a list of problems."""
    from addnorm_cli.cli.commands.calculate import overrides
    from addnorm_cli.cli.commands.emit import request_for
    from addnorm_cli.cli.commands.progress import progress
    from addnorm_cli.cli.output import put
    from addnorm_cli.homework.solve import solve_all
    from addnorm_cli.inputs import Reader
    from addnorm_cli.inputs.problem_lists import read_problem_list
    from addnorm_cli.model.printing import printable
    from addnorm_cli.numbers.arithmetic import choose

    language, calculation = spoken_in(ctx), Calculation(**vars(options))
    request, target = request_for(calculation, language, book=True)
    if not files:
        raise InputError("missing_problems")
    reader = Reader()
    items = read_problem_list(files, reader)
    given = replaced(overrides(calculation, Sublayer()), title=None)
    arithmetic = choose(options.hand, options.rounding, options.dtype)
    title = printable(options.title or "") or None
    with progress("progress.problems", len(items), language, most=_LONG) as watch:
        workbook = solve_all(items, title, given, arithmetic, watch)
    broken = workbook.broken()
    if len(items) == 1 and broken:
        raise broken[0].error
    written = target.format.write_book(workbook, request)
    put([(written, target.path)], reader, request.language)
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
