"""What the options ask to see of an answer: its format, its place, and how much of it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from addnorm_cli.cli.output import put
from addnorm_cli.cli.streams import is_utf8, language_on, symbols_in
from addnorm_cli.formats.destinations import is_stdout, is_stream
from addnorm_cli.formats.formats import FORMATS, Format, by_ending, by_name, fitting, format_name
from addnorm_cli.messages import Language
from addnorm_cli.model.choices import choose
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.printing import printable
from addnorm_cli.model.records import record, replaced
from addnorm_cli.numbers.numfmt import DEFAULT_PRECISION, MAX_PRECISION
from addnorm_cli.page.forms import check_exact
from addnorm_cli.page.request import LEVELS, PAPERS, PaperName, Request
from addnorm_cli.page.select import Selection, check_page, check_text, checked
from addnorm_cli.trace.trace import Trace

if TYPE_CHECKING:
    from addnorm_cli.inputs.reader import Reader


@record
class Target:
    """A format, and the file that it goes to (None for stdout)."""

    format: Format
    path: str | None


def request_for(
    options: Options, language: Language, *, book: bool = False, for_people: bool = False
) -> tuple[Request, Target]:
    """What the options ask to see, and where.

    Args:
        options: The options, as they were typed.
        language: The language of the answer.
        book: Several answers are to be written as one document.
        for_people: A person is to read them, or to fill them in.

    Raises:
        InputError: An option has no such value, or contradicts another.
        OutputError: The file's ending asks for no format.
    """
    among = fitting(book=book, for_people=for_people)
    path = None if options.output is None or is_stdout(options.output) else options.output
    target = Target(_format(options, path, among), path)
    if options.interactive:
        target = _interactive(target)
    if target.format not in among.values():
        key = "no_sheet" if for_people else "no_book"
        name = format_name(target.format)
        raise InputError(key, where=target.path, format=name, choices=tuple(among))
    selection = Selection(
        only=tuple(options.only or ()),
        **_row(options.row),
        columns=_columns(options.cols),
        full=options.full,
    )
    precision = _whole("--precision", options.precision)
    if precision is not None and not 0 <= precision <= MAX_PRECISION:
        raise InputError("precision", where="--precision", value=precision, most=MAX_PRECISION)
    request = Request(
        language=language,
        precision=DEFAULT_PRECISION if precision is None else precision,
        selection=selection,
        as_document=target.format.is_document,
        **_reading(options, target.format),
    )
    other = "--hand" if options.hand else "--dtype" if options.dtype else ""
    if options.exact and other:
        raise InputError("exact_rounded", where="--exact", other=other)
    request = replaced(request, exact=options.exact)
    return (request if target.path else _for_stdout(request)), target


def _format(options: Options, path: str | None, among: Mapping[str, Format]) -> Format:
    asked = ["--json"] * options.json + ["--quiet"] * options.quiet
    if options.format is not None:
        asked.append(f"--format {options.format}")
    if len(asked) > 1 and not (options.json and options.format == "json" and not options.quiet):
        raise InputError("formats_clash", where=", ".join(asked))
    if options.quiet:
        return FORMATS["quiet"]
    if options.json:
        return FORMATS["json"]
    if options.format is not None:
        return by_name(options.format, among)
    if path is None or (is_stream(path) and not PurePath(path).suffix):
        return FORMATS["table"]
    return by_ending(path, among)


def _interactive(target: Target) -> Target:
    """The page to practise on in place of the one to read."""
    if target.format is not FORMATS["html"]:
        name = format_name(target.format)
        raise InputError("not_interactive", where="--interactive", format=name)
    return replaced(target, format=FORMATS["practice"])


def _reading(options: Options, chosen: Format) -> dict[str, Any]:
    """How much a page shows, and whether with its answers; other formats have no such choice."""
    asked = ["--level"] * (options.level is not None) + ["--hide-answers"] * options.hide_answers
    if asked and not (chosen.is_page or chosen.is_quiz):
        name = format_name(chosen)
        pages = tuple(name for name, known in FORMATS.items() if known.is_page)
        raise InputError("not_a_page", where=asked[0], option=asked[0], format=name, choices=pages)
    if options.hide_answers and options.expect:
        raise InputError("expect_hidden", where="--expect, --hide-answers")
    return {
        "level": choose(options.level or "steps", LEVELS, "--level"),
        "hide_answers": options.hide_answers,
        "paper": paper_for(options, [chosen]),
    }


def paper_for(options: Options, formats: Sequence[Format]) -> PaperName:
    """The paper that documents of these formats are printed on.

    Raises:
        InputError: There is no such paper, or it is asked for and none of them has pages.
    """
    if options.paper and not any(form.is_printed for form in formats):
        printed = tuple(name for name, known in FORMATS.items() if known.is_printed)
        name = format_name(formats[0])
        raise InputError("no_pages", where="--paper", format=name, choices=printed)
    return choose(options.paper or "a4", PAPERS, "--paper")


def _for_stdout(request: Request) -> Request:
    """The request, fitted to what stdout is: its width, its colours, its alphabet."""
    terminal = sys.stdout.isatty()
    return replaced(
        request,
        language=language_on(sys.stdout, request.language),
        width=_width(terminal),
        colour=_colour(terminal),
        symbols=symbols_in(sys.stdout),
        utf8=is_utf8(sys.stdout),
    )


def _width(terminal: bool) -> int | None:
    """The columns of a terminal; a pipe has none unless COLUMNS is set."""
    if terminal:
        return shutil.get_terminal_size().columns
    columns = os.environ.get("COLUMNS", "")
    return int(columns) or None if columns.isdecimal() else None


def _colour(terminal: bool) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return terminal and os.environ.get("TERM") != "dumb"


def _whole(option: str, text: str | None) -> int | None:
    if text is None:
        return None
    digits = text.strip().replace("\N{MINUS SIGN}", "-")
    if not _is_whole(digits) or len(digits) > 9:
        raise InputError("not_whole", where=option, value=text)
    return int(digits)


def _is_whole(text: str) -> bool:
    return text.replace("\N{MINUS SIGN}", "-").removeprefix("-").isdecimal()


def _row(text: str | None) -> dict[str, Any]:
    """A row by its number, or by the name that the problem gives it."""
    name = printable(text or "")
    if not name or _is_whole(name):
        return {"row": _whole("--row", text)}
    return {"token": name}


def _columns(text: str | None) -> tuple[int | None, int | None] | None:
    if text is None:
        return None
    first, colon, last = text.partition(":")
    if not colon:
        raise InputError("columns", where="--cols", value=text)
    return _whole("--cols", first or None), _whole("--cols", last or None)


def emit(
    trace: Trace, request: Request, target: Target, reader: Reader, *, pause: bool = False
) -> None:
    """Write `trace` to its target.

    Raises:
        InputError: The selection names something that the trace does not have.
        OutputError: The file was read, is protected, or cannot be written.
    """
    request = replaced(request, selection=checked(request.selection, trace))
    if request.exact:
        check_exact(trace)
    if target.format.is_page:
        check_page(trace, request.selection, every_row=request.level == "full")
    elif target.format.most_numbers is not None:
        check_text(trace, request.selection, target.format.most_numbers)
    written = target.format.write(trace, request)
    put([(written, target.path)], reader, request.language, pause=pause)
