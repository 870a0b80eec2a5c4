"""Which language is chosen."""

from __future__ import annotations

import pytest

from addnorm_cli.messages.language import choose_language, option_value
from addnorm_cli.model.errors import InputError


@pytest.mark.parametrize(
    ("argv", "environment", "language"),
    [
        pytest.param([], {}, "en", id="nothing said"),
        pytest.param([], {"LANG": "zh_CN.UTF-8"}, "zh", id="locale"),
        pytest.param([], {"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en", id="LC_ALL wins"),
        pytest.param([], {"LC_ALL": "", "LC_MESSAGES": "zh_TW"}, "zh", id="empty counts as unset"),
        pytest.param([], {"LANG": "zh_CN", "ADDNORM_LANG": "en"}, "en", id="our own variable"),
        pytest.param([], {"ADDNORM_LANG": "fr", "LANG": "zh_CN"}, "zh", id="unknown value"),
        pytest.param(["--lang", "zh"], {"ADDNORM_LANG": "en"}, "zh", id="option"),
        pytest.param(["x", "--lang=zh"], {}, "zh", id="option with ="),
        pytest.param(["--", "--lang", "zh"], {}, "en", id="after --"),
    ],
)
def test_language(argv: list[str], environment: dict[str, str], language: str) -> None:
    assert choose_language(argv, environment) == language


def test_a_language_that_we_do_not_speak_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        choose_language(["--lang", "fr"], {})
    assert caught.value.where == "--lang"


def test_a_missing_value_is_left_to_the_parser() -> None:
    assert option_value(["--lang"], "--lang") is None
