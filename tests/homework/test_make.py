"""Lists of problems: nice numbers, the same for the same seed, and never one twice."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from math import isqrt
from pathlib import Path
from typing import Any

import pytest

from addnorm_cli.homework.assignment import read_assignment
from addnorm_cli.homework.kinds import KINDS
from addnorm_cli.homework.make import make_problems, written
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options
from tests.conftest import Runner

Vector = list[Fraction]


def made(**options: Any) -> list[dict[str, Any]]:
    """A list as its reader gets it: JSON whose numbers are the decimals that are written there."""
    student = options.pop("student", None)
    text = written(make_problems(read_assignment(Options(**options), Reader()), student))
    problems: list[dict[str, Any]] = json.loads(text, parse_float=Decimal, parse_int=Decimal)
    return problems


def fractions(numbers: list[Decimal]) -> Vector:
    return list(map(Fraction, numbers))


def statistics(z: Vector, ddof: int = 0) -> tuple[Fraction, Fraction, Fraction]:
    """μ, σ² and σ by exact fractions; σ must be one."""
    mu = sum(z, Fraction(0)) / len(z)
    variance = sum(((c - mu) ** 2 for c in z), Fraction(0)) / (len(z) - ddof)
    sigma = Fraction(isqrt(variance.numerator), isqrt(variance.denominator))
    assert sigma**2 == variance
    return mu, variance, sigma


def plus(a: Vector, b: Vector) -> Vector:
    return [x + y for x, y in zip(a, b, strict=True)]


def normalized(z: Vector) -> Vector:
    mu, _, sigma = statistics(z)
    return [(c - mu) / sigma for c in z]


def into_norms(problem: dict[str, Any]) -> list[Vector]:
    """Everything that goes into a norm, worked with exact fractions."""
    x = fractions(problem["x"])
    if problem["command"] != "block":
        return [plus(x, fractions(problem["sublayer"])) if "sublayer" in problem else x]
    (layer,) = problem["layers"]
    attention, ffn = (fractions(layer[name]["output"]) for name in ("attention", "ffn"))
    if problem["placement"] == "pre":
        return [x, plus(x, attention)]
    first = plus(x, attention)
    return [first, plus(normalized(first), ffn)]


def decimals(number: Fraction) -> int:
    """How many decimals a number has; fails where they never end."""
    return next(n for n in range(12) if (number * 10**n).denominator == 1)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if KINDS[kind].has_norm])
@pytest.mark.parametrize("dim", ["2", "4", "5", "6", "7", "8", "12"])
def test_nice_is_few_digits_in_mean_variance_and_sigma(kind: str, dim: str) -> None:
    for problem in made(kind=(kind,), dim=dim, count="8", nice=True, seed=dim):
        assert problem["norm"]["eps"] == 0
        assert all(decimals(c) <= 1 for c in fractions(problem["x"]))
        for z in into_norms(problem):
            assert len(z) == int(dim)
            mu, variance, sigma = statistics(z)
            assert sigma > 0
            assert decimals(mu) <= 1
            assert decimals(sigma) <= 1
            assert decimals(variance) <= 2
            assert max(map(abs, z)) < 100


def test_nice_goes_by_the_divisor_of_the_convention() -> None:
    for problem in made(dim="3", count="6", nice=True, convention="excel"):
        assert problem["norm"] == {"convention": "excel", "eps": 0}
        mu, variance, sigma = statistics(fractions(problem["x"]), ddof=1)
        assert max(decimals(mu), decimals(sigma)) <= 1
        assert decimals(variance) <= 2


def test_nice_for_a_norm_without_mean_has_a_mean_square_of_few_digits() -> None:
    for problem in made(dim="3", count="6", nice=True, convention="llama"):
        x = fractions(problem["x"])
        square = sum((c * c for c in x), Fraction(0)) / len(x)
        root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
        assert root**2 == square
        assert decimals(root) <= 1
        assert "beta" not in problem


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ({"dim": "1"}, (2, 4, 5, 6)),
        ({"dim": "3"}, (2, 4, 5, 6)),
        ({"dim": "3", "kind": ("addnorm",)}, (2, 4, 5, 6)),
        ({"dim": "3", "kind": ("block",)}, (2, 4, 5, 6)),
        ({"dim": "3", "kind": ("gradient",)}, (2, 4, 5, 6)),
        ({"dim": "2", "convention": "annotated"}, (3, 4, 5, 6)),
    ],
)
def test_sizes_without_nice_numbers_are_refused_with_those_that_have_them(
    options: dict[str, str], sizes: tuple[int, ...]
) -> None:
    with pytest.raises(InputError) as caught:
        made(nice=True, **options)
    assert caught.value.key == "not_nice"
    assert caught.value.facts["sizes"] == sizes


def test_a_residual_needs_no_even_numbers() -> None:
    assert len(made(kind=("residual",), dim="3", nice=True)) == 10


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("nice", [True, False])
def test_no_problem_is_there_twice(kind: str, nice: bool) -> None:
    problems = made(kind=(kind,), count="60", dim="4", nice=nice)
    inputs = [
        json.dumps([p["x"], p.get("sublayer"), p.get("layers"), p.get("upstream")], default=str)
        for p in problems
    ]
    assert len(set(inputs)) == 60


def test_where_there_are_too_few_it_says_how_many() -> None:
    with pytest.raises(InputError) as caught:
        made(dim="1", count="1000")
    assert caught.value.key == "too_few_problems"
    assert 100 < int(str(caught.value.facts["found"])) <= 401


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_is_a_list(kind: str) -> None:
    assert made(kind=(kind,), seed="7") == made(kind=(kind,), seed="7")
    assert made(kind=(kind,), seed="7") != made(kind=(kind,), seed="8")
    assert made(kind=(kind,), seed="7")[:3] == made(kind=(kind,), seed="7", count="3")


def test_a_student_has_a_list_that_no_other_name_changes() -> None:
    lists = [made(seed="7", student=name) for name in (None, "Ada", "Bob", "李雷", "")]
    first = lists[0]
    assert lists[1] == made(seed="7", student="Ada")
    assert [problems == first for problems in lists] == [True, False, False, False, True]
    assert lists[1] not in lists[2:]
    assert lists[2] != lists[3]
    assert lists[1] != made(seed="8", student="Ada")


def test_without_nice_the_numbers_are_those_of_a_course() -> None:
    for problem in made(count="20", dim="4"):
        assert "norm" not in problem
        assert len(set(problem["x"])) > 1
        assert all(decimals(c) <= 2 for c in fractions(problem["x"]))


def test_whole_numbers_are_written_as_such_and_tenths_with_their_zero() -> None:
    text = written([{"x": [Decimal(3), Decimal("2.0"), Decimal("-0.5")]}])
    assert text == '[\n  {"x": [3, 2.0, -0.5]}\n]\n'


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--kind residual --kind layernorm --blanks mean", "nothing is asked of the problems of"),
        ("--blanks=", "'' is none of result, denominator"),
        ("--gamma 2 --no-affine", "--gamma gives a parameter, and --no-affine leaves both out"),
        ("--points half", "'half' is not a number"),
        ("--points=-1", "-1 is not a number from 0 on"),
        ("--points 2 --level steps", "only a sheet for a pen says what its parts are worth"),
        ("--points 2 --problems -", "only problems are written"),
        ("--room 2 --problems -", "only problems are written"),
    ],
)
def test_what_cannot_be_made_is_refused(addnorm: Runner, words: str, told: str) -> None:
    done = addnorm("homework", "make", *words.split())
    assert (done.code, done.out) == (2, "")
    assert told in done.err


def test_a_sheet_says_what_its_parts_are_worth(addnorm: Runner) -> None:
    words = ("homework", "make", "--kind=addnorm:2", "--blanks=mean,result", "-f", "plain")
    sheet = addnorm(*words, "--points", "2.5").out
    assert "shared evenly by its numbers: 2.5; in all 10\n" in sheet
    assert "shared evenly" not in addnorm(*words).out


def test_a_part_of_the_table_has_its_id_where_no_other_step_has_it(
    addnorm: Runner, tmp_path: Path
) -> None:
    """Two students of one name have codes of their own, and problems of their own."""
    (tmp_path / "names.csv").write_text("name,code\n李雷,7\n李雷,8\n", "utf-8")
    kinds = ("--kind=addnorm:1", "--kind=block:1")
    made = addnorm("homework", "make", *kinds, "--per-student", str(tmp_path / "names.csv"),
                   "--blanks", "mean,result", "--answers", "-", "--problems",
                   str(tmp_path / "p.json"))  # fmt: skip
    parts = ["1,mean", "1,result", "2,layer1.norm1.mean", "2,layer1.norm2.mean", "2,result"]
    rows = [line.rstrip(",") for line in made.out.splitlines()]
    assert rows[1:] == [f"{code},李雷,{part}" for code in "78" for part in parts]
    first, _, other, _ = json.loads((tmp_path / "p.json").read_text("utf-8"))
    assert first["x"] != other["x"]


@pytest.mark.parametrize("path", ["/", ".", "", "sheets/"])
@pytest.mark.parametrize("option", ["-o", "--key", "--answers"])
def test_a_folder_is_no_file_for_students(
    addnorm: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, option: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sheets").mkdir()
    (tmp_path / "names.txt").write_text("Ada\n../Bo\n", "utf-8")
    done = addnorm("homework", "make", "--per-student", "names.txt", "-f", "html", option, path)
    assert (done.code, done.out) == (2, "")
    assert "this is a folder, not a file" in done.err


def test_a_key_on_stdout_has_the_format_that_is_asked_for(addnorm: Runner, tmp_path: Path) -> None:
    words = ("homework", "make", "--count", "1", "--key", "-", "-f", "html")
    assert addnorm(*words).out.startswith("<!DOCTYPE html>")
    both = addnorm(*words, "-o", str(tmp_path / "sheet.html"))
    assert (both.code, both.out.startswith("<!DOCTYPE html>")) == (0, True)
