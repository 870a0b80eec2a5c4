"""How many small faults do the tests notice? A random sample of those that mutmut can make.

    python -m tests.mutants --sample 500 --seed 1

`tool.mutmut` in pyproject.toml says which rooms the faults are put into, and which tests are asked.
What no test noticed is named at the end, and `mutmut show NAME` shows it.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

from mutmut.configuration import config
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import get_mutant_name

UNNOTICED = {None: "not tried", 0: "survived", 33: "no test runs it"}
"""What the exit codes of the tests say of a fault that was not noticed."""


def faults() -> Iterator[str]:
    """The name of every fault that can be made."""
    for path in sorted(Path("addnorm_cli").rglob("*.py")):
        if config().should_mutate(path):
            made = mutate_file_contents(str(path), path.read_text("utf-8"))
            yield from (get_mutant_name(path, name) for name in made.mutant_names)


def verdicts() -> dict[str, int | None]:
    """The exit code of the tests for each fault that was tried."""
    files = Path("mutants").rglob("*.meta")
    return {
        name: code
        for file in files
        for name, code in json.loads(file.read_text("utf-8"))["exit_code_by_key"].items()
    }


def main() -> None:
    """Try a sample of the faults, and name those that no test noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=500, help="how many faults to try")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    parser.add_argument("--processes", type=int, default=1, help="how many at a time")
    told = parser.parse_args()
    names = list(faults())
    sample = random.Random(told.seed).sample(names, min(told.sample, len(names)))
    subprocess.run(["mutmut", "run", "--max-children", str(told.processes), *sample], check=True)
    found = verdicts()
    left = {name: why for name in sample if (why := UNNOTICED.get(found[name]))}
    for name, why in left.items():
        print(f"{name}: {why}")
    share = 1 - len(left) / len(sample)
    print(f"{len(sample)} of {len(names)} faults tried, {share:.1%} noticed")


if __name__ == "__main__":
    main()
