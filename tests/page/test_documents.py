"""A page that is handed in names no options; its reader has no command line before him."""

from __future__ import annotations

import re

import pytest

from tests.conftest import Runner, Written

PAGES = [
    "addnorm samples/bank.json --explain",
    "layernorm samples/tokens-7x8.json",
    "layernorm --random 20x30 --seed 1",
    "layernorm --random 3x30 --seed 1",
    "layernorm --random 20x3 --seed 1",
    "layernorm 1,1.0000001,1 --hand 2",
    "layernorm 1,1.001,1 --hand 2,2",
    "gradient 1,2,4 1,1,1 --upstream 1,0,0",
    "gradient samples/gradient.json",
    "gradient-flow --layers 40",
    "gradient-flow samples/encoder-post.json",
    "gradient-flow samples/encoder-post.json --upstream 1,1,1,1;1,1,1,1;1,1,1,1",
    "block samples/encoder-post.json --repeat 3",
    "block samples/residual-stream.json --no-residual",
    "compare-norm samples/bank-layernorm.json --by convention",
    "compare-norm samples/pre-vs-post.json --by placement",
    "compare-norm samples/batch-norm-vs-layer-norm.json",
]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("page", PAGES)
def test_a_document_names_no_options(written: Written, page: str, language: str) -> None:
    text = written("markdown", *page.split(), "--lang", language)
    assert re.findall(r"(?<![-|:])--[a-z][a-z-]+", text) == []


def test_in_a_terminal_they_are_named(addnorm: Runner) -> None:
    assert "--full works each of them out" in addnorm(*PAGES[14].split()).out
    assert "--full, --row i" in addnorm(*PAGES[2].split()).out


def test_without_the_residual_nothing_is_added_up(addnorm: Runner) -> None:
    page = addnorm("block", "samples/residual-stream.json", "--no-residual").out
    head = page[: page.index("╯")]
    assert "x₀ + ΣΔ" not in head
    assert "x_N = Δ_N" in head


def test_a_gradient_that_a_constant_row_makes_large_has_a_reason(addnorm: Runner) -> None:
    words = ("gradient-flow", "samples/encoder-post.json", "--placement", "pre")
    page = addnorm(*words, "--repeat", "6")
    assert "layer1.norm1[2]: all components are equal, so σ = 0" in page.out
    assert page.out.count("divides by ε alone") == 1
    other = addnorm(*words, "--convention", "pytorch")
    assert "divides by √ε alone" in other.out
    assert "alone" not in addnorm("gradient-flow", "samples/encoder-post.json").out


def test_one_square_is_counted_without_a_plural(addnorm: Runner) -> None:
    """By hand μ is 1.37, the deviations -0.4, -0.2 and 0.5: of their squares 0.04 alone is lost."""
    page = addnorm("layernorm", "1,1.2,1.9", "--hand", "1").out
    assert "squares that were rounded to 0: 1;" in page
    assert "1 squares" not in page
