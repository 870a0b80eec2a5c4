"""The verdict on what is claimed: right or not, where first, what follows from it, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import partial

from addnorm_cli.check.judge import Judge, in_place
from addnorm_cli.check.remarks import remarks_on
from addnorm_cli.check.search import explain
from addnorm_cli.check.targets import Claimable, Rework, resolved, targets_of
from addnorm_cli.model.claim import Claim, Tolerance
from addnorm_cli.model.errors import CalculationError
from addnorm_cli.model.question import Question
from addnorm_cli.model.records import EMPTY, record, replaced
from addnorm_cli.numbers.arithmetic import Arithmetic
from addnorm_cli.trace.recorder import Instead
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.verdict import ClaimVerdict, SlipFound, Verdict


def check(
    question: Question,
    claims: Sequence[Claim],
    trace: Trace,
    rework: Rework,
    tolerance: Tolerance | None = None,
) -> Verdict:
    """The verdict on what is claimed of a question.

    Args:
        question: What was asked.
        claims: What is claimed, by the paths that people write.
        trace: The right calculation.
        rework: Works the question by other rules, or with other steps.
        tolerance: How far a number may be off, which overrules every other measure.

    Raises:
        InputError: A claim is about no step of the trace, or has another shape.
    """
    known = targets_of(trace)
    found = [resolved(claim, known) for claim in claims]
    found.sort(key=lambda claim: known[claim.path].place)
    judge = Judge(question, trace, rework, tolerance)
    sources = dict.fromkeys(source_of(claim) for claim in found)
    judged: list[_Judged] = []
    for source in sources:
        own = [claim for claim in found if source_of(claim) == source]
        judged += _judged(own, judge, known)
    judged.sort(key=lambda each: known[each.verdict.path].place)
    wrong = [each for each in judged if not each.verdict.ok]
    slips, explained, carried = _slips(wrong, judge)
    remarks = [
        remark
        for each in wrong
        if not each.follows and id(each.verdict.claim) not in explained
        for remark in remarks_on(each.verdict, trace)
    ]
    return Verdict(
        ok=not wrong,
        first_wrong=wrong[0].verdict.path if wrong else None,
        follows=tuple(
            each.verdict.path for each in wrong if each.follows or id(each.verdict.claim) in carried
        ),
        claims=tuple(each.verdict for each in judged),
        slips=tuple(slips),
        remarks=tuple(remarks),
    )


def source_of(claim: Claim) -> str:
    """The file or the option that a claim came from, without the place in it."""
    return claim.source.partition(":")[0]


@record
class _Judged:
    """A verdict, whether the claim follows from an earlier wrong one, and what stood before it."""

    verdict: ClaimVerdict
    follows: bool = False
    before: Instead = EMPTY


def _judged(
    claims: Sequence[Claim], judge: Judge, known: dict[str, Claimable]
) -> Iterator[_Judged]:
    """The claims of one source, in the order of the work."""
    earlier: dict[str, Claim] = {}
    wrong: dict[str, Claim] = {}
    for claim in claims:
        verdict, step = judge(claim), known[claim.path].step
        others = {path: each for path, each in earlier.items() if path != step}
        result = _Judged(verdict)
        if not verdict.ok and others:
            follows = _follows(claim, others, judge) or _follows(claim, wrong, judge)
            if follows and not wrong:
                result = _Judged(_carried(verdict, others))
            else:
                result = _Judged(
                    verdict, follows, EMPTY if follows else in_place(others, judge.trace)
                )
        yield result
        if step is not None:
            earlier[step] = claim
            if not result.verdict.ok:
                wrong[step] = claim


def _follows(claim: Claim, others: dict[str, Claim], judge: Judge) -> bool:
    """Whether a claim is what comes of other claims."""
    if not others:
        return False
    instead = in_place(others, judge.trace)
    try:
        trace = judge.rework(judge.question, None, instead)
    except CalculationError:
        return False
    return replaced_judge(judge, trace, instead)(claim).ok


def replaced_judge(judge: Judge, trace: Trace, instead: Instead) -> Judge:
    """A judge of the same question, with claimed steps in their place."""
    return Judge(judge.question, trace, judge.rework, judge.tolerance, instead)


def _carried(verdict: ClaimVerdict, others: dict[str, Claim]) -> ClaimVerdict:
    """A claim that is what comes of right ones, which were rounded: so people work by hand."""
    places = [
        -int(number.as_tuple().exponent)
        for claim in others.values()
        for number in claim.numbers.reshape(-1)
        if isinstance(number, Decimal)
    ]
    most = max(places, default=0)
    bases = verdict.bases.copy()
    bases[~verdict.fits] = "by-hand"
    return replaced(
        verdict, ok=True, fits=verdict.fits | True, bases=bases, basis="by-hand",
        digits=(most, most), spread=None,
    )  # fmt: skip


def _slips(wrong: Sequence[_Judged], judge: Judge) -> tuple[list[SlipFound], set[int], set[int]]:
    """The slips that explain what is wrong, and the `id` of each claim that is explained.

    The third are those that come of the slip that was made first, carried on with all its digits.
    """
    own = [each for each in wrong if not each.follows]
    slips: list[SlipFound] = []
    explained: set[int] = set()
    carried: set[int] = set()
    for source in dict.fromkeys(source_of(each.verdict.claim) for each in own):
        several = [each for each in own if source_of(each.verdict.claim) == source]
        claims = [each.verdict.claim for each in several]
        found = explain(judge.question, claims, judge.trace, judge.rework)
        slips += [_told(slip, claims[0]) for slip in found]
        whole = sum(claim.count for claim in claims)
        if found and found[0].of == whole:
            explained |= set(map(id, claims))
            firsts = {judge.trace.label_of(c.path): id(c) for c in reversed(claims)}
            carried |= set(map(id, claims)) - set(firsts.values())
            continue
        explained |= {id(claim) for claim in claims[:1] if found}
        for each in several[1:]:  # a slip of its own, after another one
            more = _after(each, judge)
            slips += more
            explained |= {id(each.verdict.claim)} if more else set()
    return slips, explained, carried


def _told(slip: SlipFound, claim: Claim) -> SlipFound:
    return replaced(slip, path=slip.path or claim.path, source=claim.source)


def _after(wrong: _Judged, judge: Judge) -> list[SlipFound]:
    """The slips that explain a wrong claim, with what was claimed before it in place."""
    claim = wrong.verdict.claim
    try:
        trace = judge.rework(judge.question, None, wrong.before)
    except CalculationError:
        return []
    rework = partial(_reworked_after, judge.rework, wrong.before)
    return [_told(s, claim) for s in explain(judge.question, (claim,), trace, rework)]


def _reworked_after(
    rework: Rework,
    before: Instead,
    question: Question,
    arithmetic: Arithmetic | None = None,
    instead: Instead = EMPTY,
) -> Trace:
    return rework(question, arithmetic, {**before, **instead})
