"""A plain page is made to be parsed."""
