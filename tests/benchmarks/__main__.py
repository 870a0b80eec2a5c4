"""A table of ratios, each against something else in the same run; nothing is asserted.

`python -m tests.benchmarks [--runs 9]` writes byte code first, as pip does, and pairs each command
with what it is held against, in turn, so that a machine whose speed drifts is fair to both. The
median of the ratios is printed, and the least and the most.
"""

from __future__ import annotations

import argparse
import compileall
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
Command = Sequence[str]

BARE = "import typer, rich.console, rich.table, numpy"
NAIVE = """
import numpy as np
z = np.load("big.npy")
mu, var = z.mean(-1, keepdims=True), z.var(-1, keepdims=True)
np.save("naive.npy", (z - mu) / np.sqrt(var + 1e-5))
"""
TORCH = """
import numpy as np, torch
z = torch.from_numpy(np.load("big.npy"))
np.save("torch.npy", torch.nn.functional.layer_norm(z, z.shape[-1:]).numpy())
"""
COPY = """
import shutil
shutil.copyfile("big.npy", "copy.npy")
"""
LISTS = """
import json, numpy as np
z = np.load("middle.npy")
json.dumps([z.tolist()] * 7)
"""


def python(code: str) -> list[str]:
    """A process that runs some code."""
    return [sys.executable, "-c", code]


def addnorm(*words: str) -> list[str]:
    """A process that runs addnorm."""
    return [sys.executable, "-m", "addnorm_cli", *words]


SMALL = addnorm("addnorm", "1,2,3,4", "0.5,0.5,-1,2")
BIG = addnorm("layernorm", "big.npy", "--convention", "pytorch", "-o", "out.npy")
PAIRS: dict[str, tuple[Command, Command]] = {
    "a small calculation / the bare imports": (SMALL, python(BARE)),
    "the same with --expect / alone": ([*SMALL, "--expect", "1,2,3,4"], SMALL),
    "--help / import typer": (addnorm("--help"), python("import typer")),
    "(16384, 1024) float32 to .npy / naive NumPy": (BIG, python(NAIVE)),
    "the same / PyTorch": (BIG, python(TORCH)),
    "the same / a copy of the file": (BIG, python(COPY)),
    "--json of (512, 768) / the json module": (
        addnorm("layernorm", "middle.npy", "--json"),
        python(LISTS),
    ),
}


def seconds(command: Command, folder: Path) -> float:
    """The wall time of one process."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    start = time.perf_counter()
    subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        check=False,
    )  # fmt: skip
    return time.perf_counter() - start


def ratios(pair: tuple[Command, Command], runs: int, folder: Path) -> list[float]:
    """How the first of a pair does beside the second, run after run."""
    for command in pair:  # a warm-up
        seconds(command, folder)
    return [seconds(pair[0], folder) / seconds(pair[1], folder) for _ in range(runs)]


def main(runs: int) -> None:
    """Print the table."""
    import numpy as np

    compileall.compile_dir(ROOT / "addnorm_cli", quiet=1)
    with tempfile.TemporaryDirectory() as name:
        folder, rng = Path(name), np.random.default_rng(0)
        np.save(folder / "big.npy", rng.standard_normal((16384, 1024), np.float32))
        np.save(folder / "middle.npy", rng.standard_normal((512, 768)))
        print(f"{'':46} median   least    most")
        for what, pair in PAIRS.items():
            if "PyTorch" in what and find_spec("torch") is None:
                print(f"{what:46} PyTorch is not installed")
                continue
            found = ratios(pair, runs, folder)
            middle = statistics.median(found)
            print(f"{what:46} {middle:6.2f}  {min(found):6.2f}  {max(found):6.2f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=9)
    main(parser.parse_args().runs)
