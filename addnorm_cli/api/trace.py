"""A trace as a Python program and a notebook use it: its numbers by name, and itself as a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Context, localcontext
from typing import Any, TypedDict, Unpack, cast

import numpy as np

from addnorm_cli.formats.formats import FORMATS
from addnorm_cli.messages import LANGUAGES, Language, language, say
from addnorm_cli.model.choices import choose
from addnorm_cli.model.errors import AddnormError, InputError
from addnorm_cli.model.options import OPTIONS
from addnorm_cli.model.records import replaced
from addnorm_cli.numbers.arithmetic import Array
from addnorm_cli.numbers.numfmt import DEFAULT_PRECISION, MAX_PRECISION
from addnorm_cli.numbers.surd import Surd
from addnorm_cli.page.report import told
from addnorm_cli.page.request import LEVELS, Level, Pieces, Request
from addnorm_cli.page.select import Selection
from addnorm_cli.trace import trace
from addnorm_cli.trace.paths import matches
from addnorm_cli.trace.quantity import Quantity

Result = Array | dict[str, Array]
_KEYWORDS = {option.flag: option.python for option in OPTIONS.values() if option.python}
_OPTION = re.compile(rf"({'|'.join(_KEYWORDS)})\b(?!-)")


class PageOptions(TypedDict, total=False):
    """How a page is written.

    Attributes:
        lang: The language of its sentences; that of the machine where it is not given.
        precision: Decimals of numbers that have to be rounded.
        level: How much of the work it shows.
        hide_answers: Leave blanks to fill in.
    """

    lang: Language
    precision: int
    level: Level
    hide_answers: bool


class Trace(trace.Trace):
    """A worked problem: `trace["variance"]`, `trace.result`, `trace.to_markdown()`.

    In a notebook it shows itself as the worked page. Two traces are equal where they are one.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @property
    def result(self) -> Result:
        """What it comes to: an array, or arrays by name where there are several cases or results.

        Worked by hand, the numbers are decimals; those of float16 and bfloat16 stand in float32.
        """
        if self.labelled:
            return {case.id: _numbers(case.result) for case in self.cases}
        (case,) = self.cases
        if case.results:
            return {name: _numbers(quantity) for name, quantity in case.results.items()}
        return _numbers(case.result)

    def __getitem__(self, step: str) -> Result:
        """The numbers of a step, by its id or path: "variance", "A.norm.variance".

        An id that names several steps gives all of them, by path.

        Raises:
            KeyError: There is no such step.
        """
        found = {
            ".".join(path): _numbers(each.quantity)
            for path, each in self.steps(overall=True)
            if isinstance(step, str) and matches(step, path)
        }
        if not found:
            known = tuple(dict.fromkeys(path[-1] for path, _ in self.steps()))
            raise KeyError(say(readers_language(), "api.no_step", step=repr(step), steps=known))
        return next(iter(found.values())) if len(found) == 1 else found

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __contains__(self, step: object) -> bool:
        return isinstance(step, str) and any(
            matches(step, path) for path, _ in self.steps(overall=True)
        )

    def keys(self) -> list[str]:
        """The paths of all steps, in the order of the work."""
        return [".".join(path) for path, _ in self.steps()]

    def to_text(self, **how: Unpack[PageOptions]) -> str:
        """The worked page in plain text; `how` is described in `PageOptions`."""
        return self._page("plain", **how)

    def to_markdown(self, **how: Unpack[PageOptions]) -> str:
        """The worked page in Markdown; `how` is described in `PageOptions`."""
        return self._page("markdown", **how)

    def to_latex(self, **how: Unpack[PageOptions]) -> str:
        """The worked page as a LaTeX document; `how` is described in `PageOptions`."""
        return self._page("latex", **how)

    def to_html(self, **how: Unpack[PageOptions]) -> str:
        """The worked page as one HTML file; `how` is described in `PageOptions`."""
        return self._page("html", **how)

    def to_json(self, **how: Unpack[PageOptions]) -> str:
        """The trace as strict JSON (`addnorm.trace/2`) with every digit; see `PageOptions`."""
        return self._page("json", **how)

    def _page(self, name: str, **how: Unpack[PageOptions]) -> str:
        check_names("to_text" if name == "plain" else f"to_{name}", how, PageOptions)
        with readable_errors():
            form = FORMATS[name]
            request = replaced(_request(**how), as_document=form.is_document)
            written = form.write(self, request)
            if isinstance(written, Pieces):
                return b"".join(written.each).decode()
            return written if isinstance(written, str) else "".join(cast("Iterator[str]", written))

    def _repr_html_(self) -> str:
        """The worked page, as a notebook shows it."""
        from addnorm_cli.formats.html import notebook
        from addnorm_cli.page.level import page

        return notebook(list(page(self, replaced(_request(), as_document=True))))

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<Trace of {self.command}: result {self.result!r}>"


def _numbers(quantity: Quantity) -> Array:
    """The numbers in the reader's shape; a single one is a scalar of NumPy."""
    numbers: Array = quantity.natural()
    if numbers.dtype == object and isinstance(numbers.flat[0], Surd):
        numbers = numbers.astype(np.float64)
    single: Array = numbers[()]
    return single


def _request(
    *,
    lang: Language | None = None,
    precision: int = DEFAULT_PRECISION,
    level: Level = "steps",
    hide_answers: bool = False,
) -> Request:
    is_whole = isinstance(precision, int) and not isinstance(precision, bool)
    if not is_whole or not 0 <= precision <= MAX_PRECISION:
        raise InputError("precision", where="precision", value=precision, most=MAX_PRECISION)
    return Request(
        language=readers_language() if lang is None else choose(str(lang), LANGUAGES, "lang"),
        precision=precision,
        selection=Selection(),
        level=choose(str(level), LEVELS, "level"),
        hide_answers=hide_answers,
    )


@contextmanager
def readable_errors() -> Iterator[None]:
    """Turn our errors into Python's own, with what is wrong, where, and what to do.

    Raises:
        ValueError: Something within went wrong in a way that the reader can put right.
    """
    try:
        with localcontext(Context()):
            yield
    except AddnormError as error:
        text = told(error, readers_language())
        place = say(readers_language(), "error.where", place=text.place) if text.place else ""
        lines = "\n".join(filter(None, [text.sentence, place, text.hint]))
        raise ValueError(_OPTION.sub(_keyword, lines)) from None


def _keyword(option: re.Match[str]) -> str:
    """An option of the command line as it is called here."""
    return _KEYWORDS[option[1]]


def check_names(function: str, options: Mapping[str, Any], known: type) -> None:
    """Check that a function was given no keyword that it does not know.

    Raises:
        TypeError: It was.
    """
    names = known.__annotations__
    for name in options:
        if name not in names:
            facts = {"function": function, "name": name, "names": tuple(sorted(names))}
            raise TypeError(say(readers_language(), "api.no_option", **facts))


def readers_language() -> Language:
    """The language of the reader's machine."""
    return language.choose_language(())
