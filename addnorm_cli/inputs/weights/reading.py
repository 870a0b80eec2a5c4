"""The tensors of one layer after another: found by name, read, and held against their shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from addnorm_cli.inputs.arrays import show_shape, tensor
from addnorm_cli.inputs.weights.architecture import DIMENSIONS, Stack
from addnorm_cli.inputs.weights.attention_entries import positive_entry, rotary_of, scale_of
from addnorm_cli.inputs.weights.config import Config
from addnorm_cli.inputs.weights.settings import ModelSettings, Setting
from addnorm_cli.inputs.weights.tensor_files import TensorFile
from addnorm_cli.model.block_problem import NORM_PLACES, Attention, FeedForward, Layer, Rotary
from addnorm_cli.model.checkpoint import Stored
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.problem import Affine, Tensor
from addnorm_cli.model.records import replaced

_ATTENTION = ("q", "k", "v", "o")
_FEED_FORWARD = ("1", "gate", "2")


class LayerReader:
    """Reads layers, and holds each tensor against the sizes that config and earlier ones show.

    Attributes:
        settings: The settings, with those that the shapes show added.
        stored: Where each weight of the layers that were read is in the file, by its role.
    """

    def __init__(
        self,
        file: TensorFile,
        stack: Stack,
        config: Config,
        settings: ModelSettings,
        x: Tensor,
        scaling: dict[str, float | str],
    ) -> None:
        self.settings = settings
        self.stored: list[dict[str, Stored]] = []
        self._config = config
        self._scaling = scaling
        self._file = file
        self._arch = stack.arch
        self._x = x
        self._heads = int(settings.text("heads"))
        # By the letters of DIMENSIONS.
        self._sizes = _stated_sizes(config)
        self._derive()

    @property
    def head(self) -> int:
        """d_head, once a layer was read."""
        return self._sizes["q"] // self._heads

    @property
    def sizes(self) -> Mapping[str, int]:
        """The sizes by the letters of DIMENSIONS, once a layer was read."""
        return self._sizes

    def layer(self, names: Mapping[str, str]) -> Layer:
        """Read one layer.

        Args:
            names: The names of its tensors, by role.

        Raises:
            InputError: A tensor is damaged, or of another shape than the others ask for.
        """
        read: dict[str, Tensor] = {}
        stored: dict[str, Stored] = {}
        for role, name in names.items():
            found = self._file.read(name)
            for own, (part, cut) in self._split(role, self._fit(role, found)).items():
                read[own] = part
                stored[own] = Stored(name, _by_heads(found, part) if own == role else cut)
        self.stored.append(stored)
        self._note_kv_heads(read["W_k"])
        return Layer(
            attention=Attention(
                heads=self._heads,
                kv_heads=int(self.settings.text("kv_heads")),
                causal=self.settings.text("causal") == "true",
                rotary=self._rotary(),
                scale=scale_of(self._config, self.head),
                softcap=positive_entry(self._config, "attn_logit_softcapping"),
                norms=_norms(read, ("q_norm", "k_norm")),
                weights=_among(read, "W", _ATTENTION),
                biases=_among(read, "b", _ATTENTION),
            ),
            ffn=FeedForward(
                activation=self.settings.text("activation"),
                weights=_among(read, "W", _FEED_FORWARD),
                biases=_among(read, "b", _FEED_FORWARD),
            ),
            norms=_norms(read, NORM_PLACES),
        )

    def final_norm(self, names: Mapping[str, str]) -> Affine | None:
        """Read the norm after the last layer, if there is one."""
        read = {part: self._fit(part, self._file.read(name)) for part, name in names.items()}
        return Affine(gamma=read.get("gamma"), beta=read.get("beta")) if read else None

    def _rotary(self) -> Rotary | None:
        base = self.settings.by_name.get("rotary_base")
        if base is None:
            return None
        rotary = rotary_of(self._config, base.value, self._scaling, self.head)
        return replaced(rotary, pairs=self._arch.pairs)

    def _fit(self, role: str, found: Tensor) -> Tensor:
        """The tensor, after its shape was compared with what is known, and what it adds to that."""
        if role.startswith(("q_norm", "k_norm")):
            return self._fit_norm_of_heads(role[0], found)
        letters = DIMENSIONS.get(role, "d")
        if self._arch.orientation == "xW":
            letters = letters[::-1]
        if not self._arch.stack:
            found = beside(found, letters)
        if len(found.shape) == len(letters):
            for letter, size in zip(letters, found.shape, strict=True):
                self._sizes.setdefault(letter, size)
        self._derive()
        expected = [self._sizes.get(letter, letter) for letter in letters]
        if list(found.shape) != expected:
            raise InputError(
                "tensor_shape",
                where=found.source,
                found=show_shape(found.shape),
                expected=f"({', '.join(map(str, expected))})",
                order="(in, out)" if self._arch.orientation == "xW" else "(out, in)",
            )
        return found

    def _fit_norm_of_heads(self, letter: str, found: Tensor) -> Tensor:
        """γ or β of the norm of queries or keys: of one head, or of all of them together."""
        fitting = (self.head, self._sizes[letter])
        if found.shape not in [(size,) for size in fitting]:
            expected = " / ".join(f"({size},)" for size in dict.fromkeys(fitting))
            raise InputError(
                "tensor_shape",
                where=found.source,
                found=show_shape(found.shape),
                expected=expected,
                order="(out, in)",
            )
        return found

    def _derive(self) -> None:
        """Work out the sizes that follow from others, and check that they go together."""
        sizes = self._sizes
        if (d := sizes.get("d")) is not None:
            if self._x.shape[-1] != d:
                width = self._x.shape[-1]
                raise InputError("x_width", where=self._x.source, found=width, expected=d)
            sizes["s"] = 3 * d
        if (q := sizes.get("q")) is not None:
            heads = self.settings.by_name["heads"]
            if q % self._heads:
                raise InputError("heads_divide", where=heads.place, heads=self._heads, width=q)
            if stated := self.settings.by_name.get("kv_heads"):
                self._check_kv_heads(int(stated.value), stated.place)
                sizes["k"] = int(stated.value) * (q // self._heads)

    def _check_kv_heads(self, kv_heads: int, where: str) -> None:
        if self._heads % kv_heads:
            raise InputError("kv_heads_divide", where=where, heads=self._heads, kv_heads=kv_heads)

    def _note_kv_heads(self, keys: Tensor) -> None:
        """Take the number of kv heads from the width of the keys, where nobody says it."""
        if "kv_heads" in self.settings.by_name:
            return
        head, width = self._sizes["q"] // self._heads, self._sizes["k"]
        if width % head:
            raise InputError(
                "head_width", where=keys.source, heads=self._heads, head=head, width=width
            )
        kv_heads = width // head
        self._check_kv_heads(kv_heads, keys.source)
        self.settings.by_name["kv_heads"] = Setting(
            name="kv_heads", value=str(kv_heads), origin="tensors", place=keys.source
        )

    def _split(self, role: str, read: Tensor) -> dict[str, tuple[Tensor, str]]:
        """The tensor by its role, or its three parts by theirs, and how a program cuts them."""
        letter, _, rest = role.partition("_")
        if rest != "qkv":
            return {role: (read, "")}
        axis = read.values.ndim - 1 if self._arch.orientation == "xW" else 0
        if self._arch.fused_by_head:
            rest = "".join(f", {size}" for size in read.shape[1:])
            cut = f".reshape({self._heads}, 3, -1{rest})[:, {{}}].reshape(-1{rest})"
            by_head = _by_head(read, self._heads)
            return {
                f"{letter}_{name}": (self._fit(f"{letter}_{name}", by_head[n]), cut.format(n))
                for n, name in enumerate("qkv")
            }
        step = read.shape[axis] // 3
        parts: dict[str, tuple[Tensor, str]] = {}
        for index, name in enumerate("qkv"):
            span = slice(index * step, (index + 1) * step)
            part = read.values[(slice(None),) * axis + (span,)]
            where = f"{':, ' * axis}{span.start}:{span.stop}"
            source = f"{read.source}[{where}]"
            fitted = self._fit(f"{letter}_{name}", tensor(part, None, source))
            parts[f"{letter}_{name}"] = fitted, f"[{where}]"
        return parts


def _stated_sizes(config: Config) -> dict[str, int]:
    """The sizes that config.json states."""
    sizes: dict[str, int] = {}
    width = config.whole_setting("width")
    heads = config.whole_setting("heads")
    head = config.whole_setting("head_dim")
    hidden = config.whole_setting("hidden")
    if width is not None:
        sizes["d"] = width
    if hidden is not None:
        sizes["f"] = hidden
    if heads is not None and head is not None:
        sizes["q"] = heads * head
    elif heads is not None and width is not None:
        sizes["q"] = width
    return sizes


def beside(found: Tensor, letters: str) -> Tensor:
    """A tensor that is kept head by head, (heads, …), with its heads beside each other.

    Args:
        found: The tensor.
        letters: What its dimensions stand for, as in DIMENSIONS; q and k are parted into heads.
    """
    parted = next((axis for axis, letter in enumerate(letters) if letter in "qk"), None)
    if parted is None or found.values.ndim != len(letters) + 1:
        return found
    # (heads, d, d_head) is moved to (d, heads, d_head), and that is (d, heads * d_head).
    moved = np.moveaxis(found.values, 0, parted)
    shape = list(found.shape[1:])
    shape[parted] *= found.shape[0]
    return tensor(np.ascontiguousarray(moved).reshape(shape), None, found.source)


def _by_heads(found: Tensor, taken: Tensor) -> str:
    """How a program takes a tensor that may be kept head by head, as `beside` does."""
    if found.shape == taken.shape:
        return ""
    # (heads, d, d_head) becomes (d, heads * d_head); what else there is has its heads in front.
    is_moved = found.values.ndim > 2 and found.shape[1] == taken.shape[0]
    moved = ".swapaxes(0, 1)" if is_moved else ""
    return f"{moved}.reshape({', '.join(map(str, taken.shape))})"


def _by_head(read: Tensor, heads: int) -> list[Tensor]:
    """q, k and v of a tensor whose rows are q, k and v of the first head, then of the next."""
    split = read.values.reshape(heads, 3, -1, *read.shape[1:])  # (heads, 3, d_head, …)
    return [
        tensor(split[:, part].reshape(-1, *read.shape[1:]), None, f"{read.source} ({'qkv'[part]})")
        for part in range(3)
    ]


def _norms(read: Mapping[str, Tensor], places: Sequence[str]) -> dict[str, Affine]:
    """γ and β of the norms that there are."""
    return {
        norm: Affine(gamma=read.get(f"{norm}.gamma"), beta=read.get(f"{norm}.beta"))
        for norm in places
        if not read.keys().isdisjoint((f"{norm}.gamma", f"{norm}.beta"))
    }


def _among(read: Mapping[str, Tensor], kind: str, names: Sequence[str]) -> dict[str, Tensor]:
    roles = (f"{kind}_{name}" for name in names)
    return {role: read[role] for role in roles if role in read}
