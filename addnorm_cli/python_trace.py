"""A trace as a Python program and a notebook use it: its numbers by name, and itself as a page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from addnorm_cli import language, trace
from addnorm_cli.arithmetic import Array
from addnorm_cli.choices import choose
from addnorm_cli.errors import AddnormError, InputError
from addnorm_cli.messages import LANGUAGES, Language, say
from addnorm_cli.numfmt import DEFAULT_PRECISION, MAX_PRECISION
from addnorm_cli.render.formats import FORMATS
from addnorm_cli.render.request import LEVELS, Level, Request
from addnorm_cli.render.select import Selection, matches
from addnorm_cli.report import told

Numbers = Array | dict[str, Array]


class Trace(trace.Trace):
    """A worked problem: `trace["variance"]`, `trace.result`, `trace.to_markdown()`.

    In a notebook it shows itself as the worked page.
    """

    @property
    def result(self) -> Numbers:
        """What it comes to: an array, or arrays by name where there are several cases or results.

        Worked by hand, the numbers are decimals; otherwise they are of the type that carried them.
        """
        if self.labelled:
            return {case.id: _numbers(case.result) for case in self.cases}
        (case,) = self.cases
        if case.results:
            return {name: _numbers(quantity) for name, quantity in case.results.items()}
        return _numbers(case.result)

    def __getitem__(self, step: str) -> Numbers:
        """The numbers of a step, by its id or path: "variance", "A.norm.variance".

        An id that names several steps gives all of them, by path.

        Raises:
            KeyError: There is no such step.
        """
        found = {
            ".".join(path): _numbers(each.quantity)
            for path, each in self.steps()
            if matches(step, path)
        }
        if not found:
            known = ", ".join(dict.fromkeys(path[-1] for path, _ in self.steps()))
            message = f"no step {step!r}; the steps are {known}"
            raise KeyError(message)
        return next(iter(found.values())) if len(found) == 1 else found

    def to_text(self, **how: Any) -> str:
        """The worked page in plain text; see `to_markdown` for what may be asked for."""
        return self._page("plain", **how)

    def to_markdown(self, **how: Any) -> str:
        """The worked page in Markdown.

        Args:
            **how: `lang` ("en" or "zh"), `precision` (decimals of rounded numbers), `level`
                ("result", "steps" or "full"), `hide_answers` (leave blanks).
        """
        return self._page("markdown", **how)

    def to_latex(self, **how: Any) -> str:
        """The worked page as a LaTeX document; see `to_markdown` for what may be asked for."""
        return self._page("latex", **how)

    def to_html(self, **how: Any) -> str:
        """The worked page as one HTML file; see `to_markdown` for what may be asked for."""
        return self._page("html", **how)

    def to_json(self, **how: Any) -> str:
        """The trace as strict JSON (`addnorm.trace/1`) with every digit."""
        return self._page("json", **how)

    def _page(self, name: str, **how: Any) -> str:
        with readable_errors():
            written = FORMATS[name].write(self, _request(**how))
        return written if isinstance(written, str) else "".join(cast("Iterator[str]", written))

    def _repr_html_(self) -> str:
        """The worked page, as a notebook shows it."""
        from addnorm_cli.render.html import notebook

        return notebook(self, _request())

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<Trace of {self.command}: result {self.result!r}>"


def _numbers(quantity: trace.Quantity) -> Array:
    """The numbers in the reader's shape; a single one is a scalar of NumPy."""
    numbers: Array = quantity.natural()[()]
    return numbers


def _request(
    *,
    lang: Language | None = None,
    precision: int = DEFAULT_PRECISION,
    level: Level = "steps",
    hide_answers: bool = False,
) -> Request:
    if not 0 <= precision <= MAX_PRECISION:
        raise InputError("precision", where="precision", value=precision, most=MAX_PRECISION)
    return Request(
        language=spoken() if lang is None else choose(lang, LANGUAGES, "lang"),
        precision=precision,
        selection=Selection(),
        level=choose(level, LEVELS, "level"),
        hide_answers=hide_answers,
    )


@contextmanager
def readable_errors() -> Iterator[None]:
    """Turn our errors into Python's own, with what is wrong, where, and what to do.

    Raises:
        ValueError: Something within went wrong in a way that the reader can put right.
    """
    try:
        yield
    except AddnormError as error:
        text = told(error, spoken())
        # what is an option on the command line is a keyword here
        place = text.place[2:].replace("-", "_") if text.place[:2] == "--" else text.place
        lines = [text.sentence, place and say(spoken(), "error.where", place=place), text.hint]
        raise ValueError("\n".join(filter(None, lines))) from None


def spoken() -> Language:
    """The language of the reader's machine."""
    return language.choose(())
