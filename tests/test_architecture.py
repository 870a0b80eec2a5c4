"""Data flows one way: which rooms may import which."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "addnorm_cli"

FORBIDDEN = {
    "calc": ("render", "inputs", "commands", "messages", "options", "app", "helping"),
    "inputs": ("calc", "render", "commands", "messages", "options", "app", "helping"),
    "render": ("inputs", "commands", "options", "app", "helping"),
}
"""The rooms that a room must not know of: calc has no language, render reads no files."""

READERS_OF_THE_LEDGER = {"stream.py", "json.py"}
"""What a page shows of the stream is worked out in calc, and only these two ask for it."""


def imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def modules(room: str) -> list[Path]:
    return sorted((PACKAGE / room).rglob("*.py"))


@pytest.mark.parametrize(
    ("room", "path"), [(room, path) for room in FORBIDDEN for path in modules(room)],
    ids=lambda value: value if isinstance(value, str) else value.stem,
)  # fmt: skip
def test_a_room_does_not_know_the_rooms_above_it(room: str, path: Path) -> None:
    above = {f"addnorm_cli.{name}" for name in FORBIDDEN[room]}
    taken = {name for name in imported(path) if any(f"{name}.".startswith(f"{a}.") for a in above)}
    assert not taken


@pytest.mark.parametrize("path", modules("render"), ids=lambda path: path.stem)
def test_pages_do_not_calculate(path: Path) -> None:
    if path.name not in READERS_OF_THE_LEDGER:
        assert not {name for name in imported(path) if name.startswith("addnorm_cli.calc")}


@pytest.mark.parametrize("path", [*modules("calc"), *modules("inputs"), *modules("render")],
                         ids=lambda path: path.stem)  # fmt: skip
def test_only_the_command_line_prints(path: Path) -> None:
    calls = [
        node.func.id
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    assert "print" not in calls
