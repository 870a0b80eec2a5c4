"""Bad input is refused: exit 2, a message that names the place, nothing on stdout, no traceback."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import Runner

DEEP = "[" * 10_000 + "1" + "]" * 10_000


def _needs_pickle(path: Path) -> None:
    np.save(path, np.array([{"a": 1}], dtype=object), allow_pickle=True)


FILES: dict[str, str | bytes | Callable[[Path], None]] = {
    "ragged.json": '{"x": [[1, 2, 3, 4], [1, 2, 3]]}',
    "nan.json": '{"x": [1, NaN]}',
    "infinity.json": '{"x": [1, -Infinity]}',
    "huge.json": '{"x": [1, 1e400]}',
    "true.json": '{"x": [1, true]}',
    "null.json": '{"x": [1, null]}',
    "text.json": '{"x": [1, "2"]}',
    "twice.json": '{"x": [1, 2],\n "x": [3, 4]}',
    "unknown.json": '{"x": [1, 2], "gama": [1, 1]}',
    "comma.json": '{\n  "x": [1, 2,]\n}',
    "empty.json": '{"x": []}',
    "blank.json": "",
    "deep.json": f'{{"x": {DEEP}}}',
    "labels.json": '{"x": [1, 2], "sublayer": {"A": [1, 2], "A": [3, 4]}}',
    "shapes.json": '{"x": [1, 2], "sublayer": [1, 2, 3]}',
    "gamma.json": '{"x": [1, 2], "gamma": [1, 2, 3]}',
    "binary.json": b"\x00\x01\x02\xff\xfe",
    "latin.json": '{"title": "é", "x": [1, 2]}'.encode("latin-1"),
    "binary.csv": b"\x89PNG\r\n\x1a\n\x00\x00",
    "ragged.csv": "1,2,3\n4,5\n",
    "words.csv": "1,2\n3,four\n",
    "text.log": "1,2,3",
    "pickle.npy": _needs_pickle,
    "raw.npy": pickle.dumps([1, 2]),
    "cut.npy": b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (9,), }",
    "words.npy": lambda path: np.save(path, np.array(["a", "b"])),
    "two.npz": lambda path: np.savez(path, a=[1.0], b=[2.0]),
    "folder.json": lambda path: path.mkdir(),
    "bad_norm.json": '{"x": [1, 2], "norm": {"epsilon": 1e-5}}',
    "bad_eps.json": '{"x": [1, 2], "norm": {"eps": -1}}',
}

LN = "layernorm"
CASES = [
    # Shapes.
    ([LN, "ragged.json"], "row 2 has 3 numbers, row 1 has 4", "ragged.json: x[1]"),
    ([LN, "1,2;3"], "row 2 has 1 numbers, row 1 has 2", "argument 1"),
    ([LN, "[[1,2],[3]]"], "row 2 has 1 numbers", "argument 1"),
    ([LN, "ragged.csv"], "row 2 has 2 numbers, row 1 has 3", "ragged.csv:2"),
    ([LN, "1,2", "1,2,3"], "2 in the first one, 3 in this one", "argument 2"),
    (["residual", "1,2,3", "1,2"], "x has shape (3), the sublayer has (2)", "argument 2"),
    (["addnorm", "shapes.json"], "x has shape (2), the sublayer has (3)", "shapes.json: sublayer"),
    ([LN, "1,2", "--gamma", "1,2,3"], "γ has shape (3)", "--gamma"),
    ([LN, "1,2", "--beta", "1,2,3"], "β has shape (3)", "--beta"),
    ([LN, "gamma.json"], "γ has shape (3)", "gamma.json: gamma"),
    (["residual", "1,2", "--weight", "1,2;3,4;5,6"], "weight has shape (3, 2)", "--weight"),
    # Nothing.
    ([LN, ""], "there are no numbers", "argument 1"),
    ([LN, "[]"], "there are no numbers", "argument 1"),
    ([LN, "empty.json"], "there are no numbers", "empty.json: x"),
    ([LN, "blank.json"], "the file is empty", "blank.json"),
    ([LN, "-"], "nothing came in on stdin", "stdin"),
    ([LN], "nothing to work on", None),
    (["residual", "1,2"], "no sublayer to add", None),
    (["addnorm"], "nothing to work on", None),
    # Numbers.
    ([LN, "1,2,x3"], "'x3' is not a number", "argument 1"),
    ([LN, "words.csv"], "'four' is not a number", "words.csv:2"),
    ([LN, "0,8; 1,5"], "decimal comma", "argument 1"),
    ([LN, "1,nan"], "'nan' is not a finite number", "argument 1"),
    ([LN, "1,inf"], "'inf' is not a finite number", "argument 1"),
    ([LN, "-inf,1"], "inf' is not a finite number", "argument 1"),
    ([LN, "1,1e400"], "1e400 is too large for float64", "argument 1"),
    ([LN, "1,1e-400"], "1e-400 is not zero, but smaller", "argument 1"),
    ([LN, "nan.json"], "'NaN' is not a finite number", "nan.json:1:11"),
    ([LN, "infinity.json"], "'-Infinity' is not a finite number", "infinity.json:1:11"),
    ([LN, "huge.json"], "too large for float64", "huge.json: x[1]"),
    ([LN, "true.json"], "a number must stand here, not true", "true.json: x[1]"),
    ([LN, "null.json"], "a number must stand here, not null", "null.json: x[1]"),
    ([LN, "text.json"], 'a number must stand here, not "2"', "text.json: x[1]"),
    ([LN, "[0.1 0.2 ... 0.9]"], "numbers are missing at the dots", "argument 1"),
    ([LN, "[0.1, 0.2, …, 0.9]"], "numbers are missing at the dots", "argument 1"),
    ([LN, "1e200,2,3"], "row [0]: step 'squares' comes to a number too large", None),
    ([LN, "70000,1", "--dtype", "float16"], "too large for float16", "argument 1"),
    # JSON.
    ([LN, "twice.json"], "line 2, column 2: the key 'x' is there twice", "twice.json:2:2"),
    ([LN, "unknown.json"], "did you mean 'gamma'?", "unknown.json"),
    ([LN, "bad_norm.json"], "did you mean 'eps'?", "bad_norm.json: norm"),
    ([LN, "comma.json"], "line 2, column 13: a comma stands before", "comma.json:2:13"),
    ([LN, "deep.json"], "too deep", "deep.json"),
    (["addnorm", "labels.json"], "the key 'A' is there twice", "labels.json:1:41"),
    (["residual", "1,2", "A=1,2", "A=3,4"], "the label 'A' is there twice", None),
    ([LN, "A=1,2", "A=3,4"], "the label 'A' is there twice", None),
    ([LN, "A=1,2", "3,4"], "some have none", None),
    # Files.
    ([LN, "nothing.json"], "there is no file 'nothing.json'", None),
    ([LN, "gamma.jsn"], "did you mean 'gamma.json'?", None),
    ([LN, "folder.json"], "this is a folder", "folder.json"),
    ([LN, "."], "this is a folder", "."),
    ([LN, "binary.json"], "binary data", "binary.json"),
    ([LN, "latin.json"], "line 1 is not UTF-8", "latin.json"),
    ([LN, "binary.csv"], "binary data", "binary.csv"),
    ([LN, "text.log"], "cannot be read", "text.log"),
    ([LN, "pickle.npy"], "Python objects, which are never unpickled", "pickle.npy"),
    ([LN, "raw.npy"], "never unpickled", "raw.npy"),
    ([LN, "cut.npy"], "damaged", "cut.npy"),
    ([LN, "words.npy"], "not real numbers", "words.npy"),
    ([LN, "two.npz"], "several arrays: a, b", "two.npz"),
    ([LN, "two.npz:c"], "there is no entry 'c'", "two.npz"),
    ([LN, "gamma.json:y"], "there is no entry 'y'", "gamma.json"),
    # The norm.
    ([LN, "1,2", "--eps", "-1e-5"], "ε cannot be negative", "--eps"),
    ([LN, "1,2", "--eps=-1e-5"], "ε cannot be negative", "--eps"),
    ([LN, "bad_eps.json"], "ε cannot be negative", "bad_eps.json: norm.eps"),
    ([LN, "1,2", "--eps", "nan"], "not a finite number", "--eps"),
    ([LN, "1,1,1", "--eps", "0"], "row [0]: σ is 0 and ε is 0, and 0/0 is undefined", None),
    ([LN, "1,2;3,3", "--eps", "0"], "row [1]: σ is 0 and ε is 0", None),
    ([LN, "0,0", "--norm", "rmsnorm", "--eps", "0"], "rms is 0 and ε is 0", None),
    ([LN, "5", "--ddof", "1"], "d - ddof is not positive", "--ddof"),
    ([LN, "5", "--convention", "excel"], "d - ddof is not positive", "--convention"),
    ([LN, "1,2", "--ddof", "2"], "ddof is 0 or 1", "--ddof"),
    ([LN, "1,2", "--ddof", "1", "--norm", "rmsnorm"], "ddof has no meaning", "--ddof"),
    ([LN, "1,2", "--axes", "2"], "has only 1", "--axes"),
    ([LN, "1,2", "--axes", "0"], "whole number from 1", "--axes"),
    ([LN, "1,2", "--convention", "pytorhc"], "did you mean 'pytorch'?", "--convention"),
    ([LN, "1,2", "--norm", "layrnorm"], "did you mean 'layernorm'?", "--norm"),
    ([LN, "1,2", "--eps-at", "root"], "sigma, variance", "--eps-at"),
    # How to show it, and where.
    ([LN, "1,2", "--hand", "3", "--dtype", "float16"], "exclude each other", "--hand, --dtype"),
    ([LN, "1,2", "--hand", "x"], "how many decimals", "--hand"),
    ([LN, "1,2", "--hand", "1,2,3"], "how many decimals", "--hand"),
    ([LN, "1,2", "--rounding", "truncate"], "--hand is missing", "--rounding"),
    ([LN, "1,2", "--hand", "2", "--rounding", "up"], "half-up, half-even", "--rounding"),
    ([LN, "1,2", "--dtype", "float8"], "float64, float32", "--dtype"),
    ([LN, "1,2", "-f", "jsno"], "did you mean 'json'?", "--format"),
    ([LN, "1,2", "-f", "xml"], "none of table", "--format"),
    ([LN, "1,2", "--only", "varianec"], "there is no step 'varianec'", "--only"),
    ([LN, "1,2", "--row", "1"], "rows are counted from 0 to 0", "--row"),
    ([LN, "1,2", "--row", "x"], "not a whole number", "--row"),
    ([LN, "1,2", "--cols", "5:9"], "columns are counted from 0 to 1", "--cols"),
    ([LN, "1,2", "--cols", "3"], "does not name columns", "--cols"),
    ([LN, "1,2", "-p", "99"], "not a number of decimals", "--precision"),
    ([LN, "1,2", "-p", "-1"], "not a number of decimals", "--precision"),
    ([LN, "1,2", "-o", "no/such/folder/x.json"], "cannot write there", "no/such/folder/x.json"),
    ([LN, "1,2", "-o", "folder.json"], "cannot write there", "folder.json"),
    ([LN, "1,2", "--lang", "fr"], "en, zh", "--lang"),
    ([LN, "--random", "7y8"], "is not a shape", "--random"),
    ([LN, "1,2", "--seed", "3"], "--random is missing", "--seed"),
    ([LN, "1,2", "--random", "3"], "given twice", "--random"),
    (["residual", "1,2", "--bias", "1,2"], "no weight", "--bias"),
    (["residual", "1,2", "3,4", "--weight", "1,2;3,4"], "given twice", "--weight"),
    # Words that are no input at all.
    (["layrnorm", "1,2"], "did you mean 'layernorm'?", None),
    (["frobnicate"], "the commands are", None),
    ([LN, "1,2", "--presicion", "3"], "did you mean --precision", None),
    ([LN, "1,2", "--full=yes"], "--full takes no value", None),
    (["samples", "show"], "NAME is missing", None),
    (["samples", "show", "bnak"], "there is no sample 'bnak'", None),
    (["samples", "list", "bank"], "more arguments than addnorm samples list takes", None),
    (["samples", "lits"], "did you mean 'list'?", None),
    (["samples", "copy", "gamma.json/copies"], "cannot write there", "gamma.json/copies"),
]  # fmt: skip


def place_in(message: str) -> str | None:
    """The place that an error names, from its line "  in bank.json: x[1]"."""
    lines = [line for line in message.splitlines() if line.startswith("  in ")]
    return lines[0].removeprefix("  in ") if lines else None


@pytest.fixture(scope="module")
def bad_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every bad file."""
    folder = tmp_path_factory.mktemp("bad")
    for name, content in FILES.items():
        path = folder / name
        if callable(content):
            content(path)
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


@pytest.fixture(autouse=True)
def folder(addnorm: Runner, bad_files: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with every bad file, which the program runs in."""
    monkeypatch.chdir(bad_files)
    return bad_files


@pytest.mark.parametrize(
    ("words", "message", "place"), CASES, ids=[" ".join(words)[:60] for words, _, _ in CASES]
)
def test_is_refused(
    addnorm: Runner, folder: Path, words: list[str], message: str, place: str | None
) -> None:
    before = sorted(folder.rglob("*"))
    result = addnorm(*words)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: ")
    assert message in result.err
    assert place_in(result.err) == place
    assert 1 <= len(result.err.splitlines()) <= 5
    assert not any(word in result.err for word in ("Traceback", "not made for", "argument(s)"))
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    ("words", "message", "place"),
    [case for case in CASES if case[0][0] != "samples" and "-f" not in case[0]],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_with_json_the_error_is_one_object_on_stderr(
    addnorm: Runner, words: list[str], message: str, place: str | None
) -> None:
    result = addnorm(*words, "--json")
    assert (result.code, result.out) == (2, "")
    error = json.loads(result.err)
    assert result.err.count("\n") == 1
    assert error.keys() == {"schema", "error", "hint", "where"}
    assert error["schema"] == "addnorm.error/1"
    assert error["where"] == place
    assert message in f"{error['error']} {error['hint']}"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([LN, "1,2", "-o", "x.xyz"], "'.xyz' does not name a format"),
        ([LN, "1,2", "-o", "x"], "does not name a format"),
        ([LN, "1,2", "-o", "/dev/full", "-f", "csv"], "No space left"),
        ([LN, "1,2", "--json", "-q"], "different formats"),
        ([LN, "1,2", "--json", "-f", "csv"], "different formats"),
        ([LN, "1,2", "--precision"], "--precision needs a value"),
        ([LN, "1,2", "-p"], "-p needs a value"),
    ],
)
def test_an_output_that_cannot_be_is_refused(
    addnorm: Runner, words: list[str], message: str
) -> None:
    result = addnorm(*words)
    assert (result.code, result.out) == (2, "")
    assert message in result.err


@pytest.mark.parametrize("words", [words for words, _, _ in CASES[::4]])
def test_is_said_in_chinese_too(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setenv("ADDNORM_LANG", "zh")
    result = addnorm(*words)
    assert result.code == 2
    assert result.err.startswith("错误：")
    assert any("\u4e00" <= character <= "\u9fff" for character in result.err[4:])


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_refused(addnorm: Runner, folder: Path) -> None:
    secret = folder / "secret.json"
    secret.write_text("{}", "utf-8")
    secret.chmod(0)
    result = addnorm("layernorm", "secret.json")
    assert (result.code, result.out) == (2, "")
    assert "may not be read" in result.err


def test_the_place_in_a_typed_vector_is_pointed_at(addnorm: Runner) -> None:
    lines = addnorm("layernorm", "0.1, 0.2, O.3").err.splitlines()
    assert lines[2:4] == ["    0.1, 0.2, O.3", "              ^^^"]
