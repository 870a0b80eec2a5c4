"""What tests of checkpoints share; a module that imports it is skipped without the libraries."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT

_WITHOUT = "the extra `weights` is not installed"
_safetensors = pytest.importorskip("safetensors.numpy", reason=_WITHOUT)
ml_dtypes = pytest.importorskip("ml_dtypes", reason=_WITHOUT)
load_file, save_file = _safetensors.load_file, _safetensors.save_file

MODELS = ROOT / "tests/fixtures/models"
