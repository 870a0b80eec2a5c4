"""How much is read at most, so that memory and time stay bounded whatever comes in."""

from __future__ import annotations

from typing import IO

from addnorm_cli.model.errors import InputError

MOST_BYTES = 64 * 2**20
"""Of text: a file, or what comes in on stdin."""
MOST_TYPED = 3_000_000
"""Numbers in one text. Each is kept with its digits, which takes some 130 bytes."""
MOST_NUMBERS = 20_000_000
"""Numbers in one array of a binary file."""
MOST_CASES = 1000
"""Labelled vectors, each of which is worked and shown by itself."""


def read_bounded(stream: IO[bytes], name: str) -> bytes:
    """All bytes of a stream, which may have no end.

    Args:
        stream: The stream.
        name: Its name.

    Raises:
        InputError: There are more than MOST_BYTES.
    """
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise InputError("too_long", where=name, most=MOST_BYTES >> 20)
    return data


def check_count(count: int, name: str) -> None:
    """Check that an array of a binary file is small enough to be worked.

    Args:
        count: How many numbers it has.
        name: The array.

    Raises:
        InputError: They are more than MOST_NUMBERS.
    """
    if count > MOST_NUMBERS:
        raise InputError(
            "too_many_numbers", where=name, found=f"{count:,}", most=f"{MOST_NUMBERS:,}"
        )
