"""What a model does that is not done here: refused by name, since its answer would be wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from addnorm_cli.inputs.documents import Json, JsonObject, quoted
from addnorm_cli.inputs.weights.architecture import Architecture
from addnorm_cli.inputs.weights.config import Config, Entry
from addnorm_cli.inputs.weights.config_entries import (
    CONFIG_KEYS,
    ELSEWHERE,
    ENTRIES_OUTSIDE,
    NEUTRAL,
    NEUTRAL_ENDINGS,
    NO_CHANGE,
    SCALES,
)
from addnorm_cli.inputs.weights.tensor_files import TensorFile
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Notice

_KNOWN = (
    frozenset(path.partition(".")[0] for paths in CONFIG_KEYS.values() for path in paths)
    | frozenset(NEUTRAL)
    | frozenset(SCALES)
    | ENTRIES_OUTSIDE
    | ELSEWHERE
    | NO_CHANGE
)

_ROPE_KEYS = ("rope_theta", "partial_rotary_factor", "rope_type", "type")
_SCALING_KEYS = ("factor", "original_max_position_embeddings", "beta_fast", "beta_slow",
                 "low_freq_factor", "high_freq_factor", "attention_factor")  # fmt: skip
"""What has a meaning for scaled rotary positions alone."""

_TOLERANCE = Decimal("1e-6")
"""How far a scale of the scores may be from 1 / √d_head, which is no exact decimal."""


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
        if path != chosen:
            _refuse_unless(config.find(path), key, values)
    for path in config.tree:
        if path.endswith(NEUTRAL_ENDINGS) and path not in _KNOWN:
            _refuse_unless(config.find(path), "setting_refused", (1,))


def _refuse_unless(entry: Entry | None, key: str, values: Sequence[object]) -> None:
    if entry is not None and entry.value not in values:
        raise InputError(key, where=entry.where, found=quoted(entry.value))


def refuse_scale(config: Config, head: int) -> None:
    """Refuse another scale of the scores than 1 / √d_head.

    Args:
        config: What stands in config.json.
        head: d_head.

    Raises:
        InputError: The scores are scaled otherwise.
    """
    for path, scale_of in SCALES.items():
        entry = config.find(path)
        if entry is None:
            continue
        if not isinstance(entry.value, Decimal) or entry.value <= 0:
            raise InputError("config_value", where=entry.where, found=quoted(entry.value))
        scale = scale_of(entry.value)
        if abs(scale * scale * head - 1) > _TOLERANCE:
            raise InputError("undone_scale", where=entry.where, found=f"{scale:.6g}", head=head)


def refuse_roles(file: TensorFile, arch: Architecture, placement: str,
                 found: Sequence[Mapping[str, str]]) -> None:  # fmt: skip
    """Refuse layers with tensors for which nothing is done here.

    Args:
        file: The file.
        arch: The architecture.
        placement: Where the norms stand.
        found: The names of each layer's tensors, by role.

    Raises:
        InputError: They normalize queries and keys, or have two norms side by side.
    """
    for names in found:
        for role, name in names.items():
            where = f"{file.name}: {printable(name)}"
            if role in ("q_norm.gamma", "k_norm.gamma"):
                raise InputError("undone_qk_norm", where=where)
            if role == "norm2.gamma" and placement == "parallel":
                raise InputError("undone_parallel_norms", where=where, arch=arch.name)


def refuse_window(config: Config, layers: range, length: int) -> None:
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


def check_rotary(config: Config, base: str | None) -> tuple[Notice, ...]:
    """Refuse rotary positions that are scaled, or that turn a part of a head.

    Args:
        config: What stands in config.json.
        base: The base that the reader named, for plain positions whatever config.json says.

    Returns:
        What the reader should be told.

    Raises:
        InputError: They are.
    """
    notices: list[Notice] = []
    for path in ("rope_parameters", "rope_scaling"):
        entry = config.find(path)
        if entry is None:
            continue
        if not isinstance(entry.value, dict):
            raise InputError("config_value", where=entry.where, found=quoted(entry.value))
        where, found = _scaling(entry.value, entry.where)
        if found is None:
            continue
        if base is None:
            raise InputError("rotary_scaling", where=where, found=found)
        facts = {"found": found, "where": where, "base": base}
        notices.append(Notice(key="rotary_scaling_left_out", facts=facts))
    share = config.find_setting("rotary_share")
    if share is not None and share.value != 1:
        raise InputError("undone_partial_rotary", where=share.where, found=quoted(share.value))
    width, head = config.find("rotary_dim"), config.head_width()
    if width is not None and width.value != head:
        found = f"{quoted(width.value)} / {head or 'd_head'}"
        raise InputError("undone_partial_rotary", where=width.where, found=found)
    return tuple(notices)


def _scaling(rope: JsonObject, where: str) -> tuple[str, str | None]:
    """Where rotary positions are said to be other than plain, and what is said there."""
    stated = next((key for key in ("rope_type", "type") if rope.get(key) is not None), None)
    if stated is not None and rope[stated] != "default":
        return f"{where}.{stated}", quoted(rope[stated])
    known = _ROPE_KEYS if stated is None else (*_ROPE_KEYS, *_SCALING_KEYS)
    for key, value in rope.items():
        if key not in known and value is not None:
            return f"{where}.{printable(key)}", quoted(value)
    return where, None


def unknown_entries(config: Config) -> list[str]:
    """The entries of config.json that may change the calculation, for all that is known here."""
    return [key for key, value in config.tree.items() if _means_something(key, value)]


def _means_something(key: str, value: Json) -> bool:
    return key not in _KNOWN and not key.startswith("_") and value not in (None, [], {})
