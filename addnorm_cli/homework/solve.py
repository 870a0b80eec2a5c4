"""Works a list of problems; one that cannot be worked does not keep the others from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from addnorm_cli.inputs.carrying import read_arithmetic
from addnorm_cli.inputs.documents import Document, spoken, word_of
from addnorm_cli.inputs.problem_lists import Item, command_for
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.errors import AddnormError
from addnorm_cli.model.options import Options
from addnorm_cli.model.printing import printable
from addnorm_cli.model.records import replaced
from addnorm_cli.trace.workbook import Broken, Workbook, Worked
from addnorm_cli.work import read, work

MOST_NUMBER = 999_999
"""No list has a problem of a higher number."""


def solve_all(
    items: Sequence[Item],
    options: Options,
    reader: Reader,
    watch: Callable[[int], None] | None = None,
) -> Workbook:
    """Work every problem of a list.

    Args:
        items: The problems, and what is wrong with those that could not be read.
        options: Win over every problem; their title is that of the whole.
        reader: Opens the files that options name.
        watch: Is told how many problems are done.

    Raises:
        InputError: The options ask for an arithmetic that there is not.
    """
    read_arithmetic(options.hand, options.rounding, options.dtype)  # is wrong for all, or for none
    entries = []
    given = replaced(options, title=None)
    for number, item in enumerate(items, start=1):
        entries.append(_entry(number, item, given, reader))
        if watch is not None:
            watch(number)
    return Workbook(title=printable(options.title or "") or None, entries=tuple(entries))


def _entry(number: int, item: Item, given: Options, reader: Reader) -> Worked | Broken:
    if isinstance(item, AddnormError):
        return Broken(number, None, item)
    number, code, name = numbered(number, item)
    try:
        asked = read(command_for(item), item, given, reader, shared=True)
        return Worked(number, work(asked), code, name)
    except AddnormError as error:
        title = spoken(item, reader.language).tree.get("title")
        said = printable(title) if isinstance(title, str) else ""
        return Broken(number, said or None, error, code, name)


def numbered(place: int, item: Document) -> tuple[int, str, str]:
    """The number that the source gives a problem, or its place in the list; its code and name."""
    number = item.tree.get("number")
    told = isinstance(number, Decimal) and 0 < number <= MOST_NUMBER and number % 1 == 0
    code, name = (word_of(item.tree.get(key)) for key in ("code", "name"))
    return int(number) if told and isinstance(number, Decimal) else place, code, name
