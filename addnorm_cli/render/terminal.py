"""Writes a Page for people: Rich tables and colour in a terminal, the same without in a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from addnorm_cli.numfmt import align
from addnorm_cli.render.layout import wrap
from addnorm_cli.render.page import (
    Answer,
    Block,
    Formula,
    Grid,
    Header,
    Heading,
    Label,
    Remark,
    Working,
    label_text,
)
from addnorm_cli.worked import Chain

_MARKS = {"check": ("✓", "green"), "failed": ("✗", "red"), "warning": ("!", "yellow"),
          "note": ("·", "dim")}  # fmt: skip
_INDENT = 3
_HEADING_WIDTH = 48


@dataclass(frozen=True, slots=True)
class Style:
    """How a page is drawn.

    Attributes:
        width: Columns to stay within, or None for a pipe, where lines have no end.
        boxed: Draw frames around header and tables.
        spell: Writes a text with the signs that the output can show.
        ascii_only: Draw frames with ASCII.
    """

    width: int | None
    boxed: bool
    spell: Callable[[str], str]
    ascii_only: bool


def draw(console: Console, block: Block, style: Style) -> None:
    """Print one part of a page."""
    match block:
        case Header():
            _draw_header(console, block, style)
        case Heading(text):
            line = f"── {text} "
            line += "─" * max(3, min(_HEADING_WIDTH, style.width or 80) - cell_len(line))
            console.print()
            console.print(Text(style.spell(line), style="bold magenta"))
        case Working():
            _draw_working(console, block, style)
        case Grid():
            _draw_grid(console, block, style)
        case Remark(kind, text):
            mark, colour = _MARKS[kind]
            _print_wrapped(console, f"{mark} {text}", style, colour, hanging=2)
        case Answer():
            _draw_answer(console, block, style)


def _print_wrapped(
    console: Console, text: str, style: Style, colour: str = "", indent: int = 0, hanging: int = 0
) -> None:
    room = None if style.width is None else style.width - indent
    for line in wrap(style.spell(text), room, hanging):
        console.print(Text(" " * indent + line, style=colour))


def _draw_header(console: Console, header: Header, style: Style) -> None:
    room = None if style.width is None else style.width - 4
    lines: list[Text] = []
    for text, colour in (
        (header.title, "bold"),
        (header.formula, "bold cyan"),
        *((fact, "dim") for fact in header.facts),
    ):
        lines += [Text(line, style=colour) for line in wrap(style.spell(text), room, 0)]
    body = Text("\n").join(lines)
    if not style.boxed:
        console.print(body)
        return
    frame = box.ASCII if style.ascii_only else box.ROUNDED
    console.print(Panel(body, box=frame, expand=False, border_style="cyan"))


def _draw_working(console: Console, working: Working, style: Style) -> None:
    head = Text()
    title = f"{working.number}. {working.title}"
    head.append(style.spell(title), style="bold")
    formula = "" if working.formula is None else style.spell(working.formula.text())
    if formula:
        if style.width is not None and cell_len(title) + 3 + cell_len(formula) > style.width:
            head.append("\n" + " " * _INDENT)
        else:
            head.append("   ")
        head.append(formula, style="cyan")
    console.print()
    console.print(head)
    for line in _chain_lines(working.chains, working.asides, style):
        console.print(line)
    if working.note:
        _print_wrapped(console, working.note, style, "dim", _INDENT)


def _chain_lines(chains: Sequence[Chain], asides: Sequence[str], style: Style) -> Iterator[Text]:
    """Worked lines with their "=" under each other; too long ones go on below their first "="."""
    written = [[style.spell(link) for link in chain.texts()] for chain in chains]
    notes = [style.spell(aside) for aside in asides] or [""] * len(written)
    alike = len({len(links) for links in written}) == 1
    widths = [max(map(cell_len, column)) for column in zip(*written, strict=True)] if alike else []
    length = _INDENT + sum(widths) + len(widths) - 1
    longest = max((cell_len(note) + 3 for note in notes if note), default=0)
    for links, note in zip(written, notes, strict=True):
        if not alike or not _fits(length, style):
            yield from _several_lines(links, note, style)
        elif _fits(length + longest, style):
            yield _one_line(links, widths, note)
        else:
            yield _one_line(links, widths, "")
            yield Text(" " * (_INDENT + widths[0] + 1) + note, style="dim italic")


def _fits(length: int, style: Style) -> bool:
    return style.width is None or length <= style.width


def _one_line(links: list[str], widths: list[int], note: str) -> Text:
    first, *rest = links
    line = Text(" " * _INDENT + " " * (widths[0] - cell_len(first)) + first)
    *middle, last = rest
    for text, width in zip(middle, widths[1:], strict=False):
        line.append(" " + text + " " * (width - cell_len(text)), style="dim")
    line.append(" " + _right(last, widths[-1]), style="bold")
    if note:
        line.append(f"   {note}", style="dim italic")
    return line


def _right(link: str, width: int) -> str:
    """`= 0.5` and `= -0.5` with their numbers flush right."""
    sign, _, number = link.partition(" ")
    return f"{sign} {number.rjust(width - cell_len(sign) - 1)}"


def _several_lines(links: list[str], note: str, style: Style) -> Iterator[Text]:
    first, *rest = links
    indent = " " * (_INDENT + cell_len(first) + 1)
    room = None if style.width is None else style.width - len(indent)
    lead = " " * _INDENT + first + " "
    for number, link in enumerate(rest):
        is_last = number == len(rest) - 1
        for part in wrap(link, room, 2):
            line = Text(lead)
            line.append(part, style="bold" if is_last else "dim")
            yield line
            lead = indent
    if note:
        yield Text(indent + note, style="dim italic")


def _draw_grid(console: Console, grid: Grid, style: Style) -> None:
    if grid.caption is not None:
        console.print()
        console.print(Text(style.spell(label_text(grid.caption)), style="bold"))
    labels = [style.spell(label_text(row.label)) for row in grid.rows]
    columns = [
        align([style.spell(row.cells[n]) for row in grid.rows]) for n in range(len(grid.columns))
    ]
    heads = [style.spell(label_text(column)) for column in grid.columns]
    widths = [max([cell_len(head), *map(cell_len, cells)])
              for head, cells in zip(heads, columns, strict=True)]  # fmt: skip
    for chosen in _pieces(max(map(cell_len, labels), default=0), widths, style):
        table = _table(grid, labels, style)
        for n in chosen:
            table.add_column(Text(heads[n]), justify="right", no_wrap=True, min_width=widths[n])
        for number, row in enumerate(grid.rows):
            weight = "bold" if row.strong else ""
            cells = [Text(columns[n][number], style=weight) for n in chosen]
            table.add_row(Text(labels[number], style=weight or "cyan"), *cells,
                          end_section=grid.total and number == len(grid.rows) - 2)  # fmt: skip
        console.print(table)
    if grid.note:
        _print_wrapped(console, grid.note, style, "dim", 0)


def _table(grid: Grid, labels: list[str], style: Style) -> Table:
    frame = (box.ASCII2 if style.ascii_only else box.ROUNDED) if style.boxed else None
    table = Table(box=frame, header_style="bold", border_style="dim", pad_edge=style.boxed,
                  padding=(0, 1) if style.boxed else (0, 2, 0, 0))  # fmt: skip
    table.add_column("", justify="left", no_wrap=True)
    return table


def _pieces(label: int, widths: list[int], style: Style) -> Iterator[list[int]]:
    """Columns in groups that fit side by side: no number is ever cut off."""
    gap = 3 if style.boxed else 2
    room = None if style.width is None else style.width - label - gap - (1 if style.boxed else 0)
    piece: list[int] = []
    used = 0
    for column, width in enumerate(widths):
        if piece and room is not None and used + width + gap > room:
            yield piece
            piece, used = [], 0
        piece.append(column)
        used += width + gap
    if piece:
        yield piece


def _draw_answer(console: Console, answer: Answer, style: Style) -> None:
    console.print()
    lead = f"{answer.title}: " if style.ascii_only else f"{answer.title}  "
    name = label_text(answer.name)
    for row in answer.rows:
        text = style.spell(f"{lead}{name} {answer.sign} {row}")
        for line in wrap(text, style.width, cell_len(lead)):
            console.print(Text(line, style="bold green"))


__all__ = ["Formula", "Label", "Style", "draw"]
