"""Writes problems as a page to practise on: one file that compares what is filled in by itself.

Every value, tolerance and slip is worked here; `practice.js`, which stands in the page, compares.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from addnorm_cli.formats.escape import html
from addnorm_cli.formats.html import displayed, fragment, label
from addnorm_cli.formats.html_style import STYLE, document
from addnorm_cli.homework.quiz import Blank, QuizProblem, Task, questions_of
from addnorm_cli.messages import say
from addnorm_cli.messages.language import Language
from addnorm_cli.page.request import Request
from addnorm_cli.trace.trace import Trace
from addnorm_cli.trace.workbook import Workbook, Worked

_FIELDS = """\
.task[hidden], #tools[hidden] { display: none; }
#tools { position: sticky; top: 0; z-index: 1; padding: .5rem 0; background: var(--paper);
  border-bottom: 1px solid var(--rule); }
#tools > * { margin-right: 1rem; }
#progress { display: inline-block; margin-block: 0; font-weight: 600; }
.blanks { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(14rem, 100%), 1fr));
  gap: .6rem 1.2rem; margin: .6rem 0; }
.blank label { display: block; color: var(--accent); }
.blank input { width: 100%; padding: .4rem .5rem; font: inherit; color: inherit;
  background: var(--paper); border: 1.5px solid var(--soft); border-radius: 4px; }
.blank output { display: block; min-height: 1.5em; font-size: .92rem; overflow-wrap: anywhere; }
.blank[data-kind=""] output { visibility: hidden; }
.blank[data-kind="right"] input { border-color: var(--good); }
.blank[data-kind="right"] output { color: var(--good); }
.blank[data-kind="wrong"] input { border-color: var(--bad); }
.blank[data-kind="wrong"] output { color: var(--bad); }
.blank[data-kind="follows"] input { border-color: var(--accent); }
.blank[data-kind="follows"] output { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.shown summary, button { cursor: pointer; }
button { padding: .3rem .8rem; font: inherit; }
"""
_TOOLS = """\
<h1>{title}</h1>
<noscript><p>{noscript}</p></noscript>
<div id="tools" hidden>
<p id="progress" role="status"></p>
<label><input type="checkbox" id="stepwise"> {stepwise}</label>
<button type="button" id="again">{again}</button>
</div>"""
_SCRIPTS = """\
<script type="application/json" id="answers">{answers}</script>
<script type="module">{script}</script>
"""
_POLICY = (
    '<meta http-equiv="Content-Security-Policy" content="'
    "default-src 'none'; script-src 'sha256-{script}'; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'\">\n"
)
"""No network, and no script but the one that stands here; tables are aligned by styles."""


def write(trace: Trace, request: Request) -> str:
    """One problem as a page to practise on."""
    return write_book(Workbook(trace.title, (Worked(1, trace),)), request)


def write_book(workbook: Workbook, request: Request) -> str:
    """A list of problems as a page to practise on."""
    language = request.language
    problems = list(questions_of(workbook, request))
    script = files("addnorm_cli.homework").joinpath("practice.js").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    named = workbook.title or say(language, "quiz.practice")
    title = " · ".join(filter(None, (named, workbook.code, workbook.student)))
    tools = _TOOLS.format(
        title=html(title),
        noscript=html(say(language, "quiz.noscript")),
        stepwise=html(say(language, "quiz.stepwise")),
        again=html(say(language, "quiz.again")),
    )
    body = [tools, *(_problem(each, number, language) for number, each in enumerate(problems))]
    return document(
        "\n".join(body),
        title,
        STYLE + _FIELDS,
        request,
        head=_POLICY.format(script=digest),
        end=_SCRIPTS.format(answers=_answers(problems, language), script=script),
    )


def _named(problem: QuizProblem, number: int) -> Iterator[tuple[str, Blank]]:
    """The blanks of a problem, each with a name that no other of the page has."""
    blanks = (blank for task in problem.tasks for blank in task.blanks())
    for place, blank in enumerate(blanks):
        yield f"{number}-{place}", blank


def _problem(problem: QuizProblem, number: int, language: Language) -> str:
    names = {id(blank): name for name, blank in _named(problem, number)}
    tasks = (
        _task(task, place, names, language) for place, task in enumerate(problem.tasks, start=1)
    )
    return "\n".join([
        f'<section class="problem" aria-labelledby="problem-{number}">',
        f'<h2 id="problem-{number}">{html(problem.title)}</h2>',
        fragment(problem.given),
        *tasks,
        "</section>",
    ])  # fmt: skip


def _task(task: Task, number: int, names: dict[int, str], language: Language) -> str:
    formula = "" if task.formula is None else displayed(task.formula)
    fields = "\n".join(_field(blank, names[id(blank)]) for blank in task.blanks())
    return "\n".join([
        '<div class="task">',
        f"<h3>{number}. {html(task.title)}</h3>",
        formula or f"<p>{label(task.symbol)}</p>",
        f'<div class="blanks">\n{fields}\n</div>',
        f'<details class="shown"><summary>{html(say(language, "quiz.show"))}</summary>',
        fragment(task.worked, depth=2),
        "</details>",
        "</div>",
    ])  # fmt: skip


def _field(blank: Blank, name: str) -> str:
    return (
        f'<div class="blank" data-kind=""><label for="blank-{name}">{html(blank.name)}</label>'
        f'<input id="blank-{name}" data-blank="{name}" type="text" autocomplete="off" '
        f'autocapitalize="off" spellcheck="false" aria-describedby="said-{name}">'
        f'<output id="said-{name}" for="blank-{name}" aria-live="polite"></output></div>'
    )


def _answers(problems: list[QuizProblem], language: Language) -> str:
    """What the script compares with, as JSON that ends no element of the page."""
    slips: dict[str, int] = {}
    blanks: dict[str, Any] = {}
    for number, problem in enumerate(problems):
        for name, blank in _named(problem, number):
            blanks[name] = {
                "right": float(blank.right),
                "tolerance": float(blank.tolerance),
                "hand": [float(value) for value in blank.by_hand],
                "slips": [
                    [float(wrong.value), slips.setdefault(wrong.text, len(slips))]
                    for wrong in blank.wrong
                ],
            }
    words = {
        "right": say(language, "quiz.right"),
        "hand": say(language, "quiz.by_hand"),
        "wrong": say(language, "quiz.wrong"),
        "follows": say(language, "quiz.follows"),
        "none": say(language, "quiz.none"),
        "progress": say(language, "quiz.progress"),
        "finished": say(language, "quiz.finished"),
    }
    content = hashlib.sha256(json.dumps(blanks).encode()).hexdigest()
    tree = {
        "key": f"addnorm-{content[:16]}",
        "words": words,
        "slips": list(slips),
        "blanks": blanks,
    }
    text = json.dumps(tree, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
