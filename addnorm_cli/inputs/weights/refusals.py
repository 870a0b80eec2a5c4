"""What a model does that is not done here: refused by name, since its answer would be wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from addnorm_cli.inputs.documents import Json, quoted
from addnorm_cli.inputs.weights.architecture import Architecture
from addnorm_cli.inputs.weights.config import Config, Entry
from addnorm_cli.inputs.weights.config_entries import (
    CONFIG_KEYS,
    ELSEWHERE,
    ENTRIES_OUTSIDE,
    NEUTRAL,
    NEUTRAL_ENDINGS,
    NO_CHANGE,
    QK_NORMS,
    SCALES,
)
from addnorm_cli.inputs.weights.tensor_files import TensorFile
from addnorm_cli.model.errors import InputError

_KNOWN = (
    frozenset(path.partition(".")[0] for paths in CONFIG_KEYS.values() for path in paths)
    | frozenset(NEUTRAL)
    | frozenset(SCALES)
    | ENTRIES_OUTSIDE
    | ELSEWHERE
    | NO_CHANGE
)


def refuse_config(config: Config, arch: Architecture) -> None:
    """Refuse a model whose config.json asks for a calculation that is not done here.

    Args:
        config: What stands in config.json.
        arch: The architecture.

    Raises:
        InputError: It does; the error names the entry.
    """
    chosen = arch.placement_key[0] if arch.placement_key else None
    for path, (key, values) in NEUTRAL.items():
        if path != chosen and not (path in QK_NORMS and "q_norm.gamma" in arch.names):
            _refuse_unless(config.find(path), key, values)
    for path in config.tree:
        if path.endswith(NEUTRAL_ENDINGS) and path not in _KNOWN:
            _refuse_unless(config.find(path), "setting_refused", (1,))


def _refuse_unless(entry: Entry | None, key: str, values: Sequence[object]) -> None:
    if entry is not None and entry.value not in values:
        raise InputError(key, where=entry.where, found=quoted(entry.value))


def refuse_qk_norm(config: Config, file: TensorFile, found: Sequence[Mapping[str, str]]) -> None:
    """Refuse a model that is said to norm its queries and keys, and has nothing to do it with.

    Args:
        config: What stands in config.json.
        file: The file.
        found: The names of each layer's tensors, by role.

    Raises:
        InputError: It is.
    """
    entry = config.find(*QK_NORMS)
    if entry is not None and entry.value is True and "q_norm.gamma" not in found[0]:
        raise InputError("undone_qk_norm", where=entry.where)


def refuse_window(config: Config, layers: Sequence[int], length: int) -> None:
    """Refuse layers in which a token does not see all of the others that it might.

    Args:
        config: What stands in config.json.
        layers: Which layers are run.
        length: How many tokens there are.

    Raises:
        InputError: Attention is of another kind, or its window is shorter than the text.
    """
    entry = config.find("layer_types")
    types = entry.value if entry is not None else None
    window_of_all = types is None
    if entry is not None:
        if not isinstance(types, list) or len(types) <= layers[-1]:
            raise InputError("config_value", where=entry.where, found=quoted(types))
        for number in layers:
            if types[number] not in ("full_attention", "sliding_attention"):
                where = f"{entry.where}[{number}]"
                raise InputError("setting_refused", where=where, found=quoted(types[number]))
        window_of_all = "sliding_attention" in [types[number] for number in layers]
    switch = config.find("use_sliding_window")
    if not window_of_all or (switch is not None and switch.value is False):
        return
    window = config.find("sliding_window")
    size = config.whole("sliding_window")
    if window is not None and size is not None and length > size:
        raise InputError("sliding_window", where=window.where, window=size, length=length)


def unknown_entries(config: Config) -> list[str]:
    """The entries of config.json that may change the calculation, for all that is known here."""
    return [key for key, value in config.tree.items() if _means_something(key, value)]


def _means_something(key: str, value: Json) -> bool:
    return key not in _KNOWN and not key.startswith("_") and value not in (None, [], {})
