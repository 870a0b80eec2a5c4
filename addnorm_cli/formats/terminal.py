"""Draws a page for a terminal, with colour and Rich tables."""

from __future__ import annotations

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from addnorm_cli.formats.lines import (
    Line,
    Style,
    TablePiece,
    block_lines,
    header_lines,
    table_pieces,
    wrapped,
)
from addnorm_cli.page.page import Block, Grid, Header, label_text

_FAINT = 0.05
"""A cell weaker than this is not shaded."""


def draw(console: Console, block: Block, style: Style) -> None:
    """Print one part of a page."""
    match block:
        case Header():
            body = Text("\n").join(
                Text(text, style=colour) for text, colour in header_lines(block, style)
            )
            frame = box.ASCII if style.ascii_only else box.ROUNDED
            panel = Panel(body, box=frame, expand=False, border_style="cyan")
            console.print(panel if style.boxed else body)
        case Grid():
            _draw_grid(console, block, style)
        case _:
            for line in block_lines(block, style):
                console.print(_text(line))


def _text(line: Line) -> Text:
    return Text.assemble(*line)


def _draw_grid(console: Console, grid: Grid, style: Style) -> None:
    if grid.caption is not None:
        console.print()
        for line in wrapped(label_text(grid.caption), style, "bold"):
            console.print(_text(line))
    for piece in table_pieces(grid, style):
        console.print(_table(piece, style))
    if grid.note:
        for line in wrapped(grid.note, style, "dim"):
            console.print(_text(line))


def _table(piece: TablePiece, style: Style) -> Table:
    frame = (box.ASCII2 if style.ascii_only else box.ROUNDED) if style.boxed else None
    table = Table(
        box=frame,
        header_style="bold",
        border_style="dim",
        pad_edge=style.boxed,
        padding=(0, 1) if style.boxed else (0, 2, 0, 0),
    )
    table.add_column("", no_wrap=True)
    for head, width in zip(piece.heads, piece.widths, strict=True):
        # flush right by hand: Rich drops the blanks that keep decimal points under each other
        table.add_column(Text(" " * (width - cell_len(head)) + head), no_wrap=True)
    last = len(piece.labels) - 1
    for number, label in enumerate(piece.labels):
        weight = "bold" if piece.strong[number] else ""
        shades = piece.shades[number] or [0.0] * len(piece.columns)
        cells = [
            Text(
                " " * (width - cell_len(column[number])) + column[number],
                f"{weight}{_shade(shade)}",
            )
            for column, width, shade in zip(piece.columns, piece.widths, shades, strict=True)
        ]
        ends = piece.total and number == last - 1
        table.add_row(Text(label, style=weight or "cyan"), *cells, end_section=ends)
    return table


def _shade(strength: float) -> str:
    """The background of a cell: blue for what is above zero, red for what is below."""
    if abs(strength) < _FAINT:
        return ""
    depth = round(40 + 130 * abs(strength))
    return f" on rgb(20,40,{depth})" if strength > 0 else f" on rgb({depth},30,30)"
