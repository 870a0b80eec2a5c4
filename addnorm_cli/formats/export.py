"""Writes a page as DOCX and PDF: Markdown goes in, pandoc and typst make the document."""

from __future__ import annotations

import base64
import json
import re
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from addnorm_cli.formats import markdown, typeset, word
from addnorm_cli.formats.escape import one_line
from addnorm_cli.formats.figures import printed
from addnorm_cli.formats.paper import PAPER_SIZES, TABLE_WIDTH, pieces, title_of
from addnorm_cli.messages import LANGUAGES
from addnorm_cli.model.errors import InputError, OutputError
from addnorm_cli.model.problem import Notice
from addnorm_cli.page.page import Block, Book, Grid
from addnorm_cli.page.request import Pieces, Request

_READER = "commonmark+pipe_tables+tex_math_dollars"
"""What our Markdown uses; no raw HTML or LaTeX gets through."""
_OPTIONS = ("--columns=10000", "--quiet")
"""Pandoc wraps the cells of a table whose source is wider than that many columns."""
_WORD_WIDTH = 80
"""Characters of a table that fit beside each other in Word."""
_LATIN = "Libertinus Serif"
_SERIFS = ("Noto Serif CJK SC", "Source Han Serif SC", "Songti SC", "SimSun",
           "Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei")  # fmt: skip
_HAN = re.compile("[\u3400-\u9fff\U00020000-\U0003ffff]")
_HAS_HAN = re.compile(
    "CJK|Source Han|Noto S(ans|erif) (SC|TC|HK|JP)|Song|Sim(Sun|Hei)|Hei(ti)?|Ming|Kai|Fang"
    "|YaHei|JhengHei|WenQuanYi|Droid Sans Fallback|AR PL|Unifont|Hiragino|Gothic"
)
"""What fonts with Chinese letters are called."""
_TYPST = """\
#set document(title: {title})
#set page(paper: "{paper}", margin: (x: 20mm, y: 20mm), numbering: "1")
#set text(lang: "{language}", size: 10.5pt, font: ({fonts}))
#set par(leading: 0.65em)
#show heading: set block(above: 1.5em, below: 0.8em, sticky: true)
#show heading.where(level: 1): set text(size: 1.25em)
#set math.vec(delim: none, align: left)
#show math.vec: it => math.display(it)
#show math.equation: set text(font: ("New Computer Modern Math", {fonts}))
#show math.equation.where(block: true): it => pad(left: 1.5em, align(left, it))
#show math.equation.where(block: true): set block(above: 0.9em, below: 0.9em, breakable: true)
#show figure: set align(left)
#show figure: set block(above: 0.9em, below: 0.9em, breakable: true)
#show table: set text(number-width: "tabular", number-type: "lining")
#show table: it => {{
  show strong: bold => text(weight: "regular", stroke: 0.04em, bold.body)
  it
}}
#set table(inset: (x: 0.6em, y: 0.35em), stroke: none)
#show quote.where(block: true): set text(size: 0.93em, fill: luma(25%))
#show quote.where(block: true): set block(above: 0.9em, below: 0.9em)
#show raw.where(block: true): set text(font: ("DejaVu Sans Mono", {fonts}), size: 0.9em)
#let dot = symbol("⋅", ("op", "⋅"), ("c", "·"), ("circle", "⊙"), ("o", "⊙"))
"""
_TYPST_SHEET = f"""\
#set page(margin: (x: 20mm, y: 16mm))
#show heading: set block(above: 1.2em, below: 0.6em)
#show figure: set block(above: 0.6em, below: 0.6em)
#show table: set align(horizon)
#show "{typeset.BOX}": box(width: 22mm, height: 7mm, outset: (y: 0.8mm), stroke: 0.5pt)
#show "{typeset.LINE}": box(width: 100%, height: 3.6mm, stroke: (bottom: 0.3pt + luma(75%)))

"""
"""Boxes of 8.6 millimetres, lines that are 8 apart."""
_PICTURE = re.compile(r'image\("picture-(\d+)\.svg"')
_BITMAP = """\
#set page(width: 12cm, height: auto, margin: 0cm)
#image({picture}, width: 100%)
"""
_PICTURE_DATA = re.compile("data:[^)]*")
_MOST_WORD, _MOST_PDF = 1_000_000, 400_000
"""Characters of a document that pandoc and typst set within ten seconds and a gigabyte."""
_IN_LETTERS = re.compile(r"\\mathrm\{([A-Za-z]{2,})\}")
"""A word in a formula, which programs beside Word would set letter by letter."""
_DOTS = 192.0
"""So many dots to the inch are sharp in print."""


def docx(book: Book, request: Request) -> bytes:
    """A page or several as a Word document, with equations that Word can edit.

    Raises:
        InputError: pandoc is not installed.
        OutputError: The document would be too long.
    """
    fitted = _fitted(book, _WORD_WIDTH)
    text = markdown.document(fitted, medium="word", address=_bitmap_maker())
    _check_length(_PICTURE_DATA.sub("", text), _MOST_WORD)
    text = _IN_LETTERS.sub(r"\\text{\1}", text)
    language = ("-M", f"lang={LANGUAGES[request.language].region}")
    return word.tidied(_converted(text, "docx", language), PAPER_SIZES[request.paper])


def pdf(book: Book, request: Request) -> Pieces:
    """A page or several as a PDF; it says which font its Chinese is set in.

    Raises:
        InputError: pandoc or typst is not installed.
        OutputError: The document would be too long, typst could not set it, or has no font for
            its Chinese.
    """
    typst = _library("typst")
    pictures: list[str] = []

    def address(picture: str) -> str:
        pictures.append(picture)
        return f"picture-{len(pictures) - 1}.svg"

    text = markdown.document(_fitted(book, TABLE_WIDTH), medium="print", address=address)
    _check_length(text, _MOST_PDF)
    fonts = [_LATIN, *_chinese_font(text, typst)]
    body = typeset.tidied(_converted(_with_matrices(text), "typst").decode("utf-8"))
    drawn = [_bytes_of(_printed(picture, fonts[-1:])) for picture in pictures]
    body = _PICTURE.sub(lambda found: f"image({drawn[int(found[1])]}", body)
    head = _TYPST.format(
        title=json.dumps(one_line(title_of(book.front, "addnorm")), ensure_ascii=False),
        language=request.language,
        paper=PAPER_SIZES[request.paper].typst,
        fonts=", ".join(f'"{font}"' for font in fonts),
    )
    if typeset.BOX in body:
        head += _TYPST_SHEET
    head += f"{typeset.WHOLE}\n"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a font that this machine does not have
            written: bytes = typst.compile((head + body).encode("utf-8"), format="pdf")
    except RuntimeError as error:
        raise OutputError("document_failed", reason=one_line(str(error))[:200]) from None
    notices = (Notice(key="chinese_font", facts={"font": font}) for font in fonts[1:])
    return Pieces((written,), tuple(notices))


def _printed(picture: str, chinese: Sequence[str]) -> str:
    """A picture in the letters of the page; one with Chinese in a font that has them all."""
    return printed(picture, chinese if _HAN.search(picture) else [_LATIN])


def _bytes_of(svg: str) -> str:
    """A picture as it stands in the source of a typst document."""
    return f"bytes({json.dumps(svg, ensure_ascii=False)})"


def _bitmap_maker() -> markdown.Address | None:
    """What makes pictures that every word processor shows; None where there is no typst."""
    try:
        typst = import_module("typst")
    except ImportError:
        return None

    compiler = cache(typst.Compiler)  # looks for the fonts of the machine, once for all pictures

    def address(picture: str) -> str:
        source = _BITMAP.format(picture=_bytes_of(_printed(picture, _SERIFS))).encode("utf-8")
        bitmap: bytes = compiler().compile(input=source, format="png", ppi=_DOTS)
        return f"data:image/png;base64,{base64.b64encode(bitmap).decode('ascii')}"

    return address


def _check_length(text: str, most: int) -> None:
    if len(text) > most:
        raise OutputError("document_long", found=f"{len(text):,}", most=f"{most:,}")


def _chinese_font(text: str, typst: Any) -> list[str]:
    """The font that its Chinese is set in; none where there is no Chinese.

    Raises:
        OutputError: There is some, and no font of this machine has its letters.
    """
    if not _HAN.search(text):
        return []
    families = typst.Fonts().families()
    known = [font for font in _SERIFS if font in families]
    found = [*known, *filter(_HAS_HAN.search, families)]
    if not found:
        raise OutputError("no_chinese_font")
    return found[:1]


def _with_matrices(text: str) -> str:
    r"""Long sums as matrices without brackets: pandoc takes an `array` to pieces for typst."""
    return text.replace(r"\begin{array}{l}", r"\begin{pmatrix}").replace(
        r"\end{array}", r"\end{pmatrix}"
    )


def _fitted(book: Book, room: int) -> Book:
    """The pages with their tables in parts that fit on a sheet."""
    front, *chapters = (tuple(_parted(page, room)) for page in (book.front, *book.chapters))
    return Book(front, tuple(chapters))


def _parted(page: Sequence[Block], room: int) -> Iterator[Block]:
    for block in page:
        yield from pieces(block, room) if isinstance(block, Grid) else [block]


def _converted(text: str, to: str, options: Sequence[str] = ()) -> bytes:
    pandoc = _library("pypandoc", package="pypandoc_binary")
    try:
        written: str | bytes = pandoc.convert_text(
            text, to, format=_READER, outputfile="-", extra_args=[*_OPTIONS, *options]
        )
    except OSError:
        raise _missing("pypandoc_binary") from None
    except RuntimeError as error:
        raise OutputError("document_failed", reason=one_line(str(error))[:200]) from None
    return written.encode("utf-8") if isinstance(written, str) else written


def _library(name: str, package: str | None = None) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise _missing(package or name) from None


def _missing(package: str) -> InputError:
    return InputError("missing_extra", extra="export", library=package)
