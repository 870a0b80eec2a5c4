"""Claims that stand in print, or that people ask about: each must come out right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import Runner


def judged(addnorm: Runner, words: str) -> tuple[int, dict[str, Any]]:
    result = addnorm(*words.split(), "--json")
    assert result.err == ""
    return result.code, result.json["check"]


@pytest.mark.parametrize(
    ("words", "slip", "parameters"),
    [
        ("layernorm 4,3,1 --expect 0.8729,0.2182,-1.0911", "ddof", {"ddof": 1}),
        ("layernorm 1,0,0,0 --expect 1.5,?,?,?", "ddof", {"ddof": 1}),
        (
            "layernorm 0.09484,0.16442 --expect=-0.74,0.74",
            "eps",
            {"eps": "1e-3", "eps_at": "variance"},
        ),
    ],
)
def test_a_wrong_claim_is_explained_by_its_slip(
    addnorm: Runner, words: str, slip: str, parameters: dict[str, Any]
) -> None:
    code, check = judged(addnorm, words)
    assert (code, check["first_wrong"]) == (1, "result")
    best = check["slips"][0]
    assert (best["id"], best["agree"]) == (slip, best["of"])
    assert best["parameters"].items() >= parameters.items()


FORMULAS = {"ddof", "eps", "eps-place", "convention", "no-mean", "variance-for-sigma", "brackets"}


def test_a_slip_of_arithmetic_is_no_formula(addnorm: Runner) -> None:
    """σ of 1, 2, 4 is 1.2472; -1.0693, -0.2673, 1.3366 come of 1.2469."""
    code, check = judged(addnorm, "layernorm 1,2,4 --expect=-1.0693,-0.2673,1.3366")
    assert code == 1
    assert not {slip["id"] for slip in check["slips"]} & FORMULAS


def test_sentence_b_of_the_document_is_no_layernorm(addnorm: Runner) -> None:
    words = "layernorm 1.12,0.59,0.88,0.13 --expect 1.312,-0.201,0.447,-1.558"
    code, check = judged(addnorm, words)
    assert (code, check["slips"]) == (1, [])
    assert any("1.0475" in remark for remark in check["remarks"])


def test_two_numbers_are_enough_for_a_mean_and_a_spread(addnorm: Runner) -> None:
    _, check = judged(addnorm, "layernorm 1,3 --expect 2,3")
    mean, sigma = check["remarks"]
    assert "the mean of your numbers is 2.5, not 0" in mean
    assert "the standard deviation of your numbers is 0.5, not 1" in sigma


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("1,3 --expect=-1.3,1.3", True),
        ("1,3 --expect=-1.1,1.1", False),  # one decimal tells no 1.1 from a rounded 1
        ("0.001,0.002 --eps 1 --expect=-0.5,0.5", False),  # so large an ε leaves σ near 0 itself
    ],
)
def test_a_spread_is_remarked_on_where_rounding_and_eps_do_not_explain_it(
    addnorm: Runner, words: str, said: bool
) -> None:
    code, check = judged(addnorm, f"layernorm {words}")
    assert code == 1
    assert (
        any("the standard deviation of your numbers" in each for each in check["remarks"]) is said
    )


@pytest.mark.parametrize(
    ("words", "basis"),
    [
        ("layernorm 1.24,0.52,0.72,0.21 --expect 1.516,-0.408,0.128,-1.235", "rounded-twice"),
        (
            "gradient-flow --residual-factor 0.97 --layers 6 --expect with_residual.layer1=0.858",
            "unit",
        ),
    ],
)
def test_what_a_document_rounded_is_right(addnorm: Runner, words: str, basis: str) -> None:
    code, check = judged(addnorm, words)
    assert (code, check["claims"][0]["basis"]) == (0, basis)


def test_the_mean_of_a_document_s_random_matrix_is_another_one(addnorm: Runner) -> None:
    words = "layernorm --random 7x8 --scale 10 --expect overall.mean=-0.37"
    code, check = judged(addnorm, words)
    assert (code, check["slips"]) == (1, [])
    (component,) = check["claims"][0]["components"]
    assert round(component["right"], 2) == -1.69


@pytest.mark.parametrize("more", ["--hand 3", "--dtype float32", "--dtype float64", "--random"])
def test_a_difference_is_told_however_numbers_are_carried(addnorm: Runner, more: str) -> None:
    start = "--random 1x4" if more == "--random" else f"1,2,4,9 {more}"
    _, check = judged(addnorm, f"layernorm {start} --expect mean=77")
    (component,) = check["claims"][0]["components"]
    assert component["difference"] == pytest.approx(77 - component["right"])


OVERALL = ("layernorm", "--random", "7x8", "--scale", "10")


def test_a_trace_with_what_came_out_is_compared_step_by_step(
    addnorm: Runner, tmp_path: Path
) -> None:
    earlier = tmp_path / "trace.json"
    earlier.write_text(addnorm(*OVERALL, "--json").out)
    run = addnorm(*OVERALL, "--expect", str(earlier), "--steps", "-q")
    assert (run.code, run.out, run.err) == (0, "right\n", "")


def test_mean_alone_is_that_of_the_rows(addnorm: Runner) -> None:
    assert addnorm("layernorm", "1,2;3,6", "--expect", "mean=1.5,4.5", "-q").out == "right\n"


@pytest.mark.parametrize("carried", [(), ("--hand", "3"), ("--dtype", "float32"), ("--exact",)])
@pytest.mark.parametrize(
    ("claim", "apart"), [("1.5", -0.5), ("3/2", -0.5), ("√2", 2**0.5 - 2), ("1.5000001", -0.5)]
)
def test_a_claim_in_any_writing_is_told_from_a_number_however_carried(
    addnorm: Runner, carried: tuple[str, ...], claim: str, apart: float
) -> None:
    run = addnorm("layernorm", "1,2,3", *carried, "--expect", f"mean={claim}", "--json")
    assert (run.code, run.err) == (1, "")
    (component,) = run.json["check"]["claims"][0]["components"]
    assert component["difference"] == pytest.approx(apart, abs=1e-6)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("4,3,1 --expect 0.8729,0.2182,-1.0911", True),  # n - 1, or an ε of 0.78
        ("0.09484,0.16442 --expect=-0.74,0.74", False),  # ε of Keras, and Keras: one and the same
        ("1,2;3,6;4,9 --expect variance=0.5,4.5,12.5", False),  # three rows
        ("1,2,4 --expect sigma=1.5275", False),  # n - 1, in any row
    ],
)
def test_a_second_row_is_spoken_of_where_it_would_tell(
    addnorm: Runner, words: str, said: bool
) -> None:
    page = addnorm("layernorm", *words.split(), "-f", "plain")
    assert page.code == 1
    assert ("a second row would tell" in page.out) == said


def test_a_misread_factor_is_called_as_on_the_command_line(addnorm: Runner) -> None:
    """0.87 to the fifth power is 0.4984."""
    code, check = judged(addnorm, "gradient-flow --expect with_residual.layer1=0.498")
    misread = check["slips"][0]
    assert (code, misread["id"]) == (1, "misread-input")
    assert misread["parameters"]["input"] == "residual_factor"


def test_a_gap_in_a_json_list_is_null_or_a_question_mark(addnorm: Runner) -> None:
    for gap in ("null", '"?"'):
        problem = '{"x": [1, 2, 4], "expect": {"deviations": [-1.333, GAP, 1.667]}}'
        assert addnorm("layernorm", problem.replace("GAP", gap), "-q").out == "right\n"


@pytest.mark.parametrize(
    "words",
    [
        "gradient 1,2,4 --upstream 1,0,0 --expect 0.27,-0.53,-0.27",
        "compare-norm --by placement samples/pre-vs-post.json --expect pre=1,2,3,4",
        "block samples/river-bank.json --expect 1,2,3,4;1,2,3,4;1,2,3,4;1,2,3,4",
    ],
)
def test_what_is_not_normed_need_not_have_mean_0(addnorm: Runner, words: str) -> None:
    """A gradient, and a sum behind a norm before the sublayer, are no LayerNorm's output."""
    assert judged(addnorm, words)[1]["remarks"] == []


def test_no_square_is_taken_for_negative(addnorm: Runner) -> None:
    """√3 z / √5 = 0.77, 1.55, 3.10 would need squares with the sum 5; those of 1, 2, 4 have 21."""
    _, check = judged(addnorm, "layernorm 1,2,4 --norm scalenorm --expect 1,2,3")
    assert not [slip for slip in check["slips"] if slip["parameters"].get("step") == "squares"]


def test_the_rest_of_a_row_with_one_slip_fits_what_came_before(addnorm: Runner) -> None:
    """All three are wrong, and two follow from the σ that was claimed: none of them is right."""
    words = "4,3,1 --expect sigma=1.53 --expect 0.87,0.20,-1.09 -f plain"
    page = addnorm("layernorm", *words.split()).out
    assert "component [1]: the other 2 of your three numbers fit" in page


def test_cases_have_no_first_step(addnorm: Runner) -> None:
    words = ("addnorm", "samples/bank.json", "--expect", "B=1,2,3,4", "-f", "plain")
    page = addnorm(*words, "--expect", "A=1.515,-0.407,0.127,-1.234")
    assert page.code == 1
    assert "first step" not in page.out
    page = addnorm(*words, "--expect", "A.sigma=9")
    assert "✗ B: 3 of 4 numbers wrong" in page.out  # nor does B follow from A, or not


def test_of_several_files_each_slip_names_its_own(addnorm: Runner, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("0.8729,0.2182,-1.0911\n")
    (tmp_path / "yours.txt").write_text("1.0690,0.2673,-1.3363\n")
    files = [f"--expect={tmp_path / name}" for name in ("mine.txt", "yours.txt")]
    page = addnorm("layernorm", "4,3,1", *files, "-f", "plain").out
    assert "mine.txt: dividing by n - 1 gives exactly your three numbers" in page
    assert "first step" not in page


def test_many_components_are_not_told_one_by_one(addnorm: Runner, tmp_path: Path) -> None:
    """The signs of a whole column of 20 rows: the page names a few, and the JSON all."""
    x = np.random.RandomState(5).randn(20, 4)
    y = (x - x.mean(-1, keepdims=True)) / (x.std(-1, keepdims=True) + 1e-6)
    y[:, 1] *= -1
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "y.npy", y)
    words = ("layernorm", str(tmp_path / "x.npy"), "--expect", str(tmp_path / "y.npy"))
    assert "[5, 1], …, [19, 1] gives" in addnorm(*words, "-f", "plain").out
    (slip,) = addnorm(*words, "--json").json["check"]["slips"]
    assert (slip["id"], len(slip["parameters"]["components"])) == ("sign", 20)


def test_a_wide_claim_is_shown_without_its_middle(addnorm: Runner) -> None:
    """Of 0 to 39 the mean is 19.5 and σ² (40² - 1) / 12 = 133.25; 0.4765 and 0.5631 are 0.5 too."""
    numbers = ",".join(map(str, range(40)))
    page = addnorm("layernorm", numbers, "--expect", ",".join(["0.5"] * 40), "-f", "plain").out
    lines = [line.split() for line in page.partition("Your answer")[2].splitlines()]
    assert lines[1:5] == [
        ["d₀", "d₁", "d₂", "…", "d₃₇", "d₃₈", "d₃₉"],
        ["yours", *["0.5"] * 3, "…", *["0.5"] * 3],
        [*"✗✗✗…✗✗✗"],
        ["right", "-1.6893", "-1.6026", "-1.5160", "…", "1.5160", "1.6026", "1.6893"],
    ]
    assert "✗ result: 38 of 40 numbers wrong" in page


def test_the_rows_of_a_verdict_have_the_names_of_the_page(addnorm: Runner) -> None:
    """A mean of each row stands under the row's name, and not under that of a component."""
    problem = '{"x": [[1, 2], [3, 6]], "dims": ["place", "money"], "tokens": ["by", "bank"]}'
    words = ("layernorm", problem, "-f", "plain", "--level", "result")
    page = addnorm(*words, "--expect=-1,1;-1,5").out.partition("Your answer")[2]
    assert "yours bank" in page
    assert "right bank" in page
    page = addnorm(*words, "--expect=mean=1.5,9").out.partition("Your answer")[2]
    assert page.splitlines()[1].split() == ["by", "bank"]
    assert "money" not in page
    page = addnorm("layernorm", "1,2;3,6", *words[2:], "--expect=mean=1.5,9").out
    assert page.partition("Your answer")[2].splitlines()[1].split() == ["[0]", "[1]"]


@pytest.mark.parametrize(("lang", "said"), [("en", "reading 2 in γ [1]"), ("zh", "把 γ [1] 的 2")])
def test_a_misread_input_is_called_as_on_the_page(addnorm: Runner, lang: str, said: str) -> None:
    words = "layernorm 3,1,2 --gamma 1,2,3 --beta 1,1,1 --expect 2.22,-0.22,1 -f plain --lang"
    assert said in addnorm(*words.split(), lang).out


def test_one_case_does_not_follow_from_another(addnorm: Runner) -> None:
    """Both were divided by n - 1; what follows is the result of the same case."""
    words = ("layernorm", "A=4,3,1", "B=1,2,4", "--expect", "A=0.8729,0.2182,-1.0911")
    b = ("--expect", "B=-0.8729,-0.2182,1.0911")
    check = addnorm(*words, *b, "--json").json["check"]
    assert (check["first_wrong"], check["follows"], check["slips"][0]["id"]) == ("A", [], "ddof")
    page = addnorm(*words, *b, "-f", "plain")
    assert "✗ B: 3 of 3 numbers wrong" in page.out
    check = addnorm(*words, *b, "--expect", "B.sigma=1.53", "--json").json["check"]
    assert check["follows"] == ["B"]
    page = addnorm(*words, *b, "--expect", "B.sigma=1.53", "-f", "plain")
    assert "✗ B: carried forward correctly from your B.sigma" in page.out
