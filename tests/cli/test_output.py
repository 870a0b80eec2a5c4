"""The places of answers: no file that was read, none that is protected, streams as they are."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import ROOT, Runner

PROGRAM = f'"{sys.executable}" -m addnorm_cli'
MODEL = ROOT / "tests/fixtures/models/bert"
TENSORS = "model/model.safetensors"
BIAS = "encoder.layer.0.attention.self.query.bias"

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX has these devices and signals")
bash = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")

READ_AND_WRITTEN = {
    "a problem": ("addnorm bank.json", "bank.json"),
    "an entry of a problem": ("layernorm bank.json:x", "bank.json"),
    "a labelled file": ("residual 1,2,3,4 A=bank.json:x", "bank.json"),
    "an array": ("layernorm h.npy", "h.npy"),
    "a member of an archive": ("layernorm h.npz:a -f csv", "h.npz"),
    "a table": ("layernorm rows.csv", "rows.csv"),
    "a text": ("layernorm notes.txt", "notes.txt"),
    "quotes that a shell left": ("layernorm 'rows.csv'", "rows.csv"),
    "full-width blanks": ("layernorm \u3000rows.csv", "rows.csv"),
    "another way to the file": ("layernorm sub/../rows.csv", "rows.csv"),
    "the name of another way": ("layernorm rows.csv", "sub/../rows.csv"),
    "a link to it": ("layernorm rows.csv", "link.csv"),
    "a link that was read": ("layernorm link.csv", "rows.csv"),
    "another name of the same file": ("layernorm rows.csv", "hard.csv"),
    "--gamma": ("layernorm 1,2,3 --gamma rows.csv", "rows.csv"),
    "--beta": ("layernorm 1,2,3 --beta rows.csv", "rows.csv"),
    "--beta with an entry": ("layernorm 1,2,3,4 --beta bank.json:x", "bank.json"),
    "--weight": ("residual 1,2,3 --weight square.csv", "square.csv"),
    "--bias": ("residual 1,2,3 --weight square.csv --bias rows.csv", "rows.csv"),
    "--upstream": ("gradient 1,2,4 --upstream rows.csv", "rows.csv"),
    "--upstream of a flow": ("gradient-flow block.json --upstream twos.csv", "twos.csv"),
    "a block": ("block block.json", "block.json"),
    "a comparison": ("compare-norm rows.csv", "rows.csv"),
    "a list of problems": ("homework solve bank.json", "bank.json"),
    "--expect": ("layernorm 1,2,4 --expect rows.csv -f csv", "rows.csv"),
    "--expect of one step": ("layernorm 1,2,4 --expect deviations=hard.csv -f csv", "rows.csv"),
    "--expect of a trace": ("layernorm 1,2,4 --steps --expect trace.json -f csv", "trace.json"),
    "the answers of a class": ("homework grade list.json answers.csv", "answers.csv"),
    "the problems of a class": ("homework grade list.json answers.csv -f csv", "list.json"),
    "another name of answers": ("homework grade list.json answers.csv", "sub/../answers.csv"),
    "one of several lists": ("homework solve block.json bank.json", "block.json"),
}  # fmt: skip
"""What is read, and the place that the answer is told to take: the same file."""

OF_MODELS = {
    "--weights": (f"block x.npy --weights {TENSORS} -f csv", TENSORS),
    "the folder of a model": ("block x.npy --weights model -f csv", TENSORS),
    "the settings of a model": (f"block x.npy --weights {TENSORS}", "model/config.json"),
    "the index of a model": ("block x.npy --weights shards", "shards/model.safetensors.index.json"),
    "a shard of a model": ("block x.npy --weights shards -f csv", "shards/1.safetensors"),
    "the settings of shards": ("block x.npy --weights shards", "shards/config.json"),
    "what cuts a text into tokens": (
        "block --weights text --text hi -f csv", "text/tokenizer.json"),
    "the states that it should have": (
        "block x.npy --weights model --expect h.npz:hidden -f csv",
        "h.npz",
    ),
    "one tensor": (f"layernorm {TENSORS}:{BIAS} -f csv", TENSORS),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, addnorm: Runner, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of every kind, in which the program runs."""
    for name in ("bank.json", "pre-vs-post.json"):
        shutil.copyfile(ROOT / "samples" / name, tmp_path / name)
    shutil.copyfile(ROOT / "samples/encoder-post.json", tmp_path / "block.json")
    shutil.copytree(MODEL, tmp_path / "model")
    (tmp_path / "sub").mkdir()
    shutil.copytree(MODEL.with_name("bert-text"), tmp_path / "text")
    (tmp_path / "list.json").write_text('[{"command": "layernorm", "x": [1, 2, 4]}]')
    (tmp_path / "answers.csv").write_text("name,problem,part,d0,d1,d2\nada,1,output,1,2,3\n")
    addnorm("layernorm", "1,2,4", "-o", str(tmp_path / "trace.json"))
    (tmp_path / "rows.csv").write_text("1,2,4\n")
    (tmp_path / "notes.txt").write_text("1,2,4\n")
    (tmp_path / "square.csv").write_text("1,0,0\n0,1,0\n0,0,2\n")
    (tmp_path / "twos.csv").write_text("2\n")
    (tmp_path / "link.csv").symlink_to(tmp_path / "rows.csv")
    (tmp_path / "hard.csv").hardlink_to(tmp_path / "rows.csv")
    np.save(tmp_path / "h.npy", np.array([1.0, 2.0, 4.0]))
    np.save(tmp_path / "x.npy", np.ones((1, 16)))
    np.savez(tmp_path / "h.npz", a=np.array([1.0, 2.0, 4.0]), hidden=np.ones((1, 16)))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@posix
@pytest.mark.parametrize(("command", "place"), READ_AND_WRITTEN.values(), ids=READ_AND_WRITTEN)
def test_no_answer_takes_the_place_of_what_was_read(
    addnorm: Runner, folder: Path, command: str, place: str
) -> None:
    if "--weights" in command:
        pytest.importorskip("safetensors", reason="the extra `weights` is not installed")
    before = contents(folder)
    result = addnorm(*command.split(" "), "-o", place)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: the answer would take the place of its own input\n")
    assert f"in {place}\n" in result.err
    assert contents(folder) == before


@posix
@pytest.mark.parametrize(("command", "place"), OF_MODELS.values(), ids=OF_MODELS)
def test_no_answer_takes_the_place_of_a_part_of_a_model(
    addnorm: Runner, folder: Path, command: str, place: str
) -> None:
    safetensors = pytest.importorskip("safetensors")
    with safetensors.safe_open(folder / TENSORS, framework="numpy") as file:
        index = {"weight_map": dict.fromkeys(file.keys(), "1.safetensors")}
    shutil.copytree(folder / "model", folder / "shards")
    (folder / "shards/model.safetensors").rename(folder / "shards/1.safetensors")
    (folder / "shards/model.safetensors.index.json").write_text(json.dumps(index))
    test_no_answer_takes_the_place_of_what_was_read(addnorm, folder, command, place)


@posix
def test_the_refusal_is_in_the_readers_language(addnorm: Runner, folder: Path) -> None:
    result = addnorm("layernorm", "rows.csv", "-o", "rows.csv", "--lang", "zh")
    assert result.err == (
        "错误：答案会覆盖它自己的输入文件\n  位置：rows.csv\n  提示：请换一个要写入的文件名\n"
    )


def shell(line: str, folder: Path, code: int = 0) -> tuple[str, str]:
    """What a line of bash and all that it starts print; `addnorm` is the program."""
    done = subprocess.run(
        ["bash", "-c", f'addnorm() {{ {PROGRAM} "$@"; }}\n{line}'],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), "ADDNORM_LANG": "en"},
        timeout=60,
    )
    assert done.returncode == code, done.stderr
    return done.stdout, done.stderr


@posix
@bash
@pytest.mark.parametrize("place", ["rows.csv", "link.csv", "/dev/stdin"])
def test_no_answer_takes_the_place_of_the_file_on_stdin(folder: Path, place: str) -> None:
    out, err = shell(f"addnorm layernorm - -f csv -o {place} <rows.csv", folder, 2)
    assert (out, "would take the place of its own input" in err) == ("", True)
    assert (folder / "rows.csv").read_text() == "1,2,4\n"


def test_no_sheet_takes_the_place_of_the_roster(addnorm: Runner, folder: Path) -> None:
    (folder / "sheet-2-bo.txt").write_text("Ada\nBo\n")
    before = contents(folder)
    for option, place in (("-o", "sheet.txt"), ("--key", "sheet-2-bo.txt")):
        result = addnorm("homework", "make", "--per-student", "sheet-2-bo.txt", option, place)
        assert (result.code, result.out) == (2, "")
        assert "would take the place of its own input\n  in sheet-2-bo.txt" in result.err
        assert contents(folder) == before


@pytest.mark.parametrize("option", ["-o", "--key", "--answers"])
def test_no_sheet_takes_the_place_of_what_an_option_named(
    addnorm: Runner, folder: Path, option: str
) -> None:
    (folder / "gamma.csv").write_text("1,2,4\n")
    before = contents(folder)
    words = ["homework", "make", "--dim", "3", "--gamma", "gamma.csv", "-f", "markdown"]
    rest = [] if option == "-o" else ["-o", "sheet.md"]
    result = addnorm(*words, option, "gamma.csv", *rest)
    assert (result.code, result.out) == (2, "")
    assert "would take the place of its own input\n  in gamma.csv" in result.err
    assert contents(folder) == before


def test_what_was_only_typed_is_no_input(addnorm: Runner, folder: Path) -> None:
    for words in (["layernorm", "1,2,4"], ["homework", "make", "--count", "1"]):
        assert addnorm(*words, "-o", "rows.txt").code == 0
    assert addnorm("layernorm", "h.npy", "-o", "rows.csv").code == 0
    assert (folder / "rows.csv").read_text().startswith("step,")


def test_a_protected_file_is_not_replaced(addnorm: Runner, folder: Path) -> None:
    (folder / "rows.csv").chmod(0o444)
    for place in ("rows.csv", "link.csv"):
        result = addnorm("layernorm", "1,2", "-o", place)
        assert (result.code, result.out) == (2, "")
        assert "error: the file may not be written to\n  in" in result.err
    assert (folder / "rows.csv").read_text() == "1,2,4\n"


def test_a_protected_sheet_keeps_the_others_from_being_written(
    addnorm: Runner, folder: Path
) -> None:
    (folder / "key.md").write_text("mine")
    (folder / "key.md").chmod(0o400)
    before = contents(folder)
    words = ["homework", "make", "-o", "sheet.md", "--key", "key.md", "--problems", "p.json"]
    assert addnorm(*words).code == 2
    assert contents(folder) == before


@posix
@bash
@pytest.mark.parametrize("place", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "out"])
def test_a_name_of_stdout_is_stdout(folder: Path, place: str) -> None:
    if place.startswith("/proc") and not Path(place).parent.exists():
        pytest.skip("a system without /proc")
    (folder / "out").symlink_to("/dev/stdout")
    expected, _ = shell("addnorm layernorm 1,2,4", folder)
    for line in (f"-o {place}", f"-o {place} | cat", f"-o {place} > log; cat log"):
        assert shell(f"addnorm layernorm 1,2,4 {line}", folder)[0] == expected


@posix
@bash
@pytest.mark.parametrize("place", ["/dev/stdout >> log", "/dev/fd/1 >> log", "/dev/fd/7 7>> log"])
def test_a_log_is_kept(folder: Path, place: str) -> None:
    (folder / "log").write_text("before\n")
    shell(f"addnorm layernorm 1,2,4 -q -o {place}; addnorm layernorm 1,2,4 -q -o {place}", folder)
    first, *answers = (folder / "log").read_text().splitlines()
    assert first == "before"
    assert len(answers) == 2
    assert answers[0] == answers[1]


@posix
@bash
def test_an_open_file_that_was_read_is_not_written_to(folder: Path) -> None:
    line = "addnorm layernorm rows.csv -f csv -o /dev/fd/7 7>> rows.csv"
    assert "its own input" in shell(line, folder, 2)[1]
    assert (folder / "rows.csv").read_text() == "1,2,4\n"


@posix
@bash
@pytest.mark.parametrize("form", ["", "-f json", "-q", "--lang zh"])
def test_an_answer_goes_into_a_process(folder: Path, form: str) -> None:
    expected, _ = shell(f"addnorm layernorm 1,2,4 {form}", folder)
    line = f"addnorm layernorm 1,2,4 {form} -o >(cat > got); wait $!; cat got"
    assert shell(line, folder) == (expected, "")


@posix
@bash
def test_sheets_and_problems_go_into_processes(folder: Path) -> None:
    line = "addnorm homework make --count 2 -o >(cat > s) --problems >(cat > p)"
    assert shell(line, folder) == ("", "")
    assert "2. " in (folder / "s").read_text("utf-8")
    assert shell("addnorm homework solve - -q < p", folder)[0].count("\n") == 2


@posix
@bash
@pytest.mark.parametrize("pipe", ["pipe", "pipe.json"])
def test_a_pipe_with_a_name_is_written_to_and_stays(folder: Path, pipe: str) -> None:
    form = "" if "." in pipe else "-f json"
    line = f"mkfifo {pipe}; cat {pipe} & addnorm layernorm 1,2,4 {form} -o {pipe}; wait"
    out, _ = shell(line, folder)
    assert out == shell("addnorm layernorm 1,2,4 --json", folder)[0]
    assert (folder / pipe).is_fifo()


@posix
@bash
def test_a_stream_that_cannot_be_written_says_so(folder: Path) -> None:
    for place in ("/dev/full", "/dev/fd/77", "/dev/fd/7 7< rows.csv"):
        _, err = shell(f"addnorm layernorm 1,2,4 -o {place}", folder, 2)
        assert err.startswith("error: cannot write there: ")
    assert shell("addnorm layernorm 1,2,4 -o /dev/null", folder) == ("", "")


@posix
def test_students_get_no_streams(addnorm: Runner, folder: Path) -> None:
    (folder / "names.txt").write_text("Ada\n")
    for place in ("-", "/dev/stdout", "/dev/null"):
        result = addnorm("homework", "make", "--per-student", "names.txt", "-o", place)
        assert "every student needs a file of their own" in result.err
