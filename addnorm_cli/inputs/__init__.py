"""Everything from the words of the command line, files and stdin to what was asked."""
