"""The documents' worked examples, digit for digit: exactly, and as they are worked by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import EXAMPLES, Runner, step_at

OURS = ("residual", "layernorm", "addnorm")
"""The commands whose examples are worked here; the other commands have tests of their own."""
WORKED = {name: e for name, e in EXAMPLES.items() if e["command"] in OURS and "x" in e["problem"]}
RESULT_OF_LINE = re.compile(r"^   .*[=≈] +(-?[\d.]+)(?:   exact .*)?$", re.MULTILINE)
TOLERANCE = 1e-8


def problem_text(example: Any) -> str:
    """The problem as a file whose numbers have the digits of the document: 0.80, not 0.8."""
    return re.sub(r'"(-?\d[\d.]*)"', r"\1", json.dumps(example["problem"]))


@pytest.fixture
def problem(tmp_path: Path, request: pytest.FixtureRequest) -> tuple[str, str]:
    """The command of an example, and its problem as a file."""
    example = WORKED[request.param]
    path = tmp_path / "problem.json"
    path.write_text(problem_text(example), "utf-8")
    return example["command"], str(path)


def steps_of(name: str) -> list[tuple[str, str, Any]]:
    """Every step that an example states, with its path."""
    example = WORKED[name]
    labels = example["problem"].get("sublayer", {})
    label = "B." if set(labels) == {"B"} else ""
    norm = "norm." if example["command"] == "addnorm" else ""
    if set(labels) == {"A", "B"}:
        return [(name, f"{case}.residual", example["right"][case]) for case in labels]
    return [(name, f"{label}{norm}{step}", value) for step, value in example["right"].items()]


@pytest.mark.parametrize(
    ("problem", "path", "right"),
    [step for name in WORKED for step in steps_of(name)],
    indirect=["problem"],
)
def test_a_step_has_the_right_value(
    addnorm: Runner, problem: tuple[str, str], path: str, right: Any
) -> None:
    trace = addnorm(*problem, "--json").json
    step = step_at(trace, path)
    expected = np.asarray(right, dtype=float)
    np.testing.assert_allclose(step["value"], expected, rtol=0, atol=TOLERANCE)
    assert step["shape"] == list(expected.shape)


@pytest.mark.parametrize(
    ("problem", "step", "digits"),
    [
        (name, step, digits)
        for name, example in WORKED.items()
        for step, digits in example.get("by_hand", {}).items()
        if step != "option"
    ],
    indirect=["problem"],
)
def test_a_step_by_hand_has_the_digits_of_paper(
    addnorm: Runner, problem: tuple[str, str], step: str, digits: Any
) -> None:
    page = addnorm(*problem, "--hand", "3", "--only", step, "-f", "plain").out
    assert RESULT_OF_LINE.findall(page) == ([digits] if isinstance(digits, str) else digits)


@pytest.mark.parametrize(
    ("problem", "path", "step"),
    [("bank-layernorm-A", "{}", "sigma"), ("bank-addnorm-B", "B.norm.{}", "variance")],
    indirect=["problem"],
)
def test_the_exact_value_stands_beside_the_one_by_hand(
    addnorm: Runner, problem: tuple[str, str], path: str, step: str
) -> None:
    by_hand = step_at(addnorm(*problem, "--hand", "3", "--json").json, path.format(step))
    exact = step_at(addnorm(*problem, "--json").json, path.format(step))
    assert by_hand["exact"] == exact["value"]
    assert by_hand["value"] != exact["value"]


@pytest.mark.parametrize("name", ["bank-residual"])
def test_typed_digits_and_exact_sums_stand_on_the_page(addnorm: Runner, name: str) -> None:
    page = addnorm("residual", "samples/bank.json", "-f", "plain").out
    example = WORKED[name]
    x, right = example["problem"]["x"], example["right"]
    for label, given in example["problem"]["sublayer"].items():
        for typed, added, result in zip(x, given, right[label], strict=True):
            assert re.search(rf"= {typed} \+ {added} += {result}$", page, re.MULTILINE), result


def test_random_input_is_that_of_the_document(addnorm: Runner) -> None:
    example = EXAMPLES["add-and-norm-shapes"]
    words = ["--random", "7x8", "--seed", "42", "--scale", "10", "--eps", "1e-5"]
    trace = addnorm("layernorm", *words, "--json").json
    x, result = np.array(trace["inputs"]["x"]), np.array(trace["result"])
    right = example["right"]
    assert x.mean() == pytest.approx(right["input_mean"], abs=TOLERANCE)
    assert x.std() == pytest.approx(right["input_std"], abs=TOLERANCE)
    assert list(result.shape) == right["output_shape"]
    np.testing.assert_allclose(result.mean(-1), 0, atol=1e-12)
    np.testing.assert_allclose(result.std(-1), 1, atol=1e-5)
    assert trace["parameters"]["eps"] == 1e-5


def test_random_input_is_the_sample(addnorm: Runner) -> None:
    words = ["--random", "7x8", "--seed", "42", "--scale", "10", "--eps", "1e-5"]
    sample = addnorm("layernorm", "samples/tokens-7x8.json", "--json").json
    assert addnorm("layernorm", *words, "--json").json["inputs"] == sample["inputs"]
