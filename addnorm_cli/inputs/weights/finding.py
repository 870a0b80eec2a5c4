"""The tensors of a layer, found in a file by the names that an architecture gives them."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from addnorm_cli.inputs.weights.architecture import Stack
from addnorm_cli.inputs.weights.choice import first_names
from addnorm_cli.inputs.weights.tensor_files import TensorFile
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable


def find_layer(file: TensorFile, stack: Stack, number: int) -> dict[str, str]:
    """The names of a layer's tensors, by role.

    Args:
        file: The file.
        stack: The stack that the layer belongs to.
        number: Which layer.

    Raises:
        InputError: One is missing, or the layer has others that would change its answer.
    """
    arch = stack.arch
    found: dict[str, str] = {}
    for role, names in arch.names.items():
        tried = [stack.tensor(name, number) for name in names]
        name = next((name for name in tried if name in file), None)
        if name is not None:
            found[role] = name
        elif role not in arch.optional or _is_anywhere(file, stack, names):
            raise _missing(file, tried)
    known = {*found.values(), *(stack.tensor(name, number) for name in arch.ignored)}
    starts = tuple(stack.starts(number))
    # Beside a single layer, an .npz may well hold its input.
    more = [each for each in file.tensors if each.startswith(starts) and "." in each]
    if unread := [each for each in more if each not in known]:
        names = first_names(unread)
        raise InputError("unread_tensors", where=file.name, names=names, arch=arch.name)
    return found


def find_final_norm(file: TensorFile, stack: Stack) -> dict[str, str]:
    """The names of γ and β of the norm after the last layer, as far as there are any."""
    names = {
        part: stack.prefix + name for part, tried in stack.arch.final_norm.items() for name in tried
    }
    return {part: name for part, name in names.items() if name in file}


def _is_anywhere(file: TensorFile, stack: Stack, names: Sequence[str]) -> bool:
    """Whether any layer has the tensor: then all have it, or the file is not whole."""
    return any(
        stack.tensor(name, number) in file for number in range(stack.count) for name in names
    )


def _missing(file: TensorFile, tried: Sequence[str]) -> InputError:
    near = get_close_matches(tried[0], file.tensors, n=3, cutoff=0.8)
    looked = tuple(map(printable, tried))
    if near:
        shown = tuple(map(printable, near))
        return InputError("missing_tensor_near", where=file.name, looked=looked, near=shown)
    return InputError(
        "missing_tensor", where=file.name, looked=looked, has=first_names(file.tensors)
    )
