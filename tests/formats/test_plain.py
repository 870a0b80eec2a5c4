"""A plain page is made to be parsed: one worked line a line, nothing framed, nothing broken."""

from __future__ import annotations

import re

import pytest

from addnorm_cli.formats import plain
from tests.conftest import Runner
from tests.formats.test_text import page, request, worked


def written(name: str, width: int | None = None) -> str:
    """The plain page of a sample."""
    wanted = request(width, colour=True)
    return "".join(plain.write(page(worked(name), wanted), wanted))


@pytest.mark.parametrize("name", ["bank", "bank by hand", "tokens-7x8"])
def test_it_has_no_frames_no_colour_and_no_width(name: str) -> None:
    assert not set("╭╮╰╯│├┤┬┴┼\x1b") & set(written(name))
    assert written(name, 20) == written(name)


def test_its_steps_are_numbered_and_its_worked_lines_stand_alone() -> None:
    text = written("bank by hand")
    assert "\n3. Deviations from the mean   zᵢ - μ\n" in text
    assert "\n   z₀ - μ = 1.24 - 0.6725 ≈ 0.568   exact 0.5675, drift +0.0005\n" in text
    assert "\n   γ = 1, so γ ⊙ ẑ = ẑ\n" in text
    assert "\n── B ──\n" in text
    assert "\n✓ mean of ẑ = 0\n" in text


def test_a_table_is_parted_by_two_blanks_and_more() -> None:
    rows = [re.split(" {2,}", line) for line in written("bank").splitlines()[-4:]]
    assert rows == [
        ["", "d₀", "d₁", "d₂", "d₃", "remarks"],
        ["x", "0.80", "0.40", "0.60", "-0.10", "same in both sentences"],
        ["A", "1.5147", "-0.4070", "0.1268", "-1.2345", "beside river"],
        ["B", "1.1929", "-0.2440", "0.5422", "-1.4911", "beside street"],
    ]


def test_a_chart_keeps_its_numbers(addnorm: Runner) -> None:
    text = addnorm("gradient-flow", "-f", "plain").out
    assert re.search(r"^layer 3  █+  0\.216\n {9}▒+  0\.9127$", text, re.MULTILINE)
