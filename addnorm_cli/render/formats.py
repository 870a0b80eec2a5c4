"""The table of formats: their names, the file endings that ask for them, and who writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, cast

from addnorm_cli.choices import choose
from addnorm_cli.errors import OutputError
from addnorm_cli.records import record
from addnorm_cli.render.request import Request
from addnorm_cli.trace import Trace

if TYPE_CHECKING:
    from addnorm_cli.workbook import Workbook

Written = str | bytes | Iterator[str]


@record
class Format:
    """One way to write a trace.

    Attributes:
        module: The module of `addnorm_cli.render` that writes it, imported when it is needed.
        function: The function in it.
        endings: The file endings that ask for it.
        on_stdout: Whether `-f` takes it; the others are for files alone.
        is_page: Whether a person reads it, so that it has levels and blanks.
        book: The function that writes several answers as one document, or "" for none.
    """

    module: str
    function: str = "write"
    endings: tuple[str, ...] = ()
    on_stdout: bool = True
    is_page: bool = False
    book: str = ""

    def write(self, trace: Trace, request: Request) -> Written:
        """Write `trace` as `request` asks."""
        writer: Callable[[Trace, Request], Written] = self._named(self.function)
        return writer(trace, request)

    def write_book(self, workbook: Workbook, request: Request) -> Written:
        """Write `workbook` as one document; the format must have a `book`."""
        writer = self._named(self.book)
        if not self.is_page:
            return cast("Written", writer(workbook, request))
        from addnorm_cli.render.book import book_of

        return cast("Written", writer(book_of(workbook, request), request))

    def _named(self, function: str) -> Callable[..., Any]:
        module = import_module(f"addnorm_cli.render.{self.module}")
        return cast("Callable[..., Any]", getattr(module, function))


FORMATS: dict[str, Format] = {
    "table": Format("pages", "table", is_page=True, book="table_book"),
    "plain": Format("pages", "plain", endings=(".txt",), is_page=True, book="plain_book"),
    "json": Format("json", endings=(".json",), book="write_book"),
    "csv": Format("csv", endings=(".csv",)),
    "markdown": Format("markdown", endings=(".md",), is_page=True, book="write_book"),
    "latex": Format("latex", endings=(".tex",), is_page=True, book="write_book"),
    "html": Format("html", endings=(".html", ".htm"), is_page=True, book="write_book"),
    "numpy": Format("code", "numpy_script", endings=(".py",)),
    "pytorch": Format("code", "pytorch_script"),
    "docx": Format(
        "export", "docx", endings=(".docx",), on_stdout=False, is_page=True, book="docx_book"
    ),
    "pdf": Format(
        "export", "pdf", endings=(".pdf",), on_stdout=False, is_page=True, book="pdf_book"
    ),
    "svg": Format("pages", "svg", endings=(".svg",), on_stdout=False, is_page=True),
    "npy": Format("npy", endings=(".npy",), on_stdout=False),
    "quiet": Format("quiet", on_stdout=False, book="write_book"),
}


def by_name(name: str) -> Format:
    """The format that `-f` names.

    Raises:
        InputError: There is none of that name.
    """
    choices = [n for n, f in FORMATS.items() if f.on_stdout]
    return FORMATS[choose(name, choices, "--format")]


def by_ending(path: str) -> Format:
    """The format that the ending of a file name asks for.

    Raises:
        OutputError: The ending asks for none.
    """
    ending = PurePath(path).suffix.lower()
    for known in FORMATS.values():
        if ending in known.endings:
            return known
    endings = ", ".join(e for f in FORMATS.values() for e in f.endings)
    raise OutputError("unknown_ending", where=path, ending=ending, choices=endings)
