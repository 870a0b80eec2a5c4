"""What is drawn in characters fits into its room, and no number is broken."""

from __future__ import annotations

import pytest

from addnorm_cli.formats.layout import bars, in_columns, side_by_side, under_each_other, wrap
from addnorm_cli.page.page import Chart, ChartRow, Grid, GridRow


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("one two three", None, ["one two three"]),
        ("one two three", 7, ["one two", "  three"]),
        ("1.2345678 + 2", 5, ["1.2345678", "  + 2"]),
        ("ddof = 0 · over the last axis", 10, ["ddof = 0 ·", "  over the", "  last", "  axis"]),
        ("均值为 0.6725，方差", 10, ["均值为", "  0.6725，", "  方差"]),
        ("除以三（除以 d）", 8, ["除以三", "  （除以", "  d）"]),
        ("他说“均值”", 6, ["他说", "  “均", "  值”"]),
        ("", 5, [""]),
    ],
)
def test_lines_break_where_a_reader_breaks_them(
    text: str, width: int | None, lines: list[str]
) -> None:
    assert wrap(text, width, hanging=2) == lines


def test_numbers_stand_by_their_points_and_words_flush_left() -> None:
    grid = Grid(
        None,
        ("d₀", "a long head", "norm"),
        (
            GridRow("均值", ("-1.5", "10", "LayerNorm")),
            GridRow("x", ("0.25", "1e-06", "无")),
            GridRow("…", ("…", "", "")),
        ),
    )
    assert in_columns(grid, str) == [
        ["    ", "均值", "x   ", "…   "],
        ["   d₀", "-1.5 ", " 0.25", " …   "],
        ["a long head", "     10    ", "      1e-06", "           "],
        ["norm     ", "LayerNorm", "无       ", "         "],
    ]


@pytest.mark.parametrize(
    ("room", "groups"),
    [(None, [[0, 1, 2]]), (9, [[0, 1, 2]]), (8, [[0, 1], [2]]), (1, [[0], [1], [2]])],
)
def test_columns_that_have_no_room_go_into_further_groups(
    room: int | None, groups: list[list[int]]
) -> None:
    assert list(side_by_side([3, 3, 3], room)) == groups


def test_worked_lines_stand_under_each_other() -> None:
    lines = under_each_other([["x", "= 1 + 2", "= 3"], ["x_10", "~= 1", "~= -0.25"]])
    assert [" ".join(line) for line in lines] == ["   x = 1 + 2  =  3   ", "x_10 ~= 1    ~= -0.25"]


def test_the_longest_bar_has_the_length_that_there_is() -> None:
    rows = (ChartRow("x₀", 3.0, 0.0, "3"), ChartRow("Δ", 2.0, 4.0, "4"), ChartRow("…", 0, 0, ""))
    assert bars(Chart("", rows), 12) == [("▒" * 6, ""), ("▒" * 4, "█" * 8), ("", "")]
    assert bars(Chart("", rows[2:]), 12) == [("", "")]
