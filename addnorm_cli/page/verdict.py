"""The part of a page that says what became of a claim: what is right, where not, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from addnorm_cli.formula.expr import ROW
from addnorm_cli.messages import Language, say
from addnorm_cli.model.claim import RESULT
from addnorm_cli.model.problem import Notice
from addnorm_cli.numbers.numfmt import show
from addnorm_cli.page.describe import step_title
from addnorm_cli.page.grids import GAP, numbered, row_index
from addnorm_cli.page.page import Block, Grid, GridRow, Heading, Remark
from addnorm_cli.page.request import Request
from addnorm_cli.page.slips import slip_text
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.verdict import ClaimVerdict, SlipFound, Spread, Verdict

_TYPED = "--expect"
_RESCALE = ("ddof", "eps", "eps-place", "convention", "variance-for-sigma", "not-divided")
"""The slips that multiply a whole row by one factor."""
_STATISTICS = ("variance", "sigma", "denominator", "mean_square", "rms")
"""One number for each row."""


def verdict_blocks(trace: Trace, request: Request) -> Iterator[Block]:
    """What became of everything that was claimed."""
    verdict = trace.check
    assert verdict is not None
    language = request.language
    yield Heading(_heading(verdict, language))
    for claim in verdict.claims:
        yield from _claim(claim, trace, verdict, request)
    if verdict.first_wrong is not None and _in_order(verdict, trace):
        name = _name(verdict.first_wrong, trace, language)
        yield Remark("note", say(language, "verdict.wrong.first", name=name))
    yield from _slips(verdict, trace, language)
    for remark in verdict.remarks:
        yield Remark("note", remark_text(remark, language))
    if not verdict.ok and not verdict.slips:
        yield Remark("note", say(language, "verdict.no_slip"))


def _in_order(verdict: Verdict, trace: Trace) -> bool:
    """Whether several steps are claimed of which one comes first; cases and files have no order."""
    paths = {claim.path for claim in verdict.claims}
    return len(paths) > 1 and not paths <= {case.id for case in trace.cases}


def _first_of(claim: ClaimVerdict, verdict: Verdict, trace: Trace) -> str:
    """The first wrong claim of the same case and file; nothing follows from one to another."""
    label = trace.label_of(claim.path)
    return next(
        each.path
        for each in verdict.claims
        if not each.ok
        and trace.label_of(each.path) == label
        and each.claim.source == claim.claim.source
    )


def _slips(verdict: Verdict, trace: Trace, language: Language) -> Iterator[Remark]:
    """What was done, claim by claim; each is named where there are several."""
    several = len({(slip.path, slip.source) for slip in verdict.slips}) > 1
    by_file = len({claim.claim.source for claim in verdict.claims}) > 1
    for (path, source), group in groupby(verdict.slips, key=lambda s: (s.path, s.source)):
        slips = list(group)
        for slip in slips:
            text = slip_text(slip, language)
            if several or by_file:
                name = source if by_file else _name(path, trace, language)
                text = say(language, "verdict.of", name=name, text=text)
            yield Remark("note", text)
        claim = next(
            (c for c in verdict.claims if (c.path, c.claim.source) == (path, source)), None
        )
        if claim is not None and _only_rescaled(claim, slips):
            yield Remark("note", say(language, "verdict.second_row"))


def _only_rescaled(claim: ClaimVerdict, slips: Sequence[SlipFound]) -> bool:
    """Whether several slips fit that a single row cannot tell apart: each is one factor.

    A convention beside the one rule of it that matters is no other answer.
    """
    of_a_row = (
        1 if claim.path.rpartition(".")[2] in _STATISTICS else max(claim.fits.shape, default=1)
    )
    told_apart = {slip.id for slip in slips if slip.id in _RESCALE} - {"convention"}
    return claim.fits.size == of_a_row and len(told_apart) > 1


def _heading(verdict: Verdict, language: Language) -> str:
    sources = {claim.claim.source for claim in verdict.claims}
    if len(sources) == 1 and (source := next(iter(sources))).partition(":")[0] != _TYPED:
        return say(language, "verdict.heading.file", file=source)
    return say(language, "verdict.heading")


def _name(path: str, trace: Trace, language: Language) -> str:
    """A step by its path, and by its title where the language is not that of the ids."""
    if path == RESULT:
        return say(language, "verdict.name.result")
    step = next((step for ids, step in trace.steps() if ".".join(ids) == path), None)
    title = "" if step is None else step_title(step, language)
    if step is None or title == step_title(step, "en"):
        return path
    return say(language, "verdict.name.step", path=path, title=title)


def _claim(
    claim: ClaimVerdict, trace: Trace, verdict: Verdict, request: Request
) -> Iterator[Block]:
    language = request.language
    name = _name(claim.path, trace, language)
    files = {each.claim.source for each in verdict.claims}
    if len(files) > 1:
        name = f"{claim.claim.source} · {name}"
    if claim.ok:
        yield Remark("check", say(language, "verdict.right", name=name, why=_why(claim, language)))
        return
    if claim.spread is None or claim.claim.numbers.ndim < 2:
        yield from _grid(claim, name, trace, request)
    first_wrong = _first_of(claim, verdict, trace)
    first = _name(first_wrong, trace, language)
    if claim.path in verdict.follows and first_wrong != claim.path:
        yield Remark("failed", say(language, "verdict.follows", name=name, first=first))
    elif first_wrong != claim.path:
        yield Remark("failed", say(language, "verdict.own", name=name, first=first))
    else:
        count, size = int((~claim.fits).sum()), claim.claim.count
        key = "verdict.wrong.all" if size == 1 else "verdict.wrong"
        yield Remark("failed", say(language, key, name=name, count=count, size=size))
    if claim.spread is not None:
        yield from _spread(claim, claim.spread, request)


def _why(claim: ClaimVerdict, language: Language) -> str:
    if claim.basis is None or claim.basis == "digits":
        return say(language, "verdict.basis.digits") if claim.basis else ""
    if claim.basis == "by-hand" and claim.digits is None:
        return say(language, "verdict.basis.carried")
    vector, statistic = claim.digits or (0, 0)
    facts = {"vector": vector, "statistic": statistic, "dtype": claim.dtype}
    return say(language, f"verdict.basis.{claim.basis}", **facts)


def _grid(claim: ClaimVerdict, name: str, trace: Trace, request: Request) -> Iterator[Grid]:
    """What was claimed above what is right, row by row, with a mark under each number."""
    numbers = claim.claim.numbers
    width = numbers.shape[-1] if numbers.ndim else 1
    columns = request.selection.columns_of(width)
    fits = claim.fits.reshape(-1, width)
    several = len(fits) > 1
    rows: list[GridRow] = []
    for row in range(len(fits)):
        if several and fits[row].all():
            continue
        at = range(row * width, (row + 1) * width)
        places = [None if c is None else at[c] for c in columns]
        index = f" {_row_index(row, len(fits), request)}" if several else ""
        rows += _rows(claim, places, index, request)
    if width == 1:
        heads: tuple[str, ...] = (name,)
    elif _is_of_rows(claim.path, trace):
        heads = tuple(GAP if c is None else _row_index(c, width, request) for c in columns)
    else:
        heads = _heads(columns, width, request)
    yield Grid(None, heads, tuple(rows))


def _row_index(row: int, count: int, request: Request) -> str:
    """A row as the head of a line, by its name where every row has one."""
    return row_index(row, request) if len(request.naming.rows()) == count else f"[{row}]"


def _is_of_rows(path: str, trace: Trace) -> bool:
    """Whether a step has one number for each row, as the mean of a LayerNorm has."""
    index = next((step.quantity.index for ids, step in trace.steps() if ".".join(ids) == path), ())
    return index in ((ROW,), ("t",))


def _heads(columns: Sequence[int | None], width: int, request: Request) -> tuple[str, ...]:
    names = request.naming.dims
    if len(names) != width:
        return numbered(columns)
    return tuple(GAP if c is None else names[c] for c in columns)


def _rows(
    claim: ClaimVerdict, places: Sequence[int | None], index: str, request: Request
) -> Iterator[GridRow]:
    """Four lines: what was claimed, whether it is right, what is right, and the difference."""
    language = request.language
    lines = [(GAP,) * 4 if p is None else _column(claim, p, request) for p in places]
    names = ("claimed", "mark", "right", "difference")
    for name, cells in zip(names, zip(*lines, strict=True), strict=True):
        label = say(language, f"verdict.row.{name}")
        if name in ("claimed", "right"):
            label += index
        yield GridRow(label, cells, strong=name == "right")


def _column(claim: ClaimVerdict, place: int, request: Request) -> tuple[str, str, str, str]:
    number, right = claim.claim.numbers.reshape(-1)[place], claim.right.reshape(-1)[place]
    typed = claim.claim.typed
    yours = _digits(number, request) if typed is None else str(typed.reshape(-1)[place])
    decimals = 0 if typed is None else len(yours.partition("e")[0].partition(".")[2])
    shown = _digits(right, request, decimals)
    if number is None:
        return yours, "", shown, ""
    if claim.fits.reshape(-1)[place]:
        return yours, "✓", shown, ""
    return yours, "✗", shown, _difference(number, right, request)


def _digits(value: Any, request: Request, places: int = 0) -> str:
    number = float(value) if isinstance(value, np.floating) else value
    return show(number, max(request.precision, places)).text


def _difference(number: Any, value: Any, request: Request) -> str:
    off = float(number) - float(value)
    text = show(off, request.precision).text
    return text if text.startswith("-") else f"+{text}"


def _spread(claim: ClaimVerdict, spread: Spread, request: Request) -> Iterator[Remark]:
    language = request.language
    yield Remark("note", say(
        language, "verdict.spread",
        largest=show(spread.largest[0], request.precision).text,
        place=_place(spread.largest[1]),
        relative=show(spread.relative[0], request.precision).text,
        relative_place=_place(spread.relative[1]),
    ))  # fmt: skip
    shape = claim.fits.reshape(-1, claim.fits.shape[-1]).shape
    facts = {"rows": spread.rows, "all_rows": shape[0], "columns": spread.columns,
             "all_columns": shape[1]}  # fmt: skip
    yield Remark("note", say(language, f"verdict.pattern.{spread.pattern}", **facts))
    if spread.first_row is not None:
        yield Remark("note", say(language, "verdict.first_row", row=spread.first_row))


def _place(place: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, place))})"


def remark_text(remark: Notice, language: Language) -> str:
    """What else can be said of a claim."""
    facts = dict(remark.facts)
    row = facts.pop("row", None)
    place = ""
    if facts.pop("rows", 1) != 1:
        place = say(language, "verdict.remark.row", row=row)
    shown = {n: show(f, 4).text if isinstance(f, float) else f for n, f in facts.items()}
    return say(language, f"verdict.remark.{remark.key}", place=place, **shown)
