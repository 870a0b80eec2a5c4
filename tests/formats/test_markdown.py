"""Markdown as GitHub, Typora, Obsidian and Jupyter read it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from addnorm_cli.formats.markdown import document
from addnorm_cli.page.page import Book, Grid, GridRow
from tests.conftest import HOSTILE, Golden, Written

BANK = ("addnorm", "samples/bank.json")
HAND = ("layernorm", "samples/bank-layernorm.json", "--hand", "3")


def rendered(text: str) -> str:
    """The page in HTML, its formulas left out, as a reader that knows formulas sees it."""
    words = re.sub(r"(?s)\$\$.*?\$\$", "", text)
    words = re.sub(r"(?<!\\)\$[^$\n]*(?<!\\)\$", "formula", words)
    return str(MarkdownIt("commonmark").enable("table").render(words))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("name", "words"), [("bank", BANK), ("bank-layernorm.hand", HAND)])
def test_golden(
    written: Written, golden: Golden, language: str, name: str, words: tuple[str, ...]
) -> None:
    golden(f"{name}.{language}.md", written("markdown", *words, "--lang", language))


def test_tables_are_read_as_tables(written: Written) -> None:
    page = rendered(written("markdown", *BANK))
    assert page.count("<table>") == 7
    last = page[page.rindex("<table>") :]
    cells = re.findall(r"<t[dh](?: [^>]*)?>(?:<strong>)?([^<]*)", last)
    assert cells[:5] == ["", "d₀", "d₁", "d₂", "d₃"]
    assert cells[12:17] == ["A", "1.5147", "-0.4070", "0.1268", "-1.2345"]


def test_headings_go_down_one_at_a_time(written: Written) -> None:
    for words in (BANK, HAND, ("block", "samples/encoder-post.json")):
        levels = [len(m) for m in re.findall(r"(?m)^(#+) ", written("markdown", *words))]
        assert levels[0] == 1
        assert all(b <= a + 1 for a, b in pairwise(levels))


def test_result_comes_last(written: Written) -> None:
    assert written("markdown", *HAND).endswith(
        "## Result\n\n**$y$ = \\[1.515, -0.408, 0.128, -1.235\\]**\n"
    )


def test_formulas_keep_to_what_github_shows(written: Written) -> None:
    text = written("markdown", "residual", "samples/relu-residual.json")
    assert r"\mathrm{ReLU}" in text
    assert not re.search(r"\\(operatorname|mbox|phantom|hspace)\b", text)


def test_labels_are_plain_text(hostile: Callable[[str], str]) -> None:
    text = hostile("markdown")
    page = re.sub(r"(?s)<pre>.*?</pre>", "", rendered(text))  # the components on one scale
    assert "\x1b" not in text
    assert not re.search(r"<(script|img|a|code)\b", page)
    assert page.count("<em>") == 1  # the formula below the title
    unescaped = page.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"')
    unescaped = unescaped.replace("&amp;", "&")
    for label in HOSTILE:
        assert f"<h2>{label}</h2>" in unescaped
    assert "<h1>=1+1 [31m # C $ · Add & Norm</h1>" in unescaped


@pytest.mark.parametrize("label", ["- b", "+ b", "1. b", "2) b", "(3) b", "c. b", "iv. b", ": b"])
def test_a_label_begins_no_list(written: Written, tmp_path: Path, label: str) -> None:
    """The note on what was written most begins with the label of its update."""
    problem = tmp_path / "p.json"
    updates = [{"label": label, "delta": [3, 4]}]
    problem.write_text(json.dumps({"title": label, "x": [1, 2], "updates": updates}), "utf-8")
    text = written("markdown", "block", str(problem))
    assert f"<p>{label} wrote most" in rendered(text)
    assert f"<h1>{label} · Residual stream</h1>" in rendered(text)
    (line,) = (line for line in text.splitlines() if "wrote most" in line)
    assert "\\" in line[:4]  # pandoc knows more lists than CommonMark does


def test_drawings_are_fenced(written: Written) -> None:
    text = written("markdown", "block", "samples/residual-stream.json")
    fence = text[text.index("```text") :].split("```")[1]
    assert "█" in fence


def test_a_fence_is_longer_than_what_is_inside(written: Written, tmp_path: Path) -> None:
    problem = tmp_path / "p.json"
    problem.write_text('{"x": [1, 2], "updates": [{"label": "```", "delta": [1, 1]}]}', "utf-8")
    text = written("markdown", "block", str(problem))
    assert "````text\n" in text
    assert "\n````\n" in text


def test_ascii_spelling() -> None:
    """Where the output has no Greek, words are spelled before they are escaped."""
    grid = Grid(None, ("‖x‖", "σ²"), (GridRow("x₀", ("1", "2")),))
    text = document(Book((grid,)), symbols=False)
    assert text.splitlines()[0] == r"|      | \|\|x\|\| | sigma\^2 |"
    assert text.isascii()
