"""How a missing library is installed beside the Python that runs, however that was set up."""

from __future__ import annotations

import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from shlex import join, quote

_NAME = "addnorm-cli"
_SOURCE = Path(__file__).parents[2]


def install_command(
    extra: str,
    *,
    python: str = sys.executable,
    prefix: Path = Path(sys.prefix),
    source: Path = _SOURCE,
) -> str:
    """What is typed in a shell to have an extra.

    Args:
        extra: The extra.
        python: The interpreter that runs.
        prefix: Its environment.
        source: The folder above the package.
    """
    if (prefix / "uv-receipt.toml").is_file():
        added = [word for library in _libraries(extra) for word in ("--with", library)]
        return join(["uv", "tool", "install", _NAME, *added])
    if (prefix / "pipx_metadata.json").is_file():
        return join(["pipx", "inject", _NAME, *_libraries(extra)])
    is_checkout = (source / "pyproject.toml").is_file()
    wanted = f"-e {quote(f'{source}[{extra}]')}" if is_checkout else f"'{_NAME}[{extra}]'"
    interpreter = quote(python or "python")
    if not python or find_spec("pip") is not None or not _is_made_by_uv(prefix):
        return f"{interpreter} -m pip install {wanted}"
    return f"uv pip install --python {interpreter} {wanted}"


def _libraries(extra: str) -> list[str]:
    """What an extra consists of; the project with that extra where nobody knows."""
    try:
        needed = metadata.requires(_NAME) or []
    except metadata.PackageNotFoundError:
        needed = []
    found = [each.partition(";") for each in needed]
    own = [
        name.strip() for name, _, when in found if f"extra == '{extra}'" in when.replace('"', "'")
    ]
    return own or [f"{_NAME}[{extra}]"]


def _is_made_by_uv(prefix: Path) -> bool:
    """Whether the environment is one of uv, which has no pip."""
    try:
        return "\nuv = " in "\n" + (prefix / "pyvenv.cfg").read_text("utf-8")
    except OSError:
        return False
