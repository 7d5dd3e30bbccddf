"""Words: what survives of two texts once form is out of the way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.core.text.words import content_words, even, flatten, lower_case, stem


@pytest.mark.parametrize(
    ("a", "b"),
    [("fails", "failed"), ("deploy", "deployed"), ("policies", "policy"), ("tests", "test"), ("migrating", "migration"), ("peeking", "peek"), ("stopped", "stop")],
)  # fmt: skip
def test_inflections_share_a_stem(a, b):
    assert stem(a) == stem(b)


@pytest.mark.parametrize(("a", "b"), [("port", "post"), ("error", "terror"), ("class", "clash"), ("id", "is")])
def test_other_words_do_not(a, b):
    assert stem(a) != stem(b)


def test_markdown_and_white_space_do_not_count():
    assert flatten("**Done:**  the `fix`\n  is in") == flatten("Done: the fix is in")
    assert flatten("- item “x”") == flatten('* item "x"')


def test_content_words_drop_function_words_and_pair_characters():
    assert content_words("Do not restart the billing service") == ["restart", "bill", "servic"]
    assert content_words("再起動") == ["再起", "起動"]


@settings(deadline=None)
@given(st.text(max_size=80))
def test_lower_case_keeps_offsets(text):
    assert len(lower_case(text)) == len(text)
    assert flatten(flatten(text)) == flatten(flatten(flatten(text)))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("1:45\u202fpm", "1:45 pm"),
        ("30\u00a0s", "30 s"),
        ("16\u2009395", "16 395"),
        ("a\u3000b", "a b"),
        ("３０％", "30%"),
        ("ＯＲＡ－１２", "ORA-12"),
        ("x\u20115", "x-5"),
    ],
)
def test_every_space_is_a_space_and_a_full_width_digit_a_digit(a, b):
    assert even(a) == b
    assert content_words(a) == content_words(b)
    assert flatten(a) == flatten(b)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_evening_moves_nothing(text):
    assert len(even(text)) == len(text)
    assert even(even(text)) == even(text)
