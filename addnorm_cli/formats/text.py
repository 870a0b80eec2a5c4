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
    in_columns,
    side_by_side,
    words_in_columns,
    wrap,
)
from addnorm_cli.formats.text_lines import ENDLESS, REMARK_STYLES, Line, lines_of, sentence
from addnorm_cli.page.page import (
    Block,
    Book,
    Boxes,
    Grid,
    Header,
    label_text,
)
from addnorm_cli.page.request import Request

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
        height=1,  # without it Rich asks the terminal again and again
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
            _print_lines(console, lines_of(block, request))


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
        _print_lines(console, [[], *sentence(label_text(grid.caption), request, "bold")])
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
        _print_lines(console, sentence(grid.note, request, "dim"))


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
    for texts in (labels, *columns.values()):
        # told, or Rich would measure every cell
        width = max(map(cell_len, texts[0].split("\n"))) + len("  ")
        style = "cyan" if texts is labels else ""
        table.add_column(_cell(texts[0]), style=style, overflow="ignore", width=width)
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
    return next((colour for mark, colour in REMARK_STYLES.values() if mark == text.strip()), "")


def _shade(strength: float) -> str:
    """The background of a cell: blue for what is above zero, red for what is below."""
    if abs(strength) < _FAINT:
        return ""
    depth = round(40 + 130 * abs(strength))
    return f"on rgb(20,40,{depth})" if strength > 0 else f"on rgb({depth},30,30)"
