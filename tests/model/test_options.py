"""The table of options: what each is declared to be, everything else says too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer

import addnorm_cli
from addnorm_cli.api import options as python
from addnorm_cli.api.trace import PageOptions
from addnorm_cli.cli.app import app
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.options import (
    CALCULATIONS,
    GROUPS,
    LAYERS,
    MAKE,
    MODEL,
    OPTIONS,
    SHOWN,
    SOLVE,
    UPDATES,
    Options,
    options_below,
)

KEYWORDS: dict[str, type] = {
    "residual": python.Added,
    "layernorm": python.Normed,
    "addnorm": python.AddedAndNormed,
    "gradient": python.Differentiated,
    "compare-norm": python.Compared,
    "block": python.Stacked,
}
"""The options of each Python function, as a type checker knows them."""


def commands() -> Iterator[tuple[str, Any]]:
    """Every command and group of the program, by its name."""
    context = typer.Context(typer.main.get_command(app))
    found: list[tuple[str, Any]] = [("", context.command)]
    while found:
        name, command = found.pop()
        yield name or "main", command
        if hasattr(command, "list_commands"):
            below = command.list_commands(context)
            found += [(f"{name} {n}".strip(), command.get_command(context, n)) for n in below]


COMMANDS = dict(commands())


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_the_options_that_it_takes(name: str) -> None:
    flags = {
        parameter.name: set(parameter.opts)
        for parameter in COMMANDS[name].params
        if parameter.name in OPTIONS
    }
    taken = [option for option in OPTIONS.values() if option.is_taken_by(name)]
    assert flags == {each.name: {each.flag, each.short} - {""} for each in taken}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_speaks_the_language_that_it_is_told(name: str) -> None:
    assert OPTIONS["lang"].is_taken_by(name)


@pytest.mark.parametrize("option", OPTIONS.values(), ids=OPTIONS.keys())
def test_an_option_is_used_by_commands_that_there_are(option: Any) -> None:
    assert any(map(option.is_used_by, COMMANDS))
    for way in option.used_by:
        assert any(way == name or way.startswith(f"{name} ") for name in COMMANDS)
    assert set(option.taken_by) <= set(COMMANDS)
    assert option.group in GROUPS
    assert option.needs in ("", *OPTIONS)


def test_no_flag_stands_for_two_options() -> None:
    flags = [flag for each in OPTIONS.values() for flag in (each.flag, each.short) if flag]
    assert len(flags) == len(set(flags))


@pytest.mark.parametrize(("command", "known"), KEYWORDS.items(), ids=KEYWORDS)
def test_a_python_function_has_the_options_of_its_command(command: str, known: type) -> None:
    used = [option for option in OPTIONS.values() if option.is_used_by(command)]
    keywords = [option.python for option in used if option.python]
    assert sorted(set(keywords)) == sorted(known.__annotations__)


def test_every_calculation_has_a_python_function_but_gradient_flow() -> None:
    others = {"Trace", "Identity", "identify", "assert-layernorm", "probe"}
    names = {name.replace("_", "-") for name in addnorm_cli.__all__} - others
    assert names == set(KEYWORDS) == set(CALCULATIONS) - {"gradient-flow"}


def test_a_page_from_python_is_asked_for_in_the_words_of_the_command_line() -> None:
    assert {OPTIONS[name].group for name in PageOptions.__annotations__} == {SHOWN}


def test_ways_are_told_apart() -> None:
    assert OPTIONS["repeat"].is_used_in(LAYERS)
    assert not OPTIONS["repeat"].is_used_in(MODEL)
    assert OPTIONS["compare_residual"].is_used_in(UPDATES)  # whatever a block does
    assert OPTIONS["momentum"].is_used_by("compare-norm")
    assert not OPTIONS["momentum"].is_used_in("compare-norm --by placement")
    assert not OPTIONS["count"].is_used_by("homework")
    assert OPTIONS["count"].is_used_by(MAKE)
    assert not OPTIONS["count"].is_used_by(SOLVE)


def test_what_was_not_given_is_absent() -> None:
    assert Options().given() == []
    given = Options(eps="0", full=True, only=("mean",), title="")
    assert [each.name for each in given.given()] == ["eps", "only", "full", "title"]
    with pytest.raises(TypeError, match="epsilon"):
        Options(epsilon="0")  # type: ignore[call-arg]


def test_what_options_say_of_a_part_of_a_problem_is_found_by_its_keys() -> None:
    given = Options(norm="rmsnorm", dyt_alpha="2", weight="1,2", alpha="3")
    assert given.below("norm") == {"kind": "rmsnorm", "alpha": "2"}
    assert given.below("sublayer") == {"weight": "1,2"}
    assert list(options_below("sublayer")) == ["weight", "bias", "activation", "orientation"]


def test_options_for_several_commands_are_left_to_those_that_use_them() -> None:
    given = Options(gamma="2", placement="pre", hand="3")
    assert given.for_command("block") == Options(placement="pre", hand="3")
    assert given.for_command("layernorm") == Options(gamma="2", hand="3")
    assert given.for_command("residual") == Options(hand="3")


@pytest.mark.parametrize("kind", NORMS)
def test_a_number_of_one_norm_alone_can_be_asked_for(kind: str) -> None:
    norm = NORMS[kind]
    assert norm.usual.own.keys() <= set(norm.parameters) & options_below("norm").keys()
