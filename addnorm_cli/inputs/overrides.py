"""What is told of options: those that win over a file, and those that have no use."""

from __future__ import annotations

from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import OPTIONS, Options
from addnorm_cli.model.problem import Notice


def value_taken(name: str, used: str, stated: str, file: str) -> Notice:
    """What is told where an option takes the place of a value of the file."""
    facts = {"name": name, "used": used, "stated": stated, "file": file}
    return Notice(key="overridden", facts=facts)


def array_taken(name: str, file: str) -> Notice:
    """What is told where an option or an argument takes the place of numbers of the file."""
    return Notice(key="overridden_array", facts={"name": name, "file": file})


def unused(given: Options, way: str) -> tuple[Notice, ...]:
    """What is told of options that have no meaning in a way of working."""
    flags = tuple(option.flag for option in given.given() if not option.is_used_in(way))
    facts = {"options": flags, "command": way}
    return (Notice(key="unused_options", facts=facts),) if flags else ()


def check_needs(given: Options) -> None:
    """Check that no option stands without the one that gives it a meaning.

    Raises:
        InputError: One does.
    """
    for option in given.given():
        if option.needs and getattr(given, option.needs) == OPTIONS[option.needs].absent:
            key = f"needs_{option.needs}"
            raise InputError(key, where=option.flag)
