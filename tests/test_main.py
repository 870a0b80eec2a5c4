"""How the program ends: exit codes and last words where streams fail or signals come."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX has these devices and signals")

PROGRAM = [sys.executable, "-m", "addnorm_cli"]
BARE = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
"""What a user has: nothing that tells the interpreter to be another."""
BARE |= {"PYTHONPATH": str(ROOT), "ADDNORM_LANG": "en"}

INTERPRETERS: dict[str, dict[str, str]] = {
    "as it is": {},
    "unbuffered": {"PYTHONUNBUFFERED": "1"},
    "for development": {"PYTHONDEVMODE": "1"},
    "strict": {"PYTHONWARNINGS": "error"},
    "without docstrings": {"PYTHONOPTIMIZE": "2"},
    "in ASCII": {"PYTHONIOENCODING": "ascii"},
}
WORDS: tuple[list[str], ...] = (
    ["layernorm", "1,2,4"],
    ["layernorm", "--random", "99x99", "--full"],
    ["layernorm", "1,2,4", "-q", "-o", "/dev/stdout"],
    ["homework", "make", "--count", "1"],
    ["samples", "list"],
    ["samples", "show", "bank"],
    ["--version"],
    ["--help"],
    ["layernorm", "-h"],
    ["homework"],
    [],
)


def ended(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a line of the shell leaves behind, in which $P is the program."""
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("$P", " ".join(f"'{word}'" for word in PROGRAM))],
        env={**BARE, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )


# Streams that cannot be written or read.


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_a_full_stdout_is_an_error_in_one_line(words: list[str]) -> None:
    done = ended(f"$P {' '.join(words)} >/dev/full")
    assert done.returncode == 2
    assert done.stderr == "error: cannot write to stdout: No space left on device\n"


@pytest.mark.parametrize("interpreter", INTERPRETERS.values(), ids=INTERPRETERS)
def test_a_full_stdout_is_the_same_to_every_interpreter(interpreter: dict[str, str]) -> None:
    done = ended("$P layernorm 1,2,4 >/dev/full", **interpreter)
    assert done.returncode == 2
    assert done.stderr == "error: cannot write to stdout: No space left on device\n"


def test_a_full_stdout_is_told_in_chinese_and_json() -> None:
    told = ended("$P layernorm 1,2,4 --lang zh >/dev/full").stderr
    assert told.startswith("错误：无法写入标准输出：")
    tree = json.loads(ended("$P layernorm 1,2,4 --json >/dev/full").stderr)
    assert tree["error"] == "cannot write to stdout: No space left on device"


def test_a_stdout_that_is_open_for_reading_is_an_error() -> None:
    done = ended("$P layernorm 1,2,4 1</dev/null")
    assert (done.returncode, done.stderr[:30]) == (2, "error: cannot write to stdout:")


@pytest.mark.parametrize("words", ["layernorm 1,x", "layernorm 1,x --json", "no-such-command"])
@pytest.mark.parametrize("stream", ["2>/dev/full", "2>&-", "2</dev/null", ">/dev/full 2>&1"])
def test_the_exit_code_is_right_where_nobody_can_be_told(words: str, stream: str) -> None:
    done = ended(f"$P {words} {stream}")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.parametrize("interpreter", INTERPRETERS.values(), ids=INTERPRETERS)
def test_a_full_stderr_is_the_same_to_every_interpreter(interpreter: dict[str, str]) -> None:
    done = ended("$P layernorm 1,x 2>/dev/full", **interpreter)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_a_stderr_that_is_not_needed_may_be_full() -> None:
    assert ended("$P layernorm 1,2,4 -q 2>/dev/full").returncode == 0


@pytest.mark.parametrize("interpreter", list(INTERPRETERS.values())[:3], ids=list(INTERPRETERS)[:3])
@pytest.mark.parametrize("words", ["layernorm 1,2,4", "layernorm --random 200x16 --full", "-h"])
def test_a_pipe_that_is_closed_early_ends_quietly(words: str, interpreter: dict[str, str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*PROGRAM, *words.split()],
        cwd=ROOT,
        env={**BARE, **interpreter},
        stdout=writer,
        stderr=subprocess.PIPE,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_closed_streams_do_no_harm() -> None:
    assert ended("$P layernorm 1,2,4 >&-").returncode == 0
    assert "nothing came in on stdin" in ended("$P layernorm - <&-").stderr


def test_a_stdin_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    done = ended(f"$P layernorm - 0>{tmp_path / 'written'}")
    assert done.returncode == 2
    assert done.stderr == "error: the file cannot be read\n  in stdin\n"


# Signals.

WHEN_IMPORTED = """
import os, signal, sys
def send(event, arguments):
    if event == "import" and arguments[0] == {module!r} and not sent:
        sent.append(True)
        os.kill(os.getpid(), signal.SIGINT)
sent = []
from addnorm_cli.__main__ import main
sys.addaudithook(send)
sys.argv[1:] = ["layernorm", "1,2,4"]
main()
"""


@pytest.mark.parametrize(
    "module",
    ["addnorm_cli.cli.app", "typer", "typer.core", "addnorm_cli.calc", "numpy", "numpy.linalg"],
)
def test_ctrl_c_while_modules_load_ends_quietly(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WHEN_IMPORTED.format(module=module)],
        cwd=ROOT,
        env=BARE,
        capture_output=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="POSIX has these signals")
def test_ctrl_c_at_any_time_shows_no_line_of_ours() -> None:
    """Before our first line, and so before any file of ours is named, it is the interpreter's."""
    script = "from addnorm_cli.__main__ import main\nmain()"
    for hundredth in range(20):
        process = subprocess.Popen(
            [sys.executable, "-c", script, "layernorm", "-"],
            cwd=ROOT,
            env=BARE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        time.sleep(hundredth / 100)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (out, b"addnorm_cli/" in err) == (b"", False)


def test_nothing_is_loaded_before_ctrl_c_is_listened_to() -> None:
    script = """
import sys
import time
before = set(sys.modules)
import addnorm_cli.__main__
print(sorted(set(sys.modules) - before))
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=BARE, capture_output=True, text=True
    )
    assert done.stdout == "['addnorm_cli', 'addnorm_cli.__main__']\n"


def unread(pipe: IO[bytes]) -> int:
    """How many bytes of a pipe nobody has taken yet."""
    import fcntl
    import termios

    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def test_ctrl_c_while_waiting_for_stdin_ends_quietly() -> None:
    process = subprocess.Popen(
        [*PROGRAM, "layernorm", "-"],
        cwd=ROOT,
        env=BARE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(b"1,")
    process.stdin.flush()
    while unread(process.stdin) and process.poll() is None:
        pass  # until it has taken what there is, and waits for more
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=10) == (b"", b"")
    assert process.returncode == 130


WHILE_WRITTEN = """
import os, signal, sys
from pathlib import Path
from addnorm_cli.__main__ import main
replace = os.replace
def interrupted(*paths):
    assert len(list(Path().iterdir())) == 2
    os.kill(os.getpid(), signal.{name})
    os.kill(os.getpid(), signal.{name})
    replace(*paths)
os.replace = interrupted
sys.argv[1:] = ["layernorm", "1,2,4", "-o", "answer.json"]
main()
"""


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", -15), ("SIGHUP", -1)])
def test_a_signal_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, name: str, code: int
) -> None:
    (tmp_path / "answer.json").write_text("old")
    done = subprocess.run(
        [sys.executable, "-c", WHILE_WRITTEN.format(name=name)],
        cwd=tmp_path,
        env=BARE,
        capture_output=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")
    assert [path.name for path in tmp_path.iterdir()] == ["answer.json"]
    assert (tmp_path / "answer.json").read_text() == "old"


def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    script = WHILE_WRITTEN.format(name="SIGHUP")
    line = f"trap '' HUP; exec {sys.executable} -c '{script}'"
    (tmp_path / "answer.json").write_text("old")
    done = subprocess.run(["/bin/sh", "-c", line], cwd=tmp_path, env=BARE, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "answer.json").read_text() != "old"


WHILE_CONVERTED = """
import os, signal, sys
from addnorm_cli.__main__ import main
def send(event, arguments):
    if event == "subprocess.Popen" and "--to=docx" in arguments[1]:
        os.kill(os.getpid(), signal.SIGTERM)
sys.addaudithook(send)
sys.argv[1:] = ["layernorm", "1,2,4", "-o", "answer.docx"]
main()
"""


def test_a_document_that_is_not_finished_leaves_nothing(tmp_path: Path) -> None:
    pytest.importorskip("pypandoc")
    done = subprocess.run(
        [sys.executable, "-c", WHILE_CONVERTED],
        cwd=tmp_path,
        env={**BARE, "TMPDIR": str(tmp_path)},
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (-15, b"")
    assert list(tmp_path.iterdir()) == []
