"""What an agent says to itself before it corrects itself is no finding, and fills no room."""

from leadline.core.text.messages import Message, Part, child_of
from leadline.summarizers.candidates import candidates_of
from leadline.summarizers.musing import end_of_musing
from leadline.summarizers.port import ChildView

ALOUD = (
    "The first button has `px-4` because it has an icon. But there is also `mx-3` on the container... wait, that container is at the "
    "top level. Its text starts 12 pixels from the edge of the sidebar."
)


def leaf(*parts):
    return child_of(
        "n0", (Message("1", "user", (Part("text", "align the text"),), 1), Message("2", "assistant", parts, 2))
    )


def test_what_stands_in_front_of_a_self_correction_fills_nothing():
    child = leaf(Part("text", ALOUD), Part("tool_call", "edit sidebar", "edit"))
    weights = {c.text: c.weight for c in candidates_of(ChildView(child, (0, 1), ()))}
    assert not any("px-4" in text or "mx-3" in text for text in weights)
    assert any("12 pixels" in text for text in weights)


def test_the_same_words_in_a_report_stay():
    child = leaf(Part("text", ALOUD))
    assert any("px-4" in c.text for c in candidates_of(ChildView(child, (0, 1), ())))


def test_waiting_in_the_sense_of_the_word_is_no_correction():
    child = leaf(Part("text", "The jobs wait for the lock. I let them wait."), Part("tool_call", "ps", "bash"))
    assert end_of_musing(child, 1) == 0
