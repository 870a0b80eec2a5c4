"""The problems of the net: what each family of them works out, and how many numbers that is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from addnorm_cli.formula.norms import NORMS
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.placements import PLACEMENTS
from tests.conftest import ROOT

Words = tuple[str, ...]


@dataclass(frozen=True)
class Family:
    """Problems of one kind.

    Attributes:
        problems: The words of the command line; a word that is JSON is read from stdin.
        worked: The ids of the steps that have a formula.
        numbers: How many numbers the formulas give, all problems together.
        given: The ids of the steps that have none.
        library: What has to be installed for it.
    """

    problems: tuple[Words, ...]
    worked: str
    numbers: int
    given: str = ""
    library: str = ""


SMALL = "0.001,0.003,-0.002,0.0005"
"""σ² is so small that even an ε of 1e-12 changes digits."""
VECTOR, MATRIX, BATCH = "1,2,3.5,-4", "1,2;3,4;5,7.5", "1,2,3,9;3,4,4,4;0,1,0,5"
CUBE = "[[[1,2],[3,4],[5,7]],[[0,1],[2,2],[4,9]]]"
SUMS = (f"{VECTOR} 1,0,2,5", f"{MATRIX} 1,1;0,2;3,3")
AFFINE = ("--gamma", "2,3,-1,0.5", "--beta", "1,0,-2,4")
LINEAR = ("--weight", "1,0,0.5;0,-1,2;1,1,1", "--bias", "0.5,-9,1")
BENT = ("--weight", "1,0,2,0;0,-1,0,1;1,1,1,1;0,0,3,1", "--activation", "relu")
CENTRED = [name for name, spec in CONVENTIONS.items() if spec.kind == "layernorm"]
UNCENTRED = [name for name, spec in CONVENTIONS.items() if spec.kind == "rmsnorm"]
PLACED: dict[str, str] = {
    entry["name"]: json.dumps(entry["problem"])
    for entry in json.loads((ROOT / "tests/fixtures/placements.json").read_text("utf-8"))
}
MADE: dict[str, str] = {
    entry["name"]: json.dumps(entry["problem"])
    for entry in json.loads((ROOT / "tests/fixtures/attention.json").read_text("utf-8"))
}
BLOCKS = sorted(path.stem for path in (ROOT / "tests/script/blocks").glob("*.json"))


def normed(names: list[str], *affine: str) -> Iterator[Words]:
    for name in names:
        yield "layernorm", VECTOR, "--convention", name, *affine
        yield "layernorm", MATRIX, "--convention", name
        yield "layernorm", MATRIX, "--convention", name, "--axes", "2"
        yield "layernorm", SMALL, "--convention", name, "--gamma", "2"


def other_norm(kind: str, *options: str) -> Iterator[Words]:
    known = NORMS[kind].parameters
    places: tuple[Words, ...] = (("--eps-at", "sigma"), ("--eps-at", "variance"))
    if "eps_at" not in known:
        places = ((),) if "eps" in known else ()
    for x in (VECTOR, BATCH):
        yield "layernorm", x, "--norm", kind, *options
        for place in places:
            yield "layernorm", x, "--norm", kind, *place, "--eps", "0.01", *options


def linear(command: str, *options: str) -> Iterator[Words]:
    for orientation, activation in product(("xW", "Wx"), ("identity", "relu")):
        way = (*LINEAR, "--orientation", orientation, "--activation", activation)
        for x, upstream in (("1,2,3", "1,-2,0.5"), ("1,2,3;4,5,6.5", "1,-2,0.5;2,1,0")):
            arriving = ("--upstream", upstream) if command == "gradient" else ()
            yield command, x, *way, *arriving, *options


def backward(names: list[str], *cases: str) -> Iterator[Words]:
    for name, x in product(names, cases):
        matrix = ";" in x
        upstream = "1,0;2,3;-1,1" if matrix else "1,0,-2,0.5"
        gamma = "2,-0.5" if matrix else "2,3,-1,0.5"
        words = ("gradient", *x.split(), "--upstream", upstream, "--convention", name)
        yield from ((*words, "--gamma", gamma), words)


def placed(sample: str, *conventions: str) -> Iterator[Words]:
    sequential = [name for name in PLACEMENTS if name != "parallel"]  # which has no norm2
    for placement, name in product(sequential, conventions):
        words = ("block", f"samples/{sample}.json", "--placement", placement, "--convention", name)
        yield from (words, (*words, "--no-residual"))


def carried(*ways: str) -> Iterator[Words]:
    for way in ways:
        for words in (
            ("layernorm", VECTOR, *AFFINE),
            *(("layernorm", BATCH, "--norm", kind) for kind in NORMS),
            ("layernorm", BATCH, "--norm", "batchnorm", "--running-mean", "1"),
            ("addnorm", *SUMS[0].split(), "--convention", "gemma"),
            ("gradient", VECTOR, "--upstream", "1,0,-2,0.5", "--convention", "excel"),
            *(("block", f"tests/script/blocks/{name}.json") for name in BLOCKS),
        ):
            yield (*words, *way.split())


LAYERNORM = "mean deviations squares variance sigma denominator normalized scaled output"
REMEMBERING = "unbiased_variance next_running_mean next_running_var"
RMSNORM = "squares mean_square rms denominator normalized output"
BACK = "d_gamma d_normalized mean_d_normalized_normalized d_input d_x jacobian_norm"
CENTRED_BACK = f"{BACK} d_beta mean_d_normalized"
THROUGH = (
    "linear activation residual d_sublayer d_linear d_weight d_bias d_x_identity d_x_sublayer "
    "jacobian_residual jacobian"
)
UNMASKED = "q k v scores scaled_scores weights heads output"
ATTENTION = f"{UNMASKED} masked_scores"
UNGATED = "linear_1 activation linear_2"
FFN = f"{UNGATED} gate"
CARRIED = (
    f"residual {LAYERNORM} {RMSNORM} length scaled_input shifted {CENTRED_BACK} "
    f"{ATTENTION} {FFN} add1 add2 {REMEMBERING}"
)
CARRIED_GIVEN = "x sublayer concat q_rotated k_rotated output linear_2"

FAMILIES = {
    "residual": Family(
        (("residual", *SUMS[0].split()), ("residual", MATRIX, f"A={MATRIX}", "B=0,0;1,1;2,2")),
        "residual", 16, "x sublayer",
    ),
    "residual, linear": Family(tuple(linear("residual")), "linear activation residual", 90, "x"),
    "addnorm": Family(
        (("addnorm", VECTOR, "A=1,0,2,5", "B=1,1,1,2", *AFFINE), ("addnorm", *SUMS[1].split())),
        f"residual {LAYERNORM}", 104, "x sublayer",
    ),
    "addnorm, linear": Family(
        tuple(linear("addnorm", "--convention", "llama")),
        f"linear activation residual {RMSNORM}", 234, "x",
    ),
    "layernorm": Family(tuple(normed(CENTRED, *AFFINE)), LAYERNORM, 1116),
    "rmsnorm": Family(tuple(normed(UNCENTRED, "--gamma", "2,3,-1,0.5")), RMSNORM, 234),
    "batchnorm": Family(tuple(other_norm("batchnorm", *AFFINE)), LAYERNORM, 336),
    "batchnorm over N - 1": Family(
        (("layernorm", BATCH, "--norm", "batchnorm", "--ddof", "1"),), LAYERNORM, 76
    ),
    "batchnorm, remembering": Family(
        (
            ("layernorm", BATCH, "--norm", "batchnorm", "--momentum", "0.3", *AFFINE),
            ("layernorm", BATCH, "--norm", "batchnorm", "--running-mean", "1,2,-3,0.5",
             "--running-var", "2,0.5,1,3", "--eps-at", "sigma"),
        ),
        f"{LAYERNORM} {REMEMBERING}", 176,
    ),
    "batchnorm at inference": Family(
        (
            ("layernorm", BATCH, "--norm", "batchnorm", "--no-training", *AFFINE),
            ("layernorm", VECTOR, "--norm", "batchnorm", "--no-training", "--running-mean", "1",
             "--running-var", "2,0.5,1,3", "--eps-at", "sigma"),
        ),
        "deviations sigma denominator normalized scaled output", 80,
    ),
    "channels": Family(
        (
            ("layernorm", CUBE, "--norm", "batchnorm", "--gamma", "1,2,3"),
            ("layernorm", CUBE, "--norm", "batchnorm", "--momentum", "0.3", "--running-var", "2"),
            ("layernorm", CUBE, "--norm", "groupnorm", "--groups", "3", "--gamma", "1,2,3"),
            ("layernorm", CUBE, "--norm", "groupnorm", "--groups", "1", "--beta", "1,2,3"),
        ),
        f"{LAYERNORM} {REMEMBERING} shifted", 305, "output",
    ),
    "any axes": Family(
        (
            ("layernorm", CUBE, "--axes", "1", "--gamma", "1,2"),
            ("layernorm", CUBE, "--axes=-2", "--gamma", "1,2,3"),
            ("layernorm", CUBE, "--axes", "0,2", "--convention", "excel"),
            ("layernorm", CUBE, "--axes", "0,1", "--convention", "pytorch"),
        ),
        LAYERNORM, 300,
    ),
    "groupnorm": Family(
        (*other_norm("groupnorm", *AFFINE), *other_norm("groupnorm", "--groups", "4")),
        LAYERNORM.replace("output", "shifted"), 768, "output",
    ),
    "scalenorm": Family(
        (*other_norm("scalenorm"), *other_norm("scalenorm", "--gamma", "2")),
        "squares length denominator normalized output", 224,
    ),
    "dyt": Family(
        (*other_norm("dyt", *AFFINE), *other_norm("dyt", "--dyt-alpha", "1.5")),
        "scaled_input normalized output", 96,
    ),
    "no norm": Family(tuple(other_norm("none")), "output", 16),
    "gradient": Family(
        tuple(backward(CENTRED, VECTOR, MATRIX)), f"{LAYERNORM} {CENTRED_BACK}", 2376
    ),
    "gradient, RMSNorm": Family(
        tuple(backward(UNCENTRED, VECTOR, MATRIX)), f"{RMSNORM} {BACK}", 588
    ),
    "gradient, Add & Norm": Family(
        tuple(backward(CENTRED, *SUMS)),
        f"residual {LAYERNORM} {CENTRED_BACK} d_sublayer", 2736, "x sublayer",
    ),
    "gradient, Add & RMSNorm": Family(
        tuple(backward(UNCENTRED, *SUMS)),
        f"residual {RMSNORM} {BACK} d_sublayer", 708, "x sublayer",
    ),
    "gradient, linear": Family(
        tuple(linear("gradient", "--convention", "excel", "--gamma", "1,-2,0.5")),
        f"{LAYERNORM} {CENTRED_BACK} {THROUGH}", 828, "x",
    ),
    "gradient, linear, RMSNorm": Family(
        tuple(linear("gradient", "--convention", "gemma")), f"{RMSNORM} {BACK} {THROUGH}", 708, "x"
    ),
    "gradient of a row without spread": Family(
        (
            ("gradient", "2,2,2", "--upstream", "1,0,0", "--eps", "0.1"),
            ("gradient", "0,0,0", "--upstream", "1,0,0", "--norm", "rmsnorm", "--eps-at", "sigma"),
            ("gradient", "2,2;1,4", "--upstream", "1,0;0,1", "--axes", "2"),
        ),
        f"{LAYERNORM} {RMSNORM} {CENTRED_BACK}", 141,
    ),
    "blocks that PyTorch worked too": Family(
        tuple(("block", problem) for problem in PLACED.values()),
        f"{ATTENTION} {FFN} add1 add2 {LAYERNORM} {RMSNORM}", 24280, "concat output linear_2",
    ),
    "attention that PyTorch worked too": Family(
        tuple(("block", problem) for problem in MADE.values()),
        f"{ATTENTION} capped_scores biased_scores gate linear_1 activation linear_2 add1 {RMSNORM}",
        2340, "concat q_rotated k_rotated",
    ),
    "blocks of one sublayer, of other layouts": Family(
        tuple(("block", f"tests/script/blocks/{name}.json") for name in BLOCKS),
        f"{ATTENTION} {FFN} add1 add2 {LAYERNORM} {RMSNORM}", 2042,
        "concat q_rotated k_rotated output linear_2",
    ),
    "placements of an encoder": Family(
        tuple(placed("encoder-post", "docs", "pytorch", "annotated")),
        f"{UNMASKED} {UNGATED} add1 add2 {LAYERNORM}", 9954, "concat",
    ),
    "placements of a decoder": Family(
        tuple(placed("decoder-pre-causal", "llama", "gemma")),
        f"{ATTENTION} {UNGATED} add1 add2 {RMSNORM}", 6900, "concat",
    ),
    "a stack, a ledger": Family(
        (("block", "samples/multi-head.json", "--repeat", "2"),
         ("block", "samples/residual-stream.json")),
        f"{UNMASKED} add1 add2 add3 add4", 160, "concat",
    ),
    "gradient-flow of factors": Family(
        (("gradient-flow",), ("gradient-flow", "--factor", "-0.3", "--layers", "4"),
         ("gradient-flow", "--factor", "0.6", "--hand", "3")),
        "layer1 layer2 layer3 layer4 layer5", 26, "layer4 layer6",
    ),
    "gradient-flow of blocks": Family(
        tuple(("gradient-flow", PLACED[name]) for name in PLACED if "residual" not in name),
        "output factor1 factor2 factor3 layer1 layer2 layer3", 150, "gradient1 gradient2 gradient3",
    ),
    "compare-norm by norm": Family(
        (("compare-norm", BATCH, "--norms", ",".join(NORMS)),
         ("compare-norm", BATCH, "--norm", "layernorm", "--ddof", "1", *AFFINE)),
        f"{LAYERNORM} {RMSNORM} length scaled_input shifted", 560, "output",
    ),
    "compare-norm by convention": Family(
        (("compare-norm", VECTOR, "--by", "convention", *AFFINE),
         ("compare-norm", MATRIX, "--by", "convention")),
        LAYERNORM, 594,
    ),
    "compare-norm by placement": Family(
        (("compare-norm", *SUMS[0].split(), "--by", "placement", "--layers", "2"),
         ("compare-norm", VECTOR, *BENT, "--by", "placement", "--convention", "gemma"),
         ("compare-norm", VECTOR, "attention=1,0,2,5", "ffn=1,1,1,2", *AFFINE,
          "--by", "placement")),
        f"linear_1 activation add1 add2 {LAYERNORM} {RMSNORM}", 917, "linear_2 output",
    ),
    "numbers rounded by hand": Family(
        tuple(carried("--hand 3", "--hand 2,5 --rounding half-even",
                      "--hand 4 --rounding truncate")),
        CARRIED, 7806, CARRIED_GIVEN,
    ),
    "numbers of a machine type": Family(
        tuple(carried("--dtype float32", "--dtype float16")), CARRIED, 5204, CARRIED_GIVEN
    ),
    "numbers of bfloat16": Family(
        tuple(carried("--dtype bfloat16")), CARRIED, 2602, CARRIED_GIVEN, library="ml_dtypes"
    ),
}  # fmt: skip
