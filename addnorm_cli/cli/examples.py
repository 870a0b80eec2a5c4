"""Three examples for every command, which its help shows; a test runs each of them."""

_SHOWN = "addnorm samples show"

EXAMPLES: dict[str, tuple[str, str, str]] = {
    "main": (
        "addnorm addnorm 0.8,0.4,0.6,-0.1 0.44,0.12,0.12,0.31",
        "addnorm layernorm 1,2,3,4 --convention pytorch",
        f"{_SHOWN} encoder-post | addnorm block -",
    ),
    "residual": (
        "addnorm residual 0.8,0.4,0.6,-0.1 0.44,0.12,0.12,0.31",
        "addnorm residual 0.8,0.4 river=0.44,0.12 street=0.32,0.19",
        'addnorm residual 1,-2 --weight "0.5,1;0,2" --bias 0.1,0.1 --activation relu',
    ),
    "layernorm": (
        "addnorm layernorm 1.24,0.52,0.72,0.21",
        "addnorm layernorm 1,2,3,4 --convention pytorch --hand 3",
        'addnorm layernorm "1,2,3;4,5,9" --row 1 -o answer.html',
    ),
    "addnorm": (
        "addnorm addnorm 0.8,0.4,0.6,-0.1 0.44,0.12,0.12,0.31",
        f"{_SHOWN} bank | addnorm addnorm - --level full",
        "addnorm residual 1,2 0.5,-1 -q | addnorm layernorm -",
    ),
    "block": (
        f"{_SHOWN} encoder-post | addnorm block -",
        f"{_SHOWN} encoder-post | addnorm block - --placement pre --repeat 6",
        "addnorm block h0.npy --weights model.safetensors --layers 0:2",
    ),
    "compare-norm": (
        'addnorm compare-norm "1,2,3;4,5,9;2,0,1"',
        "addnorm compare-norm 1.24,0.52,0.72,0.21 --by convention",
        f"{_SHOWN} pre-vs-post | addnorm compare-norm - --by placement",
    ),
    "gradient": (
        "addnorm gradient 1,2,4 --upstream 1,0,0",
        "addnorm gradient 1,2,4 0.5,0.1,-1 --upstream 1,0,0 --gamma 2",
        f"{_SHOWN} gradient | addnorm gradient - --only d_x",
    ),
    "gradient-flow": (
        "addnorm gradient-flow",
        "addnorm gradient-flow --factor 0.5 --layers 12",
        f"{_SHOWN} encoder-post | addnorm gradient-flow - --repeat 6",
    ),
    "homework": (
        "addnorm homework make --nice --seed 7",
        "addnorm homework make --count 5 -o sheet.md --key key.md",
        "addnorm homework make --problems - | addnorm homework solve -",
    ),
    "homework make": (
        "addnorm homework make --nice --seed 7",
        "addnorm homework make --kind gradient --count 5 -o sheet.md --key key.md",
        "addnorm homework make --per-student names.txt -o sheet.html --key key.html",
    ),
    "homework grade": (
        "addnorm homework grade problems.json answers.csv",
        "addnorm homework grade problems.json answers.csv -o marks.csv --feedback pages",
        "addnorm homework grade problems.json answers.csv --strict --follow 0.5",
    ),
    "homework solve": (
        "addnorm homework solve problems.json -o answers.html",
        "addnorm homework solve problems.json --hand 3 --convention pytorch",
        "addnorm homework make --problems - | addnorm homework solve - -q",
    ),
    "samples": (
        "addnorm samples list",
        f"{_SHOWN} bank | addnorm addnorm -",
        "addnorm samples copy samples",
    ),
    "schema": (
        "addnorm schema trace",
        "addnorm schema problem --lang zh",
        "addnorm schema error",
    ),
    "tour": (
        "addnorm tour",
        "addnorm tour bank",
        "addnorm tour stream --lang zh",
    ),
}
"""By the command's name; a command that is not here shows those of the group that it is in."""


def examples_of(command: str) -> tuple[str, tuple[str, ...]]:
    """The name under which a command's examples stand, and the examples."""
    name = command if command in EXAMPLES else command.partition(" ")[0]
    return name, EXAMPLES[name]
