"""What the tensors of an unknown model could be, to start its file of names from."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from addnorm_cli.inputs.reader import Reader
from addnorm_cli.inputs.weights.architecture import LAYER
from addnorm_cli.inputs.weights.names import REQUIRED, TO_FILL_IN, NamedModel, read_names
from addnorm_cli.inputs.weights.tensor_files import TensorFile
from addnorm_cli.model.choices import nearest
from addnorm_cli.model.errors import InputError, UnnamedError
from addnorm_cli.model.printing import printable


def read_or_draft(path_text: str, file: TensorFile, reader: Reader) -> NamedModel:
    """The file that says what the tensors of another file are.

    Args:
        path_text: The path as it was typed.
        file: The file that the names are of.
        reader: Opens the file.

    Raises:
        UnnamedError: It is not there; the error has a draft of it.
        InputError: It cannot be read.
    """
    path, name = Path(path_text), printable(path_text)
    if path.exists():
        return read_names(path_text, reader)
    if path.parent.is_dir():
        near = nearest(path.name, [each.name for each in path.parent.glob("*.json")])
        if near is not None:
            raise InputError("misspelt_file", found=name, near=printable(str(path.with_name(near))))
        raise UnnamedError("missing_file", found=name, place=path_text, draft=names_text(file))
    raise InputError("missing_file", found=name)


_BY_HEAD = 3
"""How many dimensions a weight has that is kept head by head."""

_WEIGHTS = ("weight", "kernel", "w", "gamma", "scale", "g")
_BIASES = ("bias", "b", "beta")
"""The last words of names, which say what of a map or of a norm a tensor is."""

_NORM = r"(?:.*[._])?(?:\w*norm\w*|ln_?\w*|\w+_ln)"
_FIRST = r"1|_a|attn|attention|input|sa_"
_SECOND = r"2|_b|ffn|mlp|feed|output|post_attention"

_ATTENTION = r"attn|attention|mha"
_FEED_FORWARD = r"mlp|ffn?|feed_?forward|fc_?[12]|lin(?:ear)?_?[12]|intermediate"

_MAPS: tuple[tuple[str, str], ...] = (
    ("attention.qkv", r"qkv\w*|w_?qkv|c_attn|in_proj|query_key_value"),
    ("attention.q", r"w_?q|(?:to_)?q|query\w*|q_proj|q_lin\w*"),
    ("attention.k", r"w_?k|(?:to_)?k|keys?|key_proj|k_proj|k_lin\w*"),
    ("attention.v", r"w_?v|(?:to_)?v|values?|value_proj|v_proj|v_lin\w*"),
    ("attention.o", r"w_?o|o|(?:to_)?out\w*|o_proj|o_lin\w*|c_proj|proj|dense"),
    ("ffn.gate", r"gate\w*|w_?gate"),
    ("ffn.1", r"[01]|w_?1|fc_?1|c_fc|fc_in|up\w*|w_?up|lin(?:ear)?_?1|w_?in|dense_h_to_4h|dense"),
    ("ffn.2", r"[23]|w_?2|fc_?2|c_proj|fc_out|proj|down\w*|w_?down|lin(?:ear)?_?2|w_?out"
              r"|dense_4h_to_h"),
    ("ffn.w3", r"w_?3"),
)  # fmt: skip
"""The last words of the names of maps, by sublayer and letter."""

_TABLES: tuple[tuple[str, str], ...] = (
    ("embedding.position", r"wpe|pos\w*"),
    ("embedding.type", r"\w*type\w*|seg\w*"),
    ("embedding.word", r"wte|w_?e|tok\w*|word\w*|emb\w*"),
)


def guess_names(file: TensorFile) -> dict[str, str]:
    """What each tensor of a file could be, by its pattern; TO_FILL_IN where nobody can tell.

    A role is guessed for one pattern alone: where several could have it, all are left open.

    Args:
        file: The file.
    """
    patterns = dict.fromkeys(map(pattern_of, file.tensors))
    guessed = {pattern: _role(pattern) for pattern in patterns}
    _tell_gates(guessed)
    counts = Counter(guessed.values())
    return {
        pattern: role if role is not None and counts[role] == 1 else TO_FILL_IN
        for pattern, role in guessed.items()
    }


def pattern_of(tensor: str) -> str:
    """The name with the number of its layer left open: the first number between dots."""
    return re.sub(r"(?<=\.)[0-9]{1,4}(?=\.)", LAYER, f".{tensor}", count=1)[1:]


def _role(pattern: str) -> str | None:
    stem, kind = _split(pattern)
    part = {"W": "gamma", "b": "beta"}[kind]
    inside = LAYER in pattern
    last = stem.rpartition(".")[2]
    if re.fullmatch(_NORM, last):
        name = _norm(stem.partition(LAYER)[2] if inside else stem, inside)
        return name and f"{name}.{part}"
    if not inside:
        words = (last, stem.rpartition(".")[0].rpartition(".")[2])
        found = (role for word in words for role, known in _TABLES if re.fullmatch(known, word))
        return next(found, None) if kind == "W" else None
    return _map(stem.partition(LAYER)[2], last, kind)


def _split(pattern: str) -> tuple[str, str]:
    """A name without the word that says what of a map it is, and whether that is W or b."""
    name = pattern.replace(LAYER, "\0").lower().replace("\0", LAYER)
    above, _, last = name.rpartition(".")
    if last in _WEIGHTS:
        return above, "W"
    if last in _BIASES:
        return above, "b"
    for words, kind in ((_WEIGHTS, "W"), (_BIASES, "b")):
        for word in words:
            if last.endswith(f"_{word}") and len(word) > 1:  # in_proj_weight
                return name.removesuffix(f"_{word}"), kind
    if found := re.fullmatch(r"b_?(q|k|v|o|in|out|1|2|gate|qkv)", last):
        return f"{above}.w_{found[1]}", "b"
    return name, "W"


def _norm(stem: str, inside: bool) -> str | None:
    if not inside:
        return "embedding.norm" if "emb" in stem else "final_norm"
    if re.search(r"q_(layer)?norm|k_(layer)?norm", stem):
        letter = "q" if re.search(r"q_(layer)?norm", stem) else "k"
        return f"attention.{letter}_norm"
    if re.search(r"post_attention|post_attn|pre_f|pre_mlp|post_f|post_mlp", stem):
        return None  # before the feed-forward, or after attention: models differ
    first, second = re.search(_FIRST, stem), re.search(_SECOND, stem)
    if bool(first) == bool(second):
        return None
    return "norm1" if first else "norm2"


def _map(stem: str, last: str, kind: str) -> str | None:
    within = stem.rpartition(".")[0]
    attention = re.search(_ATTENTION, within) or re.search(_ATTENTION, last)
    feed_forward = re.search(_FEED_FORWARD, stem)
    if bool(attention) == bool(feed_forward):
        return None
    sublayer = "attention" if attention else "ffn"
    for place, known in _MAPS:
        part, _, letter = place.partition(".")
        if part == sublayer and re.fullmatch(known, last):
            return f"{part}.{kind}_{letter}"
    return None


def _tell_gates(guessed: dict[str, str | None]) -> None:
    """Beside a w3, w1 is the gate, as in the files of the first Llama; alone, w3 is nothing."""
    gated = "ffn.W_w3" in guessed.values()
    told = {"ffn.W_1": "ffn.W_gate", "ffn.W_w3": "ffn.W_1"} if gated else {}
    for pattern, role in guessed.items():
        guessed[pattern] = told.get(role or "", role)


def names_text(file: TensorFile) -> str:
    """A file of names to fill in, as JSON: what could be guessed, and TO_FILL_IN elsewhere.

    Args:
        file: The file that the names are of.
    """
    names = guess_names(file)
    first = {pattern_of(tensor): file.shape(tensor) for tensor in reversed(file.tensors)}
    shapes = {role: first[pattern] for pattern, role in names.items() if role != TO_FILL_IN}
    said: dict[str, object] = dict.fromkeys((*REQUIRED, "heads"), TO_FILL_IN)
    said["norm"] = {"convention": "pytorch" if "norm1.beta" in shapes else "llama"}
    said["rotary"] = None if "embedding.position" in shapes else TO_FILL_IN
    if "ffn.W_gate" in shapes:
        said["activation"] = "swiglu"
    if stored := _orientation(shapes):
        said["orientation"] = stored
    if len(shapes.get("attention.W_q", ())) == _BY_HEAD:
        said["heads"] = shapes["attention.W_q"][0]
    return json.dumps(said | names, indent=1, ensure_ascii=False) + "\n"


def _orientation(shapes: Mapping[str, tuple[int, ...]]) -> str | None:
    """How the first map of the feed-forward is stored, which is seldom square."""
    width, weight = shapes.get("norm1.gamma", ()), shapes.get("ffn.W_1", ())
    if len(width) != 1 or len(weight) != 2 or weight[0] == weight[1]:
        return None
    return {weight[0]: "xW", weight[1]: "Wx"}.get(width[0])
