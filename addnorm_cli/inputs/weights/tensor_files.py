"""Files of named tensors, .safetensors and .npz: the names in them, and one tensor at a time."""

from __future__ import annotations

import zipfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from addnorm_cli.inputs.arrays import from_binary
from addnorm_cli.inputs.binaries import read_npz
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.choices import nearest
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Tensor

ENDINGS = (".safetensors", ".npz")
_PICKLES = (".bin", ".pt", ".pth", ".ckpt")
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
    def read(self, tensor: str) -> Tensor:
        """The numbers of one tensor, and of no other.

        Raises:
            InputError: They are damaged, or no real and finite numbers.
        """


@contextmanager
def open_tensors(path_text: str, reader: Reader) -> Iterator[TensorFile]:
    """A file of tensors, by its ending, closed when it is done with.

    Args:
        path_text: The path as it was typed.
        reader: Opens the file.

    Raises:
        InputError: There is no such file, or it does not hold what its ending says.
    """
    path, name = Path(path_text), printable(path_text)
    try:
        _check_is_file(path, name)
        # a library that opens the file for itself says "not found" for whatever keeps it from it
        with reader.open(path) as stream:
            if path.suffix.lower() == ".npz":
                yield _open_npz(stream, name)
            else:
                with _open_safetensors(path, name) as file:
                    yield file
    except OSError as error:
        # The system's own words for it would come in the system's language.
        key = "no_permission" if isinstance(error, PermissionError) else "unreadable"
        raise InputError(key, where=name) from None


def _check_is_file(path: Path, name: str) -> None:
    if "\0" in str(path) or not path.exists():
        near = nearest(path.name, _names_beside(path))
        if near is None:
            raise InputError("missing_file", found=name)
        raise InputError("misspelt_file", found=name, near=printable(str(path.with_name(near))))
    if path.is_dir():
        raise InputError("folder", where=name)
    ending = path.suffix.lower()
    if ending in _PICKLES:
        raise InputError("weights_pickled", where=name)
    if ending not in ENDINGS:
        raise InputError("file_ending", where=name, choices=" ".join(ENDINGS))


def _names_beside(path: Path) -> list[str]:
    """The files of tensors in the folder that the path points into, where it can be listed."""
    try:
        return [entry.name for entry in path.parent.iterdir() if entry.suffix.lower() in ENDINGS]
    except (OSError, ValueError):
        return []


def _open_npz(stream: IO[bytes], name: str) -> TensorFile:
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

    def read(self, tensor: str) -> Tensor:
        return read_npz(self._stream, self.name, tensor)


@contextmanager
def _open_safetensors(path: Path, name: str) -> Iterator[TensorFile]:
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

    def read(self, tensor: str) -> Tensor:
        source = f"{self.name}: {printable(tensor)}"
        kind = self._handle.get_slice(tensor).get_dtype()
        if kind not in _FLOATS:
            raise InputError("weights_quantized", where=source, dtype=kind)
        if kind != "BF16":
            return from_binary(self._handle.get_tensor(tensor), source)
        try:
            import ml_dtypes  # noqa: F401  # gives NumPy the type that the library asks it for
        except ImportError:
            raise InputError("missing_extra", extra="weights", library="ml_dtypes") from None
        return from_binary(self._handle.get_tensor(tensor).astype("float32"), source)
