"""The trace as JSON: strict, with every field that DESIGN 5 names, and readable anew."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from addnorm_cli.data.strict_json import encoded
from addnorm_cli.model.naming import NAMING_KEYS
from addnorm_cli.page.request import Pieces, Request
from addnorm_cli.page.select import Selection
from tests.conftest import Runner, step_at

NORM = ["mean", "deviations", "squares", "variance", "sigma", "denominator", "normalized",
        "scaled", "output"]  # fmt: skip
RMS = ["squares", "mean_square", "rms", "denominator", "normalized", "output"]
SAMPLES = [
    ("residual", "samples/bank.json"),
    ("addnorm", "samples/bank.json"),
    ("layernorm", "samples/bank-layernorm.json"),
    ("residual", "samples/relu-residual.json"),
    ("addnorm", "samples/relu-residual.json"),
    ("layernorm", "samples/tokens-7x8.json"),
]
WAYS = [(), ("--hand", "3"), ("--dtype", "float16"), ("--norm", "rmsnorm"), ("--lang", "zh")]


def strict(text: str) -> Any:
    """JSON as the standard has it: no NaN, no Infinity, no key twice."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys))
        return dict(pairs)

    def refuse(constant: str) -> None:
        pytest.fail(f"{constant} is no JSON")

    return json.loads(text, object_pairs_hook=unique, parse_constant=refuse)


def steps_of(node: Any) -> Iterator[Any]:
    """Every step below a node."""
    for part in node["steps"]:
        if "steps" in part:
            yield from steps_of(part)
        else:
            yield part


@pytest.mark.parametrize("sample", SAMPLES, ids=" ".join)
@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_every_trace_is_one_strict_object_on_one_line(
    addnorm: Runner, sample: tuple[str, str], way: tuple[str, ...]
) -> None:
    out = addnorm(*sample, *way, "--json").out
    assert out.endswith("}\n")
    assert out.count("\n") == 1
    trace = strict(out)
    keys = [key for key in trace if key not in NAMING_KEYS]
    assert keys[:9] == [
        "schema", "command", "title", "parameters", "inputs", "steps", "result", "results",
        "warnings",
    ]  # fmt: skip
    assert (trace["schema"], trace["command"]) == ("addnorm.trace/2", sample[0])
    by_hand = way[:1] in (("--hand",), ("--dtype",))
    for step in steps_of(trace):
        assert {"id", "title", "symbol", "formula", "shape", "value"} <= step.keys()
        assert step["formula"].keys() == {"text", "latex"}
        assert list(np.shape(step["value"])) == step["shape"]
        assert ("exact" in step) is by_hand
        if by_hand:
            assert np.shape(step["exact"]) == np.shape(step["value"])


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        (("residual", "1,2", "3,4"), ["x", "sublayer", "residual"]),
        (("residual", "1,2", "--weight", "1,0;0,1"), ["x", "linear", "residual"]),
        (
            ("residual", "1,2", "--weight", "1,0;0,1", "--activation", "relu"),
            ["x", "linear", "activation", "residual"],
        ),
        (("layernorm", "1,2"), NORM),
        (("layernorm", "1,2", "--norm", "rmsnorm"), RMS),
        (("addnorm", "1,2", "3,5"), ["x", "sublayer", "residual", *NORM]),
    ],
)
def test_steps_have_the_ids_of_the_design(
    addnorm: Runner, words: tuple[str, ...], ids: list[str]
) -> None:
    assert [step["id"] for step in steps_of(addnorm(*words, "--json").json)] == ids


def test_labelled_cases_come_first_in_a_path(addnorm: Runner) -> None:
    trace = addnorm("addnorm", "samples/bank.json", "--json").json
    assert [case["id"] for case in trace["steps"]] == ["A", "B"]
    assert step_at(trace, "A.norm.variance")["value"] == pytest.approx(0.14036875)
    assert trace["result"].keys() == {"A", "B"}
    assert trace["steps"][0]["result"] == trace["result"]["A"]
    assert trace["results"] == [
        {"label": label, "value": trace["result"][label]} for label in ("A", "B")
    ]
    assert trace["inputs"].keys() == {"x", "sublayer"}
    assert trace["inputs"]["sublayer"].keys() == {"A", "B"}


@pytest.mark.parametrize(
    ("words", "parameters"),
    [
        ((), {"norm": "layernorm", "convention": "docs", "eps": 1e-6, "eps_at": "sigma", "ddof": 0,
              "axes": 1, "gamma": 1, "beta": 0, "arithmetic": "exact"}),
        (("--convention", "excel"), {"eps": 1e-3, "ddof": 1, "convention": "excel"}),
        (("--eps", "1e-4"), {"eps": 1e-4, "convention": None}),
        (("--gamma", "2,1", "--beta", "0,1"), {"gamma": [2, 1], "beta": [0, 1]}),
        (("--gamma", "2"), {"gamma": [2, 2]}),
        (("--convention", "gemma"), {"norm": "rmsnorm", "ddof": None, "beta": None, "gamma": 0,
                                     "unit_offset": True}),
        (("--dtype", "float16"), {"arithmetic": "float16"}),
        (("--hand", "3"), {"arithmetic": {"hand": [3, 4], "rounding": "half-up"}}),
        (("--hand", "2,5", "--rounding", "truncate"),
         {"arithmetic": {"hand": [2, 5], "rounding": "truncate"}}),
    ],
)  # fmt: skip
def test_the_parameters_leave_nothing_to_guess(
    addnorm: Runner, words: tuple[str, ...], parameters: dict[str, Any]
) -> None:
    found = addnorm("layernorm", "1,2", *words, "--json").json["parameters"]
    assert {key: found[key] for key in parameters} == parameters


def test_the_orientation_of_a_weight_is_among_them(addnorm: Runner) -> None:
    found = addnorm("residual", "samples/relu-residual.json", "--json").json["parameters"]
    assert found == {"orientation": "Wx", "activation": "relu", "arithmetic": "exact"}


@pytest.mark.parametrize(
    ("words", "shapes"),
    [
        (["1,2,3"], {"mean": [], "deviations": [3], "output": [3]}),
        (["1,2,3;4,5,7"], {"mean": [2], "deviations": [2, 3], "output": [2, 3]}),
        (["--random", "2x3x4"], {"mean": [2, 3], "deviations": [2, 3, 4]}),
        (["--random", "2x3x4", "--axes", "2"], {"mean": [2], "deviations": [2, 3, 4]}),
    ],
)
def test_a_scalar_per_row_has_the_shape_of_the_rows(
    addnorm: Runner, words: list[str], shapes: dict[str, list[int]]
) -> None:
    trace = addnorm("layernorm", *words, "--json").json
    assert {name: step_at(trace, name)["shape"] for name in shapes} == shapes


@pytest.mark.parametrize(
    ("shape", "worked"),
    [("16", True), ("17", False), ("8x4", True), ("9x4", False), ("1x16", True)],
)
def test_worked_lines_are_left_out_past_the_limits_and_numbers_never(
    addnorm: Runner, shape: str, worked: bool
) -> None:
    trace = addnorm("layernorm", "--random", shape, "--json").json
    rows = {"steps": [part for part in trace["steps"] if part["id"] != "overall"]}
    assert all(("work" in step) is worked for step in steps_of(rows))
    assert np.shape(trace["result"]) == tuple(map(int, shape.split("x")))


def test_worked_lines_are_those_of_the_page(addnorm: Runner) -> None:
    words = ("addnorm", "samples/bank.json", "--hand", "3")
    page = addnorm(*words, "-f", "plain").out.replace(" ", "")
    for step in steps_of(addnorm(*words, "--json").json):
        if step["id"] not in ("scaled", "output"):  # the page says γ = 1, β = 0 instead
            assert all(line.replace(" ", "") in page for line in step.get("work", ()))


def test_worked_lines_of_several_rows_name_their_row(addnorm: Runner) -> None:
    work = step_at(addnorm("layernorm", "1,2;3,5", "--json").json, "mean")["work"]
    assert work == ["[0] μ = (1 + 2) / 2 = 3 / 2 = 1.5", "[1] μ = (3 + 5) / 2 = 8 / 2 = 4"]


def test_exact_values_stand_beside_the_rounded_ones(addnorm: Runner) -> None:
    exact = addnorm("addnorm", "samples/bank.json", "--json").json
    by_hand = addnorm("addnorm", "samples/bank.json", "--hand", "3", "--json").json
    for rounded, reference in zip(steps_of(by_hand), steps_of(exact), strict=True):
        assert rounded["exact"] == reference["value"]
    assert step_at(by_hand, "A.norm.squares")["value"] == [0.323, 0.023, 0.002, 0.214]


def test_numbers_have_every_digit_and_no_minus_zero(addnorm: Runner) -> None:
    x = [0.1, 1 / 3, 1e-300, -1.7976931348623157e308 / 1e200, 5e-324]
    trace = addnorm("residual", ",".join(map(repr, x)), "0,0,0,0,0", "--json").json
    assert trace["result"] == x
    assert trace["results"] == [{"label": None, "value": x}]
    text = addnorm("layernorm", "-1,-1,-1", "--json").out
    assert "-0.0" not in text
    assert all(math.copysign(1, value) == 1 for value in json.loads(text)["result"])


def test_the_self_checks_are_there(addnorm: Runner) -> None:
    check = addnorm("layernorm", "samples/bank-layernorm.json", "--json").json["self_checks"]
    assert check.keys() == {"sum_deviations", "mean_normalized", "variance_normalized"}
    assert all(entry["holds"] for entry in check.values())
    assert check["variance_normalized"]["expected"] == pytest.approx(0.9999946618, abs=1e-9)
    assert "check" not in addnorm("residual", "1,2", "3,4", "--json").json


def test_titles_and_warnings_are_in_the_readers_language(addnorm: Runner) -> None:
    trace = addnorm("layernorm", "2,2", "--json", "--lang", "zh").json
    assert step_at(trace, "mean")["title"] == "均值"
    assert trace["warnings"] == ["各分量都相等：离差恰为 0，所以 ẑ = 0，y = β"]
    english = addnorm("layernorm", "2,2", "--json").json
    assert [step["id"] for step in steps_of(trace)] == [step["id"] for step in steps_of(english)]


WRITTEN_ALIKE = {
    "cases by hand": ("addnorm", "samples/bank.json", "--hand", "3", "--title", 'é"河\n\x1b\udcff'),
    "labels that are no text": ("residual", "1,2", "a\ud800=3,4", "b=5,6"),
    "a matrix": ("layernorm", "samples/tokens-7x8.json", "--dtype", "bfloat16"),
    "masked scores": ("block", "samples/decoder-pre-causal.json"),
    "an angle to zeros": ("block", '{"x": [0, 0], "updates": [{"label": "a", "delta": [1, 2]}]}'),
    "angles to zeros": ("block", '{"x": [[0], [1]], "updates": [{"delta": [[1], [0]]}]}'),
    "a contrast": ("block", "samples/encoder-post.json", "--compare-residual"),
    "norms": ("compare-norm", "1,2,4;3,3,5", "--norms", "layernorm,batchnorm,dyt"),
    "conventions": ("compare-norm", "1,2,4", "--by", "convention"),
    "placements of zeros": ("compare-norm", "0,0,0", "1,0,2", "--by", "placement"),
    "placements at the edge": ("compare-norm", "1e150,0", "0,2e150", "--by", "placement"),
    "a gradient": ("gradient", "samples/gradient.json"),
    "a flow": ("gradient-flow", "--layers", "30"),
    "a flow of two factors": ("gradient-flow", "--factor", "0.1", "--residual-factor", "1"),
    "homework": ("homework", "solve", '[{"x": [1]}, {"x": "?"}, {"x": [0], "norm": {"eps": 0}}]'),
}  # fmt: skip
"""Runs whose answers have numbers that JSON does not know, texts that UTF-8 does not, or both."""


@pytest.mark.parametrize("words", WRITTEN_ALIKE.values(), ids=WRITTEN_ALIKE)
def test_it_is_the_same_without_the_fast_writer(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    pytest.importorskip("orjson")
    stdin = words[-1] if words[-1][0] in "[{" else ""
    command = ["-" if word == stdin else word for word in words]
    fast = addnorm(*command, "--json", stdin=stdin)
    monkeypatch.setitem(sys.modules, "orjson", None)
    slow = addnorm(*command, "--json", stdin=stdin)
    assert strict(slow.out) == strict(fast.out)
    assert (slow.code, slow.err) == (fast.code, fast.err)
    assert slow.out.count("\n") == 1


@pytest.mark.parametrize("installed", [True, False])
def test_what_there_is_none_of_is_null(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    if installed:
        pytest.importorskip("orjson")
    else:
        monkeypatch.setitem(sys.modules, "orjson", None)
    trace = addnorm("compare-norm", "0,0,0", "1,0,2", "--by", "placement", "--json").json
    assert trace["findings"][-1]["rows"] == {"x₀": [None] * 6}
    request = Request(language="en", precision=4, selection=Selection())
    tree = {"a": float("nan"), "b": [np.float64("-inf"), (1, True)], "c": np.array([[np.nan, 2]])}
    written = encoded(tree, request)
    assert isinstance(written, str)
    assert strict(written) == {"a": None, "b": [None, [1, True]], "c": [[None, 2]]}


@pytest.mark.parametrize("installed", [True, False])
def test_a_large_tree_comes_in_pieces_that_are_one_object(
    monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    if installed:
        pytest.importorskip("orjson")
    else:
        monkeypatch.setitem(sys.modules, "orjson", None)
    row, matrix = np.arange(140_000) / 4, np.arange(150_000).reshape(300, 500) / 8
    tree = {"a": 'é"', "b": [{"row": row}, {"c": [1, None]}], "matrix": matrix, "empty": []}
    written = encoded(tree, Request(language="en", precision=4, selection=Selection()))
    assert isinstance(written, Pieces)
    pieces = list(map(bytes, written.each))
    assert max(map(len, pieces)) < 10 * 2**16
    expected = {"a": 'é"', "b": [{"row": row.tolist()}, {"c": [1, None]}]}
    assert strict(b"".join(pieces).decode()) == {
        **expected, "matrix": matrix.tolist(), "empty": []
    }  # fmt: skip
