"""Works a list of problems; one that cannot be worked does not keep the others from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from addnorm_cli.arithmetic import Arithmetic
from addnorm_cli.errors import AddnormError
from addnorm_cli.inputs import Overrides
from addnorm_cli.inputs.documents import Document
from addnorm_cli.inputs.problem_lists import Item
from addnorm_cli.printing import printable
from addnorm_cli.solving import solve
from addnorm_cli.trace import Trace
from addnorm_cli.workbook import Answer, Workbook


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
    answers = []
    for number, item in enumerate(items, start=1):
        answers.append(Answer(number, _outcome(item, given, arithmetic), _title(item)))
        if watch is not None:
            watch(number)
    return Workbook(title=title, answers=tuple(answers))


def _title(item: Item) -> str | None:
    """The title of a problem, which a broken one may have as well."""
    title = item.tree.get("title") if isinstance(item, Document) else None
    return (printable(title) or None) if isinstance(title, str) else None


def _outcome(item: Item, given: Overrides, arithmetic: Arithmetic) -> Trace | AddnormError:
    if isinstance(item, AddnormError):
        return item
    try:
        return solve(item, given, arithmetic)
    except AddnormError as error:
        return error
