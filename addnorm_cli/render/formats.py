"""The table of formats: their names, the file endings that ask for them, and who writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import PurePath

from addnorm_cli.choices import choose
from addnorm_cli.errors import OutputError
from addnorm_cli.records import record
from addnorm_cli.render.request import Request
from addnorm_cli.trace import Trace

Written = str | bytes | Iterator[str]


@record
class Format:
    """One way to write a trace.

    Attributes:
        module: The module of `addnorm_cli.render` that writes it, imported when it is needed.
        function: The function in it.
        endings: The file endings that ask for it.
        on_stdout: Whether `-f` takes it; the others are for files alone.
        is_page: Whether a person reads it, so that it has levels and blanks.
    """

    module: str
    function: str = "write"
    endings: tuple[str, ...] = ()
    on_stdout: bool = True
    is_page: bool = False

    def write(self, trace: Trace, request: Request) -> Written:
        """Write `trace` as `request` asks."""
        module = import_module(f"addnorm_cli.render.{self.module}")
        writer: Callable[[Trace, Request], Written] = getattr(module, self.function)
        return writer(trace, request)


FORMATS: dict[str, Format] = {
    "table": Format("pages", "table", is_page=True),
    "plain": Format("pages", "plain", endings=(".txt",), is_page=True),
    "json": Format("json", endings=(".json",)),
    "csv": Format("csv", endings=(".csv",)),
    "markdown": Format("markdown", endings=(".md",), is_page=True),
    "latex": Format("latex", endings=(".tex",), is_page=True),
    "html": Format("html", endings=(".html", ".htm"), is_page=True),
    "numpy": Format("code", "numpy_script", endings=(".py",)),
    "pytorch": Format("code", "pytorch_script"),
    "docx": Format("export", "docx", endings=(".docx",), on_stdout=False, is_page=True),
    "pdf": Format("export", "pdf", endings=(".pdf",), on_stdout=False, is_page=True),
    "svg": Format("pages", "svg", endings=(".svg",), on_stdout=False, is_page=True),
    "npy": Format("npy", endings=(".npy",), on_stdout=False),
    "quiet": Format("quiet", on_stdout=False),
}


def by_name(name: str) -> Format:
    """The format that `-f` names.

    Raises:
        InputError: There is none of that name.
    """
    choices = [n for n, f in FORMATS.items() if f.on_stdout]
    return FORMATS[choose(name, choices, "--format")]


def by_ending(path: str) -> Format:
    """The format that the ending of a file name asks for.

    Raises:
        OutputError: The ending asks for none.
    """
    ending = PurePath(path).suffix.lower()
    for known in FORMATS.values():
        if ending in known.endings:
            return known
    endings = ", ".join(e for f in FORMATS.values() for e in f.endings)
    raise OutputError("unknown_ending", where=path, ending=ending, choices=endings)
