"""`--expect`: what is right by which measure, what is wrong and where, and how it is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import Runner

Z = "1.24,0.52,0.72,0.21"
"""The vector of the documents; σ² = 0.14036875, σ = 0.374658…"""


def verdict(addnorm: Runner, *words: str, code: int) -> dict[str, Any]:
    """The object `check` of the JSON, after the exit code was seen to be right."""
    result = addnorm(*words, "--json")
    assert (result.code, result.err) == (code, "")
    check: dict[str, Any] = result.json["check"]
    assert check["ok"] is (code == 0)
    return check


@pytest.mark.parametrize(
    ("claim", "basis"),
    [
        ("variance=0.1404", "digits"),
        ("variance=0.1403", "unit"),
        ("variance=0.1405", "by-hand"),
        ("variance=0.14", "digits"),
        ("variance=0.140", "digits"),
        ("sigma=0.3747", "digits"),
        ("sigma=0.3748", "by-hand"),
        ("sigma=0.3746", "unit"),
        ("mean=0.67", "digits"),
        ("mean=0.673", "digits"),
        ("mean=0.672", "digits"),  # half down, of 0.6725
        ("sigma=0.37", "digits"),
        ("normalized=1.51,-0.40,0.12,-1.23", "truncated"),
        ("result=1.515,?,?,-1.234", "digits"),
        ("1.516,-0.408,0.128,-1.235", "rounded-twice"),
        ("1.515,-0.408,0.128,-1.235", "by-hand"),
        ("mean=269/400", "exact"),
        ("variance=0.14036875", "digits"),
        ("sigma=0.37465818", "digits"),
        ("sigma=0.374658167", "dtype"),  # as float32 has it
    ],
)
def test_what_is_right_says_by_which_measure(addnorm: Runner, claim: str, basis: str) -> None:
    check = verdict(addnorm, "layernorm", Z, f"--expect={claim}", code=0)
    (found,) = check["claims"]
    assert found["basis"] == basis


@pytest.mark.parametrize(
    ("letter", "step"),
    [
        ("σ", "sigma"),
        ("σ²", "variance"),
        ("sigma^2", "variance"),
        ("μ", "mean"),
        ("\u00b5", "mean"),
        ("mu", "mean"),
        ("ẑ", "normalized"),
        ("z\u0302", "normalized"),
        ("z-μ", "deviations"),
        ("y", "output"),
    ],
)
def test_a_step_may_be_named_by_its_letter(addnorm: Runner, letter: str, step: str) -> None:
    single = step in ("sigma", "variance", "mean")
    check = verdict(addnorm, "layernorm", Z, f"--expect={letter}={'9' if single else Z}", code=1)
    assert check["claims"][0]["path"] == step


def test_after_a_claimed_variance_a_later_slip_is_looked_for(addnorm: Runner) -> None:
    """σ² is not worked out then, and cannot have lost its digits on the way."""
    claims = (
        "mean=2.1675",
        "variance=0.3077",
        "sigma=0.3876",
        "result=-0.1282,-1.2276,0.1427,1.513",
    )
    words = [f"--expect={claim}" for claim in claims]
    sums = ("0.93,2.26,2.08,1.7", "0.9,-0.5,-0.2,0.3")
    check = verdict(addnorm, "addnorm", *sums, *words, code=1)
    assert check["first_wrong"] == "norm.mean"
    assert [claim["ok"] for claim in check["claims"]] == [False] * 4


def test_quiet_names_the_file_where_answers_of_several_are_compared(
    addnorm: Runner, tmp_path: Path
) -> None:
    paths = [tmp_path / "mine.npy", tmp_path / "yours.npy"]
    for path, last in zip(paths, (1.224742, 9), strict=True):
        np.save(path, [-1.224742, 0, last])
    words = [f"--expect={path}" for path in paths]
    told = addnorm("layernorm", "1,2,3", "-q", *words, "--tolerance", "1e-5")
    assert (told.code, told.out) == (1, f"wrong: result ({paths[1]})\n")
    alone = addnorm("layernorm", "1,2,3", "-q", words[1])
    assert alone.out == "wrong: result\n"


def test_a_letter_that_several_steps_have_is_refused(addnorm: Runner) -> None:
    done = addnorm("addnorm", "samples/bank.json", "--expect", "σ=1")
    assert done.code == 2
    assert "name one of A.norm.sigma, B.norm.sigma" in done.err
    check = verdict(addnorm, "addnorm", "samples/bank.json", "--expect=B.σ=9", code=1)
    assert check["claims"][0]["path"] == "B.norm.sigma"


def test_by_hand_says_to_how_many_digits(addnorm: Runner) -> None:
    check = verdict(addnorm, "layernorm", Z, "--expect=1.515,-0.408,0.128,-1.235", code=0)
    assert check["claims"][0]["digits"] == [3, 4]


@pytest.mark.parametrize(
    "claim",
    ["variance=0.15", "sigma=0.36", "mean=0.68", "sigma=0.3744", "mean=2/3", "sigma=√2/4",
     "1.53,-0.41,0.13,-1.23", "result=?,?,?,1.2"],
)  # fmt: skip
def test_what_is_wrong_exits_1(addnorm: Runner, claim: str) -> None:
    path = claim.partition("=")[0] if "=" in claim else "result"
    assert verdict(addnorm, "layernorm", Z, f"--expect={claim}", code=1)["first_wrong"] == path
    for lang in ("en", "zh"):
        quiet = addnorm("layernorm", Z, f"--expect={claim}", "-q", "--lang", lang)
        assert (quiet.code, quiet.out, quiet.err) == (1, f"wrong: {path}\n", "")


def test_a_root_is_compared_exactly(addnorm: Runner) -> None:
    assert addnorm("layernorm", "1,2,4", "--expect", "sigma=√14/3", "-q").out == "right\n"
    assert addnorm("layernorm", "1,2,4", "--expect", "sigma=sqrt(14)/3", "-q").out == "right\n"
    assert addnorm("layernorm", "1,2,4", "--expect", "sigma=√(14/9)", "-q").out == "right\n"
    assert addnorm("layernorm", "1,2,4", "--expect", "sigma=√13/3", "-q").code == 1


@pytest.mark.parametrize("claim", ["-3/√5,?,1/√5,3√5/5", "-3/sqrt(5),-√(1/5),1/√5,3/√5"])
def test_a_root_may_stand_below_the_line(addnorm: Runner, claim: str) -> None:
    """(1 - 2.5) / (√5/2) = -3/√5."""
    run = addnorm("layernorm", "1,2,3,4", "--eps", "0", f"--expect={claim}", "-q")
    assert (run.code, run.out) == (0, "right\n")


@pytest.mark.parametrize(
    ("claim", "said"),
    [("1/√0", "divides by zero"), ("√3/0", "divides by zero"), ("√(1/0)", "divides by zero"),
     ("3√5/√2", "'3√5/√2' is not a number"), ("√2.5", "'√2.5' is not a number"),
     ("1.3?", "'1.3?' is not a number")],
)  # fmt: skip
def test_a_root_that_is_none_is_refused(addnorm: Runner, claim: str, said: str) -> None:
    run = addnorm("layernorm", "1,2,3", f"--expect={claim},?,0")
    assert (run.code, run.out) == (2, "")
    assert said in run.err
    assert "e-291" not in run.err
    assert "fault" not in run.err


def test_each_component_is_told_with_what_is_right(addnorm: Runner) -> None:
    check = verdict(addnorm, "layernorm", "1,2,4", "--expect", "mean=2.4", code=1)
    (found,) = check["claims"]
    (component,) = found["components"]
    assert component["claimed"] == "2.4"
    assert component["right"] == pytest.approx(7 / 3)
    assert component["difference"] == pytest.approx(2.4 - 7 / 3)
    assert component["ok"] is False


def test_what_follows_from_a_wrong_step_is_told_from_a_slip_of_its_own(addnorm: Runner) -> None:
    """With σ = 2, (4 - 8/3) / 2 = 0.667, 0.167 and -0.833."""
    sigma = ("--expect", "sigma=2")
    carried = verdict(
        addnorm, "layernorm", "4,3,1", "--expect", "result=0.67,0.17,-0.83", *sigma, code=1
    )
    assert (carried["first_wrong"], carried["follows"]) == ("sigma", ["result"])
    own = verdict(
        addnorm, "layernorm", "4,3,1", "--expect", "result=0.67,0.27,-0.83", *sigma, code=1
    )
    assert (own["first_wrong"], own["follows"]) == ("sigma", [])


def test_what_follows_from_rounded_numbers_is_right(addnorm: Runner) -> None:
    """0.5675 / 0.37 = 1.534: by hand, with a σ that was rounded to two decimals."""
    check = verdict(
        addnorm, "layernorm", Z, "--expect", "sigma=0.37",
        "--expect=normalized=1.534,-0.412,0.128,-1.250", code=0,
    )  # fmt: skip
    assert check["claims"][1]["basis"] == "by-hand"


def test_a_tolerance_overrules_everything(addnorm: Runner) -> None:
    claim = ("layernorm", "1,2,4", "--expect=-1.05,-0.25,1.35")
    assert addnorm(*claim, "-q").code == 1
    assert addnorm(*claim, "--tolerance", "0.03", "-q").out == "right\n"
    # 0.25 for 0.2673 is the furthest off, by 0.0173, which is 6.5 % of it
    assert addnorm(*claim, "--rtolerance", "0.064", "-q").code == 1
    assert addnorm(*claim, "--rtolerance", "0.066", "-q").out == "right\n"
    exact = ("layernorm", "1,2,4", "--expect=-1.0690,-0.2673,1.3363", "--tolerance", "1e-9")
    assert addnorm(*exact, "-q").code == 1


def test_cases_and_their_steps_are_named(addnorm: Runner) -> None:
    words = ("layernorm", "A=1,2,4", "B=4,2,1")
    claims = ("--expect=A=-1.07,-0.27,1.34", "--expect", "B.sigma=1.25")
    assert addnorm(*words, *claims, "-q").out == "right\n"
    wrong = addnorm(*words, "--expect=B=-1.07,-0.27,1.34", "-q")
    assert (wrong.code, wrong.out) == (1, "wrong: B\n")


@pytest.mark.parametrize(
    "expect",
    [
        {"A": [-1.07, -0.27, 1.34], "B": [1.34, -0.27, -1.07]},
        {"result": {"A": [-1.07, -0.27, 1.34]}},
        {"A": {"result": [-1.07, -0.27, 1.34], "variance": 1.56}, "B.mean": 2.33},
        "?, ?, 1.34",
    ],
)
def test_a_problem_states_its_cases(addnorm: Runner, expect: object) -> None:
    x = {"A": [1, 2, 4], "B": [4, 2, 1]} if isinstance(expect, dict) else [1, 2, 4]
    problem = json.dumps({"x": x, "expect": expect})
    result = addnorm("layernorm", "-", "-q", stdin=problem)
    assert (result.code, result.out, result.err) == (0, "right\n", "")


def test_files_are_compared_too(addnorm: Runner, tmp_path: Path) -> None:
    x = np.array([[1.0, 2, 4], [3, 1, 0]])
    y = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
    np.save(tmp_path / "right.npy", y.astype(np.float32))
    np.savez(tmp_path / "all.npz", out=y, z=x)
    np.save(tmp_path / "wrong.npy", y * [[1], [1.01]])
    (tmp_path / "y.json").write_text(json.dumps({"y": y.tolist()}))
    words = ("layernorm", "1,2,4;3,1,0", "--convention", "pytorch", "--expect")
    for name in ("right.npy", "all.npz:out", "y.json:y"):
        assert addnorm(*words, str(tmp_path / name), "-q").out == "right\n", name
    both = verdict(
        addnorm,
        *words,
        str(tmp_path / "right.npy"),
        "--expect",
        str(tmp_path / "wrong.npy"),
        code=1,
    )
    right, wrong = both["claims"]
    assert (right["ok"], wrong["ok"]) == (True, False)
    assert right["source"].endswith("right.npy")
    differences = wrong["differences"]
    assert (differences["count"], differences["of"], differences["first_row"]) == (3, 6, 1)
    assert differences["pattern"] == "some-rows"
    assert differences["largest"]["index"] == [1, 0]


def test_a_trace_stands_for_its_result_or_for_its_steps(addnorm: Runner, tmp_path: Path) -> None:
    words = ("addnorm", "0.80,0.40,0.60,-0.10", "A=0.44,0.12,0.12,0.31", "B=0.32,0.19,0.28,0.23")
    path = tmp_path / "trace.json"
    path.write_text(addnorm(*words, "--json").out)
    assert addnorm(*words, "--expect", str(path), "-q").out == "right\n"
    steps = verdict(addnorm, *words, "--expect", str(path), "--steps", code=0)
    assert "A.norm.variance" in [claim["path"] for claim in steps["claims"]]
    other = addnorm(*words, "--ddof", "1", "--expect", str(path), "--steps", "-q")
    assert (other.code, other.out) == (1, "wrong: A.norm.variance\n")


def test_a_problem_states_what_it_expects(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "problem.json"
    stated = {"x": [1, 2, 4], "expect": {"result": [-1.07, None, 1.34], "sigma": "√14/3"}}
    path.write_text(json.dumps(stated))
    assert addnorm("layernorm", str(path), "-q").out == "right\n"
    path.write_text(json.dumps(stated | {"expect": [1, 2, 3]}))
    assert addnorm("layernorm", str(path), "-q").out == "wrong: result\n"
    line = addnorm("layernorm", str(path), "--expect=-1.07,-0.27,1.34", "-q")
    assert (line.code, line.out) == (0, "right\n")
    solved = addnorm("homework", "solve", str(path), "-q")
    assert (solved.code, solved.out) == (1, "wrong: result\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--expect 1,2", "result has the shape (3), and what is expected has (2)"),
        ("--expect sigm=2", "did you mean 'sigma'?"),
        ("--expect qqqq=2", "there is no step 'qqqq' to compare"),
        ("--expect 1,2,x", "'x' is not a number"),
        ("--expect nothing.npy", "there is no file 'nothing.npy'"),
        ("--expect 1,2,3 --hide-answers", "--hide-answers leaves every number blank"),
        ("--expect sigma=", "nothing is claimed here"),
        ("--expect ?,?,?", "nothing is claimed here"),
        ("--expect 1,2,3 --steps", "--steps compares the steps of an answer"),
        ("--steps", "this belongs to --expect"),
        ("--tolerance 1", "nothing is expected here"),
        ("--expect 1,2,3 --tolerance -1", "a tolerance is 0 or more, not -1\n  in --tolerance"),
        ("--expect 1,2,3 --rtolerance -1", "a tolerance is 0 or more, not -1\n  in --rtolerance"),
        ("--expect 1/0,2,3", "1/0"),
    ],
)
def test_a_claim_that_cannot_be_read_is_refused_and_nothing_written(
    addnorm: Runner, tmp_path: Path, words: str, said: str
) -> None:
    target = tmp_path / "page.md"
    result = addnorm("layernorm", "1,2,4", *words.split(), "-o", str(target))
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert not target.exists()


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("form", ["table", "plain", "markdown", "html", "latex", "csv", "numpy"])
def test_every_format_exits_1(addnorm: Runner, form: str, lang: str) -> None:
    words = ("layernorm", "4,3,1", "--expect", "0.87,0.22,-1.09", "-f", form, "--lang", lang)
    result = addnorm(*words)
    assert (result.code, result.err) == (1, "")
    if form not in ("csv", "numpy"):
        assert ("Your answer" if lang == "en" else "你的答案") in result.out
        assert "0.87" in result.out


@pytest.mark.parametrize("arithmetic", [(), ("--hand", "3"), ("--dtype", "float64")])
def test_a_variance_below_0_is_wrong_and_nothing_follows_from_it(
    addnorm: Runner, arithmetic: tuple[str, ...]
) -> None:
    claims = ("--expect", "variance=-0.3", "--expect", "1,2,3")
    result = addnorm("layernorm", "1,2,4", *claims, *arithmetic, "-f", "plain")
    assert (result.code, result.err) == (1, "")
    assert "the first step that is wrong is variance" in result.out
