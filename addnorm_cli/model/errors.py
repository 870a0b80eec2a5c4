"""What can go wrong: the few exception types, each carrying a message, a hint and a place.

An error names its sentence by key, so that the code that raises it knows no language;
the text is looked up in `messages` when it is shown.
"""

from addnorm_cli.model.records import record

_LONGEST = 300
"""How many characters of the reader's own a sentence takes in; a file may hold any number."""


@record
class Excerpt:
    """A line of the reader's own input, and the part of it that is at fault.

    Attributes:
        text: The line as it was typed.
        start: Index of the first faulty character.
        end: Index after the last faulty character.
    """

    text: str
    start: int
    end: int


class AddnormError(Exception):
    """Something that the reader can put right.

    Attributes:
        key: Names the sentence `error.<key>`, and `hint.<key>` where there is one.
        where: The place, as a person would name it ("bank.json: x[1]"), if there is one.
        excerpt: The faulty piece of the input, if it can be shown.
        facts: The values that the sentences mention.
    """

    def __init__(
        self,
        key: str,
        *,
        where: str | None = None,
        excerpt: Excerpt | None = None,
        **facts: object,
    ) -> None:
        super().__init__(key)
        self.key = key
        self.where = where and _bounded(where)
        self.excerpt = excerpt
        self.facts = {
            name: _bounded(fact) if isinstance(fact, str) else fact for name, fact in facts.items()
        }


def _bounded(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 20]}…{text[-8:]}"


class InputError(AddnormError):
    """A vector, a file or an option cannot be read, or does not fit the others."""


class UnnamedError(InputError):
    """The file that is to say what a model's tensors are is not there yet.

    Attributes:
        place: Its path.
        draft: What it could hold, to be filled in.
    """

    def __init__(self, key: str, *, found: str, place: str, draft: str) -> None:
        super().__init__(key, found=found)
        self.place = place
        self.draft = draft


class CalculationError(AddnormError):
    """The numbers were read, but the calculation has no answer for them."""


class OutputError(AddnormError):
    """The answer cannot be written to the place, or in the format, that was asked for."""
