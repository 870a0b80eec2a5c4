"""Scripts of a model's layers: they load its file, work the layers again, and assert the result."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tests.checkpoints import MODELS, load_file, save_file
from tests.conftest import Runner

NAMES = sorted(folder.name for folder in MODELS.iterdir())
FORMATS = ["numpy", pytest.param("pytorch", marks=pytest.mark.skipif(
    find_spec("torch") is None, reason="PyTorch is not installed"))]  # fmt: skip


def run(script: str) -> str:
    """What a script prints; it asserts its own result."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(script, "script.py", "exec"), {"__name__": "__main__"})
    if torch := sys.modules.get("torch"):
        torch.set_default_dtype(torch.float32)
    return said.getvalue()


def start(name: str, tmp_path: Path, rows: int | None = None) -> str:
    state = np.load(MODELS / name / "hidden_states.npz")["h0"]
    np.save(tmp_path / "h0.npy", np.resize(state, (rows or state.shape[-2], state.shape[-1])))
    return str(tmp_path / "h0.npy")


def written(addnorm: Runner, form: str, *words: str) -> str:
    result = addnorm("block", *words, "-f", form)
    assert (result.code, result.err) == (0, "")
    return result.out


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", NAMES)
def test_every_model_is_worked_from_its_file(
    addnorm: Runner, name: str, form: str, tmp_path: Path
) -> None:
    script = written(addnorm, form, start(name, tmp_path), "--weights", str(MODELS / name))
    assert "model.safetensors" in script
    assert run(script)
    state = np.load(MODELS / name / "hidden_states.npz")["last_hidden_state"].reshape(-1)
    numbers = [float(n) for n in state]
    right = script.replace("expected = ", "other = ", 1)
    other = f"expected = {'torch.tensor' if form == 'pytorch' else 'np.array'}({numbers})"
    close = "rtol=1e-9, atol=1e-9" if "atol=1e-9" in script else "rtol=1e-9, atol=1e-8"
    assert close in right
    run(right.replace("(x, expected", "(x.reshape(-1), expected")
        .replace(close, "rtol=1e-4, atol=1e-4")
        .replace("other = ", f"{other}\nother = "))  # fmt: skip


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", ["bert-text", "gpt2-text", "gemma"])
def test_a_text_begins_with_the_rows_of_its_tokens(addnorm: Runner, name: str, form: str) -> None:
    pytest.importorskip("tokenizers", reason="the extra `text` is not installed")
    words = ("--weights", str(MODELS / name), "--text", "the river")
    more = ("--predict", "3") if name != "bert-text" else ()
    script = written(addnorm, form, *words, *more)
    assert run(script)
    assert "x = np.array" not in script
    assert ("probabilities" in script) is bool(more)
    later = written(addnorm, form, *words, "--layers", "1")
    assert "\nx = np.array" in later or "\nx = torch.tensor" in later
    assert run(later)


@pytest.mark.parametrize("form", FORMATS)
def test_shards_and_npz_are_read_as_they_are(addnorm: Runner, form: str, tmp_path: Path) -> None:
    tensors = load_file(MODELS / "gpt2" / "model.safetensors")
    places = {name: f"part{n % 2}.safetensors" for n, name in enumerate(tensors)}
    for shard in set(places.values()):
        save_file({n: t for n, t in tensors.items() if places[n] == shard}, tmp_path / shard)
    index = tmp_path / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": places}), "utf-8")
    np.savez(tmp_path / "all.npz", **tensors)
    (tmp_path / "config.json").write_bytes((MODELS / "gpt2" / "config.json").read_bytes())
    for path in (index, tmp_path / "all.npz"):
        script = written(addnorm, form, start("gpt2", tmp_path), "--weights", str(path))
        assert path.name in script
        assert run(script)


@pytest.mark.parametrize("form", FORMATS)
def test_a_large_stream_is_read_and_its_result_is_held_by_parts(
    addnorm: Runner, form: str, tmp_path: Path
) -> None:
    """400 rows of 16 are more numbers than a person would write."""
    words = (start("gpt-neox", tmp_path, 400), "--weights", str(MODELS / "gpt-neox"))
    script = written(addnorm, form, *words)
    assert len(script) < 250_000
    assert "h0.npy" in script
    assert run(script)
    with pytest.raises(AssertionError):  # the last component stands in the squares alone
        run(script.replace("expected = ", "x[399, 15] += 1e-3\nexpected = ", 1))


@pytest.mark.parametrize("form", FORMATS)
def test_weights_are_exact_in_a_script_whatever_they_were_carried_in(
    addnorm: Runner, form: str, tmp_path: Path
) -> None:
    words = (start("bert", tmp_path), "--weights", str(MODELS / "bert"), "--dtype", "float16")
    assert run(written(addnorm, form, *words))


def test_a_start_that_was_rounded_makes_no_script(addnorm: Runner) -> None:
    pytest.importorskip("tokenizers", reason="the extra `text` is not installed")
    run = addnorm("block", "--weights", str(MODELS / "gpt2-text"), "--text", "the river",
                  "--layers", "1", "--dtype", "float16", "-f", "numpy")  # fmt: skip
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("error: these numbers were rounded when they were read")
