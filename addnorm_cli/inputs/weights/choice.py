"""What is read of a file: which architecture, which stack of layers, and which of its layers."""

from __future__ import annotations

import re
from collections.abc import Mapping

from addnorm_cli.inputs.numbers import shorten
from addnorm_cli.inputs.text import plain
from addnorm_cli.inputs.weights.architectures import (
    ARCHITECTURES,
    Stack,
    find_stacks,
    looked_for,
)
from addnorm_cli.inputs.weights.tensor_files import TensorFile
from addnorm_cli.model.choices import choose
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable

AUTO = "auto"
_SHOWN = 6
"""How many of a file's names an error lists."""

_MOST_DIGITS = 9
_LAYERS = re.compile(r"(?P<start>-?[0-9]+)?(?P<colon>:)?(?P<end>-?[0-9]+)?")


def choose_stack(file: TensorFile, arch: str, prefix: str | None) -> Stack:
    """The layers of a file, of the architecture that was named or that its names show.

    Args:
        file: The file.
        arch: One of ARCHITECTURES, or "auto".
        prefix: What stands before the names, where a file has several stacks.

    Raises:
        InputError: It has no such layers, or several stacks of them.
    """
    choose(arch, (AUTO, *ARCHITECTURES), "--arch")
    if arch == AUTO:
        stacks = _recognise(file)
    else:
        mark = ARCHITECTURES[arch].marks[0]
        stacks = find_stacks(ARCHITECTURES[arch], mark, file.tensors)
        if not stacks:
            looked = looked_for(ARCHITECTURES[arch])
            raise InputError(
                "not_that_arch", where=file.name, arch=arch, looked=looked, has=first_names(file)
            )
    shown = ", ".join(f'"{printable(each)}"' for each in sorted(stacks))
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


def _recognise(file: TensorFile) -> Mapping[str, Stack]:
    for arch in ARCHITECTURES.values():
        by_mark = [find_stacks(arch, mark, file.tensors) for mark in arch.marks]
        # Other models share one of the names, and have the rest elsewhere.
        both = {prefix: stack for prefix, stack in by_mark[0].items() if prefix in by_mark[1]}
        if both:
            return both
    looked = "; ".join(f"{arch.name}: {looked_for(arch)}" for arch in ARCHITECTURES.values())
    raise InputError("unknown_arch", where=file.name, looked=looked, has=first_names(file))


def first_names(file: TensorFile) -> str:
    """The first names that a file has, as an error lists them."""
    names = [printable(tensor) for tensor in file.tensors[:_SHOWN]]
    return ", ".join(names) + ", …" * (len(file.tensors) > _SHOWN)


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
