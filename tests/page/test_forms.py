"""Pages in fractions and roots: the forms are those on paper, and SymPy reads those of the JSON."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conftest import Runner, Written

FOUR = ("layernorm", "1,2,3,4", "--eps", "0", "--exact")


def test_a_page_is_worked_in_fractions_and_roots(addnorm: Runner) -> None:
    page = addnorm(*FOUR, "-f", "plain").out
    for line in (
        "μ = (1 + 2 + 3 + 4) / 4 = 10 / 4 = 5/2 = 2.5",
        "z₀ - μ = 1 - 5/2 = -3/2 = -1.5",
        "(z₀ - μ)² = (-3/2)² = 9/4 = 2.25",
        "σ = √(5/4) = √5/2 ≈ 1.1180",
        "ẑ₀ = -3/2 / (√5/2) = -3√5/5 ≈ -1.3416",
        "ẑ₁ = -1/2 / (√5/2) = -√5/5 ≈ -0.4472",
    ):
        assert f"   {line}\n" in page
    assert page.splitlines()[-1] == (
        "Result  y = [-3√5/5, -√5/5, √5/5, 3√5/5] ≈ [-1.3416, -0.4472, 0.4472, 1.3416]"
    )


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("latex", r"\frac{-3 \sqrt{5}}{5}"),
        ("html", "<mfrac><mrow>"),
        ("markdown", r"\frac{-3 \sqrt{5}}{5}"),
        ("plain", "-3√5/5"),
    ],
)
def test_every_kind_of_page_has_them(written: Written, form: str, text: str) -> None:
    assert text in written(form, *FOUR)


def steps_of(tree: Any) -> Any:
    for step in tree["steps"]:
        yield from steps_of(step) if "steps" in step else [step]


def flat(value: Any) -> list[Any]:
    return [n for v in value for n in flat(v)] if isinstance(value, list) else [value]


@pytest.mark.parametrize(
    "words",
    [
        FOUR,
        ("layernorm", "1,2,4;0.1,1/3,7", "--convention", "excel", "--exact"),
        ("addnorm", "samples/bank.json", "--convention", "bert", "--exact"),
        ("gradient", "1,2,4", "1,0,2", "--upstream", "1,-1,0.5", "--eps", "0", "--exact"),
        ("layernorm", "4,7", "--norm", "scalenorm", "--exact", "--eps", "0"),
    ],
)
def test_sympy_reads_the_forms_of_the_json(addnorm: Runner, words: tuple[str, ...]) -> None:
    sympy = pytest.importorskip("sympy")
    steps = list(steps_of(addnorm(*words, "--json").json))
    assert len(steps) > 4
    for step in steps:
        for form, value in zip(flat(step["surd"]), flat(step["value"]), strict=True):
            number = sympy.sympify(form, rational=True)
            assert float(number.evalf(30)) == value, (step["id"], form)


def test_a_form_that_is_too_long_is_shown_in_decimals_and_said_to_be(addnorm: Runner) -> None:
    page = addnorm("layernorm", "1,2,4", "--exact", "-f", "plain").out
    assert "an exact form of more than 40 characters is shown in decimals" in page
    assert "ẑ₀ = -4/3 / (1/1000000 + √14/3) ≈ -1.0690" in page
    assert "form of more" not in addnorm(*FOUR).out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("layernorm", "1,2", "--exact", "--hand", "3"), "--hand rounds every step"),
        (("layernorm", "1,2", "--exact", "--dtype", "float16"), "--dtype rounds every step"),
        (("layernorm", "--random", "2x3", "--exact"), "carried in float64"),
        (("layernorm", "1,2", "--norm", "dyt", "--exact"), "step 'normalized'"),
        (("block", "samples/encoder-post.json", "--exact"), "step 'layer1.attention.weights'"),
    ],
)
def test_where_there_are_none_it_is_refused(
    addnorm: Runner, words: tuple[str, ...], told: str
) -> None:
    run = addnorm(*words)
    assert (run.code, run.out) == (2, "")
    assert told in run.err
