"""NumPy's own files: .npy, and the arrays of an .npz. Nothing is ever unpickled."""

from __future__ import annotations

import warnings
import zipfile
import zlib
from collections.abc import Sequence
from io import BufferedReader
from lzma import LZMAError
from math import prod
from tokenize import TokenError
from typing import IO, TYPE_CHECKING, Any, cast

import numpy as np

from addnorm_cli.inputs.arrays import check_type, from_binary
from addnorm_cli.inputs.limits import MOST_NUMBERS, check_count
from addnorm_cli.model.choices import shortlist, unknown
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import LARGE, Tensor

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
    LZMAError,
)
"""What NumPy and zipfile raise where a file is cut off, made up, encrypted or packed in a way
that they do not know."""
_HEADER = 65536
_BOUNDED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def read_npy(stream: IO[bytes], name: str) -> Tensor:
    """The array of an .npy file that is open.

    Raises:
        InputError: It is damaged or too large, or its numbers are not real and finite.
    """
    return from_binary(_read_array(stream, name, MOST_NUMBERS), name)


def read_npz(file: IO[bytes], name: str, entry: str | None, most: int = MOST_NUMBERS) -> Tensor:
    """One array of an .npz file that is open; the only one needs no name.

    Args:
        file: The file.
        name: Its name.
        entry: The array.
        most: How many numbers it may have.

    Raises:
        InputError: It is damaged or too large, the array is not in it, or there are several and
            none is named.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            arrays = [each[:-4] for each in archive.namelist() if each.endswith(".npy")]
            member = choose_entry(arrays, entry, name)
            source = f"{name}: {printable(member)}"
            with archive.open(f"{member}.npy") as stream:
                packed = archive.getinfo(f"{member}.npy").compress_type
                bounded = stream if packed in _BOUNDED else cast("IO[bytes]", _Sips(stream))
                return from_binary(_read_array(bounded, source, most), source)
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
            return read_header(stream)[0]
    except _DAMAGES:
        raise InputError("damaged_array", where=source) from None


def choose_entry(names: Sequence[str], entry: str | None, where: str) -> str:
    """The array of a file that is meant; the only one needs no name.

    Raises:
        InputError: There is none of that name, or there are several and none is named.
    """
    if not names:
        raise InputError("empty", where=where)
    if entry is None and len(names) > 1:
        raise InputError(
            "which_entry", where=where, names=shortlist(names), first=printable(names[0])
        )
    if entry is not None and entry not in names:
        raise unknown("entry", entry, names, where)
    return names[0] if entry is None else entry


def read_header(stream: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """The shape of an .npy file, whether it is stored by columns, and its type: its first bytes.

    Raises:
        ValueError: It is none, or damaged; also others of _DAMAGES.
    """
    first = np.lib.format.read_magic(stream) == (1, 0)
    length = int.from_bytes(stream.read(2 if first else 4), "little")
    if length > _HEADER:
        message = "a header of this length holds no array of numbers"
        raise ValueError(message)
    stream.seek(np.lib.format.MAGIC_LEN)
    read = np.lib.format.read_array_header_1_0 if first else np.lib.format.read_array_header_2_0
    shape, by_column, dtype = read(stream)
    if min(shape, default=0) < 0:
        message = "a dimension is negative"
        raise ValueError(message)
    return tuple(int(size) for size in shape), by_column, dtype


def _worked_in_place(stream: IO[bytes], count: int, dtype: np.dtype[Any]) -> bool:
    """Whether the numbers of a file are mapped: a large array of them stays as it is stored."""
    return count >= LARGE and dtype.type is np.float32 and isinstance(stream, BufferedReader)


def _mapped(stream: IO[bytes], count: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    """The next numbers of a file, which are read where they are needed."""
    from mmap import ACCESS_READ, mmap

    whole = mmap(stream.fileno(), 0, access=ACCESS_READ)
    return np.frombuffer(whole, dtype, count, stream.tell())


def _read_array(stream: IO[bytes], name: str, most: int) -> NDArray[Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # headers of old files are fine
            shape, by_column, dtype = read_header(stream)
            if not dtype.hasobject:
                check_type(dtype, name)
                check_count(prod(shape), name, most)
                if _worked_in_place(stream, prod(shape), dtype) and not by_column:
                    return _mapped(stream, prod(shape), dtype).reshape(shape)
                stream.seek(0)
                return np.lib.format.read_array(stream, allow_pickle=False)
            key = "needs_pickle"
    except _DAMAGES:
        key = "needs_pickle" if _is_pickle(stream) else "damaged_array"
    raise InputError(key, where=name)


def _is_pickle(stream: IO[bytes]) -> bool:
    try:
        stream.seek(0)
        return stream.read(1) == b"\x80"
    except _DAMAGES:
        return False


class _Sips:
    """A member of an archive in small pieces.

    The ways of packing that are not in _BOUNDED give all at once what a piece unpacks to.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.seek = stream.seek

    def read(self, size: int) -> bytes:
        """At most the next 4096 bytes.

        Raises:
            ValueError: They are damaged, which bzip2 calls an OSError without a number.
        """
        try:
            return self._stream.read(min(size, 4096))
        except OSError as error:
            if error.errno is None:
                raise ValueError(str(error)) from None
            raise
