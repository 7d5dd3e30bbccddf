"""A parent that shares nothing with its children is refused, whatever its length; a free rewording is not."""

from __future__ import annotations

import pytest

from leadline.api import check
from leadline.core.text.messages import Child

ORDER = "Do not touch production before 18:00."
STORY = "The night train to Basel was cancelled because of ice on the overhead line."


def degenerate(parent: str, *children: str) -> list[tuple[str, float]]:
    report = check([Child(f"c{n}", text, "user") for n, text in enumerate(children)], parent)
    return [(f.severity, f.probability) for f in report.findings if f.kind == "degenerate"]


@pytest.mark.parametrize(
    "parent",
    [
        "x",
        "OK.",
        "Done.",
        '{"format":"leadline.draft/1"}',
        '{"ok": true, "items": []}',
        "Violets bloom by the river in March, and the swans come back early from far lakes.",
    ],
)
@pytest.mark.parametrize("child", [ORDER, STORY])
def test_nothing_shared_is_no_summary(parent: str, child: str) -> None:
    """A word, a blob of data, a text about something else."""
    report = check([Child("a", child, "user")], parent)
    assert not report.promoted
    assert degenerate(parent, child)[0][0] == "hard"


@pytest.mark.parametrize(
    ("parent", "child"),
    [
        ("Rail traffic stood still in the frost.", STORY),  # seven words in a free rewording: no more than a suspicion
        ("No Basel train.", STORY),
        ("18:00.", ORDER),  # a number is shared
        ("Prod untouched till six in the evening.", ORDER),  # a beginning of a word is
        ("Le nœud ne doit pas être redémarré.", "Do not restart the node before Friday."),  # another language
        ("本番環境には触れない。", ORDER),  # another script
        ("A greeting.", "Hi there, hello!"),  # what is replaced says next to nothing
    ],
)
def test_free_wording_and_other_languages_are_left_alone(parent: str, child: str) -> None:
    """Not sure, or nothing to compare."""
    assert all(severity != "hard" for severity, _ in degenerate(parent, child))


def test_one_child_of_many_is_enough() -> None:
    """Whatever any of them says is shared."""
    assert degenerate("Ice on the line.", ORDER, STORY) == []
