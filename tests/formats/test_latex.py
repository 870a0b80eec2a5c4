"""LaTeX that pdflatex and xelatex set, with every label as plain text."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from addnorm_cli.formats.escape import latex
from tests.conftest import Golden, Written

BANK = ("addnorm", "samples/bank.json")
HAND = ("layernorm", "samples/bank-layernorm.json", "--hand", "3")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("name", "words"), [("bank", BANK), ("bank-layernorm.hand", HAND)])
def test_golden(
    written: Written, golden: Golden, language: str, name: str, words: tuple[str, ...]
) -> None:
    golden(f"{name}.{language}.tex", written("latex", *words, "--lang", language))


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (r"\input{/etc/passwd}", r"\textbackslash{}input\{/etc/passwd\}"),
        ("_%&#$^~{}", r"\_\%\&\#\$\textasciicircum{}\textasciitilde{}\{\}"),
        ("σ² / (σ² + ε)", r"$\sigma^{2}$ / ($\sigma^{2}$ + $\varepsilon$)"),
        ("d₀", "$d_{0}$"),
        ("z - 1", "z $-$ 1"),
        ("-0.5, 1e-6", "$-$0.5, 1e-6"),
        ("[0]", "{[}0{]}"),
        ("--row", "-{}-row"),
        ("a\nb\x1b[31m", "a b{[}31m"),
        ("γ ⊙ ẑ = ẑ", r"$\gamma$ $\odot$ $\hat{z}$ = $\hat{z}$"),
    ],
)
def test_words_are_escaped(text: str, source: str) -> None:
    assert latex(text) == source


def test_every_brace_and_environment_is_closed(written: Written) -> None:
    for words in (BANK, ("block", "samples/multi-head.json"), ("layernorm", "--random", "3x40")):
        text = written("latex", *words)
        bare = re.sub(r"\\[{}\\]", "", text)
        assert bare.count("{") == bare.count("}")
        begun = re.findall(r"\\begin\{(\w+\*?)\}", text)
        assert sorted(begun) == sorted(re.findall(r"\\end\{(\w+\*?)\}", text))


def test_no_row_of_a_table_begins_with_an_option(written: Written) -> None:
    """A line that begins with [ would be taken for an argument of the line break before it."""
    text = written("latex", "layernorm", "samples/tokens-7x8.json")
    assert not re.search(r"\\\\\s*[\[*]", text)


def test_wide_tables_are_parted(written: Written) -> None:
    text = written("latex", "layernorm", "--random", "2x16", "--full")
    widest = max(len(spec) for spec in re.findall(r"\\begin\{tabular\}\{l(r+)\}", text))
    assert widest < 12


def compiled(engine: str, text: str, folder: Path) -> str:
    if shutil.which(engine) is None:
        pytest.skip(f"{engine} is not installed")
    (folder / "page.tex").write_text(text, "utf-8")
    result = subprocess.run(
        [engine, "-interaction=nonstopmode", "-halt-on-error", "page.tex"],
        cwd=folder, capture_output=True, check=False,
    )  # fmt: skip
    log = result.stdout.decode("utf-8", "replace")
    assert result.returncode == 0, log[-2000:]
    return log


def test_pdflatex_sets_it(written: Written, tmp_path: Path) -> None:
    log = compiled("pdflatex", written("latex", "block", "samples/residual-stream.json"), tmp_path)
    assert "Overfull" not in log


def test_pdflatex_sets_hostile_labels(hostile: Callable[[str], str], tmp_path: Path) -> None:
    compiled("pdflatex", hostile("latex"), tmp_path)


def test_pdflatex_names_letters_that_it_has_not(written: Written, tmp_path: Path) -> None:
    text = written("latex", *BANK, "--title", "Ж \N{GRINNING FACE}")
    assert r"\DeclareUnicodeCharacter{0416}{\texttt{U+0416}}" in text
    compiled("pdflatex", text, tmp_path)


def test_xelatex_sets_chinese(written: Written, tmp_path: Path) -> None:
    log = compiled("xelatex", written("latex", *HAND, "--lang", "zh"), tmp_path)
    assert "Missing character" not in log


def test_no_page_runs_over(written: Written, tmp_path: Path) -> None:
    words = ("gradient", "1,2,4,7", "--upstream", "1,0,0.5,2", "--gamma", "0.5,1,2,1")
    log = compiled("pdflatex", written("latex", *words, "--level", "full"), tmp_path)
    assert "Overfull \\vbox" not in log


def test_long_work_is_written_in_parts_that_a_page_holds(written: Written) -> None:
    words = ("gradient", "1,2,4,7", "--upstream", "1,0,0.5,2", "--level", "full")
    parts = re.findall(r"(?s)\\begin\{aligned\}(.*?)\\end\{aligned\}", written("latex", *words))
    assert max(part.count(r"\frac") for part in parts) < 40
    assert max(part.count("\n") for part in parts) < 24


def test_a_long_sum_goes_on_in_the_next_row(written: Written) -> None:
    text = written("latex", "layernorm", "1,2,3,4,5,6,7,8,9,10,11,12")
    assert (
        r"\sigma^2 &= \frac{\begin{array}{l} 30.25 + 20.25 + 12.25 + 6.25 + 2.25 + 0.25 + 0.25"
        r" + 2.25 + 6.25 \\ + 12.25 + 20.25 + 30.25 \end{array}}{12}"
    ) in text
