"""One argument: its label, and whether it is a vector, a file or stdin; and several together."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from addnorm_cli.inputs.arguments import Argument, read_argument, read_tensor, read_vectors
from addnorm_cli.inputs.documents import Document
from addnorm_cli.inputs.reader import Reader
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
    (tmp_path / "trace.json").write_text('{"schema": "addnorm.trace/1", "result": [5, 6]}')
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
        ("foo", "neither_vector_nor_file"),
        ("A=foo", "neither_vector_nor_file"),
        ("foo.json", "missing_file"),
        ("bnak.json", "misspelt_file"),
        ("foo.txt", "neither_vector_nor_file"),
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


def test_a_file_that_looks_like_a_number_is_a_file(folder: Path) -> None:
    (folder / "2024").write_text("1")
    with pytest.raises(InputError) as caught:
        read_argument("2024", "argument 1", no_stdin())
    assert caught.value.key == "file_ending"


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
    "files are rows": (["bank.json:x", "h0.npy"], [(None, [[1, 2], [7, 8]])]),
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
