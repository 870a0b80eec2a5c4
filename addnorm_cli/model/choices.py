"""Names out of a list: the one that was meant, or an error that says which there are."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TypeVar

from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable, shorten

Name = TypeVar("Name", bound=str)

_LISTED = 40
"""How many names a sentence lists."""
_MOST, _LONGEST = 10_000, 200
"""How many names are compared with a word, and how long it may be."""


def shortlist(names: Iterable[str]) -> tuple[str, ...]:
    """Names as a sentence lists them, the first of them where there are many."""
    names = tuple(names)
    shown = tuple(map(shorten, names[:_LISTED]))
    return shown if len(names) <= _LISTED else (*shown, f"… ({len(names)})")


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that was probably meant."""
    from difflib import get_close_matches

    if len(word) > _LONGEST:
        return None
    by_lower = {choice.lower(): choice for choice in islice(choices, _MOST)}
    close = get_close_matches(word.lower(), by_lower, n=1)
    return by_lower[close[0]] if close else None


def choose(found: str, choices: Iterable[Name], where: str) -> Name:
    """The choice that was named.

    Raises:
        InputError: It is none of them.
    """
    choices = tuple(choices)
    for choice in choices:
        if choice == found:
            return choice
    raise unknown("choice", found, choices, where)


def unknown(
    what: str,
    found: str,
    choices: Iterable[str],
    where: str,
    listed: Iterable[str] | None = None,
) -> InputError:
    """The error for a name that does not exist, with "did you mean" where one is close.

    Args:
        what: Names the pair of sentences: `unknown_<what>`, or `misspelt_<what>` with a suggestion.
        found: The name that was given.
        choices: The names that exist.
        where: The place.
        listed: Those of them that the sentence lists, where it is not all.
    """
    choices = tuple(choices)
    shown = shortlist(choices if listed is None else listed)
    near = nearest(found, choices)
    found = shorten(found)
    if near is None:
        return InputError(f"unknown_{what}", where=where, found=found, choices=shown)
    near = printable(near)
    return InputError(f"misspelt_{what}", where=where, found=found, near=near, choices=shown)
