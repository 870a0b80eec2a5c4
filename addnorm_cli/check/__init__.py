"""A claim against a trace: right or not, where first, and which slip."""
