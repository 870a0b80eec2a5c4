"""Every printed line holds: worked from its text alone, it comes to the digits that it ends in.

ADDNORM_LINES says how many problems of each kind are drawn, and ADDNORM_NICE how many with kind
numbers: what is rare takes thousands.
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
NICE = int(os.environ.get("ADDNORM_NICE", "10"))


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
        ("residual 1/3,2 2/3,0.5", "r₀ = 1/3 + 2/3 = 1.0"),
        ("layernorm 1/3,1 --only mean --hand 3", "μ = (1/3 + 1) / 2 ≈ 1.3333 / 2 ≈ 0.6667"),
        (
            "residual 1000000000000000000000001,1 1,2",
            "r₀ = 1000000000000000000000001 + 1 = 1000000000000000000000002",
        ),
        ("residual 1e20,1 2e20,2", "r₀ = 1e+20 + 2e+20 = 3e+20"),
        (
            "layernorm 5.1,1.6,-1.9 --dtype float64",
            "z₁ - μ = 1.6 - 1.6 = 0 (rounding noise, below 1e-14)",
        ),
        (
            "layernorm 5.1,1.6,-1.9 --dtype float64 --lang zh",
            "z₁ - μ = 1.6 - 1.6 = 0（舍入噪声，小于 1e-14）",
        ),
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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("layernorm 1,2,4 --dtype float64 -p 20", "float64 has 15 to 17 digits in all: -p 20"),
        ("layernorm 1,2,4 --dtype float64 -p 20 --lang zh", "-p 20 不会显示更多位"),
        ("layernorm 1,2,4 --dtype float16", "every line holds in float16"),
        ("layernorm 1.3,1.4 --hand 3", "✓ variance of ẑ ≈ 0.83174"),
        ("layernorm 1/3,2,4 --gamma 1/3,1,1", "γ = [1/3, 1, 1]"),
        ("gradient 1/3,2,4 --upstream 1.00,2,1", "dβ = [1.00, 2, 1]"),
    ],
)
def test_the_page_says_how_far_its_numbers_go(addnorm: Runner, words: str, said: str) -> None:
    assert said in addnorm(*words.split(), "-f", "plain").out


@pytest.mark.parametrize("words", ["-p 15", "-p 4 --dtype float64", "-p 30"])
def test_nothing_is_said_of_digits_that_are_all_there(addnorm: Runner, words: str) -> None:
    assert "15 to 17" not in addnorm("layernorm", "1,2,4", *words.split()).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("layernorm 1e200,1,2", "too large for float64"),
        (f"residual 1/1{'0' * 400},1 1,2", "smaller than float64 can hold"),
        (f"residual 1.{7**700},1 1,2 --exact", "up to 250 digits"),
    ],
)
def test_what_cannot_be_worked_is_refused_for_its_reason(
    addnorm: Runner, words: str, said: str
) -> None:
    run = addnorm(*words.split())
    assert run.code == 2
    assert said in run.err


def test_noise_makes_no_self_check_fail(addnorm: Runner) -> None:
    weight = "7.7e17,5.9,-1.466,-5;0.5,3.5,-1.527,-3;-1,-7.1e17,3,7;0,6/4,5.9e3,-3/5"
    words = "gradient -2,7.239,-1.2,-9 --upstream 0.50,-3.207,-4.52,-2.69 --convention excel"
    run = addnorm(*words.split(), "--weight", weight, "--activation", "silu", "-f", "plain")
    assert (run.code, "✗" in run.out) == (0, False)


def test_forms_of_thousands_of_digits_are_refused_for_their_length(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("addnorm_cli.numbers.exact._MOST_BITS", 1200)
    assert "thousands of digits" in addnorm("layernorm", "1e150,1e-150,3", "--exact").err


@pytest.mark.parametrize(("x", "delta"), [("1,0", "-1,1"), ("0.3,0.1", "-0.4,0.2")])
def test_the_cosine_of_what_is_perpendicular_is_0(addnorm: Runner, x: str, delta: str) -> None:
    updates = f'[{{"label": "a", "delta": [{delta}]}}]'
    problem = f'{{"x": [{x}], "updates": {updates}}}'
    for dtype in ([], ["--dtype", "float64"]):
        page = addnorm("block", "-", "-f", "plain", *dtype, stdin=problem).out
        assert "cos(x, x₀) = 0\n" in page


EARLY = re.compile(r"r[₀-₉]+ [=≈]|(μ|z[₀-₉]+ - μ|\(z[₀-₉]+ - μ\)²|σ²?|σ \+ ε|ẑ[₀-₉]+) [=≈]")
"""What is made of numbers that end, in a problem whose μ, σ² and σ come out in few digits."""


@pytest.mark.parametrize("kind", ["residual", "layernorm", "addnorm", "gradient", "block"])
def test_no_nice_problem_says_nearly_of_an_exact_number(addnorm: Runner, kind: str) -> None:
    sheet = addnorm(
        *f"homework make --nice --kind {kind} --count {NICE} --problems -".split(), "--seed", "3"
    )
    lines = list(lines_of(addnorm("homework", "solve", "-", "-f", "plain", stdin=sheet.out).out))
    assert len(lines) > 20
    for line in lines:
        assert not faults(line), line
    assert [line for line in lines if parts(line)[0][0] == "≈" and EARLY.match(line)] == []
