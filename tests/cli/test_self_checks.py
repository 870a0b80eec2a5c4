"""Self-checks see what they are there for: a number that slips on the way is told of."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from addnorm_cli.numbers.arithmetic import Array, ByHand, Machine, Role
from addnorm_cli.numbers.exact import Exact
from tests.conftest import Runner

Slip = Callable[[list[float], list[float]], None]


@pytest.fixture
def slip(monkeypatch: pytest.MonkeyPatch) -> Slip:
    """Carry a step's right numbers on as wrong ones, as a slip of the pen would."""

    def plant(right: list[float], wrong: list[float]) -> None:
        def slipping(carry: Callable[[Any, Array, Role], Array]) -> Any:
            def carried(arithmetic: Any, value: Array, role: Role) -> Array:
                value = carry(arithmetic, value, role)
                if value.size != len(right):
                    return value
                flat = value.reshape(-1)
                if not np.allclose(flat.astype(float), right, rtol=1e-12, atol=1e-12):
                    return value
                kind: Any = float
                if value.dtype == object:  # decimals by hand, or exact numbers
                    kind = lambda number: type(value.flat[0])(Decimal(repr(number)))  # noqa: E731
                return np.array(list(map(kind, wrong)), dtype=value.dtype).reshape(value.shape)

            return carried

        for arithmetic in (Machine, ByHand, Exact):
            monkeypatch.setattr(arithmetic, "carry", slipping(arithmetic.carry))

    return plant


def checks_in(tree: Any) -> Iterator[tuple[str, Any]]:
    """Every self-check of a trace in JSON, by its name."""
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from [(name, value)] if "holds" in value else checks_in(value)


def failing(run: Any) -> set[str]:
    return {name for name, check in checks_in(run.json) if not check["holds"]}


MEAN = ([3.0], [4.0])
DEVIATIONS = ([-2.0, -1.0, 3.0], [-2.0, -1.0, 2.0])
VARIANCE = ([14 / 3], [7.0])
SIGMA = ([(14 / 3) ** 0.5], [2.2])
DENOMINATOR = ([(14 / 3) ** 0.5 + 0.5], [3.0])
MEAN_SQUARE = ([41 / 3], [40 / 3])
NORMALIZED = (
    [-0.9258196712013211, -0.46290983560066057, 1.3887295068019816],
    [-0.9258196712013211, -0.46290983560066057, 1.5],
)
D_INPUT = (
    [0.26451978360865397, -0.33064994379633356, 0.0661301601876797],
    [0.26451978360865397, -0.33064994379633356, 0.5],
)
JACOBIAN = (
    [0.5, 0, -0.5, 0, 0, 0.5, 0, -0.5, -0.5, 0, 0.5, 0, 0, -0.5, 0, 0.5],
    [0.5, 0, -0.5, 0, 0, 0.5, 0, -0.5, -0.5, 0, 0.5, 0, 0, -0.5, 0, 0.25],
)
"""δᵢⱼ - 1/4 - ẑᵢẑⱼ/4 where z = ẑ = 1, -1, 1, -1."""
GRADIENT = "gradient 1,2,6 --upstream 1,0,2"


@pytest.mark.parametrize(
    ("words", "number", "fails"),
    [
        ("layernorm 1,2,6", MEAN, {"sum_deviations", "mean_normalized"}),
        ("layernorm 1,2,6", DEVIATIONS, {"sum_deviations", "mean_normalized"}),
        ("layernorm 1,2,6", VARIANCE, {"variance_normalized"}),
        ("layernorm 1,2,6", SIGMA, {"variance_normalized"}),
        ("layernorm 1,2,6 --eps 0.5", DENOMINATOR, {"variance_normalized"}),
        ("layernorm 1,2,6", NORMALIZED, {"mean_normalized", "variance_normalized"}),
        ("layernorm 5,1,3;1,2,6", ([3.0, 3.0], [3.0, 4.0]), {"sum_deviations", "mean_normalized"}),
        ("layernorm 1,2,6 --norm rmsnorm", MEAN_SQUARE, {"mean_square_normalized"}),
        ("addnorm 1,1,1 0,1,5", VARIANCE, {"variance_normalized"}),
        ("layernorm 1,2,6 --hand 3", ([3.0], [5.0]), {"sum_deviations", "mean_normalized"}),
        ("layernorm 1,2,6 --hand 3", ([4.6667], [7.0]), {"variance_normalized"}),
        ("layernorm 1,2,6 --dtype float32", ([3.0], [4.0]), {"sum_deviations", "mean_normalized"}),
        ("gradient 1,-1,1,-1 --upstream 1,0,0,1 --eps 0", JACOBIAN, {"jacobian_product"}),
        (GRADIENT, D_INPUT, {"sum_d_input", "central_differences", "jacobian_product"}),
        (
            f"{GRADIENT} --hand 3",
            ([0.265, -0.331, 0.066], [0.265, -0.331, 0.5]),
            {"sum_d_input", "central_differences", "jacobian_product"},
        ),
    ],
)  # fmt: skip
def test_a_slip_fails_the_checks_that_it_breaks(
    addnorm: Runner,
    slip: Slip,
    words: str,
    number: tuple[list[float], list[float]],
    fails: set[str],
) -> None:
    assert failing(addnorm(*words.split(), "--json")) == set()
    slip(*number)
    assert failing(addnorm(*words.split(), "--json")) == fails


@pytest.mark.parametrize(
    ("words", "number", "line"),
    [
        ("layernorm 1,2,6", MEAN, "✗ Σ (z - μ) = -3 (it should be 0"),
        ("layernorm 1,2,6", MEAN, "✗ mean of ẑ ≈ -0.4201 (it should be 0"),
        (
            "layernorm 1,2,6 --eps 0",
            VARIANCE,
            "✗ variance of ẑ ≈ 0.666666666666667 (it should be 1:",
        ),
        (
            "layernorm 1,2,6 --eps 0 --norm rmsnorm",
            MEAN_SQUARE,
            "✗ mean square of ẑ = 1.025 (it should be 1:",
        ),
        (
            GRADIENT,
            D_INPUT,
            "✗ LayerNorm does not see a shift of z, so Σ dz ≈ 0.4339 (it should be 0",
        ),
    ],
)
def test_the_page_says_what_was_found_and_what_should_be(
    addnorm: Runner, slip: Slip, words: str, number: tuple[list[float], list[float]], line: str
) -> None:
    slip(*number)
    page = addnorm(*words.split()).out
    assert line in page.replace("\n  ", " ")


def test_a_block_names_the_checks_that_fail_and_not_those_that_hold(
    addnorm: Runner, slip: Slip
) -> None:
    block = ("block", '{"x": [1, 1, 1], "layers": [{"ffn": {"output": [0, 1, 5]}}]}')
    assert "✓ norms: 1" in addnorm("block", "-", stdin=block[1]).out
    slip(*VARIANCE)
    page = addnorm("block", "-", stdin=block[1]).out
    assert "✗ variance of ẑ" in page
    assert "✓" not in page


@pytest.mark.parametrize(
    ("row", "kept", "lost"),
    [
        (
            (),
            "✓ x_N = x₀ + ΣΔ holds for all 2 tokens; the largest difference is 0",
            "✗ x_N = x₀ + ΣΔ does not hold: over 2 tokens, the largest difference is 1",
        ),
        (
            ("--row", "0"),
            "✓ x_N = x₀ + ΣΔ: [1, 2, 6] + [1, 0, 0] = [2, 2, 6]",
            "✗ x_N = x₀ + ΣΔ: [1, 2, 6] + [1, 0, 0] ≠ [2, 2, 7]",
        ),
    ],
)
def test_a_stream_that_is_not_the_sum_of_its_updates_is_told_of(
    addnorm: Runner, slip: Slip, row: tuple[str, ...], kept: str, lost: str
) -> None:
    layer = {"ffn": {"output": [[1, 0, 0], [0, 1, 1]]}}
    problem = {"x": [[1, 2, 6], [3, 0, 5]], "placement": "pre", "layers": [layer]}
    words = ("block", "-", *row)
    assert f"{kept}\n" in addnorm(*words, stdin=json.dumps(problem)).out
    slip([2.0, 2.0, 6.0, 3.0, 1.0, 6.0], [2.0, 2.0, 7.0, 3.0, 1.0, 6.0])
    assert f"{lost}\n" in addnorm(*words, stdin=json.dumps(problem)).out


@pytest.mark.parametrize(
    ("form", "mark"),
    [
        ("plain", "✗ Σ (z - μ) = -3"),
        ("markdown", "- ✗ Σ (z - μ) = -3"),
        ("html", '<li class="failed"><span>✗</span> Σ (z - μ) = -3'),
        ("latex", "\\item[$\\times$]"),
    ],
)
def test_every_kind_of_page_marks_a_check_that_fails(
    addnorm: Runner, slip: Slip, form: str, mark: str
) -> None:
    right = addnorm("layernorm", "1,2,6", "-f", form)
    assert right.code == 0
    assert mark not in right.out
    slip(*MEAN)
    wrong = addnorm("layernorm", "1,2,6", "-f", form)
    assert wrong.code == 1
    assert mark in wrong.out


def test_a_check_that_differs_from_row_to_row_says_which_row_it_is_about(addnorm: Runner) -> None:
    problem = '{"x": [[-2, 2], [-1, 1]], "tokens": ["by", "bank"], "norm": {"eps": 1}}'
    page = addnorm("layernorm", "-", stdin=problem).out
    lines = ("✓ by: variance of ẑ ≈ 0.4444,", "✓ bank: variance of ẑ = 0.25,")  # (1 / (1 + 1))²
    assert any(line in page for line in lines)
    assert "✓ Σ (z - μ) = 0" in page


def test_the_bare_result_comes_with_the_checks_that_fail_on_stderr(
    addnorm: Runner, slip: Slip
) -> None:
    assert addnorm("layernorm", "1,2,6", "-q").err == ""
    slip(*MEAN)
    result = addnorm("layernorm", "1,2,6", "-q")
    assert result.code == 1
    assert len(result.out.split(",")) == 3
    assert "✗ Σ (z - μ) = -3 (it should be 0" in result.err
