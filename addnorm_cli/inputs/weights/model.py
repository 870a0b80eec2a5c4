"""A model's layers as a block problem, from a checkpoint and the config.json beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from addnorm_cli.inputs.numbers import whole_option
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.weights.attention_entries import positive_entry, read_rotary_scaling
from addnorm_cli.inputs.weights.choice import AUTO, Choice, choose_layers, choose_stack
from addnorm_cli.inputs.weights.config import Config, read_config
from addnorm_cli.inputs.weights.embedding import read_embedding, read_unembedding
from addnorm_cli.inputs.weights.finding import find_final_norm, find_layer
from addnorm_cli.inputs.weights.modules import modules_of
from addnorm_cli.inputs.weights.names import NamedModel, stack_of
from addnorm_cli.inputs.weights.opening import open_tensors
from addnorm_cli.inputs.weights.reading import LayerReader
from addnorm_cli.inputs.weights.refusals import (
    refuse_config,
    refuse_qk_norm,
    refuse_window,
    unknown_entries,
)
from addnorm_cli.inputs.weights.settings import Setting, choose_settings, shape_settings
from addnorm_cli.inputs.weights.tensor_files import TensorFile
from addnorm_cli.inputs.weights.text import Tokens, vocabulary_of
from addnorm_cli.model.block_problem import BlockProblem
from addnorm_cli.model.checkpoint import Checkpoint, Stored
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.naming import UNNAMED, Naming
from addnorm_cli.model.options import Options, flag
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Notice, Tensor
from addnorm_cli.model.records import EMPTY, record, replaced
from addnorm_cli.model.sentence import Embedded, Unembedding


@record
class Model:
    """A block problem from a file of weights, and what was recognized on the way.

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
    x: Tensor | None = None,
    tokens: Tokens | None = None,
    reader: Reader,
    arch: str = AUTO,
    layers: str | None = None,
    overrides: Options | None = None,
    names: str | None = None,
) -> Model:
    """Read layers of a checkpoint: their tensors, and no others.

    Args:
        path: A .safetensors or .npz file; a config.json beside it is read too.
        x: The stream before the first of these layers, shape (L, d) or (d,).
        tokens: A text in the place of x; it goes through all layers before these.
        reader: Opens the files.
        arch: A name of ARCHITECTURES, or "auto".
        layers: Which layers, as "0:6", "3", ":2" or "-1:"; None for all.
        overrides: The options that win over config.json.
        names: A file that says what the tensors are, where they are of no known architecture.

    Raises:
        InputError: The file cannot be read, is of an unknown architecture, lacks a tensor, has one
            of another shape, or does not fit x; or nothing says how it is to be worked.
    """
    given = overrides or Options()
    with open_tensors(path, reader) as file:
        config = read_config(path, reader)
        named = None if names is None else _read_names(names, file, given, reader)
        if named is None:
            choice = choose_stack(file, arch, given.prefix, config)
        else:
            choice = Choice(stack=stack_of(named, file), usual=EMPTY, notices=())
        stack, config = choice.stack, replaced(config, usual=choice.usual)
        refuse_config(config, stack.arch)
        rope = read_rotary_scaling(config, given.rotary_base) if stack.arch.rotary else None
        said = EMPTY if named is None else named.said
        settings = choose_settings(stack.arch, config, given, said)
        # A file may hold a part of the model: config.json knows of the rest.
        count = 1 if stack.bare else max(stack.count, config.whole_setting("layers") or 1)
        chosen = choose_layers(layers, count)
        embedded = None
        if tokens is not None:
            embedded = read_embedding(file, stack, config, tokens.ids)
            x = embedded.word
        assert x is not None
        before = range(chosen[0] if embedded else 0)
        run = [*before, *chosen]
        refuse_window(config, run, x.shape[-2] if len(x.shape) > 1 else 1)
        # All names first: a missing one is told before gigabytes have been read.
        found = [find_layer(file, stack, number) for number in run]
        refuse_qk_norm(config, file, found)
        is_last = chosen[-1] == count - 1 and not stack.bare
        final = find_final_norm(file, stack) if is_last else {}
        scaling = rope.scaling if rope else {}
        layer_reader = LayerReader(file, stack, config, settings, x, scaling)
        read = tuple(layer_reader.layer(names) for names in found)
        final_norm = layer_reader.final_norm(final)
        unembedding = None
        if (count_shown := whole_option(given.predict, "--predict")) is not None:
            if not is_last:
                raise InputError("predict_not_last", where="--predict", last=count - 1)
            unembedding = read_unembedding(
                file, stack, config, count_shown, vocabulary_of(path, reader)
            )
        multiplier = positive_entry(config, "residual_multiplier")
        problem = BlockProblem(
            title=None,
            x=x,
            layers=read[len(before) :],
            before=read[: len(before)],
            first=None if stack.bare else chosen[0],
            embedding=embedded,
            unembedding=unembedding,
            checkpoint=_checkpoint(
                file, layer_reader, found[len(before) :], final, embedded, unembedding
            ),
            naming=UNNAMED if tokens is None else Naming(tokens=tokens.names),
            placement=settings.text("placement"),
            norm=settings.norm(stack.arch),
            final_norm=final_norm,
            orientation=stack.arch.orientation,
            multiplier=None if multiplier is None or float(multiplier) == 1 else multiplier,
            notices=(
                *settings.notices,
                *choice.notices,
                *(rope.notices if rope else ()),
                *_told(config),
            ),
        )
    return Model(
        problem=problem,
        arch=stack.arch.name,
        prefix=stack.prefix,
        layers=chosen,
        count=count,
        settings=(
            *shape_settings(config, layer_reader.sizes, found[-1], settings.norm(stack.arch)),
            *settings.by_name.values(),
        ),
    )


def _checkpoint(
    file: TensorFile,
    layers: LayerReader,
    names: Sequence[Mapping[str, str]],
    final: Mapping[str, str],
    embedded: Embedded | None,
    unembedding: Unembedding | None,
) -> Checkpoint:
    """Where the layers that are shown stand in the file, and what its framework calls them."""
    shown = layers.stored[len(layers.stored) - len(names) :]
    stored = {
        f"layer{n}.{role}": where for n, own in enumerate(shown, 1) for role, where in own.items()
    }
    stored |= {f"final_norm.{part}": Stored(name) for part, name in final.items()}
    if embedded is not None:
        stored |= {f"embedding.{role}": Stored(name) for role, name in embedded.tensors.items()}
    if unembedding is not None:
        stored["unembedding"] = Stored(unembedding.tensor)
        bias = unembedding.tensor.removesuffix("weight") + "bias"
        stored |= {"unembedding.bias": Stored(bias)} if unembedding.bias else {}
    plain = embedded is not None and embedded.scale is None
    return Checkpoint(
        path=file.name,
        stored=stored,
        modules=modules_of(names, final, embedded.tensors if embedded and plain else EMPTY),
        rows=embedded.taken if embedded else EMPTY,
    )


def _read_names(names: str, file: TensorFile, given: Options, reader: Reader) -> NamedModel:
    for option in ("arch", "prefix"):
        if getattr(given, option) is not None:
            raise InputError("names_alone", where=flag(option))
    from addnorm_cli.inputs.weights.guesses import read_or_draft

    return read_or_draft(names, file, reader)


def _told(config: Config) -> tuple[Notice, ...]:
    """The notice of entries of config.json that are unknown here."""
    unknown = tuple(map(printable, unknown_entries(config)))
    facts = {"keys": unknown, "file": config.name}
    return (Notice(key="config_unknown", facts=facts),) if unknown else ()
