"""The command line: the Typer app, its options, help and streams."""
