"""DOCX and PDF through pandoc and typst, opened again and read."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import HOSTILE, NUMBER, Runner

BANK = ("addnorm", "samples/bank.json")
HAND = ("layernorm", "samples/bank-layernorm.json", "--hand", "3")
TOKENS = ("layernorm", "samples/tokens-7x8.json")
HOSTILE_WORDS = ("addnorm", "1,2,4", *(f"{label}=1,2,{n}" for n, label in enumerate(HOSTILE)))


def needs(*libraries: str) -> None:
    for library in libraries:
        pytest.importorskip(library, reason="the extra `export` is not installed")


def word_xml(addnorm: Runner, folder: Path, *words: str) -> str:
    needs("pypandoc")
    target = folder / "page.docx"
    result = addnorm(*words, "-o", str(target))
    assert (result.code, result.out, result.err) == (0, "", "")
    with zipfile.ZipFile(target) as document:
        assert document.testzip() is None
        return document.read("word/document.xml").decode("utf-8")


def words_of(xml: str) -> list[str]:
    from html import unescape

    paragraphs = re.findall(r"(?s)<w:p>.*?</w:p>", xml)
    return [
        unescape("".join(re.findall(r"<[wm]:t(?: [^>]*)?>([^<]*)<", paragraph)))
        for paragraph in paragraphs
    ]


def pdf_text(addnorm: Runner, folder: Path, *words: str) -> str:
    needs("pypandoc", "typst")
    target = folder / "page.pdf"
    result = addnorm(*words, "-o", str(target))
    told = re.sub(r"! (the Chinese in the PDF|PDF 中的中文).*\n", "", result.err)
    assert (result.code, result.out, told) == (0, "", "")
    assert target.read_bytes().startswith(b"%PDF-")
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    read = subprocess.run(["pdftotext", "-layout", target, "-"], capture_output=True, check=True)
    return read.stdout.decode("utf-8")


def test_word_has_every_number_of_the_table(addnorm: Runner, tmp_path: Path) -> None:
    xml = word_xml(addnorm, tmp_path, *BANK)
    texts = re.findall(r"<[wm]:t(?: [^>]*)?>([^<]*)<", xml)
    numbers = NUMBER.findall(addnorm(*BANK, "-f", "plain").out)
    present = set(re.findall(r"-?\d+\.\d+", " ".join(texts).replace("−", "-")))
    assert set(numbers) <= present


def test_word_has_equations_of_its_own(addnorm: Runner, tmp_path: Path) -> None:
    xml = word_xml(addnorm, tmp_path, *HAND, "--lang", "zh")
    assert xml.count("<m:oMathPara>") > 20
    assert "<m:f>" in xml
    assert "均值" in "".join(words_of(xml))
    assert '<w:pgSz w:w="11906"' in xml


def test_word_gives_a_number_the_width_that_it_needs(addnorm: Runner, tmp_path: Path) -> None:
    xml = word_xml(addnorm, tmp_path, *TOKENS)
    first = xml[xml.index("<w:tbl>") : xml.index("</w:tbl>")]
    widths = [int(w) for w in re.findall(r'<w:gridCol w:w="(\d+)"', first)]
    assert len(widths) == 4
    assert all(width > 18 * 112 for width in widths[1:])
    assert sum(widths) < 11906 - 2 * 1134  # A4 within its margins
    assert first.count("<w:noWrap />") == first.count("<w:tc>")


def test_word_sets_a_word_in_a_formula_as_one(addnorm: Runner, tmp_path: Path) -> None:
    xml = word_xml(addnorm, tmp_path, *BANK)
    runs = re.findall(r"<m:r>(?:(?!</m:r>).)*Sublayer(?:(?!</m:r>).)*</m:r>", xml)
    assert runs
    assert all("<m:nor />" in run for run in runs)
    assert "<m:t>S</m:t>" not in xml


def test_word_has_a_gap_between_a_formula_and_what_is_said_of_it(
    addnorm: Runner, tmp_path: Path
) -> None:
    xml = word_xml(addnorm, tmp_path, *HAND)
    said = re.findall(r"<m:t>([^<]*exact 0\.5675[^<]*)<", xml)
    assert said
    assert all(text.startswith("\u200b\xa0\xa0\xa0exact") for text in said)


def test_word_has_decimal_points_under_each_other(addnorm: Runner, tmp_path: Path) -> None:
    xml = word_xml(addnorm, tmp_path, *BANK)
    cells = re.findall(r"<w:tc>.*?</w:tc>", xml, re.DOTALL)
    texts = ["".join(re.findall(r"<w:t(?: [^>]*)?>([^<]*)<", cell)) for cell in cells]
    assert "1.24" + 6 * "\N{FIGURE SPACE}" in texts  # as wide as 0.32205625, and flush right
    assert "1.5147" + 4 * "\N{FIGURE SPACE}" in texts
    right = next(c for c in cells if "1.24\N{FIGURE SPACE}" in c)
    assert '<w:jc w:val="right" />' in right


def test_word_takes_labels_as_text(addnorm: Runner, tmp_path: Path) -> None:
    texts = words_of(word_xml(addnorm, tmp_path, *HOSTILE_WORDS, "--title", "=1+1"))
    assert "=1+1 · Add & Norm" in texts
    assert set(HOSTILE) <= set(texts)


def test_pdf_has_every_number_of_the_table(addnorm: Runner, tmp_path: Path) -> None:
    text = pdf_text(addnorm, tmp_path, *BANK).replace("−", "-")
    numbers = NUMBER.findall(addnorm(*BANK, "-f", "plain").out)
    assert set(numbers) <= set(re.findall(r"-?\d+\.\d+", text))


def test_pdf_in_chinese(addnorm: Runner, tmp_path: Path) -> None:
    assert "层归一化" in pdf_text(addnorm, tmp_path, *HAND, "--lang", "zh")


def test_pdf_keeps_long_sums_on_the_sheet(addnorm: Runner, tmp_path: Path) -> None:
    text = pdf_text(addnorm, tmp_path, *TOKENS)
    assert "7.674347291529088" in text
    assert max(map(len, text.splitlines())) < 120


def test_word_has_the_number_line_as_a_picture(addnorm: Runner, tmp_path: Path) -> None:
    needs("typst")
    xml = word_xml(addnorm, tmp_path, *HAND)
    assert xml.count("<w:drawing>") == 1
    assert 'descr="The components on one scale, z before the norm' in xml
    assert "data:image" not in xml
    assert "0 ──" not in " ".join(words_of(xml))
    with zipfile.ZipFile(tmp_path / "page.docx") as document:
        (name,) = (n for n in document.namelist() if n.startswith("word/media/"))
        picture = document.read(name)
    width, height = (int.from_bytes(picture[n : n + 4], "big") for n in (16, 20))
    assert picture.startswith(b"\x89PNG")
    assert width > 900
    assert 4 < width / height < 5


def test_word_has_the_number_line_in_characters_where_nothing_can_draw_it(
    addnorm: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    xml = word_xml(addnorm, tmp_path, *HAND)
    assert "<w:drawing>" not in xml
    assert "──" in xml


def test_pdf_has_the_number_line_as_a_picture(addnorm: Runner, tmp_path: Path) -> None:
    text = pdf_text(addnorm, tmp_path, *HAND)
    below = text[text.index("The components on one scale") :]
    assert "──" not in below
    # by hand z is 1.24, 0.52, 0.72, 0.21 and y 1.516, -0.407, 0.127, -1.235: marks in their order
    drawn = [line.split() for line in below.splitlines() if re.fullmatch(r"[\s\d.zy-]+", line)]
    marks = [line for line in drawn if sorted(line) == ["0", "1", "2", "3"]]
    assert marks == [["3", "1", "2", "0"]] * 2
    assert any(len(line) == 3 and line[1] == "0" for line in drawn)


def test_pdf_and_word_draw_the_curves_of_a_gradient(addnorm: Runner, tmp_path: Path) -> None:
    needs("typst")
    flow = ("gradient-flow", "--factor", "0.5", "--layers", "4")
    assert word_xml(addnorm, tmp_path, *flow).count("<w:drawing>") == 1
    text = pdf_text(addnorm, tmp_path, *flow)
    assert "██" not in text
    below = text[text.index("Gradient at each layer") :]
    assert re.search(r"layer 4 +layer 3 +layer 2 +layer 1\n", below)


def test_pdf_and_word_draw_the_depth_of_a_stream(addnorm: Runner, tmp_path: Path) -> None:
    needs("typst")
    stream = ("block", "samples/residual-stream.json")
    xml = word_xml(addnorm, tmp_path, *stream)
    assert xml.count("<w:drawing>") == 1
    assert 'descr="Depth chart: the band is x₀' in xml
    text = pdf_text(addnorm, tmp_path, *stream)
    assert "██" not in text
    below = text[text.index("Depth chart") :]
    assert re.search(r"\n +block 3 +3.5707\n", below)


def test_pdf_takes_labels_as_text(addnorm: Runner, tmp_path: Path) -> None:
    text = " ".join(pdf_text(addnorm, tmp_path, *HOSTILE_WORDS).split())
    for label in HOSTILE:
        assert label in text


@pytest.mark.parametrize(
    ("families", "font"),
    [
        (["Libertinus Serif", "DejaVu Sans Mono"], None),
        (["Libertinus Serif", "Noto Sans CJK SC"], "Noto Sans CJK SC"),
        (["Noto Sans CJK SC", "Noto Serif CJK SC"], "Noto Serif CJK SC"),
        (["SimSun"], "SimSun"),
        (["PingFang SC"], "PingFang SC"),
        (["WenQuanYi Zen Hei"], "WenQuanYi Zen Hei"),
    ],
)
def test_the_font_of_chinese_is_named_or_asked_for_and_there_are_never_boxes(
    addnorm: Runner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    families: list[str],
    font: str | None,
) -> None:
    needs("pypandoc")
    typst = pytest.importorskip("typst", reason="the extra `export` is not installed")

    class Fonts:
        def families(self) -> list[str]:
            return families

    monkeypatch.setattr(typst, "Fonts", Fonts)
    target = tmp_path / "page.pdf"
    result = addnorm(*HAND, "--title", "层归一化", "-o", str(target))
    if font is None:
        assert (result.code, target.exists()) == (2, False)
        assert "apt install fonts-noto-cjk" in result.err
        assert "brew install --cask font-noto-serif-cjk-sc" in result.err
    else:
        assert (result.code, target.exists()) == (0, True)
        assert result.err == f"! the Chinese in the PDF is set in {font}\n"
    english = addnorm(*HAND, "-o", str(tmp_path / "english.pdf"))
    assert (english.code, english.err) == (0, "")


def test_the_font_of_a_whole_class_is_named_once(addnorm: Runner, tmp_path: Path) -> None:
    needs("pypandoc", "typst")
    names = tmp_path / "names.txt"
    names.write_text("王小明\n李雷\nZoë\n", "utf-8")
    sheet = str(tmp_path / "sheet.pdf")
    result = addnorm("homework", "make", "--count", "1", "--per-student", str(names), "-o", sheet)
    if "apt install" in result.err:
        pytest.skip("no Chinese font is installed")
    assert result.code == 0
    assert result.err.count("! the Chinese in the PDF is set in ") == 1
    assert len(list(tmp_path.glob("*.pdf"))) == 3


def test_chinese_is_set_in_the_font_that_is_named(addnorm: Runner, tmp_path: Path) -> None:
    needs("pypandoc", "typst")
    if shutil.which("pdffonts") is None:
        pytest.skip("pdffonts is not installed")
    target = tmp_path / "page.pdf"
    result = addnorm(*HAND, "--lang", "zh", "-o", str(target))
    if result.code:
        pytest.skip("no Chinese font is installed")
    found = re.fullmatch("! PDF 中的中文使用字体 (.*)\n", result.err)
    assert found is not None
    listed = subprocess.run(["pdffonts", target], capture_output=True, check=True, text=True)
    assert found[1].replace(" ", "")[:12] in listed.stdout.replace(" ", "")


@pytest.mark.parametrize(
    ("ending", "module", "library"),
    [("docx", "pypandoc", "pypandoc_binary"), ("pdf", "typst", "typst")],
)
def test_missing_extra_is_named(
    addnorm: Runner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ending: str,
    module: str,
    library: str,
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    result = addnorm(*BANK, "-o", str(tmp_path / f"page.{ending}"))
    assert result.code == 2
    assert result.err.splitlines()[0] == (
        f"error: this needs the library {library}, which is not installed"
    )
    assert result.err.splitlines()[1].startswith("  hint: ")
    assert "export" in result.err.splitlines()[1] or library in result.err.splitlines()[1]
    assert list(tmp_path.iterdir()) == []
