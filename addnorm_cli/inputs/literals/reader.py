"""Reads a vector or matrix that was typed or pasted, in one pass from left to right."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NoReturn

from addnorm_cli.inputs.arrays import Misfit, from_decimals, measure
from addnorm_cli.inputs.literals.builder import Builder
from addnorm_cli.inputs.numbers import read_number
from addnorm_cli.inputs.text import plain, unprintable_at
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.printing import shorten
from addnorm_cli.model.problem import Tensor

_TOKEN = lazily(
    r"(?P<blank>[ \t]+)|(?P<newline>\r\n?|\n)|(?P<comma>,)|(?P<semicolon>;)"
    r"|(?P<opening>[\[({])|(?P<closing>[\])}>])|(?P<command>\\)|(?P<ampersand>&)"
    r"|(?P<word>[^ \t\r\n,;()\[\]{}>\\&]+)"
)
_CLOSERS = {"[": "]", "(": ")", "{": "}"}
_RUN = lazily(
    r"(?:[+-]?(?:[1-9](?:\.[0-9]{0,25})?e[+-]?[0-9]{1,2}|[0-9]{1,20}+(?:\.[0-9]{0,25}+)?)"
    r"(?=[ \t\r\n,;\])}]|\Z)(?:[ \t]*+,[ \t]*+|[ \t]++)?+)++"
)
"""Plain numbers on one line, which are read together: most texts have hardly anything else."""
_HEAD, _FOOT = 200, 40
"""How far a heading goes, and what of a line below the numbers has letters in any case."""
_ELISION = lazily(r"\.\.\.|[…⋯]")
_PAIR = r"[+-]?[0-9]++,[0-9]++"
_SPACED_PAIRS = lazily(rf"{_PAIR}(?:[ \t\r\n]++{_PAIR})++")
_LOOSE_ROWS_OF_PAIRS = lazily(rf"{_PAIR}(?:[ \t]*+;[ \t\r\n]++{_PAIR})++")
_BLANK_BETWEEN = lazily(r"[0-9][ \t]+[+-]?[0-9]")
_BELOW_ONE = lazily(r"(?<![0-9,])[+-]?0,")


def parse_literal(text: str, source: str) -> Tensor:
    """The vector or matrix that a text spells.

    Args:
        text: What was typed or pasted.
        source: Where it was typed.

    Raises:
        InputError: It is no vector; the error shows the place.
    """
    return _Reader(text, source).read()


def starts_like_array(text: str) -> bool:
    """Whether the text begins with a bracket, or with what a program writes before one."""
    text = plain(text).lstrip()
    if text.startswith(("[", "(", "{", "\\begin", "\\left", "&[")):
        return True
    has_heading = text[:1].isdigit() and ":" in text[:_HEAD]
    if not (text[:1].isalpha() or text[:1] == "<" or has_heading):
        return False
    from addnorm_cli.inputs.literals import notations

    for pattern, brackets in ((notations.call(), "("), (notations.prefix(), "[{(")):
        found = pattern.match(text)
        if found and text[found.end() : found.end() + 1] in tuple(brackets):
            return True
    return bool(notations.opening().match(text) or notations.heading().match(text))


class _Reader(Builder):
    """Reads one text."""

    column = False
    """Whether a matrix of one column is a vector."""

    def read(self) -> Tensor:
        """The whole text as a Tensor."""
        if not self.text.strip():
            raise InputError("empty", where=self._source)
        self._refuse_decimal_commas()
        place = self._trim()
        while place < self.end:
            place = self._token(place)
        group = self.groups[-1]
        if group.closed_by is not None:
            self.refuse("unclosed_bracket", group.start, self.end, missing=group.closed_by)
        tree = self.finish(self.end)
        if len(tree) == 1 and isinstance(tree[0], list):
            tree = tree[0]
        if self.column:
            rows = [row for row in tree if isinstance(row, list) and len(row) == 1]
            if len(rows) == len(tree):
                tree = self.located([number for (number,) in rows], *self.span_of(tree))
        try:
            return from_decimals(tree, measure(tree), self._source)
        except Misfit as misfit:
            self.refuse(misfit.key, *self.span_of(tree, misfit.path), **misfit.facts)

    def _trim(self) -> int:
        """Leave out what a program writes above and below the numbers; gives their place."""
        start = len(self.text) - len(self.text.lstrip(" \t\r\n"))
        has_names = any(map(str.isalpha, re.sub(r"[eE]", "", self.text[-_FOOT:])))
        if not has_names and ":" not in self.text[start : start + _HEAD]:
            return start
        from addnorm_cli.inputs.literals import notations

        if footing := notations.footing(self.text):
            self.end = footing.start()
            self.column = footing["column"] is not None
        if heading := notations.heading().match(self.text, start, self.end):
            start = heading.end()
            self.column = self.column or heading["column"] is not None
        return start

    def _token(self, place: int) -> int:
        """Read the token at `place`; gives back the place after it."""
        if run := _RUN().match(self.text, place, self.end):
            return self._run(run)
        token = _TOKEN().match(self.text, place, self.end)
        assert token is not None  # a word takes every sign that the others leave
        end, group = token.end(), self.groups[-1]
        match token.lastgroup:
            case "word":
                return self._word(place, end)
            case "comma":
                self._comma(place)
            case "ampersand":
                self._ampersand(place)
            case "semicolon":
                self._semicolon(place, end)
            case "newline" if group.closed_by is None and group.row:
                self.end_row()
            case "opening":
                self.open(place, place, _CLOSERS[token[0]])
            case "closing":
                self.close(place, end)
            case "command":
                return self._command(place)
        return end

    def _run(self, run: re.Match[str]) -> int:
        words = run[0].replace(",", " ").split()
        self.count(len(words), run.start(), run.end())
        group = self.groups[-1]
        if not group.row:
            group.row_start = run.start()
        group.row.extend(map(Decimal, words))
        bare = run[0].rstrip(" \t")
        group.comma = run.start() + len(bare) - 1 if bare.endswith(",") else None
        group.row_end = run.start() + len(bare.rstrip(", \t"))
        return run.end()

    def _comma(self, place: int) -> None:
        group = self.groups[-1]
        if group.comma is not None or not group.row:
            self.refuse("missing_number", place, place + 1)
        group.comma = place

    def _ampersand(self, place: int) -> None:
        """LaTeX writes "&" between numbers, Rust before a bracket."""
        if not self.text.startswith(("[", "vec!"), place + 1):
            self._comma(place)

    def _semicolon(self, place: int, end: int) -> None:
        if not self.groups[-1].row:
            self.refuse("missing_number", place, end)
        self.end_row()

    def _word(self, start: int, end: int) -> int:
        word = self.text[start:end]
        if word[0].isalpha() or word[0] in "<^":
            after = self._name(word, start, end)
            if after is not None:
                return after
        if word in ("+", "-") and self.text.startswith("\\", end):
            return self._command(start)
        self.add(self._number(word, start, end), start, end)
        return end

    def _name(self, word: str, start: int, end: int) -> int | None:
        """Read the name of an array or of a fact about it; gives the place after it."""
        from addnorm_cli.inputs.literals import latex, notations

        following = self.text[end : end + 1]
        if following == "(" and notations.call().fullmatch(word):
            self.open(start, end, ")", call=True)
            return end + 1
        if following in ("[", "{", "(") and notations.prefix().fullmatch(word):
            return end
        group = self.groups[-1]
        if opening := notations.opening().match(self.text, start, self.end):
            self.open(start, start, ">", call=True)
            return opening.end()
        if group.call and (keyword := notations.keyword().match(self.text, start, self.end)):
            group.comma = None
            return keyword.end()
        last = group.row[-1] if group.row else None
        is_vector = isinstance(last, list) and not any(isinstance(each, list) for each in last)
        if is_vector and (mark := latex.TRANSPOSED().match(self.text, start, self.end)):
            return mark.end()
        return None

    def _command(self, start: int) -> int:
        """Read a command of LaTeX; gives the place after it."""
        from addnorm_cli.inputs.literals import latex

        found = latex.MARK().match(self.text, start, self.end)
        if found is None:
            word = latex.UNKNOWN().match(self.text, start, self.end)
            end = start + 1 if word is None else word.end()
            self._refuse_word("not_a_number", start, end)
        end = found.end()
        match found.lastgroup:
            case "begin":
                self.column = True
                self.open(start, start, f"\\end{{{found['begin']}}}", call=True)
            case "left":
                self.open(start, start, "\\right", call=True)
            case "end" | "right":
                self.close(start, end, found["end"] or "\\right")
            case "row":
                self._semicolon(start, end)
            case "fraction":
                sign = "-" if found[0].startswith("-") else ""
                fraction = f"{sign}{found['above'].strip()}/{found['below'].strip()}"
                self.add(self._number(fraction, start, end), start, end)
            case "power":
                self._scale(found)
            case "dots":
                self.refuse("elided", start, end)
        return end

    def _scale(self, power: re.Match[str]) -> None:
        r"""Scale the number before `\times 10^{3}`."""
        group = self.groups[-1]
        last = group.row[-1] if group.row and group.comma is None else None
        if not isinstance(last, Decimal):
            self.refuse("missing_number", *power.span())
        group.row[-1] = last.scaleb(int(power["exponent"] or power["digit"]))

    def _number(self, word: str, start: int, end: int) -> Decimal:
        """The number that a word spells, in plain digits or as a program writes it."""
        self.count(1, start, end)
        try:
            try:
                return read_number(word)
            except InputError as error:
                from addnorm_cli.inputs.literals.notations import from_code

                coded = from_code(word) if error.key == "not_a_number" else None
                if coded is None:
                    raise
                return read_number(coded)
        except InputError as error:
            self._refuse_word(error.key, start, end)

    def _refuse_word(self, key: str, start: int, end: int) -> NoReturn:
        word = self.typed[start:end]
        if _ELISION().search(word):
            self.refuse("elided", start, end)
        if (place := unprintable_at(word)) is not None:
            code = f"U+{ord(word[place]):04X}"
            self.refuse("unprintable", start + place, start + place + 1, code=code)
        self.refuse(key, start, end, found=shorten(word))

    def _refuse_decimal_commas(self) -> None:
        """Refuse "0,8; 1,5" and "0,8 0,4": read as pairs, they would be a quietly wrong matrix."""
        if "." in self.text:
            return
        pairs = self.text.strip(" \t\r\n[](){}")
        likely = (
            _BLANK_BETWEEN().search(pairs)
            if _SPACED_PAIRS().fullmatch(pairs)
            else _LOOSE_ROWS_OF_PAIRS().fullmatch(pairs) and _BELOW_ONE().search(pairs)
        )
        if likely:
            pair = re.search(_PAIR, self.text)
            assert pair is not None
            self.refuse("decimal_comma", *pair.span(), found=pair[0])
