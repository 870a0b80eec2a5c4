"""Every error that a test of this room meets must be sayable, with the facts it really carries."""

from __future__ import annotations

import pytest

from addnorm_cli.messages import LANGUAGES, has, say
from addnorm_cli.model.errors import AddnormError, Excerpt, InputError


@pytest.fixture(autouse=True)
def every_error_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say each InputError in every language when it is made."""

    def make_and_say(
        self: InputError,
        key: str,
        *,
        where: str | None = None,
        excerpt: Excerpt | None = None,
        **facts: object,
    ) -> None:
        AddnormError.__init__(self, key, where=where, excerpt=excerpt, **facts)
        for language in LANGUAGES:
            assert say(language, f"error.{key}", **facts)
            told = {"command": "pip", **facts}  # what installs an extra here, as a report says it
            assert not has(f"hint.{key}") or say(language, f"hint.{key}", **told)

    monkeypatch.setattr(InputError, "__init__", make_and_say)
