"""From the command line to a BlockProblem: a problem file, or a stream and a model's weights."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.inputs.arguments import Source, numbers_of, read_argument
from addnorm_cli.inputs.block_file import read_layers, read_updates
from addnorm_cli.inputs.block_keys import read_affine, read_count, read_flag, read_positive
from addnorm_cli.inputs.block_models import BLOCK_NORMS, from_model
from addnorm_cli.inputs.block_shapes import check_affine, check_layer
from addnorm_cli.inputs.documents import Document, Json, quoted, text_in, to_tensor
from addnorm_cli.inputs.naming import check_naming, fitting_naming, stated_naming
from addnorm_cli.inputs.norm_rules import check_norm, merge
from addnorm_cli.inputs.norm_spec import NOTHING_STATED, stated_by_file, stated_by_options
from addnorm_cli.inputs.numbers import read_number, whole_option
from addnorm_cli.inputs.overrides import array_taken, value_taken
from addnorm_cli.inputs.problem_file import (
    check_keys,
    stated_claims_of,
    stated_explain,
    stated_title,
)
from addnorm_cli.inputs.random_input import random_tensors
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.model.block_problem import THIRD_NORMS, BlockProblem, Layer, deepnorm_alpha
from addnorm_cli.model.choices import Name, choose
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.naming import UNNAMED
from addnorm_cli.model.options import LAYERS, MODEL, SHOWN, Options, flag
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import ORIENTATIONS, Affine, NormSpec, Notice, Tensor
from addnorm_cli.model.records import replaced

_MOST_LAYERS = 10_000


def assemble_block(source: Source, given: Options, reader: Reader) -> BlockProblem:
    """The block problem that was asked for.

    Args:
        source: An argument, a stream or a problem file; or a document.
        given: The options, which win over a problem file.
        reader: Opens the files, and standard input for "-".

    Raises:
        InputError: Something cannot be read, or does not fit the rest.
    """
    _refuse_options(given)
    x, document = _entry(source, given, reader)
    given = _of_document(document, given)
    if given.weights is not None:
        problem = from_model(x, document, given, reader)
    else:
        _refuse_options_of_models(given)
        if document is None:
            raise InputError("block_no_layers")
        problem = read_block_problem(document, given, x)
    title = problem.title if given.title is None else printable(given.title)
    explain = given.explains(problem.explain)
    return _named(replaced(problem, title=title or None, explain=explain), document)


def _of_document(document: Document | None, given: Options) -> Options:
    """The options with what a problem file says of a model: its weights, and a text."""
    if document is None or document.is_trace:
        return given
    stated: dict[str, str | None] = {"weights": given.weights, "text": given.text}
    for key, typed in stated.items():
        value = document.tree.get(key)
        if value is not None and typed is None:
            stated[key] = text_in(value, f"{document.name}: {key}")
    return replaced(given, weights=stated["weights"], text=stated["text"])


def _named(problem: BlockProblem, document: Document | None) -> BlockProblem:
    """The problem with what its document calls columns, rows and updates."""
    naming = UNNAMED if document is None else stated_naming(document)
    if document is None or naming == UNNAMED:
        return problem
    labels = [update.label for update in problem.updates]
    if document.is_trace:
        return replaced(problem, naming=fitting_naming(naming, [problem.x], labels))
    return replaced(problem, naming=check_naming(naming, [problem.x], labels, document.name))


def _refuse_options_of_models(given: Options) -> None:
    """Refuse what describes a model, where there is none."""
    for option in given.given():
        if option.is_used_in(MODEL) and not option.is_used_in(LAYERS):
            raise InputError("needs_weights", where=option.flag)


def _refuse_options(given: Options) -> None:
    """Refuse what every norm of a block has for itself."""
    for name in ("gamma", "beta", "axes"):
        if getattr(given, name) is not None:
            raise InputError("block_option", where=flag(name))


def _entry(source: Source, given: Options, reader: Reader) -> tuple[Tensor | None, Document | None]:
    """What the argument is: a stream, or a document."""
    if isinstance(source, Document):
        return None, source
    if len(source) > 1:
        raise InputError("block_arguments", where="argument 2")
    x = None if given.random is None else random_tensors(given, 1)[0]
    if not source:
        if x is None and given.text is None:
            raise InputError("missing_x", command="block")
        return x, None
    argument = read_argument(source[0], "argument 1", reader)
    if isinstance(argument.content, Document):
        return x, argument.content
    if x is not None:
        raise InputError("random_and_x", where="--random")
    return numbers_of(argument), None


def read_block_problem(document: Document, given: Options, x: Tensor | None = None) -> BlockProblem:
    """The block problem of a document, under what the options say.

    Args:
        document: The problem.
        given: The options.
        x: Stands in the place of the document's own x, which may then be missing.

    Raises:
        InputError: A key is unknown or missing, or a value does not fit the others.
    """
    name, tree = document.name, document.tree
    if document.is_trace:
        raise InputError("block_trace", where=name)
    notices = [*check_keys(document, "block"), *_overruled(document, given)]
    if x is None and "x" not in tree:
        raise InputError("missing_key", where=name, found="x")
    overridden = x is not None and "x" in tree
    x = to_tensor(tree["x"], f"{name}: x") if x is None else x
    if len(x.shape) > 2:
        raise InputError("block_dimensions", where=x.source, dimensions=len(x.shape))
    if overridden:
        notices.append(array_taken("x", name))
    problem = BlockProblem(
        title=stated_title(document),
        explain=stated_explain(document),
        x=x,
        residual=not given.no_residual and read_flag(tree, "residual", f"{name}: ", default=True),
        claims=stated_claims_of(document),
    )
    if "updates" in tree:
        if "layers" in tree:
            raise InputError("updates_and_layers", where=name)
        updates = read_updates(tree["updates"], f"{name}: updates", x.shape)
        return replaced(problem, updates=updates, notices=tuple(notices))
    return _with_layers(problem, document, given, notices)


def _overruled(document: Document, given: Options) -> list[Notice]:
    """What a file states and an option takes the place of; a title may be another each time."""
    asked = {
        key: "false" if option.absent is False else getattr(given, option.name)
        for option in given.given()
        for key in option.keys
        if option.group != SHOWN
    }
    stated = {key: quoted(document.tree[key]).strip('"') for key in asked if key in document.tree}
    return [
        value_taken(key, asked[key], value, document.name)
        for key, value in stated.items()
        if value != asked[key]
    ]


def _with_layers(
    problem: BlockProblem,
    document: Document,
    given: Options,
    notices: list[Notice],
) -> BlockProblem:
    name, tree = document.name, document.tree
    if "layers" not in tree:
        raise InputError("missing_key", where=name, found="layers / updates")
    norm, more = _norm(tree.get("norm"), name, given, problem.x)
    placement = _choice("placement", given.placement, document, "post", tuple(PLACEMENTS))
    orientation = _choice("orientation", given.orientation, document, "xW", ORIENTATIONS)
    repeat = whole_option(given.repeat, "--repeat") or read_count(tree, "repeat", f"{name}: ", 1)
    layers = read_layers(tree["layers"], f"{name}: layers", orientation)
    if repeat * len(layers) > _MOST_LAYERS:
        raise InputError("too_many_layers", where=name, most=_MOST_LAYERS)
    width = problem.x.shape[-1]
    stream = (1, width) if len(problem.x.shape) == 1 else problem.x.shape
    for layer in layers:
        check_layer(layer, stream, orientation)
    _check_norm_names(layers, placement, name)
    final = read_affine(tree["final_norm"], f"{name}: final_norm") if "final_norm" in tree else None
    if final is not None:
        check_affine(final, width)
    multiplier = read_positive(tree, "multiplier", f"{name}: ")
    affine = [*(each for layer in layers for each in layer.norms.values()), final or Affine()]
    if norm is not None and not NORMS[norm.kind].beta and any(each.beta for each in affine):
        more = (*more, Notice(key="beta_left_out", facts={"norm": norm.kind}))
    return replaced(
        problem,
        layers=layers * repeat,
        placement=placement,
        norm=norm,
        alpha=_alpha(given.alpha, document, repeat * len(layers)),
        final_norm=final,
        orientation=orientation,
        multiplier=None if multiplier is None else str(multiplier),
        notices=(*notices, *more),
    )


def _norm(
    tree: Json, name: str, given: Options, x: Tensor
) -> tuple[NormSpec | None, tuple[Notice, ...]]:
    """The norm of every place; None where file or command line say "none"."""
    said = tree.get("kind") if isinstance(tree, dict) else None
    if given.norm == "none" or (given.norm is None and given.convention is None and said == "none"):
        return None, ()
    if said == "none":
        tree = None
    line = stated_by_options(given)
    stated = stated_by_file(tree, f"{name}: norm") if tree is not None else NOTHING_STATED
    norm, notices = merge(stated, line, name)
    if norm.axes != 1:
        raise InputError("block_axes", where=f"{name}: norm.axes")
    places = {**stated.places, **line.places}
    check_norm(norm, x.shape, places)
    if norm.kind not in BLOCK_NORMS:
        choices = tuple(BLOCK_NORMS)
        raise InputError("block_norm", where=places.get("kind"), found=norm.kind, choices=choices)
    return norm, tuple(notices)


def _check_norm_names(layers: Sequence[Layer], placement: str, name: str) -> None:
    """Refuse the affine parameters of a norm that the placement does not have."""
    for number, layer in enumerate(layers):
        has = PLACEMENTS[placement].norm_places
        owners = {"norm1": layer.attention, "norm2": layer.cross or layer.ffn, "norm3": layer.ffn}
        if layer.cross is not None:
            if PLACEMENTS[placement].parallel:
                raise InputError("cross_in_parallel", where=f"{name}: layers[{number}].cross")
            has += THIRD_NORMS[: 1 if len(has) == 2 else 2]
        for norm in layer.norms:
            if owners[norm[:5]] is None and placement != "parallel":
                where = f"{name}: layers[{number}].{norm}"
                raise InputError("norm_without_sublayer", where=where, name=norm)
            beside = norm == "norm2" and PLACEMENTS[placement].parallel
            if norm not in has and not beside:
                where = f"{name}: layers[{number}].{norm}"
                raise InputError("norm_not_placed", where=where, name=norm, placement=placement)


def _choice(
    key: str, typed: str | None, document: Document, default: Name, choices: Sequence[Name]
) -> Name:
    if typed is not None:
        return choose(typed, choices, f"--{key}")
    where = f"{document.name}: {key}"
    return choose(text_in(document.tree.get(key, default), where), choices, where)


def _alpha(typed: str | None, document: Document, layers: int) -> float:
    if typed is not None:
        return float(read_number(typed, "--alpha"))
    value = document.tree.get("alpha")
    if value is None:
        return deepnorm_alpha(layers)
    if not isinstance(value, Decimal):
        raise InputError("not_a_json_number", where=f"{document.name}: alpha", found=quoted(value))
    return float(value)
