"""Writes a trace as a page to read: for a terminal, for a pipe, or as a picture."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from addnorm_cli.formats import plain as plain_page
from addnorm_cli.formats.lines import Style
from addnorm_cli.messages.ascii import spell
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.records import replaced
from addnorm_cli.page.level import page
from addnorm_cli.page.page import Block, Book
from addnorm_cli.page.request import Request
from addnorm_cli.trace.trace import Trace

_ENDLESS = 100_000
"""A width that Rich never reaches: lines are broken here, where a number can be kept whole."""
_PICTURE_WIDTH = 92
_SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
    .{unique_id}-matrix {{
        font-family: Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace;
        font-size: {char_height}px;
        line-height: {line_height}px;
        font-variant-east-asian: full-width;
    }}
    {styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""Rich's picture of a terminal, with fonts that every machine has and nothing to fetch."""
_TEXT = lazily(
    r'(?P<before><text [^>]*textLength=")(?P<length>[\d.]+)(?P<after>"[^>]*>)(?P<text>[^<]+)<'
)


def table(trace: Trace, request: Request) -> Iterator[str]:
    """The page with frames and, in a terminal, with colour: one text for each part of it."""
    return _parts(trace, request, boxed=True)


def plain(trace: Trace, request: Request) -> Iterator[str]:
    """The page without frames and colour."""
    return _parts(trace, replaced(request, colour=False), boxed=False)


def table_book(book: Book, request: Request) -> Iterator[str]:
    """Several pages with frames and, in a terminal, with colour."""
    return _book(book, request, boxed=True)


def plain_book(book: Book, request: Request) -> Iterator[str]:
    """Several pages without frames and colour."""
    return _book(book, replaced(request, colour=False), boxed=False)


def _book(book: Book, request: Request, boxed: bool) -> Iterator[str]:
    yield from _drawn(book.front, request, boxed)
    for chapter in book.chapters:
        yield "\n"
        yield from _drawn(chapter, request, boxed)


def _parts(trace: Trace, request: Request, *, boxed: bool) -> Iterator[str]:
    return _drawn(page(trace, request), request, boxed)


def _drawn(blocks: Iterable[Block], request: Request, boxed: bool) -> Iterator[str]:
    style = _style(request, boxed)
    draw = _coloured(style) if request.colour else partial(plain_page.draw, style=style)
    return map(draw, blocks)


def _coloured(style: Style) -> Callable[[Block], str]:
    from rich.console import Console

    from addnorm_cli.formats import terminal

    out = io.StringIO()
    console = Console(
        file=out, width=_ENDLESS, force_terminal=True, highlight=False, legacy_windows=False
    )

    def draw(block: Block) -> str:
        terminal.draw(console, block, style)
        text = out.getvalue()
        out.seek(0)
        out.truncate()
        return text

    return draw


def _style(request: Request, boxed: bool) -> Style:
    ascii_only = not request.symbols
    return Style(
        width=request.width,
        boxed=boxed,
        spell=spell if ascii_only else str,
        ascii_only=ascii_only,
    )


def svg(trace: Trace, request: Request) -> str:
    """The page as a picture of a terminal."""
    from rich.cells import cell_len
    from rich.console import Console
    from rich.terminal_theme import MONOKAI

    from addnorm_cli.formats import terminal

    wide = replaced(request, width=_PICTURE_WIDTH, colour=False, symbols=True)
    text = "".join(_parts(trace, wide, boxed=True))
    width = max(cell_len(line) for line in text.splitlines()) + 1
    console = Console(
        file=io.StringIO(), width=width, record=True, force_terminal=True,
        color_system="truecolor", highlight=False, legacy_windows=False,
    )  # fmt: skip
    style = _style(wide, boxed=True)
    for block in page(trace, wide):
        terminal.draw(console, block, style)
    title = f"addnorm {trace.command}"
    picture = console.export_svg(title=title, theme=MONOKAI, code_format=_SVG, unique_id="addnorm")
    return _TEXT().sub(_with_wide_characters, picture)


def _with_wide_characters(found: re.Match[str]) -> str:
    """A piece of text with room for its Chinese characters, which Rich counts as one cell each."""
    from html import unescape

    from rich.cells import cell_len

    text = unescape(found["text"])
    if cell_len(text) <= len(text):
        return found[0]
    length = float(found["length"]) / len(text) * cell_len(text)
    return f"{found['before']}{length:g}{found['after']}{found['text']}<"
