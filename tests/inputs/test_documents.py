"""Strict JSON: what is read with the digits that were typed, and what is refused, where."""

from __future__ import annotations

import codecs
from decimal import Decimal

import pytest

from addnorm_cli.inputs.documents import Document, find_entry, parse_json, to_tensor
from addnorm_cli.messages import say
from addnorm_cli.model.errors import InputError

TEXT = '{"title": "河", "x": [0.80, -1e-5, 3]}'
ENCODINGS = {
    "UTF-8": TEXT.encode(),
    "UTF-8 with BOM": codecs.BOM_UTF8 + TEXT.encode(),
    "UTF-16 little-endian with BOM": codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
    "UTF-16 big-endian with BOM": codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
    "UTF-16 little-endian": TEXT.encode("utf-16-le"),
    "UTF-16 big-endian": TEXT.encode("utf-16-be"),
    "UTF-32 with BOM": TEXT.encode("utf-32"),
}

NO_TEXT = {
    "nothing": (b"", "empty_file"),
    "blanks": (b" \r\n", "empty_file"),
    "only a BOM": (codecs.BOM_UTF8, "empty_file"),
    "a NumPy file": (b"\x93NUMPY\x01\x00v\x00{'descr'", "binary_file"),
    "a NUL": (b'{"x": [1]}\x00', "binary_file"),
    "an image": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "binary_file"),
    "GBK": ('{"title": "河边"}'.encode("gbk"), "not_utf8"),
    "Latin-1": ('{"title": "é"}'.encode("latin-1"), "not_utf8"),
    "half of a UTF-16 unit": (codecs.BOM_UTF16_LE + b"[\x001", "binary_file"),
}

FAULTS = {
    "trailing comma in an array": ('{"x": [1, 2,]}', "json_trailing_comma", 1, 12),
    "trailing comma in an object": ('{"x": 1,\n}', "json_trailing_comma", 1, 8),
    "trailing comma on a later line": ('{\n  "x": [\n    1,\n  ]\n}', "json_trailing_comma", 3, 6),
    "comma missing in an array": ("[1 2]", "json_comma", 1, 4),
    "comma missing in an object": ('{"a": 1\n "b": 2}', "json_comma", 2, 2),
    "number missing": ("[1,,2]", "json_value", 1, 4),
    "colon missing": ('{"x" [1]}', "json_colon", 1, 6),
    "value missing": ('{"x": }', "json_value", 1, 7),
    "a key without quotes": ("{x: 1}", "json_key", 1, 2),
    "a key in single quotes": ("{'x': 1}", "json_key", 1, 2),
    "a number as a key": ("{1: 1}", "json_key", 1, 2),
    "a duplicate key": ('{"x": 1,\n "x": 2}', "json_duplicate_key", 2, 2),
    "a duplicate key in another spelling": ('{"x": 1, "\\u0078": 2}', "json_duplicate_key", 1, 10),
    "a duplicate label": ('{"s": {"A": [1], "A": [2]}}', "json_duplicate_key", 1, 18),
    "NaN": ("[NaN]", "number_not_finite", 1, 2),
    "Infinity": ("[1, Infinity]", "number_not_finite", 1, 5),
    "minus Infinity": ("[-Infinity]", "number_not_finite", 1, 2),
    "no digit before the point": ("[.5]", "json_number", 1, 2),
    "no digit after the point": ("[1.]", "json_number", 1, 2),
    "a leading zero": ("[01]", "json_number", 1, 2),
    "a plus sign": ("[+1]", "json_number", 1, 2),
    "a fraction": ("[1/3]", "json_number", 1, 2),
    "True": ("[True]", "json_python", 1, 2),
    "a word": ("[abc]", "json_value", 1, 2),
    "dots": ("[1, ..., 2]", "elided", 1, 5),
    "a comment": ('{"x": 1 // one\n}', "json_comment", 1, 9),
    "a comment before all": ("# x\n[1]", "json_comment", 1, 1),
    "a full-width comma": ("[1，2]", "json_full_width", 1, 3),
    "a full-width colon": ('{"x"：1}', "json_full_width", 1, 5),
    "a full-width bracket": ("[1】", "json_full_width", 1, 3),
    "full-width brackets": ('{"x": 【1，2】}', "json_full_width", 1, 7),
    "a Unicode minus": ("[1, −2]", "json_full_width", 1, 5),
    "full-width digits": ("[０.８]", "json_full_width", 1, 2),
    "a Unicode minus behind many numbers": (f"[{'[1, 2], ' * 9}[1, −2]]", "json_full_width", 1, 78),
    "a comma missing behind many numbers": (f"[{'0.5, ' * 9}1 2]", "json_comma", 1, 49),
    "a leading zero behind many numbers": (f"[{'0.5, ' * 9}01]", "json_number", 1, 47),
    "an empty place in a row": ("[[1, 2], [3, , 4]]", "json_value", 1, 14),
    "a row closed by another bracket": ("[[1, 2], [3, 4}]", "wrong_bracket", 1, 15),
    "full-width quotes": ("{“x”: 1}", "json_full_width", 1, 2),
    "a string without an end": ('{"x: 1}', "json_string", 1, 2),
    "a line break in a string": ('["a\nb"]', "json_string", 1, 2),
    "an unknown escape": ('["\\x"]', "json_string", 1, 2),
    "an array never closed": ('{"x": [1, 2', "json_end", 1, 12),
    "an object never closed": ('{"x": 1', "json_end", 1, 8),
    "an end after a comma": ('{"x": 1,', "json_end", 1, 9),
    "an end after a colon": ('{"x":', "json_end", 1, 6),
    "closed by another bracket": ("[1, 2}", "wrong_bracket", 1, 6),
    "two values": ("[1] [2]", "json_extra", 1, 5),
    "a bracket too much": ("[1]]", "json_extra", 1, 4),
    "a control character": ("[1,\x0b2]", "unprintable", 1, 4),
    "a no-break space": ("[1,\u00a02]", "unprintable", 1, 4),
    "no JSON at all": ("hello", "json_value", 1, 1),
}

TREES = {
    "true": ("[1, true]", "not_a_json_number", "[1]", {"found": "true"}),
    "null": ("[[1, 2], [3, null]]", "not_a_json_number", "[1][1]", {"found": "null"}),
    "a number in quotes": ('[0, 1, "2"]', "not_a_json_number", "[2]", {"found": '"2"'}),
    "an object inside": ('[{"a": 1}]', "not_a_json_number", "[0]", {"found": "{…}"}),
    "an object": ('{"a": [1], "b": [2]}', "object_for_numbers", "", {"names": ("a", "b")}),
    "null alone": ("null", "not_a_json_number", "", {"found": "null"}),
    "text alone": ('"1,2"', "not_a_json_number", "", {"found": '"1,2"'}),
    "ragged": (
        "[[1, 2, 3, 4], [1, 2, 3]]",
        "ragged",
        "[1]",
        {"row": 2, "found": 3, "expected": 4},
    ),
    "ragged deeper": (
        "[[[1, 2], [3, 4]], [[1, 2], [3]]]",
        "ragged",
        "[1][1]",
        {"row": 2, "found": 1, "expected": 2},
    ),
    "ragged blocks": (
        "[[[1], [2]], [[1]]]",
        "ragged_blocks",
        "[1]",
        {"row": 2, "found": "(1, 1)", "expected": "(2, 1)"},
    ),
    "mixed": ("[1, [2]]", "mixed", "[1]", {}),
    "empty": ("[]", "empty", "", {}),
    "an empty row": ("[[1], []]", "empty", "[1]", {}),
    "33 dimensions": ("[" * 33 + "1" + "]" * 33, "too_many_dimensions", "[0]" * 32, {"most": 32}),
    "too large": ("[1, 1e400]", "too_large", "[1]", {"found": "1E+400"}),
    "too large a whole number": ("[1" + "0" * 400 + "]", "too_large", "[0]", None),
    "too small": ("[[1], [1e-400]]", "too_small", "[1][0]", {"found": "1E-400"}),
    "an absurd exponent": ("[1e999999999999999999999]", "too_large", "[0]", None),
}


@pytest.mark.parametrize("data", ENCODINGS.values(), ids=ENCODINGS)
def test_reads_every_unicode_encoding(data: bytes) -> None:
    expected = {"title": "河", "x": [Decimal("0.80"), Decimal("-1e-5"), Decimal(3)]}
    assert parse_json(data, "bank.json") == expected


@pytest.mark.parametrize(("data", "key"), NO_TEXT.values(), ids=NO_TEXT)
def test_refuses_what_is_no_text(data: bytes, key: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_json(data, "bank.json")
    assert (caught.value.key, caught.value.where) == (key, "bank.json")


def test_names_the_line_that_is_not_utf8() -> None:
    with pytest.raises(InputError) as caught:
        parse_json('{\n"title": "河边"}'.encode("gbk"), "bank.json")
    assert caught.value.facts == {"line": 2}


@pytest.mark.parametrize(("text", "key", "line", "column"), FAULTS.values(), ids=FAULTS)
def test_names_the_first_fault_with_line_and_column(
    text: str, key: str, line: int, column: int
) -> None:
    with pytest.raises(InputError) as caught:
        parse_json(text.encode(), "bank.json")
    error = caught.value
    assert (error.key, error.where) == (key, f"bank.json:{line}:{column}")
    assert (error.facts["line"], error.facts["column"]) == (line, column)
    assert error.excerpt is not None


@pytest.mark.parametrize(
    "text",
    ["[" * 10_000 + "]" * 10_000, '{"x":' * 10_000 + "1" + "}" * 10_000, "[" * 200_000],
    ids=["arrays", "objects", "never closed"],
)
def test_refuses_ten_thousand_brackets(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_json(text.encode(), "bank.json")
    assert (caught.value.key, caught.value.where) == ("json_too_deep", "bank.json")


@pytest.mark.parametrize(
    ("text", "code", "plain"),
    [
        ("[−2]", "U+2212", "-2"),
        ("[－0.5]", "U+FF0D", "-0.5"),
        ("[０.８]", "U+FF10", "0.8"),
        ("[1e−5]", "U+2212", "1e-5"),
        ("[1，2]", "U+FF0C", ","),
        ("[1；2]", "U+FF1B", ","),
        ("{“x”: 1}", "U+201C", '"'),
    ],
)
def test_a_character_that_json_does_not_know_is_named_with_the_one_to_write(
    text: str, code: str, plain: str
) -> None:
    with pytest.raises(InputError) as caught:
        parse_json(text.encode(), "bank.json")
    error = caught.value
    assert code in say("en", f"error.{error.key}", **error.facts)
    assert f"write {plain} for" in say("en", f"hint.{error.key}", **error.facts)


@pytest.mark.parametrize(
    "text",
    ["[" + "1," * 200_000 + "x]", "[" + "[1,2]," * 100_000 + "x]", "[" + "1 " * 200_000],
    ids=["one row", "rows", "no commas"],
)
def test_a_fault_far_behind_is_found_in_one_pass(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_json(text.encode(), "bank.json")
    assert caught.value.key in ("json_value", "json_comma")


@pytest.mark.parametrize(("text", "key", "path", "facts"), TREES.values(), ids=TREES)
def test_refuses_a_tree_that_is_no_array(
    text: str, key: str, path: str, facts: dict[str, object] | None
) -> None:
    tree = parse_json(text.encode(), "bank.json")
    with pytest.raises(InputError) as caught:
        to_tensor(tree, "bank.json: x")
    assert (caught.value.key, caught.value.where) == (key, f"bank.json: x{path}")
    assert facts is None or caught.value.facts == facts


def test_an_array_keeps_its_digits() -> None:
    tensor = to_tensor(parse_json(b"[[0.80, 1], [-0.0, 1e2]]", "b"), "b: x")
    assert tensor.values.tolist() == [[0.8, 1.0], [0.0, 100.0]]
    assert tensor.typed is not None
    assert [str(number) for number in tensor.typed.flat] == ["0.80", "1", "-0.0", "1E+2"]
    assert tensor.source == "b: x"
    assert not tensor.values.flags.writeable


def test_a_number_of_many_digits_meets_no_limit_of_python() -> None:
    digits = "0." + "3" * 100_000
    tensor = to_tensor(parse_json(f"[{digits}]".encode(), "b"), "b")
    assert tensor.values.tolist() == [0.3333333333333333]


def test_a_zero_with_an_absurd_exponent_is_zero() -> None:
    tensor = to_tensor(parse_json(b"[0e999999999999999999999, 2]", "b"), "b")
    assert tensor.values.tolist() == [0.0, 2.0]


def test_a_large_array_is_read() -> None:
    row = "[" + ", ".join(["-0.12345678901234567"] * 768) + "]"
    data = f"[{', '.join([row] * 512)}]".encode()
    assert to_tensor(parse_json(data, "b"), "b").shape == (512, 768)


DOCUMENT = Document(
    name="bank.json",
    tree={
        "x": [Decimal(1)],
        "sublayer": {"A": [Decimal(2)], "B": [Decimal(3)]},
        "layer.0.weight": [Decimal(4)],
    },
)


@pytest.mark.parametrize(
    ("entry", "number"), [("x", 1), ("sublayer.A", 2), ("sublayer.B", 3), ("layer.0.weight", 4)]
)
def test_finds_an_entry_by_its_dotted_path(entry: str, number: int) -> None:
    assert find_entry(DOCUMENT, entry) == [Decimal(number)]


@pytest.mark.parametrize(
    ("entry", "key", "where", "facts"),
    [
        ("y", "unknown_entry", "bank.json", {"choices": ("x", "sublayer", "layer.0.weight")}),
        ("", "unknown_entry", "bank.json", {"found": ""}),
        ("sublayr.A", "misspelt_entry", "bank.json", {"near": "sublayer"}),
        ("sublayer.C", "unknown_entry", "bank.json: sublayer", {"choices": ("A", "B")}),
        ("x.0", "no_entries", "bank.json: x", {"found": "0"}),
    ],
)
def test_names_the_entries_where_there_is_none(
    entry: str, key: str, where: str, facts: dict[str, object]
) -> None:
    with pytest.raises(InputError) as caught:
        find_entry(DOCUMENT, entry)
    assert (caught.value.key, caught.value.where) == (key, where)
    assert caught.value.facts.items() >= facts.items()
