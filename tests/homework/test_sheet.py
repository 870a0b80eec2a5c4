"""Sheets for a pen: the rules once, short problems, a box for each number that is asked."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from addnorm_cli.homework.kinds import KINDS
from tests.conftest import Runner

BLANK = "________"
FIVE = ("homework", "make", "--kind", "layernorm:5", "--blanks", "mean,variance,result")


def plain(addnorm: Runner, *words: str) -> str:
    result = addnorm("homework", "make", "-f", "plain", *words)
    assert (result.code, result.err) == (0, "")
    return result.out


def boxes(page: str) -> list[tuple[str, int]]:
    """Each line that is to be filled in, and how many numbers it asks for."""
    lines = [line for line in page.splitlines()[2:] if BLANK in line]
    return [(re.split(" {2,}", line)[0], line.count(BLANK)) for line in lines]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            ("--kind", "layernorm:1", "--blanks", "mean,variance,result"),
            [("Mean, μ", 1), ("Variance, σ²", 1), ("Output, y", 4)],
        ),
        (("--kind", "layernorm:1", "--blanks", "result", "--dim", "3"), [("Output, y", 3)]),
        (
            ("--kind", "addnorm:1", "--blanks", "residual,normalized"),
            [("Residual sum, r", 4), ("Normalized vector, ẑ", 4)],
        ),
        (
            ("--kind", "gradient:1", "--blanks", "result"),
            [("Gradient of x, dx", 4), ("Gradient of γ, dγ", 4), ("Gradient of β, dβ", 4)],
        ),
        (
            ("--kind", "block:1", "--blanks", "mean,result", "--placement", "post"),
            [("norm 1 · Mean, μ", 1), ("norm 2 · Mean, μ", 1), ("Output, y", 4)],
        ),
        (
            ("--kind", "layernorm:1", "--blanks", "mean,result", "--dim", "7"),
            [("Mean, μ", 1), ("Output, y", 4), ("Output, y", 3)],
        ),
        (
            ("--kind", "layernorm:1", "--blanks", "mean,result", "--lang", "zh"),
            [("均值 μ", 1), ("输出 y", 4)],
        ),
    ],
)
def test_each_number_that_is_asked_has_one_box(
    addnorm: Runner, words: tuple[str, ...], expected: list[tuple[str, int]]
) -> None:
    assert boxes(plain(addnorm, *words)) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_no_number_is_asked_twice(addnorm: Runner, kind: str) -> None:
    labels = [label for label, _ in boxes(plain(addnorm, "--kind", f"{kind}:1", "--seed", "3"))]
    assert labels
    assert len(set(labels)) == len(labels)


def test_the_boxes_are_the_lines_of_the_table_of_answers(addnorm: Runner, tmp_path: Path) -> None:
    table = tmp_path / "answers.csv"
    mix = ("--kind", "layernorm:2", "--kind", "gradient:1", "--kind", "block:1")
    result = addnorm(
        "homework", "make", *mix, "--answers", str(table), "-o", str(tmp_path / "s.md")
    )
    assert result.code == 0
    sheet = (tmp_path / "s.md").read_text("utf-8")
    asked = [line for line in sheet.splitlines() if line.startswith("|") and r"\_" in line]
    assert len(asked) == len(table.read_text("utf-8-sig").splitlines()) - 1


@pytest.mark.parametrize(
    ("words", "said", "unsaid"),
    [
        (("--nice",), "LayerNorm(z) = γ ⊙ (z - μ) / σ + β", "ε"),
        (("--convention", "pytorch"), "ε = 1e-5", "pytorch"),
        (("--convention", "pytorch", "--nice"), "LayerNorm(z) = γ ⊙ (z - μ) / σ + β", "√"),
        (("--ddof", "1"), "divide the sum of the squared deviations by d - 1", "ddof"),
        (("--norm", "rmsnorm", "--nice"), "where γ is not given it is 1", "β"),
        (("--hand", "2"), "by hand: vectors to 2 decimals, statistics to 3", "--"),
        (("--nice", "--lang", "zh"), "把离差的平方和除以分量的个数 d", "ddof"),
    ],
)
def test_the_rules_stand_once_at_the_head(
    addnorm: Runner, words: tuple[str, ...], said: str, unsaid: str
) -> None:
    page = plain(addnorm, "--count", "3", *words)
    head, *_ = page.split("\n1. ")
    assert said in head
    assert page.count(said) == 1
    assert unsaid not in page


def test_what_a_problem_alone_is_worked_by_stands_with_it(addnorm: Runner) -> None:
    page = plain(addnorm, "--kind", "residual:1", "--kind", "block:1", "--dim", "3", "--seed", "4")
    _, residual, block = re.split(r"\n\d\. ", page)
    assert "h = x W + b, with W (3 × 3) stored as (in, out)\n" in residual
    assert "\nW (3 × 3)\n" in residual  # a matrix has its name above it,
    assert "Given" not in residual  # and vectors have theirs beside them
    assert "placement " in block


@pytest.mark.parametrize(("room", "lines"), [((), 2), (("--room", "6"), 6), (("--room", "0"), 0)])
def test_there_is_room_for_the_working(
    addnorm: Runner, tmp_path: Path, room: tuple[str, ...], lines: int
) -> None:
    target = tmp_path / "sheet.html"
    assert addnorm(*FIVE, *room, "-o", str(target)).code == 0
    found = re.findall(r'<div class="room">((?:<div></div>)*)</div>', target.read_text("utf-8"))
    assert [len(each) // len("<div></div>") for each in found] == [lines] * (5 if lines else 0)


def test_a_box_of_a_page_is_nine_millimetres_high(addnorm: Runner, tmp_path: Path) -> None:
    target = tmp_path / "sheet.html"
    assert addnorm(*FIVE, "-o", str(target)).code == 0
    page = target.read_text("utf-8")
    assert page.count("<td><span></span></td>") == 5 * 6
    assert "height: 9mm" in page
    assert page.count('<section class="sheet">') == 5


def test_a_level_keeps_the_long_form(addnorm: Runner) -> None:
    page = plain(addnorm, "--count", "1", "--level", "steps")
    assert "1. Mean   μ = Σ zᵢ / d\n   μ = ________" in page


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--room", "-1"), "-1 is not a number of lines from 0 to 40"),
        (("--room", "many"), "many is not a number of lines from 0 to 40"),
        (("--room", "2.5"), "2.5 is not a number of lines from 0 to 40"),
        (("--room", "3", "--level", "steps"), "only a sheet for a pen has room"),
        (("--room", "3", "-o", "quiz.xml"), "only a sheet for a pen has room"),
    ],
)
def test_no_room_is_refused(addnorm: Runner, words: tuple[str, ...], message: str) -> None:
    result = addnorm("homework", "make", *words)
    assert (result.code, result.out) == (2, "")
    assert message in result.err


def test_latex_keeps_a_problem_on_its_page(addnorm: Runner) -> None:
    page = addnorm(*FIVE, "-f", "latex").out
    assert page.count(r"\begin{whole}[1]") == 5
    assert page.count(r"& \answerbox") == 5 * 6
    assert page.count(r"\roomline") == 5 * 2 + 1


def test_word_has_high_rows_that_stay_with_their_problem(addnorm: Runner, tmp_path: Path) -> None:
    pytest.importorskip("pypandoc", reason="the extra `export` is not installed")
    target = tmp_path / "sheet.docx"
    assert addnorm(*FIVE, "-o", str(target)).code == 0
    with zipfile.ZipFile(target) as document:
        xml = document.read("word/document.xml").decode("utf-8")
    heights = re.findall(r'<w:trHeight w:val="(\d+)" w:hRule="atLeast" />', xml)
    assert len(heights) == 5 * 3
    assert all(int(height) >= 454 for height in heights)  # twentieths of a point: 8 mm
    assert xml.count("<w:tcBorders>") == 5 * 6
    chapters = xml.split('<w:pStyle w:val="Heading2" />')[1:]
    for chapter in chapters:
        *kept, last, _ = re.split("</w:p>(?=.*</w:p>)", chapter, flags=re.DOTALL)
        assert all("<w:keepNext />" in paragraph for paragraph in kept[1:])
        assert "<w:keepNext />" in last
    assert not set("\ue000\ue001") & set(xml)


def pages(path: Path) -> list[str]:
    """The text of each page of a PDF."""
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    read = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True)
    return read.stdout.decode("utf-8").split("\f")[:-1]


def test_five_problems_fit_on_two_pages(addnorm: Runner, tmp_path: Path) -> None:
    for library in ("pypandoc", "typst"):
        pytest.importorskip(library, reason="the extra `export` is not installed")
    target = tmp_path / "sheet.pdf"
    assert addnorm(*FIVE, "-o", str(target)).code == 0
    read = pages(target)
    assert len(read) == 2
    for page in read:  # a problem stands with its boxes
        assert page.count("Layer normalization\n") == page.count("Output, 𝑦")


def test_a_problem_higher_than_a_page_goes_on_on_the_next(addnorm: Runner, tmp_path: Path) -> None:
    for library in ("pypandoc", "typst"):
        pytest.importorskip(library, reason="the extra `export` is not installed")
    target = tmp_path / "sheet.pdf"
    result = addnorm("homework", "make", "--kind", "gradient:1", "-o", str(target), "--room", "30")
    assert result.code == 0
    read = pages(target)
    assert len(read) > 1
    assert "Gradient of β" in read[-1] + read[-2]
