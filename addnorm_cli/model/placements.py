"""The table of placements: where the norms of a layer stand, and what becomes of the stream."""

from __future__ import annotations

from addnorm_cli.model.block_problem import NORM_PLACES, Layer
from addnorm_cli.model.records import record


@record
class Placement:
    """Where the norms of a layer stand.

    Attributes:
        before: A norm stands before each sublayer.
        after: A norm stands after the sublayer ("branch") or after the sum ("stream").
        parallel: Both sublayers read the same normed stream, and are added together.
        scaled: The stream is multiplied by α before the sum.
    """

    before: bool = False
    after: str = ""
    parallel: bool = False
    scaled: bool = False

    @property
    def why_not(self) -> str:
        """Why x_N = x₀ + ΣΔ is not true of it: "post" or "scaled"; "" where it is."""
        return "" if self.after != "stream" else "scaled" if self.scaled else "post"

    @property
    def norm_places(self) -> tuple[str, ...]:
        """The norms that a layer of two sublayers has; with three it has THIRD_NORMS as well."""
        if self.parallel:
            return NORM_PLACES[:1]
        return NORM_PLACES if self.before and self.after else NORM_PLACES[:2]

    def norm_after(self, half: int) -> str:
        """The norm after a sublayer, which has a name of its own where one stands before it too."""
        return f"norm{half}_post" if self.before else f"norm{half}"

    def updates_of(self, layer: Layer) -> list[tuple[int, tuple[str, ...]]]:
        """The updates of a layer in order: which norm each has, from 1 on, and its sublayers."""
        sublayers = {"attention": layer.attention, "cross": layer.cross, "ffn": layer.ffn}
        names = [name for name, sublayer in sublayers.items() if sublayer is not None]
        if self.parallel:
            return [(1, tuple(names))]
        halves = {"attention": 1, "cross": 2, "ffn": 2 if layer.cross is None else 3}
        return [(halves[name], (name,)) for name in names]


PLACEMENTS: dict[str, Placement] = {
    "post": Placement(after="stream"),
    "pre": Placement(before=True),
    "sandwich": Placement(before=True, after="branch"),
    "res-post": Placement(after="branch"),
    "parallel": Placement(before=True, parallel=True),
    "deepnorm": Placement(after="stream", scaled=True),
}
