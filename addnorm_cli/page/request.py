"""What the reader wants to see, where it will be seen, and the pieces of what is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from addnorm_cli.messages import Language, has
from addnorm_cli.messages.ascii import spell
from addnorm_cli.model.naming import UNNAMED, Naming
from addnorm_cli.model.records import record, replaced

if TYPE_CHECKING:
    from collections.abc import Iterable

    from addnorm_cli.model.problem import Notice
    from addnorm_cli.page.select import Selection
    from addnorm_cli.trace.trace import Trace

Level = Literal["result", "steps", "full"]
"""The result alone, the steps as a table shows them, or every row worked out line by line."""
LEVELS: tuple[Level, ...] = get_args(Level)
PaperName = Literal["a4", "letter"]
"""What a document is printed on."""
PAPERS: tuple[PaperName, ...] = get_args(PaperName)


@record
class Pieces:
    """Bytes that are written piece by piece, each made when it is its turn.

    Attributes:
        each: The pieces.
        notices: What the reader is told beside them.
    """

    each: Iterable[bytes | memoryview]
    notices: tuple[Notice, ...] = ()


@record
class Request:
    """How a trace is to be written.

    Attributes:
        language: The language of its sentences.
        precision: Decimals of numbers that have to be rounded.
        selection: The steps, rows and columns to show.
        width: Columns of the terminal, or None where lines have no end.
        colour: Use colour.
        symbols: The output can show σ, √ and frames; otherwise they are spelled in ASCII.
        utf8: The output is UTF-8; otherwise what a program reads keeps to ASCII.
        level: How much of the work a page shows.
        hide_answers: Leave blanks to fill in where numbers are worked out.
        as_document: The page is to be handed in: it mentions no options.
        exact: Numbers are written as fractions and roots.
        naming: What the trace that is written calls its columns and rows.
        explain: The page says why each step is done.
        paper: What it is printed on, where it is a document that has pages.
    """

    language: Language
    precision: int
    selection: Selection
    width: int | None = None
    colour: bool = False
    symbols: bool = True
    utf8: bool = True
    level: Level = "steps"
    hide_answers: bool = False
    as_document: bool = False
    exact: bool = False
    naming: Naming = UNNAMED
    explain: bool = False
    paper: PaperName = "a4"

    def key(self, key: str) -> str:
        """The key of a sentence; where it names options, a document has one that does not."""
        own = f"{key}.document"
        return own if self.as_document and has(own) else key

    def spelled(self, text: str) -> str:
        """A text with the signs that the output can show."""
        return text if self.symbols else spell(text)

    def within(self, trace: Trace) -> Request:
        """The same for one of several traces: what it does not have cannot be selected there."""
        from addnorm_cli.page.select import within

        return replaced(self, selection=within(self.selection, trace), naming=trace.naming)
