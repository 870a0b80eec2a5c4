"""A typst document in order: text stays text, and what belongs together stays together."""

from __future__ import annotations

import pytest

from addnorm_cli.formats.typeset import tidied


@pytest.mark.parametrize(
    ("cell", "tidy"),
    [
        ("    [= x], [1.0],", r"    [\= x], [1.0],"),
        ("    [+ layer 1], [1.0],", r"    [\+ layer 1], [1.0],"),
        ("    [- d], [1.0],", r"    [\- d], [1.0],"),
        ("    [== x], [1.0],", r"    [\=\= x], [1.0],"),
        ("    [12. x], [1.0],", r"    [12\. x], [1.0],"),
        ("    [-0.5], [1.0],", "    [-0.5], [1.0],"),
        ("    [=x], [+], [1.5],", "    [=x], [+], [1.5],"),
        (r"    [y], [#strong[\-0.5]],", "    [y], [#strong[−0.5]],"),
        ("= Title\ntext", "= Title\ntext"),
        ("- a list", "- a list"),
    ],
)
def test_a_cell_is_no_heading_and_no_list(cell: str, tidy: str) -> None:
    assert tidied(cell) == tidy


def figure(rows: int) -> str:
    return "#figure(\n" + "    [1], [2],\n" * rows + ")"


def test_a_short_table_stays_on_one_page_and_a_long_one_may_part() -> None:
    kept = f"#block(breakable: false)[\n{figure(9)}\n]"
    assert tidied(f"text\n\n{figure(9)}\n\ntext") == f"text\n\n{kept}\n\ntext"
    assert tidied(f"== Results\n{figure(9)}") == f"== Results\n{kept}"
    assert tidied(figure(99)) == figure(99)


def test_a_caption_and_a_formula_stay_with_what_is_below_them() -> None:
    work = "== 1. Mean\n$ mu = 1 $\n\n$ mu & = 2 $\n\n$ x $\n\nend"
    source = f"#strong[Given]\n\n{figure(3)}\n\n{work}"
    tidy = tidied(source)
    assert "#block(sticky: true)[#strong[Given]]\n\n" in tidy
    assert "== 1. Mean\n#block(sticky: true)[\n$ mu = 1 $\n]\n\n" in tidy
    assert "$ x $\n\nend" in tidy
    assert tidied("#strong[y = 5]\n\ntext") == "#strong[y = 5]\n\ntext"
