"""Several problems worked: what each of them came to, or why it has no answer."""

from __future__ import annotations

from addnorm_cli.errors import AddnormError
from addnorm_cli.records import record
from addnorm_cli.trace import Trace


@record
class Answer:
    """One problem of a list.

    Attributes:
        number: Its number, from 1.
        outcome: The worked problem, or what is wrong with it.
        title: The reader's title, or None.
    """

    number: int
    outcome: Trace | AddnormError
    title: str | None = None


@record
class Workbook:
    """A list of problems, worked.

    Attributes:
        title: The reader's title, or None.
        answers: One for each problem, in the order of the list.
        student: Whose it is, or None where that is not known.
    """

    title: str | None
    answers: tuple[Answer, ...]
    student: str | None = None

    def broken(self) -> list[Answer]:
        """Those that have no answer."""
        return [answer for answer in self.answers if isinstance(answer.outcome, AddnormError)]
