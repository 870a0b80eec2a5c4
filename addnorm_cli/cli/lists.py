"""The lists of names that help shows, each taken from the table of those things."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module

from addnorm_cli.messages import LANGUAGES, Language, say, unfilled

Listed = Callable[[], Iterable[str]]


def _named(module: str, table: str) -> Listed:
    """The names of a table, whose module is imported when they are wanted."""
    return lambda: getattr(import_module(f"addnorm_cli.{module}"), table)


def _said(table: str, start: str) -> Listed:
    """The names of a table whose module needs NumPy, out of the sentences that say each name."""

    def names() -> Iterable[str]:
        texts = import_module(f"addnorm_cli.messages.{table}").TEXTS
        return [key.removeprefix(start) for key in texts if key.startswith(start)]

    return names


def _conventions(kind: str) -> Listed:
    def names() -> Iterable[str]:
        from addnorm_cli.model.conventions import CONVENTIONS

        return [name for name, spec in CONVENTIONS.items() if spec.kind == kind]

    return names


def _formats(*, book: bool = False, for_people: bool = False) -> Listed:
    def names() -> Iterable[str]:
        from addnorm_cli.formats.formats import fitting

        known = fitting(book=book, for_people=for_people)
        return [name for name, form in known.items() if form.on_stdout]

    return names


def _endings(*, book: bool = False, for_people: bool = False) -> Listed:
    def names() -> Iterable[str]:
        from addnorm_cli.formats.formats import fitting

        known = fitting(book=book, for_people=for_people)
        return [ending for form in known.values() for ending in form.endings]

    return names


def _of_marks(*, endings: bool) -> Listed:
    def names() -> Iterable[str]:
        from addnorm_cli.formats.formats import for_marks

        known = for_marks()
        if endings:
            return [ending for form in known.values() for ending in form.endings]
        return [name for name, form in known.items() if form.on_stdout]

    return names


_ACTIVATIONS = ("relu", "gelu", "gelu-tanh", "quick-gelu", "silu")
_GATES = ("swiglu", "geglu", "geglu-tanh", "reglu")
"""Those of tables whose module needs NumPy; a test holds them equal."""

LISTS: dict[str, Listed] = {
    "activations": lambda: ("identity", *_ACTIVATIONS),
    "architectures": _named("inputs.weights.architectures", "ARCHITECTURES"),
    "block_activations": lambda: (*_ACTIVATIONS, *_GATES),
    "book_endings": _endings(book=True),
    "book_formats": _formats(book=True),
    "comparisons": _named("model.question", "COMPARISONS"),
    "dtypes": _named("model.carrying", "MACHINE_TYPES"),
    "endings": _endings(),
    "eps_places": _named("model.problem", "EPS_PLACES"),
    "formats": _formats(),
    "kinds": _named("homework.kinds", "KINDS"),
    "languages": _named("messages", "LANGUAGES"),
    "layernorms": _conventions("layernorm"),
    "levels": _named("page.request", "LEVELS"),
    "made_placements": _named("homework.kinds", "MADE_PLACEMENTS"),
    "marks_endings": _of_marks(endings=True),
    "marks_formats": _of_marks(endings=False),
    "norms": _said("norms", "norm."),
    "orientations": _named("model.problem", "ORIENTATIONS"),
    "papers": _named("page.request", "PAPERS"),
    "placements": _named("model.placements", "PLACEMENTS"),
    "rmsnorms": _conventions("rmsnorm"),
    "roundings": _named("model.carrying", "ROUNDINGS"),
    "sheet_endings": _endings(book=True, for_people=True),
    "sheet_formats": _formats(book=True, for_people=True),
}
"""What a name in braces stands for in a sentence of help, and in an option's metavar."""


class _Lists(dict[str, str]):
    """The lists as text, each made when it is asked for."""

    def __init__(self, join: Callable[[list[str]], str]) -> None:
        self._join = join

    def __missing__(self, name: str) -> str:
        return self._join(list(LISTS[name]()))


def with_names(language: Language, key: str) -> str:
    """The sentence `key` with every list of names in it written out: "post, pre or deepnorm"."""

    def joined(names: list[str]) -> str:
        if names[0].startswith("."):  # endings are told apart by their dots
            return " ".join(names)
        first = LANGUAGES[language].comma.join(names[:-1])
        return say(language, "help.or", first=first, last=names[-1]) if first else names[-1]

    return unfilled(language, key).format_map(_Lists(joined))


def metavar_of(text: str) -> str:
    """What stands for an option's value: "result|steps|full" for "{levels}"."""
    return text.format_map(_Lists("|".join))
