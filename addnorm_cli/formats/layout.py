"""Fits what is drawn in characters into its room: sentences, tables, bars; no number is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich.cells import cell_len

from addnorm_cli.numbers.numfmt import align
from addnorm_cli.page.page import Chart, Grid, label_text

_NEVER_FIRST = " ，。；：、）】》！？”·"
_NEVER_LAST = "（【《“"
"""What does not stand at the beginning, or at the end, of a line."""


def wrap(text: str, width: int | None, hanging: int = 0) -> list[str]:
    """`text` in lines of at most `width` cells, the later ones indented by `hanging`.

    Lines break at blanks and between Chinese characters. A word or a number that is wider than a
    line stays whole.
    """
    if width is None or cell_len(text) <= width:
        return [text]
    lines, line = [], ""
    for piece in _pieces(text):
        if line.strip() and cell_len((line + piece).rstrip()) > width:
            lines.append(line.rstrip())
            line = " " * hanging + piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()]


def _pieces(text: str) -> Iterator[str]:
    """The parts of a text between which a line may break."""
    piece = ""
    for character in text:
        if piece and _may_break(piece[-1], character):
            yield piece
            piece = ""
        piece += character
    yield piece


def _may_break(before: str, after: str) -> bool:
    if before in _NEVER_LAST or after in _NEVER_FIRST:
        return False
    return before == " " or cell_len(before) > 1 or cell_len(after) > 1


def in_columns(grid: Grid, spelled: Callable[[str], str]) -> list[list[str]]:
    """The columns of a table, its labels first: in each a head and its cells, all of one width.

    Numbers have their decimal points under each other, and stand flush right as their heads do;
    labels and columns of words stand flush left.
    """
    labels = [spelled(label_text(row.label)) for row in grid.rows]
    columns = [padded(["", *labels], flush_left=True)]
    for n, head in enumerate(grid.columns):
        cells = [spelled(row.cells[n]) for row in grid.rows]
        words = grid.is_words(n) or _are_words(cells)
        digits = cells if words else align(cells)
        columns.append(padded([spelled(label_text(head)), *digits], flush_left=words))
    return columns


def _are_words(cells: Sequence[str]) -> bool:
    return any(cells) and all(cell[0].isalpha() for cell in cells if cell)


def words_in_columns(
    grid: Grid, spelled: Callable[[str], str], room: int | None, edges: int = 3
) -> Iterator[list[list[str]]]:
    """The columns of a table of words, its labels first, as in `in_columns`; parted by its room.

    Texts go on in further lines of their cell, so that as many columns as can be stand beside each
    other.

    Args:
        grid: The table.
        spelled: Writes a text with the signs that the output can show.
        room: How wide the table may be, or None where there is no end.
        edges: What a column takes beside its text.
    """
    labels, *columns = [
        [spelled(label_text(text)) for text in texts]
        for texts in (
            ["", *(row.label for row in grid.rows)],
            *([head, *(row.cells[n] for row in grid.rows)] for n, head in enumerate(grid.columns)),
        )
    ]
    inner = None if room is None else room - 1
    least = [_least(column) + edges for column in columns]
    left = None if inner is None else inner - _least(labels) - edges
    for chosen in side_by_side(least, left):
        together = [labels, *(columns[n] for n in chosen)]
        widths = _fitted(together, None if inner is None else inner - edges * len(together))
        yield [
            padded_lines([wrap(text, width) for text in column], width)
            for column, width in zip(together, widths, strict=True)
        ]


def _least(texts: Sequence[str]) -> int:
    """The width of the longest word."""
    return max((cell_len(piece.strip()) for text in texts for piece in _pieces(text)), default=0)


def _fitted(columns: Sequence[Sequence[str]], room: int | None) -> list[int]:
    """How wide each column is: the widest of them go on in further lines until all fit."""
    widths = [max(map(cell_len, column)) for column in columns]
    least = [_least(column) for column in columns]
    while room is not None and sum(widths) > room:
        shrinkable = [n for n, width in enumerate(widths) if width > least[n]]
        if not shrinkable:
            break
        widths[max(shrinkable, key=lambda n: widths[n])] -= 1
    return widths


def padded_lines(texts: Sequence[Sequence[str]], width: int) -> list[str]:
    """Texts of several lines, every line filled up with blanks to a width."""
    return ["\n".join(line + " " * (width - cell_len(line)) for line in text) for text in texts]


def under_each_other(written: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Worked lines of as many links: each link is as wide as those above, results by their points.

    The last link of a line is its result, after a sign and a blank.
    """
    firsts, *middles, results = zip(*written, strict=True)
    signs, numbers = zip(*(result.split(" ", 1) for result in results), strict=True)
    pairs = zip(padded(signs, flush_left=False), align(numbers), strict=True)
    columns = [
        padded(firsts, flush_left=False),
        *(padded(links, flush_left=True) for links in middles),
        [f"{sign} {number}" for sign, number in pairs],
    ]
    return list(zip(*columns, strict=True))


def padded(texts: Sequence[str], *, flush_left: bool) -> list[str]:
    """Texts filled up with blanks to the width of the widest."""
    width = max(map(cell_len, texts))
    blanks = [" " * (width - cell_len(text)) for text in texts]
    pairs = zip(texts, blanks, strict=True)
    return [text + blank if flush_left else blank + text for text, blank in pairs]


def side_by_side(widths: Sequence[int], room: int | None) -> Iterator[list[int]]:
    """Columns in groups that have room beside each other, each group of one at the least.

    Args:
        widths: The width of each column, its gap counted.
        room: What a group may take, or None where there is no end.
    """
    group: list[int] = []
    for column, width in enumerate(widths):
        if group and room is not None and sum(widths[n] for n in group) + width > room:
            yield group
            group = []
        group.append(column)
    if group:
        yield group


def bars(chart: Chart, length: int) -> list[tuple[str, str]]:
    """The band and the bar of each row of a chart, the longest of them `length` characters."""
    return [("▒" * round(band * length), "█" * round(bar * length)) for band, bar in chart.shares()]
