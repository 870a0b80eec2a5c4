"""What the path of an answer names: stdout, a stream such as a device or a pipe, or a file."""

from __future__ import annotations

import os
from stat import S_ISDIR, S_ISREG

from addnorm_cli.model.patterns import lazily

_STDOUT = 1
_DESCRIPTORS = "/dev/fd"
_NUMBER = lazily(r"[0-9]{1,6}")
_MOST_LINKS = 40


def is_stdout(path: str) -> bool:
    """Whether a path is a name of stdout: -, /dev/stdout, /dev/fd/1."""
    return path == "-" or descriptor_of(path) == _STDOUT


def is_stream(path: str) -> bool:
    """Whether a path names a device, a pipe, or something that is open already."""
    if path == "-" or descriptor_of(path) is not None:
        return True
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except (OSError, ValueError):
        return False
    return not S_ISREG(mode) and not S_ISDIR(mode)


def descriptor_of(path: str) -> int | None:
    """The open descriptor that a path names: 1 for /dev/stdout, 63 for /dev/fd/63."""
    folders = (_DESCRIPTORS, os.path.realpath(_DESCRIPTORS))
    for _ in range(0 if "\0" in path else _MOST_LINKS):
        folder, name = os.path.split(path)
        if _NUMBER().fullmatch(name) and os.path.realpath(folder) in folders:
            return int(name)
        if not os.path.islink(path):  # noqa: PTH114
            break
        path = os.path.join(folder, os.readlink(path))  # noqa: PTH115, PTH118
    return None
