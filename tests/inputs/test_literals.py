"""Vectors as people type and paste them, and the texts that are refused with their place."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from addnorm_cli.inputs.literals import parse_literal, starts_like_array
from addnorm_cli.inputs.literals.notations import NOTATIONS
from addnorm_cli.inputs.numbers import read_number
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
    "no digit after the point": ("1. 2.", [1.0, 2.0]),
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
    "an underscore at the end": ("1_", "not_a_number", "1_"),
    "two underscores": ("1__0", "not_a_number", "1__0"),
    "two suffixes": ("0.1ff", "not_a_number", "0.1ff"),
    "a suffix of no number": ("f32", "not_a_number", "f32"),
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
    "two commas before a bracket": ("[1,2,,]", "missing_number", ","),
    "only a comma in brackets": ("[,]", "missing_number", ","),
    "comma at the start": (",1", "missing_number", ","),
    "two semicolons": ("1;;2", "missing_number", ";"),
    "never closed": ("[1,2", "unclosed_bracket", "[1,2"),
    "never opened": ("1,2]", "unopened_bracket", "]"),
    "closed by another": ("[1,2)", "wrong_bracket", ")"),
    "33 levels": ("[" * 33 + "1" + "]" * 33, "too_many_brackets", "["),
    "never closed in braces": ("{1,2", "unclosed_bracket", "{1,2"),
    "an angle closes nothing": ("1>", "unopened_bracket", ">"),
    "a tensor of TensorFlow cut off": (
        "<tf.Tensor: shape=(1,), dtype=float32, numpy=array([1.])",
        "unclosed_bracket",
        "<tf.Tensor: shape=(1,), dtype=float32, numpy=array([1.])",
    ),
    "only a heading": ("2-element Vector{Float64}:\n", "empty", "2-element Vector{Float64}:"),
    "only what stands below": ("<NDArray 0 @cpu(0)>", "empty", ""),
    "dots of LaTeX": (r"\begin{bmatrix} 1 & \cdots & 3 \end{bmatrix}", "elided", r"\cdots"),
    "no number after an ampersand": (
        r"\begin{bmatrix} 1 & \\ 2 & 3 \end{bmatrix}",
        "missing_number",
        "&",
    ),
    "a ragged matrix of LaTeX": (r"\begin{bmatrix} 1 & 2 \\ 3 \end{bmatrix}", "ragged", "3"),
    "a matrix of LaTeX never ended": (
        r"\begin{bmatrix} 1 & 2",
        "unclosed_bracket",
        r"\begin{bmatrix} 1 & 2",
    ),
    "another end of LaTeX": (r"\begin{bmatrix} 1 \end{pmatrix}", "wrong_bracket", r"\end{pmatrix}"),
    "an unknown command": (r"1, \alpha", "not_a_number", r"\alpha"),
    "a backslash": ("1\\", "not_a_number", "\\"),
    "a fraction of words": (r"\frac{a}{2}", "not_a_number", r"\frac{a}{2}"),
    "a power of nothing": (r"\times 10^{3}", "missing_number", r"\times 10^{3}"),
    "a power too large": (r"1 \times 10^{400}", "too_large", r"1 \times 10^{400}"),
    "a transposed matrix": (
        r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}^T",
        "not_a_number",
        "^T",
    ),
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


PRINTED = {
    "NumPy": ("array([[0.1, 0.2]], dtype=float32)", [[0.1, 0.2]]),
    "NumPy, a matrix": ("matrix([[1, 2]])", [[1, 2]]),
    "NumPy, numbers": ("[np.float64(0.1), np.int64(-2), np.uint8(3)]", [0.1, -2, 3]),
    "PyTorch": (
        "tensor([[ 1.5000, -2.0000],\n        [ 3.0000,  4.0000]], device='cuda:0',\n"
        "       dtype=torch.float16, grad_fn=<AddmmBackward0>)",
        [[1.5, -2], [3, 4]],
    ),
    "PyTorch, a parameter": (
        "Parameter containing:\ntensor([1., 2.], requires_grad=True)\n",
        [1, 2],
    ),
    "PyTorch, of blocks": (
        "tensor([[[1., 1.]],\n\n        [[1., 1.]]])",
        [[[1, 1]], [[1, 1]]],
    ),
    "PyTorch, a number": ("tensor(2.5000)", [2.5]),
    "libtorch": (" 1  2\n 3  4\n[ CPUFloatType{2,2} ]\n", [[1, 2], [3, 4]]),
    "libtorch, a row": (" 1  2  3\n[ CPUFloatType{1,3} ]", [1, 2, 3]),
    "libtorch, a vector": (" 1\n 2\n 3\n 4\n[ CPULongType{4} ]", [1, 2, 3, 4]),
    "TensorFlow": (
        "tf.Tensor(\n[[1. 2.]\n [3. 4.]], shape=(2, 2), dtype=float32)",
        [[1, 2], [3, 4]],
    ),
    "TensorFlow, shown": (
        "<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\n"
        "array([[1., 2.],\n       [3., 4.]], dtype=float32)>",
        [[1, 2], [3, 4]],
    ),
    "TensorFlow, a number": ("<tf.Tensor: shape=(), dtype=float32, numpy=-1.5>", [-1.5]),
    "TensorFlow, a variable": (
        "<tf.Variable 'Variable:0' shape=(2,) dtype=float32, numpy=array([1., 2.], dtype=float32)>",
        [1, 2],
    ),
    "Keras": (
        "<Variable path=layer_normalization/gamma, shape=(4,), dtype=float32, value=[1. 1. 1. 1.]>",
        [1, 1, 1, 1],
    ),
    "JAX": ("Array([[0.1, 0.2]], dtype=float32, weak_type=True)", [[0.1, 0.2]]),
    "JAX, of old": ("DeviceArray([1., 2.], dtype=float32)", [1, 2]),
    "JAX, a number": ("Array(0.5, dtype=float32, weak_type=True)", [0.5]),
    "MXNet": ("\n[[1. 2.]]\n<NDArray 1x2 @cpu(0)>", [[1, 2]]),
    "MXNet, a vector": ("\n[ 0.5 -1. ]\n<NDArray 2 @gpu(0)>\n", [0.5, -1]),
    "MXNet, its NumPy": ("array([1., 2.], ctx=gpu(0))", [1, 2]),
    "MLX": ("mx.array([0.1, 0.2], dtype=float32)", [0.1, 0.2]),
    "Paddle": (
        "Tensor(shape=[2, 2], dtype=float32, place=Place(cpu), stop_gradient=True,\n"
        "       [[0.10000000, 0.20000000],\n        [0.30000001, 0.40000001]])",
        [[0.1, 0.2], [0.30000001, 0.40000001]],
    ),
    "Paddle, a parameter": (
        "Parameter containing:\nTensor(shape=[2], dtype=float32, place=Place(gpu:0), "
        "stop_gradient=False,\n       [1., 1.])",
        [1, 1],
    ),
    "Paddle, a number": (
        "Tensor(shape=[], dtype=float32, place=CUDAPlace(0), stop_gradient=True,\n       3.)",
        [3],
    ),
    "MindSpore": (
        "Tensor(shape=[2, 2], dtype=Int32, value=\n[[1 1]\n [1 1]])",
        [[1, 1], [1, 1]],
    ),
    "candle": ("[[0.1000, 0.2000]]\nTensor[[1, 2], f32]", [[0.1, 0.2]]),
    "candle, over several lines": (
        "[42., 42.,\n 42., -1.2340e-5]\nTensor[[4], f64, cuda:0]",
        [42, 42, 42, -1.2340e-5],
    ),
    "candle, a number": ("[1234]\nTensor[[], u32]", [1234]),
    "ndarray": (
        "[[0.1, 0.2],\n [0.3, 0.4]], shape=[2, 2], strides=[2, 1], layout=Cc (0x5), const ndim=2",
        [[0.1, 0.2], [0.3, 0.4]],
    ),
    "ndarray, its macro": ("array![[1., 2.], [3., 4.]]", [[1, 2], [3, 4]]),
    "Burn": (
        "Tensor {\n  data:\n[[2.0, 3.0],\n [4.0, 5.0]],\n  shape:  [2, 2],\n  device:  Cpu,\n"
        '  backend:  "ndarray",\n  kind:  "Float",\n  dtype:  "f32",\n}',
        [[2, 3], [4, 5]],
    ),
    "Rust": ("vec![0.757_631_6, -1_f32, 2i64, 1_000.5f64]", [0.7576316, -1, 2, 1000.5]),
    "Rust, of vectors": ("vec![vec![1.0, 2.0,], vec![3.0, 4.0,],]", [[1, 2], [3, 4]]),
    "Rust, shown over lines": ("[\n    0.1,\n    0.2,\n]", [0.1, 0.2]),
    "Rust, borrowed": ("&[&[1., 2.], &[3., 4.]]", [[1, 2], [3, 4]]),
    "C": ("{0.1f, 0.2F, 3L, 1e-3f}", [0.1, 0.2, 3, 0.001]),
    "C, of rows": ("{{1, 2}, {3, 4},}", [[1, 2], [3, 4]]),
    "Python, a tuple of one": ("(1,)", [1]),
    "Julia": ("[0.1 0.2; 0.3 0.4]", [[0.1, 0.2], [0.3, 0.4]]),
    "Julia, with its type": ("Float32[0.1, 0.2]", [0.1, 0.2]),
    "Julia, a matrix with its type": ("Float32[0.1 0.2; 0.3 0.4]", [[0.1, 0.2], [0.3, 0.4]]),
    "Julia, of single precision": ("[1.0f0, 2f-3, 1//4]", [1, 0.002, 0.25]),
    "Julia, a vector": ("3-element Vector{Float64}:\n  0.1\n -0.2\n  3.0", [0.1, -0.2, 3]),
    "Julia, shown": ("2×2 Matrix{Float32}:\n 0.1  0.2\n 0.3  0.4", [[0.1, 0.2], [0.3, 0.4]]),
    "R": ("c(0.1, 0.2)", [0.1, 0.2]),
    "LaTeX": (r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", [[1, 2], [3, 4]]),
    "LaTeX, over lines": (
        "\\begin{pmatrix}\n  0.1 & -0.2 \\\\[2pt]\n  0.3 & \\phantom{-}0.4 \\\\\n\\end{pmatrix}",
        [[0.1, -0.2], [0.3, 0.4]],
    ),
    "LaTeX, a row": (r"\begin{bmatrix} 1 & 2 \end{bmatrix}", [1, 2]),
    "LaTeX, a column": (r"\begin{bmatrix} 1 \\ 2 \\ 3 \end{bmatrix}", [1, 2, 3]),
    "LaTeX, transposed": (r"\begin{bmatrix} 1 & 2 \end{bmatrix}^\top", [1, 2]),
    "LaTeX, an array in brackets": (
        r"\left[\begin{array}{cc} 1 & 2 \\ 3 & 4 \end{array}\right]",
        [[1, 2], [3, 4]],
    ),
    "LaTeX, a vector in brackets": (r"\left( 1,\, 2,\quad 3 \right)^{T}", [1, 2, 3]),
    "LaTeX, fractions": (
        r"\begin{bmatrix} -\frac{1}{2} & \tfrac{3}{4} \end{bmatrix}",
        [-0.5, 0.75],
    ),
    "LaTeX, powers of ten": (
        r"\begin{bmatrix} 1.5 \times 10^{-3} & 2 \cdot 10^4 \end{bmatrix}",
        [0.0015, 20000],
    ),
}
"""What programs print and what their languages write, from the documentation of each."""


def test_every_notation_has_an_example() -> None:
    assert {notation.name for notation in NOTATIONS} <= set(PRINTED)


@pytest.mark.parametrize(("text", "expected"), PRINTED.values(), ids=PRINTED)
def test_reads_what_programs_print(text: str, expected: list[Any]) -> None:
    assert parse_literal(text, "argument 1").values.tolist() == expected
    assert text.lstrip(" \n")[0] in "0123456789" or starts_like_array(text)


def test_what_torch_prints_is_read_back() -> None:
    torch = pytest.importorskip("torch")
    values = torch.arange(24.0).reshape(2, 3, 4) / 8 - 1.5
    for array in (values, values[0, 0], values[0].half(), torch.nn.Parameter(values)):
        assert parse_literal(str(array), "stdin").values.tolist() == array.tolist()


@pytest.mark.parametrize("dimensions", [4, 5, 9, 32])
def test_reads_as_many_dimensions_as_numpy_holds(dimensions: int) -> None:
    tensor = parse_literal("[" * dimensions + "1, 2" + "]" * dimensions, "argument 1")
    assert tensor.shape == (1,) * (dimensions - 1) + (2,)


def test_a_long_vector_keeps_its_digits() -> None:
    words = ["0.80", "-1.50", "+2", "1e-05", "0e3", "1.50e+01", "7.", "0.000"] * 40
    for between in (", ", ",", " ", "  "):
        typed = parse_literal(between.join(words), "stdin").typed
        assert typed is not None
        assert [number.as_tuple() for number in typed] == [
            read_number(word).as_tuple() for word in words
        ]


@pytest.mark.parametrize("fault", [", ,", "; ;", "x,", "0.1.2 "])
def test_a_fault_in_a_long_vector_has_its_place(fault: str) -> None:
    text = "0.25, " * 50 + "0.5" + fault + " 0.25" * 50
    with pytest.raises(InputError) as caught:
        parse_literal(text, "stdin")
    shown = caught.value.excerpt
    assert shown is not None
    assert shown.text[shown.start] in fault + "0"


def test_more_numbers_than_can_be_kept_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("addnorm_cli.inputs.literals.builder.MOST_TYPED", 20)
    assert parse_literal("1 " * 20, "stdin").shape == (20,)
    for text in ("1 " * 21, "1;" * 21):
        with pytest.raises(InputError) as caught:
            parse_literal(text, "stdin")
        assert caught.value.key == "too_many_typed"


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
        "1" * 200_000 + "x",
        "1 " * 100_000 + "…",
        "<tf.Variable '" * 50_000,
        "Tensor {" * 50_000 + "data:",
        r"\frac{" * 100_000,
        r"\begin{array}{" + "c" * 200_000,
        r"\left[" * 50_000,
        "1" * 200_000 + "-element Vector{:",
        "2" + "×2" * 100_000 + ":",
        "1\n" * 50_000 + "[ CPUFloatType{" * 50_000,
        "1" + "_1" * 100_000,
        "{" * 200_000,
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
        "digits and a letter",
        "dots",
        "angles with names",
        "braces with names",
        "fractions",
        "columns",
        "left brackets",
        "headings",
        "headings of shapes",
        "footings",
        "underscores",
        "braces",
    ],
)
def test_a_long_text_is_refused_in_one_pass(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_literal(text, "stdin")
    assert caught.value.excerpt is not None
    assert len(caught.value.excerpt.text) <= 62
    assert all(len(str(fact)) <= 40 for fact in caught.value.facts.values())
