"""From a Trace to a program that works the same numbers."""
