"""From a path to open tensors: of a file, of the folder of a model, or of an index of shards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from addnorm_cli.inputs.documents import parse_json, quoted, text_in
from addnorm_cli.inputs.reader import Reader, unreadable
from addnorm_cli.inputs.weights.tensor_files import TensorFile, open_npz, open_safetensors
from addnorm_cli.model.choices import nearest
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Tensor

WEIGHT_ENDINGS = (".safetensors", ".npz")
INDEX = ".index.json"
USUAL = ("model.safetensors", f"model.safetensors{INDEX}")
"""What the file of a model is called in its folder."""

_PICKLES = (".bin", ".pt", ".pth", ".ckpt")


@contextmanager
def open_tensors(path_text: str, reader: Reader) -> Iterator[TensorFile]:
    """The tensors of a file, a folder or an index, closed when they are done with.

    Args:
        path_text: The path as it was typed.
        reader: Opens the files.

    Raises:
        InputError: There is no such file, or it does not hold what its ending says.
    """
    with _open(Path(path_text), reader) as file:
        yield file


@contextmanager
def _open(path: Path, reader: Reader) -> Iterator[TensorFile]:
    name = printable(str(path))
    try:
        path = _find(path, name)
        name = printable(str(path))
        # A library that opens the file for itself says "not found" for whatever keeps it from it.
        with reader.open(path) as stream:
            if path.name.lower().endswith(INDEX):
                shards = _read_index(stream.read(), name)
                with _Shards(path, name, shards, reader) as file:
                    yield file
            elif path.suffix.lower() == ".npz":
                yield open_npz(stream, name)
            else:
                with open_safetensors(path, name) as file:
                    yield file
    except OSError as error:
        raise unreadable(error, name) from None


def _find(path: Path, name: str) -> Path:
    """The file that is meant: the path itself, or what is in its folder.

    Raises:
        InputError: There is none, or one of another kind.
    """
    if "\0" in str(path) or not path.exists():
        near = nearest(path.name, _names_beside(path))
        if near is None:
            raise InputError("missing_file", found=name)
        raise InputError("misspelt_file", found=name, near=printable(str(path.with_name(near))))
    if path.is_dir():
        return _in_folder(path, name)
    ending = path.suffix.lower()
    if path.name.lower().endswith(tuple(f"{each}{INDEX}" for each in _PICKLES)):
        ending = _PICKLES[0]
    if ending in _PICKLES:
        raise InputError("weights_pickled", where=name)
    if ending not in WEIGHT_ENDINGS and not path.name.lower().endswith(INDEX):
        raise InputError("file_ending", where=name, choices=" ".join((*WEIGHT_ENDINGS, INDEX)))
    return path


def _in_folder(folder: Path, name: str) -> Path:
    """The file of weights in the folder of a model."""
    for usual in USUAL:
        if (folder / usual).is_file():
            return folder / usual
    files = [entry for entry in sorted(folder.iterdir()) if entry.is_file()]
    found = [entry for entry in files if entry.name.lower().endswith((*WEIGHT_ENDINGS, INDEX))]
    if len(found) > 1:
        names = tuple(printable(each.name) for each in found)
        first = printable(str(found[0]))
        raise InputError("which_weights", where=name, names=names, first=first)
    if found:
        return found[0]
    for entry in files:
        if entry.suffix.lower() in _PICKLES:
            raise InputError("weights_pickled", where=printable(str(entry)))
    raise InputError("no_weights_here", where=name, usual=USUAL)


def _names_beside(path: Path) -> list[str]:
    """The files of tensors in the folder that the path points into, where it can be listed."""
    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except (OSError, ValueError):
        return []
    return [name for name in names if name.lower().endswith((*WEIGHT_ENDINGS, INDEX))]


def _read_index(data: bytes, name: str) -> Mapping[str, str]:
    """Which file holds which tensor, as an index says.

    Raises:
        InputError: It is no such index, or leads out of its folder.
    """
    tree = parse_json(data, name)
    shards = tree.get("weight_map") if isinstance(tree, dict) else tree
    if not isinstance(shards, dict):
        where = f"{name}: weight_map" if isinstance(tree, dict) else name
        raise InputError("config_object", where=where, found=quoted(shards))
    checked: dict[str, str] = {}
    for tensor, shard in shards.items():
        where = f"{name}: weight_map.{printable(tensor)}"
        checked[tensor] = text_in(shard, where)
        if _leads_out(checked[tensor]):
            raise InputError("index_outside", where=where, found=printable(checked[tensor]))
    return checked


def _leads_out(shard: str) -> bool:
    """Whether a name is another than that of a file in the folder itself, or below it.

    Links are followed: a cache of models keeps its files elsewhere, and links to them.
    """
    parts = re.split(r"[/\\]", shard)
    return "" in parts or ".." in parts or ":" in parts[0] or "\0" in shard


class _Shards(TensorFile):
    """The tensors of several files, each opened when one of its tensors is asked for."""

    def __init__(self, path: Path, name: str, shards: Mapping[str, str], reader: Reader) -> None:
        super().__init__(name, tuple(shards))
        self._folder = path.parent
        self._shards = shards
        self._reader = reader
        self._open: dict[str, TensorFile] = {}
        self._stack = ExitStack()

    def __enter__(self) -> _Shards:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def read(self, name: str) -> Tensor:
        return self._shard(name).read(name)

    def read_rows(self, name: str, rows: Sequence[int]) -> Tensor:
        return self._shard(name).read_rows(name, rows)

    def shape(self, name: str) -> tuple[int, ...]:
        return self._shard(name).shape(name)

    def _shard(self, name: str) -> TensorFile:
        """The file that holds a tensor."""
        shard = self._shards[name]
        path = self._folder / shard
        where = printable(str(path))
        if shard not in self._open:
            if not path.exists():
                raise InputError("missing_shard", where=self.name, found=where)
            if path.is_dir():
                raise InputError("folder", where=where)
            if path.name.lower().endswith(INDEX):  # an index of an index, or of itself
                raise InputError("file_ending", where=where, choices=" ".join(WEIGHT_ENDINGS))
            self._open[shard] = self._stack.enter_context(_open(path, self._reader))
        if name not in self._open[shard]:
            raise InputError("not_in_shard", where=where, tensor=printable(name), index=self.name)
        return self._open[shard]
