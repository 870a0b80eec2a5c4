"""One meaning for each letter of a page: no quantity has another's letter, or that of an index."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator

import pytest

from addnorm_cli.formula.expr import UNWRITTEN, Expr, Glyph, Total, children, references
from addnorm_cli.trace.trace import Trace
from tests.conftest import MESSAGES, Runner
from tests.page.test_explain import PAGES

_SAME = (
    {"q", "Q"}, {"k", "K"}, {"v", "V"}, {"gamma", "group_gamma"}, {"beta", "group_beta"},
    {"shifted", "output"},
)  # fmt: skip
"""The same numbers, arranged in heads or in groups."""


def _indices(tree: Expr) -> Iterator[str]:
    if isinstance(tree, Total):
        yield tree.index
    for ref in references(tree):
        yield from ref.index
    for part in children(tree):
        yield from _indices(part)


def _meanings(trace: Trace) -> dict[str, set[str]]:
    """What each letter of a trace stands for."""
    found: dict[str, set[str]] = defaultdict(set)
    for _, step in trace.steps():
        for quantity in step.scope.values():
            if isinstance(quantity.symbol, Glyph):
                found[quantity.symbol.text].add(quantity.name.rstrip("0123456789"))
        if step.quantity.formula is not None:
            for index in {*_indices(step.quantity.formula)} - {*UNWRITTEN}:
                found[index].add(f"the index {index}")
    return found


@pytest.mark.parametrize("name", PAGES)
def test_a_letter_means_one_thing_on_a_page(traced: Callable[..., Trace], name: str) -> None:
    trace = traced(*PAGES[name].split())
    several = {k: v for k, v in _meanings(trace).items() if len(v) > 1 and v not in _SAME}
    assert several == {}


def test_no_sentence_calls_a_norm_by_the_letter_of_a_number() -> None:
    """N counts the samples of a batch, and x_N is the last vector of a stream."""
    a_norm = re.compile(r"\bN[₁₂]?\(")
    assert [key for key, said in MESSAGES.items() if a_norm.search(str(said))] == []


def test_a_gradient_flow_explains_its_letters(addnorm: Runner) -> None:
    page = addnorm("gradient-flow", "--level", "full", "-f", "plain").out
    table = page[page.index("\nSymbols\n") :].split("\n\n")[0]
    assert [line.split("  ")[0] for line in table.splitlines()[3:]] == ["∂F/∂x", "g", "(1 + ∂F/∂x)"]
    assert "Symbols" not in addnorm("gradient-flow").out
