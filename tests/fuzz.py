"""Fuzzing for as long as one likes: `python -m tests.fuzz --minutes 30`.

The tests of any text, bytes and JSON run again and again, each time with a new seed and more
examples than the suite has time for. It ends with how many examples were tried, and with the seed
of the first round that found something.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from pathlib import Path

TESTS = Path(__file__).parent / "cli" / "test_any_text.py"
EXAMPLES = 500
"""Of each test, in one round."""


def rounds(minutes: float) -> int:
    """Rounds of the tests until the time is over or one finds something; the exit code."""
    end, tried = time.monotonic() + 60 * minutes, 0
    environment = {**os.environ, "ADDNORM_EXAMPLES": str(EXAMPLES)}
    environment.pop("CI", None)  # there, every run tries the same examples
    tests = TESTS.read_text("utf-8").count("\n@anything\n")
    while time.monotonic() < end:
        seed = random.SystemRandom().randrange(2**32)
        words = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            str(TESTS),
            f"--hypothesis-seed={seed}",
        ]
        done = subprocess.run(
            words,
            env=environment,
            cwd=TESTS.parents[2],
            capture_output=True,
            text=True,
            check=False,
        )
        tried += tests * EXAMPLES
        print(f"seed {seed}: {tried:,} examples so far", flush=True)
        if done.returncode:
            print(done.stdout)
            return done.returncode
    print(f"{tried:,} examples, nothing found")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    sys.exit(rounds(parser.parse_args().minutes))
