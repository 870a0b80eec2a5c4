"""Strict JSON: from bytes to a tree that keeps the typed digits, and from the tree to numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import NoReturn, TypeAlias

from addnorm_cli.inputs.arrays import Misfit, from_decimals, measure, show_path
from addnorm_cli.inputs.limits import MOST_TYPED
from addnorm_cli.inputs.numbers import as_typed, from_json
from addnorm_cli.messages import LANGUAGES, Language
from addnorm_cli.model.choices import shortlist, unknown
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable, shorten
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import record, replaced

Json: TypeAlias = "bool | str | Decimal | Tensor | list[Json] | dict[str, Json] | None"
"""A tree of JSON. Where a Python program made it, an array of the program may stand in it."""
JsonObject: TypeAlias = "dict[str, Json]"

TRACE_SCHEMA = "addnorm.trace/2"
HOMEWORK_SCHEMA = "addnorm.homework/1"
_TRACES = (TRACE_SCHEMA, "addnorm.trace/1")
"""Answers that can be read; the first version had its self-checks under "check"."""


@record
class Document:
    """A JSON object that was read, and the name of where it was read from."""

    name: str
    tree: JsonObject

    @property
    def is_trace(self) -> bool:
        """Whether it is the answer of an earlier command."""
        return self.tree.get("schema") in _TRACES


def spoken(document: Document, language: Language | None) -> Document:
    """A document with its texts in one language; None leaves them as they are.

    A title, a label or a name may be given in several languages: {"en": "river", "zh": "河"}.
    """
    if language is None:
        return document
    tree = {key: _spoken(value, language) for key, value in document.tree.items()}
    notes = document.tree.get("notes")
    if isinstance(notes, dict):  # a case may be called "en"
        tree["notes"] = {name: _spoken(note, language) for name, note in notes.items()}
    return replaced(document, tree=tree)


def _spoken(tree: Json, language: Language) -> Json:
    if isinstance(tree, dict):
        if tree and LANGUAGES.keys() >= tree.keys() and _are_texts(tree.values()):
            return tree.get(language) or next(iter(tree.values()))
        return {key: _spoken(value, language) for key, value in tree.items()}
    if isinstance(tree, list) and tree and isinstance(tree[0], (dict, str)):  # no list of numbers
        return [_spoken(value, language) for value in tree]
    return tree


def _are_texts(values: Iterable[Json]) -> bool:
    return all(isinstance(value, str) for value in values)


def parse_json(data: bytes, name: str) -> Json:
    """The tree that strict JSON spells.

    Args:
        data: The bytes, in UTF-8 or UTF-16.
        name: The name of where they came from.

    Raises:
        InputError: They are no text, or no strict JSON; the error shows line and column.
    """
    return parse_json_text(decode(data, name), name)


def parse_json_text(text: str, name: str) -> Json:
    """The tree that strict JSON spells, from text that is decoded already."""
    if not text.strip(" \t\r\n"):
        raise InputError("empty_file", where=name)
    if text.count(",") >= MOST_TYPED:  # one number more than commas, in an array
        raise InputError("too_many_typed", where=name, most=f"{MOST_TYPED:,}")
    try:
        return _loads(text)
    except RecursionError:
        raise InputError("json_too_deep", where=name) from None
    except ValueError:
        # Python's own sentences differ from version to version: find the fault ourselves.
        from addnorm_cli.inputs.json_faults import find_fault

        raise find_fault(text, name) from None


def decode(data: bytes, name: str) -> str:
    """The text of a file or of stdin: UTF-8 or UTF-16, with or without a byte-order mark.

    Raises:
        InputError: It is in another encoding, or no text at all.
    """
    encoding = _encoding(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if b"\0" in data:
            raise InputError("binary_file", where=name) from None
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("not_utf8", where=name, line=line) from None
    if "\0" in text:
        raise InputError("binary_file", where=name)
    return text


def _encoding(data: bytes) -> str:
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "utf-32"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    # Without a mark, JSON and numbers begin with an ASCII sign, which has one zero byte in UTF-16.
    if len(data) % 2 == 0 and data[:2].count(0) == 1:
        return "utf-16-be" if data[0] == 0 else "utf-16-le"
    return "utf-8-sig"


def _loads(text: str) -> Json:
    # Decimal itself is several times quicker than a function of ours, and hardly ever fails.
    try:
        return _load_with(text, Decimal)
    except ArithmeticError:
        return _load_with(text, from_json)


def _load_with(text: str, number: Callable[[str], Decimal]) -> Json:
    import json

    tree: Json = json.loads(
        text,
        parse_float=number,
        parse_int=number,
        parse_constant=_refuse_constant,
        object_pairs_hook=_unique,
    )
    return tree


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _unique(pairs: list[tuple[str, Json]]) -> JsonObject:
    tree = dict(pairs)
    if len(tree) < len(pairs):
        message = "a key twice"
        raise ValueError(message)
    return tree


def to_tensor(tree: Json, source: str) -> Tensor:
    """The array that a piece of JSON holds.

    The tree itself is checked, since NumPy would read true as 1 and "2" as 2.

    Args:
        tree: A list of numbers or of lists, or a single number.
        source: Where it stands, such as "bank.json: x".

    Raises:
        InputError: It is no array of numbers; the error names the path.
    """
    if isinstance(tree, Tensor):
        return tree
    items = [tree] if isinstance(tree, Decimal) else tree
    if isinstance(items, dict):
        names = shortlist(items)
        raise InputError("object_for_numbers", where=source, names=names)
    if not isinstance(items, list):
        raise InputError("not_a_json_number", where=source, found=quoted(items))
    try:
        return from_decimals(items, measure(items), source)
    except Misfit as misfit:
        facts = dict(misfit.facts)
        if "found" in facts and misfit.key == "not_a_json_number":
            facts["found"] = quoted(facts["found"])
        where = source + show_path(misfit.path)
        raise InputError(misfit.key, where=where, **facts) from None


def text_in(value: object, where: str) -> str:
    """A value that must be a text.

    Raises:
        InputError: It is another.
    """
    if not isinstance(value, str):
        raise InputError("text_expected", where=where, found=quoted(value))
    return value


def word_of(value: object) -> str:
    """A text, or a number as it was typed, for people to read; "" for any other value."""
    if isinstance(value, Decimal):
        return as_typed(value)
    return printable(value) if isinstance(value, str) else ""


def quoted(value: object) -> str:
    """A JSON value as an error quotes it: true, null, "2", {…}."""
    if isinstance(value, dict):
        return "{…}"
    if isinstance(value, list | Tensor):
        return "[…]"
    if isinstance(value, Decimal):
        return shorten(str(value))
    import json

    return shorten(json.dumps(value, ensure_ascii=False))


def find_entry(document: Document, entry: str) -> Json:
    """The entry of a document that a dotted path names: "x", "sublayer.A".

    Raises:
        InputError: There is none of that name.
    """
    node: Json = document.tree
    where = document.name
    rest = entry
    while rest or node is document.tree:
        if not isinstance(node, dict):
            raise InputError("no_entries", where=where, found=printable(rest))
        # A key may hold dots itself, as the names of weights do.
        key = rest if rest in node else rest.partition(".")[0]
        if key not in node:
            raise unknown("entry", rest, node, where)
        node, rest = node[key], rest[len(key) + 1 :]
        where = f"{document.name}: {printable(entry.removesuffix(rest).rstrip('.'))}"
    return node
