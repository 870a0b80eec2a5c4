"""The paper of documents: A4, or Letter where it is asked for; refused where there are no pages."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.conftest import Runner

NORM = ("layernorm", "1.24,0.52,0.72,0.21")
MAKE = ("homework", "make", "--count", "1")
SAID = {
    "html": ("@page { size: A4;", "@page { size: letter;"),
    "tex": ("[11pt,a4paper]", "[11pt,letterpaper]"),
    "docx": ('<w:pgSz w:w="11906" w:h="16838" />', '<w:pgSz w:w="12240" w:h="15840" />'),
}
"""What says the size of A4 and of Letter: 210 mm × 297 mm, and 8.5 × 11 inches."""


def content(path: Path) -> str:
    if path.suffix != ".docx":
        return path.read_text("utf-8")
    with zipfile.ZipFile(path) as document:
        return document.read("word/document.xml").decode("utf-8")


@pytest.mark.parametrize("words", [NORM, MAKE], ids=["answer", "sheet"])
@pytest.mark.parametrize("ending", SAID)
def test_a_document_says_its_paper(
    addnorm: Runner, tmp_path: Path, ending: str, words: tuple[str, ...]
) -> None:
    if ending == "docx":
        pytest.importorskip("pypandoc", reason="the extra `export` is not installed")
    a4, letter = SAID[ending]
    for options, size, other in (
        ((), a4, letter),
        (("--paper", "a4"), a4, letter),
        (("--paper", "letter"), letter, a4),
    ):
        target = tmp_path / f"page.{ending}"
        result = addnorm(*words, *options, "-o", str(target))
        assert (result.code, result.err) == (0, "")
        text = content(target)
        assert size in text
        assert other not in text


@pytest.mark.parametrize(("paper", "size"), [("a4", "595.276 x 841.89"), ("letter", "612 x 792")])
def test_a_pdf_has_that_size(addnorm: Runner, tmp_path: Path, paper: str, size: str) -> None:
    for library in ("pypandoc", "typst"):
        pytest.importorskip(library, reason="the extra `export` is not installed")
    if shutil.which("pdfinfo") is None:
        pytest.skip("pdfinfo is not installed")
    target = tmp_path / "page.pdf"
    assert addnorm(*NORM, "--paper", paper, "-o", str(target)).code == 0
    read = subprocess.run(["pdfinfo", target], capture_output=True, check=True, text=True)
    found = re.search(r"Page size: +([\d.]+ x [\d.]+) pts", read.stdout)
    assert found is not None
    assert found[1] == size


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*NORM, "--paper", "letter"), "table has no pages of paper"),
        ((*NORM, "--paper", "a4", "--json"), "json has no pages of paper"),
        ((*NORM, "--paper", "letter", "-f", "markdown"), "markdown has no pages of paper"),
        ((*NORM, "--paper", "leter", "-f", "html"), "leter"),
        ((*MAKE, "--paper", "letter", "-o", "quiz.xml"), "moodle has no pages of paper"),
        ((*MAKE, "--paper", "letter", "--problems", "p.json"), "--paper"),
    ],
)
def test_paper_is_refused_where_there_are_no_pages(
    addnorm: Runner, words: tuple[str, ...], message: str
) -> None:
    result = addnorm(*words)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert "hint" in result.err


def test_it_is_enough_that_one_of_two_documents_has_pages(addnorm: Runner, tmp_path: Path) -> None:
    sheet, key = tmp_path / "sheet.html", tmp_path / "key.json"
    result = addnorm(*MAKE, "--paper", "letter", "-o", str(sheet), "--key", str(key))
    assert (result.code, result.err) == (0, "")
    assert "size: letter" in sheet.read_text("utf-8")


def test_feedback_is_on_the_paper_that_is_asked_for(addnorm: Runner, tmp_path: Path) -> None:
    answers, problems = tmp_path / "a.csv", tmp_path / "p.json"
    made = addnorm(*MAKE, "--answers", str(answers), "--problems", str(problems))
    assert made.code == 0
    line = answers.read_text("utf-8-sig").splitlines()
    answers.write_text("\n".join([line[0], line[1].rstrip(",") + ",1"]), "utf-8")
    pages, marks = tmp_path / "pages", tmp_path / "marks.csv"
    grade = ("homework", "grade", str(problems), str(answers), "-o", str(marks))
    assert addnorm(*grade, "--paper", "letter").code == 2
    result = addnorm(*grade, "--paper", "letter", "--feedback", str(pages))
    assert (result.code, result.err) == (0, "")
    (page,) = pages.iterdir()
    assert "size: letter" in page.read_text("utf-8")
