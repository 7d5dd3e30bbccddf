"""What people read is safe, aligned, and never loses an id."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.views.json import plain, to_json
from leadline.views.terminal import cut, one_line, paragraph, quote, table, visible, width


@given(st.text())
@settings(deadline=None)
def test_nothing_that_is_shown_acts_on_a_terminal(text: str) -> None:
    """No control character but newline and tab survives, and no lone surrogate."""
    shown = visible(text)
    assert all(ch.isprintable() or ch in "\n\t" or ch.isspace() for ch in shown)
    assert "\x1b" not in shown
    shown.encode("utf-8")
    assert "\n" not in one_line(text)


@given(st.text(), st.integers(min_value=4, max_value=60))
@settings(deadline=None)
def test_cut_text_fits(text: str, limit: int) -> None:
    """No more columns than asked for, wide characters counted."""
    assert width(cut(one_line(text), limit)) <= limit


@given(st.lists(st.text(alphabet="abc-.", min_size=1, max_size=30), min_size=1, max_size=20), st.integers(10, 60))
@settings(deadline=None)
def test_a_paragraph_keeps_every_word_whole(words: list[str], limit: int) -> None:
    """Lines joined again give the words; an id is never broken in two."""
    lines = paragraph(" ".join(words), indent="  ", limit=limit)
    assert " ".join(lines).split() == words
    assert all(width(line) <= limit or len(line.split()) == 1 for line in lines)


def test_a_long_quote_loses_its_middle_and_says_so() -> None:
    """Both ends stay, the gap is visible, and a short quote stays as it is."""
    shown = quote("begin " + "x" * 500 + " end", 60)
    assert shown.startswith('"begin')
    assert shown.endswith('end"')
    assert "…" in shown
    assert quote("retry after\n250 ms") == '"retry after 250 ms"'


def test_a_table_is_aligned_and_numbers_stand_right() -> None:
    """Columns line up whatever is in them."""
    assert table([("a", "n", "text"), ("longer", "5", "x"), ("b", "1,000", "y")], right=frozenset((1,))) == [
        "a           n  text",
        "longer      5  x",
        "b       1,000  y",
    ]


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
@settings(deadline=None)
def test_json_comes_back_as_it_went_in(value: object) -> None:
    """Also with lone surrogates, and whatever the encoding of the terminal."""
    assert json.loads(to_json(value)) == value
    assert json.loads(to_json(value, ascii_only=True)) == value
    to_json(value).encode("utf-8")
    assert to_json(value, ascii_only=True).isascii()


def test_json_refuses_what_it_has_no_word_for() -> None:
    """NaN is no number that a reader could compare, and an object is not silently its repr."""
    with pytest.raises(ValueError, match="Out of range float"):
        to_json({"score": float("nan")})
    with pytest.raises(TypeError, match="object"):
        plain(object())
