"""LaTeX documents are set without a warning: pdflatex for English, xelatex for Chinese."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import Runner

COMPLAINT = re.compile("^.*(?:Overfull|Underfull|Missing character|Warning|^!).*$", re.MULTILINE)
PAGES = [
    ("addnorm", "samples/bank.json"),
    ("block", "samples/encoder-post.json"),
    ("gradient-flow", "--layers", "8", "--factor", "0.5"),
    ("addnorm", "1,2,4", "3,1,0", "--explain", "--title", "50% & more_of {it} #1 Zoë 李雷"),
    ("homework", "make", "--kind", "layernorm:2", "--kind", "block:1", "--kind", "gradient:1"),
    ("homework", "make", "--kind", "block:1", "--level", "steps"),
]


@pytest.mark.parametrize(("language", "engine"), [("en", "pdflatex"), ("zh", "xelatex")])
@pytest.mark.parametrize("words", PAGES, ids=lambda words: "-".join(words[:2]).replace("/", "-"))
def test_a_document_is_set_without_a_warning(
    addnorm: Runner, tmp_path: Path, words: tuple[str, ...], language: str, engine: str
) -> None:
    engine = "xelatex" if "李" in words[-1] else engine
    if shutil.which(engine) is None:
        pytest.skip(f"{engine} is not installed")
    needed = "ctex.sty" if engine == "xelatex" else "booktabs.sty"
    if subprocess.run(["kpsewhich", needed], capture_output=True, check=False).returncode:
        pytest.skip(f"{needed} is not installed")
    target = tmp_path / "page.tex"
    assert addnorm(*words, "--lang", language, "-o", str(target)).code == 0
    command = [engine, "-interaction=nonstopmode", "-halt-on-error", target.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=120)
    log = (tmp_path / "page.log").read_text("utf-8", "replace")
    assert done.returncode == 0, log[-2000:]
    assert not COMPLAINT.findall(log)
