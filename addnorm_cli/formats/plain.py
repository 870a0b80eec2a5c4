"""Draws a page without colour, for pipes and files: Rich's frames, without its engine."""

from __future__ import annotations

from collections.abc import Iterator

from rich.box import ASCII, ASCII2, ROUNDED, Box
from rich.cells import cell_len

from addnorm_cli.formats.lines import (
    Style,
    TablePiece,
    block_lines,
    header_lines,
    table_pieces,
    wrapped,
)
from addnorm_cli.page.page import Block, Grid, Header, label_text


def draw(block: Block, style: Style) -> str:
    """One part of a page as text."""
    match block:
        case Header():
            lines = _header(block, style)
        case Grid():
            lines = _grid(block, style)
        case _:
            lines = ("".join(text for text, _ in line) for line in block_lines(block, style))
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _header(header: Header, style: Style) -> Iterator[str]:
    texts = [text for text, _ in header_lines(header, style)]
    if not style.boxed:
        yield from texts
        return
    frame = ASCII if style.ascii_only else ROUNDED
    width = max(map(cell_len, texts))
    yield frame.get_top([width + 2])
    for text in texts:
        yield f"{frame.mid_left} {_padded(text, width)} {frame.mid_right}"
    yield frame.get_bottom([width + 2])


def _grid(grid: Grid, style: Style) -> Iterator[str]:
    if grid.caption is not None:
        yield ""
        yield from (
            "".join(t for t, _ in line) for line in wrapped(label_text(grid.caption), style)
        )
    for piece in table_pieces(grid, style):
        frame = (ASCII2 if style.ascii_only else ROUNDED) if style.boxed else None
        yield from _table(piece, frame)
    if grid.note:
        yield from ("".join(t for t, _ in line) for line in wrapped(grid.note, style))


def _table(piece: TablePiece, frame: Box | None) -> Iterator[str]:
    label_width = max(map(cell_len, piece.labels), default=0)
    rows = [("", piece.heads)]
    rows += [(label, [c[n] for c in piece.columns]) for n, label in enumerate(piece.labels)]
    texts = [
        [_padded(label, label_width)]
        + [" " * (w - cell_len(cell)) + cell for w, cell in zip(piece.widths, cells, strict=True)]
        for label, cells in rows
    ]
    if frame is None:
        yield from ("  ".join(row) for row in texts)
        return
    columns = [width + 2 for width in (label_width, *piece.widths)]
    yield frame.get_top(columns)
    yield _framed(texts[0], frame.head_left, frame.head_vertical, frame.head_right)
    yield frame.get_row(columns, "head")
    for number, row in enumerate(texts[1:], start=1):
        if piece.total and number == len(texts) - 1 and number > 1:
            yield frame.get_row(columns, "row")
        yield _framed(row, frame.mid_left, frame.mid_vertical, frame.mid_right)
    yield frame.get_bottom(columns)


def _framed(cells: list[str], left: str, between: str, right: str) -> str:
    return f"{left} {f' {between} '.join(cells)} {right}"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
