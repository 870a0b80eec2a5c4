"""What installs a missing library: it names what works where the program runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from addnorm_cli.page import installing
from addnorm_cli.page.installing import install_command

PYTHON = "/opt/my env/bin/python"
NEEDED = ["numpy>=2", 'typst>=0.14.7; extra == "export"', "orjson>=3.10; extra == 'fast'"]


def asked(tmp_path: Path, python: str = PYTHON) -> str:
    return install_command("export", python=python, prefix=tmp_path, source=tmp_path / "lib")


def without_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installing, "find_spec", lambda name: None)


def test_the_interpreter_that_runs_is_named(tmp_path: Path) -> None:
    assert asked(tmp_path) == "'/opt/my env/bin/python' -m pip install 'addnorm-cli[export]'"
    assert asked(tmp_path, "") == "python -m pip install 'addnorm-cli[export]'"


def test_a_checkout_is_installed_from_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/pyproject.toml").touch()
    assert asked(tmp_path).startswith("'/opt/my env/bin/python' -m pip install -e ")
    assert asked(tmp_path).endswith(f"'{tmp_path}/lib[export]'")


def test_a_tool_of_uv_is_installed_again_with_the_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "uv-receipt.toml").touch()
    monkeypatch.setattr("importlib.metadata.requires", lambda name: NEEDED)
    assert asked(tmp_path) == "uv tool install addnorm-cli --with 'typst>=0.14.7'"


def test_an_application_of_pipx_has_the_libraries_injected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pipx_metadata.json").touch()
    monkeypatch.setattr("importlib.metadata.requires", lambda name: NEEDED)
    assert asked(tmp_path) == "pipx inject addnorm-cli 'typst>=0.14.7'"
    monkeypatch.setattr("importlib.metadata.requires", lambda name: None)
    assert asked(tmp_path) == "pipx inject addnorm-cli 'addnorm-cli[export]'"


def test_an_environment_of_uv_has_no_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_pip(monkeypatch)
    (tmp_path / "pyvenv.cfg").write_text("home = /usr/bin\nuv = 0.8.0\n", "utf-8")
    command = "uv pip install --python '/opt/my env/bin/python' 'addnorm-cli[export]'"
    assert asked(tmp_path) == command


def test_an_environment_without_pip_that_is_not_of_uv_is_told_of_pip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_pip(monkeypatch)
    assert asked(tmp_path) == "'/opt/my env/bin/python' -m pip install 'addnorm-cli[export]'"
