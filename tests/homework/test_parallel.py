"""The class of the course is marked by GNU parallel as it is by one process."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT, Runner

SHOWN = [
    line
    for name in ("README.md", "README.zh.md")
    for line in (ROOT / f"samples/{name}").read_text("utf-8").splitlines()
    if line.startswith("parallel ")
]


def test_both_languages_show_it() -> None:
    assert len(SHOWN) == 2
    assert len(set(SHOWN)) == 1


def is_gnu() -> bool:
    if shutil.which("parallel") is None:
        return False
    told = subprocess.run(["parallel", "--version"], capture_output=True, text=True, check=False)
    return told.stdout.startswith("GNU parallel")


@pytest.mark.skipif(not is_gnu(), reason="GNU parallel is not installed")
def test_it_marks_line_by_line_in_order(addnorm: Runner, tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("Åsa\n李雷\nZoë\n", "utf-8")
    made = addnorm("homework", "make", "--count", "1", "--per-student", str(tmp_path / "names.txt"),
                   "--problems", str(tmp_path / "problems.json"))  # fmt: skip
    assert made.code == 0
    problems = json.loads((tmp_path / "problems.json").read_text("utf-8"))
    answers, expected = [], []
    for n in range(40):
        problem, slipped = problems[n % 3], n % 7 == 0
        value = round(statistics.fmean(problem["x"]) + slipped, 4)
        answers.append({"code": problem["code"], "problem": 1, "part": "mean", "value": value})
        expected.append((problem["code"], "wrong" if slipped else "right"))
    text = "".join(json.dumps(answer) + "\n" for answer in answers)
    (tmp_path / "answers.jsonl").write_text(text, "utf-8")
    program = tmp_path / "addnorm"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m addnorm_cli "$@"\n', "utf-8")
    program.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    python = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    subprocess.run(
        SHOWN[0].replace("-N 500", "-N 10"), shell=True, check=True, cwd=tmp_path,
        env={**os.environ, "PATH": path, "PYTHONPATH": python}, timeout=120,
    )  # fmt: skip
    lines = (tmp_path / "marks.jsonl").read_text("utf-8").splitlines()
    marks = [json.loads(line) for line in lines]
    assert [(each["code"], each["verdict"]) for each in marks] == expected
