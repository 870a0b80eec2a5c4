"""A formula as a tree: it is written, filled with numbers, and computed."""
