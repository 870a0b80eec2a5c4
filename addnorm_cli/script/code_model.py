"""What the script of a model has around its layers: the file, the tokens, the next token."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

import numpy as np

from addnorm_cli.formula.expr import Call, Mul
from addnorm_cli.model.checkpoint import Checkpoint, Stored
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import replaced
from addnorm_cli.script.dialect import Dialect
from addnorm_cli.script.literals import tensor_literal
from addnorm_cli.trace.quantity import Quantity
from addnorm_cli.trace.trace import Section, Step, Trace

MOST_WRITTEN = 5_000
"""A script with more numbers in it is none that a person would write."""


def text_literal(text: str) -> str:
    """A text as a program writes it, in double quotes."""
    return '"' + ascii(f"'{text}")[2:-1].replace('"', '\\"') + '"'


def loader(checkpoint: Checkpoint, dialect: Dialect) -> tuple[list[str], list[str]]:
    """The imports, and the lines that define `stored(name)`: a tensor of the file, in float64."""
    path = text_literal(checkpoint.path)
    if checkpoint.path.lower().endswith(".npz"):
        read = "torch.from_numpy(file[name]).double()" if dialect.native else "file[name] + 0.0"
        imports = ["import numpy as np"] if dialect.native else []
        opened = f"    with np.load({path}) as file:"
        return imports, ["def stored(name):", opened, f"        return {read}"]
    kind = "pt" if dialect.native else "np"
    read = f"file.get_tensor(name).{'double()' if dialect.native else 'astype(float)'}"
    imports = ["from safetensors import safe_open"]
    if not dialect.native:
        imports.insert(0, "import ml_dtypes  # the bfloat16 of NumPy")
    if not checkpoint.path.lower().endswith(".json"):
        lines = [f'file = safe_open({path}, framework="{kind}")', "", "", "def stored(name):"]
        return imports, [*lines, f"    return {read}"]
    folder = text_literal(posixpath.join(checkpoint.path.replace("\\", "/").rpartition("/")[0], ""))
    return ["import json", "", *imports], [
        f"with open({path}) as index:",
        '    shards = json.load(index)["weight_map"]',
        "",
        "",
        "def stored(name):",
        f'    with safe_open({folder} + shards[name], framework="{kind}") as file:',
        f"        return {read}",
    ]


def stored_at(where: Stored) -> str:
    """How a program reads a parameter."""
    return f"stored({text_literal(where.tensor)}){where.part}"


def is_begun_at_its_tokens(trace: Trace) -> bool:
    """Whether the work begins with the rows of a text, and not after layers that are not shown."""
    numbers = [part.number for part in trace.cases[0].parts if isinstance(part, Section)]
    return next((number for number in numbers if number is not None), 0) == 0


def stream_lines(trace: Trace, dialect: Dialect) -> Iterator[str]:
    """The stream where the layers begin; a text begins with its tokens, and has no lines here.

    Raises:
        InputError: Layers that are not shown were worked with rounding.
    """
    x = trace.inputs.get("x")
    if isinstance(x, Tensor):
        shape: tuple[int, ...] = (-1, x.shape[-1])
        typed = None if x.typed is None else x.typed.reshape(shape)
        if x.values.size > MOST_WRITTEN and x.source.endswith(".npy"):
            read = f"np.load({text_literal(x.source)}).reshape{shape}"
            if dialect.native:
                yield "import numpy as np"
                read = f"torch.from_numpy({read})"
            yield f"x = {read}{'.double()' if dialect.native else '.astype(float)'}"
            return
    elif is_begun_at_its_tokens(trace):
        return
    else:
        assert trace.ledger is not None
        if not trace.arithmetic.reference:
            raise InputError("script_rounded", where="--format")
        x = Tensor(trace.ledger.start.value.astype(np.float64), None, "x")
        shape, typed = x.shape, None
    literal = tensor_literal(replaced(x, values=x.values.reshape(shape), typed=typed), dialect)
    yield f"x = {literal}"


def embedding_lines(section: Section, checkpoint: Checkpoint) -> Iterator[str]:
    """The rows of a text, from the tables in the file."""
    step = next(part for part in section.parts if isinstance(part, Step) and part.id == "sum")
    rows = [f"{stored_at(checkpoint.stored[f'embedding.{name}'])}[{list(at)}]"
            for name, at in checkpoint.rows.items()]  # fmt: skip
    yield f"x = {rows[0]}"
    yield from (f"x = x + {row}" for row in rows[1:])
    if "scale" in step.scope:
        formula = step.quantity.formula
        assert isinstance(formula, Mul)
        root = " ** 0.5" if isinstance(formula.left, Call) else ""
        yield f"x = {step.scope['scale'].typed}{root} * x"


def prediction_lines(section: Section, checkpoint: Checkpoint, dialect: Dialect) -> Iterator[str]:
    """The share of every word after the last row."""
    step = next(part for part in section.parts if isinstance(part, Step))
    scope, stored = step.scope, checkpoint.stored
    yield f"logits = {stored_at(stored['unembedding'])} @ x[-1]"
    if "bias" in scope:
        yield f"logits = logits + {stored_at(stored['unembedding.bias'])}"
    if "divisor" in scope:
        yield f"logits = logits / {scope['divisor'].typed}"
    if "cap" in scope:
        cap = scope["cap"].typed
        yield f"logits = {cap} * {dialect.module}.tanh(logits / {cap})"
    yield f"probabilities = {'logits.softmax(-1)' if dialect.native else 'softmax(logits)'}"


def likeliest_lines(trace: Trace, dialect: Dialect) -> Iterator[str]:
    """That the likeliest words are these."""
    for finding in trace.findings:
        if finding.id == "next_token":
            ids = list(finding.facts["ids"])
            found = f"probabilities.argsort(descending=True)[:{len(ids)}].tolist()"
            if not dialect.native:
                found = f'np.argsort(-probabilities, kind="stable")[:{len(ids)}].tolist()'
            yield f"assert {found} == {ids}"


def shown_of(result: Quantity) -> list[tuple[str, Quantity]]:
    """What a script says of its result: all of it, or where that is much the first of each row.

    Every component has its part in what is said beside them, the sum of the squares of each row.
    """
    if result.value.size <= MOST_WRITTEN:
        return [("x", result)]
    most = max(1, MOST_WRITTEN // (2 * len(result.value)))
    numbers = (result.value if result.exact is None else result.exact).astype(np.float64)
    first, squares = numbers[:, :most], (numbers**2).sum(-1)
    plain = replaced(result, exact=None, order=())
    return [
        (f"x[:, :{most}]", replaced(plain, value=first, shape=first.shape)),
        ("(x**2).sum(-1)", replaced(plain, value=squares, shape=squares.shape)),
    ]
