"""What the end of a sheet of paper does not part: a title and its numbers, a step, a caption."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from addnorm_cli.formats.paper import step_levels
from addnorm_cli.model.records import record
from addnorm_cli.page.level import results_start
from addnorm_cli.page.page import (
    Answer,
    Block,
    Book,
    Boxes,
    Chart,
    Drawing,
    Grid,
    Header,
    Heading,
    Reason,
    Remark,
    Room,
    Working,
)

_SHEET_HEIGHT = 230.0
"""Of what is written on a page, in millimetres; Letter is lower than A4."""
_FEWEST = 10
"""The last page has so many lines at the least, counted roughly."""


@record
class Placed:
    """A part of a page, and where it stands.

    Attributes:
        block: The part.
        level: The level of a step's heading there.
        is_result: Whether it is among the results at the end.
        depth: How many levels of headings stand above its page.
    """

    block: Block
    level: int
    is_result: bool
    depth: int


Unit = tuple[Placed, ...]
"""Parts that stay together."""


def units_of(book: Book) -> list[Unit]:
    """All pages of a book in parts that stay together, the last of which is no single line."""
    chapters = (unit for chapter in book.chapters for unit in units(chapter, depth=1))
    return with_a_tail([*units(book.front), *chapters])


def units(page: Sequence[Block], depth: int = 0) -> list[Unit]:
    """A page in parts that stay together; one to fill in is a single one, if a sheet has room."""
    levels, results = step_levels(page), results_start(page)
    placed = [Placed(b, levels[n], n >= results, depth) for n, b in enumerate(page)]
    return [tuple(placed)] if fits_on_a_sheet(page) else list(_parted(placed))


def _parted(page: Sequence[Placed]) -> Iterator[Unit]:
    unit: list[Placed] = []
    for placed in page:
        if unit and not _stays_with(unit, placed.block):
            yield tuple(unit)
            unit = []
        unit.append(placed)
    if unit:
        yield tuple(unit)


def _stays_with(unit: Sequence[Placed], block: Block) -> bool:
    """Whether a part stands below a name that is its own, or in a list with those before it."""
    if all(_is_head(placed.block) for placed in unit):
        return True
    before = unit[-1].block
    return isinstance(block, Reason | Boxes | Room) or (
        isinstance(block, Remark) and isinstance(before, Remark)
    )


def _is_head(block: Block) -> bool:
    is_note = isinstance(block, Remark) and block.kind == "note"
    is_name = isinstance(block, Working) and block.formula is None and not block.chains
    return is_note or is_name or isinstance(block, Header | Heading | Reason)


def with_a_tail(units: Sequence[Unit]) -> list[Unit]:
    """The same with the last ones made one, until a page with nothing else is no waste of paper."""
    *before, last = [*units] or [()]
    while before and sum(_lines(placed.block) for placed in last) < _FEWEST:
        last = before.pop() + last
    return [*before, last]


def _lines(block: Block) -> int:
    """How many lines of text there are at the least."""
    match block:
        case Header(facts=facts):
            return 1 + len(facts)
        case Working(chains=chains):
            return 2 + len(chains)
        case Grid(rows=rows) | Chart(rows=rows):
            return 1 + len(rows)
        case Boxes(rows=rows):
            return 1 + 2 * len(rows)
        case Drawing():
            return 4
        case Answer(rows=rows):
            return 1 + len(rows)
        case Room(lines):
            return lines
        case _:
            return 1


def fits_on_a_sheet(page: Sequence[Block]) -> bool:
    """Whether a problem with boxes to fill in is low enough to be kept on one page."""
    if not any(isinstance(block, Boxes) for block in page):
        return False
    return sum(map(_millimetres, page)) < _SHEET_HEIGHT


def _millimetres(block: Block) -> float:
    """About how high a part of a sheet is."""
    match block:
        case Boxes(_, rows):
            return 8 + 10 * len(rows)
        case Room(lines):
            return 8.5 * lines
        case Grid(rows=rows):
            return 16 + 7 * len(rows)
        case Header(facts=facts):
            return 14 + 7 * len(facts)
        case _:
            return 10
