"""Paths of steps, as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Ids = Sequence[str]

OVERALL_ID = "overall"
"""The id of the section that says what a norm did to all numbers of a matrix."""


def matches(asked: str, path: Ids) -> bool:
    """Whether the ids of `asked` stand in `path` in that order.

    The short id `variance` names `A.norm.variance`, and so do `A.variance` and the whole path; `A`
    and `A.norm` name every step in them.
    """
    if f"{'.'.join(path)}.".startswith(f"{asked}."):
        return True  # a label may have dots of its own
    if OVERALL_ID in path and OVERALL_ID not in asked.split("."):
        return False  # `mean` is that of the rows
    rest = iter(path)
    return all(part in rest for part in asked.split("."))


def in_words_of(asked: Iterable[str], paths: Sequence[Ids]) -> tuple[str, ...]:
    """What was asked, as a trace has it whose norm has no section: `norm.mean` is its `mean`."""
    if any("norm" in path for path in paths):
        return tuple(asked)
    return tuple(filter(None, map(_without_norm, asked)))


def _without_norm(asked: str) -> str:
    return ".".join(part for part in asked.split(".") if part != "norm")
