"""Dates and times are looked for at numbers only; what is found is what the patterns find everywhere."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from leadline.core.signals import moments, quantities
from leadline.core.text.openings import opened

TEXTS = st.lists(
    st.sampled_from(
        ["May", "may ", "Jan", "Sept", "Größe", "october", "Dez.", " ", "1", "12", "2024", "3", "/", ".", "-", ":", "h", "am", " pm", "Uhr", "点", "月",
         "日", "th", "de ", "_", "x", "é", ",", "août", "\n", "５", "kg", " 000", "'"]
    ),
    max_size=12,
).map("".join)  # fmt: skip


@given(TEXTS)
@example("on May 3 2024 May 4")
def test_moments_begin_where_they_are_tried(text: str) -> None:
    for pattern in (moments._ISO, moments._DMY, moments._D_MONTH, moments._CLOCK, moments._HOUR):
        assert [m.span() for m in opened(pattern, moments._NUMBER, text)] == [m.span() for m in pattern.finditer(text)]
    found = [m.span() for m in moments._months_before_days(text)]
    assert found == [m.span() for m in moments._MONTH_D.finditer(text)]
    numbers = [m.span() for m in quantities.NUMBER.finditer(text)]
    assert [m.span() for m in opened(quantities.NUMBER, quantities._DIGITS, text)] == numbers
