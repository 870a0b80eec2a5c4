"""Whatever comes in: a Tensor, a tree or an InputError, and the numbers exactly as they were."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from addnorm_cli.inputs.arguments import read_argument
from addnorm_cli.inputs.binaries import read_npy, read_npz
from addnorm_cli.inputs.contents import content_of
from addnorm_cli.inputs.documents import decode, parse_json, to_tensor
from addnorm_cli.inputs.files import read
from addnorm_cli.inputs.literals import parse_literal
from addnorm_cli.inputs.problems import assemble
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.tables import parse_table
from addnorm_cli.inputs.text import excerpt
from addnorm_cli.model.errors import Excerpt, InputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.problem import Tensor

FINITE = st.floats(allow_nan=False, allow_infinity=False)
NEARLY_VECTORS = st.text("0123456789.,;:/+-−eE[]()【】{}\"' \n\tnaif…arytenso=x\x00", max_size=40)
NEARLY_JSON = st.text('0123456789.,:+-eE[]{}"\\ \nNatrufleis/x', max_size=40)
PIECES = [
    *"0123456789.,;[](){}<>&\\^#|=:_ \n", "0.8", "-1.5e-3", "1_000", "0.1f", "2f0", "1//3", "-.5",
    "array(", "tensor([", "Tensor(shape=[2], ", "dtype=float32, ", "place=Place(cpu), ",
    "stop_gradient=True,", "<tf.Tensor: shape=(2,), ", "<tf.Variable 'v:0' ", "numpy=", "value=",
    "Array(", "weak_type=True)", "\n<NDArray 1x2 @cpu(0)>", "\nTensor[[1, 2], f32]", "vec![",
    "Float32[", ", shape=[2, 2], strides=[2, 1], layout=C (0x1), const ndim=2", "Tensor {\n data:",
    "2-element Vector{Float64}:\n", "2×2 Matrix{Float32}:\n", "[ CPUFloatType{2} ]", "c(",
    "\\begin{bmatrix}", "\\end{bmatrix}", "\\\\", "\\left[", "\\right]", "\\frac{1}{2}", "^T",
    "\\times 10^{3}", "\\cdots", "Parameter containing:\n", "…", '"x"', "# d0\n", "│", "nan",
]  # fmt: skip
NEARLY_PRINTED = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
TEXTS = st.one_of(st.text(max_size=60), NEARLY_VECTORS, NEARLY_JSON, NEARLY_PRINTED)
BYTES = st.one_of(
    st.binary(max_size=60),
    st.builds(
        str.encode,
        st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
        st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"]),
    ),
    NEARLY_JSON.map(str.encode),
)
MATRICES = arrays.arrays(np.float64, arrays.array_shapes(max_dims=3, max_side=4), elements=FINITE)


def check_tensor(tensor: Tensor) -> None:
    assert np.isfinite(tensor.values).all()
    assert tensor.values.size > 0
    assert tensor.typed is not None
    assert tensor.typed.shape == tensor.values.shape
    assert not tensor.values.flags.writeable


def check_excerpt(shown: Excerpt | None) -> None:
    if shown is not None:
        assert 0 <= shown.start <= shown.end <= len(shown.text) <= 62


@given(TEXTS)
@example("1e999999999999999999999/1e999999999999999999999")
@example("\x1c1")
@example("[" * 9)
def test_any_text_is_a_vector_or_an_input_error(text: str) -> None:
    try:
        tensor = parse_literal(text, "argument 1")
    except InputError as error:
        check_excerpt(error.excerpt)
        return
    check_tensor(tensor)


@given(TEXTS)
def test_any_text_of_a_file_is_read_or_an_input_error(text: str) -> None:
    try:
        content = content_of(text, "x.txt")
    except InputError as error:
        check_excerpt(error.excerpt)
        place = str(error.where)
        assert place.startswith("x.txt")
        return
    if isinstance(content, Tensor):
        check_tensor(content)


def damaged(whole: bytes) -> st.SearchStrategy[bytes]:
    """The bytes of a file with some of them changed, left out or put in."""
    place = st.integers(0, len(whole))
    change = st.tuples(place, st.integers(0, 12), st.binary(max_size=12))

    def changed(changes: list[tuple[int, int, bytes]]) -> bytes:
        data = whole
        for start, length, new in changes:
            data = data[:start] + new + data[start + length :]
        return data

    return st.lists(change, max_size=4).map(changed)


def saved(save: Callable[..., None], *arrays: Any, **named: Any) -> bytes:
    file = io.BytesIO()
    save(file, *arrays, **named)
    return file.getvalue()


ARRAY = np.arange(6.0).reshape(2, 3)
NPY = [saved(np.save, ARRAY), saved(np.save, np.array([2**60 + 1, 3]))]
NPZ = [saved(np.savez, x=ARRAY), saved(np.savez_compressed, x=ARRAY, y=ARRAY[0])]


@given(st.sampled_from(NPY).flatmap(damaged))
def test_any_npy_is_an_array_or_an_input_error(data: bytes) -> None:
    try:
        tensor = read_npy(io.BytesIO(data), "x.npy")
    except InputError:
        return
    assert np.isfinite(tensor.values).all()


@given(st.sampled_from(NPZ).flatmap(damaged), st.sampled_from([None, "x", "y", "z"]))
def test_any_npz_is_an_array_or_an_input_error(data: bytes, entry: str | None) -> None:
    try:
        tensor = read_npz(io.BytesIO(data), "x.npz", entry)
    except InputError:
        return
    assert np.isfinite(tensor.values).all()


@given(data=st.data())
def test_any_file_of_safetensors_is_an_array_or_an_input_error(
    tmp_path: Path, data: st.DataObject
) -> None:
    library = pytest.importorskip("safetensors.numpy")
    path = tmp_path / "x.safetensors"
    path.write_bytes(data.draw(damaged(library.save({"x": ARRAY, "y": ARRAY[0]}))))
    entry = data.draw(st.sampled_from([None, "x", "y"]))
    try:
        content = read(str(path), entry, Reader())
    except InputError:
        return
    finally:
        path.unlink()
    assert isinstance(content, Tensor)


@given(BYTES)
@example(b"")
@example(b"[1e999999999999999999999, -0, 0.0e999999999999999999999]")
def test_any_bytes_are_json_or_an_input_error(data: bytes) -> None:
    try:
        tree = parse_json(data, "stdin")
        tensor = to_tensor(tree, "stdin")
    except InputError as error:
        check_excerpt(error.excerpt)
        return
    check_tensor(tensor)


@given(NEARLY_JSON)
def test_json_is_refused_where_the_json_module_refuses_it(text: str) -> None:
    def refuse_constant(name: str) -> object:
        raise ValueError(name)

    try:
        expected = json.loads(text, parse_float=str, parse_int=str, parse_constant=refuse_constant)
    except ValueError:
        with pytest.raises(InputError) as caught:
            parse_json(text.encode(), "stdin")
        assert caught.value.key != "json_invalid"
        return
    try:
        tree = parse_json(text.encode(), "stdin")
    except InputError as error:
        duplicate = error.key
        assert duplicate == "json_duplicate_key"
    else:
        assert type(tree) is type(expected) or isinstance(tree, Decimal)


@given(BYTES)
def test_any_bytes_are_csv_or_an_input_error(data: bytes) -> None:
    try:
        tensor = parse_table(decode(data, "rows.csv"), "rows.csv")
    except InputError:
        return
    check_tensor(tensor)


@given(TEXTS.filter(lambda text: "\x00" not in text), BYTES)
@example("-", b"{}")
@example("A=-", b"[1, 2")
def test_any_argument_is_read_or_an_input_error(text: str, data: bytes) -> None:
    try:
        argument = read_argument(text, "argument 1", Reader(io.BytesIO(data)))
    except InputError:
        return
    assert argument.label != ""


@given(
    st.lists(TEXTS, max_size=3),
    st.fixed_dictionaries({}, optional=dict.fromkeys(("eps", "ddof", "axes", "gamma"), TEXTS)),
)
def test_any_words_are_a_problem_or_an_input_error(words: list[str], given: dict[str, Any]) -> None:
    try:
        problem = assemble("addnorm", words, Options(**given), Reader(io.BytesIO(b"[1, 2]")))
    except InputError:
        return
    assert problem.cases


@given(MATRICES)
def test_numbers_printed_by_repr_are_read_back_exactly(array: np.ndarray[tuple[int, ...]]) -> None:
    for text in (repr(array.tolist()), json.dumps(array.tolist())):
        read = parse_literal(text, "argument 1").values
        assert read.shape == array.shape
        assert read.tobytes() == array.tobytes()
        tree = parse_json(text.encode(), "stdin")
        assert to_tensor(tree, "stdin").values.tobytes() == array.tobytes()


@given(arrays.arrays(np.float64, arrays.array_shapes(max_dims=2, max_side=6), elements=FINITE))
def test_what_numpy_prints_is_read_back(array: np.ndarray[tuple[int, ...]]) -> None:
    with np.printoptions(floatmode="unique", threshold=1000):
        texts = (str(array), repr(array))
    for text in texts:
        read = parse_literal(text, "argument 1").values
        assert read.shape == array.shape
        assert np.array_equal(read, array)


def nested(rows: list[list[float]], comma: str, brackets: str = "[]", end: str = "") -> str:
    opening, closing = brackets[0], brackets[1]
    lines = (opening + comma.join(f"{number!r}{end}" for number in row) + closing for row in rows)
    return opening + comma.join(lines) + closing


WRITERS: dict[str, Callable[[list[list[float]]], str]] = {
    "Paddle": lambda rows: (
        f"Tensor(shape=[{len(rows)}, {len(rows[0])}], dtype=float64, place=Place(gpu:0), "
        f"stop_gradient=True,\n       {nested(rows, ', ')})"
    ),
    "TensorFlow": lambda rows: (
        f"<tf.Tensor: shape=({len(rows)}, {len(rows[0])}), dtype=float64, numpy=\n"
        f"array({nested(rows, ', ')})>"
    ),
    "JAX": lambda rows: f"Array({nested(rows, ', ')}, dtype=float64, weak_type=True)",
    "MXNet": lambda rows: f"\n{nested(rows, ' ')}\n<NDArray {len(rows)}x{len(rows[0])} @cpu(0)>",
    "candle": lambda rows: f"{nested(rows, ', ')}\nTensor[[{len(rows)}, {len(rows[0])}], f64]",
    "Rust": lambda rows: f"vec!{nested(rows, ', ', end='_f64')}",
    "C": lambda rows: nested(rows, ", ", "{}", end="f"),
    "Julia": lambda rows: f"[{'; '.join(' '.join(map(repr, row)) for row in rows)};]",
    "LaTeX": lambda rows: (
        r"\begin{bmatrix}" + r" \\ ".join(" & ".join(map(repr, row)) for row in rows)
        + r" \end{bmatrix}"
    ),
}  # fmt: skip
ROWS = arrays.arrays(
    np.float64, arrays.array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=4), elements=FINITE
)


@given(st.sampled_from(sorted(WRITERS)), ROWS)
def test_what_other_programs_write_is_read_back_exactly(
    writer: str, array: np.ndarray[tuple[int, ...]]
) -> None:
    read = parse_literal(WRITERS[writer](array.tolist()), "argument 1").values
    assert read.tobytes() == array.tobytes()
    assert read.shape == array.shape


@given(st.lists(st.decimals(allow_nan=False, allow_infinity=False, places=6), min_size=1))
def test_typed_decimals_keep_every_digit(numbers: list[Decimal]) -> None:
    typed = parse_literal(", ".join(map(str, numbers)), "argument 1").typed
    assert typed is not None
    assert [str(number) for number in typed] == [str(number) for number in numbers]


@given(st.text(max_size=200), st.data())
def test_an_excerpt_shows_its_fault(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown = excerpt(text, start, end)
    check_excerpt(shown)
    assert shown.text.replace("\u3000", " ").isprintable() or not text.isprintable()
    first = text[start : start + 1]
    if first.isalnum() and end > start:
        assert shown.text[shown.start] == first
