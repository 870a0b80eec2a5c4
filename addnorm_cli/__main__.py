"""The program: `addnorm`, or `python -m addnorm_cli`."""

import os
import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    _open_closed_streams()
    try:
        from addnorm_cli.cli.app import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def _open_closed_streams() -> None:
    """Put the null device where the shell has closed a stream (`>&-`) and Python has none."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


if __name__ == "__main__":
    main()
