"""A model's layers as a block problem, from a checkpoint and the config.json beside it."""

from __future__ import annotations

from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.weights.choice import AUTO, choose_layers, choose_stack
from addnorm_cli.inputs.weights.config import Config, check_supported, read_config
from addnorm_cli.inputs.weights.reading import LayerReader, find_final_norm, find_layer
from addnorm_cli.inputs.weights.settings import ModelOverrides, Setting, choose_settings
from addnorm_cli.inputs.weights.tensor_files import open_tensors
from addnorm_cli.model.block_problem import BlockProblem
from addnorm_cli.model.problem import Tensor
from addnorm_cli.model.records import record


@record
class Model:
    """A block problem from a file of weights, and what was recognised on the way.

    Attributes:
        problem: x, and the layers that were asked for.
        arch: The architecture, a name of ARCHITECTURES.
        prefix: What stands before the names of its tensors.
        layers: Which layers these are.
        count: How many the model has.
        settings: What names and shapes alone do not show, and who said it: heads, kv_heads, eps,
            activation, placement, causal, and rotary_base where there is one.
    """

    problem: BlockProblem
    arch: str
    prefix: str
    layers: range
    count: int
    settings: tuple[Setting, ...]


def read_model(
    path: str,
    *,
    x: Tensor,
    reader: Reader,
    arch: str = AUTO,
    layers: str | None = None,
    overrides: ModelOverrides | None = None,
) -> Model:
    """Read layers of a checkpoint: their tensors, and no others.

    Args:
        path: A .safetensors or .npz file; a config.json beside it is read too.
        x: The stream before the first of these layers, shape (L, d) or (d,).
        reader: Opens the files.
        arch: A name of ARCHITECTURES, or "auto".
        layers: Which layers, as "0:6", "3", ":2" or "-1:"; None for all.
        overrides: The options that win over config.json.

    Raises:
        InputError: The file cannot be read, is of an unknown architecture, lacks a tensor, has one
            of another shape, or does not fit x; or nothing says how it is to be worked.
    """
    given = overrides or ModelOverrides()
    with open_tensors(path, reader) as file:
        stack = choose_stack(file, arch, given.prefix)
        config = read_config(path, reader)
        length = x.shape[-2] if len(x.shape) > 1 else 1
        rotary_given = given.rotary_base is not None
        check_supported(config, stack.arch, length, arch != AUTO, rotary_given)
        settings = choose_settings(stack.arch, config, given)
        # A file may hold a part of the model: config.json knows of the rest.
        count = 1 if stack.bare else max(stack.count, _stated_count(config))
        chosen = choose_layers(layers, count)
        # All names first: a missing one is told before gigabytes have been read.
        found = [find_layer(file, stack, number) for number in chosen]
        is_last = chosen[-1] == count - 1 and not stack.bare
        final = find_final_norm(file, stack) if is_last else None
        layer_reader = LayerReader(file, stack, config, settings, x)
        problem = BlockProblem(
            title=None,
            x=x,
            layers=tuple(layer_reader.layer(names) for names in found),
            placement=settings.text("placement"),
            norm=settings.norm(stack.arch),
            final_norm=layer_reader.final_norm(final),
            orientation=stack.arch.orientation,
            notices=settings.notices,
        )
    return Model(
        problem=problem,
        arch=stack.arch.name,
        prefix=stack.prefix,
        layers=chosen,
        count=count,
        settings=tuple(settings.by_name.values()),
    )


def _stated_count(config: Config) -> int:
    return config.whole("num_hidden_layers", "n_layer", "num_layers") or 1
