"""Components on a line of numbers, before a norm and after it."""

from __future__ import annotations

import re

import pytest

from tests.conftest import Runner

BANK = ("layernorm", "samples/bank-layernorm.json")


def test_components_stand_where_their_numbers_are(addnorm: Runner) -> None:
    page = addnorm(*BANK, "-f", "plain").out
    lines = page[page.index("The components on one scale") :].splitlines()
    before, after, scale = lines[1:4]
    # z is 1.24, 0.52, 0.72, 0.21, and y 1.5147, -0.4070, 0.1268, -1.2345, on one scale of 49 places
    for line, values in (
        (before, (1.24, 0.52, 0.72, 0.21)),
        (after, (1.5147, -0.407, 0.1268, -1.2345)),
    ):
        for mark, value in zip("0123", values, strict=True):
            assert line.index(mark) - 6 == round((value + 1.2345) / (1.5147 + 1.2345) * 48)
    assert before.startswith("   z  ─")
    assert after.startswith("   y  3─")
    assert scale.split() == ["-1.2345", "0", "1.5147"]


def test_html_has_a_picture_in_its_place(addnorm: Runner) -> None:
    page = addnorm(*BANK, "-f", "html").out
    (svg,) = re.findall(r'(?s)<svg class="line".*?</svg>', page)
    assert svg.count("<circle") == 8
    assert svg.count("<title>The components on one scale, z before the norm") == 1
    places = [float(x) for x in re.findall(r'cx="([\d.]+)"', svg)]
    assert min(places) == 36
    assert max(places) == 456
    assert "┼" not in page


@pytest.mark.parametrize(
    ("vector", "ends"),
    [
        ("0.5,123456.7,3,-20000", ["-20000", "0", "123456.7"]),
        ("-123456789.25,3", ["-123456789.25", "0"]),
    ],
)
def test_the_scale_of_a_picture_has_the_digits_of_the_page(
    addnorm: Runner, vector: str, ends: list[str]
) -> None:
    page = addnorm("layernorm", "-f", "html", "--", vector).out
    scale = re.findall(r'<text x="([\d.]+)" y="130">([^<]+)</text>', page)
    assert [digits for _, digits in scale] == ends
    for place, digits in scale:  # whole, between the sides of the picture
        assert float(place) - 3.5 * len(digits) >= 0
        assert float(place) + 3.5 * len(digits) <= 480


@pytest.mark.parametrize(
    "words",
    [
        ("layernorm", ",".join(map(str, range(17)))),  # too many to be told apart
        ("layernorm", "5"),
        ("layernorm", "0,0,0"),
        ("layernorm", "1,2;3,4"),  # no row is worked
        ("residual", "1,2", "3,4"),
        ("block", "samples/encoder-post.json", "--row", "0"),
        ("layernorm", "1,2,4", "--hide-answers"),
        ("layernorm", "1,2,4", "--only", "output"),
        ("layernorm", "1,2,4", "--level", "result"),
        ("layernorm", "1,2,2,2,2,2,2,2,2,1e9"),  # all but one lie upon each other
    ],
)
def test_where_it_would_show_nothing_it_is_left_out(
    addnorm: Runner, words: tuple[str, ...]
) -> None:
    run = addnorm(*words, "-f", "plain")
    assert (run.code, run.err) == (0, "")
    assert "on one scale" not in run.out


def test_it_is_there_for_each_case_and_for_the_row_that_is_worked(addnorm: Runner) -> None:
    page = addnorm("addnorm", "1,2", "A=3,4", "B=1,0", "-f", "plain").out
    assert page.count("on one scale") == 2
    assert (
        addnorm("layernorm", "1,2;3,5", "--row", "1", "-f", "plain").out.count("on one scale") == 1
    )
    assert (
        addnorm("layernorm", "1,2;3,5", "--level", "full", "-f", "plain").out.count("one scale")
        == 2
    )


def test_its_first_component_has_its_name_and_its_signs_an_ascii_spelling(addnorm: Runner) -> None:
    named = '{"x": [1, 2, 4], "dims": ["place", "money", "bank"]}'
    assert "(0 stands for place)" in addnorm("layernorm", "-", "-f", "plain", stdin=named).out
