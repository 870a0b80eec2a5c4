"""Completion: what a shell is told, and what it is told where it asks in vain."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from addnorm_cli.cli.completion import STEPS
from addnorm_cli.trace.trace import Trace
from tests.conftest import Runner

ASKED = "_ADDNORM_COMPLETE"


def complete(addnorm: Runner, monkeypatch: pytest.MonkeyPatch, words: str, place: int) -> list[str]:
    for name, value in (
        (ASKED, "complete_bash"),
        ("COMP_WORDS", words),
        ("COMP_CWORD", str(place)),
    ):
        monkeypatch.setenv(name, value)
    result = addnorm()
    assert (result.code, result.err) == (0, "")
    return result.out.split()


@pytest.mark.parametrize(
    ("words", "place", "expected"),
    [
        ("addnorm la", 1, ["layernorm"]),
        ("addnorm 'la", 1, ["layernorm"]),
        ("addnorm gradient", 1, ["gradient", "gradient-flow"]),
        ("addnorm homework ", 2, ["make", "solve", "grade"]),
        ("addnorm schema ", 2, ["trace", "problem", "error", "marks", "homework"]),
        ("addnorm layernorm --conv", 2, ["--convention"]),
        ("addnorm layernorm 1,2 -", 9, []),
        ("addnorm layernorm 1,2 --expect si", 4, ["sigma="]),
        ("addnorm layernorm 1,2 --only sig", 4, ["sigma"]),
        ("addnorm gradient 1,2 --only d_g", 4, ["d_gamma"]),
    ],
)
def test_bash_is_told_the_words_that_there_are(
    addnorm: Runner,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    place: int,
    expected: list[str],
) -> None:
    assert complete(addnorm, monkeypatch, words, place) == expected


@pytest.mark.parametrize("words", ["addnorm no-such ", "addnorm homework no-such "])
def test_a_line_that_is_wrong_has_no_words_after_it(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.setenv(ASKED, "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    result = addnorm()
    assert (result.out.strip(), result.err) == ("", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell", "pwsh"])
def test_every_shell_has_a_script(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch, shell: str
) -> None:
    monkeypatch.setenv(ASKED, f"source_{shell}")
    result = addnorm()
    assert (result.code, result.err) == (0, "")
    assert f"{ASKED}" in result.out


@pytest.mark.parametrize(
    "asked", ["1", "bash", "bash_complete", "complete_", "_bash", "complete_tcsh", "install_bash"]
)
def test_a_shell_that_asks_for_nothing_is_told_so(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    monkeypatch.setenv(ASKED, asked)
    result = addnorm("layernorm", "1,2")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(
        f"error: the variable does not say what to complete\n  in {ASKED}\n  hint: `addnorm --show"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [("COMP_WORDS", None), ("COMP_WORDS", ""), ("COMP_CWORD", None), ("COMP_CWORD", "x"),
     ("COMP_CWORD", "-1"), ("COMP_CWORD", "")],
)  # fmt: skip
def test_a_variable_that_bash_does_not_set_so_is_named(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch, name: str, value: str | None
) -> None:
    monkeypatch.setenv(ASKED, "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "addnorm la")
    monkeypatch.setenv("COMP_CWORD", "1")
    if value is None:
        monkeypatch.delenv(name)
    else:
        monkeypatch.setenv(name, value)
    result = addnorm("--lang", "zh")
    assert (result.code, result.out) == (2, "")
    assert "该变量没有说明要补全什么" in result.err
    assert name in result.err


def test_an_empty_variable_asks_for_nothing(
    addnorm: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ASKED, "")
    assert addnorm("layernorm", "1,2,4", "-q").code == 0


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("residual", "samples/relu-residual.json"),
        ("residual", "samples/bank.json"),
        ("layernorm", "1,2,4"),
        ("layernorm", "1,2,4 --norm rmsnorm"),
        ("gradient", "1,2,4 1,0,1 --upstream 1,0,0"),
        ("block", "samples/multi-head.json"),
        ("block", "samples/ffn.json"),
    ],
)
def test_steps_that_are_completed_are_steps_that_there_are(
    traced: Callable[..., Trace], command: str, words: str
) -> None:
    ids = {path[-1] for path, _ in traced(command, *words.split()).steps()}
    found = ids & set(STEPS[command])
    assert len(found) > len(ids) // 3


def test_every_completed_step_is_one_of_some_calculation(traced: Callable[..., Trace]) -> None:
    calls = [
        "residual samples/relu-residual.json", "residual samples/bank.json",
        "layernorm 1,2,4 --gamma 1,2,3", "layernorm 1,2,4 --norm rmsnorm",
        "gradient 1,2,4 1,0,1 --upstream 1,0,0", "block samples/multi-head.json",
        "block samples/ffn.json", "block samples/decoder-pre-causal.json",
    ]  # fmt: skip
    ids = {path[-1] for call in calls for path, _ in traced(*call.split()).steps()}
    assert {name for names in STEPS.values() for name in names} <= ids
