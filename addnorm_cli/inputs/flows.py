"""From the command line to a gradient flow: two factors, or a block and what arrives at its end."""

from __future__ import annotations

from collections.abc import Sequence

from addnorm_cli.inputs.arguments import Source, read_argument, read_tensor
from addnorm_cli.inputs.blocks import assemble_block
from addnorm_cli.inputs.documents import Document, to_tensor
from addnorm_cli.inputs.numbers import read_number, read_whole
from addnorm_cli.inputs.overrides import array_taken
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.upstream import WAYS_BACK, shaped_like
from addnorm_cli.model.block_problem import BlockProblem
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.options import Options, flag
from addnorm_cli.model.printing import printable
from addnorm_cli.model.question import Flow, MeasuredFlow
from addnorm_cli.model.records import replaced

MOST_LAYERS = 10_000
MOST_MEASURED_LAYERS = 1000
MOST_MEASURED = 2**25
"""A block that is measured keeps every number of its way forward, a quarter of a gigabyte here."""
_DOCUMENTS = ("0.6", "0.97", "6")
"""The table of the documents, where nothing is asked for."""


def read_flow(given: Options) -> Flow:
    """The flow of two factors.

    Where one of them is not given, it follows from the other: with the residual the same F has
    1 + ∂F/∂x in the place of ∂F/∂x.

    Raises:
        InputError: A factor is no finite number, or the layers are no whole number in bounds.
    """
    _refuse(given, ("random",), "flow_random")
    _refuse(given, ("upstream", "placement", "repeat"), "flow_needs_block")
    first, second = given.factor, given.residual_factor
    if first is None and second is None:
        first, second = _DOCUMENTS[:2]
    factor = None if first is None else read_number(first, "--factor")
    residual = None if second is None else read_number(second, "--residual-factor")
    if residual is None:
        assert factor is not None
        residual = 1 + factor
    return Flow(
        factor=residual - 1 if factor is None else factor,
        residual_factor=residual,
        layers=_layers(given.layers or _DOCUMENTS[2]),
        title=printable(given.title or "") or None,
        explain=given.explains(),
    )


def _refuse(given: Options, names: Sequence[str], key: str) -> None:
    """Refuse those of these options that were given."""
    for name in names:
        if getattr(given, name) is not None:
            raise InputError(key, where=flag(name))


def _layers(text: str) -> int:
    return read_whole(text, "--layers", 1, MOST_LAYERS, "layer_count")


def read_measured(source: Source, given: Options, reader: Reader) -> MeasuredFlow:
    """A block, and the gradient at its output where one is given.

    Raises:
        InputError: It is no block with layers, too large, or the gradient has another shape.
    """
    _refuse(given, ("random",), "flow_random")
    if given.hand is not None or given.dtype not in (None, "float64"):
        raise InputError("flow_arithmetic", where="--hand" if given.hand else "--dtype")
    _refuse(given, ("factor", "residual_factor", "layers"), "flow_measures")
    document = _document(source, reader)
    stated = document.tree.get("upstream")
    tree = {key: value for key, value in document.tree.items() if key != "upstream"}
    problem = assemble_block(replaced(document, tree=tree), given, reader)
    if problem.updates:
        raise InputError("flow_updates", where=f"{document.name}: updates")
    _check_size(problem)
    if problem.norm is not None and problem.norm.kind not in WAYS_BACK:
        where = f"{document.name}: norm.kind" if given.norm is None else "--norm"
        kind = problem.norm.kind
        raise InputError("gradient_norm", where=where, found=kind, choices=WAYS_BACK)
    upstream = None if stated is None else to_tensor(stated, f"{document.name}: upstream")
    if given.upstream is not None:
        upstream = read_tensor(given.upstream, "--upstream", reader)
        if stated is not None:
            notice = array_taken("upstream", document.name)
            problem = replaced(problem, notices=(*problem.notices, notice))
    problem = replaced(problem, residual=True)
    return MeasuredFlow(problem, None if upstream is None else shaped_like(upstream, problem.x))


def _document(source: Source, reader: Reader) -> Document:
    if isinstance(source, Document):
        return source
    if len(source) > 1:
        raise InputError("block_arguments", where="argument 2")
    content = read_argument(source[0], "argument 1", reader).content
    if not isinstance(content, Document):
        raise InputError("block_no_layers")
    return content


def _check_size(problem: BlockProblem) -> None:
    """Refuse a block of which too many numbers would have to be kept."""
    width = problem.x.shape[-1]
    rows = problem.x.values.size // width
    heads = max((a.heads for layer in problem.layers if (a := layer.attention)), default=0)
    kept = len(problem.layers) * rows * (20 * width + heads * rows * 4)
    if len(problem.layers) > MOST_MEASURED_LAYERS or kept > MOST_MEASURED:
        raise InputError("flow_too_large", layers=len(problem.layers), rows=rows, d=width)
