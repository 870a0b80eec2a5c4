"""What is read of a file: which architecture, which stack of layers, and which of its layers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from addnorm_cli.inputs.documents import quoted
from addnorm_cli.inputs.text import plain
from addnorm_cli.inputs.weights.architecture import Architecture, Stack, find_stacks, looked_for
from addnorm_cli.inputs.weights.architectures import ARCHITECTURES, arch_of_model_type
from addnorm_cli.inputs.weights.config import Config, Entry
from addnorm_cli.inputs.weights.tensor_files import TensorFile
from addnorm_cli.model.choices import choose
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable, shorten
from addnorm_cli.model.problem import Notice
from addnorm_cli.model.records import record

AUTO = "auto"
_SHOWN = 6
"""How many of a file's names an error lists."""

_MOST_DIGITS = 9
_LAYERS = re.compile(r"(?P<start>-?[0-9]+)?(?P<colon>:)?(?P<end>-?[0-9]+)?")


@record
class Choice:
    """The layers that are read from, and how they were chosen.

    Attributes:
        stack: The layers.
        usual: What the model means where config.json leaves an entry out.
        notices: What the reader should be told about the choice.
    """

    stack: Stack
    usual: Mapping[str, object]
    notices: tuple[Notice, ...]


def choose_stack(file: TensorFile, arch: str, prefix: str | None, config: Config) -> Choice:
    """The layers of a file, of the architecture that was named, or that config and names show.

    Args:
        file: The file.
        arch: One of ARCHITECTURES, or "auto".
        prefix: What stands before the names, where a file has several stacks.
        config: What stands in config.json.

    Raises:
        InputError: It has no such layers, or several stacks of them; or config.json says that the
            model is another.
    """
    choose(arch, (AUTO, *ARCHITECTURES), "--arch")
    entry = config.find("model_type")
    own = arch_of_model_type(entry.value) if entry else None
    notices: tuple[Notice, ...] = ()
    if arch == AUTO:
        stacks, notices = _recognize(file, own, entry)
    else:
        stacks = find_stacks(ARCHITECTURES[arch], ARCHITECTURES[arch].marks[0], file.tensors)
        if not stacks:
            looked = looked_for(ARCHITECTURES[arch])
            raise InputError(
                "not_that_arch",
                where=file.name,
                arch=arch,
                looked=looked,
                has=first_names(file.tensors),
            )
        if entry is not None and not _is_worked_as(ARCHITECTURES[arch], entry):
            if own is not None:
                raise InputError(
                    "model_type_known",
                    where=entry.where,
                    found=quoted(entry.value),
                    arch=arch,
                    right=own.name,
                )
            facts = {"found": quoted(entry.value), "arch": arch}
            notices = (Notice(key="arch_insisted", facts=facts),)
    stack = _choose_prefix(file, stacks, prefix)
    return Choice(stack=stack, usual=(own or stack.arch).usual, notices=notices)


def _is_worked_as(arch: Architecture, model_type: Entry) -> bool:
    return not arch.model_types or model_type.value in arch.model_types


def _choose_prefix(file: TensorFile, stacks: Mapping[str, Stack], prefix: str | None) -> Stack:
    shown = tuple(f'"{printable(each)}"' for each in sorted(stacks))
    if prefix is not None:
        if prefix not in stacks:
            raise InputError(
                "unknown_prefix", where="--prefix", found=printable(prefix), choices=shown
            )
        return stacks[prefix]
    if len(stacks) > 1:
        first = printable(min(stacks))
        raise InputError("several_stacks", where=file.name, choices=shown, first=first)
    return next(iter(stacks.values()))


def _recognize(
    file: TensorFile, own: Architecture | None, model_type: Entry | None
) -> tuple[Mapping[str, Stack], tuple[Notice, ...]]:
    """The stacks of the architecture that config.json names, or else that the names fit best."""
    found: dict[str, dict[str, Stack]] = {}
    for arch in ARCHITECTURES.values():
        by_mark = [find_stacks(arch, mark, file.tensors) for mark in arch.marks]
        # Other models share one of the names, and have the rest elsewhere.
        both = {prefix: stack for prefix, stack in by_mark[0].items() if prefix in by_mark[1]}
        if both:
            found[arch.name] = both
    if not found:
        known = tuple(ARCHITECTURES)
        raise InputError(
            "unknown_arch", where=file.name, known=known, has=first_names(file.tensors)
        )
    if own is not None and own.name in found:
        return found[own.name], ()
    misfits = {
        name: min(stack.misfits(file.tensors) for stack in stacks.values())
        for name, stacks in found.items()
    }
    best = min(misfits, key=misfits.__getitem__)
    if model_type is not None and not _is_worked_as(ARCHITECTURES[best], model_type):
        key = "model_type" if own is None else "model_type_elsewhere"
        raise InputError(key, where=model_type.where, found=quoted(model_type.value), arch=best)
    alike = [name for name, count in misfits.items() if count == misfits[best] and name != best]
    if model_type is not None or not alike:
        return found[best], ()
    facts = {"arch": best, "others": tuple(alike)}
    return found[best], (Notice(key="arch_alike", facts=facts),)


def first_names(names: Sequence[str]) -> tuple[str, ...]:
    """The first names of many, as an error lists them."""
    return (*map(printable, names[:_SHOWN]), *["…"] * (len(names) > _SHOWN))


def choose_layers(text: str | None, count: int) -> range:
    """The layers that --layers asks for: "0:6", "3", ":2", "-1:"; all of them where it is None.

    Args:
        text: What was typed.
        count: How many layers the model has.

    Raises:
        InputError: It names no layers, or others than the model has.
    """
    if text is None:
        return range(count)
    found = _LAYERS.fullmatch(re.sub(r"\s", "", plain(text)))
    if found is None or not any(found.groups()):
        raise InputError("layers", where="--layers", found=shorten(text))
    start = _from_front(found["start"], 0, count)
    end = _from_front(found["end"], count, count) if found["colon"] else start + 1
    if not 0 <= start < count or not 0 <= end <= count:
        raise InputError(
            "layers_out_of_range",
            where="--layers",
            found=shorten(text),
            count=count,
            last=count - 1,
        )
    if end <= start:
        raise InputError("no_layers", where="--layers", found=shorten(text))
    return range(start, end)


def _from_front(text: str | None, missing: int, count: int) -> int:
    if text is None:
        return missing
    number = int(text[:_MOST_DIGITS])  # more digits are out of range anyhow
    return number + count if text.startswith("-") else number
