"""Acts of the trade that no source shows; and those that a command, its output or a report shows."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.commands import find_unshown

from ..helpers import Text, found

STATUS: Text = (
    "tool",
    'On branch dials\nChanges to be committed:\n  modified: panel.tsx\nno changes added to commit (use "git add" and/or "git commit -a")\n  (use "git push" to publish your local commits)',
)
ASKED: list[Text] = [("user", "Commit it and push, then open a pull request."), ("assistant", "First git add."), STATUS]


@pytest.mark.parametrize(
    "parent",
    [
        "panel.tsx was staged and committed on dials.",
        "The change was pushed to origin.",
        "A commit was made on the branch.",
        "The dials are smaller; the change is now on the remote.",
        "The agent opened a pull request.",
    ],
)
def test_an_act_that_no_source_shows(parent: str) -> None:
    assert found(find_unshown, ASKED, parent) == [("status_changed", "suspicion")]


@pytest.mark.parametrize(
    ("more", "parent"),
    [
        (("assistant", "exec git commit -m dials"), "The change was committed."),
        (("tool", "[dials 31bd2f0] smaller dials"), "It was committed as 31bd2f0."),
        (("assistant", "I committed it."), "The change was committed."),
        (("assistant", "git push origin dials"), "The branch was pushed."),
        (("tool", "remote: https://forge.example/mill/pull/12"), "A pull request was opened."),
        # nothing is claimed
        (STATUS, "Nothing was committed."),
        (STATUS, "It still has to be committed and pushed."),
        (STATUS, "The user asked that it be committed."),
    ],
)
def test_an_act_that_is_shown_or_not_claimed(more: Text, parent: str) -> None:
    assert found(find_unshown, [*ASKED, more], parent) == []


def test_crimes_are_committed_elsewhere() -> None:
    assert (
        found(
            find_unshown, ["He served nine years for a theft."], "He served nine years for a theft that he committed."
        )
        == []
    )


def test_what_is_pushed_away_needs_no_command() -> None:
    assert found(find_unshown, ["The branch office keeps the diary."], "Talk 3 pushed talk 0 away from 11:30.") == []
