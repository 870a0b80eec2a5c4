"""NumPy's own files: .npy, and the arrays of an .npz. Nothing is ever unpickled."""

from __future__ import annotations

import warnings
import zipfile
import zlib
from tokenize import TokenError
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from addnorm_cli.inputs.arrays import from_binary
from addnorm_cli.model.choices import unknown
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Tensor

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DAMAGES = (
    ValueError,
    TypeError,
    KeyError,
    SyntaxError,
    TokenError,
    EOFError,
    OverflowError,
    MemoryError,
    RecursionError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What NumPy and zipfile raise where a file is cut off, made up, encrypted or packed in a way
that they do not know."""
_HEADER = 4096


def read_npy(stream: IO[bytes], name: str) -> Tensor:
    """The array of an .npy file that is open.

    Raises:
        InputError: It is damaged, or its numbers are not real and finite.
    """
    return from_binary(_read_array(stream, name), name)


def read_npz(file: IO[bytes], name: str, entry: str | None) -> Tensor:
    """One array of an .npz file that is open; the only one needs no name.

    Raises:
        InputError: It is damaged, the array is not in it, or there are several and none is named.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            member = _choose(archive, name, entry)
            source = f"{name}: {printable(member)}"
            with archive.open(f"{member}.npy") as stream:
                return from_binary(_read_array(stream, source), source)
    except _DAMAGES:
        raise InputError("damaged_array", where=name) from None


def npz_shape(file: IO[bytes], name: str, entry: str) -> tuple[int, ...]:
    """The shape of an array of an .npz file, whose numbers are not read.

    Raises:
        InputError: It is damaged.
    """
    source = f"{name}: {printable(entry)}"
    try:
        with zipfile.ZipFile(file) as archive, archive.open(f"{entry}.npy") as stream:
            version = np.lib.format.read_magic(stream)
            read_header = (
                np.lib.format.read_array_header_1_0
                if version == (1, 0)
                else np.lib.format.read_array_header_2_0
            )
            shape, _, _ = read_header(stream)
    except _DAMAGES:
        raise InputError("damaged_array", where=source) from None
    return tuple(int(size) for size in shape)


def _choose(archive: zipfile.ZipFile, name: str, entry: str | None) -> str:
    names = [member[:-4] for member in archive.namelist() if member.endswith(".npy")]
    if not names:
        raise InputError("empty", where=name)
    if entry is None and len(names) > 1:
        shown = ", ".join(map(printable, names))
        raise InputError("which_entry", where=name, names=shown, first=printable(names[0]))
    if entry is not None and entry not in names:
        raise unknown("entry", entry, names, name)
    return names[0] if entry is None else entry


def _read_array(stream: IO[bytes], name: str) -> NDArray[Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # headers of old files are fine
            return np.lib.format.read_array(stream, allow_pickle=False)
    except _DAMAGES:
        stream.seek(0)
        header = stream.read(_HEADER)
    # NumPy's names for Python objects in a header, and the first byte of a pickle.
    pickled = header.startswith(b"\x80") or (header.startswith(b"\x93NUMPY") and b"|O" in header)
    raise InputError("needs_pickle" if pickled else "damaged_array", where=name)
