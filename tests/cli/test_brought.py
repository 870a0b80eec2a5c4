"""What a person brings is read: printed arrays, entries of weights, pipes; a slip gets its hint."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import Runner

MATRIX = [
    "Tensor(shape=[2, 2], dtype=float32, place=Place(cpu), stop_gradient=True,\n"
    "       [[0.50000000, 2.00000000],\n        [3.        , -4.       ]])",
    "<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\n"
    "array([[ 0.5,  2. ],\n       [ 3. , -4. ]], dtype=float32)>",
    "Array([[0.5, 2.], [3., -4.]], dtype=float32, weak_type=True)",
    "[[0.5 2.]\n [3. -4.]]\n<NDArray 2x2 @cpu(0)>",
    "mx.array([[0.5, 2], [3, -4]])",
    "[[ 0.5000,  2.0000],\n [ 3.0000, -4.0000]]\nTensor[[2, 2], f32]",
    "vec![vec![0.5, 2.0], vec![3.0, -4.0]]",
    "{{0.5f, 2.0f}, {3.0f, -4.0f}}",
    "[0.5 2; 3 -4]",
    r"\begin{bmatrix} 0.5 & 2 \\ 3 & -4 \end{bmatrix}",
]


@pytest.mark.parametrize("text", MATRIX)
@pytest.mark.parametrize("way", ["argument", "label", "stdin", "file"])
def test_a_matrix_as_it_was_printed(addnorm: Runner, tmp_path: Path, text: str, way: str) -> None:
    (tmp_path / "x.txt").write_text(text)
    words = {"argument": text, "label": f"A={text}", "stdin": "-", "file": str(tmp_path / "x.txt")}
    result = addnorm("layernorm", words[way], "--json", stdin=text)
    assert result.json["inputs"]["x"] == [[0.5, 2], [3, -4]]


@pytest.mark.parametrize("command", ["layernorm", "addnorm", "residual", "compare-norm", "block"])
def test_a_problem_may_be_an_argument(addnorm: Runner, command: str) -> None:
    problem: dict[str, Any] = {"x": [[1, 2], [3, 5]]}
    if command in ("addnorm", "residual"):
        problem["sublayer"] = [[1, 1], [1, 2]]
    if command == "block":
        problem["layers"] = [{"ffn": {"output": [[1, 1], [1, 2]]}}]
    result = addnorm(command, json.dumps(problem), "--json")
    assert result.code == 0
    assert result.json["inputs"]["x"] == [[1, 2], [3, 5]]


def test_an_entry_of_safetensors_is_a_vector_everywhere(addnorm: Runner, tmp_path: Path) -> None:
    library = pytest.importorskip("safetensors.numpy")
    file = tmp_path / "m.safetensors"
    arrays = {"norm1.weight": [2.0, 0.5], "norm1.bias": [1.0, -1.0], "x": [3.0, 5.0], "W": [[1, 0]]}
    library.save_file({name: np.array(a, dtype="f4") for name, a in arrays.items()}, file)
    words = ("--gamma", f"{file}:norm1.weight", "--beta", f"{file}:norm1.bias", "--eps", "0")
    assert addnorm("layernorm", f"{file}:x", *words, "-q").out == "-1,-0.5\n"
    assert addnorm("residual", f"{file}:x", f"A={file}:norm1.bias", "-q").out == "4,4\n"
    assert addnorm("residual", "1,2", "--weight", "1,0;0,1", "--bias", f"{file}:x", "-q").code == 0
    refused = addnorm("layernorm", str(file), "-q")
    assert refused.code == 2
    assert "norm1.weight" in refused.err


def test_whole_numbers_keep_their_digits_to_the_page(addnorm: Runner, tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.array([2**60 + 1, 3]))
    page = addnorm("residual", str(tmp_path / "x.npy"), "0,1").out
    assert "1152921504606846977" in page


@pytest.mark.parametrize("format", ["table", "markdown"])
def test_a_page_that_comes_through_a_pipe_hints_at_json(addnorm: Runner, format: str) -> None:
    page = addnorm("residual", "1,2", "3,4", "-f", "table").out
    result = addnorm("layernorm", "-", "-f", format, stdin=page)
    assert result.code == 2
    assert "--json" in result.err


def test_bare_numbers_are_one_vector_only_where_one_is_meant(addnorm: Runner) -> None:
    result = addnorm("residual", "2", "-1", "0.5", "3")
    assert result.code == 2
    assert "addnorm residual 2,-1 0.5,3" in result.err
    one = addnorm("layernorm", "1.24", "0.52", "0.72", "0.21", "-q")
    assert one.out == addnorm("layernorm", "1.24,0.52,0.72,0.21", "-q").out


def test_a_list_that_a_shell_took_for_a_pattern_is_recognised(
    addnorm: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("1").write_text("")
    result = addnorm("layernorm", "1")
    assert result.code == 2
    assert '"[1,2]"' in result.err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such shell")
@pytest.mark.parametrize(
    "script",
    [
        "{} layernorm <(echo 1,2,4) -q",
        "{} layernorm A=<(echo '[1, 2, 4]') -q",
        "{} layernorm <(echo '{{\"x\": [1, 2, 4]}}') -q",
        "mkfifo pipe.json && (echo '[1, 2, 4]' > pipe.json &) && {} layernorm pipe.json -q",
        "echo 1,2,4 | {} layernorm /dev/stdin -q",
    ],
)
def test_pipes_of_a_shell_are_files(tmp_path: Path, script: str) -> None:
    program = f"{sys.executable} -m addnorm_cli"
    done = subprocess.run(
        ["bash", "-c", script.format(program)], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout.strip().endswith(
        "-1.0690441105075277,-0.2672610276268819,1.3363051381344095"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such device")
def test_a_stream_without_end_is_refused_in_little_memory() -> None:
    code = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30));"
        "sys.argv = ['addnorm', 'layernorm', '-'];"
        "runpy.run_module('addnorm_cli', run_name='__main__')"
    )
    with Path("/dev/zero").open("rb") as zeros:
        done = subprocess.run(
            [sys.executable, "-c", code], stdin=zeros, capture_output=True, text=True, timeout=60
        )
    assert done.returncode == 2
    assert "64 MB" in done.stderr


@pytest.mark.parametrize("word", ["9" * 5000, "x" * 5000, "9" * 5000 + "," + "x" * 5000])
@pytest.mark.parametrize("option", ["--eps", "--gamma", "--cols", "--only", "-f", "-o", "--hand"])
def test_a_long_word_is_shortened_where_it_is_refused(
    addnorm: Runner, option: str, word: str
) -> None:
    result = addnorm("layernorm", "1,2", option, word)
    assert result.code == 2
    assert len(result.err) < 900


def test_large_whole_numbers_of_a_file_keep_their_digits(addnorm: Runner, tmp_path: Path) -> None:
    path = tmp_path / "big.npy"
    np.save(path, np.array([2**53 + 1, -(2**62) - 1, 7]))
    assert addnorm("residual", str(path), "0,0,0", "-q").out == (
        "9007199254740993,-4611686018427387905,7\n"
    )
