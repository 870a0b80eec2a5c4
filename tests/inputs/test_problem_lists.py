"""Lists of problems: where one ends and the next begins, and what a broken one leaves alone."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from addnorm_cli.inputs.documents import Document
from addnorm_cli.inputs.problem_lists import Item, parse_problem_list
from addnorm_cli.model.errors import AddnormError, InputError

X1, X2 = '{"x": [1, 2]}', '{"x": [3, 4]}'


def seen(items: list[Item]) -> list[str]:
    """The name of every problem, or the key of what is wrong with it."""
    return [item.name if isinstance(item, Document) else item.key for item in items]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (X1, ["p.json"]),
        (f" \n{X1}\n", ["p.json"]),
        (f"[{X1}]", ["p.json #1"]),
        (f"[{X1}, {X2}]", ["p.json #1", "p.json #2"]),
        (f"{X1}\n{X2}\n", ["p.json #1", "p.json #2"]),
        (f"{X1}\r\n\r\n{X2}", ["p.json #1", "p.json #2"]),
        (f"{X1}{X2}", ["p.json #1", "p.json #2"]),
        (f"[{X1}]\n[{X2}, {X1}]\n", ["p.json #1", "p.json #2", "p.json #3"]),
        (f"[{X1}] {X2}", ["p.json #1", "p.json #2"]),
        (json.dumps({"x": [1], "title": "a"}, indent=2) * 2, ["p.json #1", "p.json #2"]),
        ('[{"title": "a ] , } b \\" [", "x": [1]}, {"x": [2]}]', ["p.json #1", "p.json #2"]),
        ('{"title": "}{", "x": [1]}', ["p.json"]),
        ('{"x": [1, 2], "sublayer":\n{"A": [3, 4]}}', ["p.json"]),
        ('{"x": [1],\n"sublayer": {"A": [3]\n}}\n{"x": [1]}', ["p.json #1", "p.json #2"]),
    ],
)  # fmt: skip
def test_every_way_to_write_several_problems(text: str, names: list[str]) -> None:
    assert seen(parse_problem_list(text, "p.json")) == names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"[{X1}, 5, {X2}]", ["p.json #1", "problem_expected", "p.json #3"]),
        (f'[{X1}, [1, 2], "a", null]', ["p.json #1", *["problem_expected"] * 3]),
        (f'[{{"x": [1,,2]}}, {X2}]', ["json_value", "p.json #2"]),
        (f'[{X1}, {{"x": [NaN]}}]', ["p.json #1", "number_not_finite"]),
        (f'[{X1}, {{"x": 1, "x": 2}}]', ["p.json #1", "json_duplicate_key"]),
        (f'{X1}\n{{"x": [1,}}\n{X2}', ["p.json #1", "json_trailing_comma", "p.json #3"]),
        (f'{X1}\n{{"x": [1, 2\n{X2}', ["p.json #1", "json_end", "p.json #3"]),
        (f"{X1}{{'x': 1}}", ["p.json #1", "json_key"]),
    ],
)
def test_a_broken_problem_leaves_the_others_alone(text: str, found: list[str]) -> None:
    items = parse_problem_list(text, "p.json")
    assert seen(items) == found
    broken = [item for item in items if isinstance(item, InputError)]
    assert all(str(item.where).startswith("p.json #") for item in broken)


def test_a_fault_is_at_its_line_of_the_whole_file() -> None:
    text = '[\n  {"x": [1, 2]},\n  {"x": [1, 2],\n   "y": [1, oops]}\n]\n'
    _, broken = parse_problem_list(text, "p.json")
    assert isinstance(broken, InputError)
    assert (broken.where, broken.facts["line"]) == ("p.json #2:4:13", 4)
    assert broken.excerpt is not None
    assert broken.excerpt.text == '   "y": [1, oops]}'
    lines = f'{X1}\n{X2}\n{{"x": [1,]}}\n'
    *_, broken = parse_problem_list(lines, "p.jsonl")
    assert isinstance(broken, InputError)
    assert broken.where == "p.jsonl #3:3:9"


def test_a_separator_of_lines_inside_a_text_separates_no_problems() -> None:
    text = '{"title": "a\u2028b", "x": [1]}\n{"title": "c\x85d", "x": [2]}'
    assert seen(parse_problem_list(text, "p.json")) == ["p.json #1", "p.json #2"]


@pytest.mark.parametrize("name", ["p.jsonl", "p.ndjson", "P.JSONL"])
def test_in_a_file_of_lines_every_line_is_a_problem(name: str) -> None:
    items = parse_problem_list(f"{X1}\nthis is nothing\n{X2}\n", name)
    assert [isinstance(item, Document) for item in items] == [True, False, True]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "empty_file"),
        (" \n", "empty_file"),
        ("[]", "not_a_problem_list"),
        ("[1, 2, 3]", "not_a_problem_list"),
        ("[[1, 2], [3, 4]]", "not_a_problem_list"),
        ("5", "not_a_problem_list"),
        ('"a"', "not_a_problem_list"),
        ("null", "not_a_problem_list"),
        (f"[{X1},]", "json_trailing_comma"),
        (f"[{X1}", "json_end"),
        (f"{X1} 5", "json_extra"),
        (f"{X1}, {X2}", "json_extra"),
        ("{", "json_end"),
    ],
)
def test_what_is_no_list_of_problems_is_refused(text: str, key: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_problem_list(text, "p.json")
    assert caught.value.key == key
    assert str(caught.value.where).startswith("p.json")


def test_numbers_keep_their_digits() -> None:
    (item,) = parse_problem_list('[{"x": [0.80, 1e-3]}]', "p.json")
    assert isinstance(item, Document)
    assert item.tree == {"x": [Decimal("0.80"), Decimal("0.001")]}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=4), JSON, max_size=3)


@given(st.lists(OBJECTS, min_size=1, max_size=5), st.sampled_from(["", "\n", " \t"]))
def test_a_list_and_its_problems_one_after_the_other_are_the_same(
    trees: list[dict[str, object]], between: str
) -> None:
    together = parse_problem_list(json.dumps(trees), "p")
    apart = parse_problem_list(between.join(map(json.dumps, trees)), "p")
    expected = json.loads(json.dumps(trees), parse_int=Decimal)
    assert [item.tree for item in together if isinstance(item, Document)] == expected
    assert [item.tree for item in apart if isinstance(item, Document)] == expected


@given(st.text(alphabet='[]{},:"\\x1 \n', max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        items = parse_problem_list(text, "p.json")
    except AddnormError:
        return
    assert items
