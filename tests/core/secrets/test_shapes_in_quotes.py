"""Keys behind what stands for a character: escapes of quoted text, percent codes, colours, a joint."""

from __future__ import annotations

import pytest

from leadline.core.secrets.redact import redact_text

KEY = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"


@pytest.mark.parametrize(
    "before", ["\\n", "\\t", "\\u003d", "%20", "%3D", "\\x1b[32m", "\x1b[1m", "prod_", "=", " ", "“", "("]
)
def test_a_key_behind_a_stand_in_is_hidden(before: str) -> None:
    shown = redact_text(f'"line one{before}{KEY}\\nline three"')
    assert KEY not in shown
    assert "[secret:" in shown


@pytest.mark.parametrize(
    "text",
    [
        "shpat_" + "0a1b2c3d" * 4,
        "hvs." + "CAESIJ8" * 5,
        "NRAK-" + "A1B2C3D4E" * 3,
        "lin_api_" + "aB3dE5fG" * 5,
        "curl -s -u deploy:rWf3o6BY0A0Q5QJ40T https://forge.example/api",
    ],
)
def test_more_makers_and_what_a_command_is_given(text: str) -> None:
    assert "[secret:" in redact_text(f"run {text} now")


@pytest.mark.parametrize(
    "text",
    [
        "task-list-of-the-whole-evening-crew",
        "\\task-list-of-the-whole-evening-crew",
        "curl -u deploy https://forge.example",
    ],
)
def test_words_that_hold_the_letters_stay(text: str) -> None:
    assert redact_text(text) == text
