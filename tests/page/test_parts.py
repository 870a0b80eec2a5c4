"""The parts of a page: headings, the whole formula, what a symbol means, labels of updates."""

from __future__ import annotations

import pytest

from tests.conftest import Runner


def test_add_and_norm_are_parts_with_headings(addnorm: Runner) -> None:
    page = addnorm("addnorm", "1,2", "A=3,4", "B=1,1", "-f", "plain").out
    places = [
        page.index(t) for t in ("── A ──", "─ Residual connection ─", "─ Layer normalization")
    ]
    assert places == sorted(places)
    assert page.count("─ Residual connection ─") == 2
    alone = addnorm("addnorm", "1,2", "3,4", "--lang", "zh", "-f", "markdown").out
    assert "\n## 残差连接\n" in alone
    assert "\n## 层归一化\n" in alone
    assert "\n### 1. " in alone
    several = addnorm("addnorm", "1,2", "A=3,4", "B=1,1", "-f", "html").out
    assert "<h2>A</h2>" in several
    assert "<h3>Residual connection</h3>" in several
    assert "<h4>1. Residual sum</h4>" in several


@pytest.mark.parametrize(
    ("words", "formula"),
    [
        (("--norm", "layernorm"), "LayerNorm(z) = γ ⊙ (z - μ) / (σ + ε) + β"),
        (("--convention", "pytorch"), "LayerNorm(z) = γ ⊙ (z - μ) / √(σ² + ε) + β"),
        (("--norm", "rmsnorm"), "RMSNorm(z) = γ ⊙ z / √(ms + ε)"),
        (("--convention", "gemma"), "RMSNorm(z) = (γ + 1) ⊙ z / √(ms + ε)"),
        (("--norm", "batchnorm"), "BatchNorm(z) = γ ⊙ (z - μ) / √(σ² + ε) + β"),
        (("--norm", "groupnorm", "--groups", "2"), "GroupNorm(z) = γ ⊙ (z - μ) / √(σ² + ε) + β"),
    ],
)
def test_the_whole_norm_is_one_formula(
    addnorm: Runner, words: tuple[str, ...], formula: str
) -> None:
    assert f"\n{formula}\n" in addnorm("layernorm", "1,2;3,5", *words, "-f", "plain").out


def test_symbols_are_explained_once_where_that_is_asked_for(addnorm: Runner) -> None:
    words = ("addnorm", "1,2", "A=3,4", "B=1,1", "-f", "plain")
    assert "Symbols" not in addnorm(*words).out
    for more in (("--explain",), ("--level", "full")):
        page = addnorm(*words, *more).out
        table = page[page.index("Symbols") :].partition("\n\n")[0]
        letters = [line.split()[0] for line in table.splitlines()[2:] if line]
        assert letters == [
            "x",
            "Sublayer(x)",
            "r",
            "z",
            "d",
            "ε",
            "γ",
            "β",
            "μ",
            "σ²",
            "σ",
            "ẑ",
            "y",
        ]
        assert page.count("Symbols") == 1
    assert (
        "it starts at 1"
        not in addnorm("layernorm", "1,2", "--convention", "gemma", "--explain", "-f", "plain")
        .out.partition("Symbols")[2]
        .partition("\n\n")[0]
    )


def test_an_update_has_its_label_in_its_heading(addnorm: Runner) -> None:
    page = addnorm("block", "samples/residual-stream.json", "-f", "plain").out
    assert "\n1. Update 1: block 1 attention   x′[i] = x[i] + Δ[i]\n" in page
    unnamed = '{"x": [1, 2], "updates": [{"delta": [1, 0]}]}'
    assert (
        "\n1. Update 1   x′[i] = x[i] + Δ[i]\n"
        in addnorm("block", "-", "-f", "plain", stdin=unnamed).out
    )


def test_on_a_page_a_letter_is_one_thing(addnorm: Runner) -> None:
    page = addnorm("block", "samples/multi-head.json", "-f", "plain").out
    assert "x′[0]" in page
    assert "eₙₜₛ" in page  # a score; s is the token that is looked at, n the head
    assert "Σₖ" not in page
    for language, digit in (("latex", "x'[0]"), ("html", "<mo>[</mo><mrow><mn>0</mn></mrow>")):
        assert digit in addnorm("block", "samples/residual-stream.json", "-f", language).out
