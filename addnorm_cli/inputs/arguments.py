"""Arguments of the command line: a label, and a vector that is typed, in a file, or on stdin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from addnorm_cli.inputs.arrays import join, reshape, show_shape
from addnorm_cli.inputs.contents import Content, content_of, is_object
from addnorm_cli.inputs.documents import Document, decode, spoken, to_tensor
from addnorm_cli.inputs.files import is_there, read, split_path
from addnorm_cli.inputs.limits import check_cases
from addnorm_cli.inputs.literals import parse_literal, starts_like_array
from addnorm_cli.inputs.numbers import is_number
from addnorm_cli.inputs.reader import STDIN_NAME, Reader
from addnorm_cli.inputs.text import plain, unquoted
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.patterns import lazily
from addnorm_cli.model.printing import printable, shorten
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import record

_NUMERIC = lazily(r"[+-]?(?:\.?[0-9]|(?:nan|inf|infinity)\b|∞)|\.{3}|[…⋯]", re.IGNORECASE)
"""How a vector begins that does not begin with a bracket."""

Source = Sequence[str] | Document
"""Where a problem is read from: the words of a command line, or a document."""


@record
class Argument:
    """What one argument gave.

    Attributes:
        label: The name before "=", or None.
        content: The numbers, or a document that holds them.
    """

    label: str | None
    content: Content


def read_argument(text: str, source: str, reader: Reader) -> Argument:
    """Read one argument: `0.8,0.4`, `A=0.8,0.4`, `bank.json:x`, `-`.

    Args:
        text: The argument.
        source: Its name for errors, such as "argument 1".
        reader: Opens the files, and standard input for "-".

    Raises:
        InputError: It is no vector, no file, or the file is at fault.
    """
    label, rest = split_label(text, source)
    content = read_content(rest, source, reader)
    if isinstance(content, Document):
        content = spoken(content, reader.language)
    return Argument(label=label, content=content)


def split_label(text: str, source: str) -> tuple[str | None, str]:
    """The label before the first "=", and what stands after it."""
    head, equals, rest = plain(text).partition("=")
    # In `array([1, 2], dtype=float32)` the sign stands within brackets, and names no label.
    is_within = any(head.count(a) > head.count(b) for a, b in ("[]", "()", "{}"))
    is_printed = head.lstrip().startswith("<") and head.count("<") > head.count(">")
    if not equals or is_within or is_printed:
        return None, text
    if split_path(text) and is_there(text):
        return None, text  # a folder may be named "lr=0.1"
    label = printable(text[: len(head)])
    if not label:
        raise InputError("empty_label", where=source)
    if all(map(is_number, re.split(r"[,;]", head)[0].strip("[( )]").split())):
        return None, text  # "1=2" is a slip
    return label, text[len(text) - len(rest) :]


def read_content(text: str, source: str, reader: Reader) -> Content:
    """What an argument without a label holds: typed numbers, a file, or standard input.

    Raises:
        InputError: It is no vector, no file, or the file is at fault.
    """
    text = unquoted(text)
    if text.strip() == "-":
        return _read_stdin(reader)
    if (named := split_path(text)) is not None:
        return read(*named, reader)
    if is_object(text):
        return content_of(text, source)
    if _looks_like_vector(text):
        return parse_literal(text, source)
    if is_number(text) and is_there(text) and Path(text).is_file():
        raise InputError("number_or_file", where=source, found=shorten(text))
    return read(text.strip(), None, reader)


def _looks_like_vector(text: str) -> bool:
    text = plain(text).strip()
    if starts_like_array(text) or any(sign in text for sign in ",;\n"):
        return True
    return not text or (_NUMERIC().match(text) is not None and not is_there(text))


def _read_stdin(reader: Reader) -> Content:
    text = decode(reader.stdin(), STDIN_NAME)
    if not text.strip():
        raise InputError("empty_stdin", where=STDIN_NAME)
    return content_of(text, STDIN_NAME)


def read_vectors(arguments: Sequence[str], reader: Reader) -> tuple[Argument, ...]:
    """Read arguments that mean vectors and nothing else.

    Bare numbers are one vector, several vectors are the rows of one matrix, and labelled ones
    are cases of their own.

    Args:
        arguments: The arguments, at least one.
        reader: Opens the files, and standard input for "-".

    Returns:
        One unlabelled argument, which may be a document, or labelled ones.

    Raises:
        InputError: One of them cannot be read, or they do not go together.
    """
    read = [read_argument(text, name_argument(i), reader) for i, text in enumerate(arguments)]
    check_labels(read)
    if len(read) == 1 or read[0].label is not None:
        return tuple(read)
    rows = [numbers_of(argument) for argument in read]
    if all(map(is_number, arguments)):
        return (Argument(label=None, content=join(rows, "arguments")),)
    _refuse_twins(rows)
    for i, row in enumerate(rows):
        where = name_argument(i)
        if len(row.shape) > 2:
            raise InputError("deep_row", where=where, shape=show_shape(row.shape))
        found, expected = row.shape[-1], rows[0].shape[-1]
        if found != expected:
            raise InputError("ragged_arguments", where=where, found=found, expected=expected)
    width = rows[0].shape[-1]
    matrix = join([reshape(row, (-1, width)) for row in rows], "arguments")
    return (Argument(label=None, content=matrix),)


def _refuse_twins(rows: Sequence[Tensor]) -> None:
    """Refuse arrays of one shape from several files: they are two answers, and no rows."""
    files: dict[tuple[int, ...], str] = {}
    for i, row in enumerate(rows):
        if row.source == name_argument(i):
            continue  # it was typed
        file = row.source.partition(": ")[0]
        first = files.setdefault(row.shape, file)
        if first != file:
            shape = show_shape(row.shape)
            raise InputError("same_shape", where=file, first=first, second=file, shape=shape)


def read_tensor(text: str, source: str, reader: Reader) -> Tensor:
    """Read the value of an option that takes one vector or matrix.

    Raises:
        InputError: It is none, or has a label, which has no meaning here.
    """
    argument = read_argument(text, source, reader)
    if argument.label is not None:
        raise InputError("label_refused", where=source, label=argument.label)
    return numbers_of(argument)


def numbers_of(argument: Argument) -> Tensor:
    """The numbers of an argument that cannot be a whole document.

    Raises:
        InputError: It is a document, of which an entry must be named.
    """
    return numbers_in(argument.content)


def numbers_in(content: Content) -> Tensor:
    """The numbers of an argument's content; see `numbers_of`."""
    if isinstance(content, Tensor):
        return content
    result = content.tree.get("result")
    if content.is_trace and isinstance(result, list):
        return to_tensor(result, f"{content.name}: result")
    first = next(iter(content.tree), "x")
    entry = printable("x" if "x" in content.tree else first)
    raise InputError("document_for_vector", where=content.name, entry=entry)


def check_labels(arguments: Sequence[Argument]) -> None:
    """Check that all arguments have labels or none has, and that no label is there twice.

    Raises:
        InputError: They do not go together.
    """
    labels = [argument.label for argument in arguments]
    named = [label for label in labels if label is not None]
    check_cases(len(named))
    if named and len(named) < len(labels):
        raise InputError("labels_mixed", label=named[0])
    seen: set[str] = set()
    for label in named:
        if label in seen:
            raise InputError("label_twice", label=shorten(label))
        seen.add(label)


def name_argument(index: int) -> str:
    """The name of an argument for errors, by its index."""
    return f"argument {index + 1}"
