"""A problem as a quiz: what is asked, what is right and how nearly, and which slip gives what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from addnorm_cli.check.foreseen import Foresight
from addnorm_cli.formula.expr import ROW
from addnorm_cli.homework.parts import Part, parts_of
from addnorm_cli.messages import say
from addnorm_cli.model.records import record, replaced
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.numfmt import WIDE
from addnorm_cli.numbers.roots import nearest
from addnorm_cli.page.grids import digits_for, heads, row_label, symbol
from addnorm_cli.page.level import page, results_start
from addnorm_cli.page.page import Block, Formula, Grid, Header, Heading, Label, Working, label_text
from addnorm_cli.page.request import Request
from addnorm_cli.page.select import Selection
from addnorm_cli.page.slips import slip_text
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Section, Step, Trace
from addnorm_cli.trace.verdict import SlipFound
from addnorm_cli.trace.workbook import Workbook, Worked

_UNIT_FROM = 3
"""From so many decimals on, a number within one unit of its last place is right; as in a check."""
_HAIR = Decimal("1.001")
"""What is just on the edge is right, whatever a machine makes of it."""
_GUARD = 4
"""So many digits more than are asked for stand in the right answer."""


@record
class Wrong:
    """A number that a slip gives, and what is said of it."""

    value: Decimal
    text: str


@record
class Blank:
    """One number that is asked for.

    Attributes:
        name: What it is called aloud: μ, or y: d₀.
        column: The head of its column; "" for a statistic.
        right: The right number.
        tolerance: How far an answer may be off.
        by_hand: Other right numbers, that come of rounding every step by hand.
        wrong: What known slips give.
    """

    name: str
    column: str
    right: Decimal
    tolerance: Decimal
    by_hand: tuple[Decimal, ...] = ()
    wrong: tuple[Wrong, ...] = ()


@record
class BlankRow:
    """The blanks of one row, and what the row is called; "" for the only one."""

    label: str
    blanks: tuple[Blank, ...]


@record
class Task:
    """One step that is asked for.

    Attributes:
        path: Its path, or "result".
        title: Its name.
        formula: Its formula, or None.
        symbol: Its letter.
        rows: Its blanks.
        worked: The step, worked.
    """

    path: str
    title: str
    formula: Formula | None
    symbol: Label
    rows: tuple[BlankRow, ...]
    worked: tuple[Block, ...]

    def blanks(self) -> list[Blank]:
        """All its blanks, row by row."""
        return [blank for row in self.rows for blank in row.blanks]


@record
class QuizProblem:
    """One problem of a quiz.

    Attributes:
        title: Its number and its title.
        given: What stands above its blanks.
        tasks: What is asked, in the order of the work.
        worked: The whole worked page, below what is given.
    """

    title: str
    given: tuple[Block, ...]
    tasks: tuple[Task, ...]
    worked: tuple[Block, ...]


def questions_of(workbook: Workbook, request: Request) -> Iterator[QuizProblem]:
    """The problems of a workbook that have an answer, as a quiz.

    Args:
        workbook: The problems, worked.
        request: Its `selection.only` names the steps that are asked for, or its level "result"
            asks for the result alone; its precision is that of the answers.
    """
    request = replaced(request, as_document=True, hide_answers=False)
    for entry in workbook.worked():
        yield _question(entry, request.within(entry.trace))


def _question(entry: Worked, request: Request) -> QuizProblem:
    trace = entry.trace
    everything = replaced(request, selection=Selection())
    whole = list(page(trace, replaced(everything, level="steps")))
    asked = replaced(everything, level="result", hide_answers=True)
    given = list(page(trace, asked))
    header, *below = given[: results_start(given)]
    assert isinstance(header, Header)
    foresight = Foresight(trace)
    steps = {".".join(path): step for path, step in trace.steps()}
    tasks = (
        _task(part, trace, steps, foresight, everything)
        for part in _asked(trace, request)
        if part[1].value.size
    )
    return QuizProblem(
        title=f"{entry.number}. {header.title}",
        given=(replaced(header, title=""), *below),
        tasks=tuple(tasks),
        worked=tuple(block for block in whole if not _is_given(block)),
    )


def _is_given(block: Block) -> bool:
    return isinstance(block, Header) or (isinstance(block, Grid) and block.given)


def _asked(trace: Trace, request: Request) -> list[Part]:
    only = request.selection.only
    if only:
        names = ("result" if name == "output" else name for name in only)
        return parts_of(trace, ",".join(names))
    return parts_of(trace, "result" if request.level == "result" else None)


def _task(
    part: Part, trace: Trace, steps: dict[str, Step], foresight: Foresight, request: Request
) -> Task:
    path, quantity = part
    case = next(c for c in trace.cases if not c.id or f"{path}.".startswith(f"{c.id}."))
    own = path if path in steps else _path_of(quantity, case)
    alone = replaced(request, selection=Selection(only=(own,), full=True))
    blocks = page(trace, alone)
    worked = tuple(block for block in blocks if not isinstance(block, Header | Heading))
    working = next((block for block in worked if isinstance(block, Working)), None)
    title = say(request.language, "answer.only") if path not in steps else ""
    letter = symbol(quantity, digits_for(steps[own].scope, request))
    return Task(
        path=path,
        title=title or (working.title if working is not None else path),
        formula=None if working is None else working.formula,
        symbol=letter,
        rows=tuple(_rows(quantity, own, label_text(letter), foresight, request)),
        worked=worked,
    )


def _path_of(quantity: Quantity, case: Section) -> str:
    """The step that comes to a result."""
    paths = [".".join(path) for path, step in case.steps() if step.quantity.value is quantity.value]
    return paths[-1]


def _rows(
    quantity: Quantity, path: str, letter: str, foresight: Foresight, request: Request
) -> Iterator[BlankRow]:
    answers = _Answers(quantity, path, foresight, request)
    shape = quantity.shape
    rows = int(np.prod(shape[:-1])) if len(shape) > 1 else 1
    width = shape[-1] if shape else 1
    columns: tuple[str, ...] = ("",) * width
    if shape and quantity.index == (ROW,):
        columns = tuple(row_label(quantity, n, request) for n in range(width))
    elif shape:
        columns = heads(quantity, range(width), request)
    for row in range(rows):
        label = _label(quantity, row, request) if rows > 1 else ""
        yield BlankRow(
            label,
            tuple(
                replaced(
                    answers.blank(row * width + place),
                    name=": ".join(filter(None, (letter, f"{label} {columns[place]}".strip()))),
                    column=columns[place],
                )
                for place in range(width)
            ),
        )


def _label(quantity: Quantity, row: int, request: Request) -> str:
    if not quantity.order:
        return row_label(quantity, row, request)
    place = np.unravel_index(row, quantity.shape[:-1])
    return f"[{','.join(map(str, place))}]"


class _Answers:
    """What may be answered to one step, number by number."""

    def __init__(
        self, quantity: Quantity, path: str, foresight: Foresight, request: Request
    ) -> None:
        self._language = request.language
        self._places = request.precision if quantity.places is None else quantity.places
        self._right = quantity.natural().reshape(-1)
        self._is_vector = len(quantity.shape) == 1 and len(quantity.index) > 1
        hand = ((self._places, self._places + 1), (self._places, self._places))
        by_hand: list[Array | None] = []
        slips = list(foresight.after_slips(path, quantity))
        if quantity.places is None:
            by_hand = [foresight.by_hand(path, quantity, places) for places in hand]
            slips += foresight.after_slips(path, quantity, hand[0])
        elif quantity.exact is not None:
            by_hand = [quantity.arranged(quantity.exact)]
        self._by_hand = [each.reshape(-1) for each in by_hand if each is not None]
        self._slips = [(slip, slip.values.reshape(-1)) for slip in slips]

    def blank(self, place: int) -> Blank:
        """What is right and wrong at one place."""
        unit = Decimal(1).scaleb(-self._places)
        tolerance = (unit if self._places >= _UNIT_FROM else unit / 2) * _HAIR
        right = self._decimal(self._right[place])
        taken = [right]
        by_hand = []
        for values in self._by_hand:
            value = self._decimal(values[place])
            if _is_new(value, taken, tolerance):
                by_hand.append(value)
                taken.append(value)
        wrong = []
        for name, parameters, value in self._wrong(place, right):
            if _is_new(value, taken, tolerance):
                found = SlipFound(id=name, agree=1, of=1, parameters=parameters)
                wrong.append(Wrong(value, slip_text(found, self._language)))
                taken.append(value)
        return Blank("", "", right, tolerance, tuple(by_hand), tuple(wrong))

    def _wrong(self, place: int, right: Decimal) -> Iterator[tuple[str, Any, Decimal]]:
        for slip, values in self._slips:
            yield slip.id, slip.parameters, self._decimal(values[place])
        if self._is_vector:
            yield "sign", {"components": [[place]]}, -right

    def _decimal(self, value: Any) -> Decimal:
        """A number with some digits more than are asked for."""
        exact = value if isinstance(value, Decimal) else Decimal(nearest(value))
        places = Decimal(1).scaleb(-self._places - _GUARD)
        short = exact.quantize(places, context=WIDE).normalize(WIDE)
        return short + 0  # no -0


def _is_new(value: Decimal, taken: Sequence[Decimal], tolerance: Decimal) -> bool:
    return all(abs(value - other) > tolerance for other in taken)
