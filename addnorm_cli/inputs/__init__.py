"""Everything from the words of the command line, files and stdin to a Problem."""

from addnorm_cli.inputs.arguments import Argument, Stdin, read_argument, read_vectors
from addnorm_cli.inputs.overrides import Overrides
from addnorm_cli.inputs.problems import Command, assemble

__all__ = [
    "Argument",
    "Command",
    "Overrides",
    "Stdin",
    "assemble",
    "read_argument",
    "read_vectors",
]
