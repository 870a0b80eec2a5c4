"""Works a list of problems; one that cannot be worked does not keep the others from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from addnorm_cli.inputs import Overrides
from addnorm_cli.inputs.problem_lists import Item
from addnorm_cli.model.errors import AddnormError
from addnorm_cli.model.printing import printable
from addnorm_cli.numbers.arithmetic import Arithmetic
from addnorm_cli.trace.workbook import Broken, Workbook, Worked
from addnorm_cli.work import solve


def solve_all(
    items: Sequence[Item],
    title: str | None,
    given: Overrides,
    arithmetic: Arithmetic,
    watch: Callable[[int], None] | None = None,
) -> Workbook:
    """Work every problem of a list.

    Args:
        items: The problems, and what is wrong with those that could not be read.
        title: The title of the whole.
        given: Options, which win over every problem.
        arithmetic: How numbers are carried.
        watch: Is told how many problems are done.
    """
    entries = []
    for number, item in enumerate(items, start=1):
        entries.append(_entry(number, item, given, arithmetic))
        if watch is not None:
            watch(number)
    return Workbook(title=title, entries=tuple(entries))


def _entry(number: int, item: Item, given: Overrides, arithmetic: Arithmetic) -> Worked | Broken:
    if isinstance(item, AddnormError):
        return Broken(number, None, item)
    try:
        return Worked(number, solve(item, given, arithmetic))
    except AddnormError as error:
        title = item.tree.get("title")
        return Broken(number, (printable(title) or None) if isinstance(title, str) else None, error)
