"""Fits text into columns: breaks lines without ever breaking a number."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

_CLOSING = "，。；：、）】》！？"


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
        wide = cell_len(character) > 1
        breaks = wide and character not in _CLOSING
        if piece and (
            breaks or (piece[-1] == " " and character != " ") or _ends_wide(piece, character)
        ):
            yield piece
            piece = ""
        piece += character
    if piece:
        yield piece


def _ends_wide(piece: str, following: str) -> bool:
    return cell_len(piece[-1]) > 1 and following not in _CLOSING and following != " "
