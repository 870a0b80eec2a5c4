"""`addnorm tour`: it lists the walks of the course, and goes through one of them."""

from __future__ import annotations

import re
import shlex

import pytest

from addnorm_cli.cli import output
from addnorm_cli.cli.commands import tour
from addnorm_cli.cli.sample_files import names
from tests.conftest import MESSAGES, Runner


@pytest.mark.parametrize("language", ["en", "zh"])
def test_alone_it_lists_the_walks(addnorm: Runner, language: str) -> None:
    run = addnorm("tour", "--lang", language)
    assert (run.code, run.err) == (0, "")
    listed = run.out.splitlines()[: len(tour.WALKS)]
    assert [line.split()[0] for line in listed] == list(tour.WALKS)
    assert [MESSAGES[f"tour.{name}"][language] in run.out for name in tour.WALKS] == [True] * 5


@pytest.mark.parametrize("walk", tour.WALKS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_in_a_pipe_a_walk_runs_through(addnorm: Runner, walk: str, language: str) -> None:
    run = addnorm("tour", walk, "--lang", language)
    commands = tour.WALKS[walk]
    assert (run.code, run.err) == (0, "")
    heads = re.findall(r"^(\d+)/(\d+)  \$ (.*)$", run.out, re.MULTILINE)
    assert heads == [
        (str(n), str(len(commands)), tour.shown(command))
        for n, command in enumerate(commands, start=1)
    ]
    said = MESSAGES["why.step.mean"][language]
    assert (said in run.out) == any("norm" in c or "block" in c for c in commands)


@pytest.mark.parametrize("command", [c for walk in tour.WALKS.values() for c in walk])
def test_what_it_shows_can_be_typed(addnorm: Runner, command: str) -> None:
    text = ""
    for stage in tour.shown(command).split(" | "):
        run = addnorm(*shlex.split(stage)[1:], stdin=text)
        assert (run.code, run.err) == (0, "")
        text = run.out
    assert text


def test_every_sample_but_the_decoder_is_on_a_walk() -> None:
    walked = set(re.findall(r"@([a-z0-9-]+)", " ".join(sum(tour.WALKS.values(), ()))))
    assert set(names()) - walked == {"decoder-pre-causal"}


def test_a_walk_that_there_is_not(addnorm: Runner) -> None:
    run = addnorm("tour", "bnak")
    assert (run.code, run.out) == (2, "")
    assert "there is no walk 'bnak'" in run.err
    assert "bank, matrix, layer, patch, stream" in run.err
    assert addnorm("tour", "bank", "matrix").code == 2


def test_in_a_terminal_it_waits_for_enter(addnorm: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "_interactive", lambda: True)
    whole = addnorm("tour", "patch", stdin="\n" * 1000)
    assert "3/3" in whole.out
    assert whole.err.count(MESSAGES["pause"]["en"]) > 20
    some = addnorm("tour", "patch", stdin="\n")
    assert "1/3" in some.out
    assert "2/3" not in some.out
