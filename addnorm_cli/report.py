"""How an error is told: a few lines for a person, one object for a script."""

from __future__ import annotations

from addnorm_cli.errors import AddnormError
from addnorm_cli.messages import Language, has, say


def error_text(error: AddnormError, language: Language) -> str:
    """What is wrong, where, and what to do next, in two to five lines."""
    lines = [
        f"{say(language, 'error')}: {_clean(say(language, f'error.{error.key}', **error.facts))}"
    ]
    if error.where:
        place = _place(error.where, language)
        lines.append(f"  {say(language, 'error.where', place=place)}")
    if error.excerpt is not None:
        lines += _excerpt_lines(error)
    hint = _hint(error, language)
    if hint:
        lines.append(f"  {say(language, 'hint')}: {hint}")
    return "\n".join(lines) + "\n"


def error_json(error: AddnormError, language: Language, *, ascii_only: bool = False) -> str:
    """The same as one JSON object (`addnorm.error/1`)."""
    import json

    report = {
        "schema": "addnorm.error/1",
        "error": _clean(say(language, f"error.{error.key}", **error.facts)),
        "hint": _hint(error, language) or None,
        "where": _place(error.where, language) if error.where else None,
    }
    return json.dumps(report, ensure_ascii=ascii_only) + "\n"


def _place(where: str, language: Language) -> str:
    """A place as the reader's language names it: files and options as they are, arguments not."""
    name, colon, rest = _clean(where).partition(":")
    word, _, number = name.partition(" ")
    if word == "argument" and number.isdigit():
        name = say(language, "place.argument", number=number)
    elif f"place.{name}" in ("place.arguments", "place.stdin"):
        name = say(language, f"place.{name}")
    return name + colon + rest


def _hint(error: AddnormError, language: Language) -> str:
    key = f"hint.{error.key}"
    return _clean(say(language, key, **error.facts)) if has(key) else ""


def _excerpt_lines(error: AddnormError) -> list[str]:
    """The faulty line, and carets under the fault."""
    excerpt = error.excerpt
    assert excerpt is not None
    from rich.cells import cell_len

    text = _clean(excerpt.text)
    before = cell_len(_clean(excerpt.text[: excerpt.start]))
    length = cell_len(_clean(excerpt.text[excerpt.start : excerpt.end]))
    return [f"    {text}", f"    {' ' * before}{'^' * max(1, length)}"]


def _clean(text: str) -> str:
    """`text` on one line, without characters that would act on a terminal."""
    return "".join(c if c.isprintable() else " " if c in "\n\t\r" else "\N{REPLACEMENT CHARACTER}"
                   for c in text)  # fmt: skip
