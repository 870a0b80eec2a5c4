"""Vectors as people type and paste them, and the texts that are refused with their place."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from addnorm_cli.inputs.literals import parse_literal
from addnorm_cli.model.errors import Excerpt, InputError

VECTORS = {
    "commas": ("0.8,0.4", [0.8, 0.4]),
    "commas and blanks": ("0.80, 0.40, 0.60, -0.10", [0.8, 0.4, 0.6, -0.1]),
    "blanks": ("0.8 0.4", [0.8, 0.4]),
    "tabs": ("0.8\t0.4", [0.8, 0.4]),
    "blanks around": ("  0.8 , 0.4 ", [0.8, 0.4]),
    "line break at the end": ("0.8 0.4\n", [0.8, 0.4]),
    "brackets": ("[0.8,0.4]", [0.8, 0.4]),
    "parentheses": ("(0.8, 0.4)", [0.8, 0.4]),
    "one number": ("5", [5.0]),
    "leading minus": ("-0.1,0.2", [-0.1, 0.2]),
    "plus": ("+0.1", [0.1]),
    "no digit before the point": (".5", [0.5]),
    "minus and no digit": ("-.5", [-0.5]),
    "no digit behind the point": ("1. 2.", [1.0, 2.0]),
    "exponent": ("1e-5,-1E+2", [1e-5, -100.0]),
    "fraction": ("1/2, -3/4", [0.5, -0.75]),
    "unicode minus": ("−0.1", [-0.1]),
    "full-width minus": ("－０．１", [-0.1]),
    "en dash": ("–0.1", [-0.1]),
    "full-width digits and comma": ("０.８，０.４", [0.8, 0.4]),
    "Chinese enumeration comma": ("0.8、0.4", [0.8, 0.4]),
    "Chinese brackets": ("【0.8，0.4】", [0.8, 0.4]),
    "full-width brackets": ("［0.8，0.4］", [0.8, 0.4]),
    "full-width parentheses": ("（0.8，0.4）", [0.8, 0.4]),
    "full-width blank": ("0.8\u30000.4", [0.8, 0.4]),
    "no-break space": ("0.8\u00a00.4", [0.8, 0.4]),
    "numpy repr": ("array([0.1, 0.2])", [0.1, 0.2]),
    "numpy repr with a dtype": ("array([0.1, 0.2], dtype=float32)", [0.1, 0.2]),
    "np.array": ("np.array([1., 2.])", [1.0, 2.0]),
    "numpy scalars": ("[np.float64(0.1), np.float64(-0.2)]", [0.1, -0.2]),
    "numpy str": ("[0.1 0.2]", [0.1, 0.2]),
    "numpy str over two lines": ("[0.1 0.2\n 0.3]", [0.1, 0.2, 0.3]),
    "torch repr": ("tensor([1., 2.])", [1.0, 2.0]),
    "torch repr on a device": ("tensor([1., -2.], device='cuda:0', grad_fn=<Add>)", [1.0, -2.0]),
    "torch parameter": (
        "Parameter containing:\ntensor([1., 2.], requires_grad=True)",
        [1.0, 2.0],
    ),
    "tensorflow": ("tf.Tensor([1. 2.], shape=(2,), dtype=float32)", [1.0, 2.0]),
    "two numbers that might be one": ("0,8", [0.0, 8.0]),
    "an exponent of zero": ("0e999999999999999999999", [0.0]),
    "the largest": ("1.7976931348623157e308", [1.7976931348623157e308]),
    "the smallest": ("5e-324", [5e-324]),
}

MATRICES = {
    "semicolon": ("1,2;3,4", [[1, 2], [3, 4]]),
    "semicolon at the end": ("1,2;3,4;", [[1, 2], [3, 4]]),
    "semicolon and blank": ("1,2; 3,4", [[1, 2], [3, 4]]),
    "semicolon in brackets": ("[1,2;3,4]", [[1, 2], [3, 4]]),
    "zeros and ones": ("0,1;1,0", [[0, 1], [1, 0]]),
    "decimals, loose": ("0.1, 0.2; 0.3, 0.4", [[0.1, 0.2], [0.3, 0.4]]),
    "lines": ("1 2\n3 4\n", [[1, 2], [3, 4]]),
    "lines of an old system": ("1,2\r\n3,4\r\n", [[1, 2], [3, 4]]),
    "lines of pairs": ("0,1\n1,0", [[0, 1], [1, 0]]),
    "blank lines between": ("1 2\n\n3 4", [[1, 2], [3, 4]]),
    "brackets": ("[[1,2],[3,4]]", [[1, 2], [3, 4]]),
    "brackets in rows": ("[1, 2]\n[3, 4]", [[1, 2], [3, 4]]),
    "brackets side by side": ("[1,2],[3,4]", [[1, 2], [3, 4]]),
    "parentheses": ("((1,2),(3,4))", [[1, 2], [3, 4]]),
    "numpy str": ("[[0.1 0.2]\n [0.3 0.4]]", [[0.1, 0.2], [0.3, 0.4]]),
    "numpy repr": ("array([[1, 2],\n       [3, 4]])", [[1, 2], [3, 4]]),
    "one row": ("[[1,2]]", [[1, 2]]),
    "one column": ("1;2;3", [[1], [2], [3]]),
    "full-width": ("１，２；３，４", [[1, 2], [3, 4]]),
    "three levels": ("[[[1,2],[3,4]]]", [[[1, 2], [3, 4]]]),
}

REFUSED = {
    "nothing": ("", "empty", None),
    "blanks": (" \n ", "empty", None),
    "empty brackets": ("[]", "empty", "[]"),
    "empty row": ("[[1],[]]", "empty", "[]"),
    "empty array": ("array([], dtype=float64)", "empty", "[]"),
    "a word": ("0.8,abc", "not_a_number", "abc"),
    "a letter in a number": ("0.8,0.4x", "not_a_number", "0.4x"),
    "two points": ("1.2.3", "not_a_number", "1.2.3"),
    "hexadecimal": ("0x10", "not_a_number", "0x10"),
    "underscore": ("1_000", "not_a_number", "1_000"),
    "a quoted number": ('"2"', "not_a_number", '"2"'),
    "complex": ("1+2j", "not_a_number", "1+2j"),
    "fraction of fractions": ("1/2/3", "not_a_number", "1/2/3"),
    "a keyword outside": ("[1] dtype=float32", "not_a_number", "dtype=float32"),
    "other digits": ("٣", "not_a_number", "٣"),
    "true": ("true", "not_a_number", "true"),
    "nan": ("1,nan", "number_not_finite", "nan"),
    "NaN": ("NaN", "number_not_finite", "NaN"),
    "inf": ("inf", "number_not_finite", "inf"),
    "minus inf": ("-inf", "number_not_finite", "-inf"),
    "infinity": ("1 Infinity", "number_not_finite", "Infinity"),
    "infinity sign": ("-∞", "number_not_finite", "-∞"),
    "too large": ("1e400", "too_large", "1e400"),
    "too large by digits": ("1" * 400, "too_large", "1" * 60),
    "too small": ("0,1e-400", "too_small", "1e-400"),
    "an absurd exponent": ("1e999999999999999999999", "too_large", "1e999999999999999999999"),
    "an absurd small one": ("-1e-999999999999999999999", "too_small", "-1e-999999999999999999999"),
    "a fraction too large": ("1e300/1e-300", "too_large", "1e300/1e-300"),
    "a fraction too small": ("1e-300/1e300", "too_small", "1e-300/1e300"),
    "divided by zero": ("1/0", "zero_division", "1/0"),
    "dots": ("[0.1, 0.2, ..., 0.3]", "elided", "..."),
    "one dot sign": ("0.1 … 0.3", "elided", "…"),
    "dots in numpy str": ("[0.1 0.2 ... 0.3]", "elided", "..."),
    "ragged by semicolon": ("1,2;3", "ragged", "3"),
    "ragged by line": ("1 2\n3 4 5", "ragged", "3 4 5"),
    "ragged in brackets": ("[[1,2],[3,4,5]]", "ragged", "[3,4,5]"),
    "ragged blocks": ("[[[1,2]],[[1],[2]]]", "ragged_blocks", "[[1],[2]]"),
    "a number beside a list": ("[1,[2]]", "mixed", "[2]"),
    "decimal commas by semicolon": ("0,8; 1,5", "decimal_comma", "0,8"),
    "decimal commas by blank": ("0,8 0,4 0,6", "decimal_comma", "0,8"),
    "decimal commas above one": ("1,2 3,4", "decimal_comma", "1,2"),
    "decimal commas, negative": ("-0,8; 1,5", "decimal_comma", "-0,8"),
    "decimal commas in brackets": ("[0,8 0,4]", "decimal_comma", "0,8"),
    "decimal commas in lines": ("0,8 0,4\n0,6 0,1", "decimal_comma", "0,8"),
    "two commas": ("1,,2", "missing_number", ","),
    "comma at the end": ("1,2,", "missing_number", ","),
    "comma before a bracket": ("[1,2,]", "missing_number", ","),
    "comma at the start": (",1", "missing_number", ","),
    "two semicolons": ("1;;2", "missing_number", ";"),
    "never closed": ("[1,2", "unclosed_bracket", "[1,2"),
    "never opened": ("1,2]", "unopened_bracket", "]"),
    "closed by another": ("[1,2)", "wrong_bracket", ")"),
    "four levels": ("[[[[1]]]]", "too_many_brackets", "["),
    "NUL": ("1,\x002", "unprintable", "?"),
    "escape": ("1\x1b[31m", "unprintable", "?"),
    "zero-width space": ("0.1\u200b5", "unprintable", "?"),
    "half a character": ("0.1\udcff", "unprintable", "?"),
}


@pytest.mark.parametrize(("text", "expected"), VECTORS.values(), ids=VECTORS)
def test_reads_a_vector(text: str, expected: list[float]) -> None:
    tensor = parse_literal(text, "argument 1")
    assert tensor.values.tolist() == expected
    assert tensor.values.dtype == np.float64
    assert tensor.source == "argument 1"


@pytest.mark.parametrize(("text", "expected"), MATRICES.values(), ids=MATRICES)
def test_reads_a_matrix(text: str, expected: list[list[float]]) -> None:
    assert parse_literal(text, "argument 1").values.tolist() == expected


@pytest.mark.parametrize(("text", "key", "fault"), REFUSED.values(), ids=REFUSED)
def test_refuses_and_shows_the_place(text: str, key: str, fault: str | None) -> None:
    with pytest.raises(InputError) as caught:
        parse_literal(text, "argument 1")
    error = caught.value
    assert (error.key, error.where) == (key, "argument 1")
    shown = error.excerpt and error.excerpt.text[error.excerpt.start : error.excerpt.end]
    assert shown == fault


def test_keeps_the_digits_that_were_typed() -> None:
    typed = parse_literal("0.80, −１.50, 1e-5, .5, 100", "argument 1").typed
    assert typed is not None
    assert list(map(str, typed)) == ["0.80", "-1.50", "0.00001", "0.5", "100"]


def test_a_fraction_is_kept_to_fifty_digits() -> None:
    typed = parse_literal("1/3, 1/8", "argument 1").typed
    assert typed is not None
    assert list(typed) == [Decimal("0." + "3" * 50), Decimal("0.125")]


def test_an_array_cannot_be_changed() -> None:
    tensor = parse_literal("1,2;3,4", "argument 1")
    assert tensor.typed is not None
    assert not tensor.values.flags.writeable
    assert not tensor.typed.flags.writeable


def test_a_ragged_row_is_counted_from_one() -> None:
    with pytest.raises(InputError) as caught:
        parse_literal("1,2,3,4\n5,6,7", "argument 1")
    assert caught.value.facts == {"row": 2, "found": 3, "expected": 4}


def test_a_long_text_is_cut_to_a_window_around_the_fault() -> None:
    text = ", ".join(["0.125"] * 100 + ["oops"] + ["0.25"] * 100)
    with pytest.raises(InputError) as caught:
        parse_literal(text, "argument 1")
    excerpt = caught.value.excerpt
    assert excerpt is not None
    assert excerpt.text[excerpt.start : excerpt.end] == "oops"
    assert excerpt.text.startswith("…")
    assert excerpt.text.endswith("…")
    assert len(excerpt.text) <= 62


def test_the_excerpt_is_the_line_as_it_was_typed() -> None:
    with pytest.raises(InputError) as caught:
        parse_literal("０.１，０.２\n０.３，x", "stdin")
    assert caught.value.excerpt == Excerpt("０.３，x", 4, 5)


@pytest.mark.parametrize(
    "text",
    [
        "0." + "1" * 200_000,
        "1," * 100_000 + "1",
        "1 2;" * 50_000,
        "\n".join(["0.5 0.25"] * 50_000),
    ],
    ids=["digits", "numbers", "rows", "lines"],
)
def test_a_long_text_is_read_in_one_pass(text: str) -> None:
    assert parse_literal(text, "stdin").values.size in (1, 100_000, 100_001)


@pytest.mark.parametrize(
    "text",
    [
        "1" * 200_000,
        "[" * 200_000,
        "array(" * 100_000,
        "0,8 " * 100_000,
        "1,2 3,4" + " " * 200_000 + "x",
        "array(1, " + "dtype=f" * 50_000,
        "grad_fn=<" * 50_000,
        "x" * 1_000_000,
        "1 " * 100_000 + "…",
    ],
    ids=[
        "digits",
        "brackets",
        "calls",
        "decimal commas",
        "blanks",
        "keywords",
        "angles",
        "word",
        "dots",
    ],
)
def test_a_long_text_is_refused_in_one_pass(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_literal(text, "stdin")
    assert caught.value.excerpt is not None
    assert len(caught.value.excerpt.text) <= 62
    assert all(len(str(fact)) <= 40 for fact in caught.value.facts.values())
