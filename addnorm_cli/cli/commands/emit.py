"""Where an answer goes: to a terminal, into a pipe, or into a file that is whole or not there."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from addnorm_cli.cli.options import Calculation
from addnorm_cli.cli.streams import fitted, is_utf8, spoken_on, symbols_in
from addnorm_cli.formats.formats import (
    FORMATS,
    Format,
    Written,
    by_ending,
    by_name,
    fitting,
    name_of,
)
from addnorm_cli.messages import Language, say
from addnorm_cli.model.choices import choose
from addnorm_cli.model.errors import InputError, OutputError
from addnorm_cli.model.records import record, replaced
from addnorm_cli.numbers.numfmt import DEFAULT_PRECISION, MAX_PRECISION
from addnorm_cli.page.request import LEVELS, Request
from addnorm_cli.page.select import Selection, checked
from addnorm_cli.trace.trace import Trace

_WIPE_LINE_ABOVE = "\x1b[1A\x1b[2K"


@record
class Target:
    """A format, and the file that it goes to (None for stdout)."""

    format: Format
    path: str | None


def request_for(
    options: Calculation, language: Language, *, book: bool = False, for_people: bool = False
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
    target = Target(_format(options, among), None if options.output == "-" else options.output)
    if target.format not in among.values():
        key = "no_sheet" if for_people else "no_book"
        name = name_of(target.format)
        raise InputError(key, where=target.path, format=name, choices=", ".join(among))
    selection = Selection(
        only=tuple(options.only or ()),
        row=_whole("--row", options.row),
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
    return (request if target.path else _for_stdout(request)), target


def _format(options: Calculation, among: Mapping[str, Format]) -> Format:
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
    if options.output not in (None, "-"):
        return by_ending(str(options.output), among)
    return FORMATS["table"]


def _reading(options: Calculation, chosen: Format) -> dict[str, Any]:
    """How much a page shows, and whether with its answers; other formats have no such choice."""
    asked = ["--level"] * (options.level is not None) + ["--hide-answers"] * options.hide_answers
    if asked and not chosen.is_page:
        name = name_of(chosen)
        pages = ", ".join(name for name, known in FORMATS.items() if known.is_page)
        raise InputError("not_a_page", where=asked[0], option=asked[0], format=name, choices=pages)
    level = choose(options.level or "steps", LEVELS, "--level")
    return {"level": level, "hide_answers": options.hide_answers}


def _for_stdout(request: Request) -> Request:
    """The request, fitted to what stdout is: its width, its colours, its alphabet."""
    terminal = sys.stdout.isatty()
    return replaced(
        request,
        language=spoken_on(sys.stdout, request.language),
        width=shutil.get_terminal_size().columns if terminal else None,
        colour=_colour(terminal),
        symbols=symbols_in(sys.stdout),
        utf8=is_utf8(sys.stdout),
    )


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
    if not digits.removeprefix("-").isdecimal() or len(digits) > 9:
        raise InputError("not_whole", where=option, value=text)
    return int(digits)


def _columns(text: str | None) -> tuple[int | None, int | None] | None:
    if text is None:
        return None
    first, colon, last = text.partition(":")
    if not colon:
        raise InputError("columns", where="--cols", value=text)
    return _whole("--cols", first or None), _whole("--cols", last or None)


def emit(trace: Trace, request: Request, target: Target, *, pause: bool = False) -> None:
    """Write `trace` to its target.

    Raises:
        InputError: The selection names something that the trace does not have.
        OutputError: The file cannot be written.
    """
    request = replaced(request, selection=checked(request.selection, trace))
    written = target.format.write(trace, request)
    put(written, target.path, request.language, pause=pause)


def check_not_read(target: Target, arguments: Sequence[str]) -> None:
    """Refuse to put an answer in the place of what it is read from.

    Raises:
        OutputError: The target is one of the files that the arguments name.
    """
    from addnorm_cli.inputs.files import split_path

    if target.path is None:
        return
    for argument in arguments:
        for text in (argument, argument.partition("=")[2]):
            path, _ = split_path(text) or (text, None)
            if _is_same(path, target.path):
                raise OutputError("output_is_input", where=target.path)


def _is_same(path: str, other: str) -> bool:
    try:
        return bool(path) and Path(path).is_file() and Path(path).samefile(other)
    except (OSError, ValueError):
        return False


def put(written: Written, path: str | None, language: Language, *, pause: bool = False) -> None:
    """Write what a format has made to a file, or to stdout where `path` is None.

    Raises:
        OutputError: The file cannot be written.
    """
    if path is not None:
        _to_file(path, written)
    elif isinstance(written, bytes):
        sys.stdout.buffer.write(written)
    elif isinstance(written, str):
        _to_stdout(written)
    else:
        _by_parts(written, pause and _interactive(), language)


def _interactive() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _by_parts(parts: Iterator[str], pause: bool, language: Language) -> None:
    if not pause:
        _to_stdout("".join(parts))
        return
    for number, part in enumerate(parts):
        # what belongs to the part before it, such as a self-check, has no blank line above it
        if number and part.startswith("\n") and not _goes_on(language):
            return
        _to_stdout(part)


def _goes_on(language: Language) -> bool:
    """Wait for Enter, and wipe the question away; False for the end of input."""
    sys.stderr.write(say(language, "pause"))
    sys.stderr.flush()
    try:
        answered = bool(sys.stdin.readline())
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        raise
    sys.stderr.write(_WIPE_LINE_ABOVE if answered and sys.stderr.isatty() else "\n")
    sys.stderr.flush()
    return answered


def _to_stdout(text: str) -> None:
    try:
        sys.stdout.write(fitted(sys.stdout, text))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError("cannot_write", where="stdout", reason=error.strerror or "") from None


def _to_file(path: str, written: Written) -> None:
    """Write the file whole or not at all; a device or a pipe is written to as it is."""
    if not isinstance(written, (str, bytes)):
        written = "".join(written)
    data = written.encode("utf-8", "backslashreplace") if isinstance(written, str) else written
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file() and not target.is_dir():
            target.write_bytes(data)
        else:
            _replace(target, data)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise OutputError("cannot_write", where=path, reason=reason or str(error)) from None


def _replace(target: Path, data: bytes) -> None:
    import tempfile

    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mode = target.stat().st_mode if target.exists() else 0o666 & ~_umask()
        os.chmod(name, mode & 0o777)  # noqa: PTH101
        os.replace(name, target)  # noqa: PTH105
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
