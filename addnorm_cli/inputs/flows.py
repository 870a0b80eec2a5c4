"""From the command line to a gradient flow: two factors, or a block and what arrives at its end."""

from __future__ import annotations

from collections.abc import Sequence

from addnorm_cli.inputs.arguments import read_argument, read_tensor
from addnorm_cli.inputs.block_overrides import BlockOverrides
from addnorm_cli.inputs.blocks import assemble_block_document
from addnorm_cli.inputs.documents import Document, to_tensor
from addnorm_cli.inputs.numbers import read_number, read_whole
from addnorm_cli.inputs.overrides import NORM_OPTIONS, Overrides, array_taken, option
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.upstream import fitted
from addnorm_cli.model.block_problem import BlockProblem
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.flow_problem import Flow
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Notice, Tensor
from addnorm_cli.model.records import record, replaced

MOST_LAYERS = 10_000
MOST_MEASURED_LAYERS = 1000
MOST_MEASURED = 2**25
"""A block that is measured keeps every number of its way forward, a quarter of a gigabyte here."""
_DOCUMENTS = ("0.6", "0.97", "6")
"""The table of the documents, where nothing is asked for."""


@record
class FlowOptions:
    """What the command line says of a flow, as it was typed.

    Attributes:
        factor: ∂F/∂x.
        residual_factor: 1 + ∂F/∂x.
        layers: How many layers.
        upstream: The gradient at a block's output.
        placement: Where its norms stand.
        repeat: How often its layers are run.
    """

    factor: str | None = None
    residual_factor: str | None = None
    layers: str | None = None
    upstream: str | None = None
    placement: str | None = None
    repeat: str | None = None

    def refuse(self, names: Sequence[str], key: str) -> None:
        """Refuse those of these options that were given.

        Raises:
            InputError: One was.
        """
        for name in names:
            if getattr(self, name) is not None:
                raise InputError(key, where=option(name))


def read_flow(options: FlowOptions, given: Overrides) -> Flow:
    """The flow of two factors.

    Where one of them is not given, it follows from the other: with the residual the same F has
    1 + ∂F/∂x in the place of ∂F/∂x.

    Raises:
        InputError: A factor is no finite number, or the layers are no whole number in bounds.
    """
    options.refuse(("upstream", "placement", "repeat"), "flow_needs_block")
    first, second, count = options.factor, options.residual_factor, options.layers
    if first is None and second is None:
        first, second = _DOCUMENTS[:2]
    factor = None if first is None else read_number(first, "--factor")
    residual = None if second is None else read_number(second, "--residual-factor")
    if residual is None:
        assert factor is not None
        residual = 1 + factor
    unused = ", ".join(map(option, given.among(NORM_OPTIONS)))
    facts = {"options": unused, "command": "gradient-flow"}
    return Flow(
        factor=residual - 1 if factor is None else factor,
        residual_factor=residual,
        layers=_layers(count or _DOCUMENTS[2]),
        title=printable(given.title or "") or None,
        notices=(Notice(key="unused_options", facts=facts),) if unused else (),
    )


def _layers(text: str) -> int:
    return read_whole(text, "--layers", 1, MOST_LAYERS, "layer_count")


def read_measured(
    arguments: Sequence[str], options: FlowOptions, given: Overrides, reader: Reader
) -> tuple[BlockProblem, Tensor | None]:
    """A block, and the gradient at its output where one is given.

    Raises:
        InputError: It is no block with layers, too large, or the gradient has another shape.
    """
    options.refuse(("factor", "residual_factor", "layers"), "flow_measures")
    if len(arguments) > 1:
        raise InputError("block_arguments", where="argument 2")
    document = read_argument(arguments[0], "argument 1", reader).content
    if not isinstance(document, Document):
        raise InputError("block_no_layers")
    stated = document.tree.get("upstream")
    tree = {key: value for key, value in document.tree.items() if key != "upstream"}
    block = BlockOverrides(placement=options.placement, repeat=options.repeat)
    problem = assemble_block_document(replaced(document, tree=tree), given, block)
    if problem.updates:
        raise InputError("flow_updates", where=f"{document.name}: updates")
    _check_size(problem)
    upstream = None if stated is None else to_tensor(stated, f"{document.name}: upstream")
    if options.upstream is not None:
        upstream = read_tensor(options.upstream, "--upstream", reader)
        if stated is not None:
            notice = array_taken("upstream", document.name)
            problem = replaced(problem, notices=(*problem.notices, notice))
    problem = replaced(problem, residual=True)
    return problem, None if upstream is None else fitted(upstream, problem.x)


def _check_size(problem: BlockProblem) -> None:
    """Refuse a block of which too many numbers would have to be kept."""
    width = problem.x.shape[-1]
    rows = problem.x.values.size // width
    heads = max((a.heads for layer in problem.layers if (a := layer.attention)), default=0)
    kept = len(problem.layers) * rows * (20 * width + heads * rows * 4)
    if len(problem.layers) > MOST_MEASURED_LAYERS or kept > MOST_MEASURED:
        raise InputError("flow_too_large", layers=len(problem.layers), rows=rows, d=width)
