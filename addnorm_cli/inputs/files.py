"""Files: which kind a file is by its ending, and the vector or the document that is in it."""

from __future__ import annotations

import re
import stat
from collections.abc import Sequence
from io import BytesIO
from math import prod
from pathlib import Path

from addnorm_cli.inputs.contents import Content, content_of, content_of_tree
from addnorm_cli.inputs.documents import Document, decode, find_entry, parse_json, to_tensor
from addnorm_cli.inputs.limits import MOST_BINARY, MOST_NUMBERS, check_count, read_bounded
from addnorm_cli.inputs.reader import Reader, unreadable
from addnorm_cli.model.choices import nearest
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.printing import printable, shorten, shorten_path

_ENTRIES = (".json", ".npz", ".safetensors")
_ARRAYS = (".npy", ".csv", ".tsv", ".txt")
ENDINGS = (*_ENTRIES, *_ARRAYS)
_PICKLED = (".pt", ".pth", ".bin", ".ckpt", ".pkl", ".pickle")
"""What torch.save and Python's pickle write, which runs code when it is opened."""
_PATH_AND_ENTRY = lazily(
    rf"(?P<path>.*?(?:{'|'.join(map(re.escape, (*ENDINGS, *_PICKLED)))}))(?::(?P<entry>.*))?",
    re.IGNORECASE | re.DOTALL,
)


def split_path(text: str) -> tuple[str, str | None] | None:
    r"""The path and the entry that a text names, or None where it has no ending that is known.

    The colon must stand after the ending, so the one of "C:\bank.json" is left alone.
    """
    found = _PATH_AND_ENTRY().fullmatch(text.strip())
    return (found["path"], found["entry"]) if found else None


def read(path_text: str, entry: str | None, reader: Reader) -> Content:
    """The content of a file, or one entry of it.

    Args:
        path_text: The path as it was typed.
        entry: The part after the colon: a dotted path in JSON, the name of an array elsewhere.
        reader: Opens the file.

    Raises:
        InputError: There is no such file, or it does not hold what its ending says.
    """
    path, name = Path(path_text), shorten_path(path_text)
    state = _state_of_file(path, name)
    ending = path.suffix.lower()
    if ending in _PICKLED:
        raise _pickled(path, name)
    if entry is not None and ending in _ARRAYS:
        raise InputError("no_entries", where=name, found=shorten(entry))
    try:
        if ending in ENDINGS:
            return _read_by_ending(path, name, entry, reader)
        if stat.S_ISREG(state):
            raise InputError("file_ending", where=name, choices=ENDINGS)
        # `<(command)` gives a pipe, whose name has no ending.
        return content_of(decode(reader.bytes_of(path), name), name)
    except OSError as error:
        raise unreadable(error, name) from None


def bytes_of(path_text: str, endings: Sequence[str], reader: Reader) -> bytes:
    """The bytes of a file that must have one of these endings.

    Raises:
        InputError: There is no such file, it cannot be read, or it has another ending.
    """
    path, name = Path(path_text), shorten_path(path_text)
    _state_of_file(path, name, endings)
    if path.suffix.lower() not in endings:
        raise InputError("file_ending", where=name, choices=tuple(endings))
    try:
        return reader.bytes_of(path)
    except OSError as error:
        raise unreadable(error, name) from None


def is_there(text: str) -> bool:
    """Whether the text is the name of a file or a folder."""
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # too long, or with a NUL in it
        return False


def _read_by_ending(path: Path, name: str, entry: str | None, reader: Reader) -> Content:
    match path.suffix.lower():
        case ".json":
            return _json(reader.bytes_of(path), name, entry)
        case ".csv" | ".tsv":
            from addnorm_cli.inputs.tables import parse_table

            return parse_table(decode(reader.bytes_of(path), name), name)
        case ".txt":
            return content_of(decode(reader.bytes_of(path), name), name)
        case ".safetensors":
            return _tensor_of(path, name, entry, reader)
    from addnorm_cli.inputs.binaries import read_npy, read_npz

    with reader.open(path) as stream:
        seekable = stream if stream.seekable() else BytesIO(read_bounded(stream, name, MOST_BINARY))
        if path.suffix.lower() == ".npy":
            return read_npy(seekable, name)
        return read_npz(seekable, name, entry)


def _json(data: bytes, name: str, entry: str | None) -> Content:
    tree = parse_json(data, name)
    if entry is None:
        return content_of_tree(tree, name)
    if not isinstance(tree, dict):
        raise InputError("no_entries", where=name, found=shorten(entry))
    value = find_entry(Document(name=name, tree=tree), entry)
    return to_tensor(value, f"{name}: {printable(entry)}")


def _tensor_of(path: Path, name: str, entry: str | None, reader: Reader) -> Content:
    from addnorm_cli.inputs.binaries import choose_entry
    from addnorm_cli.inputs.weights.opening import open_tensors

    with open_tensors(str(path), reader) as file:
        chosen = choose_entry(file.tensors, entry, name)
        check_count(prod(file.shape(chosen)), f"{name}: {printable(chosen)}", MOST_NUMBERS)
        return file.read(chosen)


def _pickled(path: Path, name: str) -> InputError:
    by_pickle = path.suffix.lower() in (".pkl", ".pickle")
    key = "pickled_object" if by_pickle else "pickled_tensors"
    return InputError(key, where=name, file=name, stem=shorten_path(path.stem))


def _state_of_file(path: Path, name: str, endings: Sequence[str] = ENDINGS) -> int:
    """The mode of a file that is there."""
    try:
        if path.is_dir():
            raise InputError("folder", where=name)
        return path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise _missing(path, name, endings) from None
    except ValueError:  # a NUL in the name
        raise InputError("missing_file", found=name) from None
    except OSError as error:
        raise unreadable(error, name) from None


def _missing(path: Path, name: str, endings: Sequence[str]) -> InputError:
    near = _near(path, endings)
    if near is not None:
        return InputError("misspelt_file", found=name, near=shorten_path(str(near)))
    if path.suffix.lower() in (*endings, *_PICKLED) or endings != ENDINGS:
        return InputError("missing_file", found=name)  # it can have been meant as no vector
    return InputError("neither_vector_nor_file", found=name)


def _near(path: Path, endings: Sequence[str]) -> Path | None:
    """The file beside it that was probably meant."""
    try:
        beside = sorted(each for each in path.parent.iterdir() if each.suffix.lower() in endings)
    except OSError:
        return None
    # The ending is left out: it would make any two .json look alike.
    stem = nearest(path.stem, (each.stem for each in beside))
    alike = [each for each in beside if each.stem == stem]
    return min(alike, key=lambda each: each.suffix != path.suffix, default=None)
