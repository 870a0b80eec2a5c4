"""Why each step is done: the reasons of the table, put where they belong on a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from addnorm_cli.messages import has, say
from addnorm_cli.model.records import replaced
from addnorm_cli.page.page import Block, Heading, Reason, Working
from addnorm_cli.page.reasons import (
    END_REASONS,
    HEAD_REASONS,
    SECTION_REASONS,
    STEP_REASONS,
    Sentence,
)
from addnorm_cli.page.request import Request
from addnorm_cli.trace.trace import Section, Step, Trace


def step_reason(step: Step, request: Request) -> Reason | None:
    """Why a step is done, where that is asked for."""
    name = step.title.partition(".")[0]
    one_of_many = name.rstrip("0123456789")  # add1, update3
    return reason_named(one_of_many if one_of_many in STEP_REASONS else name, step, request)


def reason_named(name: str, step: Step, request: Request) -> Reason | None:
    """The sentence that `name` has in the table of steps, if it is true of the step."""
    table = STEP_REASONS.get(name, (Sentence(name),))
    return next(_reasons("step", table, step, request, "name"), None)


def section_reasons(section: Section, trace: Trace, request: Request) -> Iterator[Reason]:
    """What a section does, at its head."""
    table = SECTION_REASONS.get(section.kind, ())
    first = next(_reasons("section", table, (section, trace), request, "name"), None)
    yield from [first] if first else []


def with_reasons(
    blocks: Sequence[Block], end: int, trace: Trace, request: Request
) -> Iterator[Block]:
    """The parts of a page with what it is about and what came out.

    Args:
        blocks: The whole page.
        end: Where its results begin.
        trace: What it shows.
        request: How it is shown.
    """
    start = next(
        (n for n, block in enumerate(blocks) if isinstance(block, (Heading, Working))), end
    )
    heads = () if request.level == "result" else HEAD_REASONS
    about = _reasons("page", heads, trace, request, "about")
    came = _reasons("outcome", END_REASONS, trace, request, "outcome")
    yield from (*blocks[:start], *about, *blocks[start:end], *came, *blocks[end:])


def once(blocks: Iterable[Block]) -> Iterator[Block]:
    """The parts of a page, with each sentence only where it stands first."""
    said: set[str] = set()
    for block in blocks:
        reason = block.reason if isinstance(block, Working) else block
        if not isinstance(reason, Reason) or reason.text not in said:
            yield block
        elif isinstance(block, Working):
            yield replaced(block, reason=None)
        if isinstance(reason, Reason):
            said.add(reason.text)


def _reasons(
    place: str, table: Iterable[Sentence], about: Any, request: Request, name: str
) -> Iterator[Reason]:
    """The sentences that are true, filled in; those with answers are left out of a sheet."""
    if not request.explain:
        return
    title = say(request.language, f"why.{name}")
    for sentence in table:
        key = f"why.{place}.{sentence.key}"
        if not has(key) or not sentence.when(about) or (sentence.facts and request.hide_answers):
            continue
        for facts in sentence.facts(about, request) if sentence.facts else ({},):
            text = say(request.language, key, **facts)
            of = facts.get("place")
            yield Reason(
                title, say(request.language, "notice.of", place=of, text=text) if of else text
            )
