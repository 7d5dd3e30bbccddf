"""Words that say little by themselves."""

from __future__ import annotations

import pytest

from leadline.core.signals.light_words import is_light


@pytest.mark.parametrize(
    "word", ["take", "took", "taken", "called", "naming", "appears", "someone", "usually", "including", "began"]
)
def test_light(word: str) -> None:
    assert is_light(word)


@pytest.mark.parametrize(
    "word", ["ferry", "approve", "delete", "failed", "owner", "not", "tuesday", "blocked", "callback"]
)
def test_not_light(word: str) -> None:
    """What somebody could be misled by is never light."""
    assert not is_light(word)
