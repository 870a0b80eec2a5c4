"""What a run reads, files and standard input, each remembered: no answer may take its place."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import IO, BinaryIO

from addnorm_cli.inputs.limits import read_bounded
from addnorm_cli.messages.language import FALLBACK, Language
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable

STDIN_NAME = "stdin"


class Reader:
    """Opens every file that a run reads, and remembers which ones they were.

    A file is known by what the system calls it, so that links and other spellings of its name
    lead to the same one.

    Args:
        stdin: Standard input, which can be read once; that of the process where it is left out.
        language: That of the texts which a document has in several; None takes them all.
    """

    def __init__(self, stdin: BinaryIO | None = None, language: Language | None = FALLBACK) -> None:
        self.language = language
        self._stdin = stdin
        self._taken = False
        self._read: set[tuple[int, int]] = set()

    def open(self, path: Path) -> BinaryIO:
        """A file that is open for reading, and remembered.

        Raises:
            OSError: It cannot be opened.
        """
        stream = path.open("rb")
        self._remember(stream)
        return stream

    def bytes_of(self, path: Path) -> bytes:
        """All bytes of a file of text, which may be a pipe.

        Raises:
            OSError: It cannot be read.
            InputError: There are too many.
        """
        with self.open(path) as stream:
            return read_bounded(stream, printable(str(path)))

    def stdin(self) -> bytes:
        """All bytes of standard input.

        Raises:
            InputError: They were taken before, cannot be read, or are too many.
        """
        if self._taken:
            raise InputError("stdin_twice")
        self._taken = True
        stream = sys.stdin.buffer if self._stdin is None else self._stdin
        try:
            self._remember(stream)
            return read_bounded(stream, STDIN_NAME)
        except OSError as error:
            key = "folder" if isinstance(error, IsADirectoryError) else "unreadable"
            raise InputError(key, where=STDIN_NAME) from None

    def has_read(self, place: Path | int) -> bool:
        """Whether a path, or an open descriptor, leads to a file that was read."""
        try:
            return _identity(os.stat(place)) in self._read  # noqa: PTH116  # a descriptor has no Path
        except (OSError, ValueError):
            return False

    def _remember(self, stream: IO[bytes]) -> None:
        try:
            state = os.fstat(stream.fileno())
        except (OSError, AttributeError):  # a stream of the program's own has no file
            return
        # Writing to a terminal, a pipe or a device takes nothing away that was read from it.
        if stat.S_ISREG(state.st_mode):
            self._read.add(_identity(state))


def unreadable(error: OSError, name: str) -> InputError:
    """What keeps a file from being read; the system's own words would come in its language."""
    key = "no_permission" if isinstance(error, PermissionError) else "unreadable"
    return InputError(key, where=name)


def _identity(state: os.stat_result) -> tuple[int, int]:
    return state.st_dev, state.st_ino
