"""A bar on stderr for work that takes a while, where somebody is there to see it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from addnorm_cli.cli.signals import tidying_up
from addnorm_cli.messages import Language, say
from addnorm_cli.work import Watch


@contextmanager
def progress(key: str, total: int, language: Language, *, most: int) -> Iterator[Watch | None]:
    """A bar that is told how much is done.

    Args:
        key: The sentence beside it.
        total: How much there is to do.
        language: The language of the sentence.
        most: As much as this is done without a bar.
    """
    if total <= most or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    # a bar hides the cursor, and has to bring it back
    with tidying_up(), Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say(language, key), total=total)
        yield lambda number: bar.update(task, completed=number)
