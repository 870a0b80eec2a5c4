"""Odd input is read as it was meant: every spelling of DESIGN 4.1, and what shells make of it."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import Runner

VECTOR = [
    ["0.8,0.4,0.6,-0.1"],
    ["0.80, 0.40, 0.60, -0.10"],
    ["0.8 0.4 0.6 -0.1"],
    ["0.8\t0.4\t0.6\t-0.1"],
    [" 0.8 ,0.4 ,  0.6,-0.1 "],
    ["[0.8,0.4,0.6,-0.1]"],
    ["[0.8 0.4 0.6 -0.1]"],
    ["(0.8, 0.4, 0.6, -0.1)"],
    ["0.8", "0.4", "0.6", "-0.1"],
    [".8", "4e-1", "6E-1", "-.1"],
    ["+0.8,+0.4,3/5,-1/10"],
    ["0.8，0.4，0.6，-0.1"],
    ["【０．８，０．４，０．６，－０．１】"],
    ["０.８、０.４、０.６、-０.１"],
    ["0.8,0.4,0.6,\N{MINUS SIGN}0.1"],
    ["0.8,0.4,0.6,\N{EN DASH}0.1"],
    ["array([ 0.8,  0.4,  0.6, -0.1])"],
    ["np.array([0.8, 0.4, 0.6, -0.1], dtype=np.float32)"],
    ["tensor([ 0.8,  0.4,  0.6, -0.1], device='cuda:0', grad_fn=<AddBackward0>)"],
    ["[np.float64(0.8), np.float64(0.4), np.float64(0.6), np.float64(-0.1)]"],
    ["'0.8, 0.4, 0.6, -0.1'"],  # cmd.exe leaves single quotes where they are
    ["“0.8, 0.4, 0.6, -0.1”"],  # and word processors make quotes typographic
    ["0.8\N{NO-BREAK SPACE}0.4\N{IDEOGRAPHIC SPACE}0.6 -0.1"],
]
MATRIX = [
    ["1,2;3,5"],
    ["1 2; 3 5"],
    ["[[1,2],[3,5]]"],
    ["[[1, 2],\n [3, 5]]"],
    ["1 2\n3 5"],
    ["1,2\r\n3,5\r\n"],
    ["1，2；3，5"],
    ["1,2", "3,5"],
    ["[1,2]", "[3,5]"],
    ["array([[1., 2.],\n       [3., 5.]])"],
    ["tensor([[1., 2.],\n        [3., 5.]])"],
]


@pytest.mark.parametrize("words", VECTOR, ids=repr)
def test_a_vector_in_any_spelling(addnorm: Runner, words: list[str]) -> None:
    assert addnorm("layernorm", *words, "-q").out == addnorm("layernorm", *VECTOR[0], "-q").out


@pytest.mark.parametrize("words", MATRIX, ids=repr)
def test_a_matrix_in_any_spelling(addnorm: Runner, words: list[str]) -> None:
    result = addnorm("layernorm", *words, "--json")
    assert result.json["inputs"]["x"] == [[1, 2], [3, 5]]


@pytest.mark.parametrize("first", ["-0.5", "-.5", "-5e-1", "−0.5", "－０.５", "-1/2"])
@pytest.mark.parametrize("options", ["before", "after"])
def test_a_vector_may_begin_with_a_minus(addnorm: Runner, first: str, options: str) -> None:
    vectors, flags = [f"{first},1,2", f"{first} 3 4"], ["-q", "--lang", "en"]
    words = [*flags, *vectors] if options == "before" else [*vectors, *flags]
    assert addnorm("residual", *words).out == "-1,4,6\n"


@pytest.mark.parametrize(
    "words",
    [
        ["-1,2", "--gamma", "-1,1", "--beta", "-2,-3"],
        ["--gamma", "-1,1", "-1,2", "--beta", "-2,-3"],
        ["--gamma=-1,1", "--beta=-2,-3", "-1,2"],
        ["--beta", "[-2,-3]", "--gamma", "-1 1", "--", "-1,2"],
        ["-1", "2", "--gamma", "-1,1", "--beta", "-2,-3"],
    ],
)
def test_the_value_of_an_option_may_begin_with_a_minus(addnorm: Runner, words: list[str]) -> None:
    result = addnorm("layernorm", "--eps", "0", "-q", *words)
    assert result.out == "-1,-2\n"


@pytest.mark.parametrize(
    "words", [["A=-1,2", "B=-3,4"], ["A=[-1,2]", "B=(-3 4)"], ["A='-1, 2'", "B=−3,4"]]
)
def test_labelled_vectors_may_begin_with_a_minus(addnorm: Runner, words: list[str]) -> None:
    result = addnorm("residual", "-1,-1", *words, "--json")
    assert result.json["result"] == {"A": [-2, 1], "B": [-4, 3]}


@pytest.mark.parametrize(
    ("words", "labels"),
    [
        (["1,2", "3,4"], None),
        (["1,2", "3,4", "5,6"], ["A", "B"]),
        (["1,2", "river=3,4", "street=5,6"], ["river", "street"]),
        (["1,2", "河=3,4", "街=5,6"], ["河", "街"]),
        (["1,2", "[red]=3,4", "b.c=5,6"], ["[red]", "b.c"]),
    ],
)
def test_several_sublayers_are_cases(
    addnorm: Runner, words: list[str], labels: list[str] | None
) -> None:
    result = addnorm("residual", *words, "--json").json["result"]
    assert list(result) == labels if labels else result == [4, 6]


def test_labelled_vectors_of_a_norm_are_cases(addnorm: Runner) -> None:
    result = addnorm("layernorm", "a=1,2", "b=1,2,6", "--json").json["result"]
    assert {label: len(vector) for label, vector in result.items()} == {"a": 2, "b": 3}


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode(),
        lambda text: codecs.BOM_UTF8 + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-16-le"),
        lambda text: text.encode("utf-16-be"),
    ],
    ids=["utf-8", "utf-8 with mark", "utf-16 with mark", "utf-16-le", "utf-16-be"],
)
def test_json_in_any_encoding_of_unicode(addnorm: Runner, tmp_path: Path, encode: object) -> None:
    assert callable(encode)
    text = '{"title": "河 é", "x": [0.80, -0.10]}'
    (tmp_path / "x.json").write_bytes(encode(text))
    for words, stdin in (([str(tmp_path / "x.json")], b""), (["-"], encode(text))):
        page = addnorm("layernorm", *words, stdin=stdin).out
        assert "河 é" in page
        assert "0.80 + (-0.10)" in page


@pytest.mark.parametrize(
    ("name", "entry"),
    [("x.json", ""), ("x.json", ":x"), ("x.json", ":sublayer.A"), ("one.npz", ""),
     ("two.npz", ":b"), ("x.npy", ""), ("x.csv", ""), ("header.csv", ""), ("semicolon.csv", ""),
     ("tab.csv", ""), ("x=1.json", "")],
)  # fmt: skip
def test_a_file_and_one_entry_of_it(addnorm: Runner, tmp_path: Path, name: str, entry: str) -> None:
    x = np.array([1.0, 2.0, 6.0])
    for json in ("x.json", "x=1.json"):
        (tmp_path / json).write_text('{"x": [1, 2, 6], "sublayer": {"A": [1, 2, 6]}}', "utf-8")
    np.savez(tmp_path / "one.npz", only=x)
    np.savez(tmp_path / "two.npz", a=-x, b=x)
    np.save(tmp_path / "x.npy", x.astype(np.float32))
    (tmp_path / "x.csv").write_text("1,2,6\n", "utf-8")
    (tmp_path / "header.csv").write_text("a,b,c\n1,2,6\n", "utf-8")
    (tmp_path / "semicolon.csv").write_text("1;2;6\n", "utf-8")
    (tmp_path / "tab.csv").write_text("1\t2\t6\n", "utf-8")
    result = addnorm("layernorm", f"{tmp_path / name}{entry}", "-q")
    exact = [-0.9258196712013212, -0.4629098356006606, 1.3887295068019818]
    np.testing.assert_allclose([float(n) for n in result.out.split(",")], exact, rtol=1e-15)


@pytest.mark.parametrize(
    ("stdin", "x"),
    [("[1, 2]", [1, 2]), ('{"x": [1, 2]}', [1, 2]), ("1 2\n3 4\n", [[1, 2], [3, 4]]),
     ("[1. 2.]", [1, 2]), ("1,2", [1, 2])],
)  # fmt: skip
def test_stdin_is_read_for_a_dash(addnorm: Runner, stdin: str, x: object) -> None:
    assert addnorm("layernorm", "-", "--json", stdin=stdin).json["inputs"]["x"] == x


def test_stdin_is_left_alone_without_a_dash(addnorm: Runner) -> None:
    assert addnorm("layernorm", "1,2", stdin=b"\xff\xfe nonsense").code == 0


def test_three_dimensions_keep_their_shape(addnorm: Runner, tmp_path: Path) -> None:
    x = np.arange(24.0).reshape(2, 3, 4)
    np.save(tmp_path / "x.npy", x)
    trace = addnorm("layernorm", str(tmp_path / "x.npy"), "--axes", "2", "--json").json
    assert np.shape(trace["result"]) == (2, 3, 4)
    assert np.shape(trace["steps"][0]["value"]) == (2,)


@pytest.mark.parametrize(
    ("words", "notice"),
    [
        (["layernorm", "5"], "d = 1"),
        (["layernorm", "2,2,2"], "all components are equal"),
        (["layernorm", "2,2.001,2", "--hand", "2"], "every deviation was rounded to 0"),
        (["layernorm", "2,2.2,2", "--hand", "1"], "squares that were rounded to 0: 3"),
        (["layernorm", "1,2;2,2"], "[1]: all components are equal"),
        (["layernorm", "0,0", "--norm", "rmsnorm"], "all components are 0"),
        (["layernorm", "1e-5,2e-5"], "ε makes up"),
        (["layernorm", "1,2;1e-5,2e-5"], "[1]: ε makes up"),
        (["residual", "1,2", "3,4", "--eps", "1e-3"], "does not use these options: --eps"),
        (["residual", "samples/bank-layernorm.json", "1,1,1,1"], "does not use these keys"),
        (["layernorm", "samples/bank-layernorm.json", "--eps", "1e-3"], "as an option asks"),
    ],
)  # fmt: skip
def test_what_is_odd_but_possible_is_worked_and_said(
    addnorm: Runner, words: list[str], notice: str
) -> None:
    page = addnorm(*words)
    assert (page.code, page.err) == (0, "")
    assert notice in page.out
    assert any(notice in warning for warning in addnorm(*words, "--json").json["warnings"])


@pytest.mark.parametrize("row", ["1e-170,2e-170", "1e-200,2e-200", "1e-308,2e-308"])
def test_what_is_tiny_is_worked_and_its_checks_hold(addnorm: Runner, row: str) -> None:
    """The squares have no float64, and the numbers are exact all the same."""
    run = addnorm("layernorm", row, "--eps", "0", "--json")
    assert (run.code, run.err, run.json["result"]) == (0, "", [-1, 1])
    assert all(check["holds"] for check in run.json["self_checks"].values())


HUGE_GELU = (
    '{"x": [[10]], "norm": {"kind": "none"}, "layers":'
    ' [{"ffn": {"activation": "gelu", "W_1": [[1e308]], "W_2": [[0]]}}]}'
)
LONG_UPDATES = (
    '{"x": [0, 0], "updates": [{"label": "a", "delta": [1.5e308, 1.5e308]},'
    ' {"label": "b", "delta": [1, 1]}]}'
)


@pytest.mark.parametrize("form", ["plain", "html", "latex", "markdown", "json"])
@pytest.mark.parametrize(
    ("problem", "words", "step"),
    [
        (HUGE_GELU, [], "linear_1"),
        (HUGE_GELU, ["--hand", "3"], "activation"),
        (LONG_UPDATES, [], "‖Δ‖"),  # √2 · 1.5e308 has no float64, though 1.5e308 has
        (LONG_UPDATES, ["--hand", "3"], "‖Δ‖"),
    ],
)
def test_what_is_too_large_is_refused_with_its_step(
    addnorm: Runner, problem: str, words: list[str], step: str, form: str
) -> None:
    run = addnorm("block", "-", *words, "-f", form, stdin=problem)
    assert (run.code, run.out) == (2, "")
    assert step in run.err
    assert "too large for float64" in run.err


def test_lengths_whose_sum_is_too_large_are_drawn(addnorm: Runner) -> None:
    """Both bars of a line, and the mean of the rows, are near the end of float64."""
    problem = (
        '{"x": [[1.2e308, 0], [1.2e308, 0]], "updates":'
        ' [{"label": "a", "delta": [[0, 1.2e308], [0, 1.2e308]]}]}'
    )
    for form in ("plain", "html", "latex", "json"):
        run = addnorm("block", "-", "-f", form, stdin=problem)
        assert (run.code, run.err) == (0, "")
        assert "nan" not in run.out
        assert "1.2e+308" in run.out
    page = addnorm("block", "-", "-f", "html", stdin=problem).out
    widths = re.findall(r'<rect class="(band|bar)"[^>]* width="(.*?)"', page)
    assert widths == [("band", "192.0"), ("band", "192.0"), ("bar", "192.0")]


def test_a_by_hand_number_beyond_float64_has_its_drift(addnorm: Runner) -> None:
    """Rounded to whole numbers, ẑ is 2, and 2 · 1e308 is what people write all the same."""
    zeros = "[" + ", ".join(["[0, 0, 0, 0, 0, 0]"] * 6) + "]"
    values = zeros.replace("[0, 0", "[0, 1e308", 4).replace("[0, 1e308", "[0, 0", 3)
    problem = (
        '{"x": [[-0.7, -0.5, 0, 0, -0.8, -0.8]], "placement": "parallel", "layers": [{"attention":'
        f' {{"W_q": {zeros}, "W_k": {zeros}, "W_v": {values}, "W_o": {zeros}}}}}]}}'
    )
    words = ["block", "-", "--eps", "1e-12", "--convention", "annotated", "--hand", "0"]
    pages = {form: addnorm(*words, "-f", form, stdin=problem) for form in ("plain", "html")}
    assert all((page.code, page.err) == (0, "") for page in pages.values())
    assert not any("nan" in page.out for page in pages.values())
    assert "drift +7.6449e+307" in pages["plain"].out


def test_gradients_near_the_end_of_float64_are_worked(addnorm: Runner) -> None:
    """The square of 1e155 has no float64, and the length of the gradient has."""
    problem = (
        '{"x": [[0, 0]], "norm": {"kind": "none"}, "layers": [{"attention": {"W_q": [[0, 0], [0,'
        ' 0]], "W_k": [[0, 0], [0, 0]], "W_v": [[1e155, 0], [0, 1e155]], "W_o": [[1, 0], [0, 1]]}}'
        "]}"
    )
    run = addnorm("gradient-flow", "-", "-f", "plain", "--level", "full", stdin=problem)
    assert (run.code, run.err) == (0, "")
    assert "1e+155" in run.out
    assert "nan" not in run.out


@pytest.mark.parametrize(
    ("norm", "right"),
    [
        ("layernorm", [-1.0690449676496976, -0.2672612419124244, 1.3363062095621219]),
        ("rmsnorm", [0.3779644730092272, 0.7559289460184544, 1.5118578920369088]),
    ],
)
@pytest.mark.parametrize("scale", ["e-161", "e-200", "e-290"])
@pytest.mark.parametrize("place", ["sigma", "variance"])
def test_squares_that_underflow_lose_no_digit_of_the_result(
    addnorm: Runner, norm: str, right: list[float], scale: str, place: str
) -> None:
    """Of 1, 2, 4 the result is (-4, -1, 5)/√14, or (1, 2, 4)/√7, whatever the scale."""
    row = ",".join(f"{number}{scale}" for number in (1, 2, 4))
    words = ["--norm", norm, "--eps", "0", "--eps-at", place, "--dtype", "float64"]
    run = addnorm("layernorm", row, *words, "--json")
    assert (run.code, run.err) == (0, "")
    np.testing.assert_allclose(run.json["result"], right, rtol=1e-14)
    assert all(check["holds"] for check in run.json["self_checks"].values())
    assert any("underflow" in warning for warning in run.json["warnings"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["1e-30,2e-30", "--eps", "0", "--dtype", "float32"], "became 0 (underflow), so σ is 0"),
        (["1e-5,2e-5", "--eps", "0", "--dtype", "float16"], "became 0 (underflow), so σ is 0"),
        (["0,0", "--convention", "bert", "--dtype", "float16"], "ε = 1e-12 is 0 in float16"),
        (["0,0", "--eps", "0", "--dtype", "float16"], "σ is 0 and ε is 0"),
    ],
)
def test_a_divisor_that_vanished_is_said_to_have_vanished(
    addnorm: Runner, words: list[str], said: str
) -> None:
    run = addnorm("layernorm", *words)
    assert (run.code, run.out) == (2, "")
    assert said in run.err


def test_an_eps_that_is_zero_in_float16_is_zero_and_the_page_says_so(addnorm: Runner) -> None:
    page = addnorm("layernorm", "1,2", "--convention", "bert", "--dtype", "float16")
    assert "ε = 1e-12 is 0 in float16" in page.out
    other = addnorm("layernorm", "1,2", "--convention", "bert", "--dtype", "bfloat16")
    assert "is 0 in bfloat16" not in other.out  # its exponents are those of float32


@pytest.mark.parametrize(
    "words",
    [
        ["0,0,0;0,0,1.5e154", "--hand", "2"],  # all numbers together have no finite variance
        ["1,2", "--expect", "0.0,6.7e161"],
        ["1,2", "--expect", "0.0,1e308"],
    ],
)
def test_numbers_near_the_end_of_float64_bring_no_warning(
    addnorm: Runner, words: list[str]
) -> None:
    run = addnorm("layernorm", *words)
    assert (run.code, run.err) == ("--expect" in words, "")
    assert not any(sign in run.out for sign in ("∞", "nan"))


@pytest.mark.parametrize(
    "words",
    [
        ["-1e308,1.5e308"],  # no float64 holds the sum of the sizes of its deviations
        ["-1.7e308,1.7e308", "--ddof", "1"],  # nor this σ, which is √2 · 1.7e308
    ],
)
@pytest.mark.parametrize("hand", ["0", "2"])
def test_squares_by_hand_beyond_float64_are_refused_with_their_step(
    addnorm: Runner, words: list[str], hand: str
) -> None:
    run = addnorm("layernorm", *words, "--hand", hand)
    assert (run.code, run.out) == (2, "")
    assert "step 'squares' comes to a number too large for float64" in run.err
