"""The program: `addnorm`, or `python -m addnorm_cli`."""

import os
import sys

_INTERRUPTED = 130

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


def main() -> None:
    """Run the command line and leave with its exit code."""
    _end_on_interrupt()
    _open_closed_streams()
    from addnorm_cli.cli.app import run
    from addnorm_cli.cli.signals import EndedError, end

    code = 0
    try:
        code = run(sys.argv[1:])
    except EndedError as ended:
        end(ended.number)
    for stream in (sys.stdout, sys.stderr):
        _flush(stream)
    os._exit(code)  # taking modules down again takes a seventh of a small calculation


def _end_on_interrupt() -> None:
    """Let Ctrl-C end the program where it stands.

    An exception that meets an import is lost: modules turn it into errors of their own, and the
    interpreter drops it in callbacks. So it is one only while there is something to tidy up.
    """
    try:
        import signal

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
    except KeyboardInterrupt:
        os._exit(_INTERRUPTED)


def _open_closed_streams() -> None:
    """Put the null device where the shell has closed a stream (`>&-`) and Python has none."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def _flush(stream: "TextIO") -> None:
    """Write what is left, if there is room: who fails to write has said so."""
    try:  # noqa: SIM105 - nothing is imported before Ctrl-C is listened to
        stream.flush()
    except OSError:
        pass


if __name__ == "__main__":
    main()
