"""Words: what survives of two texts once form is out of the way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.core.text.words import content_words, flatten, lower_case, stem


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
