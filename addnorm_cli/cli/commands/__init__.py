"""One module for each command: read, calculate, emit."""
