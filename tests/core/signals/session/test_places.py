"""Changes put into a file that the edit did not touch; and those told of the right one."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.places import find_other_files

from ..helpers import Text, found

EDIT: Text = (
    "assistant",
    'editor\npath: /srv/mill/panel.tsx\nold_text: <Dial className="px-3" />\nnew_text: <Dial className="px-3 pl-0" />',
)
DIFF: Text = ("tool", "edit:/srv/mill/panel.tsx\n-  size_limit = 4\n+  size_limit = 9\n")
SEEN: Text = ("tool", "buttons.tsx defines the variants.")


@pytest.mark.parametrize(
    ("edit", "parent"),
    [
        (EDIT, "pl-0 was added to the variant in buttons.tsx."),
        (DIFF, "`size_limit` was changed in buttons.tsx."),
    ],
)
def test_a_change_in_another_file(edit: Text, parent: str) -> None:
    assert found(find_other_files, [SEEN, edit], parent) == [("identifier_swapped", "suspicion")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        ([SEEN, EDIT], "pl-0 was added in panel.tsx."),
        ([SEEN, EDIT, ("assistant", "buttons.tsx has pl-0 as well.")], "pl-0 was added in buttons.tsx."),
        ([SEEN, EDIT], "pl-0 was not added in buttons.tsx."),
        ([SEEN, EDIT], "The user asked that pl-0 be added in buttons.tsx."),
        ([SEEN, ("assistant", "old_text: a_b\nnew_text: c_d\n")], "c_d was added in buttons.tsx."),
        ([EDIT], "pl-0 was added in a file like dials.tsx."),
    ],
)  # fmt: skip
def test_the_file_of_the_edit_or_none(children: list[Text], parent: str) -> None:
    assert found(find_other_files, children, parent) == []
