"""Lists of names: plain lines, and the column of a table that holds names."""

from __future__ import annotations

from pathlib import Path

import pytest

from addnorm_cli.errors import InputError
from addnorm_cli.inputs.rosters import MOST_NAMES, read_roster


def roster(folder: Path, data: str | bytes, name: str = "names.csv") -> list[str]:
    path = folder / name
    path.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
    return read_roster(str(path))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ada\nBob\n", ["Ada", "Bob"]),
        ("Ada\r\n\r\n  Bob  ", ["Ada", "Bob"]),
        ("name\nAda\n", ["Ada"]),
        ("id,Name,group\n1,Ada,x\n2,Bob,y\n", ["Ada", "Bob"]),
        ("学号,姓名\n1,李雷\n2,韩梅梅\n", ["李雷", "韩梅梅"]),
        ('"Lovelace, Ada"\nBob\n', ["Lovelace, Ada", "Bob"]),
        ("id,name\n1,Ada\n2\n3,\n", ["Ada"]),
        ("\ufeffAda\n", ["Ada"]),
        ("A\x1b[31mda\n", ["A[31mda"]),
        ("ada\nAda\n", ["ada", "Ada"]),
    ],
)
def test_names_are_found(tmp_path: Path, text: str, names: list[str]) -> None:
    assert roster(tmp_path, text) == names


def test_utf16_and_txt_are_read(tmp_path: Path) -> None:
    assert roster(tmp_path, "李雷\nBob\n".encode("utf-16")) == ["李雷", "Bob"]
    assert roster(tmp_path, "Ada\n", "names.txt") == ["Ada"]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ("", "not_a_roster"),
        ("\n \n", "not_a_roster"),
        ("name\n", "not_a_roster"),
        ("Ada\nBob\nAda\n", "name_twice"),
        ("\n".join(map(str, range(MOST_NAMES + 1))), "too_many_names"),
        ("李雷\n".encode("gbk"), "not_utf8"),
        (b"a\0b\0c", "binary_file"),
        ('"' + "a" * 200_000, "not_a_roster"),
    ],
)
def test_what_is_no_list_of_names_is_refused(tmp_path: Path, data: str | bytes, key: str) -> None:
    with pytest.raises(InputError) as caught:
        roster(tmp_path, data)
    assert caught.value.key == key
    assert str(tmp_path / "names.csv") in str(caught.value.where)


def test_other_endings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        roster(tmp_path, "Ada", "names.xlsx")
    assert caught.value.key == "file_ending"
    assert caught.value.facts["choices"] == ".csv, .txt"
