"""The table of formats: their names, the file endings that ask for them, and who writes them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, cast

from addnorm_cli.model.choices import unknown
from addnorm_cli.model.errors import InputError, OutputError
from addnorm_cli.model.records import record
from addnorm_cli.page.request import Pieces

if TYPE_CHECKING:
    from addnorm_cli.page.page import Book as PageBook
    from addnorm_cli.page.request import Request
    from addnorm_cli.trace.trace import Trace
    from addnorm_cli.trace.workbook import Classroom, Workbook

Written = str | bytes | Pieces | Iterator[str]


@record
class Format:
    """One way to write a trace.

    Attributes:
        module: The module of the package that writes it, imported when it is needed.
        function: The function in it, which takes a page where a person reads the format, else the
            trace.
        endings: The file endings that ask for it.
        on_stdout: Whether `-f` takes it; the others are for files alone.
        is_page: Whether a person reads it, so that it has levels and blanks.
        book: Whether it has room for several answers in one document.
        book_function: The function that writes them, where it is no page.
        is_document: Whether its pages are handed in, rather than looked at.
        is_printed: Whether it is laid out for paper of some size.
        is_quiz: Whether it asks, and checks what is answered, so that it is a sheet but no key.
        result_only: Whether it has no use for the steps.
        most_numbers: How many numbers of steps it writes at most, where it writes every one.
    """

    module: str
    function: str = "write"
    endings: tuple[str, ...] = ()
    on_stdout: bool = True
    is_page: bool = False
    book: bool = False
    book_function: str = "write_book"
    is_document: bool = False
    is_printed: bool = False
    is_quiz: bool = False
    result_only: bool = False
    most_numbers: int | None = None

    def write(self, trace: Trace, request: Request) -> Written:
        """Write `trace` as `request` asks."""
        if not self.is_page:
            return self._named(self.function)(trace, request)
        from addnorm_cli.page.level import page
        from addnorm_cli.page.page import Book

        return self._named(self.function)(Book(tuple(page(trace, request))), request)

    def write_book(self, workbook: Workbook, request: Request) -> Written:
        """Write `workbook` as one document; the format must have room for a book."""
        if not self.is_page:
            return self._named(self.book_function)(workbook, request)
        from addnorm_cli.page.book import book_of

        return self._named(self.function)(book_of(workbook, request), request)

    def write_pages(self, book: PageBook, request: Request) -> Written:
        """Write a document that is laid out already; the format must have room for a book."""
        return self._named(self.function)(book, request)

    def write_key(self, group: Classroom, request: Request) -> Written:
        """Write the key of a class as one document; the format must have room for a book."""
        if not self.is_page:
            return self._named("write_book")(group.as_one(), request)
        from addnorm_cli.page.book import key_of

        return self._named(self.function)(key_of(group, request), request)

    def _named(self, function: str) -> Callable[..., Written]:
        module = import_module(f"addnorm_cli.{self.module}")
        return cast("Callable[..., Written]", getattr(module, function))


_MOST_ASKED = 2_000
"""So many blanks nobody fills in."""


def _document(
    module: str,
    function: str = "write",
    *,
    endings: tuple[str, ...],
    on_stdout: bool = True,
    is_printed: bool = True,
) -> Format:
    return Format(
        module=module,
        function=function,
        endings=endings,
        on_stdout=on_stdout,
        is_page=True,
        book=True,
        is_document=True,
        is_printed=is_printed,
    )


FORMATS: dict[str, Format] = {
    "table": Format("formats.text", is_page=True, book=True),
    "plain": Format("formats.plain", endings=(".txt",), is_page=True, book=True),
    "json": Format("data.json", endings=(".json",), book=True, most_numbers=20_000_000),
    "csv": Format("data.csv", endings=(".csv",), book=True, most_numbers=2_000_000),
    "markdown": _document("formats.markdown", endings=(".md",), is_printed=False),
    "latex": _document("formats.latex", endings=(".tex",)),
    "html": _document("formats.html", endings=(".html", ".htm")),
    "moodle": Format(
        "homework.moodle", endings=(".xml",), book=True, is_quiz=True, most_numbers=_MOST_ASKED
    ),
    "gift": Format(
        "homework.moodle",
        "write_gift",
        endings=(".gift",),
        book=True,
        book_function="write_gift_book",
        is_quiz=True,
        most_numbers=_MOST_ASKED,
    ),
    "practice": Format(
        "homework.practice", on_stdout=False, book=True, is_quiz=True, most_numbers=_MOST_ASKED
    ),
    "numpy": Format("script.code", "numpy_script", endings=(".py",)),
    "pytorch": Format("script.code", "pytorch_script"),
    "docx": _document("formats.export", "docx", endings=(".docx",), on_stdout=False),
    "pdf": _document("formats.export", "pdf", endings=(".pdf",), on_stdout=False),
    "svg": Format("formats.svg", endings=(".svg",), on_stdout=False, is_page=True),
    "npy": Format("data.npy", endings=(".npy",), on_stdout=False, result_only=True),
    "quiet": Format("data.quiet", on_stdout=False, book=True),
}


def fitting(*, book: bool = False, for_people: bool = False) -> dict[str, Format]:
    """The formats that can be asked for.

    Args:
        book: Only those that have room for several answers.
        for_people: Only those that a person reads, or fills in.
    """
    return {
        name: known
        for name, known in FORMATS.items()
        if (known.book or not book) and (known.is_page or known.is_quiz or not for_people)
    }


def for_marks() -> dict[str, Format]:
    """The formats that the marks of a class can be written in."""
    return {
        name: known
        for name, known in fitting(book=True).items()
        if known.is_page or name in ("json", "csv")
    }


def format_name(form: Format) -> str:
    """The name of a format."""
    return next(name for name, known in FORMATS.items() if known is form)


def by_name(name: str, among: Mapping[str, Format] = FORMATS) -> Format:
    """The format that `-f` names; `among` are those that an error lists.

    Raises:
        InputError: There is none of that name, or it is written to files alone.
    """
    known = FORMATS.get(name)
    if known is not None and known.on_stdout:
        return known
    if known is not None and known.endings:
        raise InputError("format_for_files", where="--format", format=name, ending=known.endings[0])
    listed = [each for each, form in among.items() if form.on_stdout]
    raise unknown("choice", name, listed, "--format")


def by_ending(path: str, among: Mapping[str, Format] = FORMATS) -> Format:
    """The format that the ending of a file name asks for; `among` are those that an error lists.

    Raises:
        OutputError: The ending asks for none, or it is the name of a folder.
    """
    ending = PurePath(path).suffix.lower()
    for known in FORMATS.values():
        if ending in known.endings:
            return known
    if path.endswith(("/", os.sep)) or Path(path).is_dir():
        raise OutputError("output_folder", where=path)
    endings = tuple(e for f in among.values() for e in f.endings)
    raise OutputError("unknown_ending", where=path, ending=ending, choices=endings)
