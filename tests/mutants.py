"""How many small faults do the tests notice? A random sample of those that mutmut can make.

    python -m tests.mutants --sample 500 --seed 1

`tool.mutmut` in pyproject.toml says which rooms the faults are put into, and which tests are asked.
mutmut makes the faults, in a copy under `mutants`. The tests are collected once and run once, to
see which functions each of them runs; then each fault is tried in a process of its own by those
that run its function, the quickest first. `mutmut show NAME` shows a fault.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from mutmut.__main__ import create_mutants
from mutmut.configuration import config
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state
from mutmut.utils.file_utils import copy_also_copy_files, copy_src_dir
from mutmut.utils.format_utils import get_mutant_name, mangled_name_from_mutant_name

SHORTEST, LONGER = 30, 6
"""A fault that makes its tests take so many seconds and so many times as long is noticed."""


def faults() -> Iterator[str]:
    """The name of every fault that can be made."""
    for path in sorted(Path("addnorm_cli").rglob("*.py")):
        if config().should_mutate(path):
            made = mutate_file_contents(str(path), path.read_text("utf-8"))
            yield from (get_mutant_name(path, name) for name in made.mutant_names)


class Trial:
    """Tries each fault by the tests that run its function."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.unnoticed: dict[str, str] = {}
        self._failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember that a test failed."""
        self._failed = self._failed or report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In the place of running every test once."""
        runs: dict[str, list[tuple[float, int]]] = {}
        set_mutant_under_test("stats")
        for number, item in enumerate(session.items):
            state()._stats.clear()
            start = time.process_time()
            assert self._passes(item), item.nodeid
            for function in state()._stats:
                runs.setdefault(function, []).append((time.process_time() - start, number))
        assert self._survives("", session.items, time.process_time())  # else all seem noticed
        for name in self.names:
            tests = sorted(runs.get(mangled_name_from_mutant_name(name), ()))
            seconds = sum(each for each, _ in tests)
            if not tests:
                self.unnoticed[name] = "no test runs it"
            elif self._survives(name, [session.items[n] for _, n in tests], seconds):
                self.unnoticed[name] = "survived"
        return True

    def _passes(self, item: pytest.Item) -> bool:
        self._failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self._failed

    def _survives(self, name: str, tests: Sequence[pytest.Item], seconds: float) -> bool:
        """Whether all tests pass, in a process that has nothing but this fault."""
        child = os.fork()
        if child:
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        most = int(time.process_time() + SHORTEST + LONGER * seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
        set_mutant_under_test(name)
        os._exit(0 if all(map(self._passes, tests)) else 1)


def main() -> None:
    """Try a sample of the faults, and name those that no test noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, default=500, help="how many faults to try")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    told = parser.parse_args()
    names = list(faults())
    sample = random.Random(told.seed).sample(names, min(told.sample, len(names)))
    Path("mutants").mkdir(exist_ok=True)
    copy_src_dir()
    copy_also_copy_files()
    create_mutants(1)
    asked = [*config().pytest_add_cli_args, *config().pytest_add_cli_args_test_selection]
    os.environ["CI"] = "1"  # hypothesis tries the same examples each time
    os.chdir("mutants")
    sys.path[:] = [str(Path.cwd()), *(each for each in sys.path if Path(each) != Path.cwd().parent)]
    trial = Trial(sample)
    pytest.main(["--rootdir=.", "-p", "no:terminal", *asked], plugins=[trial])
    for name, why in trial.unnoticed.items():
        print(f"{name}: {why}")
    share = 1 - len(trial.unnoticed) / len(sample)
    print(f"{len(sample)} of {len(names)} faults tried, {share:.1%} noticed")


if __name__ == "__main__":
    main()
