"""From the command line to a Problem: arguments, files and options put together and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from addnorm_cli.formula.axes import arrangement, told_axes
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.inputs.affine import fit, fit_remembered
from addnorm_cli.inputs.arguments import (
    Argument,
    Source,
    check_labels,
    numbers_of,
    read_tensor,
)
from addnorm_cli.inputs.naming import check_naming, fitting_naming
from addnorm_cli.inputs.norm_rules import beside, check_norm, merge, merge_each, names_one
from addnorm_cli.inputs.norm_spec import NOTHING_STATED, StatedNorm, stated_by_options
from addnorm_cli.inputs.overrides import array_taken
from addnorm_cli.inputs.problem_file import ProblemCommand, ProblemFile
from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.start import Start, read_start
from addnorm_cli.inputs.sublayers import (
    LabelledVectors,
    override_sublayer,
    sublayer_notices,
)
from addnorm_cli.inputs.summands import repeated_over_rows, with_bias
from addnorm_cli.inputs.upstream import check_gradient_norm, with_upstream
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.naming import UNNAMED, Naming
from addnorm_cli.model.options import Options, flag
from addnorm_cli.model.printing import printable
from addnorm_cli.model.problem import Case, Linear, NormSpec, Notice, Problem, Tensor
from addnorm_cli.model.records import EMPTY, record, replaced


def assemble(
    command: ProblemCommand,
    source: Source,
    given: Options,
    reader: Reader,
    kinds: Sequence[str] = (),
) -> Problem:
    """Everything that a command was asked for.

    Args:
        command: The command.
        source: Its arguments, x and the sublayers or what is to be normalized; or a document.
        given: Its options, which win over a problem file.
        reader: Opens the files, and standard input for "-".
        kinds: The norms, where several are compared.

    Raises:
        InputError: Something cannot be read, or does not fit the rest.
    """
    start = read_start(command, source, given, reader)
    file = start.file
    notices = list(file.notices) if file else []
    sublayer: LabelledVectors | Linear | None = None
    if command != "layernorm" and not _is_bare(command, start, given):
        sublayer, more = _sublayer(command, start, given, reader)
        notices += more
    stated = start.file is not None and not start.rest
    cases = _match(start.x, sublayer, by_label=stated)
    cases, more = repeated_over_rows(cases)
    notices += more
    if command in ("residual", "addnorm", "gradient"):
        cases, more = with_bias(command, cases, file.bias if file else None, given, reader)
        notices += more
    if command == "gradient":
        cases, more = with_upstream(cases, file, given.upstream, reader)
        notices += more
    normed = _norm(command, file, given, cases, reader, kinds)
    title = file.title if file and given.title is None else given.title
    return Problem(
        title=printable(title or "") or None,
        cases=cases,
        gamma=normed.gamma,
        beta=normed.beta,
        norm=normed.norm,
        notices=(*notices, *normed.notices),
        rules=normed.rules,
        naming=_naming(file, cases, normed.norm),
        explain=given.explains(file is not None and file.explain),
        claims=file.claims if file else (),
    )


def _naming(file: ProblemFile | None, cases: Sequence[Case], norm: NormSpec) -> Naming:
    """What the file calls columns, rows and cases, where the rows of x are those of the work."""
    if file is None or file.naming == UNNAMED:
        return UNNAMED
    inputs, labels = [case.x for case in cases], [case.label for case in cases]
    if file.is_trace:
        naming = fitting_naming(file.naming, inputs, labels)
    else:
        naming = check_naming(file.naming, inputs, labels, file.name)
    moved = any(arrangement(norm, x.shape).affine != x.shape[-1:] for x in inputs)
    moved = moved or any(arrangement(norm, x.shape).is_moved for x in inputs)
    return replaced(naming, dims=(), tokens=()) if moved else naming


def _sublayer(
    command: ProblemCommand, start: Start, given: Options, reader: Reader
) -> tuple[LabelledVectors | Linear, list[Notice]]:
    """The sublayer of the arguments, the options or the file, in this order of rank."""
    stated = start.file.sublayer if start.file else None
    sublayer = stated
    if start.rest:
        if given.weight is not None:
            raise InputError("weight_and_sublayer", where="--weight")
        sublayer = _labelled(start.rest)
    elif start.drawn is not None:
        sublayer = {None: start.drawn}
    sublayer = override_sublayer(sublayer, given, reader)
    if sublayer is None:
        raise InputError("missing_sublayer", command=command)
    if start.file is None or stated is None:
        return sublayer, []
    return sublayer, sublayer_notices(stated, sublayer, start.file.name)


def _is_bare(command: ProblemCommand, start: Start, given: Options) -> bool:
    """Whether a gradient goes through the norm alone: no sublayer is given."""
    stated = start.file is not None and start.file.sublayer is not None
    has_sublayer = stated or start.rest or start.drawn or given.below("sublayer")
    return command == "gradient" and not has_sublayer


def _labelled(arguments: Sequence[Argument]) -> LabelledVectors:
    """Sublayers by label: the labels given, else A, B, C, … where there are several."""
    check_labels(arguments)
    if len(arguments) == 1 or arguments[0].label is not None:
        return {argument.label: numbers_of(argument) for argument in arguments}
    return {_letters(i): numbers_of(argument) for i, argument in enumerate(arguments)}


def _letters(index: int) -> str:
    """A, B, …, Z, AA, AB, …: as the columns of a spreadsheet."""
    above, letter = divmod(index, 26)
    return (_letters(above - 1) if above else "") + chr(ord("A") + letter)


def _match(
    x: LabelledVectors, sublayer: LabelledVectors | Linear | None, *, by_label: bool
) -> tuple[Case, ...]:
    """Which sublayer is added to which x.

    Args:
        x: The input.
        sublayer: What is added to it.
        by_label: Labels of both go together, since they stand in one document.
    """
    if not isinstance(sublayer, dict):
        return tuple(Case(label=label, x=each, sublayer=sublayer) for label, each in x.items())
    labelled = None not in x and None not in sublayer
    if len(x) == 1 and not (by_label and labelled):
        ((name, only),) = x.items()
        return tuple(
            Case(label=name if label is None else label, x=only, sublayer=each)
            for label, each in sublayer.items()
        )
    if set(sublayer) == {None}:
        sublayer = dict.fromkeys(x, sublayer[None])
    if set(sublayer) != set(x):
        ours, theirs = (tuple(label or "-" for label in vectors) for vectors in (x, sublayer))
        raise InputError("labels_unmatched", x=ours, sublayer=theirs)
    return tuple(Case(label=label, x=each, sublayer=sublayer[label]) for label, each in x.items())


@record
class _Normed:
    """The norm, its γ and β, and the rules of all that are compared."""

    norm: NormSpec
    gamma: Tensor | None = None
    beta: Tensor | None = None
    notices: Sequence[Notice] = ()
    rules: Mapping[str, NormSpec] = EMPTY


def _norm(
    command: ProblemCommand,
    file: ProblemFile | None,
    given: Options,
    cases: Sequence[Case],
    reader: Reader,
    kinds: Sequence[str],
) -> _Normed:
    """The norm with its γ and β; for a bare residual the default one, which nobody looks at."""
    if command == "residual":
        return _Normed(merge(NOTHING_STATED, NOTHING_STATED, "")[0])
    line, stated = stated_by_options(given, reader), file.norm if file else NOTHING_STATED
    rules, notices = _rules(stated, line, file.name if file else "", kinds)
    places = line.places if line.convention else {**stated.places, **line.places}
    for kind, rule in rules.items():
        for case in cases:
            check_norm(rule, case.x.shape, places)
        told = replaced(rule, axes=told_axes(rule.axes, len(cases[0].x.shape)))
        rules[kind] = fit_remembered(told, cases)
    norm = next(iter(rules.values()))
    if command == "gradient":
        check_gradient_norm(norm, cases, places)
    affine: dict[str, Tensor | None] = {}
    for name in ("gamma", "beta"):
        text: str | None = getattr(given, name)
        in_file: Tensor | None = getattr(file, name) if file else None
        if text is not None and file and in_file is not None:
            notices.append(array_taken(name, file.name))
        tensor = in_file if text is None else read_tensor(text, flag(name), reader)
        has = (rule for rule in rules.values() if name in NORMS[rule.kind].learned)
        affine[name] = fit(tensor, name, next(has, norm), cases)
    compared = {kind: rules[kind] for kind in kinds}
    return _Normed(norm, affine["gamma"], affine["beta"], notices, compared)


def _rules(
    stated: StatedNorm, line: StatedNorm, file_name: str, kinds: Sequence[str]
) -> tuple[dict[str, NormSpec], list[Notice]]:
    """The norm by its kind, and those that are compared; what was asked for by name comes first."""
    if kinds and not (names_one(stated) or names_one(line)):
        return merge_each(stated, line, file_name, kinds)
    norm, notices = merge(stated, line, file_name)
    return {norm.kind: norm, **{kind: beside(norm, kind) for kind in kinds}}, notices
