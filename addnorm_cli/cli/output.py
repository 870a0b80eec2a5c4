"""Where an answer goes: to a terminal, into a pipe, or into a file that is whole or not there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING

from addnorm_cli.cli.signals import EndedError, tidying_up
from addnorm_cli.cli.streams import fitted, tell
from addnorm_cli.formats.destinations import descriptor_of, is_stream
from addnorm_cli.messages import Language, say
from addnorm_cli.model.errors import OutputError
from addnorm_cli.page.request import Pieces

if TYPE_CHECKING:
    from addnorm_cli.formats.formats import Written
    from addnorm_cli.inputs.reader import Reader

_WIPE_LINE_ABOVE = "\x1b[1A\x1b[2K"
_WRITE_BITS = 0o222


def put(
    papers: Sequence[tuple[Written, str | None]],
    reader: Reader,
    language: Language,
    *,
    pause: bool = False,
) -> None:
    """Write what a format has made to files, or to stdout; nothing until all may be written.

    Args:
        papers: Each text and its path, which is None for stdout.
        reader: Knows which files were read.
        language: The language of the question that `pause` asks.
        pause: Wait for Enter after each part that goes to a terminal.

    Raises:
        OutputError: A file was read, is protected, or cannot be written.
    """
    for _, path in papers:
        if path is not None:
            _check_place(path, reader)
    for written, path in papers:
        if path is not None:
            _to_file(path, written)
        else:
            _to_stdout(written, language, pause=pause and _interactive())
    told = (notice for each, _ in papers if isinstance(each, Pieces) for notice in each.notices)
    for text in dict.fromkeys(say(language, f"notice.{n.key}", **n.facts) for n in told):
        tell(text)


def _check_place(path: str, reader: Reader) -> None:
    """Refuse a place that an answer must not take.

    Raises:
        OutputError: It is a file that was read, or one that nobody may write to.
    """
    descriptor = descriptor_of(path)
    if reader.has_read(Path(path) if descriptor is None else descriptor):
        raise OutputError("output_is_input", where=path)
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except (OSError, ValueError):  # there is nothing yet, or writing will say what is wrong
        return
    # The superuser may write to every file, and means a protected one no more than others do.
    if S_ISREG(mode) and not (mode & _WRITE_BITS and os.access(path, os.W_OK)):
        raise OutputError("write_protected", where=path)


def goes_on(language: Language) -> bool:
    """Whether to go on to the next page: a reader at a terminal is asked, nobody else is."""
    return not _interactive() or _goes_on(language)


def _interactive() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _to_stdout(written: Written, language: Language, *, pause: bool) -> None:
    try:
        if isinstance(written, bytes | Pieces):
            sys.stdout.buffer.writelines(_pieces(written))
        elif isinstance(written, str) or not pause:
            sys.stdout.write(fitted(sys.stdout, "".join(written)))
        else:
            _by_parts(written, language)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError("stdout", reason=error.strerror or str(error)) from None


def _by_parts(parts: Iterator[str], language: Language) -> None:
    for number, part in enumerate(parts):
        # what belongs to the part before it, such as a self-check, has no blank line above it
        if number and part.startswith("\n") and not _goes_on(language):
            return
        sys.stdout.write(fitted(sys.stdout, part))
        sys.stdout.flush()


def _goes_on(language: Language) -> bool:
    """Wait for Enter, and wipe the question away; False for the end of input."""
    sys.stderr.write(say(language, "pause"))
    sys.stderr.flush()
    try:
        with tidying_up():
            answered = bool(sys.stdin.readline())
    except EndedError:
        sys.stderr.write("\n")
        raise
    sys.stderr.write(_WIPE_LINE_ABOVE if answered and sys.stderr.isatty() else "\n")
    sys.stderr.flush()
    return answered


def _to_file(path: str, written: Written) -> None:
    """Write a file whole or not at all; a stream is written to as it is."""
    data = _pieces(written)
    try:
        if is_stream(path):
            _to_stream(path, data)
        else:
            _replace(Path(os.path.realpath(path)), data)
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise OutputError("cannot_write", where=path, reason=reason or str(error)) from None


def _pieces(written: Written) -> Iterable[bytes | memoryview]:
    """The bytes of what was written."""
    match written:
        case Pieces(each=each):
            return each
        case bytes(data):
            return (data,)
        case str(text):
            return (text.encode("utf-8", "backslashreplace"),)
    return _pieces("".join(written))


def _to_stream(path: str, data: Iterable[bytes | memoryview]) -> None:
    """Write to a device or a pipe; to one that is open already where it stands."""
    descriptor = descriptor_of(path)
    place = path if descriptor is None else descriptor
    with open(place, "wb", closefd=descriptor is None) as stream:
        stream.writelines(data)


def _replace(target: Path, data: Iterable[bytes | memoryview]) -> None:
    unfinished = target.with_name(f".{target.name[:40]}.{os.urandom(6).hex()}")
    with tidying_up():
        try:
            with open(unfinished, "xb", opener=_privately) as file:
                file.writelines(data)
            mode = target.stat().st_mode if target.exists() else 0o666 & ~_umask()
            unfinished.chmod(mode & 0o777)
            os.replace(unfinished, target)  # noqa: PTH105
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise


def _privately(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
