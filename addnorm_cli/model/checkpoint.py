"""The file that the layers of a problem were read from: its tensors, and their modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from addnorm_cli.model.records import EMPTY, record


@record
class Stored:
    """A parameter in a file of weights.

    Attributes:
        tensor: The name of its tensor.
        part: What is taken of that tensor, as a program writes it behind the tensor; "" for all.
    """

    tensor: str
    part: str = ""


@record
class Checkpoint:
    """The file of a model's weights, as far as its layers are shown.

    Attributes:
        path: The file, or the index of its shards.
        stored: The parameters by the path of their section and their name: "layer1.W_q",
            "layer1.norm1.gamma", "final_norm.gamma", "embedding.word", "unembedding".
        modules: What the framework calls the module that a section is the output of, by the path
            of the section: "encoder.layer.0.attention.output.LayerNorm" by "layer1.norm1".
        rows: Which rows of the tables of the embedding a text has: "word", "position" and "type".
    """

    path: str
    stored: Mapping[str, Stored]
    modules: Mapping[str, str]
    rows: Mapping[str, Sequence[int]] = EMPTY
