"""The sample problems: where they are, in a checkout and in an installed package."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent.parent


def folder() -> Path:
    """The folder of the samples."""
    installed = _PACKAGE / "samples"
    return installed if installed.is_dir() else _PACKAGE.parent / "samples"


def names() -> list[str]:
    """The names of all samples, without their endings."""
    return sorted(path.stem for path in folder().glob("*.json"))


def path_of(name: str) -> Path | None:
    """The file of a sample, by its name with or without .json; None where there is none."""
    stem = name.removesuffix(".json")
    return folder() / f"{stem}.json" if stem in names() else None
