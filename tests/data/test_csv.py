"""CSV: one row a step, every digit, the same number of cells in each line, nothing to be run."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from tests.conftest import Runner, step_at


def table(text: str) -> list[list[str]]:
    """The cells of each line."""
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize(
    "words",
    [
        ("addnorm", "samples/bank.json"),
        ("residual", "samples/relu-residual.json"),
        ("layernorm", "samples/tokens-7x8.json", "--norm", "rmsnorm"),
        ("layernorm", "a=1,2", "b=1,2,3"),
    ],
)
def test_every_line_has_as_many_cells_as_the_first(addnorm: Runner, words: tuple[str, ...]) -> None:
    out = addnorm(*words, "-f", "csv").out
    head, *lines = table(out)
    assert head[:2] == ["step", "row"]
    assert head[2:] == [f"d{n}" for n in range(len(head) - 2)]
    assert lines
    assert {len(line) for line in lines} == {len(head)}
    assert "\r" not in out


def test_each_step_has_its_path_and_every_digit(addnorm: Runner) -> None:
    lines = {
        line[0]: line for line in table(addnorm("addnorm", "samples/bank.json", "-f", "csv").out)
    }
    trace = addnorm("addnorm", "samples/bank.json", "--json").json
    for path in ("A.x", "A.residual", "A.norm.mean", "B.norm.normalized", "B.norm.output"):
        value = np.atleast_1d(step_at(trace, path)["value"])
        assert [float(cell) for cell in lines[path][2:] if cell] == value.tolist()


def test_rows_of_a_matrix_are_lines(addnorm: Runner) -> None:
    lines = table(
        addnorm("layernorm", "1,2;3,5", "-f", "csv", "--only", "mean", "--only", "squares").out
    )
    assert lines == [
        ["step", "row", "d0", "d1"],
        ["mean", "0", "1.5", ""],
        ["mean", "1", "4", ""],
        ["squares", "0", "0.25", "0.25"],
        ["squares", "1", "1", "1"],
    ]


def test_rows_and_columns_that_were_asked_for(addnorm: Runner) -> None:
    words = ("layernorm", "1,2,6;3,5,7", "-f", "csv", "--only", "mean", "--only", "squares")
    lines = table(addnorm(*words, "--row", "1", "--cols", "1:").out)
    assert lines == [
        ["step", "row", "value", "d1", "d2"],
        ["mean", "1", "5", "", ""],
        ["squares", "1", "", "0", "4"],
    ]
    assert table(addnorm(*words, "--row", "1", "--cols", ":2").out) == [
        ["step", "row", "d0", "d1"],
        ["mean", "1", "5", ""],
        ["squares", "1", "4", "0"],
    ]


def test_statistics_of_rows_and_of_columns_stand_under_their_heads(addnorm: Runner) -> None:
    """Of 1 2 3 and 4 5 9 the rows have the means 2 and 6, the third column has 6."""
    words = ("compare-norm", "1,2,3;4,5,9", "--cols", "2:3", "-f", "csv", "--only", "mean")
    assert table(addnorm(*words).out) == [
        ["step", "row", "value", "d2"],
        ["layernorm.mean", "0", "2", ""],
        ["layernorm.mean", "1", "6", ""],
        ["batchnorm.mean", "0", "", "6"],
    ]


def test_by_hand_it_has_the_rounded_numbers(addnorm: Runner) -> None:
    words = ("layernorm", "samples/bank-layernorm.json", "--hand", "3", "-f", "csv")
    lines = {line[0]: line[2:] for line in table(addnorm(*words).out)}
    assert lines["normalized"] == ["1.515", "-0.408", "0.128", "-1.235"]
    assert lines["mean"] == ["0.6725", "", "", ""]


@pytest.mark.parametrize(
    "label",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "＝1+1",
        "＠SUM(A1)",
        "＋1",
        "－1",
        "a,b",
        'a"b',
        "a;b",
        "a b",
    ],
)
def test_a_label_is_neither_run_nor_does_it_break_the_table(addnorm: Runner, label: str) -> None:
    problem = (
        f'{{"x": [1, 2], "sublayer": {{"{label.replace(chr(34), chr(92) + chr(34))}": [3, 4]}}}}'
    )
    _, *lines = table(addnorm("residual", "-", "-f", "csv", stdin=problem).out)
    assert {len(line) for line in lines} == {4}
    first = lines[0][0]
    assert first.lstrip("'") == f"{label}.x"
    assert first[0] not in "=+-@＝＋－＠"


@pytest.mark.parametrize("sign", "=+-@＝＠")
def test_nothing_is_run_where_cells_are_parted_at_semicolons(addnorm: Runner, sign: str) -> None:
    problem = f'{{"x": [1, 2], "sublayer": {{"a;{sign}1+1": [3, 4]}}}}'
    out = addnorm("residual", "-", "-f", "csv", stdin=problem).out
    cells = [cell for line in csv.reader(io.StringIO(out), delimiter=";") for cell in line]
    assert any(cell.startswith(f"'{sign}1+1") for cell in cells)
    assert not any(cell.strip('" ').startswith(sign) for cell in cells)
