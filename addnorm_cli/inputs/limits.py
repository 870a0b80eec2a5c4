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
MOST_WEIGHTS = 100_000_000
"""Numbers in one tensor of a model, most of whose rows may be left out."""
MOST_CASES = 1000
"""Labelled vectors, each of which is worked and shown by itself."""

MOST_UPDATES = 10_000
"""Updates of a stream."""
MOST_PROBLEMS = 1000
"""Problems of one list, each of which is worked and shown by itself."""


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
    if count > MOST_CASES:
        most = f"{MOST_CASES:,}"
        raise InputError("too_many_cases", where=where, found=f"{count:,}", most=most)


def check_count(count: int, name: str, most: int) -> None:
    """Check that an array of a binary file is small enough to be worked.

    Args:
        count: How many numbers it has.
        name: The array.
        most: How many it may have.

    Raises:
        InputError: They are more.
    """
    if count > most:
        found = shorten(f"{count:,}")
        raise InputError("too_many_numbers", where=name, found=found, most=f"{most:,}")


def check_problems(count: int, where: str | None = None) -> None:
    """Check that a list has no more problems than can be worked.

    Raises:
        InputError: They are more than MOST_PROBLEMS.
    """
    if count > MOST_PROBLEMS:
        most = f"{MOST_PROBLEMS:,}"
        raise InputError("too_many_problems", where=where, found=f"{count:,}", most=most)
