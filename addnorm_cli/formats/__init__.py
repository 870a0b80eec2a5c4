"""From a Page to a terminal, a pipe or a document."""
