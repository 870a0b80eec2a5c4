"""Lists of names: plain lines, and the column of a table that holds names."""

from __future__ import annotations

from pathlib import Path

import pytest

from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.rosters import MOST_NAMES, read_roster
from addnorm_cli.model.errors import InputError


def roster(folder: Path, data: str | bytes, name: str = "names.csv") -> list[str]:
    path = folder / name
    path.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
    return [student.name for student in read_roster(str(path), Reader())]


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
        ("Name;ID\nMüller;1\n", ["Müller"]),
        ('ID\tName\n1\t"Lovelace, Ada"\n', ["Lovelace, Ada"]),
        ("sep=;\nname;id\nAda;1\n", ["Ada"]),
        ("Last Name,First Name,ID\nSmith,Ann,1\nSmith,Bob,2\n", ["Ann Smith", "Bob Smith"]),
        ("Surname,First Name\nLovelace,Ada\n", ["Ada Lovelace"]),
        ("姓,名\n李,雷\n", ["李雷"]),
        ("学生姓名,班级\n李雷,3\n", ["李雷"]),
        ('name,id\n"Ada\nLovelace",1\n', ["Ada Lovelace"]),
        ("A\u030angstrom\n", ["Ångstrom"]),
    ],
)
def test_names_are_found(tmp_path: Path, text: str, names: list[str]) -> None:
    assert roster(tmp_path, text) == names


def test_utf16_and_txt_are_read(tmp_path: Path) -> None:
    assert roster(tmp_path, "李雷\nBob\n".encode("utf-16")) == ["李雷", "Bob"]
    assert roster(tmp_path, "Lovelace, Ada\nBob\n", "names.txt") == ["Lovelace, Ada", "Bob"]


def test_a_spreadsheet_in_china_is_read(tmp_path: Path) -> None:
    assert roster(tmp_path, "姓名,学号\n李雷,1\n".encode("gbk")) == ["李雷"]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ("", "not_a_roster"),
        ("\n \n", "not_a_roster"),
        ("name\n", "not_a_roster"),
        ("Ada\nBob\nAda\n", "name_twice"),
        ("\n".join(map(str, range(MOST_NAMES + 1))), "too_many_names"),
        (b"Ada\n\xff\xff\n", "not_utf8"),
        ("Éva\n".encode("latin-1"), "not_utf8"),
        ("1,Ada\n2,Bob\n", "which_column"),
        ("email,group\na@b,1\n", "which_column"),
        ("A\u030a\n\u00c5\n", "name_twice"),
        (b"a\0b\0c", "binary_file"),
        ('"' + "a" * 200_000, "not_a_roster"),
    ],
)
def test_what_is_no_list_of_names_is_refused(tmp_path: Path, data: str | bytes, key: str) -> None:
    with pytest.raises(InputError) as caught:
        roster(tmp_path, data)
    assert caught.value.key == key
    assert str(tmp_path / "names.csv") in str(caught.value.where)


def test_a_student_who_is_there_twice_is_named_with_the_line(tmp_path: Path) -> None:
    for text, line in (("name\nAda\n\nBob\nAda\n", 5), ("name,code\nAda,1\nBob,1\n", 3)):
        with pytest.raises(InputError) as caught:
            roster(tmp_path, text)
        assert caught.value.where == f"{tmp_path / 'names.csv'}, line {line}"


def test_two_of_one_name_are_told_apart_by_codes_of_their_own(tmp_path: Path) -> None:
    assert roster(tmp_path, "姓名,学号\n李雷,1\n李雷,2\n") == ["李雷", "李雷"]
    with pytest.raises(InputError):
        roster(tmp_path, "姓名,学号\n李雷,1\n李雷,\n")


def test_other_endings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        roster(tmp_path, "Ada", "names.xlsx")
    assert caught.value.key == "file_ending"
    assert caught.value.facts["choices"] == (".csv", ".txt")
