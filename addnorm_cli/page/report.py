"""How an error is told: a few lines for a person, one object for a script."""

from __future__ import annotations

from addnorm_cli.messages import Language, has, say
from addnorm_cli.model.errors import AddnormError
from addnorm_cli.model.records import record

ERROR_SCHEMA = "addnorm.error/1"


@record
class Told:
    """An error in words; place and hint are empty where there is none."""

    sentence: str
    place: str
    hint: str


def told(error: AddnormError, language: Language) -> Told:
    """What is wrong, where, and what to do next."""
    hint, facts = f"hint.{error.key}", dict(error.facts)
    if "extra" in facts:
        from addnorm_cli.page.installing import install_command

        facts["command"] = install_command(str(facts["extra"]))
    return Told(
        sentence=_clean(say(language, f"error.{error.key}", **error.facts)),
        place=_place(error.where, language) if error.where else "",
        hint=_clean(say(language, hint, **facts)) if has(hint) else "",
    )


def error_text(error: AddnormError, language: Language) -> str:
    """The same in two to five lines, with the faulty piece of the input."""
    text = told(error, language)
    lines = [say(language, "error.line", text=text.sentence)]
    if text.place:
        lines.append(f"  {say(language, 'error.where', place=text.place)}")
    if error.excerpt is not None:
        lines += _excerpt_lines(error)
    if text.hint:
        lines.append(f"  {say(language, 'hint.line', text=text.hint)}")
    return "\n".join(lines) + "\n"


def error_json(error: AddnormError, language: Language, *, ascii_only: bool = False) -> str:
    """The same as one JSON object and a newline."""
    import json

    return json.dumps(error_tree(error, language), ensure_ascii=ascii_only) + "\n"


def error_tree(error: AddnormError, language: Language) -> dict[str, str | None]:
    """The same as an object of JSON (`addnorm.error/1`)."""
    text = told(error, language)
    return {
        "schema": ERROR_SCHEMA,
        "error": text.sentence,
        "hint": text.hint or None,
        "where": text.place or None,
    }


def _place(where: str, language: Language) -> str:
    """A place as the reader's language names it: files and options as they are."""
    name, colon, rest = _clean(where).partition(":")
    word, _, number = name.rpartition(" ")
    if number.isdigit() and word in ("argument", "line"):
        name = say(language, f"place.{word}", number=number)
    elif number.isdigit() and word.endswith(", line"):
        file = _place(word.removesuffix(", line"), language)
        name = say(language, "place.line_of", file=file, number=number)
    elif f"place.{name}" in ("place.arguments", "place.stdin"):
        name = say(language, f"place.{name}")
    return name + colon + rest


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
