"""Every option, declared once: its flag, what it is for, who uses it, and what it wins over.

The command line, its help, the keywords of the Python functions, the keys of a problem file that
an option wins over and the warnings of unused options are all read from this table. A new option
is one field of `Options`, its sentence `help.<name>`, its keyword in `api/options.py` where Python
has one, and the code that uses it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, dataclass_transform

from addnorm_cli.model.records import Class, record, replaced

CALCULATIONS = (
    "residual", "layernorm", "addnorm", "block", "compare-norm", "gradient", "gradient-flow",
)  # fmt: skip
"""The commands that work a problem."""
SOLVE, MAKE, GRADE = "homework solve", "homework make", "homework grade"
LAYERS, UPDATES, MODEL = 'block "layers"', 'block "updates"', "block --weights"
COMPARED_BY = "compare-norm --by"
MEASURED = "gradient-flow PROBLEM"

INPUT, RULES, ARITHMETIC = "input", "rules", "arithmetic"
CHECKED, SHOWN, OUTPUT = "checked", "shown", "output"
GROUPS = (INPUT, RULES, ARITHMETIC, CHECKED, SHOWN, OUTPUT)
"""The groups that help shows options in, in this order."""


@record
class Option:
    """One option.

    A way of working is a command, such as "homework make", or one of the things that a command can
    do, such as "compare-norm --by placement"; what follows the command is no small letter then.

    Attributes:
        group: The group that help shows it in.
        metavar: What stands for its value; a name in braces stands for all names of that list.
        used_by: The ways of working that use it; a command stands for all of its ways.
        taken_by: Commands that know it as well, to say that they do not use it, or why they cannot.
        short: Its flag of one letter, or "".
        keys: The keys of a problem file that it wins over.
        keyword: Its name in Python; None for the same, "" where Python has none.
        needs: The option without which it has no meaning, or "".
        absent: Its value where it is not given: None, False for a switch, () where it is repeated.
        name: Its name in the code: eps_at for --eps-at.
    """

    group: str
    metavar: str
    used_by: tuple[str, ...]
    taken_by: tuple[str, ...] = ()
    short: str = ""
    keys: tuple[str, ...] = ()
    keyword: str | None = None
    needs: str = ""
    absent: bool | tuple[str, ...] | None = None
    name: str = ""

    @property
    def flag(self) -> str:
        """The option as it is typed."""
        return flag(self.name)

    @property
    def python(self) -> str:
        """Its name in Python, or "" where Python has none; --no-residual is residual=False."""
        return self.name.removeprefix("no_") if self.keyword is None else self.keyword

    def is_used_by(self, command: str) -> bool:
        """Whether a command uses it, in one of its ways at least."""
        return any(_is_way_of(way, command) for way in self.used_by)

    def is_taken_by(self, command: str) -> bool:
        """Whether a command knows it."""
        return command in self.taken_by or self.is_used_by(command)

    def is_used_in(self, way: str) -> bool:
        """Whether it has a meaning in a way of working."""
        return any(_is_way_of(way, used) for used in self.used_by)


def _is_way_of(way: str, command: str) -> bool:
    rest = way.removeprefix(command)
    return not rest or (rest != way and rest[0] == " " and not rest[1].islower())


def flag(name: str) -> str:
    """An option as it is typed: "eps_at" is --eps-at."""
    return f"--{name.replace('_', '-')}"


OPTIONS: dict[str, Option] = {}
"""Every option by its name, in the order in which help shows them."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def _declared(cls: Class) -> Class:
    """A record whose fields are options: entered into the table, and absent until given."""
    defaults: dict[str, Any] = vars(record(cls))["_defaults"]
    for name, option in defaults.items():
        OPTIONS[name] = replaced(option, name=name)
        defaults[name] = option.absent
    return cls


def _value(group: str, metavar: str, used_by: tuple[str, ...], **more: Any) -> Any:
    return Option(group=group, metavar=metavar, used_by=used_by, **more)


def _switch(group: str, used_by: tuple[str, ...], **more: Any) -> Any:
    return Option(group=group, metavar="", used_by=used_by, absent=False, **more)


def _rule(metavar: str, key: str, *others: str, **more: Any) -> Any:
    """A rule of the norm, which every calculation knows."""
    used_by = ("layernorm", "addnorm", "gradient", "compare-norm", SOLVE, *others)
    return _value(RULES, metavar, used_by, taken_by=CALCULATIONS, keys=(key,), **more)


def _batch(metavar: str, key: str, **more: Any) -> Any:
    """A rule of BatchNorm alone."""
    used_by = ("layernorm", "addnorm", "gradient", f"{COMPARED_BY} norm", SOLVE)
    keys = (f"norm.{key}",)
    return _value(RULES, metavar, used_by, taken_by=CALCULATIONS, keys=keys, **more)


_FED = ("residual", "layernorm", "addnorm", "block", "compare-norm", "gradient")
_EVERY = (*_FED, "gradient-flow", SOLVE)
_PAPERS = (*_EVERY, MAKE)
_WRITTEN = (*_PAPERS, GRADE)
_ADDED = ("residual", "addnorm", "gradient", f"{COMPARED_BY} placement", SOLVE)
_STACKED = (LAYERS, MODEL, MEASURED)
_OF_MODELS = (MODEL, SOLVE)
_OTHERS = (
    "main", "homework", "samples", "samples list", "samples show", "samples copy", "tour",
    "schema", "schema trace", "schema problem", "schema error", "schema marks",
    "schema homework",
)  # fmt: skip


@_declared
class Options:
    """What the options say, as they were typed."""

    # What is worked.
    random: str | None = _value(INPUT, "7x8", _FED, taken_by=CALCULATIONS, keyword="")
    seed: str | None = _value(
        INPUT, "N", (*_FED, MAKE), taken_by=CALCULATIONS, needs="random", keyword=""
    )
    scale: str | None = _value(INPUT, "S", _FED, taken_by=CALCULATIONS, needs="random", keyword="")
    weight: str | None = _value(INPUT, "W", _ADDED, keys=("sublayer.weight",))
    bias: str | None = _value(INPUT, "b", _ADDED, keys=("sublayer.bias", "bias"))
    activation: str | None = _value(INPUT, "NAME", (*_ADDED, MODEL), keys=("sublayer.activation",))
    orientation: str | None = _value(
        INPUT, "{orientations}", (*_ADDED, LAYERS), keys=("sublayer.orientation", "orientation")
    )
    upstream: str | None = _value(INPUT, "G", ("gradient", MEASURED, SOLVE), keys=("upstream",))
    factor: str | None = _value(INPUT, "F", ("gradient-flow",))
    residual_factor: str | None = _value(INPUT, "R", ("gradient-flow",))
    weights: str | None = _value(INPUT, "FILE", _OF_MODELS)
    text: str | None = _value(INPUT, "TEXT", _OF_MODELS, keys=("text",))
    predict: str | None = _value(INPUT, "N", _OF_MODELS)
    arch: str | None = _value(INPUT, "NAME", _OF_MODELS)
    layers: str | None = _value(
        INPUT, "LAYERS", (*_OF_MODELS, f"{COMPARED_BY} placement", "gradient-flow")
    )
    heads: str | None = _value(INPUT, "N", _OF_MODELS)
    kv_heads: str | None = _value(INPUT, "N", _OF_MODELS)
    rotary_base: str | None = _value(INPUT, "B", _OF_MODELS)
    prefix: str | None = _value(INPUT, "NAME", _OF_MODELS)
    names: str | None = _value(INPUT, "FILE", _OF_MODELS)
    causal: bool = _switch(INPUT, _OF_MODELS)
    kind: tuple[str, ...] = _value(INPUT, "NAME[:N]", (MAKE,), absent=())
    count: str | None = _value(INPUT, "N", (MAKE,))
    dim: str | None = _value(INPUT, "D", (MAKE,))
    nice: bool = _switch(INPUT, (MAKE,))
    per_student: str | None = _value(INPUT, "FILE", (MAKE,))
    date: str | None = _value(INPUT, "DATE", (MAKE,))
    blanks: str | None = _value(INPUT, "PARTS", (MAKE,))
    room: str | None = _value(INPUT, "LINES", (MAKE,))
    points: str | None = _value(INPUT, "P", (MAKE, GRADE))
    follow: str | None = _value(INPUT, "SHARE", (GRADE,))
    jsonl: bool = _switch(INPUT, (GRADE,))
    strict: bool = _switch(INPUT, (GRADE,))

    # The rules to work it by.
    by: str | None = _value(RULES, "{comparisons}", ("compare-norm", SOLVE))
    norms: str | None = _value(RULES, "A,B", (f"{COMPARED_BY} norm", SOLVE))
    convention: str | None = _rule("NAME", "norm.convention", *_STACKED, MAKE)
    norm: str | None = _rule("KIND", "norm.kind", *_STACKED, MAKE)
    eps: str | None = _rule("E", "norm.eps", *_STACKED, MAKE)
    eps_at: str | None = _rule("{eps_places}", "norm.eps_at", *_STACKED, MAKE)
    ddof: str | None = _rule("0|1", "norm.ddof", *_STACKED, MAKE)
    axes: str | None = _rule("N|I,J", "norm.axes")
    groups: str | None = _rule("G", "norm.groups", MAKE)
    momentum: str | None = _batch("M", "momentum")
    running_mean: str | None = _batch("V", "running_mean")
    running_var: str | None = _batch("V", "running_var")
    no_training: bool = _batch("", "training", absent=False)
    dyt_alpha: str | None = _rule("A", "norm.alpha", MAKE, keyword="alpha")
    gamma: str | None = _rule("V", "gamma", MAKE)
    beta: str | None = _rule("V", "beta", MAKE)
    no_affine: bool = _switch(RULES, (MAKE,))
    placement: str | None = _value(RULES, "NAME", (*_STACKED, SOLVE, MAKE), keys=("placement",))
    no_residual: bool = _switch(RULES, ("block", SOLVE), keys=("residual",))
    compare_residual: bool = _switch(RULES, ("block", SOLVE), keyword="")
    repeat: str | None = _value(RULES, "N", (LAYERS, MEASURED, SOLVE), keys=("repeat",))
    alpha: str | None = _value(RULES, "A", (LAYERS, SOLVE), keys=("alpha",))

    # How numbers are carried.
    hand: str | None = _value(ARITHMETIC, "N[,M]", _PAPERS)
    rounding: str | None = _value(ARITHMETIC, "MODE", _PAPERS)
    dtype: str | None = _value(ARITHMETIC, "TYPE", _PAPERS)
    exact: bool = _switch(ARITHMETIC, _EVERY, keyword="")

    # What it is compared with.
    expect: tuple[str, ...] = _value(CHECKED, "[STEP=]V", _EVERY, absent=(), keys=("expect",))
    steps: bool = _switch(CHECKED, _EVERY, needs="expect", keyword="")
    tolerance: str | None = _value(CHECKED, "T", _EVERY)
    rtolerance: str | None = _value(CHECKED, "T", _EVERY)

    # What is shown.
    precision: str | None = _value(SHOWN, "N", _WRITTEN, short="-p", keyword="")
    level: str | None = _value(SHOWN, "{levels}", _PAPERS, keyword="")
    only: tuple[str, ...] = _value(SHOWN, "STEP", _EVERY, absent=(), keyword="")
    row: str | None = _value(SHOWN, "I", _EVERY, keyword="")
    cols: str | None = _value(SHOWN, "A:B", _EVERY, keyword="")
    full: bool = _switch(SHOWN, _EVERY, keyword="")
    hide_answers: bool = _switch(SHOWN, _EVERY, keyword="")
    explain: bool = _switch(SHOWN, _EVERY, keys=("explain",))
    no_explain: bool = _switch(SHOWN, _EVERY, keys=("explain",))
    pause: bool = _switch(SHOWN, CALCULATIONS, keyword="")
    title: str | None = _value(SHOWN, "T", _WRITTEN, keys=("title",))
    lang: str | None = _value(SHOWN, "{languages}", (*_WRITTEN, *_OTHERS), keyword="")
    version: bool = _switch(SHOWN, ("main",), keyword="")

    # Where it goes.
    format: str | None = _value(OUTPUT, "FORMAT", _WRITTEN, short="-f", keyword="")
    json: bool = _switch(OUTPUT, (*_EVERY, GRADE), keyword="")
    output: str | None = _value(OUTPUT, "FILE", _WRITTEN, short="-o", keyword="")
    paper: str | None = _value(OUTPUT, "{papers}", _WRITTEN, keyword="")
    quiet: bool = _switch(OUTPUT, _EVERY, short="-q", keyword="")
    interactive: bool = _switch(OUTPUT, (MAKE, SOLVE), keyword="")
    key: str | None = _value(OUTPUT, "FILE", (MAKE,))
    answers: str | None = _value(OUTPUT, "FILE", (MAKE,))
    feedback: str | None = _value(OUTPUT, "DIR", (GRADE,))
    problems: str | None = _value(OUTPUT, "FILE", (MAKE,))

    def given(self) -> list[Option]:
        """The options that were given, in the order of the table."""
        return [each for each in OPTIONS.values() if getattr(self, each.name) != each.absent]

    def explains(self, stated: bool = False) -> bool:
        """Whether a page says why each step is done, where a problem has stated that or not."""
        return (self.explain or stated) and not self.no_explain

    def below(self, part: str) -> dict[str, str]:
        """What is said of one part of a problem, by its keys: {"eps": "1e-5"} for "norm".

        A switch says no to its key.
        """
        said = {
            key: getattr(self, option.name)
            for key, option in options_below(part).items()
            if option in self.given()
        }
        return {key: "false" if value is True else value for key, value in said.items()}

    def for_command(self, command: str) -> Options:
        """Without the options that a command does not use."""
        return self._with(option for option in self.given() if option.is_used_by(command))

    def for_way(self, way: str) -> Options:
        """Without the options that have no meaning in a way of working."""
        return self._with(option for option in self.given() if option.is_used_in(way))

    def _with(self, kept: Iterable[Option]) -> Options:
        return Options(**{option.name: getattr(self, option.name) for option in kept})


def options_below(part: str) -> dict[str, Option]:
    """The options that say something of one part of a problem, by its keys: "eps" of "norm"."""
    return {
        key.removeprefix(f"{part}."): option
        for option in OPTIONS.values()
        for key in option.keys
        if key.startswith(f"{part}.")
    }
