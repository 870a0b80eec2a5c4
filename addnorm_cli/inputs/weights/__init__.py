"""Real weights: from a checkpoint file, and the config.json beside it, to a block problem."""
