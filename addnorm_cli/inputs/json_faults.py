"""Why a text is no strict JSON: the first fault, with its line and column, in our own words."""

from __future__ import annotations

import json
import re

from addnorm_cli.inputs.text import excerpt, plain, unprintable_at
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.printing import shorten

_STRING = lazily(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"')
_SCALAR = lazily(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
_PLAIN = {
    "，": ",", "、": ",", "；": ",", "：": ":", "“": '"', "”": '"',
    "［": "[", "【": "[", "］": "]", "】": "]", "｛": "{", "｝": "}",
}  # fmt: skip
"""What is typed for the signs of JSON where a keyboard is set for Chinese."""
_WORD = lazily(rf"[^\s,:\[\]{{}}\"{''.join(_PLAIN)}]+")
_NUMBER = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+"
_RUN = lazily(rf"(?:[ \t\r\n]*+,[ \t\r\n]*+{_NUMBER}(?=[ \t\r\n,\]]))++")
_FLAT = lazily(rf"\[[ \t\r\n]*+{_NUMBER}(?:[ \t\r\n]*+,[ \t\r\n]*+{_NUMBER})*+[ \t\r\n]*+\]")
"""Numbers one after the other, and a whole list of them, which are passed over in one step."""
_NOT_FINITE = lazily(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)
_BLANK = lazily(r"[ \t\r\n]*")
_CLOSERS = {"[": "]", "{": "}"}


def find_fault(text: str, name: str) -> InputError:
    """The error for a text that Python's parser, or our rules, have refused.

    Args:
        text: The text.
        name: The name of where it came from; line and column are added to it.
    """
    key, start, end, facts = _Scanner(text).run()
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    return InputError(
        key,
        where=f"{name}:{line}:{column}",
        excerpt=excerpt(text, start, max(end, start + 1)),
        line=line,
        column=column,
        **facts,
    )


_Fault = tuple[str, int, int, dict[str, object]]


class _Open:
    """An array or object that is being read.

    Attributes:
        bracket: "[" or "{".
        start: Index of its bracket.
        keys: The keys that an object has so far.
        empty: Whether nothing stands in it yet.
    """

    def __init__(self, bracket: str, start: int) -> None:
        self.bracket = bracket
        self.start = start
        self.keys: set[str] = set()
        self.empty = True


class _Scanner:
    """Goes through the text as a parser would, without building anything and without recursion."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.open: list[_Open] = []

    def run(self) -> _Fault:
        """The first fault."""
        fault = self._value()
        while fault is None and self.open:
            fault = self._next()
        self._skip()
        if fault is None and self.place < len(self.text):
            fault = self._fault("json_extra", self._word())
        return fault or self._fault("json_invalid", "")

    def _next(self) -> _Fault | None:
        """Go on after an opening bracket or a value: a comma and a value, or the end."""
        self._skip()
        group, sign = self.open[-1], self._sign()
        if sign == "":
            return self._unclosed()
        if sign == _CLOSERS[group.bracket]:
            self.place += 1
            self.open.pop()
            return None
        if group.empty:
            group.empty = False
            return self._member()
        if sign != ",":
            return self._no_comma(sign)
        if group.bracket == "[" and (run := _RUN().match(self.text, self.place)):
            self.place = run.end()
            return None
        comma = self.place
        self.place += 1
        self._skip()
        if self._sign() in ("]", "}"):
            return ("json_trailing_comma", comma, comma + 1, {"closing": self._sign()})
        return self._member()

    def _member(self) -> _Fault | None:
        """A value; in an object, its key and colon first."""
        if self.open[-1].bracket == "{":
            return self._key() or self._colon() or self._value()
        return self._value()

    def _key(self) -> _Fault | None:
        self._skip()
        start = self.place
        if self._sign() == "":
            return self._unclosed()
        found = _STRING().match(self.text, start)
        if found is None:
            return self._string_fault() if self._sign() == '"' else self._bare_key()
        key, keys = json.loads(found[0]), self.open[-1].keys
        if key in keys:
            return ("json_duplicate_key", start, found.end(), {"found": shorten(key)})
        keys.add(key)
        self.place = found.end()
        return None

    def _bare_key(self) -> _Fault:
        if self.text.startswith(("//", "/*", "#"), self.place):
            return self._fault("json_comment", self.text[self.place])
        return self._fault("json_key", self._word())

    def _colon(self) -> _Fault | None:
        self._skip()
        if self._sign() == "":
            return self._unclosed()
        if self._sign() != ":":
            return self._fault("json_colon", self._word())
        self.place += 1
        return None

    def _value(self) -> _Fault | None:
        self._skip()
        sign, start = self._sign(), self.place
        if sign == "":
            return self._unclosed()
        if sign == "[" and (flat := _FLAT().match(self.text, start)):
            self.place = flat.end()
            return None
        if sign in _CLOSERS:
            self.open.append(_Open(sign, start))
            self.place += 1
            return None
        if sign == '"':
            string = _STRING().match(self.text, start)
            if string is None:
                return self._string_fault()
            self.place = string.end()
            return None
        word = self._word()
        if not _SCALAR().fullmatch(word):
            return self._bad_value(word)
        self.place += len(word)
        return None

    def _bad_value(self, word: str) -> _Fault:
        if word.startswith(("//", "/*", "#")):
            return self._fault("json_comment", word)
        if _SCALAR().fullmatch(plain(word)):
            return self._foreign(word, plain(word))
        if _NOT_FINITE().fullmatch(word):
            return self._fault("number_not_finite", word)
        if "..." in word or "…" in word:
            return self._fault("elided", word)
        if word[0] in "+-." or word[0].isdigit():
            return self._fault("json_number", word)
        if word in ("True", "False", "None"):
            return self._fault("json_python", word)
        return self._fault("json_value", word)

    def _string_fault(self) -> _Fault:
        """A string with no end on its line, or with something in it that JSON does not allow."""
        start = self.place
        line_end = self.text.find("\n", start)
        line_end = len(self.text) if line_end < 0 else line_end
        return ("json_string", start, line_end, {})

    def _no_comma(self, sign: str) -> _Fault:
        if sign in "]}":
            group = self.open[-1]
            facts: dict[str, object] = {"found": sign, "expected": _CLOSERS[group.bracket]}
            return ("wrong_bracket", self.place, self.place + 1, facts)
        if self.text.startswith(("//", "/*", "#"), self.place):
            return self._fault("json_comment", sign)
        return self._fault("json_comma", self._word())

    def _unclosed(self) -> _Fault:
        """The text ends too early; shown at its end."""
        if not self.open:
            return self._fault("json_invalid", "")
        group = self.open[-1]
        line = self.text.count("\n", 0, group.start) + 1
        facts: dict[str, object] = {"bracket": group.bracket, "opened": line}
        return ("json_end", len(self.text.rstrip()), len(self.text), facts)

    def _fault(self, key: str, word: str) -> _Fault:
        place = 0 if word.isspace() else unprintable_at(word)
        if place is not None:
            start = self.place + place
            return ("unprintable", start, start + 1, {"code": f"U+{ord(word[place]):04X}"})
        if word in _PLAIN:
            return self._foreign(word, _PLAIN[word])
        return (key, self.place, self.place + len(word), {"found": shorten(word)})

    def _foreign(self, word: str, spelling: str) -> _Fault:
        """A sign or a number in characters that JSON does not know, such as U+2212 for a minus."""
        sign = next(sign for sign, ours in zip(word, spelling, strict=True) if sign != ours)
        code = f"U+{ord(sign):04X}"
        facts: dict[str, object] = {"found": shorten(word), "sign": sign, "code": code}
        facts["plain"] = shorten(spelling)
        return ("json_full_width", self.place, self.place + len(word), facts)

    def _word(self) -> str:
        """The word, or else the sign, at this place."""
        word = _WORD().match(self.text, self.place)
        return word[0] if word else self._sign()

    def _sign(self) -> str:
        return self.text[self.place : self.place + 1]

    def _skip(self) -> None:
        blank = _BLANK().match(self.text, self.place)
        assert blank is not None
        self.place = blank.end()
