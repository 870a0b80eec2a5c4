"""Where a problem starts: its x, and the document or the arguments that it came from."""

from __future__ import annotations

from collections.abc import Sequence

from addnorm_cli.inputs.arguments import (
    Argument,
    Source,
    name_argument,
    numbers_of,
    read_argument,
    read_vectors,
)
from addnorm_cli.inputs.documents import Document
from addnorm_cli.inputs.numbers import is_number
from addnorm_cli.inputs.overrides import array_taken
from addnorm_cli.inputs.problem_file import ProblemCommand, ProblemFile, read_problem_file
from addnorm_cli.inputs.random_input import random_tensors
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.sublayers import LabelledVectors
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.printing import shorten
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import record, replaced


@record
class Start:
    """What x is, before sublayers and the norm are looked at.

    Attributes:
        x: The input, by label.
        file: The document that it came from, if it came from one.
        rest: The arguments that are sublayers.
        drawn: A random sublayer, where none is given.
    """

    x: LabelledVectors
    file: ProblemFile | None = None
    rest: Sequence[Argument] = ()
    drawn: Tensor | None = None


def read_start(command: ProblemCommand, source: Source, given: Options, reader: Reader) -> Start:
    """What a calculation starts from, out of its words or a document.

    Raises:
        InputError: Something cannot be read, or nothing is given.
    """
    if isinstance(source, Document):
        file = read_problem_file(source, command)
        return Start(x=file.x, file=file)
    _refuse_bare(command, source)
    named = [(text, name_argument(i)) for i, text in enumerate(source)]
    if given.random is not None:
        return _random_start(command, [read_argument(*each, reader) for each in named], given)
    if not source:
        raise InputError("missing_x", command=command)
    rest: tuple[Argument, ...] = ()
    if command == "layernorm":
        read = read_vectors(source, reader)
    else:
        every = tuple(read_argument(*each, reader) for each in named)
        read, rest = every[:1], every[1:]
    first = read[0]
    if first.label is None and isinstance(first.content, Document):
        file = read_problem_file(first.content, command)
        return Start(x=file.x, file=file, rest=rest)
    return Start(x={argument.label: numbers_of(argument) for argument in read}, rest=rest)


def _refuse_bare(command: ProblemCommand, arguments: Sequence[str]) -> None:
    """Refuse `residual 2 -1 0.5 3`: each number would be a vector, though one or two are meant."""
    if command == "layernorm" or len(arguments) < 3 or not all(map(is_number, arguments)):
        return
    half = len(arguments) // 2
    halves = (arguments[:half], arguments[half:]) if len(arguments) % 2 == 0 else (arguments,)
    example = shorten(" ".join(",".join(each) for each in halves))
    raise InputError("bare_numbers", count=len(arguments), command=command, example=example)


def _random_start(command: ProblemCommand, read: Sequence[Argument], given: Options) -> Start:
    """A random x, with the sublayers or the problem that the arguments give beside it."""
    content = read[0].content if len(read) == 1 else None
    if isinstance(content, Document) and not content.is_trace:
        return _random_problem(command, content, given)
    if command == "layernorm" and read:
        raise InputError("random_and_x", where="--random")
    alone = command == "layernorm" or read or given.weight is not None
    x, *drawn = random_tensors(given, 1 if alone else 2)
    return Start(x={None: x}, rest=read, drawn=drawn[0] if drawn else None)


def _random_problem(command: ProblemCommand, document: Document, given: Options) -> Start:
    """A random x in a problem that says the rest; with a random sublayer where it needs one."""
    has_sublayer = "sublayer" in document.tree or given.weight is not None
    needed = command in ("residual", "addnorm") and not has_sublayer
    x, *drawn = random_tensors(given, 2 if needed else 1)
    file = read_problem_file(document, command, {None: x})
    if "x" in document.tree:
        file = replaced(file, notices=(*file.notices, array_taken("x", document.name)))
    return Start(x=file.x, file=file, drawn=drawn[0] if drawn else None)
