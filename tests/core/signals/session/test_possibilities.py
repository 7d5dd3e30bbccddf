"""One of several possible reasons told as the reason; and reasons that are settled, hedged or stated."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.possibilities import find_picked

from ..helpers import Text, found

LISTED: Text = (
    "assistant",
    "The lamp on quay 4 stays dark. It could be because:\n- The relay is stuck from the frost\n- The fuse of the quay box has blown\n\nWant me to look?",
)
GUESSED: Text = ("assistant", "The pump stopped at noon. That might be due to silt or weed in the inlet.")
HIT = [("invented_cause", "suspicion")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        ([LISTED], "The lamp stays dark because the fuse of the quay box has blown."),
        ([LISTED], "The lamp stays dark due to the stuck relay."),
        ([GUESSED], "The pump stopped because the inlet is full of weed."),
    ],
)
def test_a_possible_reason_told_as_the_reason(children: list[Text], parent: str) -> None:
    assert found(find_picked, children, parent) == HIT


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        ([LISTED], "The lamp stays dark; possibly because the fuse of the quay box has blown."),
        ([LISTED], "Why the lamp stays dark is unresolved; one of the reasons listed is a stuck relay."),
        ([LISTED, ("tool", "quay box: the fuse has blown, 16 A")], "The lamp stays dark because the fuse of the quay box has blown."),
        ([LISTED, ("user", "that was it, the relay")], "The lamp stayed dark because the relay was stuck."),
        # the lead-in leaves nothing open
        ([("assistant", "The lamp is dark because:\n- the relay is stuck\n- the fuse has blown")], "The lamp is dark because the relay is stuck."),
        ([GUESSED], "That weed in the inlet stopped the pump is uncertain."),
        ([GUESSED, ("tool", "inlet camera: weed on the grille")], "The pump stopped because of weed in the inlet."),
        # the month, and a permission, are no guess
        ([("assistant", "Since 5 May the cow is milked by hand because she kicks.")], "The cow is milked by hand because she kicks."),
        ([("assistant", "All may sail again on the 9th, because the storm has gone.")], "They sail on the 9th because the storm has gone."),
    ],
)  # fmt: skip
def test_a_reason_that_stands(children: list[Text], parent: str) -> None:
    assert found(find_picked, children, parent) == []
