"""What config.json says of attention: its rotary positions, and what is done to its scores."""

from __future__ import annotations

from decimal import Decimal

from addnorm_cli.inputs.block_attention import SCALINGS, read_scaling
from addnorm_cli.inputs.documents import JsonObject, quoted
from addnorm_cli.inputs.weights.config import Config
from addnorm_cli.inputs.weights.config_entries import SCALES
from addnorm_cli.model.block_problem import Rotary, Scale
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Notice
from addnorm_cli.model.records import EMPTY, record

_ROPE_KEYS = ("rope_theta", "partial_rotary_factor", "rope_type", "type")
_SCALING_KEYS = tuple(
    dict.fromkeys(key for needed, more in SCALINGS.values() for key in (*needed, *more))
)
"""What has a meaning for scaled rotary positions alone."""
_TOLERANCE = Decimal("1e-6")
"""How far a scale of the scores may be from 1 / √d_head, which is no exact decimal."""


@record
class RotaryEntries:
    """What config.json says of rotary positions, beside their base.

    Attributes:
        scaling: How their angles are scaled, as in `Rotary`.
        notices: What the reader should be told.
    """

    scaling: dict[str, float | str]
    notices: tuple[Notice, ...]


def read_rotary_scaling(config: Config, base: str | None) -> RotaryEntries:
    """How rotary positions are scaled.

    Args:
        config: What stands in config.json.
        base: The base that the reader named, which makes plain positions of unknown ones.

    Raises:
        InputError: They are scaled in a way that is unknown here.
    """
    notices: list[Notice] = []
    scaling: dict[str, float | str] = {}
    for path in ("rope_parameters", "rope_scaling"):
        entry = config.find(path)
        if entry is None:
            continue
        if not isinstance(entry.value, dict):
            raise InputError("config_value", where=entry.where, found=quoted(entry.value))
        where, found = _unknown(entry.value, entry.where)
        if found is not None:
            if base is None:
                raise InputError("rotary_scaling", where=where, found=found)
            facts = {"found": found, "where": where, "base": base}
            notices.append(Notice(key="rotary_scaling_left_out", facts=facts))
        elif kind := _kind(entry.value):
            known = (*SCALINGS[kind][0], *SCALINGS[kind][1], "rope_type", "type")
            said = {key: value for key, value in entry.value.items() if key in known}
            if "original_max_position_embeddings" in SCALINGS[kind][0]:
                length = config.find("original_max_position_embeddings", "max_position_embeddings")
                if length is not None:
                    said.setdefault("original_max_position_embeddings", length.value)
            scaling = read_scaling(said, entry.where)
    return RotaryEntries(scaling=scaling, notices=tuple(notices))


def _kind(rope: JsonObject) -> str | None:
    """The kind of scaling that is stated, none where it is plain."""
    stated = next((rope[key] for key in ("rope_type", "type") if rope.get(key) is not None), None)
    return stated if isinstance(stated, str) and stated != "default" else None


def _unknown(rope: JsonObject, where: str) -> tuple[str, str | None]:
    """Where rotary positions are said to be what is unknown here, and what is said there."""
    stated = next((key for key in ("rope_type", "type") if rope.get(key) is not None), None)
    if stated is not None and rope[stated] not in ("default", *SCALINGS):
        return f"{where}.{stated}", quoted(rope[stated])
    known = _ROPE_KEYS if stated is None else (*_ROPE_KEYS, *_SCALING_KEYS)
    for key, value in rope.items():
        if key not in known and value is not None:
            return f"{where}.{printable(key)}", quoted(value)
    return where, None


def rotary_of(config: Config, base: str, scaling: dict[str, float | str], head: int) -> Rotary:
    """The rotary positions of heads that are `head` wide.

    Raises:
        InputError: The part of a head that turns is no even number of components.
    """
    share, width = config.find_setting("rotary_share"), config.find("rotary_dim")
    turned, where = head, ""
    if width is not None:
        turned, where = config.whole("rotary_dim") or head, width.where
    elif share is not None:
        if not isinstance(share.value, Decimal) or not 0 < share.value <= 1:
            raise InputError("config_value", where=share.where, found=quoted(share.value))
        turned, where = int(head * share.value), share.where
    if turned > head or turned % 2 or not turned:
        if where:
            raise InputError("rotary_dim", where=where, found=turned, d_head=head)
        raise InputError("rotary_odd", where=config.name, d_head=head)
    return Rotary(
        base=float(base),
        width=None if turned == head else turned,
        scaling=scaling or EMPTY,
    )


def scale_of(config: Config, head: int) -> Scale | None:
    """What is done to the scores in place of 1 / √d_head, if that is another number.

    Args:
        config: What stands in config.json.
        head: d_head.

    Raises:
        InputError: It is no number above 0.
    """
    for path, how in SCALES.items():
        entry = config.find(path)
        if entry is None:
            continue
        value = entry.value
        if not isinstance(value, Decimal) or value <= 0:
            raise InputError("config_value", where=entry.where, found=quoted(value))
        times = value * value if how == "times" else 1 / value
        if abs(times * head - 1) > _TOLERANCE:
            return Scale(f"{value:f}", how)
    return None


def positive_entry(config: Config, path: str) -> str | None:
    """The digits of an entry that is a number above 0, if it is there.

    Raises:
        InputError: It is something else.
    """
    entry = config.find(path)
    if entry is None:
        return None
    if not isinstance(entry.value, Decimal) or entry.value <= 0:
        raise InputError("config_value", where=entry.where, found=quoted(entry.value))
    return f"{entry.value:f}"
