"""Marks: what became of each part of each problem, and what the class as a whole shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from addnorm_cli.data.schema import (
    COUNT,
    FROM_ZERO,
    NATURAL,
    TEXT,
    Schema,
    list_of,
    maybe,
    named,
    one_of,
    record_of,
    root,
    slip_id,
)
from addnorm_cli.messages import Language
from addnorm_cli.model.records import record
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.verdict import SlipFound

MARKS_SCHEMA = "addnorm.marks/1"
Outcome = Literal["right", "by-hand", "follows", "wrong", "blank"]
OUTCOMES: tuple[Outcome, ...] = ("right", "by-hand", "follows", "wrong", "blank")


@record
class PartMark:
    """What became of one part of a problem.

    Attributes:
        problem: The number of the problem.
        part: The step, or "result".
        verdict: Right, right by hand rounding, following from an earlier slip, wrong, or blank.
        marks: What it earned.
        of: What it is worth.
        slip: The known slip that explains it, or None.
        written: The numbers as they were written.
    """

    problem: int
    part: str
    verdict: Outcome
    marks: float
    of: float
    slip: SlipFound | None = None
    written: str = ""


@record
class StudentMarks:
    """The marks of one student.

    Attributes:
        code: The code that links sheet, key and marks.
        name: The name, or "".
        parts: What became of each part, in the order of the sheet.
        traces: The worked problems, with what became of the answers, by number.
    """

    code: str
    name: str
    parts: tuple[PartMark, ...]
    traces: tuple[tuple[int, Trace], ...] = ()

    @property
    def marks(self) -> float:
        """What all parts earned."""
        return sum(part.marks for part in self.parts)

    @property
    def of(self) -> float:
        """What all parts are worth."""
        return sum(part.of for part in self.parts)


@record
class ClassSummary:
    """What the class as a whole shows.

    Attributes:
        verdicts: How often each verdict was given, by part.
        fell: How often a part was wrong, the most first.
        slips: How often each known slip was made, the most first.
        same: Wrong digits that several students share: problem, part, digits, who.
    """

    verdicts: dict[str, Counter[str]]
    fell: tuple[tuple[str, int], ...]
    slips: tuple[tuple[str, int], ...]
    same: tuple[tuple[int, str, str, tuple[str, ...]], ...]


def summary_of(students: Sequence[StudentMarks]) -> ClassSummary:
    """What the class as a whole shows."""
    verdicts: dict[str, Counter[str]] = {}
    slips: Counter[str] = Counter()
    digits: dict[tuple[int, str, str], list[str]] = {}
    for student in students:
        for part in student.parts:
            verdicts.setdefault(part.part, Counter())[part.verdict] += 1
            if part.slip is not None:
                slips[part.slip.id] += 1
            if part.verdict == "wrong" and part.written:
                key = (part.problem, part.part, part.written)
                digits.setdefault(key, []).append(student.code or student.name)
    fell = Counter({name: each["wrong"] for name, each in verdicts.items() if each["wrong"]})
    same = tuple((*key, tuple(who)) for key, who in digits.items() if len(who) > 1)
    return ClassSummary(verdicts, tuple(fell.most_common()), tuple(slips.most_common()), same)


def part_tree(part: PartMark) -> dict[str, Any]:
    """A part as an object of JSON."""
    return {
        "problem": part.problem,
        "part": part.part,
        "verdict": part.verdict,
        "slip": None if part.slip is None else part.slip.id,
        "marks": rounded(part.marks),
        "of": rounded(part.of),
    }


def marks_tree(students: Sequence[StudentMarks], summary: ClassSummary) -> dict[str, Any]:
    """All marks as an object of JSON (`addnorm.marks/1`)."""
    return {
        "schema": MARKS_SCHEMA,
        "students": [
            {
                "code": student.code,
                "name": student.name,
                "marks": rounded(student.marks),
                "of": rounded(student.of),
                "parts": list(map(part_tree, student.parts)),
            }
            for student in students
        ],
        "summary": {
            "students": len(students),
            "mean": rounded(_mean(student.marks for student in students)),
            "of": rounded(max((student.of for student in students), default=0.0)),
            "parts": {
                name: {verdict: each[verdict] for verdict in OUTCOMES}
                for name, each in summary.verdicts.items()
            },
            "slips": dict(summary.slips),
            "same_digits": [
                {"problem": problem, "part": part, "digits": digits, "students": list(who)}
                for problem, part, digits, who in summary.same
            ],
        },
    }


def marks_schema(language: Language) -> Schema:
    """The JSON Schema of that object, with descriptions in a language."""
    from addnorm_cli.check.slips import SLIPS

    part: dict[str, Schema] = {
        "problem": COUNT,
        "part": TEXT,
        "verdict": one_of(OUTCOMES),
        "slip": maybe(slip_id(SLIPS)),
        "marks": FROM_ZERO,
        "of": FROM_ZERO,
    }
    student = {
        "code": TEXT,
        "name": TEXT,
        "marks": FROM_ZERO,
        "of": FROM_ZERO,
        "parts": list_of(record_of(language, "mark", part, part)),
    }
    counts: dict[str, Schema] = dict.fromkeys(OUTCOMES, NATURAL)
    same = {"problem": COUNT, "part": TEXT, "digits": TEXT, "students": list_of(TEXT, minItems=2)}
    summary = {
        "students": NATURAL,
        "mean": FROM_ZERO,
        "of": FROM_ZERO,
        "parts": named(record_of(language, "outcomes", counts, counts)),
        "slips": named(COUNT, propertyNames=slip_id(SLIPS)),
        "same_digits": list_of(record_of(language, "same", same, same)),
    }
    marks = {
        "schema": {"const": MARKS_SCHEMA},
        "students": list_of(record_of(language, "student", student, student)),
        "summary": record_of(language, "summary", summary, summary),
    }
    return root(language, "marks", MARKS_SCHEMA, record_of(language, "marks", marks, marks), {})


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return sum(every) / len(every) if every else 0.0


def rounded(marks: float) -> float:
    """Marks without the noise of adding shares: 2 thirds and 1 third are 1."""
    return round(marks, 6) + 0.0
