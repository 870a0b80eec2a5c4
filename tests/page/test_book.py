"""Documents of several problems, in every format: their order, their headings, their labels."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest

from tests.conftest import HOSTILE, NUMBER, Golden, Runner
from tests.formats.test_export import needs, words_of
from tests.formats.test_html import Page
from tests.formats.test_latex import compiled
from tests.formats.test_markdown import rendered

Book = Callable[..., Path]

TEXTS = {"markdown": "md", "latex": "tex", "html": "html", "plain": "txt"}
PROBLEMS = [
    {"title": "bank by the river", "x": [1.24, 0.52, 0.72, 0.21]},
    {"x": [[1, 2, 3], [1, 2]]},
    {"command": "residual", "x": [[1, 2], [3, 4]], "sublayer": [[0.5, 0.5], [1, 1]]},
]


@pytest.fixture
def book(addnorm: Runner, tmp_path: Path) -> Book:
    """Solve problems into a file of that ending, which is handed back."""

    def write(ending: str, problems: object, *words: str, code: int = 0) -> Path:
        target = tmp_path / f"answers.{ending}"
        text = problems if isinstance(problems, str) else json.dumps(problems)
        result = addnorm("homework", "solve", "-", "-o", str(target), *words, stdin=text)
        assert (result.code, result.out) == (code, "")
        return target

    return write


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("form", TEXTS)
def test_golden(book: Book, golden: Golden, form: str, language: str) -> None:
    path = book(TEXTS[form], PROBLEMS, "--lang", language, code=2)
    golden(f"homework.{language}.{TEXTS[form]}", path.read_text("utf-8"))


@pytest.mark.parametrize("form", ["md", "html"])
def test_a_sheet_and_its_headings(book: Book, golden: Golden, form: str) -> None:
    path = book(form, PROBLEMS[:1], "--hide-answers", "--level", "result")
    golden(f"homework.sheet.{form}", path.read_text("utf-8"))


def test_every_number_of_the_pages_alone_is_in_the_book(book: Book, addnorm: Runner) -> None:
    alone = addnorm("addnorm", "samples/bank.json", "-f", "plain").out
    bank = Path("samples/bank.json").read_text("utf-8")
    for ending in TEXTS.values():
        text = book(ending, bank + bank).read_text("utf-8").replace("−", "-")
        for number in set(NUMBER.findall(alone)):
            assert text.count(number.lstrip("-")) >= 2, (ending, number)


def test_headings_go_down_one_level_at_a_time(book: Book) -> None:
    encoder = json.loads(Path("samples/encoder-post.json").read_text("utf-8"))
    text = book("html", [encoder, PROBLEMS[0]]).read_text("utf-8")
    levels = [int(tag[1]) for tag in Page(text).tags if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))
    marks = re.findall(
        r"^(#+) ", book("md", [encoder, PROBLEMS[0]]).read_text("utf-8"), re.MULTILINE
    )
    assert [len(mark) for mark in marks] == levels
    names = {"section": 2, "subsection": 3, "subsubsection": 4}
    found = re.findall(r"\\(\w*section)\*", book("tex", [encoder, PROBLEMS[0]]).read_text("utf-8"))
    assert [names[name] for name in found] == levels[1:]


def test_vectors_of_one_width_stand_in_one_table(book: Book) -> None:
    problems = [{"x": [1, 2, 4]}, {"x": [1, 2]}, {"x": [4, 2, 1]}, {"x": [2, 1]}]
    text = book("md", problems, "--level", "result").read_text("utf-8")
    front = text[: text.index("## 1. ")]
    tables = [re.findall(r"^\| (\d)", part, re.MULTILINE) for part in front.split("| :-")[1:]]
    assert tables == [["1", "3"], ["2", "4"]]


def test_what_the_table_leaves_out_is_said(book: Book) -> None:
    problems = [{"x": list(range(40))}, {"x": [[n, n + 1.5] for n in range(20)]}]
    front = book("txt", problems).read_text("utf-8").partition("\n1. Layer")[0]
    assert front.count("what is left out here stands with the problem itself") == 2
    assert "d₃₉" in front
    assert "2 [19]" in front
    whole = book("txt", problems, "--full").read_text("utf-8").partition("\n1. Layer")[0]
    assert "left out" not in whole
    assert "2 [10]" in whole


def hostile_problems() -> list[dict[str, object]]:
    return [
        {"title": label, "x": [1, 2, n], "sublayer": {label: [1, 1, 2], "b": [0, 1, 0]}}
        for n, label in enumerate(HOSTILE)
    ]


def test_titles_and_labels_are_plain_text(book: Book) -> None:
    title = ("--title", "=1+1 \x1b[31m\n[red] C $")
    page = Page(book("html", hostile_problems(), *title).read_text("utf-8"))
    assert page.texts["h1"] == ["=1+1 [31m [red] C $"]
    assert [f"{n}. {label} · Add & Norm" for n, label in enumerate(HOSTILE, 1)] == [
        text for text in page.texts["h2"] if not text.startswith("Results")
    ]
    assert "script" not in page.tags
    markdown = rendered(book("md", hostile_problems(), *title).read_text("utf-8"))
    words = unescape(re.sub(r"<[^>]+>", "", markdown))
    assert [label for label in HOSTILE if f". {label} · Add & Norm" not in words] == []
    assert "<script" not in markdown
    latex = book("tex", hostile_problems(), *title).read_text("utf-8")
    assert r"\input{" not in latex
    for ending in ("md", "tex", "html", "txt"):
        assert "\x1b" not in book(ending, hostile_problems(), *title).read_text("utf-8")


def test_a_broken_problem_quotes_its_text_as_text(book: Book) -> None:
    problems = [{"x": [1, 2], "<script>": 1}, {"x": [1, r"\input{/etc/passwd}"]}, {"x": [1, 2]}]
    page = Page(book("html", problems, code=2).read_text("utf-8"))
    assert "script" not in page.tags
    assert r"\input{" not in book("tex", problems, code=2).read_text("utf-8")


def test_word(book: Book) -> None:
    needs("pypandoc")
    path = book("docx", [*PROBLEMS, *hostile_problems()], code=2)
    with zipfile.ZipFile(path) as document:
        xml = document.read("word/document.xml").decode("utf-8")
    texts = words_of(xml)
    for words in ("Homework answers", "1. bank by the river · Layer normalization", "2. no answer"):
        assert words in texts
    assert {f"{n}. {label} · Add & Norm" for n, label in enumerate(HOSTILE, 4)} <= set(texts)
    assert {"1.5147", "-0.4070", "2.5"} <= {text.replace("−", "-") for text in texts}
    assert xml.count("<m:oMathPara>") > 20


def test_pdf(book: Book) -> None:
    needs("pypandoc", "typst")
    path = book("pdf", [*PROBLEMS, *hostile_problems()], code=2)
    assert path.read_bytes().startswith(b"%PDF-")
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    read = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True)
    text = " ".join(read.stdout.decode("utf-8").replace("−", "-").split())
    assert "Homework answers" in text
    assert "1.5147 -0.4070 0.1268 -1.2345" in text
    for label in HOSTILE:
        assert label in text


@pytest.mark.parametrize(("engine", "language"), [("pdflatex", "en"), ("xelatex", "zh")])
def test_latex_sets_it(book: Book, tmp_path: Path, engine: str, language: str) -> None:
    path = book("tex", [*PROBLEMS, *hostile_problems()], "--lang", language, code=2)
    log = compiled(engine, path.read_text("utf-8"), tmp_path)
    assert language == "en" or "Missing character" not in log


def test_the_problem_is_stated_before_it_is_worked(book: Book) -> None:
    encoder = Path("samples/encoder-post.json").read_text("utf-8")
    for level in ("result", "steps"):
        text = book("txt", encoder, "--level", level).read_text("utf-8")
        for label in ("x", "W_q", "W_2", "b_1"):
            place = re.search(rf"^(Given: )?{label}\b", text, re.MULTILINE)
            assert place is not None
            assert place.start() < text.rindex("Result")


def test_a_document_speaks_of_no_options(book: Book) -> None:
    encoder = Path("samples/encoder-post.json").read_text("utf-8")
    assert not re.findall(r"--[a-z]+", book("txt", encoder).read_text("utf-8"))


def test_a_broken_problem_keeps_its_title(book: Book) -> None:
    problems = [{"title": "ragged", "x": [[1, 2], [3]]}, {"x": [1, 2]}]
    text = book("md", problems, code=2).read_text("utf-8")
    assert "## 1. ragged · no answer\n" in text


def test_word_keeps_captions_and_short_tables_together(book: Book) -> None:
    needs("pypandoc")
    with zipfile.ZipFile(book("docx", PROBLEMS, code=2)) as document:
        xml = document.read("word/document.xml").decode("utf-8")
        styles = document.read("word/styles.xml").decode("utf-8")
    caption = next(
        p
        for p in re.findall(r"(?s)<w:p>.*?</w:p>", xml)
        if ">Given," in p or ">Given, d_model" in p
    )
    assert "<w:keepNext />" in caption
    table = xml[xml.index("<w:tbl>") : xml.index("</w:tbl>")]
    rows = re.findall(r"(?s)<w:tr>.*?</w:tr>", table)
    assert ["<w:keepNext />" in row for row in rows] == [True] * (len(rows) - 1) + [False]
    with_strong_row = next(t for t in re.findall(r"(?s)<w:tbl>.*?</w:tbl>", xml) if "<w:b />" in t)
    *_, last = re.findall(r"(?s)<w:tr>.*?</w:tr>", with_strong_row)
    assert "<w:b />" in last
    assert "<w:keepNext />" not in last
    compact = re.search(r'(?s)<w:style [^>]*w:styleId="Compact".*?</w:style>', styles)
    assert compact is not None
    assert '<w:sz w:val="18" />' in compact[0]


def test_word_has_something_to_the_left_of_every_sign_of_equality(book: Book) -> None:
    needs("pypandoc")
    gradient = Path("samples/gradient.json").read_text("utf-8")
    with zipfile.ZipFile(book("docx", gradient)) as document:
        xml = document.read("word/document.xml").decode("utf-8")
    formulas = re.findall(r"(?s)<m:oMath>.*?</m:oMath>", xml)
    first = [re.findall(r"<m:t(?: [^>]*)?>([^<]*)<", formula) for formula in formulas]
    assert len(first) > 50
    assert not [texts for texts in first if texts and texts[0].strip()[:1] in ("=", "≈")]
