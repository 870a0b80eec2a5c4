"""Several problems worked: what each of them came to, or why it has no answer."""

from __future__ import annotations

from addnorm_cli.model.errors import AddnormError
from addnorm_cli.model.records import record, replaced
from addnorm_cli.trace.trace import Trace


@record
class Worked:
    """A problem that was worked.

    Attributes:
        number: Its number in the list, from 1.
        trace: The work.
        code: Whose problem it is, where the source says so, or "".
        name: The same as a name, or "".
    """

    number: int
    trace: Trace
    code: str = ""
    name: str = ""


@record
class Broken:
    """A problem that could not be worked.

    Attributes:
        number: Its number in the list, from 1.
        title: The reader's title, or None.
        error: What is wrong with it.
        code: Whose problem it is, where the source says so, or "".
        name: The same as a name, or "".
    """

    number: int
    title: str | None
    error: AddnormError
    code: str = ""
    name: str = ""


@record
class Workbook:
    """A list of problems, worked.

    Attributes:
        title: The reader's title, or None.
        entries: One for each problem, in the order of the list.
        student: Whose it is, or None where that is not known.
        code: Links sheet, key and marks of one student; "" where there is no class.
        date: The date that the sheet has, or "".
    """

    title: str | None
    entries: tuple[Worked | Broken, ...]
    student: str | None = None
    code: str = ""
    date: str = ""

    def worked(self) -> list[Worked]:
        """Those that have an answer."""
        return [entry for entry in self.entries if isinstance(entry, Worked)]

    def broken(self) -> list[Broken]:
        """Those that have none."""
        return [entry for entry in self.entries if isinstance(entry, Broken)]


@record
class Classroom:
    """The lists of all students.

    Attributes:
        title: The title of what is written about all of them.
        workbooks: One for each student, in the order of the roster.
    """

    title: str | None
    workbooks: tuple[Workbook, ...]

    def as_one(self) -> Workbook:
        """All answers in one list, the students' one after the other."""
        entries = tuple(
            replaced(entry, code=workbook.code, name=workbook.student or "")
            for workbook in self.workbooks
            for entry in workbook.entries
        )
        return Workbook(self.title, entries)
