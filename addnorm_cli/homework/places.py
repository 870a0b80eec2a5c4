"""Where sheets, keys and problems go: one file each, or one file for each student."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path, PurePath

from addnorm_cli.formats.destinations import is_stdout, is_stream
from addnorm_cli.formats.formats import Format
from addnorm_cli.model.errors import InputError, OutputError
from addnorm_cli.model.options import Options, flag

_OF_ALL = ("key", "answers", "problems")
"""The options that name one file for the whole class."""
_ENDINGS = {"problems": (".json", "problems_ending"), "answers": (".csv", "answers_ending")}
"""The ending that each of them must have, and what is said where it has another."""
_LONGEST_NAME = 40


def check_places(options: Options, *, per_student: bool) -> None:
    """Check the files that were named, before any work is done.

    Raises:
        InputError: Two of them are the same, or there are no files to write for each student.
        OutputError: The problems would go to a file that cannot be read as such again.
    """
    named = {flag(name): getattr(options, name) for name in ("output", *_OF_ALL)}
    given = {option: path for option, path in named.items() if path is not None}
    sheet = options.output
    if per_student and (is_stream(sheet) if sheet else not given):
        raise InputError("students_need_files", where="--per-student")
    for option, path in given.items():
        if not is_stdout(path) and (not PurePath(path).name or Path(path).is_dir()):
            raise OutputError("output_folder", where=path or option)
        if not is_stream(path) and not Path(path).parent.is_dir():
            reason = os.strerror(errno.ENOENT)
            raise OutputError("cannot_write", where=path, reason=reason)
    seen: dict[str, str] = {}
    for option, path in given.items():
        whole = "-" if is_stdout(path) else os.path.realpath(path)
        if whole in seen:
            raise InputError("same_place", where=option, other=seen[whole], path=path)
        seen[whole] = option
    for name, (ending, key) in _ENDINGS.items():
        path = named[flag(name)]
        if path is not None and not is_stream(path) and PurePath(path).suffix.lower() != ending:
            raise OutputError(key, where=path, ending=ending)


def place_of(path: str | None, number: int, count: int, student: str | None) -> str | None:
    """The file of one student, beside the one that was named; None for stdout.

    "sheets/week1.md" becomes "sheets/week1-07-ada-lovelace.md": the number keeps names apart that
    differ in nothing that a file name can hold.
    """
    if path is None or is_stdout(path):
        return None
    if student is None:
        return path
    place = PurePath(path)
    label = _label(f"{number:0{len(str(count))}d}", student)
    return str(place.with_name(f"{place.stem}-{label}{place.suffix}"))


def feedback_place(folder: str, number: int, student: str, form: Format) -> str:
    """The page of feedback of one student: "pages/007-ada-lovelace.html"."""
    ending = form.endings[0] if form.endings else ".txt"
    return str(Path(folder) / f"{_label(f'{number:03d}', student)}{ending}")


def _label(number: str, student: str) -> str:
    name = re.sub(r"[^\w]+", "-", student.casefold()).strip("-_")[:_LONGEST_NAME]
    return f"{number}-{name}" if name else number
