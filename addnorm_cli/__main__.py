"""The program: `addnorm`, or `python -m addnorm_cli`."""

import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    from addnorm_cli.app import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
