"""Data flows one way: which rooms may import which."""

from __future__ import annotations

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "addnorm_cli"

ROOMS: tuple[tuple[str, ...], ...] = (
    ("model",),
    ("messages", "numbers"),
    ("formula",),
    ("trace",),
    ("inputs", "calc"),
    ("check",),
    ("work",),
    ("page",),
    ("formats", "data"),
    ("script",),
    ("homework",),
    ("cli", "api"),
)
"""The rooms from the ground up: a room knows those below it, and none beside or above it."""

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
    return sorted([*(PACKAGE / room).rglob("*.py"), *PACKAGE.glob(f"{room}.py")])


def room_of(name: str) -> str:
    """The room of a module by its full name: addnorm_cli.calc.block is in calc."""
    return name.split(".")[1]


HEIGHTS = {room: height for height, floor in enumerate(ROOMS) for room in floor}


@pytest.mark.parametrize("room", HEIGHTS)
def test_imports_run_one_way(room: str) -> None:
    backwards = {
        f"{path.stem} takes {name}"
        for path in modules(room)
        for name in imported(path)
        if name.startswith("addnorm_cli.") and room_of(name) in HEIGHTS
        if room_of(name) != room and HEIGHTS[room_of(name)] >= HEIGHTS[room]
    }
    assert not backwards


MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
TAKEN = {
    module: {n if n in MODULES else n.rpartition(".")[0] for n in imported(path)} & MODULES.keys()
    for module, path in MODULES.items()
}
"""For each module those that it takes something from, wherever the import stands, types too."""


def test_imports_run_in_no_circle() -> None:
    assert sum(map(len, TAKEN.values())) > 1000
    TopologicalSorter(TAKEN).prepare()  # CycleError names the modules of a circle


def test_every_room_has_its_place_in_the_house() -> None:
    rooms = {path.stem for path in PACKAGE.glob("*.py")}
    rooms |= {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert rooms - {"__init__", "__main__"} == set(HEIGHTS)


@pytest.mark.parametrize(
    "path",
    [*modules("page"), *modules("formats"), *modules("data"), *modules("script")],
    ids=lambda path: path.stem,
)
def test_pages_do_not_calculate(path: Path) -> None:
    if path.name not in READERS_OF_THE_LEDGER:
        assert not {name for name in imported(path) if name.startswith("addnorm_cli.calc")}


@pytest.mark.parametrize("path", modules("formats"), ids=lambda path: path.stem)
def test_what_writes_a_page_never_sees_a_trace(path: Path) -> None:
    if path.name != "formats.py":  # the table, which has a page made for those that write pages
        assert not {name for name in imported(path) if name.startswith("addnorm_cli.trace")}


@pytest.mark.parametrize(
    "path",
    [path for room in HEIGHTS if room != "cli" for path in modules(room)],
    ids=lambda path: path.stem,
)
def test_only_the_command_line_prints(path: Path) -> None:
    calls = [
        node.func.id
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    assert "print" not in calls


OPENERS = {"open", "read_bytes", "read_text", "load", "loadtxt", "genfromtxt", "fromfile", "memmap",
           "from_file", "load_file"}  # fmt: skip
"""The names of what opens a file by its path, whatever it belongs to."""
OPEN_ALREADY = {"reader", "archive", "self"}
"""What opens files and remembers them, and what is within a file that is open."""


@pytest.mark.parametrize("path", modules("inputs"), ids=lambda path: path.stem)
def test_every_file_that_is_read_is_remembered(path: Path) -> None:
    if path == PACKAGE / "inputs/reader.py":
        return
    opened = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name(id=name) if name in OPENERS:
                opened.append(name)
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if name in OPENERS:
                opened += [f"{owner}.{name}"] * (owner not in OPEN_ALREADY)
            case ast.Attribute(attr=name) if name in OPENERS:
                opened.append(name)
    assert not opened


WRITERS = ("os.replace", "os.rename", "shutil.move", "tempfile.")
WRITING = ("write_bytes", "write_text", "touch")


def test_files_are_written_in_one_place() -> None:
    """In place, whole or not at all; `samples copy`, which replaces nothing, copies for itself."""
    written = {
        path.name
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (
            ast.unparse(node.func).startswith(WRITERS)
            or (node.func.attr in WRITING and ast.unparse(node.func.value) != "formatter")
        )
    }
    assert written == {"output.py"}


@pytest.mark.parametrize(
    "path", sorted(Path(__file__).parent.rglob("test_*.py")), ids=lambda path: path.stem
)
def test_tests_are_skipped_where_an_extra_is_missing(path: Path) -> None:
    """By `pytest.importorskip`, or by an import from `tests.checkpoints`, which has it."""
    extras = {"safetensors", "ml_dtypes", "tokenizers", "orjson", "pypandoc", "typst", "torch"}
    assert not {name for name in imported(path) if name.split(".")[0] in extras}


GUIDE = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text("utf-8")


def test_the_drawing_of_the_house_has_its_floors() -> None:
    drawn = re.findall(r"^    (\w+(?:\.py)?)(?: +(\w+))?  +\S", GUIDE, re.MULTILINE)
    assert [{n.removesuffix(".py") for n in pair if n} for pair in drawn] == [
        set(floor) for floor in reversed(ROOMS)
    ]


@pytest.mark.parametrize("path", sorted(set(re.findall(r"addnorm_cli/[\w/]+\.py", GUIDE))))
def test_a_module_that_a_recipe_names_is_there(path: str) -> None:
    assert (PACKAGE.parent / path).is_file()


HANDED_OUT = "Trace"
"""The trace of the Python functions is the trace itself, with what a notebook asks of it."""


def test_a_class_or_a_table_has_a_name_of_its_own() -> None:
    """One name for one thing: what is imported by name is defined in one module."""
    homes: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        names: list[ast.expr] = []
        for node in ast.parse(path.read_text("utf-8")).body:
            match node:
                case ast.ClassDef(name=name):
                    names.append(ast.Name(name))
                case ast.Assign(targets=targets):
                    names += targets
                case ast.AnnAssign(target=target):
                    names.append(target)
        for name in {n.id for n in names if isinstance(n, ast.Name) and n.id[:1].isupper()}:
            homes.setdefault(name, []).append(path.stem)
    shared = {HANDED_OUT, "TEXTS", "TYPE_CHECKING"}  # a table of sentences is found by its module
    assert not {name: at for name, at in homes.items() if len(at) > 1 and name not in shared}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.stem)
def test_a_module_is_under_300_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 300
