"""A page as lines of styled text: the layout that terminals and pipes share, without Rich's engine.

Loading Rich's console and sending every line through it takes as long as the rest of a small
calculation, so that only a terminal with colour does it (see `terminal`). Both draw the same
characters; a test holds them against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.cells import cell_len

from addnorm_cli.formats.layout import wrap
from addnorm_cli.model.records import record
from addnorm_cli.numbers.numfmt import align
from addnorm_cli.page.page import (
    Answer,
    Block,
    Chart,
    Drawing,
    Grid,
    Header,
    Heading,
    Remark,
    Working,
    label_text,
)
from addnorm_cli.page.worked import Chain

Span = tuple[str, str]
"""A text and its style, in Rich's words ("bold cyan")."""
Line = list[Span]

MARKS: dict[str, Span] = {
    "check": ("✓", "green"),
    "failed": ("✗", "red"),
    "warning": ("!", "yellow"),
    "note": ("·", "dim"),
}
_INDENT = 3
_HEADING_WIDTH = 48
_CHART_WIDTH = 48


@record
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

    def holds(self, length: int) -> bool:
        """Whether a line of that length fits."""
        return self.width is None or length <= self.width


@record
class TablePiece:
    """Columns of a table that fit side by side, spelled and aligned on the decimal point.

    Attributes:
        labels: The label of each row.
        heads: The head of each column.
        columns: The cells of each column.
        widths: The width of each column.
        strong: Which rows matter most.
        shades: For each row how strong its cells are, from -1 to 1; or none.
        total: The last row is set off by a line.
    """

    labels: list[str]
    heads: list[str]
    columns: list[list[str]]
    widths: list[int]
    strong: list[bool]
    shades: list[list[float]]
    total: bool


def block_lines(block: Block, style: Style) -> Iterator[Line]:
    """The lines of any block but headers and tables, which have frames."""
    match block:
        case Heading(text):
            line = style.spell(f"── {text} ")
            rule = style.spell("─") * max(
                3, min(_HEADING_WIDTH, style.width or 80) - cell_len(line)
            )
            yield []
            yield [(line + rule, "bold magenta")]
        case Working():
            yield from _working_lines(block, style)
        case Drawing(caption, lines):
            yield []
            yield [(style.spell(caption), "bold")]
            yield from ([(style.spell(f"   {line}"), "cyan")] for line in lines)
        case Chart():
            yield from _chart_lines(block, style)
        case Remark(kind, text):
            mark, colour = MARKS[kind]
            yield from wrapped(f"{mark} {text}", style, colour, hanging=2)
        case Answer():
            yield from _answer_lines(block, style)


def wrapped(
    text: str, style: Style, colour: str = "", indent: int = 0, hanging: int = 0
) -> Iterator[Line]:
    """A sentence in lines that fit."""
    room = None if style.width is None else style.width - indent
    for line in wrap(style.spell(text), room, hanging):
        yield [(" " * indent + line, colour)]


def header_lines(header: Header, style: Style) -> list[Span]:
    """What stands inside the frame of a header."""
    room = None if style.width is None else style.width - 4
    facts = [(fact, "dim") for fact in header.facts]
    return [
        (line, colour)
        for text, colour in [(header.title, "bold"), (header.formula, "bold cyan"), *facts]
        if text
        for line in wrap(style.spell(text), room, 0)
    ]


def _working_lines(working: Working, style: Style) -> Iterator[Line]:
    title = style.spell(f"{working.number}. {working.title}")
    formula = "" if working.formula is None else style.spell(working.formula.text())
    yield []
    if formula and style.holds(cell_len(title) + 3 + cell_len(formula)):
        yield [(title, "bold"), ("   ", ""), (formula, "cyan")]
    else:
        yield [(title, "bold")]
        if formula:
            yield from wrapped(formula, style, "cyan", _INDENT, hanging=2)
    yield from _chain_lines(working.chains, working.asides, style)
    if working.note:
        yield from wrapped(working.note, style, "dim", _INDENT)


def _chain_lines(chains: Sequence[Chain], asides: Sequence[str], style: Style) -> Iterator[Line]:
    """Worked lines with their "=" under each other; too long ones go on below their first "="."""
    written = [[style.spell(link) for link in chain.texts()] for chain in chains]
    notes = [style.spell(aside) for aside in asides] or [""] * len(written)
    alike = len({len(links) for links in written}) == 1
    widths = [max(map(cell_len, column)) for column in zip(*written, strict=True)] if alike else []
    length = _INDENT + sum(widths) + len(widths) - 1
    longest = max((cell_len(note) + 3 for note in notes if note), default=0)
    for links, note in zip(written, notes, strict=True):
        if not alike or not style.holds(length):
            yield from _several_lines(links, note, style)
        elif style.holds(length + longest):
            yield _one_line(links, widths, note)
        else:
            yield _one_line(links, widths, "")
            yield [(" " * (_INDENT + widths[0] + 1) + note, "dim italic")]


def _one_line(links: list[str], widths: list[int], note: str) -> Line:
    first, *middle, last = links
    line: Line = [(" " * (_INDENT + widths[0] - cell_len(first)) + first, "")]
    for text, width in zip(middle, widths[1:], strict=False):
        line.append((" " + text + " " * (width - cell_len(text)), "dim"))
    line.append((" " + _flush_right(last, widths[-1]), "bold"))
    if note:
        line.append((f"   {note}", "dim italic"))
    return line


def _flush_right(link: str, width: int) -> str:
    """`= 0.5` and `= -0.5` with their numbers flush right."""
    sign, _, number = link.partition(" ")
    return f"{sign} {number.rjust(width - cell_len(sign) - 1)}"


def _several_lines(links: list[str], note: str, style: Style) -> Iterator[Line]:
    first, *rest = links
    indent = " " * (_INDENT + cell_len(first) + 1)
    room = None if style.width is None else style.width - len(indent)
    lead = " " * _INDENT + first + " "
    for number, link in enumerate(rest, start=1):
        for part in wrap(link, room, 2):
            yield [(lead, ""), (part, "bold" if number == len(rest) else "dim")]
            lead = indent
    if note:
        yield [(indent + note, "dim italic")]


def _answer_lines(answer: Answer, style: Style) -> Iterator[Line]:
    lead = f"{answer.title}: " if style.ascii_only else f"{answer.title}  "
    name = label_text(answer.name)
    yield []
    for row in answer.rows:
        text = style.spell(f"{lead}{name} {answer.sign} {row}")
        yield from ([(line, "bold green")] for line in wrap(text, style.width, cell_len(lead)))


def _chart_lines(chart: Chart, style: Style) -> Iterator[Line]:
    """A band and a bar a line, scaled to fit."""
    yield []
    yield from wrapped(chart.caption, style, "bold")
    labels = [style.spell(row.label) for row in chart.rows]
    label_width = max(map(cell_len, labels))
    number_width = max(cell_len(row.text) for row in chart.rows)
    room = (style.width or _CHART_WIDTH) - label_width - number_width - 4
    longest = max(row.band + row.bar for row in chart.rows) or 1.0
    unit = min(max(room, 8), _CHART_WIDTH) / longest
    for label, row in zip(labels, chart.rows, strict=True):
        band, bar = round(row.band * unit), round(row.bar * unit)
        yield [
            (label + " " * (label_width - cell_len(label)) + "  ", ""),
            (style.spell("▒") * band, "blue"),
            (style.spell("█") * bar, "green" if row.band else "red"),
            (f"  {row.text}", "dim"),
        ]


def table_pieces(grid: Grid, style: Style) -> Iterator[TablePiece]:
    """The table in pieces that fit, under each other: no number is ever cut off."""
    labels = [style.spell(label_text(row.label)) for row in grid.rows]
    heads = [style.spell(label_text(column)) for column in grid.columns]
    columns = [
        align([style.spell(row.cells[n]) for row in grid.rows]) for n in range(len(grid.columns))
    ]
    widths = [
        max([cell_len(head), *map(cell_len, cells)])
        for head, cells in zip(heads, columns, strict=True)
    ]
    for chosen in _side_by_side(max(map(cell_len, labels), default=0), widths, style):
        yield TablePiece(
            labels=labels,
            heads=[heads[n] for n in chosen],
            columns=[columns[n] for n in chosen],
            widths=[widths[n] for n in chosen],
            strong=[row.strong for row in grid.rows],
            shades=[[row.shades[n] for n in chosen] if row.shades else [] for row in grid.rows],
            total=grid.total,
        )


def _side_by_side(label: int, widths: list[int], style: Style) -> Iterator[list[int]]:
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
