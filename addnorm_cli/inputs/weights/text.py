"""From a sentence to tokens, by a model's own tokenizer: their numbers, and what to call them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from addnorm_cli.inputs.documents import parse_json, quoted
from addnorm_cli.inputs.reader import Reader, unreadable
from addnorm_cli.model.errors import InputError
from addnorm_cli.model.printing import printable, shorten
from addnorm_cli.model.records import record

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

FILE = "tokenizer.json"
_OTHERS = ("tokenizer.model", "vocab.txt", "vocab.json", "spiece.model", "sentencepiece.bpe.model")
"""What other kinds of tokenizers keep their vocabulary in."""

_KINDS = ("BPE", "WordPiece", "WordLevel", "Unigram")
_SPACES = "Ġ▁"
"""What vocabularies write for a space before a word."""


@record
class Tokens:
    """A text as a model reads it.

    Attributes:
        ids: The number of each token in the vocabulary.
        pieces: Each as the vocabulary writes it: "he", "Ġsat", "##ver", "[CLS]".
        names: Each as a person would call it: without the sign for a space, and in the letters of
            the text where the vocabulary writes bytes.
    """

    ids: tuple[int, ...]
    pieces: tuple[str, ...]
    names: tuple[str, ...]


def read_tokens(text: str, weights: str, reader: Reader) -> Tokens:
    """The tokens of a text, with those that the model puts around it.

    Args:
        text: The text.
        weights: The path of the weights as it was typed, a file or its folder: the tokenizer is
            beside it.
        reader: Opens the file.

    Raises:
        InputError: The text has no tokens, or there is no tokenizer that can be read.
    """
    if not text.strip():
        raise InputError("empty_text", where="--text")
    if not _can_be_written(text):
        raise InputError("text_not_unicode", where="--text")
    given = Path(weights)
    path = (given if given.is_dir() else given.parent) / FILE
    tokenizer = _read_tokenizer(path, reader)
    # A text is read whole, and alone, whatever its lengths were in training.
    tokenizer.no_truncation()
    tokenizer.no_padding()
    try:
        encoding = tokenizer.encode(text)
    except BaseException as error:  # the library has no narrower one, nor a name for its panics
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            raise InputError("damaged_tokenizer", where=printable(str(path))) from None
        raise
    if not encoding.ids:
        raise InputError("no_tokens", where=printable(str(path)), found=shorten(text))
    return Tokens(
        ids=tuple(encoding.ids),
        pieces=tuple(encoding.tokens),
        names=_names(text, encoding),
    )


def vocabulary_of(weights: str, reader: Reader) -> Callable[[int], str]:
    """What to call a word of the vocabulary: as it is written there, or by its number.

    Args:
        weights: The path of the weights as it was typed.
        reader: Opens the file.
    """
    given = Path(weights)
    path = (given if given.is_dir() else given.parent) / FILE
    if not path.is_file():
        return lambda word: f"#{word}"
    tokenizer = _read_tokenizer(path, reader)
    return lambda word: tokenizer.id_to_token(word) or f"#{word}"


def _can_be_written(text: str) -> bool:
    """Whether it is Unicode: bytes of another encoding come in as halves of letters."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _read_tokenizer(path: Path, reader: Reader) -> Tokenizer:
    name = printable(str(path))
    try:
        from tokenizers import Tokenizer
    except ImportError:
        raise InputError("missing_extra", extra="text", library="tokenizers") from None
    try:
        data = reader.bytes_of(path)
    except FileNotFoundError:
        raise _no_tokenizer(path) from None
    except OSError as error:
        raise unreadable(error, name) from None
    try:
        return Tokenizer.from_buffer(data)
    except Exception:  # the library has no narrower one
        raise _fault(data, name) from None


def _no_tokenizer(path: Path) -> InputError:
    folder = printable(str(path.parent))
    other = next((name for name in _OTHERS if (path.parent / name).is_file()), None)
    if other is None:
        return InputError("no_tokenizer", where=folder)
    return InputError("other_tokenizer", where=folder, found=other)


def _fault(data: bytes, name: str) -> InputError:
    """What is wrong with a file that the library cannot make a tokenizer of."""
    tree = parse_json(data, name)
    model = tree.get("model") if isinstance(tree, dict) else None
    kind = model.get("type") if isinstance(model, dict) else None
    if kind is None or kind in _KINDS:
        return InputError("damaged_tokenizer", where=name)
    return InputError(
        "tokenizer_kind", where=f"{name}: model.type", found=quoted(kind), choices=_KINDS
    )


def _names(text: str, encoding: Encoding) -> tuple[str, ...]:
    """What to call each token.

    A token that is a part of one letter's bytes has no letter of its own, and keeps its piece.
    """
    spans = encoding.offsets
    names = []
    for index, piece in enumerate(encoding.tokens):
        bare = piece.lstrip(_SPACES)
        start, end = spans[index]
        alone = spans[index] not in (
            spans[max(index - 1, 0) : index] + spans[index + 1 : index + 2]
        )
        if bare.isascii():
            names.append(bare or piece)
        else:
            names.append((alone and text[start:end].strip()) or piece)
    return tuple(names)
