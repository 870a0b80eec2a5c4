"""The parts of a page that have no frame, line by line, each piece with its style."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from addnorm_cli.formats.layout import (
    bars,
    padded,
    under_each_other,
    wrap,
)
from addnorm_cli.page.page import (
    Answer,
    Block,
    Chart,
    Drawing,
    Heading,
    Reason,
    Remark,
    Room,
    Working,
    label_text,
)
from addnorm_cli.page.pictures import NumberLine
from addnorm_cli.page.request import Request
from addnorm_cli.page.worked import Chain

Line = list[tuple[str, str]]
"""Texts beside each other, each with its style in Rich's words ("bold cyan")."""

ENDLESS = 100_000
"""A width that Rich never reaches: lines and tables are broken here, where numbers stay whole."""
REMARK_STYLES = {
    "check": ("✓", "green"),
    "failed": ("✗", "red"),
    "warning": ("!", "yellow"),
    "note": ("·", "dim"),
}
_INDENT = " " * 3
_QUIET = "italic"
_HEADING_WIDTH = 48
_LONGEST_BAR = 48
_SHORTEST_BAR = 8


def lines_of(block: Block, request: Request) -> Iterator[Line]:
    """The lines of any part but those that have frames."""
    match block:
        case Room(lines):
            yield from [[]] * lines
        case Heading(text, 0):
            yield []
            yield from _heading(text, request)
        case Heading(text):
            yield []
            yield from sentence(f"─ {text}", request, "bold magenta", hanging=2)
        case Reason(text=text):
            yield []
            yield from sentence(text, request, _QUIET)
        case Working():
            yield []
            yield from _working(block, request)
        case Chart():
            yield []
            yield from _chart(block, request)
        case Drawing(_, lines, NumberLine()) if _is_cut(lines, request):
            return
        case Drawing(caption, lines):
            yield []
            yield from sentence(caption, request, "bold")
            yield from ([(_INDENT + request.spelled(line), "cyan")] for line in lines)
        case Remark(kind, text):
            mark, style = REMARK_STYLES[kind]
            yield from sentence(f"{mark} {text}", request, style, hanging=2)
        case Answer(title, name, sign, rows):
            yield []
            for row in rows:
                line = f"{title}  {label_text(name)} {sign} {row}"
                yield from sentence(line, request, "bold green", hanging=cell_len(title) + 2)


def _heading(text: str, request: Request) -> Iterator[Line]:
    *above, last = wrap(request.spelled(f"── {text}"), request.width, hanging=len("── "))
    yield from ([(line, "bold magenta")] for line in above)
    rule = max(len("───"), _HEADING_WIDTH - cell_len(last + " "))
    rule = min(rule, (request.width or ENDLESS) - cell_len(last + " "))
    yield [(f"{last} {request.spelled('─') * rule}", "bold magenta")]


def sentence(
    text: str, request: Request, style: str = "", indent: str = "", hanging: int = 0
) -> Iterator[Line]:
    """A sentence in lines that fit."""
    room = None if request.width is None else request.width - len(indent)
    for line in wrap(request.spelled(text), room, hanging):
        yield [(indent + line, style)]


def _fits(length: int, request: Request) -> bool:
    return request.width is None or length <= request.width


def _working(working: Working, request: Request) -> Iterator[Line]:
    title = request.spelled(f"{working.number}. {working.title}")
    formula = "" if working.formula is None else request.spelled(working.formula.text())
    shape = request.spelled(f"{_INDENT}({working.shape})") if working.shape else ""
    if formula and _fits(cell_len(title + _INDENT + formula + shape), request):
        yield [(title, "bold"), (_INDENT, ""), (formula, "cyan"), (shape, "dim")]
    else:
        title += shape
        yield from sentence(title, request, "bold", hanging=len(_INDENT))
        if formula:
            yield from sentence(formula, request, "cyan", _INDENT, hanging=2)
    if working.reason:
        yield from sentence(working.reason.text, request, _QUIET, _INDENT)
    if working.chains:
        yield from _worked_lines(working.chains, working.asides, request)
    if working.note:
        yield from sentence(working.note, request, "dim", _INDENT)


def _worked_lines(
    chains: Sequence[Chain], asides: Sequence[str], request: Request
) -> Iterator[Line]:
    """Worked lines with their "=" under each other; too long ones go on below their first "="."""
    written = [[request.spelled(link) for link in chain.texts()] for chain in chains]
    notes = [request.spelled(aside) for aside in asides] or [""] * len(written)
    alike = len(set(map(len, written))) == 1
    lines = under_each_other(written) if alike else []
    width = cell_len(_INDENT + " ".join(lines[0])) if alike else 0
    if not alike or not _fits(width, request):
        for links, note in zip(written, notes, strict=True):
            yield from _several_lines(links, note, request)
        return
    beside = _fits(width + len(_INDENT) + max(map(cell_len, notes)), request)
    for (first, *middle, result), note in zip(lines, notes, strict=True):
        lead, partial = _INDENT + first, " ".join(["", *middle])
        if note and beside:
            aside = (_INDENT + note, "dim italic")
            yield [(lead, ""), (partial, "dim"), (f" {result}", "bold"), aside]
            continue
        yield [(lead, ""), (partial, "dim"), (f" {result.rstrip()}", "bold")]
        if note:
            yield from sentence(note, request, "dim italic", " " * (cell_len(lead) + 1))


def _several_lines(links: Sequence[str], note: str, request: Request) -> Iterator[Line]:
    """A worked line that is too long: every link in a line of its own."""
    first, *rest = links
    lead = _INDENT + first + " "
    indent = " " * cell_len(lead)
    room = None if request.width is None else request.width - len(indent)
    for number, link in enumerate(rest, start=1):
        for part in wrap(link, room, hanging=2):
            yield [(lead, ""), (part, "bold" if number == len(rest) else "dim")]
            lead = indent
    if note:
        yield from sentence(note, request, "dim italic", indent)


def _is_cut(lines: Sequence[str], request: Request) -> bool:
    """Whether a line is longer than the terminal is wide."""
    room = request.width
    return room is not None and max(map(len, lines)) + len(_INDENT) > room


def _chart(chart: Chart, request: Request) -> Iterator[Line]:
    """A band and a bar a line, scaled to fit."""
    yield from sentence(chart.caption, request, "bold")
    labels = padded([request.spelled(row.label) for row in chart.rows], flush_left=True)
    longest = max(cell_len(row.text) for row in chart.rows)
    room = (request.width or ENDLESS) - cell_len(labels[0]) - longest - len("    ")
    drawn = bars(chart, min(max(room, _SHORTEST_BAR), _LONGEST_BAR))
    for label, row, (band, bar) in zip(labels, chart.rows, drawn, strict=True):
        yield [
            (f"{label}  ", ""),
            (request.spelled(band), "blue"),
            (request.spelled(bar), "green" if row.band else "red"),
            (f"  {row.text}", "dim"),
        ]
