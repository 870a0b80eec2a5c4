"""Vectors and matrices as people type and paste them: "0.8, 0.4", "1,2;3,4", what programs show."""

from addnorm_cli.inputs.literals.reader import parse_literal, starts_like_array

__all__ = ["parse_literal", "starts_like_array"]
