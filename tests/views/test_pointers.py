"""A sentence that points at an item by its number says nothing alone: the item goes with it, where it is one of the same message."""

import pytest

from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.pointers import with_what_is_pointed_at

LIST = (
    "It appears if:\n1. No -m was given\n2. The session is active\n3. The session has **new rows** or an old label\n\n"
)


def told(sentence, text=LIST):
    whole = f"{text}{sentence}"
    s = DraftSentence("state", sentence, (Evidence(2, len(text), len(whole)),), "assistant")
    return with_what_is_pointed_at([s], {2: whole})[0]


def test_the_item_stands_in_front_of_what_points_at_it_with_its_place():
    s = told("The key condition is #3: new rows.")
    assert s.text == "3. The session has **new rows** or an old label … The key condition is #3: new rows."
    assert (s.evidence[0].start, s.evidence[0].end) == (LIST.index("3."), LIST.index("\n\n"))
    assert told("Condition 2 is the session.").text.startswith("2. The session is active … ")


@pytest.mark.parametrize(
    "sentence",
    [
        "Issue #3 has new rows.",
        "See the commit “rows of test #3”.",
        "The key condition is #7.",
        "The bug is #3: a race.",
    ],
)
def test_numbers_of_other_things_and_items_of_other_lists_bring_nothing(sentence):
    assert told(sentence).text == sentence
