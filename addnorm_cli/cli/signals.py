"""Ctrl-C and SIGTERM while something is half done: it is tidied up before the program ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_INTERRUPTED = 130
_ENDS = ("SIGINT", "SIGTERM", "SIGHUP")


class EndedError(BaseException):
    """The program was told to end while it had something to tidy up.

    Attributes:
        number: The signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def end(number: int) -> None:
    """End as a signal ends a program that knows nothing of it, but without words."""
    if number == signal.SIGINT:
        os._exit(_INTERRUPTED)
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


@contextmanager
def tidying_up() -> Iterator[None]:
    """Let what stands within tidy up after itself where a signal ends the program.

    Raises:
        EndedError: A signal has come.
    """
    known = [getattr(signal, name) for name in _ENDS if hasattr(signal, name)]
    before = {each: signal.getsignal(each) for each in known}
    obeyed = [each for each in known if before[each] is not signal.SIG_IGN]

    def stop(number: int, _: Any) -> None:
        for each in obeyed:  # no second one disturbs the tidying up
            signal.signal(each, signal.SIG_IGN)
        raise EndedError(number)

    try:
        for each in obeyed:
            signal.signal(each, stop)
        yield
    finally:
        for each in obeyed:
            signal.signal(each, before[each])
