"""The problem file: which keys it may have, and what each command takes from it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from addnorm_cli.inputs.documents import TRACE_SCHEMA, Document, quoted, text_in, to_tensor
from addnorm_cli.inputs.naming import stated_naming
from addnorm_cli.inputs.norm_spec import NOTHING_STATED, StatedNorm, stated_by_file
from addnorm_cli.inputs.sublayers import LabelledVectors, read_sublayer_of, read_vectors_of
from addnorm_cli.model.choices import unknown
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.naming import NAMING_KEYS, UNNAMED, Naming
from addnorm_cli.model.options import OPTIONS
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Linear, Notice, Tensor
from addnorm_cli.model.records import record

if TYPE_CHECKING:
    from addnorm_cli.model.claim import Claim

ProblemCommand: TypeAlias = Literal["residual", "layernorm", "addnorm", "gradient"]

COMMAND_KEY = "command"
"""Says which command a problem of a list is for; alone, it is for the one that is called."""
CLASS_KEYS = ("code", "name", "number")
"""Say whose problem of a class it is, and its number on the sheet."""
EDITOR_KEY = "$schema"
"""Tells an editor what the other keys may be."""
_BESIDE = (EDITOR_KEY, COMMAND_KEY, *CLASS_KEYS)
"""The keys that no calculation looks at."""
_WORKED: dict[str, tuple[str, ...]] = {
    "residual": ("x", "sublayer"),
    "layernorm": ("x",),
    "addnorm": ("x", "sublayer"),
    "gradient": ("x", "sublayer"),
    "block": (
        "x",
        "layers",
        "final_norm",
        "updates",
        "orientation",
        "multiplier",
        "weights",
        "text",
    ),
}
"""The keys of what is worked, for each command; the others are those that options win over."""
_TRACE_KEYS = (
    "schema", "parameters", "inputs", "steps", "result", "results", "warnings", "check",
    "self_checks",
)  # fmt: skip


@record
class ProblemFile:
    """What one command takes from a document; None where the document does not say.

    Attributes:
        name: The name of the document.
        x: The input, by label.
        title: The reader's title.
        sublayer: The sublayer's outputs by label, or the sublayer.
        bias: What is added beside the sublayer's outputs.
        gamma: The gain, as it stands there.
        beta: The shift, likewise.
        norm: What is said about the norm.
        upstream: The gradient at the output, by label.
        notices: Which keys the command does not use.
        naming: What columns, rows and cases are called.
        is_trace: It is the answer of an earlier command.
        explain: The page is to say why each step is done.
        claims: What is claimed of the answer.
    """

    name: str
    x: LabelledVectors
    title: str | None = None
    sublayer: LabelledVectors | Linear | None = None
    bias: Tensor | None = None
    gamma: Tensor | None = None
    beta: Tensor | None = None
    norm: StatedNorm = NOTHING_STATED
    upstream: LabelledVectors | None = None
    notices: tuple[Notice, ...] = ()
    naming: Naming = UNNAMED
    is_trace: bool = False
    explain: bool = False
    claims: tuple[Claim, ...] = ()


def read_problem_file(
    document: Document, command: ProblemCommand, x: LabelledVectors | None = None
) -> ProblemFile:
    """What a command takes from a problem, or from the answer of an earlier command.

    Args:
        document: The problem.
        command: The command.
        x: Stands in the place of the document's own x, which may then be missing.

    Raises:
        InputError: A key is unknown or missing, or its value is not what it should be.
    """
    name, tree = document.name, document.tree
    if document.is_trace:
        if "result" not in tree:
            raise InputError("missing_key", where=name, found="result")
        x = read_vectors_of(tree["result"], f"{name}: result")
        return ProblemFile(
            name=name,
            x=x,
            title=stated_title(document),
            naming=stated_naming(document),
            is_trace=True,
        )
    if "schema" in tree:
        schema = quoted(tree["schema"])
        raise InputError("unknown_schema", where=name, found=schema, expected=TRACE_SCHEMA)
    notices = check_keys(document, command)
    if x is None and "x" not in tree:
        raise InputError("missing_key", where=name, found="x")
    used = [key for key in keys_of(command) if key in tree]
    norm = stated_by_file(tree["norm"], f"{name}: norm") if "norm" in used else NOTHING_STATED
    return ProblemFile(
        name=name,
        x=read_vectors_of(tree["x"], f"{name}: x") if x is None else x,
        title=stated_title(document),
        sublayer=_sublayer(document) if "sublayer" in used else None,
        bias=_affine(document, "bias") if "bias" in used else None,
        gamma=_affine(document, "gamma") if "gamma" in used else None,
        beta=_affine(document, "beta") if "beta" in used else None,
        norm=norm,
        upstream=read_vectors_of(tree["upstream"], f"{name}: upstream")
        if "upstream" in used
        else None,
        notices=notices,
        naming=stated_naming(document),
        explain=stated_explain(document),
        claims=stated_claims_of(document),
    )


def stated_claims_of(document: Document) -> tuple[Claim, ...]:
    """What a problem claims of its answer; most claim nothing.

    Raises:
        InputError: The claims are no numbers.
    """
    if "expect" not in document.tree:
        return ()
    from addnorm_cli.inputs.claims import stated_claims

    return stated_claims(document)


@cache
def keys_of(command: str) -> tuple[str, ...]:
    """The keys that a command has a use for: those of what is worked, and what options say too."""
    options = [option for option in OPTIONS.values() if option.is_used_by(command)]
    said = (key.partition(".")[0] for option in options for key in option.keys)
    worked = {key for keys in _WORKED.values() for key in keys}
    rest = dict.fromkeys(key for key in said if key not in worked)
    return (*_WORKED[command], *rest, *NAMING_KEYS)


@cache
def problem_keys() -> tuple[str, ...]:
    """Every key that a problem may have."""
    of_commands = dict.fromkeys(key for command in _WORKED for key in keys_of(command))
    return (*_BESIDE, *of_commands)


def check_keys(document: Document, command: str) -> tuple[Notice, ...]:
    """What is told of the keys that a command has no use for.

    Raises:
        InputError: No command knows one of them.
    """
    used, known = keys_of(command), (*problem_keys(), *_TRACE_KEYS)
    for key in document.tree:
        if key not in known:
            raise unknown("key", key, known, document.name, listed=used)
    unused = tuple(key for key in document.tree if key not in (*_BESIDE, *used))
    facts = {"keys": unused, "file": document.name, "command": command}
    return (Notice(key="unused_keys", facts=facts),) if unused else ()


def stated_title(document: Document) -> str | None:
    """The title that a document states, fit to be printed.

    Raises:
        InputError: It is no text.
    """
    title = document.tree.get("title")
    return None if title is None else printable(text_in(title, f"{document.name}: title"))


def stated_explain(document: Document) -> bool:
    """Whether a document asks for a page that says why each step is done.

    Raises:
        InputError: It says neither true nor false.
    """
    stated = document.tree.get("explain", False)
    if not isinstance(stated, bool):
        where = f"{document.name}: explain"
        raise InputError("flag_expected", where=where, found=quoted(stated))
    return stated


def _sublayer(document: Document) -> LabelledVectors | Linear:
    return read_sublayer_of(document.tree["sublayer"], f"{document.name}: sublayer")


def _affine(document: Document, key: str) -> Tensor:
    return to_tensor(document.tree[key], f"{document.name}: {key}")
