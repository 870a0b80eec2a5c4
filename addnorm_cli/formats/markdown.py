"""Writes a page as Markdown with `$$` formulas, as GitHub, Typora, Obsidian and Jupyter read it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from typing import Literal

from rich.cells import cell_len

from addnorm_cli.formats import escape, typeset
from addnorm_cli.formats.figures import drawn
from addnorm_cli.formats.paper import WorkedLine, latex_lines, latex_sign, lines
from addnorm_cli.formats.plain import figure
from addnorm_cli.formats.units import units_of
from addnorm_cli.formula.notation import LATEX_BLANK, to_latex
from addnorm_cli.messages.ascii import spell
from addnorm_cli.model.records import record, replaced
from addnorm_cli.numbers.numfmt import BLANK, align
from addnorm_cli.page.page import (
    Answer,
    Block,
    Book,
    Boxes,
    Chart,
    Drawing,
    Formula,
    Grid,
    Header,
    Heading,
    Label,
    Reason,
    Remark,
    Room,
    Working,
)
from addnorm_cli.page.request import Request

Medium = Literal["screen", "print", "word"]
Spell = Callable[[str], str]
Address = Callable[[str], str]
_NOTHING = "\\text{\N{ZERO WIDTH SPACE}}\\quad"
"""Stands to the left of a sign of equality, where a program beside Word wants a number."""
_APART = "\N{ZERO WIDTH SPACE}" + 3 * "\N{NO-BREAK SPACE}"
"""Between a formula and what is said of it: programs beside Word drop a blank that comes first."""
_INDEXED = re.compile("[A-Za-z][₀-₉]+")
_DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_MARKS = {"check": "✓", "failed": "✗", "warning": "⚠"}
_SET_MARKS = {**_MARKS, "check": r"$\checkmark$"}
"""In type, letters of the text have no such mark of their own."""


@record
class Look:
    """How words and numbers are written.

    Attributes:
        spelled: Writes words with the signs that the output can show.
        medium: What the Markdown is for.
        depth: How many levels of headings stand above the page.
        address: Keeps a picture in SVG and says under which address; None where the characters
            stand for it.
    """

    spelled: Spell
    medium: Medium
    depth: int = 0
    address: Address | None = None

    @property
    def printed(self) -> bool:
        """Whether the page will be set in type, so that blanks have to be as wide as digits."""
        return self.medium != "screen"

    def heading(self, level: int, text: str) -> str:
        """A heading; the title of a page has level 1."""
        return f"{'#' * (level + self.depth)} {text}"

    def words(self, text: str) -> str:
        """A text as plain text; d₀ in mathematics where the page will be set in type."""
        if self.printed and _INDEXED.fullmatch(text):
            return f"${text[0]}_{{{text[1:].translate(_DIGITS)}}}$"
        return escape.markdown(self.spelled(text))

    def line(self, text: str) -> str:
        """Words that a line begins with."""
        return escape.markdown_line(self.spelled(text))

    def number(self, padded: str, *, strong: bool) -> str:
        """A cell; in type, blanks as wide as digits keep its decimal point in line."""
        digits = padded.strip()
        written = f"**{digits}**" if strong and digits else digits
        blanks = " " * (len(padded) - len(padded.rstrip()))
        if self.printed and blanks:
            width = len(blanks) if "." in digits else len(blanks) - 1
            blanks = "" if "." in digits else "\N{PUNCTUATION SPACE}"
            blanks += "\N{FIGURE SPACE}" * width
        return written + ("" if strong and not self.printed else blanks)


def write(book: Book, request: Request) -> str:
    """A page or several."""
    return document(book, symbols=request.symbols)


def document(
    book: Book, *, symbols: bool = True, medium: Medium = "screen", address: Address | None = None
) -> str:
    """A page or several.

    Args:
        book: What is to be written.
        symbols: Write σ and √ in words as they are, not spelled in ASCII.
        medium: What it is for: to be read as Markdown, or to be made into print or a Word file.
        address: Keeps a picture in SVG and says under which address.
    """
    look = Look(str if symbols else spell, medium, address=address)
    parts: list[str] = []
    for number, unit in enumerate(units_of(book)):
        if number and look.printed:
            parts.append(typeset.SPLIT)
        for placed in unit:
            inside = replaced(look, depth=placed.depth)
            parts += _parts(placed.block, placed.level, placed.is_result, inside)
    return "\n".join(_joined(parts)) + "\n"


def _joined(parts: Sequence[str]) -> Iterator[str]:
    """Parts with an empty line between them, but for the items of one list."""
    before = ""
    for part in parts:
        if before and not (before.startswith("- ") and part.startswith("- ")):
            yield ""
        yield part
        before = part


def _parts(block: Block, level: int, is_result: bool, look: Look) -> Iterator[str]:
    match block:
        case Header(title, formula, facts):
            yield look.heading(1, look.words(title))
            if formula:
                yield f"*{look.words(formula)}*"
            yield from (f"- {look.line(fact)}" for fact in facts)
        case Heading(text, deeper):
            yield look.heading(2 + deeper, look.words(text))
        case Reason(text=text):
            yield f"> {look.line(text)}"
        case Working():
            yield look.heading(level, f"{block.number}. {look.words(block.headline)}")
            yield from _working(block, look)
        case Grid():
            yield from _grid(block, is_result, look)
        case Boxes():
            blank = look.words(BLANK)
            box = typeset.BOX if look.printed else blank
            table = _grid(replaced(block.grid(), words=True), False, look)
            yield from (part.replace(blank, box) for part in table)
        case Room(lines):
            line = typeset.LINE if look.printed else "&nbsp;"
            yield "\n\n".join([line] * lines)
        case Chart() | Drawing():
            yield f"**{look.words(block.caption)}**"
            pictures = () if look.address is None else drawn(block)
            yield from (_image(picture, look) for picture in pictures)
            if not pictures:
                yield _fenced(block, look)
        case Remark("note", text):
            yield look.line(text)
        case Remark(kind, text):
            mark = (_SET_MARKS if look.medium == "print" else _MARKS)[kind]
            yield f"- {mark} {look.words(text)}"
        case Answer():
            yield look.heading(2, look.words(block.title))
            lead = f"{_label(block.name, look)} {look.words(block.sign)}"
            yield from (f"**{lead} {look.words(row)}**" for row in block.rows)


def _working(working: Working, look: Look) -> Iterator[str]:
    if working.formula is not None:
        yield _display(working.formula.latex())
    if working.reason:
        yield f"> {look.line(working.reason.text)}"
    if working.chains:
        rows = lines(working.chains, working.asides, to_latex, latex_sign)
        if look.medium == "word":
            yield from (_display(_for_word(row)) for row in rows)
        else:
            yield _display(latex_lines(rows, str))
    if working.note:
        yield look.line(working.note)


def _for_word(line: WorkedLine) -> str:
    """A worked line by itself: programs beside Word cannot read a column of them."""
    row = " ".join(line.cells if line.cells[0] else (_NOTHING, *line.cells[1:]))
    row = row.replace(LATEX_BLANK, rf"\text{{{escape.markdown(BLANK * 2)}}}")
    return rf"{row} \text{{{_APART}{line.aside}}}" if line.aside else row


def _display(formula: str) -> str:
    """A formula on lines of its own, where Markdown leaves its backslashes alone."""
    return f"$$\n{_allowed(formula)}\n$$"


def _allowed(formula: str) -> str:
    r"""LaTeX that GitHub shows: it refuses `\operatorname`."""
    return formula.replace(r"\operatorname{", r"\mathrm{")


def _label(label: Label, look: Look) -> str:
    if not isinstance(label, Formula):
        return look.words(label)
    before, after = look.words(label.before), look.words(label.after)
    return f"{before} ${_allowed(label.latex())}$ {after}".strip()


def _fenced(block: Chart | Drawing, look: Look) -> str:
    """A drawing in characters of one width, which no Markdown looks into."""
    inner = "\n".join(map(escape.visible, figure(block, look.spelled)))
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", inner)), default=0))
    return f"{fence}text\n{inner}\n{fence}"


def _image(picture: str, look: Look) -> str:
    """A picture, and its title for those who do not see it."""
    assert look.address is not None
    title = unescape(picture[picture.index("<title>") + 7 : picture.index("</title>")])
    return f"![{look.words(title)}]({look.address(picture)})"


def _grid(grid: Grid, is_result: bool, look: Look) -> Iterator[str]:
    """A pipe table; padded, so that it can be read as it stands too."""
    if grid.caption is not None:
        caption = _label(grid.caption, look)
        yield look.heading(2, caption) if is_result else f"**{caption}**"
    columns = [_padded(["", *(_label(row.label, look) for row in grid.rows)], left=True)]
    for n, head in enumerate(grid.columns):
        cells = [look.words(row.cells[n]) for row in grid.rows]
        words = grid.is_words(n)
        if not words:
            pairs = zip(align(cells), grid.rows, strict=True)
            cells = [look.number(cell, strong=row.strong) for cell, row in pairs]
        columns.append(_padded([_label(head, look), *cells], left=words))
    heads, *rows = [f"| {' | '.join(row)} |" for row in zip(*columns, strict=True)]
    rules = [":" + "-" * (cell_len(columns[0][0]) - 1)]
    for n, column in enumerate(columns[1:]):
        rule = "-" * (cell_len(column[0]) - 1)
        rules.append(f":{rule}" if grid.is_words(n) else f"{rule}:")
    yield "\n".join([heads, f"| {' | '.join(rules)} |", *rows])
    if grid.note:
        yield look.line(grid.note)


def _padded(cells: Sequence[str], *, left: bool) -> list[str]:
    """The cells of a column in one width."""
    width = max(3, *map(cell_len, cells))
    blanks = [" " * (width - cell_len(cell)) for cell in cells]
    pairs = zip(cells, blanks, strict=True)
    return [cell + blank if left else blank + cell for cell, blank in pairs]
