"""Sheets for a pen: the rules once at the head, then short problems with boxes to write in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.homework.parts import parts_of
from addnorm_cli.messages import Language, say
from addnorm_cli.model.records import record, replaced
from addnorm_cli.numbers.numfmt import full
from addnorm_cli.page.book import whose
from addnorm_cli.page.describe import section_title, step_title
from addnorm_cli.page.given import given_grids
from addnorm_cli.page.grids import digits_for, numbered, symbol
from addnorm_cli.page.layouts import header
from addnorm_cli.page.layouts import title as title_of
from addnorm_cli.page.page import Block, Book, Boxes, BoxRow, Grid, Header, Room
from addnorm_cli.page.request import Request
from addnorm_cli.page.rules import arithmetic_name, block_facts, linear_facts, whole_formula
from addnorm_cli.page.select import Selection
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.settings import BlockSettings
from addnorm_cli.trace.trace import Section, Step, Trace
from addnorm_cli.trace.workbook import Workbook, Worked

_MOST_BOXES = 5
"""So many boxes fit beside each other on a sheet of paper."""


@record
class _Place:
    """Where a quantity was worked out.

    Attributes:
        step: The step.
        section: What the section is called that it stands in, or "" where there is one alone.
    """

    step: Step
    section: str


def sheet_of(
    workbook: Workbook, blanks: str | None, room: int, request: Request, points: float | None = None
) -> Book:
    """A sheet to fill in with a pen.

    Args:
        workbook: The problems.
        blanks: What is asked, as in `parts_of`.
        room: Lines for the working below each problem.
        request: How it is to be written.
        points: What each part is worth, where the sheet says it.
    """
    asked = replaced(request, as_document=True, hide_answers=True, selection=Selection())
    language = request.language
    title = workbook.title or say(language, "sheet.title")
    rules = _rules([entry.trace for entry in workbook.worked()], room, asked)
    facts = [*whose(workbook, asked), *dict.fromkeys(rules)]
    if points is not None:
        count = sum(len(parts_of(entry.trace, blanks)) for entry in workbook.worked())
        worth = {"points": full(points), "total": full(points * count)}
        facts.append(say(language, "pen.points", **worth))
    return Book(
        front=(Header(title, "", tuple(facts)),),
        chapters=tuple(tuple(_problem(entry, blanks, room, asked)) for entry in workbook.worked()),
    )


def _rules(traces: Sequence[Trace], room: int, request: Request) -> Iterator[str]:
    """What holds for all problems, in words that say nothing of options."""
    language = request.language
    for trace in traces:
        top = header(replaced(trace, title=None), request)
        yield say(language, "pen.of", title=top.title, formula=top.formula)
    for trace in traces:
        yield from _norm_rules(trace, language)
    for trace in traces:
        yield arithmetic_name(trace, language, request.precision)
    yield say(language, "pen.asked" if room else "pen.boxes")


def _norm_rules(trace: Trace, language: Language) -> Iterator[str]:
    spec = trace.norm
    if spec is None:
        return
    norm = NORMS[spec.kind]
    yield whole_formula(spec, language, plain=True)
    if "eps" in norm.parameters and float(spec.eps):
        yield say(language, "pen.eps", eps=spec.eps)
    if spec.ddof is not None:
        yield say(language, f"pen.ddof.{spec.ddof}")
    if norm.beta:
        yield say(language, "pen.plain.both")
    elif norm.gamma_of(spec) is not None:
        yield say(language, "pen.plain.gamma")


def _problem(entry: Worked, blanks: str | None, room: int, request: Request) -> Iterator[Block]:
    """The title, the given numbers, the boxes, and room for the working."""
    trace = entry.trace
    request = replaced(request, naming=trace.naming)
    language = request.language
    yield Header(f"{entry.number}. {title_of(trace, language)}", "", tuple(_facts(trace, language)))
    for grid in given_grids(trace, request):
        yield replaced(grid, caption=None) if _is_plain(grid) else grid
    yield from _boxes(trace, blanks, request)
    if room:
        yield Room(room)


def _is_plain(grid: Grid) -> bool:
    """Whether every row says by itself what it is."""
    return isinstance(grid.caption, str) and not grid.remarks


def _facts(trace: Trace, language: Language) -> Iterator[str]:
    """What holds for one problem alone."""
    if isinstance(trace.settings, BlockSettings):
        yield from block_facts(trace.settings, trace.norm is not None, language)
    yield from linear_facts(trace, language)
    if trace.linear is not None and trace.linear.activation != "identity":
        yield say(language, "pen.linear", activation=trace.linear.activation)


def _boxes(trace: Trace, blanks: str | None, request: Request) -> Iterator[Boxes]:
    """A box for each number that is asked, wide vectors in parts under each other."""
    places, parts = _places(trace, request.language), parts_of(trace, blanks)
    steps = [places[id(quantity.value)].step.title for _, quantity in parts]
    rows = [
        row
        for (_, quantity), step in zip(parts, steps, strict=True)
        for row in _rows(quantity, places[id(quantity.value)], steps.count(step) > 1, request)
    ]
    width = max((row.count for row in rows), default=0)
    count = -(-width // _MOST_BOXES)
    size = -(-width // count) if count else 0
    for start in range(0, width, size or 1):
        here = tuple(
            replaced(row, count=min(row.count - start, size)) for row in rows if row.count > start
        )
        yield Boxes(numbered(range(start, start + max(row.count for row in here))), here)


def _rows(quantity: Quantity, place: _Place, named: bool, request: Request) -> Iterator[BoxRow]:
    """A line for each row of a part, labelled with the name of its step and its symbol.

    Args:
        quantity: What is asked.
        place: Where it was worked out.
        named: Its section is named, since another has such a step too.
        request: How it is to be written.
    """
    scope = {**place.step.scope, quantity.name: quantity}
    letter = symbol(quantity, digits_for(scope, request))
    name = step_title(place.step, request.language)
    title = f"{place.section} · {name}" if named and place.section else name
    label = say(request.language, "pen.label", title=title)
    numbers = quantity.natural()
    width = numbers.shape[-1] if numbers.ndim else 1
    for row in range(numbers.shape[0] if numbers.ndim > 1 else 1):
        after = f"[{row}]" if numbers.ndim > 1 else ""
        yield BoxRow(replaced(letter, before=label, after=after), width)


def _places(trace: Trace, language: Language) -> dict[int, _Place]:
    """Every step by its numbers, with the section that it is in."""
    found: dict[int, _Place] = {}
    for case in trace.cases:
        for place in _steps(case, (), language):
            found.setdefault(id(place.step.quantity.value), place)
    return found


def _steps(section: Section, names: tuple[str, ...], language: Language) -> Iterator[_Place]:
    sections = [part for part in section.parts if isinstance(part, Section)]
    for part in section.parts:
        if isinstance(part, Step):
            yield _Place(part, " · ".join(names))
            continue
        alone = len(sections) == 1
        name = () if alone else (section_title(part, language),)
        yield from _steps(part, (*names, *name), language)
