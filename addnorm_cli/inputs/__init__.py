"""Everything from the words of the command line, files and stdin to a Problem."""

from addnorm_cli.inputs.arguments import Argument, read_argument, read_vectors
from addnorm_cli.inputs.overrides import Overrides
from addnorm_cli.inputs.problems import Command, assemble, assemble_document
from addnorm_cli.inputs.reader import Reader

__all__ = [
    "Argument",
    "Command",
    "Overrides",
    "Reader",
    "assemble",
    "assemble_document",
    "read_argument",
    "read_vectors",
]
