"""Answers one by one: an object of JSON in, what became of it as an object of JSON out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from addnorm_cli.homework.answers import answer_of, read_class
from addnorm_cli.homework.grade import Marked, Paper, Worth, mark, papers_of
from addnorm_cli.homework.marks import part_tree
from addnorm_cli.inputs.documents import Document, JsonObject, decode, parse_json_text, quoted
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.records import replaced

Papers = Mapping[tuple[str, int], Paper]
"""Problems by the code of the student, or "", and by number."""


def read_papers(files: Sequence[str], reader: Reader) -> Papers:
    """The problems that lines may answer.

    Raises:
        AddnormError: A file cannot be read, or a problem in it; or there are answers in it.
    """
    problems, answers = read_class(files, reader)
    if answers:
        raise InputError("answers_beside_lines", where=answers[0].where)
    papers, errors, _ = papers_of(problems, [])
    for error in errors:
        raise error
    return {(paper.code, paper.number): paper for paper in papers}


def marked_line(
    line: bytes, where: str, papers: Papers, scale: Worth, options: Options
) -> tuple[dict[str, Any], Marked]:
    """What became of one line: an answer to one part, or `parts` with several by name.

    Raises:
        AddnormError: It is no answer, or there is no such problem.
    """
    tree = parse_json_text(decode(line, where), where)
    if not isinstance(tree, dict):
        raise InputError("problem_expected", where=where, found=quoted(tree))
    if isinstance(tree.get("problem"), dict):
        tree, papers = _with_its_problem(tree, where)
    parts = tree.get("parts")
    several = parts if isinstance(parts, dict) else {tree.get("part", "result"): tree.get("value")}
    answers = [
        answer_of(Document(name=where, tree={**tree, "part": part, "value": value}))
        for part, value in several.items()
    ]
    paper = next(
        (
            papers[key]
            for answer in answers
            for key in ((answer.code, answer.problem), ("", answer.problem))
            if key in papers
        ),
        None,
    )
    if paper is None:
        code, number = str(tree.get("code", "")), str(tree.get("problem", ""))
        raise InputError("no_such_problem", where=where, code=code, number=number)
    asked = {answer.part: answer for answer in answers}
    marked = mark(replaced(paper, asked=tuple(asked), answers=asked), scale, options, keep=False)
    for error in marked.errors:
        raise error
    who = {"code": answers[0].code, "name": paper.name}
    trees = list(map(part_tree, marked.parts))
    if isinstance(parts, dict):
        return {**who, "problem": paper.number, "parts": trees}, marked
    return {**who, **trees[0]}, marked


def _with_its_problem(tree: JsonObject, where: str) -> tuple[JsonObject, Papers]:
    """A line that brings its problem, so that it needs nothing beside it."""
    own = tree["problem"]
    assert isinstance(own, dict)
    number = own.get("number", Decimal(1))
    problem = Document(name=where, tree={**own, "code": tree.get("code"), "number": number})
    papers, *_ = papers_of([problem], [])
    return {**tree, "problem": number}, {(paper.code, paper.number): paper for paper in papers}
