"""Every key that the code builds while it runs has its sentence, and no sentence is left over."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import typer

from addnorm_cli import messages
from addnorm_cli.check.slips import SLIPS
from addnorm_cli.cli.app import COMMANDS, app
from addnorm_cli.cli.commands.schema import SCHEMAS, schema_of
from addnorm_cli.cli.commands.tour import WALKS
from addnorm_cli.cli.examples import EXAMPLES
from addnorm_cli.cli.sample_files import names as sample_names
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.homework.marks import OUTCOMES
from addnorm_cli.inputs.weights.settings import SettingOrigin
from addnorm_cli.messages import TABLES
from addnorm_cli.model.carrying import ROUNDINGS
from addnorm_cli.model.options import GROUPS, OPTIONS
from addnorm_cli.model.placements import PLACEMENTS
from addnorm_cli.model.problem import EpsAt, Orientation
from addnorm_cli.page.data_flow import _BOXES
from addnorm_cli.page.symbols import MEANT
from addnorm_cli.trace.verdict import Basis
from tests.conftest import MESSAGES, ROOT, Runner
from tests.families import MADE
from tests.page.test_explain import KEYS as REASONS

PACKAGE = ROOT / "addnorm_cli"
SENTENCES = [PACKAGE / "messages" / f"{t}.py" for tables in TABLES.values() for t in tables]
CODE = sorted(set(PACKAGE.rglob("*.py")) - set(SENTENCES))

WORKED = set(COMMANDS) - {"homework", "samples", "tour", "schema"}
KINDS = ("centred", "plain")
PLACES = get_args(EpsAt)
STORED = get_args(Orientation)


def options() -> Iterator[str]:
    """The name of every argument and option, and whose words a command has of its own."""
    context = typer.Context(typer.main.get_command(app))
    groups: list[tuple[str, Any]] = [("", context.command)]
    while groups:
        path, command = groups.pop()
        for parameter in command.get_params(context):
            own = f"command.{path}.{parameter.name}"
            yield own if f"help.{own}" in MESSAGES else parameter.name
        if hasattr(command, "list_commands"):
            below = command.list_commands(context)
            groups += [(f"{path}.{n}".strip("."), command.get_command(context, n)) for n in below]


def commands() -> Iterator[str]:
    yield "main"
    yield from COMMANDS
    yield from (f"homework.{name}" for name in ("make", "solve", "grade"))
    yield from (f"samples.{name}" for name in ("list", "show", "copy"))
    yield from (f"schema.{name}" for name in SCHEMAS)


SLIPS_IN_FORMS = {
    "ddof": ("0", "1"),
    "eps": ("sigma", "variance"),
    "eps-place": ("sigma", "variance"),
    "no-mean": ("numerator", "variance"),
    "dtype": ("statistics",),
    "no-mask": ("True", "False"),
    "no-residual": ("True",),
    "transposed": ("one",),
    "one-component": ("step",),
}
"""The slips whose sentence depends on how they were made."""


def described() -> Iterator[str]:
    """The names of the sentences that stand in a schema."""
    written = "".join(json.dumps(schema_of(name, "en")) for name in SCHEMAS)
    for key, text in MESSAGES.items():
        if key.startswith("schema.") and json.dumps(text["en"].format())[1:-1] in written:
            yield key.removeprefix("schema.")


BUILT: dict[str, Iterable[str]] = {
    "pen.ddof.*": ("0", "1"),
    "title.*": (*WORKED, "norm", "updates"),
    "formula.*": (
        "residual_bias",
        "addnorm_bias",
        *WORKED,
        "updates",
        "updates.off",
        "gradient.bare",
        "gradient-flow.measured",
        "compare-norm.properties",
    ),
    "norm.*": NORMS,
    "marks.*": (
        *OUTCOMES,
        *("title", "feedback", "marks", "of", "sum", "wrong", "verdict", "why", "slips", "parts"),
        *("fell", "commonest", "same", "twice", "commas"),
    ),
    "notice.still_flow.*": KINDS,
    "*.document": (
        "note.one_row",
        "note.elided_rows",
        "note.elided_columns",
        "note.elided_both",
        "note.more_products",
        "note.more_layers",
        "note.handed_on.d_x.given",
        "ledger.mean",
    ),
    "tour.*": WALKS,
    "flow.box.*": _BOXES,
    "why.*": ("name", "about", "outcome", *REASONS),
    "slip.*": (
        *(slip for slip in SLIPS if slip not in SLIPS_IN_FORMS),
        *(f"{slip}.{form}" for slip, forms in SLIPS_IN_FORMS.items() for form in forms),
        *("eps", "dtype", "no-residual", "transposed", "one-component"),
    ),
    "slip.count.*": ("one", "two", "three", "four", "many"),
    "sample.*": sample_names(),
    "schema.*": described(),
    "place.*": ("argument", "arguments", "line", "stdin"),
    "*.title": ("answers", "sheet"),
    "help.*": set(options()),
    "help.short.*": COMMANDS,
    "help.command.*": commands(),
    "help.section.*": (*GROUPS, "arguments", "options", "commands", "examples"),
    "help.example.*": (f"{name.replace(' ', '.')}.{n}" for name in EXAMPLES for n in (1, 2, 3)),
    "arithmetic.float64.*": ("sheet",),
    "arithmetic.exact*": ("", ".sheet"),
    "arithmetic.machine.*": ("sheet",),
    "arithmetic.hand*": ("", ".sheet"),
    "rounding.*": ROUNDINGS,
    "overall.*": ("mean", "sigma", "before", "after"),
    "symbol.*": (*MEANT, "gain"),
    "note.elided_*": ("rows", "columns", "both"),
    "fact.compare.*": ("norm", "placement", "convention"),
    "fact.placement.*": PLACEMENTS,
    "fact.eps.*": (
        "batchnorm.inference",
        *PLACES,
        *(kind for kind, norm in NORMS.items() if not norm.spread),
    ),
    "fact.axes.*": ("several", "index", "indices"),
    "fact.ddof.*": ("0", "1"),
    "fact.weights.*": STORED,
    "finding.*": ("next_token",),
    "step.*": (
        *(f"embedding.{name}" for name in ("word", "position", "type", "sum")),
        *("logits", "scaled_logits", "capped_logits", "probabilities", "add3"),
    ),
    "section.*": ("embedding", "prediction", "of_model", "cross", "norm3", "norm3_post"),
    "fact.mask.*": ("seen", "added"),
    "step.scaled_scores.*": ("divided", "root", "times"),
    "fact.scale.*": ("divided", "root", "times"),
    "fact.orientation.*": STORED,
    "fact.upstream.*": ("given", "alternating"),
    "check.rounded.*": ("zero", "other"),
    "check.why.*": (f"{place}.{ddof}" for place in PLACES for ddof in (0, 1)),
    "property.*": (
        "title",
        *("over", "batch", "centred", "parameters", "inference", "running", "used_in"),
        *(
            f"{name}.{answer}"
            for name in ("batch", "centred", "inference", "running")
            for answer in ("yes", "no")
        ),
    ),
    "property.over.*": (norm.over for norm in NORMS.values()),
    "property.network.*": ("CNNs", "Transformers", "diffusion models"),
    "cause.*": ("component", "cell", "separator", "size"),
    "cause.ddof.*": ("0", "1"),
    "cause.gain.*": ("0", "1"),
    "cause.place.*": PLACES,
    "setting.*": (
        *("d_model", "d_ff", "vocabulary", "norm"),
        *("heads", "kv_heads", "eps", "activation", "placement", "causal", "rotary_base"),
    ),
    "origin.*": get_args(SettingOrigin),
    "ledger.*": ("attention", "cross", "ffn", "both", "delta", "stream", "distance", "cosine"),
    "ledger.why_not.*": ("post", "scaled", "no_residual"),
    "ledger.after.*": ("post", "scaled", "no_residual"),
    "compare.*": ("on", "off"),
    "line.*": ("of_rows", "of_columns"),
    "flow.given.*": ("without", "with_residual"),
    "flow.column.*": ("one_plus", "without", "with_residual"),
    "notice.vanished.*": ("without", "with_residual"),
    "notice.still_row.*": KINDS,
    "notice.still_gradient.*": (f"{kind}.{place}" for kind in KINDS for place in PLACES),
    "notice.without.*": ("gamma", "beta"),
    "error.needs_*": {option.needs for option in OPTIONS.values() if option.needs},
    "error.no_*": ("heads", "placement", "rotary_base"),
    "error.block_weight_shape.*": STORED,
    "error.unknown_*": ("choice", "claimed_step", "entry", "key", "noted", "role", "row"),
    "error.misspelt_*": ("choice", "claimed_step", "entry", "key", "noted", "role", "row"),
    "verdict.basis.*": (*get_args(Basis), "carried"),
    "verdict.row.*": ("claimed", "mark", "right", "difference"),
    "verdict.pattern.*": ("some-rows", "some-columns", "everywhere", "scattered"),
    "verdict.remark.*": ("claimed_mean", "claimed_sigma", "row"),
}
"""The keys that are built, a star where a name goes in, and every name that can go in."""

MET = {
    "step.*", "section.*", "check.*", "finding.*", "finding.row.*", "note.*",
}  # fmt: skip
"""The keys that are built of what a calculation did: they are met in the pages below."""

CALLED_BY_KEY = ("error.*", "hint.*", "notice.*")
"""An error and a notice name their key themselves, and other tests read it there."""

PAGES = [
    "residual samples/relu-residual.json --json",
    "addnorm samples/bank.json",
    "layernorm 1,2;3,5 --json",
    *(f"layernorm 1,2,4,9;1,0,1,0 --norm {kind} --dtype float32" for kind in NORMS),
    *(f"block samples/{name}.json" for name in ("multi-head", "decoder-pre-causal", "ffn")),
    "block samples/encoder-post.json --placement sandwich",
    "block tests/script/blocks/grouped-rotary-causal.json",
    "block tests/script/blocks/ffn-swiglu-wx.json",
    "block samples/residual-stream.json",
    "block tests/script/blocks/vector-given.json",
    "layernorm 1,2,4,9;1,0,1,0 --norm batchnorm --running-mean 1",
    "gradient 1,2,3 --upstream 1,0,1 --convention gemma",
    "gradient samples/gradient.json",
    "gradient 1,2,4 --upstream 1,0,0",
    "gradient 1,2,4 1,0,1 --upstream 1,0,0",
    "gradient-flow --layers 3 --json",
    "gradient-flow --factor -1",
    "gradient-flow samples/encoder-post.json --json",
    "compare-norm samples/batch-norm-vs-layer-norm.json --full",
    "compare-norm samples/pre-vs-post.json --by placement",
]
"""Calculations that have every step, section, self-check and finding between them."""


def literals() -> set[str]:
    """Every text of the code, and the keys of errors and notices that it may be."""
    found = {
        str(node.value)
        for path in CODE
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
    }
    return found | {f"{kind}.{text}" for kind in ("error", "hint", "notice") for text in found}


def built_in(path: Path) -> Iterator[str]:
    """The keys that a module builds: a text with gaps that begins like the key of a sentence."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.JoinedStr):
            pieces = (n.value if isinstance(n, ast.Constant) else "*" for n in node.values)
            key = "".join(map(str, pieces))
            if key.partition(".")[0] in TABLES and re.fullmatch(r"[a-z_*.]+", key):
                yield key


NAMED = {
    pattern: sorted(pattern.replace("*", name, 1) for name in names)
    for pattern, names in BUILT.items()
}
HINTS = {key.replace("error.", "hint.", 1) for keys in NAMED.values() for key in keys}


@pytest.mark.parametrize(
    "key", [key for pattern, keys in NAMED.items() if pattern not in MET for key in keys]
)
def test_every_entry_of_a_table_has_its_sentence(key: str) -> None:
    assert key in MESSAGES


def test_the_keys_that_are_built_are_known() -> None:
    known = {re.sub(r"\*(\.\*)+|\*+", "*", key) for key in {*BUILT, *MET, *CALLED_BY_KEY}}
    built = {re.sub(r"\*(\.\*)+|\*+", "*", key) for path in CODE for key in built_in(path)}
    assert built <= known


@pytest.fixture
def met(addnorm: Runner, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The keys of all sentences that the pages say."""
    keys: set[str] = set()
    find = messages._find

    def noted(key: str) -> messages.Text | None:
        keys.add(key)
        return find(key)

    monkeypatch.setattr(messages, "_find", noted)
    for page in PAGES:
        assert addnorm(*page.split()).code == 0, page
    for problem in MADE.values():
        assert addnorm("block", "-", stdin=problem).code == 0, problem
    return keys


def test_no_sentence_is_left_over(met: set[str]) -> None:
    named = {key for keys in NAMED.values() for key in keys}
    assert set(MESSAGES) - literals() - named - HINTS - met == set()
