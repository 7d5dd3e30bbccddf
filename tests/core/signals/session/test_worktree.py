"""What git printed of the working tree against what a summary says of it."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.worktree import find_other_worktree

from ..helpers import Text, found

SAID: Text = ("assistant", "The recipe is staged, I look at the branch.\nexec git status --short --branch")
SHORT: Text = ("tool", "## kitchen...origin/kitchen [behind 5]\n M soup/leek.md\n D soup/old.md\n?? notes.txt\n")
LONG: Text = (
    "tool",
    "On branch kitchen\nYour branch is ahead of 'origin/kitchen' by 2 commits.\n\nChanges not staged for commit:\n  (use \"git add <file>...\")\n\tmodified:   soup/leek.md\n\nUntracked files:\n\tnotes.txt\n",
)  # fmt: skip


@pytest.mark.parametrize(
    ("status", "parent", "kind"),
    [
        (SHORT, "The recipe was already staged.", "status_changed"),
        (LONG, "The changes to leek.md are staged.", "status_changed"),
        (SHORT, "The working tree is clean.", "status_changed"),
        (LONG, "leek.md is untracked.", "status_changed"),
        (SHORT, "The untracked file soup/leek.md stays out.", "status_changed"),
        (SHORT, "kitchen is four commits behind origin/kitchen.", "value_changed"),
        (LONG, "The branch is ahead of origin/kitchen by 3 commits.", "value_changed"),
    ],
)
def test_git_printed_otherwise(status: Text, parent: str, kind: str) -> None:
    assert found(find_other_worktree, [SAID, status], parent) == [(kind, "suspicion")]


@pytest.mark.parametrize(
    ("more", "parent"),
    [
        (("assistant", "exec git add soup"), "The changes to leek.md are staged."),
        (("tool", "## kitchen\nM  soup/leek.md"), "The changes to leek.md are staged."),
        (("tool", "nothing to commit, working tree clean"), "The working tree is clean."),
        (("tool", "## kitchen...origin/kitchen [ahead 1, behind 4]"), "kitchen is four commits behind origin/kitchen."),
        (("tool", "4\n"), "kitchen is four commits behind origin/kitchen."),
        # nothing of the kind is said, or it is said of something else
        (SHORT, "The assistant described the recipe as staged, yet git lists it as not staged."),
        (SHORT, "Nothing is staged."),
        (SHORT, "notes.txt is untracked."),
        (SHORT, "kitchen is five commits behind."),
        (SHORT, "kitchen is 22 commits behind main."),
        (SHORT, "It checks whether unrelated files overlap with staged ones."),
    ],
)
def test_git_printed_the_same_or_nothing_is_said(more: Text, parent: str) -> None:
    assert found(find_other_worktree, [SAID, SHORT, more], parent) == []


def test_what_is_added_afterwards_was_not_already_staged() -> None:
    add: Text = ("assistant", "exec git add soup")
    assert found(find_other_worktree, [SAID, SHORT, add], "The recipe was already staged.") == [
        ("status_changed", "suspicion")
    ]
    assert found(find_other_worktree, [add, SAID, SHORT], "The recipe was already staged.") == []


def test_without_a_status_the_saying_stands() -> None:
    assert found(find_other_worktree, [SAID], "The recipe was already staged in git.") == []
