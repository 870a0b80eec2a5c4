"""Names out of a list: the one that was meant, or an error that says which there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable

Name = TypeVar("Name", bound=str)


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that was probably meant."""
    from difflib import get_close_matches

    by_lower = {choice.lower(): choice for choice in choices}
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
    shown = tuple(map(printable, choices if listed is None else listed))
    near = nearest(found, choices)
    found = printable(found)
    if near is None:
        return InputError(f"unknown_{what}", where=where, found=found, choices=shown)
    near = printable(near)
    return InputError(f"misspelt_{what}", where=where, found=found, near=near, choices=shown)
