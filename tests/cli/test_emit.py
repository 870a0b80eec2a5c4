"""Where an answer goes: stdout, a pipe, a file that is whole or not there, the next command."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import stat
import subprocess
import sys
import threading
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.conftest import ROOT, Runner

BANK = ("addnorm", "samples/bank.json")
ONE = ("layernorm", "samples/bank-layernorm.json")
PROGRAM = [sys.executable, "-m", "addnorm_cli"]
ANSI = re.compile(r"\x1b\[")

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX has these devices and signals")


# Files.


@pytest.mark.parametrize("ending", [".json", ".JSON", ".csv", ".svg", ".txt", ".npy"])
def test_the_ending_of_a_file_names_its_format(
    addnorm: Runner, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"answer{ending}"
    result = addnorm(*BANK, "-o", str(path))
    assert (result.code, result.out, result.err) == (0, "", "")
    data = path.read_bytes()
    match ending.lower():
        case ".json":
            assert json.loads(data)["schema"] == "addnorm.trace/2"
        case ".csv":
            assert next(csv.reader(io.StringIO(data.decode()))) == [
                "step", "row", "d0", "d1", "d2", "d3"
            ]  # fmt: skip
        case ".svg":
            assert ElementTree.fromstring(data).tag.endswith("svg")
        case ".txt":
            assert "σ ≈ √" in data.decode()
        case ".npy":
            assert np.load(path, allow_pickle=False).shape == (2, 4)
    assert list(tmp_path.iterdir()) == [path]


def test_an_npy_holds_the_result_with_every_digit(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "y.npy"
    addnorm("layernorm", "samples/tokens-7x8.json", "-o", str(path))
    result = addnorm("layernorm", "samples/tokens-7x8.json", "--json").json["result"]
    np.testing.assert_array_equal(np.load(path), result)


def test_cases_of_different_shapes_do_not_go_into_one_npy(addnorm: Runner, tmp_path: Path) -> None:
    result = addnorm("layernorm", "A=1,2", "B=1,2,3", "-o", str(tmp_path / "y.npy"))
    assert (result.code, list(tmp_path.iterdir())) == (2, [])
    assert "different shapes" in result.err


def test_a_format_that_is_named_wins_over_the_ending(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "answer.txt"
    assert addnorm(*ONE, "--json", "-o", str(path)).code == 0
    assert json.loads(path.read_text("utf-8"))["command"] == "layernorm"
    assert addnorm(*ONE, "-q", "-o", str(path)).code == 0
    assert path.read_text("utf-8") == addnorm(*ONE, "-q").out


@pytest.mark.parametrize("words", [("-o", "-"), ("-o", "-", "-f", "table")])
def test_a_dash_is_stdout(addnorm: Runner, words: tuple[str, ...]) -> None:
    assert addnorm(*ONE, *words).out == addnorm(*ONE).out


def test_a_file_has_no_width_no_colour_and_every_sign(
    addnorm: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "20")
    path = tmp_path / "page.txt"
    addnorm(*BANK, "-o", str(path), "--lang", "zh")
    text = path.read_text("utf-8")
    assert not ANSI.search(text)
    assert "ẑ 的方差 ≈ 0.99999466" in text


def test_a_file_is_replaced_whole_and_keeps_its_mode(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    path.write_text("x" * 100_000, "utf-8")
    path.chmod(0o640)
    addnorm(*ONE, "-o", str(path))
    assert json.loads(path.read_text("utf-8"))
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@posix
def test_a_link_stays_a_link(addnorm: Runner, tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("{}", "utf-8")
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    addnorm(*ONE, "-o", str(tmp_path / "link.json"))
    assert (tmp_path / "link.json").is_symlink()
    assert json.loads((tmp_path / "real.json").read_text("utf-8"))["command"] == "layernorm"


def test_a_failure_leaves_the_old_file_and_nothing_else(
    addnorm: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "answer.json"
    path.write_text("old", "utf-8")

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full_disk)
    result = addnorm(*ONE, "-o", str(path))
    assert (result.code, result.out) == (2, "")
    assert "No space left" in result.err
    assert (path.read_text("utf-8"), list(tmp_path.iterdir())) == ("old", [path])


def test_a_wrong_input_does_not_touch_the_file(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    path.write_text("old", "utf-8")
    assert addnorm("layernorm", "1,x", "-o", str(path)).code == 2
    assert addnorm("layernorm", "1,2", "--only", "nothing", "-o", str(path)).code == 2
    assert path.read_text("utf-8") == "old"


# The result alone, and the next command.


def test_quiet_is_fit_to_be_an_argument(addnorm: Runner) -> None:
    once = addnorm(*ONE, "-q").out
    again = addnorm("layernorm", once.strip(), "--json").json
    assert again["inputs"]["x"] == addnorm(*ONE, "--json").json["result"]


def test_quiet_has_one_line_for_each_vector(addnorm: Runner) -> None:
    assert addnorm("residual", "samples/bank.json", "-q").out == (
        "1.24,0.52,0.72,0.21\n1.12,0.59,0.88,0.13\n"
    )
    assert addnorm("residual", "samples/bank.json", "-q", "--hand", "2").out == (
        "1.24,0.52,0.72,0.21\n1.12,0.59,0.88,0.13\n"
    )
    assert len(addnorm("layernorm", "samples/tokens-7x8.json", "-q").out.splitlines()) == 7


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--row", "1"], "7,8,9"),
        (["--row", "-1", "--cols", "1:"], "8,9"),
        (["--cols", ":1"], "4\n7"),
    ],
)
def test_quiet_keeps_to_the_rows_and_columns_asked_for(
    addnorm: Runner, words: list[str], expected: str
) -> None:
    assert addnorm("residual", "1,2,3;4,5,6", "3,3,3;3,3,3", "-q", *words).out == f"{expected}\n"


def test_one_command_reads_the_json_of_another(addnorm: Runner) -> None:
    first = addnorm("residual", "samples/bank.json", "--json").out
    second = addnorm("layernorm", "-", "-q", "--convention", "pytorch", stdin=first)
    direct = addnorm(*BANK, "-q", "--convention", "pytorch")
    assert second.out == direct.out
    assert len(second.out.splitlines()) == 2
    assert "bank: A by the river" in addnorm("layernorm", "-", stdin=first).out


def test_a_trace_in_a_file_is_a_problem_too(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "trace.json"
    addnorm("residual", "samples/relu-residual.json", "-o", str(path))
    assert addnorm("layernorm", str(path), "-q").code == 0
    assert addnorm("addnorm", str(path), "1,1,1", "-q").code == 0
    assert (
        addnorm("layernorm", f"{path}:result", "-q").out
        == addnorm("layernorm", str(path), "-q").out
    )


# Streams.


@posix
@pytest.mark.parametrize(("key", "code"), [(b"\x04", 0), (b"\x03", 130)])
def test_pause_shows_one_step_at_a_time(key: bytes, code: int) -> None:
    pty, fcntl, termios = map(pytest.importorskip, ("pty", "fcntl", "termios"))
    ours, theirs = pty.openpty()

    def controlled() -> None:
        """Let Ctrl-C on the terminal reach the program."""
        os.setsid()
        fcntl.ioctl(theirs, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(
        [*PROGRAM, *ONE, "--pause", "--no-explain", "--lang", "en"],
        cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=controlled,
        env={**os.environ, "TERM": "xterm"},
    )  # fmt: skip
    impatient = threading.Timer(60, process.kill)  # else a page without the words is waited for
    impatient.daemon = True
    impatient.start()
    os.close(theirs)
    seen = b""
    while b"Enter for the next step" not in seen:
        seen += os.read(ours, 4096)
    assert "LayerNorm" in seen.decode()
    assert "μ =" not in seen.decode()
    os.write(ours, b"\n\n")  # what is given, then the first step
    while "0.6725" not in seen.decode("utf-8", "ignore"):
        seen += os.read(ours, 4096)
    os.write(ours, key)
    assert process.wait(timeout=10) == code
    impatient.cancel()
    assert b"Traceback" not in os.read(ours, 4096)
    os.close(ours)


def test_pause_outside_a_terminal_changes_nothing(addnorm: Runner) -> None:
    assert addnorm(*ONE, "--pause") == addnorm(*ONE)


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": ""}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
    ],
)
def test_colour_obeys_the_environment(
    addnorm: Runner,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    coloured: bool,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert bool(ANSI.search(addnorm(*BANK).out)) is coloured


@pytest.mark.parametrize("words", [["--json"], ["-q"], ["-f", "csv"], ["-f", "plain"]])
def test_what_programs_read_has_no_colour(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert not ANSI.search(addnorm(*BANK, *words).out)
