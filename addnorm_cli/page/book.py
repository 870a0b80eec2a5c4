"""From a Workbook to a Book: the title, a table of results, and every problem on a page."""

from __future__ import annotations

from collections.abc import Iterator

from addnorm_cli.messages import say
from addnorm_cli.model.naming import Naming
from addnorm_cli.model.records import record, replaced
from addnorm_cli.page.digits import Digits
from addnorm_cli.page.grids import GAP, Indices, cells, digits_for, numbered, row_label, symbol
from addnorm_cli.page.level import page
from addnorm_cli.page.page import Block, Book, Grid, GridRow, Header, Remark
from addnorm_cli.page.report import told
from addnorm_cli.page.request import Request
from addnorm_cli.page.results import last_step
from addnorm_cli.page.select import Selection
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.workbook import Broken, Classroom, Workbook, Worked


def book_of(workbook: Workbook, request: Request) -> Book:
    """The document of a workbook; with blanks in place of answers it is an exercise sheet."""
    request = replaced(request, as_document=True)
    return Book(
        front=tuple(_front(workbook, request)),
        chapters=tuple(
            tuple(
                _chapter(entry, request) if isinstance(entry, Worked) else _broken(entry, request)
            )
            for entry in workbook.entries
        ),
    )


def key_of(group: Classroom, request: Request) -> Book:
    """The key of a class: each student's results, and the work where more than these is asked."""
    request = replaced(request, as_document=True)
    chapters: list[tuple[Block, ...]] = []
    for workbook in group.workbooks:
        name = " · ".join(filter(None, (workbook.code, workbook.student)))
        chapters.append((Header(name, "", ()), *_results(workbook, request)))
        if request.level != "result":
            chapters += [tuple(_chapter(entry, request)) for entry in workbook.worked()]
    count = say(request.language, "key.students", count=len(group.workbooks))
    title = group.title or say(request.language, "answers.title")
    return Book(front=(Header(title, "", (count,)),), chapters=tuple(chapters))


def _front(workbook: Workbook, request: Request) -> Iterator[Block]:
    kind = "sheet" if request.hide_answers else "answers"
    title = workbook.title or say(request.language, f"{kind}.title")
    facts = [say(request.language, "answers.count", count=len(workbook.entries))]
    facts[:0] = whose(workbook, request)
    yield Header(title, "", tuple(facts))
    for entry in workbook.broken():
        sentence = told(entry.error, request.language).sentence
        text = say(request.language, "answers.broken", number=entry.number, error=sentence)
        yield Remark("failed", text)
    if not request.hide_answers:
        yield from _results(workbook, request)


def whose(workbook: Workbook, request: Request) -> Iterator[str]:
    """Name, code and date: as they are known, or with room to write them."""
    if workbook.student is not None:
        yield say(request.language, "sheet.of", student=workbook.student)
    elif request.hide_answers:
        yield say(request.language, "sheet.name" if not workbook.date else "sheet.name_alone")
    if workbook.code:
        yield say(request.language, "sheet.code", code=workbook.code)
    if workbook.date:
        yield say(request.language, "sheet.date", date=workbook.date)


def _chapter(entry: Worked, request: Request) -> Iterator[Block]:
    trace, request = entry.trace, request.within(entry.trace)
    whole = replaced(request, selection=replaced(request.selection, only=()))
    first = next(page(trace, whole))
    assert isinstance(first, Header)
    title = " · ".join(filter(None, (first.title, entry.code, entry.name)))
    yield replaced(first, title=f"{entry.number}. {title}")
    yield from (block for block in page(trace, request) if not isinstance(block, Header))


def _broken(entry: Broken, request: Request) -> Iterator[Block]:
    """What is wrong with a problem, where its answer would stand."""
    none = say(request.language, "answers.no_answer")
    title = " · ".join(filter(None, (entry.title, none, entry.code, entry.name)))
    yield Header(f"{entry.number}. {title}", "", ())
    text = told(entry.error, request.language)
    yield Remark("failed", text.sentence)
    if text.place:
        yield Remark("note", say(request.language, "error.where", place=text.place))
    if text.hint:
        yield Remark("note", say(request.language, "hint.line", text=text.hint))


@record
class _Result:
    """One line of results: which problem it answers, and where its numbers are.

    Attributes:
        number: The number of the problem.
        label: What tells it from other results of the problem; may be empty.
        quantity: The numbers.
        digits: Gives them their digits.
        naming: What their rows are called.
    """

    number: int
    label: str
    quantity: Quantity
    digits: Digits
    naming: Naming


def _results(workbook: Workbook, request: Request) -> Iterator[Grid]:
    """Every result by the number of its problem: one table for all vectors of one width."""
    by_width: dict[int, list[_Result]] = {}
    for entry in workbook.worked():
        for result in _results_of(entry.number, entry.trace, request):
            by_width.setdefault(result.quantity.value.shape[-1], []).append(result)
    key = "answer.all" if len(by_width) == 1 else "answers.of_width"
    for width, results in by_width.items():
        columns = request.selection.columns_of(width) or Selection().columns_of(width)
        rows = [row for result in results for row in _rows(result, columns, request)]
        left_out = any(GAP in row.cells for row in rows)
        note = say(request.language, "answers.elided") if left_out else None
        yield Grid(say(request.language, key, d=width), numbered(columns), tuple(rows), note)


def _results_of(number: int, trace: Trace, request: Request) -> Iterator[_Result]:
    for case in trace.cases:
        digits = digits_for(last_step(case).scope, request)
        for quantity in case.results.values() or [case.result]:
            letter = symbol(quantity, digits).text() if case.results else ""
            if len(quantity.index) > 1:
                label = " ".join(filter(None, (case.id, letter)))
                yield _Result(number, label, quantity, digits, trace.naming)


def _rows(result: _Result, columns: Indices, request: Request) -> Iterator[GridRow]:
    count = len(result.quantity.value)
    for row in request.selection.rows_of(count):
        if row is None:
            yield GridRow(GAP, (GAP,) * len(columns))
            continue
        named = replaced(request, naming=result.naming)
        index = row_label(result.quantity, row, named) if count > 1 else ""
        label = " ".join(filter(None, (str(result.number), result.label, index)))
        yield GridRow(label, cells(result.quantity, (row,), columns, result.digits))
