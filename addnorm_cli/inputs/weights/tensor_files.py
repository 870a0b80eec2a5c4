"""Files of named tensors, .safetensors and .npz: the names in them, and one tensor at a time."""

from __future__ import annotations

import zipfile
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np

from addnorm_cli.inputs.arrays import from_binary, tensor
from addnorm_cli.inputs.binaries import npz_shape, read_npz
from addnorm_cli.inputs.limits import MOST_WEIGHTS
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Tensor

_FLOATS = ("F64", "F32", "F16", "BF16")
"""What is read as it stands: integers and 8-bit floats are quantized, and need scales of their
own to mean anything."""


_DAMAGES = (zipfile.BadZipFile, ValueError, RuntimeError, OverflowError, EOFError)
"""What zipfile raises where an archive is cut off, made up, or packed in a way of its own."""


class TensorFile(ABC):
    """A file of tensors that is open.

    Attributes:
        name: The file as a person would name it.
        tensors: The names of its tensors, in the order of the file.
    """

    def __init__(self, name: str, tensors: tuple[str, ...]) -> None:
        self.name = name
        self.tensors = tensors
        self._known = frozenset(tensors)

    def __contains__(self, tensor: str) -> bool:
        return tensor in self._known

    @abstractmethod
    def read(self, name: str) -> Tensor:
        """The numbers of one tensor, and of no other.

        Raises:
            InputError: They are damaged, or no real and finite numbers.
        """

    @abstractmethod
    def read_rows(self, name: str, rows: Sequence[int]) -> Tensor:
        """Some rows of a matrix, in this order; a row may be there more than once.

        Raises:
            InputError: They are damaged, or no real and finite numbers.
        """

    @abstractmethod
    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of a tensor, whose numbers are not read.

        Raises:
            InputError: The file is damaged.
        """


def open_npz(stream: IO[bytes], name: str) -> TensorFile:
    """The tensors of an .npz file.

    Raises:
        InputError: It is damaged.
    """
    try:
        with zipfile.ZipFile(stream) as archive:
            members = archive.namelist()
    except _DAMAGES:
        raise InputError("damaged_weights", where=name) from None
    tensors = tuple(member[:-4] for member in members if member.endswith(".npy"))
    return _Npz(stream, name, tensors)


class _Npz(TensorFile):
    def __init__(self, stream: IO[bytes], name: str, tensors: tuple[str, ...]) -> None:
        super().__init__(name, tensors)
        self._stream = stream

    def read(self, name: str) -> Tensor:
        return read_npz(self._stream, self.name, name, MOST_WEIGHTS)

    def read_rows(self, name: str, rows: Sequence[int]) -> Tensor:
        whole = self.read(name)
        return tensor(whole.values[list(rows)], None, whole.source)

    def shape(self, name: str) -> tuple[int, ...]:
        return npz_shape(self._stream, self.name, name)


@contextmanager
def open_safetensors(path: Path, name: str) -> Iterator[TensorFile]:
    """The tensors of a .safetensors file.

    Raises:
        InputError: It is damaged, or the library that reads it is not there.
    """
    try:
        from safetensors import SafetensorError, safe_open
    except ImportError:
        raise InputError("missing_extra", extra="weights", library="safetensors") from None
    try:
        handle = safe_open(path, framework="numpy")
    except SafetensorError:
        raise InputError("damaged_weights", where=name) from None
    with handle:
        yield _Safetensors(handle, name)


class _Safetensors(TensorFile):
    def __init__(self, handle: Any, name: str) -> None:
        super().__init__(name, tuple(handle.keys()))
        self._handle = handle

    def read(self, name: str) -> Tensor:
        source = self._check(name)
        return from_binary(_plain(self._handle.get_tensor(name)), source)

    def read_rows(self, name: str, rows: Sequence[int]) -> Tensor:
        source = self._check(name)
        some = self._handle.get_slice(name)
        by_row = {row: _plain(some[row : row + 1]) for row in sorted(set(rows))}
        return from_binary(np.concatenate([by_row[row] for row in rows]), source)

    def shape(self, name: str) -> tuple[int, ...]:
        return tuple(self._handle.get_slice(name).get_shape())

    def _check(self, name: str) -> str:
        """Where a tensor stands, after it was seen that its numbers can be read."""
        source = f"{self.name}: {printable(name)}"
        kind = self._handle.get_slice(name).get_dtype()
        if kind not in _FLOATS:
            raise InputError("weights_quantized", where=source, dtype=kind)
        if kind == "BF16":
            try:
                import ml_dtypes  # noqa: F401  # gives NumPy the type that the library asks it for
            except ImportError:
                raise InputError("missing_extra", extra="weights", library="ml_dtypes") from None
        return source


def _plain(array: Any) -> Any:
    """The array in a type of NumPy's own: bfloat16 is none."""
    return array.astype("float32") if array.dtype.kind == "V" else array
