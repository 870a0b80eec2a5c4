"""What has no end, or is too much to work, is refused before it is read, with the way round it."""

from __future__ import annotations

import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from addnorm_cli.inputs.block_file import read_updates
from addnorm_cli.inputs.documents import Document
from addnorm_cli.inputs.files import read
from addnorm_cli.inputs.problem_lists import parse_problem_list
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.messages import say
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Tensor


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def numbers(content: Tensor | Document) -> Any:
    assert isinstance(content, Tensor)
    return content.values.tolist()


def refusal(path: str) -> InputError:
    with pytest.raises(InputError) as caught:
        read(path, None, Reader())
    return caught.value


def sparse(path: Path, shape: str, size: int, descr: str = "<f8") -> None:
    """An .npy file whose numbers are a hole of the file system."""
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".ljust(118)
    with path.open("wb") as file:
        file.write(b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header.encode())
        file.truncate(file.tell() + size)


@pytest.mark.parametrize(
    ("shape", "size", "descr", "key"),
    [
        ("(268435456,)", 2**31, "<f8", "too_many_numbers"),
        ("(1000000, 1000000)", 100, "<f4", "too_many_numbers"),
        ("(20000001,)", 100, "<i1", "too_many_numbers"),
        ("(-1,)", 2**31, "<f8", "damaged_array"),
        ("(1, -268435456)", 2**31, "<f8", "damaged_array"),
        ("(1,)", 2**31, "<U500000000", "dtype_refused"),
        ("(3,)", 8, "<f8", "damaged_array"),
    ],
)
def test_a_large_array_is_refused_before_it_is_read(
    folder: Path, shape: str, size: int, descr: str, key: str
) -> None:
    sparse(folder / "h0.npy", shape, size, descr)
    assert refusal("h0.npy").key == key
    with (folder / "h0.npy").open("rb") as file:
        start = file.read(100_000)
    with zipfile.ZipFile(folder / "h0.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.npy", start)
    assert refusal("h0.npz").key == key


def test_a_limit_is_named_with_the_way_round_it(folder: Path) -> None:
    sparse(folder / "h0.npy", "(5000, 100000)", 0)
    error = refusal("h0.npy")
    assert error.facts == {"found": "500,000,000", "most": "20,000,000"}
    assert "x[:1000]" in say("en", "hint.too_many_numbers", **error.facts)


def test_a_hole_that_is_small_enough_is_zeros(folder: Path) -> None:
    sparse(folder / "h0.npy", "(2, 3)", 48)
    assert numbers(read("h0.npy", None, Reader())) == [[0] * 3] * 2


@pytest.mark.parametrize("length", [2**32 - 1, 2**31, 70_000])
def test_a_header_without_end_is_not_read(folder: Path, length: int) -> None:
    with (folder / "h0.npy").open("wb") as file:
        file.write(b"\x93NUMPY\2\0" + length.to_bytes(4, "little"))
        file.truncate(2**31)
    assert refusal("h0.npy").key == "damaged_array"


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
def test_an_npy_of_every_version_is_read(folder: Path, version: tuple[int, int]) -> None:
    with (folder / "h0.npy").open("wb") as file:
        np.lib.format.write_array(file, np.ones(2), version=version)
    assert numbers(read("h0.npy", None, Reader())) == [1, 1]


@pytest.mark.parametrize("packed", [zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_npz_may_be_packed_in_other_ways(folder: Path, packed: int) -> None:
    np.save("x.npy", np.arange(6000.0).reshape(2, 3000))
    with zipfile.ZipFile(folder / "h0.npz", "w", packed) as archive:
        archive.write("x.npy")
    assert numbers(read("h0.npz", None, Reader()))[1][-1] == 5999


@pytest.mark.parametrize("packed", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_member_is_named(folder: Path, packed: int) -> None:
    np.save("x.npy", np.arange(6000.0))
    with zipfile.ZipFile(folder / "h0.npz", "w", packed) as archive:
        archive.write("x.npy")
    whole = bytearray((folder / "h0.npz").read_bytes())
    whole[60:1000] = bytes(940)
    (folder / "h0.npz").write_bytes(whole)
    error = refusal("h0.npz")
    assert (error.key, error.where) == ("damaged_array", "h0.npz: x")


def test_many_arrays_are_not_all_listed() -> None:
    arrays: dict[str, Any] = {f"layer{i}": np.ones(1) for i in range(100)}
    np.savez("many.npz", **arrays)
    said = say("en", "error.which_entry", **refusal("many.npz").facts)
    assert "layer0, layer1, " in said
    assert said.endswith("layer38, layer39, … (100)")


def test_text_without_end_is_refused(folder: Path) -> None:
    with (folder / "x.json").open("wb") as file:
        file.truncate(2**33)
    error = refusal("x.json")
    assert (error.key, error.where, error.facts) == ("too_long", "x.json", {"most": 64})


def test_stdin_without_end_is_refused() -> None:
    with Path("/dev/zero").open("rb") as zeros, pytest.raises(InputError) as caught:
        Reader(zeros).stdin()
    assert (caught.value.key, caught.value.where) == ("too_long", "stdin")


ROWS = {
    "x.csv": "{}\n" * 10,
    "x.tsv": "{}\n" * 10,
    "x.txt": "{}\n" * 10,
    "x.json": "[" + ", ".join(["{}"] * 10) + "]",
}


@pytest.mark.parametrize("name", ROWS)
def test_a_text_of_more_numbers_than_can_be_kept_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for module in ("tables", "literals.builder", "documents"):
        monkeypatch.setattr(f"addnorm_cli.inputs.{module}.MOST_TYPED", 20)
    (folder / name).write_text(ROWS[name].replace("{}", "1, 2"))
    assert np.size(numbers(read(name, None, Reader()))) == 20
    (folder / name).write_text(ROWS[name].replace("{}", "1, 2, 3"))
    error = refusal(name)
    assert (error.key, error.facts) == ("too_many_typed", {"most": "20"})


def test_more_updates_than_can_be_worked_are_refused(folder: Path) -> None:
    tree: list[Any] = [{"delta": [Decimal(1)]}]
    assert len(read_updates(tree * 10_000, "x.json: updates", (1,))) == 10_000
    with pytest.raises(InputError) as caught:
        read_updates(tree * 10_001, "x.json: updates", (1,))
    assert (caught.value.key, caught.value.facts["most"]) == ("too_many_updates", "10,000")


@pytest.mark.parametrize("text", ["1" + "0" * 5000, "1e5000", "0." + "0" * 5000 + "1"])
def test_a_long_number_is_shortened_where_it_is_refused(folder: Path, text: str) -> None:
    for name, content in (("x.json", f"[{text}]"), ("x.csv", text), ("x.txt", text)):
        (folder / name).write_text(content)
        assert len(str(refusal(name).facts["found"])) <= 40


@pytest.mark.parametrize("name", ["problems.json", "problems.jsonl"])
def test_a_list_of_too_many_problems_is_refused(name: str) -> None:
    problems = ['{"x": [1, 2, 3]}'] * 1001
    text = "\n".join(problems) if name.endswith("l") else f"[{', '.join(problems)}]"
    with pytest.raises(InputError) as caught:
        parse_problem_list(text, name)
    assert (caught.value.key, caught.value.facts["most"]) == ("too_many_problems", "1,000")
