"""The Python functions, and the Trace that they give."""
