"""From a stream and a model's weights to a BlockProblem."""

from __future__ import annotations

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.inputs.documents import Document, to_tensor
from addnorm_cli.inputs.norm_rules import applied
from addnorm_cli.inputs.norm_spec import stated_by_options
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.block_problem import BlockProblem
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options
from addnorm_cli.model.problem import Notice, Tensor
from addnorm_cli.model.records import replaced

BLOCK_NORMS = tuple(name for name, norm in NORMS.items() if norm.over in ("row", "cell"))
"""The norms that a block can have."""


def from_model(
    x: Tensor | None,
    document: Document | None,
    given: Options,
    reader: Reader,
) -> BlockProblem:
    """The block problem of a stream that goes through the layers of a model.

    Args:
        x: The stream, or None where it stands in a document.
        document: The document.
        given: The options, which win over the model; `weights` names its file.
        reader: Opens the files.

    Raises:
        InputError: The weights cannot be read, or do not fit the stream.
    """
    from addnorm_cli.inputs.weights.model import read_model

    tokens = None
    if given.text is not None:
        if x is not None or (document is not None and "x" in document.tree):
            raise InputError("text_and_x", where="--text")
        from addnorm_cli.inputs.weights.text import read_tokens

        tokens = read_tokens(given.text, str(given.weights), reader)
        document = None
    if document is not None and x is not None:
        raise InputError("random_and_x", where="--random")
    if document is not None:
        key = "result" if document.is_trace else "x"
        if key not in document.tree:
            raise InputError("missing_key", where=document.name, found=key)
        x = to_tensor(document.tree[key], f"{document.name}: {key}")
    assert given.weights is not None
    if x is not None and len(x.shape) > 2:
        raise InputError("block_dimensions", where=x.source, dimensions=len(x.shape))
    model = read_model(
        given.weights,
        x=x,
        tokens=tokens,
        reader=reader,
        arch=given.arch or "auto",
        layers=given.layers,
        overrides=given,
        names=given.names,
    )
    problem = model.problem
    notice = Notice(
        key="model",
        facts={
            "arch": model.arch,
            "layers": f"{model.layers.start}:{model.layers.stop}",
            "count": model.count,
            "settings": model.settings,
        },
    )
    hidden = len(problem.before)
    notices = [notice]
    if hidden:
        notices.append(Notice(key="layers_before", facts={"count": hidden}))
    assert problem.norm is not None
    norm = None if given.norm == "none" else applied(problem.norm, stated_by_options(given))
    if norm is not None and norm.kind not in BLOCK_NORMS:
        choices = tuple(BLOCK_NORMS)
        raise InputError("block_norm", where="--norm", found=norm.kind, choices=choices)
    return replaced(
        problem,
        norm=norm,
        residual=problem.residual and not given.no_residual,
        notices=(*problem.notices, *notices),
    )
