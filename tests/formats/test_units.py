"""Where pages end: no step, caption or problem is parted, and no page is left nearly empty."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import Runner

X = "0.80,0.40,0.60,-0.10,1.25,-0.75,0.05,2.10,-1.30,0.90,0.15,-0.45,1.70,-2.20,0.35,0.65"
F = "0.44,0.12,0.12,0.31,-0.20,0.95,1.10,-0.60,0.25,0.70,-1.15,0.05,0.50,0.85,-0.40,0.30"
SIZES = [
    (d, "a4" if n % 2 else "letter") for n, d in enumerate((1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16))
]
NEW_PART = re.compile(r"\d+\. |𝑑|The components|What came out|Layer norm|Residual|Result|[•A-Z]")
"""What a page may begin with: the name of a step or a part, the head of a table, a list."""


def first(numbers: str, d: int) -> str:
    return ",".join(numbers.split(",")[:d])


def pages(path: Path) -> list[list[str]]:
    """The lines of each page of a PDF, without its number."""
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    read = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, check=True)
    texts = read.stdout.decode("utf-8").split("\f")[:-1]
    return [[line.strip() for line in text.splitlines() if line.strip()][:-1] for text in texts]


def needs_pdf() -> None:
    for library in ("pypandoc", "typst"):
        pytest.importorskip(library, reason="the extra `export` is not installed")


@pytest.mark.parametrize(("d", "paper"), [*SIZES, (4, "letter"), (4, "a4")])
def test_a_pdf_breaks_no_step_and_leaves_no_page_nearly_empty(
    addnorm: Runner, tmp_path: Path, d: int, paper: str
) -> None:
    needs_pdf()
    target = tmp_path / "answer.pdf"
    x, sublayer = first(X, d), first(F, d)
    result = addnorm("addnorm", x, sublayer, "--paper", paper, "-o", str(target))
    assert (result.code, result.err) == (0, "")
    read = pages(target)
    assert all(len(page) >= 8 for page in read)
    assert all(NEW_PART.match(page[0]) for page in read[1:])
    for page in read:  # the name of a step stands above its work
        assert not re.match(r"\d+\. ", page[-1])
    steps = [line for page in read for line in page if re.match(r"\d+\. ", line)]
    assert len(steps) == 10


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    "words",
    [
        ("addnorm", "samples/bank.json"),
        ("addnorm", "samples/bank.json", "--explain"),
        ("layernorm", "1,2,4;3,1,0;2,2,5", "--level", "full"),
        ("homework", "make", "--kind", "layernorm:3", "--level", "steps", "--seed", "3"),
    ],
    ids=["cases", "explained", "rows", "long sheet"],
)
def test_no_page_of_a_longer_pdf_is_nearly_empty(
    addnorm: Runner, tmp_path: Path, words: tuple[str, ...], paper: str
) -> None:
    needs_pdf()
    target = tmp_path / "answer.pdf"
    assert addnorm(*words, "--paper", paper, "-o", str(target)).code == 0
    read = pages(target)
    assert len(read) > 2
    assert all(len(page) >= 8 for page in read)
    assert all(NEW_PART.match(page[0]) for page in read[1:])


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_five_problems_for_a_pen_fit_on_two_sheets(
    addnorm: Runner, tmp_path: Path, paper: str
) -> None:
    needs_pdf()
    target = tmp_path / "sheet.pdf"
    five = ("--kind", "layernorm:5", "--blanks", "mean,variance,result")
    assert addnorm("homework", "make", *five, "--paper", paper, "-o", str(target)).code == 0
    read = pages(target)
    assert len(read) == 2
    for page in read:  # a problem stands with its numbers and its boxes
        count = sum(bool(re.match(r"\d\. Layer", line)) for line in page)
        assert count > 1
        assert sum(line.startswith("Output") for line in page) == count
        assert sum(line.startswith("Variance") for line in page) == count


def test_a_step_higher_than_most_of_a_page_goes_on_on_the_next(
    addnorm: Runner, tmp_path: Path
) -> None:
    needs_pdf()
    target = tmp_path / "answer.pdf"
    row = ",".join(str(n * n % 17) for n in range(40))
    assert addnorm("layernorm", row, "--full", "-o", str(target)).code == 0
    text = " ".join(line for page in pages(target) for line in page)
    assert "𝑑39" in text  # nothing is lost below the end of a page
    assert re.search(r"𝑧39|\b39\b", text)


def test_html_keeps_a_step_and_the_given_numbers_together_in_print(addnorm: Runner) -> None:
    page = addnorm("addnorm", first(X, 4), first(F, 4), "-f", "html").out
    assert re.search(r"\.whole,[^{]*\{ break-inside: avoid; \}", page)
    parts = page.split('<div class="whole">')
    assert "<h1>" in parts[1]
    assert "Given" in parts[1]
    assert "<table>" in parts[1]
    steps = [part for part in parts if re.search(r"<h3>\d+\. ", part)]
    assert len(steps) == 10
    assert all("<math" in part for part in steps)
    last = parts[-1]  # the result is not alone
    assert "Result" in last
    assert "✓" in last
    assert "<table>" in last


def test_latex_keeps_a_step_together(addnorm: Runner) -> None:
    page = addnorm("addnorm", first(X, 4), first(F, 4), "-f", "latex").out
    parts = re.findall(r"(?s)\\begin\{whole\}(.*?)\\end\{whole\}", page)
    steps = [part for part in parts if re.search(r"section\*\{\d+\. ", part)]
    assert len(steps) == 10
    assert all(r"\worked" in part for part in steps)


def test_word_keeps_a_step_together(addnorm: Runner, tmp_path: Path) -> None:
    import zipfile

    pytest.importorskip("pypandoc", reason="the extra `export` is not installed")
    target = tmp_path / "answer.docx"
    assert addnorm("addnorm", first(X, 4), first(F, 4), "-o", str(target)).code == 0
    with zipfile.ZipFile(target) as document:
        xml = document.read("word/document.xml").decode("utf-8")
    assert "\ue002" not in xml
    _, variance = xml.split("5. Variance", 1)
    _, formula, work, *_ = variance.split("</w:p>")
    assert "<w:keepNext />" in formula  # and the name above it, by its style
    assert "<w:keepNext />" not in work


def test_word_does_not_tie_a_table_to_what_comes_after_it(addnorm: Runner, tmp_path: Path) -> None:
    import zipfile

    pytest.importorskip("pypandoc", reason="the extra `export` is not installed")
    target = tmp_path / "key.docx"
    made = ("--count", "9", "--per-student", str(tmp_path / "names.txt"))
    (tmp_path / "names.txt").write_text("Ada\nBoole\n", "utf-8")
    assert addnorm("homework", "make", *made, "--key", str(target)).code == 0
    with zipfile.ZipFile(target) as document:
        xml = document.read("word/document.xml").decode("utf-8")
    tables = re.findall(r"(?s)<w:tbl>.*?</w:tbl>", xml)
    assert len(tables) == 2
    for table in tables:
        *rows, last = re.findall(r"(?s)<w:tr>.*?</w:tr>", table)
        assert all("<w:keepNext />" in row for row in rows)
        assert "<w:keepNext />" not in last


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_five_problems_for_a_pen_are_printed_on_two_sheets_by_a_browser(
    addnorm: Runner, tmp_path: Path, paper: str
) -> None:
    names = ("chromium", "chromium-browser", "google-chrome")
    browser = next(filter(None, map(shutil.which, names)), None)
    if browser is None:
        pytest.skip("no Chromium is installed")
    five = ("--kind", "layernorm:5", "--blanks", "mean,variance,result", "--paper", paper)
    sheet, target = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    assert addnorm("homework", "make", *five, "-o", str(sheet)).code == 0
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer")
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    command = [browser, *options, profile, f"--print-to-pdf={target}", sheet.as_uri()]
    subprocess.run(command, capture_output=True, check=True, timeout=120)
    read = [" ".join(page) for page in pages(target)]
    assert len(read) == 2
    for page in read:
        assert page.count("Layer normalization") >= 2
        assert page.count("Variance,") == page.count("Mean,")
    assert sum(page.count("Variance,") for page in read) == 5
