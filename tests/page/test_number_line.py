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
    texts = re.findall(r'<text x="([\d.]+)" y="(\d+)">([^<]+)</text>', page)
    lowest = max(int(height) for _, height, _ in texts)
    scale = sorted((float(x), digits) for x, height, digits in texts if int(height) == lowest)
    assert [digits for _, digits in scale] == ends
    for place, digits in scale:  # whole, between the sides of the picture
        assert place - 3.5 * len(digits) >= 0
        assert place + 3.5 * len(digits) <= 480


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


BATCH = "1,2,3;4,5,9;2,2,8;5,3,4"


def test_a_comparison_has_mean_and_sigma_of_rows_and_components_on_one_scale(
    addnorm: Runner,
) -> None:
    page = addnorm("compare-norm", BATCH, "--norms", "layernorm,batchnorm", "-f", "plain").out
    drawing = page[
        page.index("The rows on one scale (0 stands for [0]): under LayerNorm every") :
    ].split("\n\n")[0]
    lines = {line[:15].strip(): line for line in drawing.splitlines() if line[:4].strip()}
    lines.pop("The rows on one")
    assert list(lines) == [
        f"{letter} {of}" for letter in "μσ" for of in ("z", "LayerNorm", "BatchNorm")
    ]
    # the means of the rows are 2, 6, 4, 4, and the least is that of BatchNorm's first row
    least, most = -1.0860, 6
    for mark, mean in (("0", 2), ("1", 6), ("2", 4)):
        assert lines["μ z"].index(mark) - 16 == round((mean - least) / (most - least) * 38)
    zero = lines["μ z"].index("|")
    assert lines["μ LayerNorm"][zero] == "0"  # all four stand here, one over another
    one = lines["σ LayerNorm"].replace("|", "─").index("0") - zero
    assert one == round(38 / (most - least))


def test_html_names_points_that_stand_in_one_place_together(addnorm: Runner) -> None:
    page = addnorm("compare-norm", BATCH, "-f", "html").out
    rows, components = re.findall(r'(?s)<svg class="line".*?</svg>', page)
    assert rows.count("<circle") == 4 * 8
    assert components.count("<circle") == 3 * 8
    assert rows.count(">0–3</text>") == 2  # mean and sigma of LayerNorm
    assert components.count(">0–2</text>") == 2  # of BatchNorm
    assert ">2, 3</text>" in rows


@pytest.mark.parametrize("words", [("--hide-answers",), ("--by", "convention")])
def test_a_comparison_without_statistics_has_no_picture_of_them(
    addnorm: Runner, words: tuple[str, ...]
) -> None:
    page = addnorm("compare-norm", BATCH, *words, "-f", "html").out
    assert "<svg" not in page


def test_a_picture_says_which_norm_standardizes_what_it_shows(addnorm: Runner) -> None:
    def said(*words: str) -> list[str]:
        page = addnorm("compare-norm", BATCH, *words, "-f", "plain").out
        captions = [line for line in page.splitlines() if "on one scale" in line]
        return [line.partition(": under ")[2].partition(" every")[0] for line in captions]

    assert said() == ["LayerNorm", "BatchNorm"]
    assert said("--norms", "layernorm,groupnorm", "--groups", "1") == ["LayerNorm, GroupNorm", ""]
    assert said("--gamma", "2") == ["", ""]


def test_rounding_noise_is_no_end_of_the_scale(addnorm: Runner) -> None:
    page = addnorm("compare-norm", "1,2,4;3,7,8", "--norms", "layernorm", "-f", "html").out
    rows = page[page.index("The rows on one scale") :]
    assert not re.search(r"\de-\d", rows[: rows.index("</svg>")])
