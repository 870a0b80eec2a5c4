"""A large input in blocks of rows: the same numbers, the stored type, and no steps kept."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from addnorm_cli import layernorm

ROWS, WIDTH = 2100, 512


def run(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "addnorm_cli", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("large")
    rng = np.random.default_rng(5)
    x = (rng.standard_normal((ROWS, WIDTH)) * 3 + 1).astype(np.float32)
    x[7] = 2.5  # a constant row
    np.save(place / "x.npy", x)
    np.save(place / "f.npy", rng.standard_normal((ROWS, WIDTH)).astype(np.float32))
    np.save(place / "gamma.npy", np.linspace(0.5, 2, WIDTH))
    np.save(place / "beta.npy", np.linspace(-1, 1, WIDTH))
    return place


def standardized(z: NDArray[np.float64]) -> NDArray[np.float64]:
    deviations = z - z.mean(-1, keepdims=True)
    return np.asarray(deviations / np.sqrt((deviations**2).mean(-1, keepdims=True) + 1e-5))


def rms(z: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(z / np.sqrt((z**2).mean(-1, keepdims=True) + 1e-6))


AFFINE = ("--gamma", "gamma.npy", "--beta", "beta.npy")


@pytest.mark.parametrize(
    ("words", "right"),
    [
        (("residual", "x.npy", "f.npy"), lambda x, f, g, b: x + f),
        (("layernorm", "x.npy", "--convention", "pytorch"), lambda x, f, g, b: standardized(x)),
        (
            ("layernorm", "x.npy", "--convention", "pytorch", *AFFINE),
            lambda x, f, g, b: g * standardized(x) + b,
        ),
        (
            ("addnorm", "x.npy", "f.npy", "--convention", "pytorch", *AFFINE),
            lambda x, f, g, b: g * standardized(x + f) + b,
        ),
        (("layernorm", "x.npy", "--norm", "rmsnorm"), lambda x, f, g, b: rms(x)),
        (("layernorm", "x.npy", "--norm", "dyt"), lambda x, f, g, b: np.tanh(0.5 * x)),
    ],
)
def test_a_file_of_float32_comes_back_as_float32_rounded_once(
    folder: Path, words: tuple[str, ...], right: Any
) -> None:
    done = run(*words, "-o", "out.npy", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    found = np.load(folder / "out.npy")
    names = ("x.npy", "f.npy", "gamma.npy", "beta.npy")
    expected = right(*(np.load(folder / name).astype(np.float64) for name in names))
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, expected, rtol=2**-23, atol=1e-12)


def test_a_row_without_a_result_is_named_as_in_a_small_input(folder: Path) -> None:
    done = run("layernorm", "x.npy", "--eps", "0", "-o", "none.npy", folder=folder)
    assert done.returncode == 2
    assert "row [7]" in done.stderr
    assert not (folder / "none.npy").exists()


@pytest.mark.parametrize(
    ("size", "step"),
    [(1e200, "squares"), (1e154, "variance")],  # 512 times 1e308 has no float64, and 1e308 has
)
def test_a_row_too_large_is_refused_as_in_a_small_input(
    folder: Path, size: float, step: str
) -> None:
    x = np.load(folder / "x.npy").astype(np.float64)
    x[2000] = np.where(np.arange(WIDTH) % 2, size, -size)
    np.save(folder / "huge.npy", x)
    done = run("layernorm", "huge.npy", "-o", "none.npy", folder=folder)
    assert done.returncode == 2
    assert f"row [2000]: step '{step}' comes to a number too large for float64" in done.stderr
    assert not (folder / "none.npy").exists()


def test_a_number_that_is_not_finite_is_named_by_its_place(folder: Path) -> None:
    x = np.load(folder / "x.npy")
    x[2000, 500] = np.nan
    np.save(folder / "nan.npy", x)
    done = run("layernorm", "nan.npy", "-o", "none.npy", folder=folder)
    assert done.returncode == 2
    assert "[2000][500]" in done.stderr


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_a_small_file_too_keeps_its_type(folder: Path, dtype: str) -> None:
    np.save(folder / "small.npy", np.array([[1, 2, 3, 4]], dtype))
    done = run("layernorm", "small.npy", "-o", "small_out.npy", folder=folder)
    assert done.returncode == 0
    assert np.load(folder / "small_out.npy").dtype == dtype


def test_typed_numbers_and_whole_ones_are_written_as_float64(folder: Path) -> None:
    np.save(folder / "whole.npy", np.array([[1, 2, 3, 4]], np.int32))
    for given in ("1,2,3,4", "whole.npy"):
        assert run("layernorm", given, "-o", "typed.npy", folder=folder).returncode == 0
        assert np.load(folder / "typed.npy").dtype == np.float64


def test_a_large_file_that_ends_too_soon_is_damaged(folder: Path) -> None:
    whole = (folder / "x.npy").read_bytes()
    (folder / "short.npy").write_bytes(whole[:-4])
    done = run("layernorm", "short.npy", "-o", "none.npy", folder=folder)
    assert done.returncode == 2
    assert "damaged" in done.stderr


def test_too_many_numbers_for_their_steps_are_refused_and_their_result_is_not(folder: Path) -> None:
    np.save(folder / "vast.npy", np.ones((9800, 1024), np.float32))
    refused = run("layernorm", "vast.npy", folder=folder)
    assert refused.returncode == 2
    assert "10,035,200 numbers" in refused.stderr
    assert "-o result.npy" in refused.stderr
    assert run("layernorm", "vast.npy", "-o", "vast_out.npy", folder=folder).returncode == 0


def test_an_array_of_the_callers_own_can_still_be_written_to(folder: Path) -> None:
    x = np.load(folder / "x.npy")
    layernorm(x)
    assert x.flags.writeable


def resources(x: NDArray[Any], folder: Path) -> tuple[int, int]:
    """The most memory that a large input takes, in bytes, and how many pages are asked for."""
    np.save(folder / "big.npy", x)
    code = (
        "import resource\n"
        "from addnorm_cli.cli.app import run\n"
        "assert run(['layernorm', 'big.npy', '-o', 'big_out.npy']) == 0\n"
        "used = resource.getrusage(resource.RUSAGE_SELF)\n"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0], used.ru_minflt)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True
    )
    kilobytes, pages = done.stdout.split()[-2:]
    return int(kilobytes) * 1024, int(pages)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not say")
def test_a_large_input_is_worked_within_its_own_size_and_128_MB(folder: Path) -> None:
    x = np.ones((16384, 1024), np.float32)
    x[:, ::3] = 2
    most, pages = resources(x, folder)
    assert most <= x.nbytes + 128 * 2**20
    if platform.libc_ver()[0] == "glibc":  # its blocks use their memory again: once over is enough
        assert pages * 4096 <= 4 * x.nbytes
