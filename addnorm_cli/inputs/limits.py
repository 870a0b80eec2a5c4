"""How much is read at most, so that memory and time stay bounded whatever comes in."""

from __future__ import annotations

from typing import IO

from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import shorten

MOST_BYTES = 64 * 2**20
"""Of text: a file, or what comes in on stdin."""
MOST_BINARY = 256 * 2**20
"""Of an array that comes in through a pipe."""
MOST_TYPED = 2_000_000
"""Numbers in one text. Each is kept with its digits, which takes some 130 bytes."""
MOST_NUMBERS = 20_000_000
"""Numbers in one array of a binary file."""
MOST_STEPPED = 10_000_000
"""Numbers of one calculation whose steps are kept."""
MOST_WEIGHTS = 100_000_000
"""Numbers in one tensor of a model, most of whose rows may be left out."""
MOST_CASES = 1000
"""Labelled vectors, each of which is worked and shown by itself."""

MOST_UPDATES = 10_000
"""Updates of a stream."""
MOST_PROBLEMS = 1000
"""Problems of one list, each of which is worked and shown by itself."""
MOST_MARKED = 100_000
"""Problems of a class, or answers, of which a line of marks is all that is shown."""


def read_bounded(stream: IO[bytes], name: str, most: int = MOST_BYTES) -> bytes:
    """All bytes of a stream, which may have no end.

    Args:
        stream: The stream.
        name: Its name.
        most: How many there may be.

    Raises:
        InputError: There are more.
    """
    data = stream.read(most + 1)
    if len(data) > most:
        raise InputError("too_long", where=name, most=most >> 20)
    return data


def check_cases(count: int, where: str | None = None) -> None:
    """Check that no more vectors are labelled than can be worked.

    Raises:
        InputError: They are more than MOST_CASES.
    """
    _check(count, MOST_CASES, "too_many_cases", where)


def check_problems(count: int, where: str | None = None, most: int = MOST_PROBLEMS) -> None:
    """Check that a list has no more problems than can be worked.

    Raises:
        InputError: They are more.
    """
    _check(count, most, "too_many_problems", where)


def check_marked(count: int) -> None:
    """Check that a class has no more problems, or answers, than are marked at once.

    Raises:
        InputError: They are more than MOST_MARKED.
    """
    _check(count, MOST_MARKED, "too_many_answers", None)


def check_count(count: int, name: str, most: int) -> None:
    """Check that an array of a binary file is small enough to be worked.

    Args:
        count: How many numbers it has.
        name: The array.
        most: How many it may have.

    Raises:
        InputError: They are more.
    """
    _check(count, most, "too_many_numbers", name)


def check_stepped(count: int, name: str) -> None:
    """Check that the steps of so many numbers fit in memory.

    Raises:
        InputError: They do not.
    """
    _check(count, MOST_STEPPED, "too_many_stepped", name)


def _check(count: int, most: int, key: str, where: str | None) -> None:
    if count > most:
        raise InputError(key, where=where, found=shorten(f"{count:,}"), most=f"{most:,}")
