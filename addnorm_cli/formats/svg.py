"""Writes a page as the picture of a terminal."""

from __future__ import annotations

import io
import re
from html import unescape

from rich.cells import cell_len
from rich.console import Console
from rich.terminal_theme import MONOKAI

from addnorm_cli.formats.text import draw
from addnorm_cli.formats.text_lines import ENDLESS
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.records import replaced
from addnorm_cli.page.page import Book
from addnorm_cli.page.request import Request

_WIDTH = 92
_ASPECT = 0.602
"""Of a letter of Menlo or DejaVu: a viewer that does not stretch text gets straight frames too."""
_PICTURE = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
    .{unique_id}-matrix {{
        font-family: Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace;
        font-size: {char_height}px;
        line-height: {line_height}px;
        font-variant-east-asian: full-width;
    }}
    .{unique_id}-title {{ font: bold 16px Helvetica, Arial, "DejaVu Sans", sans-serif; }}
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
<g class="{unique_id}-matrix" xml:space="preserve">
{matrix}
</g>
</g>
</svg>
"""
"""Rich's picture of a terminal, with fonts that every machine has and nothing to fetch."""
_TEXT = lazily(
    r'(?P<before><text [^>]*textLength=")(?P<length>[\d.]+)(?P<after>"[^>]*>)(?P<text>[^<]+)<'
)


def write(book: Book, request: Request) -> str:
    """A page; there is no picture of several."""
    request = replaced(request, width=_WIDTH, symbols=True)
    console = Console(
        file=io.StringIO(), width=ENDLESS, record=True, force_terminal=True,
        color_system="truecolor", legacy_windows=False, soft_wrap=True,
    )  # fmt: skip
    for block in book.front:
        draw(console, block, request)
    drawn = console.export_text(clear=False)
    console.width = max(map(cell_len, drawn.splitlines())) + 1
    picture = console.export_svg(
        title="addnorm", theme=MONOKAI, code_format=_PICTURE, font_aspect_ratio=_ASPECT,
        unique_id="addnorm",
    )  # fmt: skip
    return _TEXT().sub(_with_wide_characters, picture)


def _with_wide_characters(found: re.Match[str]) -> str:
    """A piece of text with room for its Chinese characters, which Rich counts as one cell each."""
    text = unescape(found["text"])
    length = float(found["length"]) / len(text) * cell_len(text)
    return f"{found['before']}{length:g}{found['after']}{found['text']}<"
