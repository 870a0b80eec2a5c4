"""Text files and tables are read as what they hold; an entry of safetensors is a vector."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from addnorm_cli.inputs.documents import Document
from addnorm_cli.inputs.files import read
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Tensor


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def numbers(path: str, entry: str | None = None) -> Any:
    content = read(path, entry, Reader())
    assert isinstance(content, Tensor)
    return content.values.tolist()


def refusal(path: str, entry: str | None = None) -> InputError:
    with pytest.raises(InputError) as caught:
        read(path, entry, Reader())
    return caught.value


TEXTS = {
    "one line": ("0.8, 0.4\n", [0.8, 0.4]),
    "rows of blanks": ("0.8 0.4\n0.6 -0.1\n", [[0.8, 0.4], [0.6, -0.1]]),
    "JSON": ("[[1, 2], [3, 4]]", [[1, 2], [3, 4]]),
    "what NumPy prints": ("array([1., 2.], dtype=float32)\n", [1, 2]),
    "what numpy.savetxt writes": ("# d0 d1\n1.5e+00 -2.0e+00\n", [1.5, -2]),
    "a header and tabs": ("d0\td1\n1\t2\n3\t4\n", [[1, 2], [3, 4]]),
    "a header and commas": ("河,街\n1,2\n", [1, 2]),
    "Windows lines and a BOM": ("\ufeffa b\r\n1 2\r\n3 4\r\n", [[1, 2], [3, 4]]),
    "a table with semicolons": ("a;b\n1;2\n3;4\n", [[1, 2], [3, 4]]),
    "one line with a semicolon": ("1,2;3,4", [[1, 2], [3, 4]]),
    "a matrix of MATLAB": ("1 2;\n3 4\n", [[1, 2], [3, 4]]),
    "LaTeX": ("\\begin{bmatrix}\n1 & 2 \\\\\n3 & 4\n\\end{bmatrix}\n", [[1, 2], [3, 4]]),
    "C": ("{\n  {1, 2},\n  {3, 4},\n}\n", [[1, 2], [3, 4]]),
}


@pytest.mark.parametrize(("text", "expected"), TEXTS.values(), ids=TEXTS)
def test_reads_text_as_what_it_holds(folder: Path, text: str, expected: list[Any]) -> None:
    (folder / "x.txt").write_text(text, encoding="utf-8", newline="")
    assert numbers("x.txt") == expected


def test_text_may_hold_a_problem(folder: Path) -> None:
    (folder / "x.txt").write_text('\n {"x": [1, 2]}')
    content = read("x.txt", None, Reader())
    assert isinstance(content, Document)
    assert content.name == "x.txt"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "empty_file"),
        ("hello\n", "not_a_number"),
        ("one\ntwo\n", "not_a_number"),
        ("1 2\n3\n", "ragged"),
        ("1;2\n3;x\n", "not_a_number"),
        ("0,8;0,4\n0,6;0,1\n", "decimal_comma"),
        ("[1, 2,]", "json_trailing_comma"),
        ('{"x": [1}', "wrong_bracket"),
        ("┌──┐\n│1 │\n└──┘", "drawn_table"),
        ("x\n+---+---+\n| 1 | 2 |\n+---+---+\n", "drawn_table"),
        ("| a | b |\n|---|--:|\n| 1 | 2 |\n", "drawn_table"),
    ],
)
def test_refuses_text(folder: Path, text: str, key: str) -> None:
    (folder / "x.txt").write_text(text, encoding="utf-8")
    error = refusal("x.txt")
    assert error.key == key
    assert str(error.where).startswith("x.txt")


TSV = {
    "rows": ("1\t2\n3\t4\n", [[1, 2], [3, 4]]),
    "a header": ("d0\td1\n1\t2\n", [1, 2]),
    "commas for all that": ("1,2\n3,4\n", [[1, 2], [3, 4]]),
    "blanks around": ("1 \t 2\n", [1, 2]),
}


@pytest.mark.parametrize(("text", "expected"), TSV.values(), ids=TSV)
def test_reads_tsv(folder: Path, text: str, expected: list[Any]) -> None:
    (folder / "rows.tsv").write_text(text)
    assert numbers("rows.tsv") == expected


@pytest.mark.parametrize(
    ("text", "key"), [("1\t\t2\n", "missing_number"), ("0,8\t0,4\n", "decimal_comma")]
)
def test_refuses_tsv(folder: Path, text: str, key: str) -> None:
    (folder / "rows.tsv").write_text(text)
    error = refusal("rows.tsv")
    assert (error.key, error.where) == (key, "rows.tsv:1")


@pytest.mark.parametrize("dtype", ["int64", "uint64", ">i8"])
def test_whole_numbers_that_float64_cannot_hold_keep_their_digits(dtype: str) -> None:
    np.save("h0.npy", np.array([[2**53 + 1, 3], [1, 2**62 + 1]]).astype(dtype))
    content = read("h0.npy", None, Reader())
    assert isinstance(content, Tensor)
    assert content.typed is not None
    assert [[str(number) for number in row] for row in content.typed] == [
        ["9007199254740993", "3"],
        ["1", "4611686018427387905"],
    ]
    assert content.values.tolist() == [[9007199254740992.0, 3], [1, 4611686018427387904.0]]


def test_negative_whole_numbers_keep_their_digits_too() -> None:
    np.save("h0.npy", np.array([-(2**63), 0]))
    content = read("h0.npy", None, Reader())
    assert isinstance(content, Tensor)
    assert content.typed is not None
    assert list(map(str, content.typed)) == ["-9223372036854775808", "0"]


def save_tensors(path: str, arrays: dict[str, Any]) -> None:
    library = pytest.importorskip("safetensors.numpy")
    library.save_file(arrays, path)


def test_an_entry_of_safetensors_is_a_vector() -> None:
    arrays = {"norm1.weight": np.array([1.5, 2], dtype="f4"), "W": np.ones((2, 2), dtype="f2")}
    save_tensors("m.safetensors", arrays)
    assert numbers("m.safetensors", "norm1.weight") == [1.5, 2]
    assert numbers("m.safetensors", "W") == [[1, 1], [1, 1]]
    content = read("m.safetensors", "W", Reader())
    assert isinstance(content, Tensor)
    assert content.source == "m.safetensors: W"


def test_the_only_entry_of_safetensors_needs_no_name() -> None:
    save_tensors("m.safetensors", {"emb": np.array([1.0])})
    assert numbers("m.safetensors") == [1]


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        (None, "which_entry"),
        ("norm1.wieght", "misspelt_entry"),
        ("qqq", "unknown_entry"),
        ("ids", "weights_quantized"),
    ],
)
def test_refuses_an_entry_of_safetensors(entry: str | None, key: str) -> None:
    save_tensors("m.safetensors", {"norm1.weight": np.ones(2), "ids": np.array([1])})
    error = refusal("m.safetensors", entry)
    assert error.key == key
    assert str(error.where).startswith("m.safetensors")


def test_a_file_of_safetensors_may_be_missing_damaged_or_without_its_library(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusal("m.safetensors").key == "missing_file"
    save_tensors("model.safetensors", {"emb": np.array([1.0])})
    assert refusal("modl.safetensors").facts["near"] == "model.safetensors"
    (folder / "cut.safetensors").write_bytes((folder / "model.safetensors").read_bytes()[:-3])
    assert refusal("cut.safetensors", "emb").key == "damaged_weights"
    monkeypatch.setitem(sys.modules, "safetensors", None)
    error = refusal("model.safetensors", "emb")
    facts = {"extra": "weights", "library": "safetensors"}
    assert (error.key, error.facts) == ("missing_extra", facts)
