"""A last sentence without a full stop: broken off, or whole because its source ends there."""

from __future__ import annotations

import pytest

from leadline.core.signals.broken_off import find_broken

from .helpers import trial

CHILDREN = [
    "The ferry left the harbour at noon. It carried grain for the mill on the island.",
    "A storm came up behind the cape. The captain turned the ferry into the bay and waited for the calm evening. At dawn the miller took the grain from the old ferry.",
]  # fmt: skip
HEAD = "The ferry left with grain for the mill. A storm came up and the captain waited in the bay. "


@pytest.mark.parametrize(
    "last",
    [
        "In the morning the miller received the grain that he had asked for from the old ferry",
        "At dawn the miller took over the grain, which ended the long voyage of the ferry",
    ],
)
def test_only_the_full_stop_is_missing(last: str) -> None:
    assert find_broken(trial(CHILDREN, HEAD + last)) == []


@pytest.mark.parametrize(
    "last",
    [
        "The captain turned the ferry into the bay and waited there for calm",  # the source goes on behind it
        "At dawn the miller of the island finally took over the grain from the old",  # "old" waits for its noun
        "At dawn the miller once more",  # no sentence
        "At dawn the miller of the island finally took the grain from the",
    ],
)
def test_it_breaks_off(last: str) -> None:
    assert [f.kind for f in find_broken(trial(CHILDREN, HEAD + last))] == ["degenerate"]
