"""Marks the answers of a class: each problem is worked once, and each answer held against it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from addnorm_cli.check.targets import Claimable, path_of, resolved, targets_of
from addnorm_cli.check.verdict import check
from addnorm_cli.homework.answers import StudentAnswer
from addnorm_cli.homework.marks import Outcome, PartMark, StudentMarks
from addnorm_cli.homework.solve import numbered
from addnorm_cli.inputs.claims import read_claims
from addnorm_cli.inputs.documents import Document
from addnorm_cli.inputs.problem_lists import Item, command_for
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.claim import Claim
from addnorm_cli.model.errors import AddnormError, InputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.problem import Notice
from addnorm_cli.model.records import record, replaced
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.verdict import ClaimVerdict
from addnorm_cli.work import read, reworked, work

_TOLD = 5
"""So many answers that were written twice are named."""
_AT_ONCE = 64
"""So many problems go to a process at a time; fewer are not worth another process."""


@record
class Worth:
    """What answers are worth.

    Attributes:
        points: What a part is worth, shared evenly by its components.
        follow: The share that a part earns which follows from an earlier slip.
    """

    points: float = 1.0
    follow: float = 1.0


@record
class Paper:
    """One problem of one student, with the answers to it.

    Attributes:
        code: Whose it is.
        name: The same as a name, or "".
        number: The number of the problem on the sheet.
        document: The problem.
        asked: The parts that are marked.
        answers: What was written, by part.
    """

    code: str
    name: str
    number: int
    document: Document
    asked: tuple[str, ...]
    answers: dict[str, StudentAnswer]


@record
class Marked:
    """What became of a paper: its parts, its work, and what could not be read."""

    paper: Paper
    parts: tuple[PartMark, ...]
    trace: Trace | None
    errors: tuple[AddnormError, ...] = ()

    @property
    def is_wrong(self) -> bool:
        """Whether a part is wrong."""
        return any(part.verdict == "wrong" for part in self.parts)


def papers_of(
    problems: Sequence[Item], answers: Sequence[StudentAnswer]
) -> tuple[list[Paper], list[AddnormError], list[Notice]]:
    """Each problem with its answers, what fits nothing, and what is to be said.

    An answer belongs to the problem of its code and number; of two answers to one part the last
    counts. What is asked of a problem is what anybody answered of a problem of that number.
    """
    errors: list[AddnormError] = [each for each in problems if isinstance(each, AddnormError)]
    known: dict[tuple[str, int], tuple[Document, str]] = {}
    codes: dict[str, set[str]] = {}
    for place, item in enumerate(problems, start=1):
        if not isinstance(item, Document):
            continue
        number, code, name = numbered(place, item)
        key = (code or name, number)
        if key in known:
            errors.append(InputError("problem_twice", where=item.name, code=key[0], number=key[1]))
        known[key] = item, name
        codes.setdefault(name, set()).add(code)
    twice: list[str] = []
    written: dict[tuple[str, int], dict[str, StudentAnswer]] = {}
    asked: dict[int, dict[str, None]] = {}
    for answer in answers:
        named = codes.get(answer.name, set())  # two of one name are told apart by their codes
        by_name = next(iter(named)) or answer.name if len(named) == 1 else answer.name
        whose = ((who, answer.problem) for who in (answer.code, by_name, ""))
        found = next((key for key in whose if key in known), None)
        if found is None:
            code = answer.code or answer.name
            errors.append(
                InputError("no_such_problem", where=answer.where, code=code, number=answer.problem)
            )
            continue
        by = found[0] or answer.code or answer.name
        parts = written.setdefault((by, answer.problem), {})
        if answer.part in parts:
            twice.append(f"{answer.where} ({by}, {answer.problem}, {answer.part})")
        parts[answer.part] = answer
        asked.setdefault(answer.problem, {})[answer.part] = None
    names = {answer.code or answer.name: answer for answer in answers}
    papers = []
    for (code, number), (document, own) in known.items():
        everyone = [code] if code else [who for who, n in written if n == number] or [""]
        for who in everyone:
            mine = written.get((who, number), {})
            name = own or (names[who].name if who in names else "")
            of_number = tuple(asked.get(number, {}))
            papers.append(Paper(who, name, number, document, of_number, mine))
    return papers, errors, list(_notices(twice, answers))


def _notices(twice: Sequence[str], answers: Sequence[StudentAnswer]) -> Iterator[Notice]:
    """What was made of the answers that is not a matter of course."""
    if twice:
        more = ("…",) if len(twice) > _TOLD else ()
        yield Notice("twice", {"where": (*twice[:_TOLD], *more)})
    commas = [answer for answer in answers if answer.comma]
    if commas:
        facts = {"found": commas[0].comma, "where": commas[0].where}
        yield Notice("commas", facts)


def mark(paper: Paper, scale: Worth, options: Options, *, keep: bool = True) -> Marked:
    """What became of one paper; an answer that cannot be read is an error, and earns nothing.

    Args:
        paper: The problem and the answers.
        scale: What answers are worth.
        options: Win over what the problem says.
        keep: The work is kept.
    """
    try:
        asked = read(command_for(paper.document), paper.document, options, Reader(), shared=True)
        asked = replaced(asked, claims=())
        trace = work(asked)
    except AddnormError as error:
        return Marked(paper, (), None, (error,))
    known = targets_of(trace)
    claims, answers, errors = _claims(paper, known)
    verdicts: dict[str, ClaimVerdict] = {}
    if claims:
        found = check(asked.question, claims, trace, partial(reworked, asked))
        trace = replaced(trace, check=found)
        verdicts = {each.path: each for each in found.claims}
    parts = []
    for path, name in _asked(paper, known).items():
        if path in verdicts:
            parts.append(_part(paper.number, answers[path], verdicts[path], trace, scale))
        else:
            written: Outcome = "wrong" if path in errors else "blank"
            parts.append(PartMark(paper.number, name, written, 0.0, scale.points))
    return Marked(paper, tuple(parts), trace if keep else None, tuple(errors.values()))


def _asked(paper: Paper, known: dict[str, Claimable]) -> dict[str, str]:
    """What is asked, by its path, as it was first named.

    A name that somebody misspelt is no step of the problem, and nobody is asked for it.
    """
    asked: dict[str, str] = {}
    for name in paper.asked:
        with suppress(InputError):
            asked.setdefault(path_of(name, known, ""), name)
    return asked


def _claims(
    paper: Paper, known: dict[str, Claimable]
) -> tuple[list[Claim], dict[str, StudentAnswer], dict[str, InputError]]:
    """What was written as claims, with the answers and what cannot be read by their paths."""
    claims: dict[str, Claim] = {}
    answers: dict[str, StudentAnswer] = {}
    errors: dict[str, InputError] = {}
    for name, answer in paper.answers.items():
        if answer.is_blank:
            continue
        path = name
        try:
            path = path_of(name, known, paper.document.name)
            claims[path] = resolved(_claim(answer, known[path]), known)
            answers[path] = answer
        except InputError as error:
            error.where = f"{answer.where}: {name}"
            errors[path] = error
    return list(claims.values()), answers, errors


def _claim(answer: StudentAnswer, target: Claimable) -> Claim:
    """The numbers of an answer; what is missing at the end of a row is a gap.

    All answers to a problem have one source, so that one can follow from another.
    """
    width = max(map(len, answer.rows))
    if target.right.ndim and len(answer.rows) == 1:
        width = max(width, target.right.shape[-1])
    rows = ([number or "?" for number in row] + ["?"] * (width - len(row)) for row in answer.rows)
    text = ";".join(",".join(row) for row in rows)
    (claim,) = read_claims(Options(expect=(text,)), Reader())
    return replaced(claim, path=target.path)


def _part(
    number: int, answer: StudentAnswer, found: ClaimVerdict, trace: Trace, scale: Worth
) -> PartMark:
    assert trace.check is not None
    numbers = found.claim.numbers.reshape(-1)
    size, gaps = numbers.size, sum(number is None for number in numbers)
    share = scale.points / size
    right = int(found.fits.sum()) - gaps
    verdict: Outcome
    own = [slip for slip in trace.check.slips if slip.path == found.path]
    if found.path in trace.check.follows:
        verdict, marks = "follows", share * (size - gaps) * scale.follow
    elif found.ok:
        by_hand = any(basis == "by-hand" for basis in found.bases.reshape(-1))
        verdict, marks = ("by-hand" if by_hand else "right"), share * right
    else:
        verdict, marks = "wrong", share * right
    if found.ok and gaps:
        verdict = "blank"
    slip = own[0] if own and verdict == "wrong" else None
    written = "; ".join(", ".join(number or "?" for number in row) for row in answer.rows)
    return PartMark(number, answer.part, verdict, marks, scale.points, slip, written)


def mark_all(
    papers: Sequence[Paper],
    scale: Worth,
    options: Options,
    watch: Callable[[int], None] | None = None,
    *,
    keep: bool = False,
) -> Iterator[Marked]:
    """What became of every paper, in order; many are marked on every core."""
    one = partial(mark, scale=scale, options=options, keep=keep)
    processes = min(os.cpu_count() or 1, -(-len(papers) // _AT_ONCE))
    if processes < 2:
        yield from _watched(map(one, papers), watch)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from _watched(pool.map(one, papers, chunksize=_AT_ONCE), watch)


def _watched(marked: Iterator[Marked], watch: Callable[[int], None] | None) -> Iterator[Marked]:
    for number, each in enumerate(marked, start=1):
        if watch is not None:
            watch(number)
        yield each


def students_of(marked: Sequence[Marked]) -> list[StudentMarks]:
    """The marks of each student, in the order of the problems."""
    by_student: dict[str, list[Marked]] = {}
    for each in marked:
        by_student.setdefault(each.paper.code or each.paper.name, []).append(each)
    return [
        StudentMarks(
            several[0].paper.code,
            next((each.paper.name for each in several if each.paper.name), ""),
            tuple(part for each in several for part in each.parts),
            tuple((each.paper.number, each.trace) for each in several if each.trace is not None),
        )
        for several in by_student.values()
    ]
