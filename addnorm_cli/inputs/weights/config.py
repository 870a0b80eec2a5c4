"""The config.json beside a checkpoint: what it says, and what it means where it says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import cast

from addnorm_cli.inputs.documents import Json, JsonObject, parse_json, quoted
from addnorm_cli.inputs.reader import Reader, unreadable
from addnorm_cli.inputs.weights.config_entries import CONFIG_KEYS
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.records import EMPTY, record


@record
class Entry:
    """A value of config.json, or the usual one where config.json leaves it out.

    Attributes:
        path: Its key, with dots between keys of keys.
        value: The value, never null.
        where: The place as a person would name it; the file alone where it leaves the entry out.
        stated: It stands in config.json.
    """

    path: str
    value: Json
    where: str
    stated: bool


@record
class Config:
    """What stands in config.json.

    Attributes:
        name: The file as a person would name it.
        tree: Its content; empty where there is no such file.
        exists: Whether there is one.
        usual: What the architecture means where an entry is left out.
    """

    name: str
    tree: JsonObject
    exists: bool
    usual: Mapping[str, object] = EMPTY

    def find(self, *paths: str) -> Entry | None:
        """The first of these entries that is there and not null, else a usual one."""
        looked = [(path, *self._look(path)) for path in paths]
        for path, _, value in looked:
            if value is not None:
                return Entry(path=path, value=value, where=f"{self.name}: {path}", stated=True)
        if any(there for _, there, _ in looked):
            return None  # null: there is no such thing, whatever is usual
        for path in paths:
            if path in self.usual:
                usual = cast("Json", self.usual[path])
                return Entry(path=path, value=usual, where=self.name, stated=False)
        return None

    def _look(self, path: str) -> tuple[bool, Json]:
        """Whether an entry is there, and its value."""
        *above, last = path.split(".")
        node: Json = self.tree
        for key in above:
            node = node.get(key) if isinstance(node, dict) else None
        return (True, node[last]) if isinstance(node, dict) and last in node else (False, None)

    def find_setting(self, name: str) -> Entry | None:
        """The entry of a setting, whatever it is called."""
        return self.find(*CONFIG_KEYS[name])

    def whole(self, *paths: str) -> int | None:
        """The first of these entries, a whole number above 0.

        Raises:
            InputError: It is something else.
        """
        found = self.find(*paths)
        if found is None:
            return None
        value = found.value
        if not isinstance(value, Decimal) or value < 1 or value != value.to_integral_value():
            raise InputError("whole_expected", where=found.where, found=quoted(value))
        return int(value)

    def whole_setting(self, name: str) -> int | None:
        """The entry of a setting that is a whole number above 0.

        Raises:
            InputError: It is something else.
        """
        return self.whole(*CONFIG_KEYS[name])


def read_config(weights: str, reader: Reader) -> Config:
    """The config.json in the folder of a file of weights, if there is one.

    Args:
        weights: The path of the weights as it was typed: a file or its folder.
        reader: Opens the file.

    Raises:
        InputError: It is no JSON object, or cannot be read.
    """
    given = Path(weights)
    path = given / "config.json" if given.is_dir() else given.with_name("config.json")
    name = printable(str(path))
    try:
        return Config(name=name, tree=read_object(path, name, reader), exists=True)
    except FileNotFoundError:
        return Config(name=name, tree={}, exists=False)


def read_object(path: Path, name: str, reader: Reader) -> JsonObject:
    """The JSON object that a file holds.

    Raises:
        FileNotFoundError: There is no such file.
        InputError: It cannot be read, or holds no object.
    """
    try:
        data = reader.bytes_of(path)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise unreadable(error, name) from None
    tree = parse_json(data, name)
    if not isinstance(tree, dict):
        raise InputError("config_object", where=name, found=quoted(tree))
    return tree
