"""Completion: what a shell is told, and what it is told where it asks in vain."""

from __future__ import annotations

import pytest

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
        ("addnorm homework ", 2, ["make", "solve"]),
        ("addnorm layernorm --conv", 2, ["--convention"]),
        ("addnorm layernorm 1,2 -", 9, []),
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
