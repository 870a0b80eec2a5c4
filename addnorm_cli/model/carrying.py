"""The names of the ways to carry numbers: how they are rounded by hand, and the machine's types."""

ROUNDINGS: dict[str, str] = {
    "half-up": "ROUND_HALF_UP",
    "half-even": "ROUND_HALF_EVEN",
    "truncate": "ROUND_DOWN",
}
"""What each way of rounding is called in the module `decimal`."""
MACHINE_TYPES = ("float64", "float32", "float16", "bfloat16")
