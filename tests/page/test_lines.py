"""Every printed line holds: worked from its text alone, it comes to the digits that it ends in.

ADDNORM_LINES says how many problems of each kind are drawn: what is rare takes thousands.
"""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import Runner
from tests.page.problems import KINDS, mode_of, mode_words
from tests.page.reading import faults, lines_of, parts, read_json

COUNT = int(os.environ.get("ADDNORM_LINES", "8"))


@pytest.mark.parametrize(
    ("line", "mode", "right"),
    [
        ("μ = (1 + 2) / 2 = 3 / 2 = 1.5", "half-up", True),
        ("μ = (1 + 2) / 2 = 3 / 2 ≈ 1.5", "half-up", False),
        ("σ = √2 = 1.4142", "half-up", False),
        ("σ = √2 ≈ 1.4142", "half-up", True),
        ("σ = √2 ≈ 1.4143", "half-up", False),
        ("σ = √(9/4) = 1.5", "half-up", True),
        ("y ≈ 1.5 × (-5/3) = -2.5", "half-up", True),
        ("y = 5 × 0.5 ≈ 2", "half-even", True),
        ("y = 5 × 0.5 ≈ 2", "half-up", False),
        ("y = 5 × 0.5 ≈ 3", "half-up", True),
        ("y = -5 × 0.5 ≈ -2", "truncate", True),
        ("(z₀ - μ)² ≈ (-0.5)² ≈ 0.3", "half-up", True),
        ("g = 1e+20 × 3 = 3e+20", "half-up", True),
        ("g ≈ 2e-7 × 3 ≈ 6.1e-07", "half-up", False),
        ("a = exp(1 - 1) / (exp(0) + exp(0)) = 1 / 2 = 0.5", "half-up", True),
        ("t = tanh(30) = 1", "half-up", False),
        ("f₀ = GELU(2.80) ≈ 2.7928", "half-up", True),
        ("f = ReLU(-2) × 0.3 = 0", "half-up", True),
        ("y = 0.3 - 0.3 = 0 (rounding noise, below 1e-15)", "half-up", True),
        ("y ≈ 0.31 - 0.3 ≈ 0 (rounding noise, below 1e-15)", "half-up", False),
        ("y ≈ 0.31 - 0.3 ≈ 0（舍入噪声，小于 1e-01）", "half-up", True),
        ("f = GELU(2.80 ≈ 2.7928", "half-up", False),
    ],
)
def test_the_reader_tells_right_lines_from_wrong_ones(line: str, mode: str, right: bool) -> None:
    assert (not faults(line, mode)) == right


@pytest.mark.parametrize("kind", KINDS)
def test_every_line_comes_to_its_result_and_every_sign_is_true(addnorm: Runner, kind: str) -> None:
    read = 0
    for seed in range(COUNT):
        chance = random.Random(f"{kind} {seed}")
        words, stdin = KINDS[kind](chance)
        words += mode_words(chance)
        form = chance.choice(["plain", "plain", "json"])
        run = addnorm(*words, "-f", form, stdin=stdin)
        assert run.code == 0, (words, run.err)
        lines = read_json(run.out) if form == "json" else list(lines_of(run.out))
        read += len(lines)
        wrong = {line: found for line in lines if (found := faults(line, mode_of(words)))}
        assert not wrong, words
    assert read > COUNT


@pytest.mark.parametrize("command", ["layernorm", "gradient", "compare-norm"])
def test_lines_of_a_binary_array_hold(addnorm: Runner, tmp_path: Path, command: str) -> None:
    generator = np.random.default_rng(3)
    np.save(tmp_path / "x.npy", generator.normal(size=(3, 4)) * 10.0 ** generator.integers(-8, 8))
    more = ["--upstream", "0.7"] if command == "gradient" else []
    for precision in ("0", "4", "9"):
        out = addnorm(
            command, str(tmp_path / "x.npy"), *more, "-f", "plain", "-p", precision, "--full"
        ).out
        lines = list(lines_of(out))
        assert len(lines) > 5
        assert not {line: found for line in lines if (found := faults(line))}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("layernorm 10,20,30,40 --eps 0", "μ = (10 + 20 + 30 + 40) / 4 = 100 / 4 = 25"),
        ("layernorm 5.1,1.6,-1.9", "z₁ - μ = 1.6 - 1.6 = 0.0"),
        ("layernorm 4,7 --norm scalenorm -p 14", "‖z‖ = √(16 + 49) = √65 ≈ 8.06225774829855"),
        ("layernorm -7.1,-8.2 -p 1 --eps 0 --only sigma", "σ ≈ √0.303 ≈ 0.6"),
        ("residual 1,0.5 -1,-0.5", "r₀ = 1 + (-1) = 0"),
        (
            "gradient 0.3,0.1,0.7 --upstream 0.99 --convention pytorch",
            "dz₁ ≈ (0.99 - 0.99 - (-1.0690) × 0) / 0.2495 = (0 - 0) / 0.2495 = 0 / 0.2495 = 0",
        ),
    ],
)
def test_what_is_exact_is_said_to_be(addnorm: Runner, words: str, line: str) -> None:
    lines = list(lines_of(addnorm(*words.split(), "-f", "plain").out))
    assert line in lines


@pytest.mark.parametrize(
    "words",
    [
        "gradient 2,2 --upstream 1 --eps 1e-9",
        "layernorm 1e308,1e308",
        "compare-norm 0,0,0 1,2,3 --by placement",
        "layernorm 1e308 -f numpy",
    ],
)
def test_what_is_extreme_gets_a_page_or_a_clear_refusal(addnorm: Runner, words: str) -> None:
    run = addnorm(*words.split())
    assert run.code in (0, 2, 3), run.err
    assert "not made for" not in run.err


EARLY = re.compile(r"r[₀-₉]+ [=≈]|(μ|z[₀-₉]+ - μ|\(z[₀-₉]+ - μ\)²|σ²?|σ \+ ε|ẑ[₀-₉]+) [=≈]")
"""What is made of numbers that end, in a problem whose μ, σ² and σ come out in few digits."""


@pytest.mark.parametrize("kind", ["residual", "layernorm", "addnorm", "gradient", "block"])
def test_no_nice_problem_says_nearly_of_an_exact_number(addnorm: Runner, kind: str) -> None:
    sheet = addnorm(
        *f"homework make --nice --kind {kind} --count 10 --problems -".split(), "--seed", "3"
    )
    lines = list(lines_of(addnorm("homework", "solve", "-", "-f", "plain", stdin=sheet.out).out))
    assert len(lines) > 20
    for line in lines:
        assert not faults(line), line
    assert [line for line in lines if parts(line)[0][0] == "≈" and EARLY.match(line)] == []
