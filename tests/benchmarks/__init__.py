"""Whole processes side by side, as ratios: `python -m tests.benchmarks`."""
