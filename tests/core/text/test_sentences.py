"""Sentences: exact offsets, blocks before sentences, nothing protected is cut."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.growth import grows_linearly

from leadline.core.text.sentences import LENGTH_MAX, split_sentences


def pieces(text):
    return [text[s.start : s.end] for s in split_sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It failed. Try again!", ["It failed.", "Try again!"]),
        ("Upgrade to v2.1.3 now. See cmd/cli/main.go for more.", ["Upgrade to v2.1.3 now.", "See cmd/cli/main.go for more."]),
        ("Take e.g. this one. And that.", ["Take e.g. this one.", "And that."]),
        ("Dr. Weber agreed. Good.", ["Dr. Weber agreed.", "Good."]),
        ("It rose by 0.5 percent. Fine.", ["It rose by 0.5 percent.", "Fine."]),
        ("Stop after the update to 5.0. Three tickets wait.", ["Stop after the update to 5.0.", "Three tickets wait."]),
        ("Am 22. August ist Schluss. Danach nicht.", ["Am 22. August ist Schluss.", "Danach nicht."]),
        ("Run `a. b. c` twice. Then stop.", ["Run `a. b. c` twice.", "Then stop."]),
        ("設定を変更しないでください。期限は3月です。", ["設定を変更しないでください。", "期限は3月です。"]),
        ("He said \"no.\" She left.", ["He said \"no.\"", "She left."]),
        ("", []),
        ("   \n\t\n", []),
    ],
)  # fmt: skip
def test_prose_is_cut_at_sentence_ends_only(text, expected):
    """A full stop inside of a version, path, abbreviation, decimal, date or backticks ends nothing."""
    assert pieces(text) == expected


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("# Title of it", "heading"),
        ("- one item", "bullet"),
        ("3. third item", "bullet"),
        ("| a | b |", "table"),
        ("2026-03-06T09:14:22 WARN it is slow", "log"),
        ('{"a": 1, "b": [2]}', "data"),
        ("<system-reminder>", "data"),
        ("return x + 1;", "code"),
        ("def main(argv):", "code"),
        ("    12\timport os", "code"),
        ("+ added this line", "code"),
        ("    at run (src/index.js:12:4)", "code"),
        ("Just a line of talk", "prose"),
        ("return to the shop tomorrow", "prose"),
        ("class of 1999", "code"),
    ],
)
def test_a_line_decides_its_block(line, kind):
    """Blocks are read off the line itself; the last row is a known miss that costs nothing."""
    assert [s.kind for s in split_sentences(line)] == [kind]


def test_fenced_lines_are_code_whatever_they_say():
    text = "Before.\n```\nDo not do this. Never.\n```\nAfter it."
    assert [s.kind for s in split_sentences(text)] == ["prose", "code", "code", "code", "prose"]


def test_wrapped_prose_is_one_sentence_and_short_lines_are_not():
    wrapped = (
        "The pool on the primary was exhausted because the nightly export\nholds its connections for an hour. Next."
    )
    assert pieces(wrapped)[0].endswith("for an hour.")
    assert len(pieces("Name of it\nvalue of it")) == 2


def test_a_very_long_line_is_cut_on_a_token_edge():
    text = "x" * 30 + " " + "word " * 2000
    parts = split_sentences("{" + text)
    assert all(p.end - p.start <= LENGTH_MAX for p in parts)
    assert all(("{" + text)[p.start : p.end].split()[-1] in ("word", "x" * 30) for p in parts)


MIXED = st.lists(
    st.sampled_from(
        ["It failed. ", "v1.2.3 ", "\n", "\n\n", "- a ", "```", "|x|", "{", "。", "`a. b` ", "# h", "   ", "e.g. ", "\u2028", "ß", "1. ", "\t", "\r\n", "é!"]
    ),
    max_size=40,
).map("".join)  # fmt: skip


@settings(deadline=None)
@given(st.one_of(st.text(max_size=300), MIXED))
def test_sentences_cover_the_text_in_order(text):
    """Sentences never overlap, carry no white space at their ends, and leave only white space between them."""
    last = 0
    for start, end, _ in split_sentences(text):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        assert not text[last:start].strip()
        last = end
    assert not text[last:].strip()


@pytest.mark.parametrize("unit", [" ", "a", ". ", "`", "a.", "\n", "(((("])
def test_hostile_repetition_stays_linear(unit):
    """Four times the text costs nowhere near sixteen times the time."""
    assert grows_linearly(split_sentences, lambda n: unit * (n // len(unit)), 40_000, 4)
