"""Changes told the wrong way round, in every shape in which a session shows an edit; and the tellings that are right."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.edits import find_turned_edits

from ..helpers import Text, found, trial

CALL: Text = (
    "assistant",
    'editor\npath: /srv/mill/panel.tsx\nold_text: <Dial size="dial-6" />\nnew_text: <Dial size="dial-4" />',
)
DIFF: Text = ("tool", 'edited panel.tsx\n-  <Dial size="dial-6" />\n+  <Dial size="dial-4" />\n')
MARKED: Text = (
    "assistant",
    "panel.py\n<<<<<<< ORIGINAL\nfeed = open_hopper()\n=======\nfeed = open_chute()\n>>>>>>> UPDATED\n",
)


@pytest.mark.parametrize(
    ("source", "parent"),
    [
        (CALL, "The dial went from dial-4 (24px) to dial-6 (36px)."),
        (DIFF, "`dial-4` was replaced by `dial-6` in the panel."),
        (MARKED, "In panel.py open_chute was replaced by open_hopper at the one place."),
        (MARKED, "The feed now uses open_hopper instead of open_chute."),
        (DIFF, "Dial: dial-4 -> dial-6."),
    ],
)
def test_a_change_told_the_wrong_way_round(source: Text, parent: str) -> None:
    assert found(find_turned_edits, [source], parent) == [("value_changed", "suspicion")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        ([CALL], "The dial went from dial-6 to dial-4."),
        ([DIFF], "`dial-6` was replaced by `dial-4`."),
        ([MARKED], "The feed uses open_chute instead of open_hopper."),
        # there and back again
        ([DIFF, ("tool", "-  <Dial size=\"dial-4\" />\n+  <Dial size=\"dial-6\" />\n")], "In the end the size went back from dial-4 to dial-6."),
        # nothing is reported
        ([DIFF], "The user asked whether dial-4 could be replaced by dial-6."),
        ([DIFF], "It was not changed from dial-4 to dial-6."),
        # no exact things
        ([("tool", "-left\n+right\n")], "The panel was moved from right to left of the dial."),
    ],
)  # fmt: skip
def test_a_change_told_as_it_was(children: list[Text], parent: str) -> None:
    assert found(find_turned_edits, children, parent) == []


def test_what_stands_in_an_edit_is_no_statement() -> None:
    """The old comment in an edit says the opposite of what holds afterwards."""
    edit: Text = (
        "assistant",
        "Edit\nold_string:\n// existing records of the mill are NOT overwritten\nnew_string:\n// existing records of the mill are overwritten\n",
    )
    assert [s.kind for s in trial([edit], "x").sentences if "NOT" in s.text] == ["code"]
