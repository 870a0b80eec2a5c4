"""HTML that a browser shows without a script and without a network."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from addnorm_cli.formats.formats import FORMATS
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.messages import LANGUAGES
from addnorm_cli.model.options import Options
from addnorm_cli.page.request import Request
from addnorm_cli.page.select import Selection
from addnorm_cli.work import read, work
from tests.conftest import HOSTILE, NUMBER, Golden, Runner, Written

BANK = ("addnorm", "samples/bank.json")
HAND = ("layernorm", "samples/bank-layernorm.json", "--hand", "3")
VOID = ("meta", "br")


class Page(HTMLParser):
    """What a page consists of; fails where tags are not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: dict[str, list[str]] = {}
        self.texts: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self.attributes.setdefault(name, []).append(value or "")
        if tag not in VOID:
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts[self.open[-1]][-1] += data


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "words"), [("bank", BANK), ("bank-layernorm.hand", HAND)])
def test_golden(
    written: Written, golden: Golden, language: str, name: str, words: tuple[str, ...]
) -> None:
    golden(f"{name}.{language}.html", written("html", *words, "--lang", language))


def test_nothing_runs_and_nothing_is_fetched(written: Written) -> None:
    page = Page(written("html", "block", "samples/encoder-post.json"))
    assert {"script", "link", "img", "iframe", "object"}.isdisjoint(page.tags)
    assert not [name for name in page.attributes if name.startswith("on")]
    assert {"src", "href"}.isdisjoint(page.attributes)
    assert "url(" not in page.texts["style"][0]
    assert "@import" not in page.texts["style"][0]


def test_head(written: Written) -> None:
    page = Page(written("html", *BANK, "--lang", "zh"))
    assert page.attributes["lang"] == ["zh-CN"]
    assert page.attributes["charset"] == ["utf-8"]
    title, *_ = page.texts["title"]  # pictures have titles too
    assert [title] == page.texts["h1"]
    assert "prefers-color-scheme: dark" in page.texts["style"][0]
    assert "@media print" in page.texts["style"][0]


def test_every_number_of_the_table_is_there(written: Written, addnorm: Runner) -> None:
    table = addnorm(*BANK, "-f", "plain").out
    numbers = NUMBER.findall(table)
    assert len(numbers) > 100
    text = " ".join(text for texts in Page(written("html", *BANK)).texts.values() for text in texts)
    present = set(re.findall(r"-?\d+\.\d+", text.replace("−", "-")))
    # a minus stands in an element of its own in a formula
    assert {n.lstrip("-") for n in numbers} <= {n.lstrip("-") for n in present}
    cells = re.findall(r"<td[^>]*>(-?\d+\.\d+)</td>", written("html", *BANK))
    assert {"-0.4070", "-1.2345", "1.5147", "-1.4911"} <= set(cells)


def test_formulas_are_well_formed(written: Written) -> None:
    for command, sample in (("block", "multi-head"), ("addnorm", "bank"), ("gradient", "gradient")):
        text = written("html", command, f"samples/{sample}.json")
        formulas = re.findall(r"<math.*?</math>", text)
        assert len(formulas) > 20
        for formula in formulas:
            assert "".join(ElementTree.fromstring(formula).itertext()).strip()


def test_labels_are_plain_text(hostile: Callable[[str], str]) -> None:
    text = hostile("html")
    page = Page(text)
    assert "\x1b" not in text
    assert page.texts["h1"] == ["=1+1 [31m # C $ · Add & Norm"]
    assert page.texts["h2"] == [*HOSTILE, "Results"]


def test_levels_of_headings(written: Written) -> None:
    page = Page(written("html", "block", "samples/encoder-post.json"))
    levels = [int(tag[1]) for tag in page.tags if re.fullmatch(r"h\d", tag)]
    assert all(b <= a + 1 for a, b in pairwise(levels))


def test_ascii_where_the_output_has_nothing_else() -> None:
    trace = work(read("layernorm", ["1,2,4"], Options(), Reader()))
    request = Request(language="zh", precision=4, selection=Selection(), utf8=False)
    text = FORMATS["html"].write(trace, request)
    assert isinstance(text, str)
    assert text.isascii()
    assert Page(text).texts["h1"] == ["层归一化"]


def test_the_gradient_of_each_layer_is_drawn_as_two_curves(written: Written) -> None:
    page = written("html", "gradient-flow", "--factor", "0.5", "--layers", "4")
    (svg,) = re.findall(r'(?s)<svg class="line curves".*?</svg>', page)
    assert "<rect" not in page
    # from the top (14) to nothing (190): 1, 0.5, 0.25, 0.125; with 1.5: 1, 1.5, 2.25, 3.375
    area, top, line = re.findall(r' d="M([^"]+)"', svg)
    heights = [float(pair.split()[1]) for pair in line.split(" L")]
    assert heights == [round(190 - 176 * n / 3.375, 1) for n in (1, 0.5, 0.25, 0.125)]
    heights = [float(pair.split()[1]) for pair in top.split(" L")]
    assert heights == [round(190 - 176 * n / 3.375, 1) for n in (1, 1.5, 2.25, 3.375)]
    assert area.startswith(top)
    assert "At layer 1: 0.125 without residual, 3.375 with it.</title>" in svg
    assert re.findall(r'class="end"[^>]*>([^<]+)<', svg) == ["3.375", "0.125"]
    assert re.findall(r">(layer \d)<", svg) == ["layer 4", "layer 3", "layer 2", "layer 1"]


STREAM = """{"x": [3, 4], "updates": [{"label": "attention", "delta": [0, 5]},
  {"label": "ffn", "delta": [0, 5]}]}"""


@pytest.mark.parametrize("factor", ["0", "1e-9", "1", "-2", "1e40"])
def test_curves_stay_inside_of_their_picture(written: Written, factor: str) -> None:
    page = written("html", "gradient-flow", "--factor", factor, "--layers", "7", "--lang", "zh")
    (svg,) = re.findall(r'(?s)<svg class="line curves".*?</svg>', page)
    assert "nan" not in svg
    assert all(0 <= float(y) <= 216 for y in re.findall(r' c?y="([^"]+)"', svg))
    paths = " ".join(re.findall(r' d="([^"]+)"', svg))
    assert all(14 <= float(y) <= 190 for y in re.findall(r"[ML][\d.]+ (\S+)", paths))
    first, second = (float(y) for y in re.findall(r'class="end" x="[\d.]+" y="([^"]+)"', svg))
    assert abs(first - second) >= 18


def test_one_layer_has_no_curve(written: Written) -> None:
    page = written("html", "gradient-flow", "--layers", "1")
    assert re.findall(r'<svg class="([^"]+)"', page) == ["line bars"]


def test_the_depth_of_a_stream_is_drawn_as_bars(written: Written) -> None:
    page = written("html", "block", "-", "--only", "ledger", stdin=STREAM)
    (svg,) = re.findall(r'(?s)<svg class="line bars".*?</svg>', page)
    assert "<title>Depth chart: the band is x₀, a bar is ‖x - x₀‖ after the update</title>" in svg
    # ‖x₀‖ = 5, and then 5 and 10 away from it: the longest line is 15
    bars = re.findall(r'<rect class="(\w+)" x="([^"]+)" y="(\d+)" width="([^"]+)"', svg)
    assert [(kind, y) for kind, _, y, _ in bars] == [
        ("band", "0"), ("band", "22"), ("bar", "22"), ("band", "44"), ("bar", "44")
    ]  # fmt: skip
    unit = float(bars[0][3]) / 5
    assert [round(float(width) / unit, 1) for *_, width in bars] == [5, 5, 5, 5, 10]
    assert {float(x) for kind, x, *_ in bars if kind == "bar"} == {
        float(bars[0][1]) + float(bars[0][3])
    }
    assert re.findall(r'class="before"[^>]*>([^<]+)<', svg) == ["x₀", "attention", "ffn"]
    assert re.findall(r'class="end"[^>]*>([^<]+)<', svg) == ["5", "5", "10"]


def test_a_long_name_has_a_line_of_its_own_above_its_bar(written: Written) -> None:
    named = STREAM.replace("attention", "what attention found out about the river")
    page = written("html", "block", "-", "--only", "ledger", stdin=named)
    (svg,) = re.findall(r'(?s)<svg class="line bars".*?</svg>', page)
    assert 'class="end" x="0.0" y="54">what attention found out about the river</text>' in svg
    assert {float(x) for x in re.findall(r'class="band" x="([^"]+)"', svg)} == {0}


def test_a_deep_stream_has_as_many_pictures_as_sheets_have_room_for(written: Written) -> None:
    updates = ", ".join(f'{{"label": "u{n}", "delta": [1, 0]}}' for n in range(80))
    page = written("html", "block", "-", "--only", "ledger",
                   stdin=f'{{"x": [3, 4], "updates": [{updates}]}}')  # fmt: skip
    pictures = re.findall(r'(?s)<svg class="line bars".*?</svg>', page)
    assert [picture.count('"before"') for picture in pictures] == [36, 36, 9]
