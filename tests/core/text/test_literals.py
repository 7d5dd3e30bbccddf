"""Many literals at once: the same answer as one `in` after the other."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from leadline.core.secrets.shapes import SHAPES
from leadline.core.text.literals import Literals

CUES = sorted({cue for shape in SHAPES for cue in shape.cues})
MORE = ("_", "-a", "a-", "ab-", "-abc", "a_b-c", "", "key", "api key", "k", ".x", "xy.z.")
TEXTS = st.lists(st.one_of(st.sampled_from([*CUES, *MORE]), st.text("abcek_-. y1", max_size=4)), max_size=8).map(
    "".join
)


@given(TEXTS)
@example("glpat_1-us1 sb_secret_.atlasv1.")
@example("-us12-us7")
def test_the_literals_of_a_text_are_those_that_stand_in_it(text: str) -> None:
    assert Literals(CUES).within(text) == {cue for cue in CUES if cue in text}
    assert Literals(MORE).within(text) == {literal for literal in MORE if literal in text}
