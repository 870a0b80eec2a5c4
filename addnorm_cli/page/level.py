"""How much of the work a page shows: the result, the steps or every row, and with what answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from addnorm_cli.model.records import replaced
from addnorm_cli.page import compose
from addnorm_cli.page.grids import row_name
from addnorm_cli.page.page import Answer, Block, Drawing, Grid, Header, Heading, Remark
from addnorm_cli.page.request import Request
from addnorm_cli.page.results import rows_of
from addnorm_cli.trace.trace import Trace


def page(trace: Trace, request: Request) -> Iterator[Block]:
    """The parts of the page that the request asks for, the result last."""
    request = replaced(request, naming=trace.naming, explain=trace.explain)
    if request.level == "steps" or request.selection.only:
        blocks = compose.page(trace, request)
    elif request.level == "result":
        blocks = _result(trace, request)
    else:
        blocks = _full(trace, request)
    if trace.explain:
        blocks = _explained(list(blocks), trace, request)
    if not request.hide_answers:
        return blocks if trace.check is None else _with_verdict(blocks, trace, request)
    from addnorm_cli.page.blanks import blanked

    return blanked(blocks, trace, request)


def _explained(blocks: list[Block], trace: Trace, request: Request) -> Iterator[Block]:
    """The parts of a page with the reasons that it was asked for; of steps alone, theirs alone."""
    from addnorm_cli.page.explain import once, with_reasons

    if request.selection.only:
        return once(blocks)
    return once(with_reasons(blocks, results_start(blocks), trace, request))


def _with_verdict(blocks: Iterator[Block], trace: Trace, request: Request) -> Iterator[Block]:
    """The page, and below its results what became of the answer that was compared."""
    from addnorm_cli.page.verdict import verdict_blocks

    yield from blocks
    yield from verdict_blocks(trace, request)


def results_start(blocks: Sequence[Block]) -> int:
    """Where the results at the end of a whole page begin."""
    start = len(blocks)
    if not any(isinstance(block, Header) for block in blocks):
        return start
    while start and _is_result(blocks[start - 1]):
        start -= 1
    while start < len(blocks) and isinstance(block := blocks[start], Grid) and not block.caption:
        start += 1
    return start


def _is_result(block: Block) -> bool:
    drawn = isinstance(block, Drawing) and block.is_result
    return drawn or (isinstance(block, (Grid, Answer)) and not _is_of_all(block))


def _result(trace: Trace, request: Request) -> Iterator[Block]:
    """The header, in a document what is given, what the reader is warned of, and the result."""
    blocks = list(compose.page(trace, request))
    for block in blocks[: results_start(blocks)]:
        in_document = request.hide_answers or request.as_document
        given = in_document and isinstance(block, Grid) and block.given
        warned = isinstance(block, Remark) and block.kind == "warning"
        if given or warned or isinstance(block, Header):
            yield block
    yield from blocks[results_start(blocks) :]


def _full(trace: Trace, request: Request) -> Iterator[Block]:
    """Every row of a matrix as it is worked when it is asked for alone; nothing is left out."""
    everything = replaced(request, selection=replaced(request.selection, full=True))
    blocks = list(compose.page(trace, everything))
    rows = {rows_of(case) for case in trace.cases}
    if rows == {1} or len(rows) != 1 or request.selection.row is not None:
        yield from blocks
        return
    yield from (block for block in blocks if _is_of_all(block))
    for row in range(max(rows)):
        yield from _row(trace, everything, row)
    yield from (b for b in blocks if isinstance(b, Remark) and b.kind != "note")
    yield from blocks[results_start(blocks) :]


def _row(trace: Trace, request: Request, row: int) -> Iterator[Block]:
    name = Heading(row_name(row, request))
    yield name
    alone = replaced(request, selection=replaced(request.selection, row=row))
    blocks = list(compose.page(trace, alone))
    for block in blocks[: results_start(blocks)]:
        is_note = isinstance(block, Remark) and block.kind == "note"
        if block != name and (is_note or not (_is_of_all(block) or isinstance(block, Remark))):
            yield block


def _is_of_all(block: Block) -> bool:
    """Whether a part of the page is of all rows."""
    opens = isinstance(block, Grid) and (block.given or block.words)
    drawn = isinstance(block, Drawing) and block.picture is None
    return opens or drawn or isinstance(block, Header)
