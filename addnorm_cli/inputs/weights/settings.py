"""What the tensors of a model do not show: heads, ε, activation, …; who says it, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Literal

from addnorm_cli.inputs.documents import Json, quoted
from addnorm_cli.inputs.numbers import read_number
from addnorm_cli.inputs.overrides import value_taken
from addnorm_cli.inputs.text import plain
from addnorm_cli.inputs.weights.architecture import Architecture
from addnorm_cli.inputs.weights.config import Config
from addnorm_cli.model.choices import choose
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options, flag
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.printing import shorten
from addnorm_cli.model.problem import NormSpec, Notice
from addnorm_cli.model.records import EMPTY, record, replaced

SettingOrigin = Literal["option", "config", "default", "tensors"]

_USUAL_ROTARY_BASE = "10000"
"""What a config.json means that does not say; without one, nobody knows."""


@record
class Said:
    """What a file says of a setting: its value as it would be typed, and the place."""

    text: str
    where: str


@record
class Setting:
    """One value that the tensors do not show, and who said it.

    Attributes:
        name: The option that would change it.
        value: The value, as it is written.
        origin: "option", "config", "default" of the architecture, or "tensors" for what their
            shapes show.
        place: The place: "--heads", "config.json: n_head", the architecture, or the tensor.
    """

    name: str
    value: str
    origin: SettingOrigin
    place: str


@record
class ModelSettings:
    """All settings of a model.

    Attributes:
        by_name: Each by its name.
        notices: Where an option takes the place of what config.json says.
    """

    by_name: dict[str, Setting]
    notices: tuple[Notice, ...]

    def text(self, name: str) -> str:
        """A setting that there is, as it is written."""
        return self.by_name[name].value

    def norm(self, arch: Architecture) -> NormSpec:
        """The norm of every place."""
        usual = CONVENTIONS[arch.convention]
        eps = self.text("eps")
        return replaced(usual, eps=eps, convention=arch.convention if eps == usual.eps else None)


def choose_settings(
    arch: Architecture, config: Config, given: Options, named: Mapping[str, Said] = EMPTY
) -> ModelSettings:
    """Every setting: from an option, else a file, else what the architecture usually has.

    Args:
        arch: The architecture.
        config: What stands in config.json.
        given: The options.
        named: What the file of names says, which is before config.json.

    Raises:
        InputError: A value has no meaning, or nothing states one that has no usual value.
    """
    names = ["heads", "kv_heads", "eps", "activation", "placement"]
    if arch.rotary or given.rotary_base is not None:
        names.append("rotary_base")
    by_name: dict[str, Setting] = {}
    notices: list[Notice] = []
    for name in names:
        stated = _from_names(name, named) or _from_config(name, arch, config)
        setting = _from_option(name, getattr(given, name), arch)
        if setting is None:
            setting = _read(stated, arch) if stated else _usual(name, arch, config)
        elif (
            stated
            and stated.origin == "config"
            and (was := _value_or_text(stated, arch)) != setting.value
        ):
            file = stated.place.rpartition(": ")[0]
            notices.append(value_taken(name, setting.value, was, file))
        if setting is not None:
            by_name[name] = setting
    by_name["causal"] = _causal(arch, config, given, named)
    return ModelSettings(by_name=by_name, notices=tuple(notices))


def shape_settings(
    config: Config, sizes: Mapping[str, int], names: Mapping[str, str], norm: NormSpec
) -> tuple[Setting, ...]:
    """The sizes of a model as settings, and who says them.

    Args:
        config: What stands in config.json.
        sizes: The sizes by the letters of DIMENSIONS.
        names: The names of a layer's tensors, by role.
        norm: The norm of every place.
    """

    def size(name: str, key: str, value: str, tensor: str) -> Setting:
        entry = config.find_setting(key)
        if entry is not None and entry.stated:
            return Setting(name=name, value=value, origin="config", place=entry.where)
        return Setting(name=name, value=value, origin="tensors", place=tensor)

    d, f = sizes["d"], sizes["f"]
    first = next(iter(names.values()))
    vocabulary = config.find_setting("vocabulary")
    shown = [
        size("d_model", "width", str(d), names.get("W_o", first)),
        size("d_ff", "hidden", f"{f} = {f / d:g} × d_model", names.get("W_1", first)),
    ]
    if vocabulary is not None:
        shown.append(Setting("vocabulary", quoted(vocabulary.value), "config", vocabulary.where))
    return (*shown, Setting("norm", norm.kind, "default", norm.convention or norm.kind))


def _from_option(name: str, text: str | None, arch: Architecture) -> Setting | None:
    if text is None:
        return None
    typed = plain(text).strip()
    return _read(Setting(name=name, value=typed, origin="option", place=flag(name)), arch)


def _from_names(name: str, named: Mapping[str, Said]) -> Setting | None:
    if name not in named:
        return None
    return Setting(name=name, value=named[name].text, origin="config", place=named[name].where)


def _from_config(name: str, arch: Architecture, config: Config) -> Setting | None:
    """The setting as config.json writes it, its meaning not looked at yet."""
    if name == "placement":
        entry = config.find(arch.placement_key[0]) if arch.placement_key else None
    else:
        entry = config.find_setting(name)
    if entry is None:
        return None
    value = text_of(entry.value, entry.where)
    if not entry.stated:
        return Setting(name=name, value=value, origin="default", place=arch.name)
    return Setting(name=name, value=value, origin="config", place=entry.where)


def text_of(value: Json, where: str) -> str:
    """A value of a file as it would be typed.

    Raises:
        InputError: It is none that an option could be.
    """
    if isinstance(value, str):
        return value
    if value is True or value is False:
        return quoted(value)
    if not isinstance(value, Decimal):
        raise InputError("config_value", where=where, found=quoted(value))
    # JSON read as decimals has lost the spelling of 1e-12, which people write so.
    return f"{value.normalize():e}" if value and value.adjusted() < -2 else str(value)


def _usual(name: str, arch: Architecture, config: Config) -> Setting | None:
    value: str | None = None
    match name:
        case "eps":
            value = CONVENTIONS[arch.convention].eps
        case "activation":
            value = arch.activations[arch.activation]
        case "placement":
            value = arch.placement
        case "rotary_base" if config.exists:
            value = _USUAL_ROTARY_BASE
    if value is not None:
        return Setting(name=name, value=value, origin="default", place=arch.name)
    if name == "kv_heads":
        return None  # the shapes show it
    key = f"no_{name}"  # no_heads, no_placement, no_rotary_base
    raise InputError(key, where=config.name if config.exists else None)


def _causal(
    arch: Architecture, config: Config, given: Options, named: Mapping[str, Said]
) -> Setting:
    if given.causal:
        return _causal_setting(True, "option", "--causal")
    if "causal" in named:
        return _causal_setting(arch.causal, "config", named["causal"].where)
    found = config.find(arch.causal_key) if arch.causal_key else None
    if found is not None:
        return _causal_setting(found.value is True, "config", found.where)
    return _causal_setting(arch.causal, "default", arch.name)


def _causal_setting(causal: bool, origin: SettingOrigin, place: str) -> Setting:
    return Setting(name="causal", value=quoted(causal), origin=origin, place=place)


def _read(setting: Setting, arch: Architecture) -> Setting:
    """The setting in our own spelling.

    Raises:
        InputError: It has no meaning.
    """
    return replaced(setting, value=_READERS[setting.name](setting, arch))


def _value_or_text(setting: Setting, arch: Architecture) -> str:
    try:
        return _read(setting, arch).value
    except InputError:
        return setting.value


def _heads(setting: Setting, arch: Architecture) -> str:
    number = read_number(setting.value, setting.place)
    if number < 1 or number != number.to_integral_value():
        raise InputError("whole_expected", where=setting.place, found=shorten(setting.value))
    return str(int(number))


def _eps(setting: Setting, arch: Architecture) -> str:
    number = read_number(setting.value, setting.place)
    if number < 0:
        raise InputError("eps_negative", where=setting.place, found=shorten(setting.value))
    usual = CONVENTIONS[arch.convention]
    if number == usual.eps_decimal:
        return usual.eps
    return str(number) if "/" in setting.value else setting.value.lstrip("+")


def _rotary_base(setting: Setting, arch: Architecture) -> str:
    number = read_number(setting.value, setting.place)
    if number <= 0:
        raise InputError("rotary_base", where=setting.place, found=shorten(setting.value))
    return f"{number.normalize():f}"


def _activation(setting: Setting, arch: Architecture) -> str:
    known = arch.activations
    found = known.get(setting.value)
    if found is None:
        raise InputError(
            "unknown_activation",
            where=setting.place,
            found=shorten(setting.value),
            arch=arch.name,
            choices=tuple(dict.fromkeys(known.values())),
        )
    return found


def _placement(setting: Setting, arch: Architecture) -> str:
    if setting.origin == "option" or arch.placement_key is None:
        return choose(setting.value, PLACEMENTS, setting.place)
    _, if_true, if_false = arch.placement_key
    if setting.value not in ("true", "false"):
        raise InputError("config_value", where=setting.place, found=shorten(setting.value))
    return if_true if setting.value == "true" else if_false


_READERS: dict[str, Callable[[Setting, Architecture], str]] = {
    "heads": _heads,
    "kv_heads": _heads,
    "eps": _eps,
    "activation": _activation,
    "placement": _placement,
    "rotary_base": _rotary_base,
}
