"""From a Trace to a Page: what stands on it, in which order, in which words."""
