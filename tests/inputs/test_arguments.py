"""One argument: its label, and whether it is a vector, a file or stdin; and several together."""

from __future__ import annotations

import io
import os
import re
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from addnorm_cli.inputs.arguments import Argument, read_argument, read_tensor, read_vectors
from addnorm_cli.inputs.documents import Document
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.messages import say
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Tensor


def stdin(data: str | bytes = b"") -> Reader:
    encoded = data.encode() if isinstance(data, str) else data
    return Reader(io.BytesIO(encoded))


def no_stdin() -> Reader:
    class Untouched(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            pytest.fail("stdin was read")

    return Reader(Untouched())


def shown(argument: Argument) -> tuple[str | None, list[Any]]:
    assert isinstance(argument.content, Tensor)
    return argument.label, argument.content.values.tolist()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bank.json").write_text('{"x": [1, 2], "sublayer": {"A": [3, 4]}}')
    (tmp_path / "trace.json").write_text('{"schema": "addnorm.trace/2", "result": [5, 6]}')
    np.save(tmp_path / "h0.npy", np.array([7.0, 8.0]))
    return tmp_path


ARGUMENTS = {
    "a vector": ("0.8,0.4", (None, [0.8, 0.4])),
    "blanks": ("0.8 0.4", (None, [0.8, 0.4])),
    "a bare number": ("5", (None, [5])),
    "a fraction": ("1/4", (None, [0.25])),
    "a negative number": ("-.5", (None, [-0.5])),
    "a matrix": ("1,2;3,4", (None, [[1, 2], [3, 4]])),
    "brackets": ("[0.8]", (None, [0.8])),
    "an array": ("array([0.8])", (None, [0.8])),
    "an array with keywords": ("array([0.8], dtype=float32)", (None, [0.8])),
    "full-width": ("【０.８，０.４】", (None, [0.8, 0.4])),
    "a label": ("A=0.44,0.12", ("A", [0.44, 0.12])),
    "a label with blanks": ("river bank = 0.44, 0.12", ("river bank", [0.44, 0.12])),
    "a Chinese label": ("河边=0.44", ("河边", [0.44])),
    "a full-width equals sign": ("Ａ＝0.44", ("Ａ", [0.44])),
    "a label with brackets": ("B (street)=1,2", ("B (street)", [1, 2])),
    "a label that begins with a digit": ("2nd=1,2", ("2nd", [1, 2])),
    "a label before an array": ("A=array([1], dtype=int64)", ("A", [1])),
    "a label that looks like markup": ("[red]=1,2", ("[red]", [1, 2])),
    "a label with control characters": ("A\x1b\u202eB=1", ("AB", [1])),
    "a file": ("h0.npy", (None, [7, 8])),
    "an entry": ("bank.json:x", (None, [1, 2])),
    "a dotted entry": ("bank.json:sublayer.A", (None, [3, 4])),
    "a label before a file": ("A=bank.json:x", ("A", [1, 2])),
    "a path": ("./bank.json:x", (None, [1, 2])),
    "four brackets": ("[[[[1, 2]]]]", (None, [[[[1, 2]]]])),
    "braces": ("{0.8f, 0.4f}", (None, [0.8, 0.4])),
    "a label before braces": ("A={0.8, 0.4}", ("A", [0.8, 0.4])),
    "a matrix of LaTeX": (
        r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}",
        (None, [[1, 2], [3, 4]]),
    ),
    "a tensor of TensorFlow": (
        "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>",
        (None, [1, 2]),
    ),
    "a label before it": (
        "A=<tf.Tensor: shape=(1,), dtype=float32, numpy=array([1.], dtype=float32)>",
        ("A", [1]),
    ),
    "a tensor of Paddle": (
        "Tensor(shape=[2], dtype=float32, place=Place(cpu), stop_gradient=True, [1., 2.])",
        (None, [1, 2]),
    ),
    "a vector of Rust": ("vec![0.5, 1.5]", (None, [0.5, 1.5])),
    "a vector of Julia": ("Float32[0.5, 1.5]", (None, [0.5, 1.5])),
    "a vector of Julia, shown": ("2-element Vector{Float64}:\n 0.5\n 1.5", (None, [0.5, 1.5])),
}


@pytest.mark.parametrize(("text", "expected"), ARGUMENTS.values(), ids=ARGUMENTS)
def test_reads_an_argument(text: str, expected: tuple[str | None, list[Any]]) -> None:
    assert shown(read_argument(text, "argument 1", no_stdin())) == expected


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("=1,2", "empty_label"),
        ("\x1b=1,2", "empty_label"),
        ("1=2,3", "not_a_number"),
        ("[1,2]=3", "not_a_number"),
        ("0.1,x=2", "not_a_number"),
        ("", "empty"),
        ("A=", "empty"),
        ("0.8abc", "not_a_number"),
        ("-inf", "number_not_finite"),
        ("nan", "number_not_finite"),
        ("…", "elided"),
        ("9" * 5000, "too_large"),
        ("9" * 5000 + "/", "not_a_number"),
        ("x" * 5000, "unreadable"),
        ("A" * 5000 + "=x.json", "missing_file"),
        ("foo", "neither_vector_nor_file"),
        ("A=foo", "neither_vector_nor_file"),
        ("foo.json", "missing_file"),
        ("bnak.json", "misspelt_file"),
        ("foo.txt", "missing_file"),
        ("foo.text", "neither_vector_nor_file"),
        ('{"x": [1, 2', "json_end"),
        ("{'x': [1, 2]}", "json_key"),
        ("{x: [1, 2]}", "json_key"),
        ('{"x": 1, "x": 2}', "json_duplicate_key"),
        ("{1, 2", "unclosed_bracket"),
        ("--foo", "neither_vector_nor_file"),
        ("a,b", "not_a_number"),
        (".", "folder"),
        ("bank.json:", "unknown_entry"),
    ],
)
def test_refuses_an_argument(text: str, key: str) -> None:
    with pytest.raises(InputError) as caught:
        read_argument(text, "argument 1", no_stdin())
    assert caught.value.key == key


def test_a_document_is_kept_whole() -> None:
    content = read_argument("bank.json", "argument 1", no_stdin()).content
    assert isinstance(content, Document)
    assert content.name == "bank.json"


def test_a_folder_may_hold_an_equals_sign(folder: Path) -> None:
    (folder / "lr=0.1").mkdir()
    (folder / "lr=0.1" / "x.json").write_text("[9]")
    assert shown(read_argument("lr=0.1/x.json", "argument 1", no_stdin())) == (None, [9])


@pytest.mark.parametrize("name", ["1", "2024"])
def test_a_number_that_a_shell_may_have_made_of_brackets_is_refused(
    folder: Path, name: str
) -> None:
    (folder / name).write_text("1")
    with pytest.raises(InputError) as caught:
        read_argument(name, "argument 1", no_stdin())
    assert (caught.value.key, caught.value.where) == ("number_or_file", "argument 1")
    hint = say("en", "hint.number_or_file", **caught.value.facts)
    (quoted,) = re.findall(r'alone "(.*)"', hint)
    assert shown(read_argument(quoted, "argument 1", no_stdin())) == (None, [float(name)])


def test_a_problem_may_be_an_argument() -> None:
    text = '{"title": "A=B", "x": [0.80, 1], "sublayer": {"A": [1, 2]}}'
    argument = read_argument(text, "argument 1", no_stdin())
    assert argument.label is None
    assert isinstance(argument.content, Document)
    assert (argument.content.name, argument.content.tree["title"]) == ("argument 1", "A=B")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
@pytest.mark.parametrize(
    ("data", "expected"),
    [(b"0.8, 0.4\n", [0.8, 0.4]), (b"[[1, 2], [3, 4]]", [[1, 2], [3, 4]])],
)
def test_a_pipe_in_the_place_of_a_file_is_read(data: bytes, expected: list[Any]) -> None:
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    try:
        argument = read_argument(f"A=/dev/fd/{reading}", "argument 1", no_stdin())
    finally:
        os.close(reading)
    assert shown(argument) == ("A", expected)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
@pytest.mark.parametrize("ending", ["json", "npy", "npz", "csv"])
def test_a_named_pipe_is_read_by_its_ending(folder: Path, ending: str) -> None:
    whole = folder / f"whole.{ending}"
    if ending == "npz":
        np.savez(whole, x=np.array([1.0, 2.0]))
    elif ending == "npy":
        np.save(whole, np.array([1.0, 2.0]))
    else:
        whole.write_text("[1, 2]" if ending == "json" else "1,2\n")
    os.mkfifo(folder / f"pipe.{ending}")
    writer = threading.Thread(
        target=lambda: (folder / f"pipe.{ending}").write_bytes(whole.read_bytes())
    )
    writer.start()
    try:
        assert shown(read_argument(f"pipe.{ending}", "argument 1", no_stdin())) == (None, [1, 2])
    finally:
        writer.join()


STDIN = {
    "JSON array": ("[0.80, 0.40]", [0.8, 0.4]),
    "JSON matrix": ("[[1, 2], [3, 4]]\n", [[1, 2], [3, 4]]),
    "JSON in UTF-16": ("[1, 2]".encode("utf-16"), [1, 2]),
    "quiet output": ("0.8,0.4\n0.6,-0.1\n", [[0.8, 0.4], [0.6, -0.1]]),
    "one line": ("0.8,0.4\n", [0.8, 0.4]),
    "a BOM": ("\ufeff0.8,0.4", [0.8, 0.4]),
    "what NumPy prints": ("[[0.1 0.2]\n [0.3 0.4]]\n", [[0.1, 0.2], [0.3, 0.4]]),
    "numbers that JSON refuses": ("[.5, 1.]", [0.5, 1.0]),
    "what PyTorch prints": ("tensor([1., 2.])", [1, 2]),
    "what candle prints": ("[[0.1, 0.2]]\nTensor[[1, 2], f32]\n", [[0.1, 0.2]]),
    "what MXNet prints": ("\n[[1. 2.]]\n<NDArray 1x2 @cpu(0)>\n", [[1, 2]]),
    "what Julia prints": ("2-element Vector{Float64}:\n 0.5\n 1.5\n", [0.5, 1.5]),
    "braces": ("{{1, 2}, {3, 4}}", [[1, 2], [3, 4]]),
    "a table": ("d0,d1\n1,2\n3,4\n", [[1, 2], [3, 4]]),
    "a table with semicolons": ("1;2\n3;4\n", [[1, 2], [3, 4]]),
    "rows that end in semicolons": ("1 2;\n3 4;\n", [[1, 2], [3, 4]]),
    "what numpy.savetxt writes": (
        "# d0 d1\n1.000000000000000000e+00 -2.000000000000000000e+00\n",
        [1, -2],
    ),
    "a comment after a row": ("1 2 # first\n3 4 # second\n", [[1, 2], [3, 4]]),
}


@pytest.mark.parametrize(("data", "expected"), STDIN.values(), ids=STDIN)
def test_reads_stdin(data: str | bytes, expected: list[Any]) -> None:
    argument = read_argument("-", "argument 1", stdin(data))
    assert shown(argument) == (None, expected)
    assert isinstance(argument.content, Tensor)
    assert argument.content.source == "stdin"


def test_stdin_may_be_a_document_and_may_have_a_label() -> None:
    assert isinstance(read_argument("-", "argument 1", stdin('{"x": [1]}')).content, Document)
    assert shown(read_argument("A=-", "argument 1", stdin("1,2"))) == ("A", [1, 2])


@pytest.mark.parametrize(
    ("data", "key", "where"),
    [
        ("", "empty_stdin", "stdin"),
        (" \n", "empty_stdin", "stdin"),
        ("[1, 2,]", "json_trailing_comma", "stdin:1:6"),
        ('{"x": [1, 2,]}', "json_trailing_comma", "stdin:1:12"),
        ('{"x": 1', "json_end", "stdin:1:8"),
        ('["1", 2', "json_end", "stdin:1:8"),
        ("[1, true]", "not_a_json_number", "stdin[1]"),
        ("[0.1 0.2 ... 0.3]", "elided", "stdin"),
        ("[1 2]\n[3]", "ragged", "stdin"),
        ("0.8,x", "not_a_number", "stdin"),
        (b"\x93NUMPY\x01\x00", "binary_file", "stdin"),
        (b"\xff\xff", "not_utf8", "stdin"),
        ("╭────╮\n│ 1  │\n╰────╯\n", "drawn_table", "stdin"),
        ("Residual connection\n┌────┐\n│ 1  │\n└────┘\n", "drawn_table", "stdin"),
        ("hello\nworld\n", "not_a_number", "stdin"),
        ("0,8;0,4\n0,6;0,1\n", "decimal_comma", "stdin:1"),
        ("# nothing\n", "empty", "stdin"),
    ],
)
def test_refuses_stdin(data: str | bytes, key: str, where: str) -> None:
    with pytest.raises(InputError) as caught:
        read_argument("-", "argument 1", stdin(data))
    assert (caught.value.key, caught.value.where) == (key, where)


def test_stdin_is_read_once() -> None:
    once = stdin("1,2")
    read_argument("-", "argument 1", once)
    with pytest.raises(InputError) as caught:
        read_argument("-", "argument 2", once)
    assert caught.value.key == "stdin_twice"


SEVERAL = {
    "bare numbers are one vector": (
        ["1.24", "0.52", "-.5", "1/4"],
        [(None, [1.24, 0.52, -0.5, 0.25])],
    ),
    "one bare number": (["5"], [(None, [5])]),
    "vectors are rows": (["1,2", "3,4"], [(None, [[1, 2], [3, 4]])]),
    "matrices are rows": (["1,2;3,4", "5,6"], [(None, [[1, 2], [3, 4], [5, 6]])]),
    "a file and a vector are rows": (["bank.json:x", "7,8"], [(None, [[1, 2], [7, 8]])]),
    "answers are rows": (["trace.json", "1,2"], [(None, [[5, 6], [1, 2]])]),
    "labels are cases": (["A=1,2", "B=3,4,5"], [("A", [1, 2]), ("B", [3, 4, 5])]),
    "one label": (["A=1,2"], [("A", [1, 2])]),
}


@pytest.mark.parametrize(("arguments", "expected"), SEVERAL.values(), ids=SEVERAL)
def test_reads_several(arguments: list[str], expected: list[Any]) -> None:
    assert [shown(each) for each in read_vectors(arguments, no_stdin())] == expected


def test_bare_numbers_keep_their_digits() -> None:
    (argument,) = read_vectors(["1.20", "0.50"], no_stdin())
    assert isinstance(argument.content, Tensor)
    assert argument.content.typed is not None
    assert list(map(str, argument.content.typed)) == ["1.20", "0.50"]


def test_rows_from_binary_files_have_no_digits() -> None:
    (argument,) = read_vectors(["1,2", "h0.npy"], no_stdin())
    assert isinstance(argument.content, Tensor)
    assert argument.content.typed is None


@pytest.mark.parametrize(
    ("arguments", "key", "where"),
    [
        (["1,2", "3,4,5"], "ragged_arguments", "argument 2"),
        (["1,2", "3"], "ragged_arguments", "argument 2"),
        (["1,2", "[[[3,4]]]"], "deep_row", "argument 2"),
        (["A=1,2", "3,4"], "labels_mixed", None),
        (["1,2", "B=3,4"], "labels_mixed", None),
        (["A=1,2", "A=3,4"], "label_twice", None),
        (["A=1,2", "A\x07=3,4"], "label_twice", None),
        ([f"L{i}=1,2" for i in range(1001)], "too_many_cases", None),
        (["1", "nan"], "number_not_finite", "argument 2"),
        (["1", "2", "x"], "neither_vector_nor_file", None),
        (["1,2", "bank.json"], "document_for_vector", "bank.json"),
    ],
)
def test_refuses_several(arguments: list[str], key: str, where: str | None) -> None:
    with pytest.raises(InputError) as caught:
        read_vectors(arguments, no_stdin())
    assert (caught.value.key, caught.value.where) == (key, where)


@pytest.mark.parametrize(
    ("text", "key"), [("A=1,2", "label_refused"), ("bank.json", "document_for_vector")]
)
def test_an_option_takes_one_vector(text: str, key: str) -> None:
    with pytest.raises(InputError) as caught:
        read_tensor(text, "--gamma", no_stdin())
    assert caught.value.key == key
