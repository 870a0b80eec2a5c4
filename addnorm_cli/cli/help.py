"""The page that --help prints: what a command is for, its words, its options, examples."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from typing import Any
from unicodedata import combining, east_asian_width

from addnorm_cli.cli.examples import examples_of
from addnorm_cli.cli.lists import metavar_of, with_names
from addnorm_cli.messages import Language, has, say
from addnorm_cli.model.options import GROUPS, OPTIONS, OUTPUT

MAIN = "main"
"""What the program itself is called where commands are listed."""
_WIDEST, _NARROWEST = 98, 50
_TERMS = 28
"""Columns for an option and its metavar; a longer one has a line of its own."""
_FEW = 6
"""So many options need no groups."""

_FIRST_WIDE = "\u1100"
_OPENING, _CLOSING = "（“《【", "，。、；：？！）”》】…,.;:?!)"
"""What clings to the sign after it, and to the one before."""

Row = tuple[str, str]


def command_name(ctx: Any) -> str:
    """The name of a command: "homework make", or "main" for the program itself."""
    return str(ctx.command_path).partition(" ")[2] or MAIN


def help_page(command: Any, ctx: Any, language: Language) -> str:
    """The help of a command, wrapped to the width of the terminal."""
    name = command_name(ctx)
    width = max(min(shutil.get_terminal_size().columns - 2, _WIDEST), _NARROWEST)
    lines = list(_usage(command, ctx, language, width))
    for paragraph in with_names(language, f"help.command.{name.replace(' ', '.')}").split("\n"):
        lines += _wrapped(paragraph, width, "  ", "  ")
    sections = _sections(command, ctx, name, language)
    widths = (_columns(term) for rows in sections.values() for term, _ in rows)
    column = min(max(widths), _TERMS) + 4
    for heading, rows in sections.items():
        title = say(language, "help.heading", name=say(language, f"help.section.{heading}"))
        lines += ["", title, *_rows(rows, column, width)]
    lines += ["", *_examples(name, language, width)]
    if name == MAIN:
        lines += ["", *_wrapped(say(language, "help.footer"), width, "", "")]
    return "\n".join(lines)


def _usage(command: Any, ctx: Any, language: Language, width: int) -> Iterator[str]:
    start = say(language, "help.usage", usage="")
    pieces = [ctx.command_path, say(language, "help.options")]
    pieces += [p.metavar for p in command.get_params(ctx) if p.param_type_name == "argument"]
    if hasattr(command, "list_commands"):
        pieces.append(say(language, "help.subcommand"))
    yield from _wrapped(" ".join(pieces), width, start, " " * _columns(start))
    yield ""


def _sections(command: Any, ctx: Any, name: str, language: Language) -> dict[str, list[Row]]:
    """The rows of every section of a page that has some."""
    arguments: list[Row] = []
    groups: dict[str, list[Row]] = {group: [] for group in GROUPS}
    for parameter in command.get_params(ctx):
        text = with_names(language, _key_of(parameter.name, name))
        option = OPTIONS.get(parameter.name)
        if parameter.param_type_name == "argument":
            arguments.append((parameter.metavar, text))
        elif option is None:  # --help, --version and completion, which Typer brings
            flags = ", ".join(sorted(parameter.opts, key=len))
            groups[OUTPUT].append((flags, text))
        elif option.is_used_by(name):
            flags = ", ".join(filter(None, (option.short, option.flag)))
            groups[option.group].append((f"{flags} {metavar_of(option.metavar)}".rstrip(), text))
    if sum(map(len, groups.values())) <= _FEW:
        groups = {"options": [row for rows in groups.values() for row in rows]}
    sections = {"arguments": arguments, **groups}
    if hasattr(command, "list_commands"):
        names = command.list_commands(ctx)
        sections["commands"] = [(each, _short(name, each, language)) for each in names]
    return {heading: rows for heading, rows in sections.items() if rows}


def _key_of(parameter: str, command: str) -> str:
    """The sentence of a parameter; a command may mean something of its own by it."""
    own = f"help.command.{command.replace(' ', '.')}.{parameter}"
    return own if has(own) else f"help.{parameter}"


def _short(group: str, command: str, language: Language) -> str:
    """One line about a command."""
    if group == MAIN:
        return say(language, f"help.short.{command}")
    return with_names(language, f"help.command.{group}.{command}").partition("\n")[0]


def _rows(rows: Iterable[Row], column: int, width: int) -> Iterator[str]:
    """Terms, and beside each, from `column` on, what it means."""
    for term, text in rows:
        start = f"  {term}"
        if _columns(start) + 2 > column:
            yield start
            start = ""
        yield from _wrapped(text, width, start + " " * (column - _columns(start)), " " * column)


def _examples(name: str, language: Language, width: int) -> Iterator[str]:
    """Each example as it is typed, whole, and under it what it does."""
    entry, examples = examples_of(name)
    yield say(language, "help.heading", name=say(language, "help.section.examples"))
    for number, line in enumerate(examples, start=1):
        yield f"  {line}"
        text = say(language, f"help.example.{entry.replace(' ', '.')}.{number}")
        yield from _wrapped(text, width, " " * 6, " " * 6)


def _wrapped(text: str, width: int, first: str, then: str) -> Iterator[str]:
    """A paragraph in lines of at most `width` columns, where no word is longer.

    Args:
        text: The paragraph.
        width: The columns of a line.
        first: What the first line begins with.
        then: What every other line begins with.
    """
    line, used = first, _columns(first)
    begun = False
    for unit in _units(text):
        size = _columns(unit)
        if begun and used + size > width and unit.strip():
            yield line.rstrip()
            line, used, begun = then, _columns(then), False
        if begun or unit.strip():
            line, used, begun = line + unit, used + size, True
    yield line.rstrip()


def _units(text: str) -> Iterator[str]:
    """Blanks, and what no line may end within: a word, or a Chinese character with its signs."""
    if max(text, default="") < _FIRST_WIDE:
        for word in text.split(" "):
            yield from (word, " ")
        return
    start = 0
    wide = list(map(_is_wide, text))
    for end in range(1, len(text)):
        before, after = text[end - 1], text[end]
        if before == " " or after == " ":
            parts = before != after
        else:
            parts = (
                (wide[end - 1] or wide[end]) and before not in _OPENING and after not in _CLOSING
            )
        if parts:
            yield text[start:end]
            start = end
    yield text[start:]


def _is_wide(sign: str) -> bool:
    return sign >= _FIRST_WIDE and east_asian_width(sign) in "WF"


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(2 if _is_wide(sign) else not combining(sign) for sign in text)
