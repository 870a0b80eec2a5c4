"""Makes lists of problems: the same ones for the same seed, and never one twice."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

import numpy as np

from addnorm_cli.homework.kinds import KINDS, Assignment, Chance, ProblemTree, evenness_of
from addnorm_cli.homework.solve import solve_all
from addnorm_cli.inputs.problem_file import COMMAND_KEY, keys_of
from addnorm_cli.inputs.problem_lists import parse_problem_list
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.rosters import Student
from addnorm_cli.model.errors import AddnormError, InputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.records import replaced
from addnorm_cli.trace.workbook import Workbook

_TRIES = 1000
"""So many problems that were there already in a row, and there are no more."""
_AFFINE = ("gamma", "beta")
"""The same vector with another gain is no other problem."""
_LISTED = 4


def make_problems(assignment: Assignment, student: str | None = None) -> list[ProblemTree]:
    """A list of problems, as decimals in the words of a problem file.

    Args:
        assignment: What is wanted.
        student: Gives every name a list of its own.

    Raises:
        InputError: No vector of that size comes out even, or there are not that many problems.
    """
    if assignment.nice and any(KINDS[kind].has_norm for kind, _ in assignment.parts):
        _check_size(assignment)
    seed = assignment.seed
    start: Any = [seed, *student.encode("utf-8")] if student else seed
    chance = Chance(np.random.RandomState(start), assignment)
    problems: list[ProblemTree] = []
    seen: set[str] = set()
    for kind, count in assignment.parts:
        problems += _of_kind(kind, count, chance, seen)
    return problems


def _of_kind(kind: str, count: int, chance: Chance, seen: set[str]) -> list[ProblemTree]:
    """Problems of one kind, none of which was seen before."""
    stated = {key: value for key, value in chance.stated.items() if key in keys_of(kind)}
    problems: list[ProblemTree] = []
    tries = 0
    while len(problems) < count:
        problem = {COMMAND_KEY: kind, **KINDS[kind].make(chance), **stated}
        text = written([{key: problem[key] for key in problem if key not in _AFFINE}])
        tries = tries + 1 if text in seen else 0
        if tries > _TRIES:
            raise InputError("too_few_problems", where="--count", found=len(problems), count=count)
        if text not in seen:
            seen.add(text)
            problems.append(problem)
    return problems


def _check_size(assignment: Assignment) -> None:
    evenness = evenness_of(assignment.norm)
    if assignment.d not in evenness.sizes(assignment.d):
        sizes = tuple(evenness.sizes(_LISTED))
        raise InputError("not_nice", where="--dim", d=assignment.d, sizes=sizes)


def worked(problems: list[ProblemTree], options: Options, student: str | None) -> Workbook:
    """The answers to a list of problems that was made here.

    Args:
        problems: The problems.
        options: Say how numbers are carried, and what all problems have.
        student: Whose problems they are.

    Raises:
        AddnormError: A problem has none, since its norm is not defined for this size.
    """
    items = parse_problem_list(written(problems), "homework")
    carried = ("hand", "rounding", "dtype")
    given = Options(**{name: getattr(options, name) for name in carried})
    workbook = solve_all(items, given, Reader())
    for broken in workbook.broken():
        raise _blamed(broken.error, options)
    return replaced(workbook, student=student)


def _blamed(error: AddnormError, options: Options) -> AddnormError:
    """An error in a problem that was made here, at the option that it comes from."""
    key = (error.where or "").rpartition(": ")[2]
    flags = [option.flag for option in options.given() if key in option.keys]
    if not flags:
        return error
    return type(error)(error.key, where=flags[0], excerpt=error.excerpt, **error.facts)


def written(problems: list[ProblemTree]) -> str:
    """A list of problems as JSON, one problem a line."""
    lines = (json.dumps(problem, default=_number, ensure_ascii=False) for problem in problems)
    return "[\n  " + ",\n  ".join(lines) + "\n]\n"


def make_class(
    assignment: Assignment, roster: Sequence[Student | None], options: Options, date: str
) -> Iterator[tuple[Workbook, list[ProblemTree]]]:
    """The problems of each student, worked, and as they are written down.

    Args:
        assignment: What is wanted.
        roster: The students; None for a list that is nobody's own.
        options: Say how numbers are carried, and what all problems have.
        date: When they are given out, or "".

    Raises:
        AddnormError: As for `make_problems` and `worked`.
    """
    names = Counter(student.name for student in roster if student is not None)
    for number, student in enumerate(roster, start=1):
        name = None if student is None else student.name
        own = name
        if student is not None and names[student.name] > 1:
            own = f"{student.code} {student.name}"  # two of one name have codes
        problems = make_problems(assignment, own)
        code = "" if student is None else student.code or _code(number, date)
        workbook = replaced(worked(problems, options, name), code=code, date=date)
        yield workbook, problems if name is None else _labelled(problems, code, name)


def _code(number: int, date: str) -> str:
    """The code of a student whom the roster gives none: the year, a group, the place in it."""
    years = re.findall(r"\d{4}", date) or [str(datetime.now().astimezone().year)]
    return f"{years[0]}-A-{number:03d}"


def _labelled(problems: list[ProblemTree], code: str, name: str) -> list[ProblemTree]:
    """A student's problems, each with whose it is and its number on the sheet."""
    return [
        {"code": code, "name": name, "number": number, **problem}
        for number, problem in enumerate(problems, start=1)
    ]


def _number(value: Decimal) -> int | float:
    """A decimal for JSON: 2 where it was drawn as a whole number, 2.0 where in tenths."""
    return int(value) if value == value.to_integral_value() and _is_whole(value) else float(value)


def _is_whole(value: Decimal) -> bool:
    exponent = value.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= 0
