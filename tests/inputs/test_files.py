"""Files: JSON, .npy, .npz and CSV, their entries, and what is wrong with those that are refused."""

from __future__ import annotations

import pickle
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from addnorm_cli.inputs.documents import Document
from addnorm_cli.inputs.files import read, split_path
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.messages import say
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Tensor

MOST_OF_NUMPY = 32 if np.__version__.startswith("1.") else 64


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that the test stands in, so that names are short."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def numbers(content: Tensor | Document) -> list[Any]:
    assert isinstance(content, Tensor)
    values: list[Any] = content.values.tolist()
    return values


def refusal(path: str, entry: str | None = None) -> InputError:
    with pytest.raises(InputError) as caught:
        read(path, entry, Reader())
    return caught.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bank.json", ("bank.json", None)),
        ("bank.json:x", ("bank.json", "x")),
        ("bank.json:sublayer.A", ("bank.json", "sublayer.A")),
        ("weights.npz:layer.0.weight", ("weights.npz", "layer.0.weight")),
        ("BANK.JSON:x", ("BANK.JSON", "x")),
        ("C:\\data\\bank.json", ("C:\\data\\bank.json", None)),
        ("C:\\data\\bank.json:x", ("C:\\data\\bank.json", "x")),
        ("C:/data/h0.npy", ("C:/data/h0.npy", None)),
        ("rows.csv", ("rows.csv", None)),
        ("a.json.bak", None),
        ("x.txt", ("x.txt", None)),
        ("x.text", None),
        ("m.safetensors:norm1.weight", ("m.safetensors", "norm1.weight")),
        ("model.pt:emb", ("model.pt", "emb")),
        ("0.8,0.4", None),
    ],
)
def test_a_path_and_its_entry(text: str, expected: tuple[str, str | None] | None) -> None:
    assert split_path(text) == expected


def test_json_object_is_a_document(folder: Path) -> None:
    (folder / "bank.json").write_text('{"x": [0.80]}')
    content = read("bank.json", None, Reader())
    assert isinstance(content, Document)
    assert (content.name, list(content.tree)) == ("bank.json", ["x"])


def test_json_array_is_a_tensor(folder: Path) -> None:
    (folder / "rows.json").write_text("[[1, 2], [3, 4]]")
    content = read("rows.json", None, Reader())
    assert numbers(content) == [[1, 2], [3, 4]]
    assert isinstance(content, Tensor)
    assert content.source == "rows.json"


def test_json_entry_is_a_tensor(folder: Path) -> None:
    (folder / "bank.json").write_text('{"sublayer": {"A": [0.50]}}')
    content = read("bank.json", "sublayer.A", Reader())
    assert numbers(content) == [0.5]
    assert isinstance(content, Tensor)
    assert content.source == "bank.json: sublayer.A"


def test_an_entry_that_is_an_object_lists_its_own_entries(folder: Path) -> None:
    (folder / "bank.json").write_text('{"sublayer": {"A": [1], "B": [2]}}')
    error = refusal("bank.json", "sublayer")
    assert (error.key, error.where) == ("object_for_numbers", "bank.json: sublayer")
    assert error.facts == {"names": ("A", "B")}


def test_an_array_has_no_entries(folder: Path) -> None:
    (folder / "rows.json").write_text("[1]")
    (folder / "rows.csv").write_text("1")
    np.save("rows.npy", np.ones(2))
    assert {refusal(f"rows.{end}", "x").key for end in ("json", "csv", "npy")} == {"no_entries"}


@pytest.mark.parametrize(
    "dtype", ["float16", "float32", "float64", ">f4", "int8", "int32", "int64", "uint8", "<u2"]
)
def test_npy_of_any_real_type(dtype: str) -> None:
    np.save("h0.npy", np.array([[1, 2, 3], [4, 5, 6]]).astype(dtype))
    content = read("h0.npy", None, Reader())
    assert numbers(content) == [[1, 2, 3], [4, 5, 6]]
    assert isinstance(content, Tensor)
    assert content.values.dtype == np.float64
    assert content.typed is None
    assert not content.values.flags.writeable


def test_npy_in_column_order_and_without_dimensions() -> None:
    np.save("f.npy", np.asfortranarray([[1.5, 2], [3, 4]]))
    np.save("scalar.npy", np.array(2.5))
    assert numbers(read("f.npy", None, Reader())) == [[1.5, 2], [3, 4]]
    assert numbers(read("scalar.npy", None, Reader())) == [2.5]


@pytest.mark.parametrize(
    "array",
    [
        np.array([1 + 2j]),
        np.array([True, False]),
        np.array(["1", "2"]),
        np.array([b"1"]),
        np.array([(1.0, 2.0)], dtype=[("a", "f8"), ("b", "f8")]),
        np.array(["2020-01-01"], dtype="datetime64[D]"),
    ],
    ids=["complex", "bool", "text", "bytes", "structured", "dates"],
)
def test_npy_of_another_type_is_refused(array: np.ndarray[Any, Any]) -> None:
    np.save("h0.npy", array)
    error = refusal("h0.npy")
    assert (error.key, error.where) == ("dtype_refused", "h0.npy")
    assert error.facts == {"dtype": str(array.dtype)}


@pytest.mark.parametrize(
    ("array", "key", "where"),
    [
        (np.array([[1, 2], [3, np.nan]]), "number_not_finite", "h0.npy[1][1]"),
        (np.array([1, -np.inf], dtype="f4"), "number_not_finite", "h0.npy[1]"),
        (np.zeros((2, 0)), "empty", "h0.npy"),
        pytest.param(
            np.zeros((1,) * min(33, MOST_OF_NUMPY)),
            "too_many_dimensions",
            "h0.npy",
            marks=pytest.mark.skipif(MOST_OF_NUMPY < 33, reason="NumPy 1 has no more than 32"),
        ),
    ],
    ids=["nan", "inf", "empty", "33 dimensions"],
)
def test_npy_with_a_fault_names_its_place(array: Any, key: str, where: str) -> None:
    np.save("h0.npy", array)
    error = refusal("h0.npy")
    assert (error.key, error.where) == (key, where)


class Bomb:
    """Fails the test when it is unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (pytest.fail, ("it was unpickled",))


def test_nothing_is_unpickled(folder: Path) -> None:
    np.save("objects.npy", np.array([Bomb()], dtype=object), allow_pickle=True)
    np.savez("objects.npz", a=np.array([Bomb()], dtype=object))
    (folder / "pickle.npy").write_bytes(pickle.dumps(Bomb()))
    for name in ("objects.npy", "objects.npz", "pickle.npy"):
        assert refusal(name).key == "needs_pickle"


def test_npz_with_one_array_needs_no_name() -> None:
    np.savez("one.npz", emb=np.array([1.0, 2.0]))
    content = read("one.npz", None, Reader())
    assert numbers(content) == [1, 2]
    assert isinstance(content, Tensor)
    assert content.source == "one.npz: emb"


def test_npz_entry_by_name(folder: Path) -> None:
    arrays: dict[str, Any] = {"emb": np.ones(2), "layer.0.weight": np.zeros((1, 2))}
    np.savez_compressed("weights.npz", **arrays)
    assert numbers(read("weights.npz", "layer.0.weight", Reader())) == [[0, 0]]


def test_npz_with_several_arrays_wants_a_name() -> None:
    np.savez("weights.npz", emb=np.ones(2), head=np.ones(2))
    error = refusal("weights.npz")
    assert (error.key, error.facts["names"]) == ("which_entry", ("emb", "head"))
    error = refusal("weights.npz", "embb")
    assert (error.key, error.facts["near"]) == ("misspelt_entry", "emb")
    error = refusal("weights.npz", "qqq")
    assert (error.key, error.facts["choices"]) == ("unknown_entry", ("emb", "head"))


def _cut(folder: Path, name: str) -> None:
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(whole[:-8])


def test_damaged_arrays_are_refused(folder: Path) -> None:
    np.save("cut.npy", np.ones(4))
    np.savez("cut.npz", a=np.ones(4))
    _cut(folder, "cut.npy")
    _cut(folder, "cut.npz")
    header = b"\x93NUMPY\x01\x00\x46\x00{'descr': '<f8', 'fortran_order': False, 'shape': (%s), }"
    (folder / "huge.npy").write_bytes(header % b"9" * 30)
    (folder / "text.npy").write_text("0.8, 0.4")
    (folder / "text.npz").write_text("0.8, 0.4")
    (folder / "empty.npy").write_bytes(b"")
    names = ("cut.npy", "cut.npz", "huge.npy", "text.npy", "text.npz", "empty.npy")
    assert {name: refusal(name).key for name in names} == dict.fromkeys(names, "damaged_array")


def test_an_npz_with_no_array_is_empty(folder: Path) -> None:
    with zipfile.ZipFile(folder / "a.npz", "w") as archive:
        archive.writestr("readme.txt", "hello")
    assert refusal("a.npz").key == "empty"


CSV = {
    "one row": ("0.8,0.4\n", [0.8, 0.4]),
    "one row without an end": ("0.8,0.4", [0.8, 0.4]),
    "rows": ("1,2\n3,4\n", [[1, 2], [3, 4]]),
    "a column": ("1\n2\n", [[1], [2]]),
    "semicolons": ("1;2\n3;4\n", [[1, 2], [3, 4]]),
    "tabs": ("1\t2\n3\t4\n", [[1, 2], [3, 4]]),
    "Windows lines": ("1,2\r\n3,4\r\n", [[1, 2], [3, 4]]),
    "a header": ("d0,d1\n1,2\n", [1, 2]),
    "a header with semicolons": ("d0;d1\n1.5;2\n", [1.5, 2]),
    "a header in Chinese": ("河,街\n1,2\n", [1, 2]),
    "numpy.savetxt's header": ("# d0 d1\n1,2\n", [1, 2]),
    "blank lines": ("\n1,2\n\n3,4\n\n", [[1, 2], [3, 4]]),
    "blanks after commas": ("1, 2\n3, 4\n", [[1, 2], [3, 4]]),
    "quotes": ('"1","-2.5"\n', [1, -2.5]),
    "a BOM": ("\ufeff1,2\n", [1, 2]),
    "a BOM and a header": ("\ufeffd0,d1\n1,2\n", [1, 2]),
    "unicode minus": ("−1,1e-5\n", [-1, 1e-5]),
}


@pytest.mark.parametrize(("text", "expected"), CSV.values(), ids=CSV)
def test_reads_csv(folder: Path, text: str, expected: list[Any]) -> None:
    (folder / "rows.csv").write_text(text, encoding="utf-8", newline="")
    assert numbers(read("rows.csv", None, Reader())) == expected


def test_reads_csv_in_utf16_as_excel_writes_it(folder: Path) -> None:
    (folder / "rows.csv").write_text("1\t2\n", encoding="utf-16")
    assert numbers(read("rows.csv", None, Reader())) == [1, 2]


def test_csv_keeps_the_digits_that_were_typed(folder: Path) -> None:
    (folder / "rows.csv").write_text('0.80,"1.50"\n')
    content = read("rows.csv", None, Reader())
    assert isinstance(content, Tensor)
    assert content.typed is not None
    assert list(map(str, content.typed)) == ["0.80", "1.50"]


@pytest.mark.parametrize(
    ("text", "key", "where"),
    [
        ("1,2\n3\n", "ragged", "rows.csv:2"),
        ("d0,d1\n1,2\n3,4,5\n", "ragged", "rows.csv:3"),
        ("1,2\n3,x\n", "not_a_number", "rows.csv:2"),
        ("1,2\n3,\n", "missing_number", "rows.csv:2"),
        ("1,nan\n", "number_not_finite", "rows.csv:1"),
        ("1,1e400\n", "too_large", "rows.csv:1"),
        ("0,8;0,4\n", "decimal_comma", "rows.csv:1"),
        ("1;2\n0,8;0,4\n", "decimal_comma", "rows.csv:2"),
        ('"0,8","0,4"\n', "decimal_comma", "rows.csv:1"),
        ("", "empty", "rows.csv"),
        ("d0,d1\n", "empty", "rows.csv"),
        ("a,b\nc,d\n", "not_a_number", "rows.csv:2"),
        ("1,\x00\n", "binary_file", "rows.csv"),
        ("x" * 200_000, "csv_damaged", "rows.csv:1"),
    ],
)
def test_refuses_csv_with_its_line(folder: Path, text: str, key: str, where: str) -> None:
    (folder / "rows.csv").write_text(text)
    error = refusal("rows.csv")
    assert (error.key, error.where) == (key, where)


def test_a_missing_file_is_guessed_from_its_neighbours(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "bank.json").write_text("{}")
    error = refusal("sub/bnak.json")
    assert (error.key, error.facts["found"]) == ("misspelt_file", "sub/bnak.json")
    assert Path(str(error.facts["near"])) == Path("sub/bank.json")


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("bank", "bank.json"),
        ("bank.jsn", "bank.json"),
        ("bnk.npy", "bank.npy"),
        ("t.json", None),
        ("river.json", None),
    ],
)
def test_a_guess_goes_by_the_name_before_the_ending(
    folder: Path, path: str, near: str | None
) -> None:
    for name in ("bank.json", "bank.npy", "notes.txt", "tokens.json"):
        (folder / name).write_text("{}")
    assert refusal(path).facts.get("near") == near


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("qqq.json", "missing_file"),
        ("nowhere/bank.json", "missing_file"),
        ("qqq", "neither_vector_nor_file"),
        ("nul\x00.json", "missing_file"),
        ("x" * 5000 + ".json", "unreadable"),
    ],
    ids=["no such file", "no such folder", "no ending", "NUL", "too long"],
)
def test_a_missing_file(path: str, key: str) -> None:
    assert refusal(path).key == key


@pytest.mark.parametrize("path", ["x" * 5000, "x" * 5000 + ".json", "a/" * 2000 + "x.npy"])
def test_a_long_name_is_shortened_where_it_is_refused(path: str) -> None:
    error = refusal(path)
    assert len(f"{error.where}{error.facts}") < 300


def test_a_file_within_a_file_is_missing(folder: Path) -> None:
    (folder / "bank.json").write_text("{}")
    assert refusal("bank.json/x.npy").key == "missing_file"


def test_a_folder_is_no_file(folder: Path) -> None:
    (folder / "bank.json").mkdir()
    error = refusal("bank.json")
    assert (error.key, error.where) == ("folder", "bank.json")


def test_another_ending_is_refused(folder: Path) -> None:
    (folder / "model.onnx").write_bytes(b"PK")
    error = refusal("model.onnx")
    assert (error.key, error.where) == ("file_ending", "model.onnx")
    endings = (".json", ".npz", ".safetensors", ".npy", ".csv", ".tsv", ".txt")
    assert error.facts == {"choices": endings}


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("model.pt", "pickled_tensors"),
        ("model.PTH", "pickled_tensors"),
        ("pytorch_model.bin", "pickled_tensors"),
        ("epoch=3.ckpt", "pickled_tensors"),
        ("x.pkl", "pickled_object"),
        ("x.pickle", "pickled_object"),
    ],
)
def test_a_pickled_file_is_refused_with_a_way_to_convert_it(
    folder: Path, name: str, key: str
) -> None:
    (folder / name).write_bytes(pickle.dumps(Bomb()))
    error = refusal(name, "emb")
    assert (error.key, error.where) == (key, name)
    hint = say("en", f"hint.{key}", **error.facts)
    assert name in hint
    assert f"{name.rpartition('.')[0]}." in hint.replace(name, "")


def test_a_pickled_file_that_is_missing_is_missing() -> None:
    assert refusal("model.pt").key == "missing_file"


def test_a_file_that_may_not_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "bank.json").write_text("{}")

    def refuse(self: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    error = refusal("bank.json")
    assert (error.key, error.where) == ("no_permission", "bank.json")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows allows no such names")
def test_a_name_cannot_act_on_the_terminal(folder: Path) -> None:
    error = refusal("a\x1b[31m\u202e.json")
    assert error.facts["found"] == "a[31m.json"
