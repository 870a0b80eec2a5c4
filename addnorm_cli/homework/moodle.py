"""Writes problems for Moodle: XML with embedded answers, and plain numerical questions as GIFT.

No library that is kept well writes either, so the XML is the standard library's. What an embedded
answer may hold is what Moodle's qtype_multianswer reads: `{1:NUMERICAL:=0.6725:0.0001~%0%…#…}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from xml.etree import ElementTree as Tree

from addnorm_cli.formats.escape import html, one_line
from addnorm_cli.formats.html import displayed, fragment, label
from addnorm_cli.homework.quiz import Blank, BlankRow, QuizProblem, Task, questions_of
from addnorm_cli.messages import say
from addnorm_cli.messages.language import Language
from addnorm_cli.page.request import Request
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.workbook import Workbook, Worked

_INERT = {ord(sign): f"&#{ord(sign)};" for sign in "{}$@\\[]"}
"""Signs by which Moodle and its filters know what they act on; as entities they are text."""
_GIFT_SPECIAL = re.compile(r"([\\~=#{}:])")
_RIGHT, _WRONG = "=", "%0%"


def write(trace: Trace, request: Request) -> str:
    """One problem as Moodle XML."""
    return write_book(Workbook(trace.title, (Worked(1, trace),)), request)


def write_book(workbook: Workbook, request: Request) -> str:
    """A list of problems as Moodle XML, a question with embedded answers for each."""
    quiz = Tree.Element("quiz")
    category = Tree.SubElement(quiz, "question", type="category")
    name = f"$course$/top/{_name_of(workbook, request).replace('/', '//')}"
    _text(Tree.SubElement(category, "category"), name)
    for question in questions_of(workbook, request):
        node = Tree.SubElement(quiz, "question", type="cloze")
        _text(Tree.SubElement(node, "name"), one_line(question.title))
        _text(
            Tree.SubElement(node, "questiontext", format="html"), _cloze(question, request.language)
        )
        worked = inert(fragment(question.worked, depth=2))
        _text(Tree.SubElement(node, "generalfeedback", format="html"), worked)
        Tree.SubElement(node, "penalty").text = "0"
        Tree.SubElement(node, "hidden").text = "0"
    Tree.indent(quiz)
    xml: str = Tree.tostring(quiz, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{xml}\n'


def write_gift(trace: Trace, request: Request) -> str:
    """One problem as GIFT."""
    return write_gift_book(Workbook(trace.title, (Worked(1, trace),)), request)


def write_gift_book(workbook: Workbook, request: Request) -> str:
    """A list of problems as GIFT, a numerical question for each number that is asked for."""
    category = f"$CATEGORY: $course$/top/{_name_of(workbook, request).replace('/', '//')}\n"
    questions = (
        _gift(question, task, row, blank, request)
        for question in questions_of(workbook, request)
        for task in question.tasks
        for row in task.rows
        for blank in row.blanks
    )
    return "\n".join([category, *questions])


def _name_of(workbook: Workbook, request: Request) -> str:
    title = workbook.title or say(request.language, "sheet.title")
    return one_line(" · ".join(filter(None, (title, workbook.code, workbook.student))))


def _text(node: Tree.Element, text: str) -> None:
    Tree.SubElement(node, "text").text = text


def inert(markup: str) -> str:
    """HTML in which nothing is an embedded answer, a placeholder or a formula of a filter."""
    return markup.translate(_INERT)


def _cloze(question: QuizProblem, language: Language) -> str:
    parts = [inert(fragment(question.given, depth=2))]
    for number, task in enumerate(question.tasks, start=1):
        parts.append(inert(_asked(task, number)))
        fields = {id(blank): _field(blank, language) for blank in task.blanks()}
        parts.append(_table(task, fields))
    return "\n".join(parts)


def _asked(task: Task, number: int) -> str:
    heading = f"<h4>{number}. {html(task.title)}</h4>"
    return heading if task.formula is None else f"{heading}\n{displayed(task.formula)}"


def _table(task: Task, fields: dict[int, str]) -> str:
    """The fields of a step: a statistic on a line, a vector or a matrix as a table."""
    letter = inert(label(task.symbol))
    if len(task.blanks()) == 1:
        (blank,) = task.blanks()
        return f"<p>{letter} = {fields[id(blank)]}</p>"
    heads = "".join(f"<th>{inert(html(blank.column))}</th>" for blank in task.rows[0].blanks)
    rows = (
        f"<tr><th>{inert(html(row.label)) or letter}</th>"
        + "".join(f"<td>{fields[id(blank)]}</td>" for blank in row.blanks)
        + "</tr>"
        for row in task.rows
    )
    caption = f"<caption>{letter}</caption>" if len(task.rows) > 1 else ""
    return f"<table>{caption}<tr><td></td>{heads}</tr>{''.join(rows)}</table>"


def _field(blank: Blank, language: Language) -> str:
    answers = "~".join(
        f"{mark}{plain(value)}:{plain(blank.tolerance)}#{_feedback(text)}"
        for mark, value, text in _answers(blank, language)
    )
    return f"{{1:NUMERICAL:{answers}}}"


def _answers(blank: Blank, language: Language) -> Iterator[tuple[str, Decimal, str]]:
    """Every answer that is known, the right ones first: the first that fits counts."""
    yield _RIGHT, blank.right, say(language, "quiz.right")
    for value in blank.by_hand:
        yield _RIGHT, value, say(language, "quiz.by_hand")
    for wrong in blank.wrong:
        yield _WRONG, wrong.value, wrong.text


def plain(value: Decimal) -> str:
    """A number without an exponent."""
    return f"{value:f}"


def _feedback(text: str) -> str:
    """Words inside an embedded answer; Moodle reads their entities once before they are HTML."""
    return re.sub(r"[{}$@\\~#\[\]]", lambda sign: f"&#{ord(sign[0])};", html(html(text)))


def _gift(question: QuizProblem, task: Task, row: BlankRow, blank: Blank, request: Request) -> str:
    name = one_line(f"{question.title} · {task.title} · {blank.name}")
    which = " ".join(filter(None, (row.label, blank.column)))
    line = f"<p>{label(task.symbol)} {html(which)} = ?</p>"
    asked = [fragment(question.given, depth=2), f"<h4>{html(task.title)}</h4>"]
    if task.formula is not None:
        asked.append(displayed(task.formula))
    asked.append(line)
    answers = " ".join(
        f"={'' if mark == _RIGHT else mark}{plain(value)}:{plain(blank.tolerance)}"
        f"#{gift(html(text))}"
        for mark, value, text in _answers(blank, request.language)
    )
    text = gift(inert("\n".join(asked)))
    worked = gift(inert(fragment(task.worked, depth=2)))
    return f"::{gift(name)}::[html]{text}{{#{answers} ####{worked}}}\n"


def gift(text: str) -> str:
    """Text in GIFT, on one line."""
    return _GIFT_SPECIAL.sub(r"\\\1", text).replace("\n", r"\n")
