"""Draws a page as text with Rich: for a terminal, for a pipe, and for a picture of a terminal."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.panel import Panel
from rich.segment import Segment, Segments
from rich.style import Style
from rich.table import Table
from rich.text import Text

from addnorm_cli.formats.layout import (
    bars,
    in_columns,
    padded,
    side_by_side,
    under_each_other,
    words_in_columns,
    wrap,
)
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
    label_text,
)
from addnorm_cli.page.pictures import NumberLine
from addnorm_cli.page.request import Request
from addnorm_cli.page.worked import Chain

Line = list[tuple[str, str]]
"""Texts beside each other, each with its style in Rich's words ("bold cyan")."""

ENDLESS = 100_000
"""A width that Rich never reaches: lines and tables are broken here, where numbers stay whole."""
_MARKS = {
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
_FAINT = 0.05
"""A cell weaker than this is not shaded."""


def write(book: Book, request: Request) -> Iterator[str]:
    """A page or several, one text for each part of them."""
    yield from drawn(book.front, request)
    for chapter in book.chapters:
        yield "\n"
        yield from drawn(chapter, request)


def drawn(blocks: Iterable[Block], request: Request) -> Iterator[str]:
    """Parts of a page as texts, with the colours that were asked for."""
    console = Console(
        file=io.StringIO(),
        width=ENDLESS,
        force_terminal=request.colour,
        color_system="auto" if request.colour else None,
        legacy_windows=False,
        soft_wrap=True,
    )
    for block in blocks:
        with console.capture() as captured:
            draw(console, block, request)
        yield captured.get()


def draw(console: Console, block: Block, request: Request) -> None:
    """Print one part of a page."""
    match block:
        case Header():
            console.print(_header(block, request))
        case Grid():
            _draw_grid(console, block, request)
        case Boxes():
            _draw_grid(console, block.grid(), request)
        case _:
            _print_lines(console, _lines(block, request))


def _print_lines(console: Console, lines: Iterable[Line]) -> None:
    """Print lines past Rich's `Text`, which takes five times as long to find out that they fit."""
    segments = [
        segment
        for line in lines
        for segment in (
            *(Segment(text, Style.parse(style)) for text, style in line),
            Segment.line(),
        )
    ]
    console.print(Segments(segments))


def _header(header: Header, request: Request) -> Panel:
    room = None if request.width is None else request.width - len("│  │")
    texts = [(header.title, "bold"), (header.formula, "bold cyan")]
    texts += [(fact, "dim") for fact in header.facts]
    lines = [
        Text(line, style)
        for text, style in texts
        if text
        for line in wrap(request.spelled(text), room)
    ]
    frame = box.ROUNDED if request.symbols else box.ASCII
    return Panel(Text("\n").join(lines), box=frame, expand=False, border_style="cyan")


def _draw_grid(console: Console, grid: Grid, request: Request) -> None:
    if grid.caption is not None:
        _print_lines(console, [[], *_sentence(label_text(grid.caption), request, "bold")])
    if grid.words:
        for labels, *columns in words_in_columns(grid, request.spelled, request.width):
            console.print(_table(grid, labels, dict(enumerate(columns)), request))
        return
    labels, *columns = in_columns(grid, request.spelled)
    room = None if request.width is None else request.width - cell_len(labels[0]) - len("│  │")
    widths = [cell_len(column[0]) + len("  │") for column in columns]
    for chosen in side_by_side(widths, room):
        console.print(_table(grid, labels, {n: columns[n] for n in chosen}, request))
    if grid.note:
        _print_lines(console, _sentence(grid.note, request, "dim"))


def _table(
    grid: Grid, labels: Sequence[str], columns: Mapping[int, Sequence[str]], request: Request
) -> Table:
    """Some columns of a table, by their numbers; their texts are as wide as they are to be."""
    table = Table(
        box=box.ROUNDED if request.symbols else box.ASCII2,
        show_lines=any("\n" in text for column in columns.values() for text in column[1:]),
        header_style="bold",
        border_style="dim",
        padding=0,
    )
    table.add_column(_cell(labels[0]), style="cyan", overflow="ignore")
    for head, *_ in columns.values():
        table.add_column(_cell(head), overflow="ignore")
    last = len(grid.rows) - 1
    for number, row in enumerate(grid.rows):
        shades = row.shades or [0.0] * len(grid.columns)
        cells = [
            _cell(column[number + 1], _shade(shades[n]) or _mark(column[number + 1]))
            for n, column in columns.items()
        ]
        table.add_row(
            _cell(labels[number + 1]),
            *cells,
            style="bold" if row.strong else "",
            end_section=grid.total and number == last - 1,
        )
    return table


def _cell(text: str, style: str = "") -> Text:
    """A text with room on both its sides, which is shaded as it is."""
    return Text("\n".join(f" {line} " for line in text.split("\n")), style)


def _mark(text: str) -> str:
    """The colour of a cell that is a mark."""
    return next((colour for mark, colour in _MARKS.values() if mark == text.strip()), "")


def _shade(strength: float) -> str:
    """The background of a cell: blue for what is above zero, red for what is below."""
    if abs(strength) < _FAINT:
        return ""
    depth = round(40 + 130 * abs(strength))
    return f"on rgb(20,40,{depth})" if strength > 0 else f"on rgb({depth},30,30)"


def _lines(block: Block, request: Request) -> Iterator[Line]:
    """The lines of any part but those that have frames."""
    match block:
        case Room(lines):
            yield from [[]] * lines
        case Heading(text, 0):
            yield []
            yield from _heading(text, request)
        case Heading(text):
            yield []
            yield from _sentence(f"─ {text}", request, "bold magenta", hanging=2)
        case Reason(text=text):
            yield []
            yield from _sentence(text, request, _QUIET)
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
            yield from _sentence(caption, request, "bold")
            yield from ([(_INDENT + request.spelled(line), "cyan")] for line in lines)
        case Remark(kind, text):
            mark, style = _MARKS[kind]
            yield from _sentence(f"{mark} {text}", request, style, hanging=2)
        case Answer(title, name, sign, rows):
            yield []
            for row in rows:
                line = f"{title}  {label_text(name)} {sign} {row}"
                yield from _sentence(line, request, "bold green", hanging=cell_len(title) + 2)


def _heading(text: str, request: Request) -> Iterator[Line]:
    *above, last = wrap(request.spelled(f"── {text}"), request.width, hanging=len("── "))
    yield from ([(line, "bold magenta")] for line in above)
    rule = max(len("───"), _HEADING_WIDTH - cell_len(last + " "))
    rule = min(rule, (request.width or ENDLESS) - cell_len(last + " "))
    yield [(f"{last} {request.spelled('─') * rule}", "bold magenta")]


def _sentence(
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
        yield from _sentence(title, request, "bold", hanging=len(_INDENT))
        if formula:
            yield from _sentence(formula, request, "cyan", _INDENT, hanging=2)
    if working.reason:
        yield from _sentence(working.reason.text, request, _QUIET, _INDENT)
    if working.chains:
        yield from _worked_lines(working.chains, working.asides, request)
    if working.note:
        yield from _sentence(working.note, request, "dim", _INDENT)


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
            yield from _sentence(note, request, "dim italic", " " * (cell_len(lead) + 1))


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
        yield from _sentence(note, request, "dim italic", indent)


def _is_cut(lines: Sequence[str], request: Request) -> bool:
    """Whether a line is longer than the terminal is wide."""
    room = request.width
    return room is not None and max(map(len, lines)) + len(_INDENT) > room


def _chart(chart: Chart, request: Request) -> Iterator[Line]:
    """A band and a bar a line, scaled to fit."""
    yield from _sentence(chart.caption, request, "bold")
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
