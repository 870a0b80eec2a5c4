"""The pages of the samples as they stand in a terminal and in a pipe: tests/golden/*.txt."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from addnorm_cli.messages import Language
from addnorm_cli.trace.trace import Trace
from tests.conftest import Golden, Runner
from tests.formats.test_text import drawn, worked
from tests.formats.test_text import request as wanted


@pytest.mark.parametrize(
    ("name", "language", "width"),
    [
        ("bank", "en", 60),
        ("bank", "en", 80),
        ("bank", "en", 120),
        ("bank", "zh", 60),
        ("bank", "zh", 80),
        ("bank", "zh", 120),
        ("bank by hand", "en", 80),
        ("bank by hand", "zh", 60),
        ("bank-layernorm", "en", 80),
        ("bank-layernorm", "zh", 80),
        ("relu-residual", "en", 80),
        ("relu-residual", "zh", 60),
        ("tokens-7x8", "en", 80),
        ("tokens-7x8", "zh", 120),
        ("tokens-7x8 by hand", "en", 120),
    ],
)
def test_a_page_in_a_terminal(golden: Golden, name: str, language: Language, width: int) -> None:
    page = drawn(worked(name, language), wanted(width, language, colour=False))
    golden(f"{name.replace(' by ', '.')}.{language}.{width}.txt", page)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("block", "block samples/encoder-post.json"),
        ("gradient", "gradient samples/gradient.json"),
        ("gradient-flow", "gradient-flow"),
        ("gradient-flow.block", "gradient-flow samples/encoder-post.json --repeat 3"),
        ("compare-norm.norm", "compare-norm samples/batch-norm-vs-layer-norm.json"),
        ("compare-norm.placement", "compare-norm 3,1,5 1,0,-4 --by placement"),
        ("compare-norm.convention", "compare-norm samples/bank-layernorm.json --by convention"),
    ],
)
def test_a_page_of_every_other_command(
    traced: Callable[..., Trace], golden: Golden, name: str, words: str
) -> None:
    page = drawn(traced(*words.split()), wanted(80, colour=False))
    golden(f"{name}.en.80.txt", page)


@pytest.mark.parametrize(
    ("form", "language"),
    [("txt", "en"), ("txt", "zh"), ("md", "en"), ("html", "zh"), ("tex", "en")],
)
def test_a_page_with_a_wrong_answer(
    addnorm: Runner, golden: Golden, form: str, language: str
) -> None:
    formats = {"txt": "table", "md": "markdown", "html": "html", "tex": "latex"}
    run = addnorm(
        "layernorm", "4,3,1", "--expect", "sigma=1.53", "--expect", "0.87,0.20,-1.09",
        "--lang", language, "-f", formats[form],
    )  # fmt: skip
    assert (run.code, run.err) == (1, "")
    golden(f"wrong-answer.{language}.{form}", run.out)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("words", [(), ("--hand", "3")])
def test_a_page_in_a_pipe(
    addnorm: Runner, golden: Golden, language: str, words: tuple[str, ...]
) -> None:
    run = addnorm("addnorm", "samples/bank.json", "--lang", language, *words)
    assert (run.code, run.err) == (0, "")
    golden(f"bank{'.hand' if words else ''}.{language}.pipe.txt", run.out)


def test_a_page_in_ascii(golden: Golden) -> None:
    request = wanted(80, colour=False, symbols=False)
    golden("bank.en.ascii.txt", drawn(worked("bank"), request))
