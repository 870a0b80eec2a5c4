"""The config.json beside a checkpoint: what it says, and what it says that is not supported."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from addnorm_cli.inputs.documents import Json, JsonObject, parse_json, show
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.weights.architectures import Architecture
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.records import record

_ROPE_TYPES = ("rope_parameters.rope_type", "rope_scaling.rope_type", "rope_scaling.type")


@record
class Config:
    """What stands in config.json.

    Attributes:
        name: The file as a person would name it.
        tree: Its content; empty where there is no such file.
        exists: Whether there is one.
    """

    name: str
    tree: JsonObject
    exists: bool

    def find(self, *paths: str) -> tuple[str, Json] | None:
        """The first of these dotted paths that is there and not null, and its value."""
        for path in paths:
            node: Json = self.tree
            for key in path.split("."):
                node = node.get(key) if isinstance(node, dict) else None
            if node is not None:
                return path, node
        return None

    def whole(self, *paths: str) -> int | None:
        """The first of these entries, a whole number above 0.

        Raises:
            InputError: It is something else.
        """
        found = self.find(*paths)
        if found is None:
            return None
        path, value = found
        if not isinstance(value, Decimal) or value < 1 or value != value.to_integral_value():
            raise InputError("whole_expected", where=f"{self.name}: {path}", found=show(value))
        return int(value)


def read_config(weights: str, reader: Reader) -> Config:
    """The config.json in the folder of a file of weights, if there is one.

    Args:
        weights: The path of the weights as it was typed.
        reader: Opens the file.

    Raises:
        InputError: It is no JSON object, or cannot be read.
    """
    path = Path(weights).with_name("config.json")
    name = printable(str(path))
    try:
        data = reader.bytes_of(path)
    except FileNotFoundError:
        return Config(name=name, tree={}, exists=False)
    except OSError as error:
        key = "no_permission" if isinstance(error, PermissionError) else "unreadable"
        raise InputError(key, where=name) from None
    tree = parse_json(data, name)
    if not isinstance(tree, dict):
        raise InputError("config_object", where=name, found=show(tree))
    return Config(name=name, tree=tree, exists=True)


def check_supported(
    config: Config, arch: Architecture, length: int, forced: bool, rotary_given: bool
) -> None:
    """Refuse a model that calculates in a way of its own: its answer would be quietly wrong.

    Args:
        config: What stands in config.json.
        arch: The architecture that the tensors look like.
        length: How many tokens there are.
        forced: The architecture was named by the reader, who knows better than "model_type".
        rotary_given: The rotary base was named by the reader, so that no scaling applies.

    Raises:
        InputError: It does.
    """
    found = config.find("model_type")
    if found and not forced and arch.model_types and found[1] not in arch.model_types:
        where = f"{config.name}: model_type"
        raise InputError("model_type", where=where, found=show(found[1]), arch=arch.name)
    for path, values in arch.fixed.items():
        _check(config, path, values)
    if arch.rotary and not rotary_given:
        for path in _ROPE_TYPES:
            _check(config, path, ("default",), "rotary_scaling")
    if config.tree.get("use_sliding_window") is not False:
        window = config.whole("sliding_window")
        if window is not None and length > window:
            where = f"{config.name}: sliding_window"
            raise InputError("sliding_window", where=where, window=window, length=length)


def _check(
    config: Config, path: str, values: tuple[object, ...], key: str = "setting_refused"
) -> None:
    found = config.find(path)
    if found and found[1] not in values:
        raise InputError(key, where=f"{config.name}: {path}", found=show(found[1]))
