"""From a Trace to JSON, CSV, npy and the bare result."""
