"""Every formula as it is written, in text and in LaTeX: tests/golden/formulas.txt, to be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.conftest import Golden, Runner
from tests.families import BLOCKS

AFFINE = "--gamma 2,3,1,5 --beta 1,0,2,4"
LINEAR = "--weight 1,0,2;0,1,1;1,1,0 --bias 1,0,2 --activation relu"
PROBLEMS = (
    "residual 1,2,3 1,0,1",
    f"residual 1,2,3 {LINEAR}",
    f"residual 1,2,3 {LINEAR} --orientation Wx",
    f"layernorm 1,2,3,5 {AFFINE} --convention excel",
    f"layernorm 1,2,3,5;1,0,0,4 {AFFINE} --convention pytorch",
    "layernorm 1,2,3,5 --gamma 2,3,1,5 --convention gemma",
    "layernorm 1,2,3,5 --norm rmsnorm --eps-at sigma",
    f"layernorm 1,2,3,5;1,0,0,4 {AFFINE} --norm batchnorm --ddof 1",
    f"layernorm 1,2,3,5 {AFFINE} --norm groupnorm",
    "layernorm 1,2,3,5 --norm scalenorm",
    f"layernorm 1,2,3,5 {AFFINE} --norm dyt",
    "layernorm 1,2,3,5 --norm none",
    "gradient 1,2,3,5 1,0,2,2 --upstream 1,0,1,2 --gamma 2,3,1,5 --convention excel",
    "gradient 1,2,3;2,0,5 --upstream 1,0,1;0,2,1 --convention pytorch",
    f"gradient 1,2,3 {LINEAR} --upstream 1,0,1 --convention gemma",
    f"gradient 1,2,3;2,0,5 {LINEAR} --orientation Wx --upstream 1,0,1;0,2,1 --convention gemma",
    "block samples/encoder-post.json",
    "block samples/decoder-pre-causal.json --placement deepnorm --alpha 2",
    "block samples/residual-stream.json",
    *(f"block tests/script/blocks/{name}.json" for name in BLOCKS),
    "gradient-flow",
    "gradient-flow samples/encoder-post.json",
)


def written(steps: list[dict[str, Any]], known: set[tuple[str, ...]], path: str) -> Iterator[str]:
    """Letter and formula of each step, where they have not been seen."""
    for step in steps:
        if "steps" in step:
            yield from written(step["steps"], known, f"{path}{step['id']}.")
        elif "formula" in step:
            line = (step["id"], step["symbol"], *step["formula"].values())
            if line not in known:
                known.add(line)
                yield f"\n{path}{step['id']}   {step['symbol']}"
                yield from (f"   {formula}" for formula in step["formula"].values())


def test_every_formula_as_it_is_written(addnorm: Runner, golden: Golden) -> None:
    known: set[tuple[str, ...]] = set()
    lines = ["Each formula where it stands first."]
    for words in PROBLEMS:
        run = addnorm(*words.split(), "--json")
        assert run.code == 0, run.err
        found = list(written(run.json["steps"], known, ""))
        if found:
            lines += ["", "", f"addnorm {words}", *found]
    golden("formulas.txt", "\n".join(lines) + "\n")
