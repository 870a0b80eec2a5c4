"""Where sheets, keys and problems go: one file each, or one file for each student."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path, PurePath

from addnorm_cli.formats.destinations import is_stdout, is_stream
from addnorm_cli.model.errors import InputError, OutputError

_PROBLEM_ENDING = ".json"
_LONGEST_NAME = 40


def check_places(
    sheet: str | None, key: str | None, problems: str | None, *, per_student: bool
) -> None:
    """Check the files that were named, before any work is done.

    Raises:
        InputError: Two of them are the same, or there are no files to write for each student.
        OutputError: The problems would go to a file that cannot be read as such again.
    """
    named = {"--output": sheet, "--key": key, "--problems": problems}
    given = {option: path for option, path in named.items() if path is not None}
    if per_student and (not given or any(map(is_stream, given.values()))):
        raise InputError("students_need_files", where="--per-student")
    for path in given.values():
        if not is_stream(path) and not Path(path).parent.is_dir():
            reason = os.strerror(errno.ENOENT)
            raise OutputError("cannot_write", where=path, reason=reason)
    seen: dict[str, str] = {}
    for option, path in given.items():
        whole = "-" if is_stdout(path) else os.path.realpath(path)
        if whole in seen:
            raise InputError("same_place", where=option, other=seen[whole], path=path)
        seen[whole] = option
    if problems is not None and not is_stream(problems):
        ending = PurePath(problems).suffix.lower()
        if ending != _PROBLEM_ENDING:
            raise OutputError("problems_ending", where=problems, ending=_PROBLEM_ENDING)


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
    name = re.sub(r"[^\w]+", "-", student.casefold()).strip("-_")[:_LONGEST_NAME]
    label = f"{number:0{len(str(count))}d}{f'-{name}' if name else ''}"
    return str(place.with_name(f"{place.stem}-{label}{place.suffix}"))
