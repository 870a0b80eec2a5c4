"""What stands before and after the layers of a model: tokens become rows, and a row tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from addnorm_cli.model.problem import Affine, Tensor
from addnorm_cli.model.records import record


@record
class Embedded:
    """What the rows of a text are put together from: scale · (word + position + type), normed.

    Attributes:
        word: A row for each token, shape (L, d).
        position: A row for each place, or None where places are not added.
        type: The row of the first kind of text for each token, or None for none.
        scale: The digits of what the sum is multiplied by, None for nothing.
        rooted: It is multiplied by the root of that number.
        norm: The norm after it, or None for none.
        rows: How many words and how many positions there are: "word" and "position".
        taken: Which row each token has, of "word", "position" and "type".
        tensors: The names of the tensors in the file, by role.
    """

    word: Tensor
    position: Tensor | None
    type: Tensor | None
    scale: str | None
    rooted: bool
    norm: Affine | None
    rows: dict[str, int]
    taken: Mapping[str, Sequence[int]]
    tensors: Mapping[str, str]


@record
class Unembedding:
    """How the last row becomes a score for every word.

    Attributes:
        tensor: The name of its tensor in the file.
        weight: A row for each word, (vocabulary, d).
        bias: A number for each word, or None.
        divisor: The digits of what the scores are divided by, or None.
        softcap: The digits of c in c · tanh(score / c), or None.
        count: How many words are shown.
        name_of: What to call a word, by its number.
    """

    tensor: str
    weight: Tensor
    bias: Tensor | None
    divisor: str | None
    softcap: str | None
    count: int
    name_of: Callable[[int], str]
