"""Quizzes for Moodle: read as Moodle reads them, against values worked by hand and by documents."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Tree

import pytest

from tests.conftest import Runner

BANK = {"x": [1.24, 0.52, 0.72, 0.21]}
"""bank by the river, of the documents: μ = 0.6725, σ² = 0.14036875, σ = 0.374658…"""
NUMBER = r"-?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][-+]?[0-9]+)?"
START = re.compile(r"\{(\d*):(NUMERICAL|NM|MULTICHOICE\w*|MC\w*|SHORTANSWER\w*|SA\w*|MW\w*):")
ALTERNATIVE = re.compile(r"(=|%(-?\d+)%)?(.+?(?<!\\)(?=[~#}]|$))(?:#(.*?(?<!\\)(?=[~}]|$)))?", re.S)

Solved = Callable[..., str]
Answer = tuple[int, float, float, str]
"""Percent, number, tolerance and feedback."""


@pytest.fixture
def solved(addnorm: Runner, tmp_path: Path) -> Solved:
    """Solves problems, and gives what was written."""

    def solve(problem: Any, *words: str, ending: str = "xml") -> str:
        path = tmp_path / f"quiz.{ending}"
        problems = json.dumps([problem] if isinstance(problem, dict) else problem)
        done = addnorm("homework", "solve", "-", "-o", str(path), *words, stdin=problems)
        assert done.code == 0, done.err
        return path.read_text("utf-8")

    return solve


def questions(xml: str) -> list[Tree.Element]:
    return [q for q in Tree.fromstring(xml) if q.get("type") == "cloze"]


def fields(question: Tree.Element) -> list[list[Answer]]:
    """The embedded answers of a question, as Moodle's own patterns find them."""
    text = question.findtext("questiontext/text") or ""
    found = []
    for start in START.finditer(text):
        assert start.groups() == ("1", "NUMERICAL")
        answers: list[Answer] = []
        at = start.end()
        while True:
            one = ALTERNATIVE.match(text, at)
            assert one is not None
            number = re.fullmatch(f"({NUMBER}):({NUMBER})", one[3])
            assert number is not None, one[3]
            percent = 100 if one[1] == "=" else int(one[2])
            feedback = html.unescape(html.unescape(one[4]))
            answers.append((percent, float(number[1]), float(number[2]), feedback))
            at = one.end()
            if text[at] == "}":
                break
            assert text[at] == "~"
            at += 1
        found.append(answers)
    return found


def marked(answers: list[Answer], typed: str) -> tuple[int, str]:
    """What Moodle makes of what was typed: the first answer that is near enough."""
    for percent, number, tolerance, feedback in answers:
        if abs(float(typed) - number) <= tolerance:
            return percent, feedback
    return 0, ""


def parts(question: Tree.Element) -> dict[str, list[list[Answer]]]:
    """The fields below each heading of a question."""
    text = question.findtext("questiontext/text") or ""
    sections = re.split(r"<h4>\d+\. (.*?)</h4>", text)[1:]
    found = {}
    for name, body in zip(sections[::2], sections[1::2], strict=True):
        part = Tree.Element("question")
        Tree.SubElement(Tree.SubElement(part, "questiontext"), "text").text = body
        found[html.unescape(name)] = fields(part)
    return found


@pytest.mark.parametrize(
    ("part", "place", "typed", "mark", "words"),
    [
        ("Mean", 0, "0.6725", 100, "right"),
        ("Mean", 0, "0.6735", 0, ""),
        ("Variance", 0, "0.1404", 100, "right"),
        ("Variance", 0, "0.1403", 100, "right"),  # cut off
        ("Variance", 0, "0.1402", 0, ""),
        ("Variance", 0, "0.1872", 0, "dividing by n - 1"),  # 0.561475 / 3
        ("Variance", 0, "0.3747", 0, "taking σ for σ²"),
        ("Standard deviation", 0, "0.3747", 100, "right"),
        ("Standard deviation", 0, "0.4326", 0, "dividing by n - 1"),  # √0.187158
        ("Result", 0, "1.5147", 100, "right"),
        ("Result", 3, "-1.2345", 100, "right"),
        ("Result", 0, "1.3118", 0, "dividing by n - 1"),  # 0.5675 / 0.432618
        ("Result", 0, "4.0429", 0, "dividing by σ² instead of σ"),  # 0.5675 / 0.140370
        ("Result", 0, "3.3097", 0, "whose mean was not taken away"),  # 1.24 / 0.374659
        ("Result", 0, "-1.5147", 0, "turning the sign of component [0]"),
        ("Result", 1, "0.7", 0, ""),
    ],
)
def test_moodle_marks_an_answer_and_tells_the_slip(
    solved: Solved, part: str, place: int, typed: str, mark: int, words: str
) -> None:
    (question,) = questions(solved(BANK))
    found, feedback = marked(parts(question)[part][place], typed)
    assert found == mark
    assert words in feedback
    assert bool(words) == bool(feedback)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("1", ""),
        # r = [10, 4], N(x) = [-1, 1], N(F(x)) = [1, -1]
        ("-3", ""),
        ("2", "x + Norm(F(x))"),
        ("8", "Norm(x) + F(x)"),
        ("10", "without the norm"),
    ],
)
def test_a_residual_that_was_forgotten_is_told(solved: Solved, typed: str, words: str) -> None:
    problem = {"x": [1, 3], "sublayer": [9, 1], "norm": {"eps": 0}}
    (question,) = questions(solved(problem))
    mark, feedback = marked(parts(question)["Result"][0], typed)
    assert mark == (100 if typed == "1" else 0)
    assert words in feedback


def test_a_slip_in_a_norm_of_a_block_is_told(solved: Solved) -> None:
    """r = [1.24, 0.52, 0.72, 0.21] goes into the norm: the numbers of the documents again."""
    block = {
        "x": [0.8, 0.4, 0.6, -0.1],
        "placement": "post",
        "layers": [{"attention": {"output": [0.44, 0.12, 0.12, 0.31]}}],
    }
    (question,) = questions(solved(block, "--only", "variance", "--only", "output"))
    every = fields(question)
    assert marked(every[0], "0.1404") == (100, "right")
    assert "dividing by n - 1" in marked(every[0], "0.1872")[1]
    results = every[1:]
    assert marked(results[0], "1.5147") == (100, "right")
    assert "dividing by n - 1" in marked(results[0], "1.3118")[1]


@pytest.mark.parametrize(("eps", "told"), [("1e-6", False), ("0.5", True)])
def test_a_slip_within_the_tolerance_is_left_out(solved: Solved, eps: str, told: bool) -> None:
    (question,) = questions(solved(BANK, "--eps", eps))
    texts = [feedback for answers in fields(question) for *_, feedback in answers]
    assert any("under the root" in text for text in texts) == told


def test_every_wrong_answer_has_no_marks_and_stands_apart_from_the_right_one(
    solved: Solved,
) -> None:
    (question,) = questions(solved({**BANK, "gamma": [2, 1, 1, 3], "beta": [1, 0, 0, 0]}))
    for answers in fields(question):
        percents = [percent for percent, *_ in answers]
        assert percents[0] == 100
        assert percents == sorted(percents, reverse=True)
        assert set(percents) <= {0, 100}
        for percent, number, tolerance, _ in answers:
            if not percent:
                assert abs(number - answers[0][1]) > tolerance


@pytest.mark.parametrize(
    ("precision", "tolerance"), [("4", 0.0001), ("3", 0.001), ("2", 0.005), ("0", 0.5)]
)
def test_the_tolerance_is_that_of_the_digits_asked(
    solved: Solved, precision: str, tolerance: float
) -> None:
    (question,) = questions(solved(BANK, "-p", precision))
    for answers in fields(question):
        for _, _, allowed, _ in answers:
            assert tolerance < allowed < 1.002 * tolerance


def test_rounding_every_step_by_hand_is_right_too(solved: Solved) -> None:
    problem = {"x": [1, 3, 6], "gamma": [100, 100, 100]}
    (question,) = questions(solved(problem, "-p", "2"))
    by_hand = [a for answers in fields(question) for a in answers if "by hand" in a[3]]
    assert {percent for percent, *_ in by_hand} == {100}
    # μ ≈ 3.333, z - μ ≈ -2.33, squares 5.43, 0.11 and 7.13, σ² ≈ 4.223, σ ≈ 2.055, ẑ₀ ≈ -1.13
    assert marked(parts(question)["Result"][0], "-113") == (100, by_hand[0][3])
    # and the exact one: -7/3 / √(38/9) × 100
    assert marked(parts(question)["Result"][0], "-113.55") == (100, "right")


def test_by_hand_as_asked_the_rounded_number_is_right_and_so_is_the_exact_one(
    solved: Solved,
) -> None:
    (question,) = questions(solved(BANK, "--hand", "2"))
    first = parts(question)["Result"][0]
    # z - μ ≈ 0.57, -0.15, 0.05, -0.46, squares 0.32, 0.02, 0 and 0.21, σ² ≈ 0.138, σ ≈ 0.371
    assert marked(first, "1.54")[0] == 100
    assert marked(first, "1.5147")[0] == 100
    assert marked(first, "1.53")[0] == 0


def test_two_parsers_read_the_same(solved: Solved) -> None:
    etree = pytest.importorskip("lxml.etree")
    text = solved([{**BANK, "title": "a < b & 'c' ]]> \u4e2d"}, BANK])
    own, other = Tree.fromstring(text), etree.fromstring(text.encode())
    assert [(n.tag, n.attrib, (n.text or "").strip()) for n in own.iter()] == [
        (n.tag, dict(n.attrib), (n.text or "").strip()) for n in other.iter()
    ]
    assert len(questions(text)) == 2


def test_the_xml_has_the_parts_that_moodle_asks_for(solved: Solved) -> None:
    text = solved([BANK, {"x": [1, 2]}], "--title", "Week 1/2")
    root = Tree.fromstring(text)
    assert root.tag == "quiz"
    assert [q.get("type") for q in root] == ["category", "cloze", "cloze"]
    assert root[0].findtext("category/text") == "$course$/top/Week 1//2"
    for question in root[1:]:
        for part in ("questiontext", "generalfeedback"):
            node = question.find(part)
            assert node is not None
            assert node.get("format") == "html"
            # what stands in it is HTML that is XML too
            Tree.fromstring(f"<div>{node.findtext('text')}</div>")
    names = [question.findtext("name/text") for question in root[1:]]
    assert names == ["1. Layer normalization", "2. Layer normalization"]


def test_general_feedback_is_the_worked_page(solved: Solved) -> None:
    (question,) = questions(solved(BANK))
    feedback = question.findtext("generalfeedback/text") or ""
    assert "0.561475" in feedback
    assert "1.5147" in feedback
    asked = question.findtext("questiontext/text", "")
    assert "1.5147" not in re.sub(r"\{1:NUM[^}]*\}", "", asked)


HOSTILE = "{1:SHORTANSWER:=x} ~ } # $$x$$ @@PLUGINFILE@@ \\(y\\) <b>bold</b> <script> // = :: %100%"


def test_a_title_or_a_label_is_text(solved: Solved) -> None:
    problem = {"x": {"a": [1, 2]}["a"], "sublayer": {HOSTILE: [3, 1]}, "title": HOSTILE}
    text = solved(problem, "--title", HOSTILE)
    plain = solved({"x": [1, 2], "sublayer": {"A": [3, 1]}})
    (question,), (other,) = questions(text), questions(plain)
    assert len(fields(question)) == len(fields(other))
    assert HOSTILE in (question.findtext("name/text") or "")
    for part in ("questiontext", "generalfeedback"):
        markup = question.findtext(f"{part}/text") or ""
        assert not re.search(r"\$\$|@@|\\\(|<b>|<script", markup)
        read = "".join(Tree.fromstring(f"<div>{markup}</div>").itertext())
        assert part == "generalfeedback" or "$$x$$" in read


def gift_questions(text: str) -> list[tuple[str, str, list[Answer], str]]:
    """Title, text, answers and general feedback of each question, as Moodle reads GIFT."""
    found = []
    for block in re.split(r"\n\s*\n", text.strip()):
        if block.startswith("$CATEGORY: "):
            continue
        hidden = re.sub(r"\\([~=#{}:\\n])", lambda m: f"\0{ord(m[1]):04d}", block)

        def shown(part: str) -> str:
            return re.sub("\0(\\d{4})", lambda m: chr(int(m[1])).replace("n", "\n"), part)

        whole = re.fullmatch(r"::(.*?)::\[html\]([^{}]*)\{#([^{}]*)\}", hidden)
        assert whole is not None, block[:200]
        answers, worked = whole[3].split("####")
        numbers: list[Answer] = []
        for one in answers.split("=")[1:]:
            parts = re.fullmatch(rf"(%\d+%)?({NUMBER}):({NUMBER})#([^#]*)", one.strip())
            assert parts is not None, one
            percent = int(parts[1].strip("%")) if parts[1] else 100
            feedback = html.unescape(shown(parts[4]))
            numbers.append((percent, float(parts[2]), float(parts[3]), feedback))
        found.append((shown(whole[1]), shown(whole[2]), numbers, shown(worked)))
    return found


def test_gift_asks_each_number_by_itself(solved: Solved) -> None:
    text = solved({**BANK, "title": HOSTILE}, "--only", "variance", ending="gift")
    ((title, asked, answers, worked),) = gift_questions(text)
    assert title == f"1. {HOSTILE} · Layer normalization · Variance · σ²"
    assert marked(answers, "0.1404") == (100, "right")
    assert "dividing by n - 1" in marked(answers, "0.1872")[1]
    assert "0.561475" in worked
    assert "0.561475" not in asked
    for markup in (asked, worked):
        Tree.fromstring(f"<div>{markup}</div>")


def test_gift_asks_every_number_that_the_xml_asks(solved: Solved) -> None:
    (question,) = questions(solved(BANK))
    listed = gift_questions(solved(BANK, ending="gift"))
    assert [answers for _, _, answers, _ in listed] == fields(question)


@pytest.mark.parametrize(
    ("blanks", "headings"),
    [("result", ["Result"]), ("mean,variance,result", ["Mean", "Variance", "Result"])],
)
def test_blanks_say_what_is_asked(
    addnorm: Runner, tmp_path: Path, blanks: str, headings: list[str]
) -> None:
    path = tmp_path / "quiz.xml"
    addnorm("homework", "make", "--count", "2", "--blanks", blanks, "-o", str(path))
    for question in questions(path.read_text("utf-8")):
        assert list(parts(question)) == headings


@pytest.mark.parametrize("kind", ["residual", "layernorm", "addnorm", "gradient", "block"])
def test_every_kind_can_be_asked_and_its_right_answers_are_those_of_its_key(
    addnorm: Runner, tmp_path: Path, kind: str
) -> None:
    quiz, key = tmp_path / "quiz.xml", tmp_path / "key.json"
    addnorm("homework", "make", "--kind", f"{kind}:1", "--blanks", "result",
        "-o", str(quiz), "--key", str(key))  # fmt: skip
    (question,) = questions(quiz.read_text("utf-8"))
    (answer,) = json.loads(key.read_text("utf-8"))["answers"]
    result = answer["result"]
    numbers = [n for part in result.values() for n in part] if kind == "gradient" else result
    right = [answers[0][1] for answers in fields(question)]
    assert right == pytest.approx([float(Decimal(str(n))) for n in numbers], abs=1e-7)


def test_each_student_has_a_quiz_and_the_language_is_theirs(
    addnorm: Runner, tmp_path: Path
) -> None:
    roster = tmp_path / "names.txt"
    roster.write_text("Ada\n李雷\n", "utf-8")
    addnorm("homework", "make", "--count", "1", "--per-student", str(roster), "--date", "2026",
        "--lang", "zh", "-o", str(tmp_path / "quiz.xml"))  # fmt: skip
    files = sorted(tmp_path.glob("quiz-*.xml"))
    assert len(files) == 2
    root = Tree.fromstring(files[1].read_text("utf-8"))
    assert root[0].findtext("category/text") == "$course$/top/练习题 · 2026-A-002 · 李雷"
    texts = [feedback for answers in fields(root[1]) for *_, feedback in answers]
    assert "正确" in texts
    assert any("用 n - 1 作除数" in text for text in texts)
    assert not any("right" in text for text in texts)


def test_a_quiz_is_no_key(addnorm: Runner) -> None:
    done = addnorm("homework", "make", "--key", "key.xml")
    assert done.code == 2
    assert "moodle asks, and shows no answers" in done.err
    assert not Path("key.xml").exists()


def test_one_calculation_is_a_quiz_too(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "one.xml"
    addnorm("layernorm", "1.24,0.52,0.72,0.21", "-o", str(path), "--only", "mean")
    (question,) = questions(path.read_text("utf-8"))
    assert question.findtext("name/text") == "1. Layer normalization"
    assert [answers[0][1] for answers in fields(question)] == [0.6725]
