"""Gated patterns answer exactly as `re` does; the gate only saves time."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from leadline.core.facts import lexicon
from leadline.core.text.gates import Gated, gated

CUES = {name: cue for name in lexicon.__all__ if isinstance(cue := getattr(lexicon, name), Gated)}
PATTERNS = [
    *(cue.pattern for cue in CUES.values()),
    r"\b(?:must|may) not\b", r"^\W*(?:yes|no)\b", r"\bno [a-z-]+ (?:may|is)\b", r"(?<!\w)max(?:imum)?\b", r"\btr(?:y|ies) to\b", r"\[x\]|✅",
    r"\d+ of \d+|\bhalf\b", r"禁止|\bn't\b", r"\bkein\w{0,2}\b", r"\bun\w+\b", r"\w+ed\b", r"\bläuft\b|\bfür\b", r"\b(?:a|the )?dog\b", r"$", r"",
    r"\bno\s\w+|\bÄr\w+", r"[a-zä-ſ]+less\b", r"\s[-–]\s",
]  # fmt: skip
WORDS = sorted(
    {w for p in PATTERNS for w in re.findall(r"[^\W_]+", p)}
    | {"é", "ok", "n't", "x]", "[x", "12", "über", "noch", "ſure", "Kept", "İs", "_no", "no_", "3rd"}
)
PAIRS = {flags: [(gated(p, flags=flags), re.compile(p, flags)) for p in PATTERNS] for flags in (0, re.IGNORECASE)}
TEXTS = st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=3)), max_size=12).flatmap(
    lambda words: st.sampled_from([" ", "", "-", "'", ". ", "\n"]).map(lambda glue: glue.join(words))
)


@pytest.mark.parametrize("flags", [0, re.IGNORECASE])
@settings(max_examples=150, deadline=None)
@example(text="ſure it is done")
@example(text="Kept as it is: İt must not run")
@example(text="no\x1cmore, Fearless \x1f- ok")
@example(text="unbÄr no\u2003more")
@given(text=TEXTS)
def test_a_gate_never_hides_a_match(flags: int, text: str) -> None:
    for mine, theirs in PAIRS[flags]:
        for found, expected in ((mine.search(text), theirs.search(text)), (mine.match(text), theirs.match(text))):
            assert (found and found.span()) == (expected and expected.span()), theirs.pattern
        assert [m.span() for m in mine.finditer(text)] == [m.span() for m in theirs.finditer(text)]


def test_most_cues_are_gated_and_the_gate_closes() -> None:
    assert [name for name, cue in CUES.items() if cue.keys is None] == []
    assert not CUES["FAILED"].may_match("the quick brown fox jumps over the lazy dog")
    assert CUES["FAILED"].search("two tests failed") is not None


def test_positions_are_those_of_re() -> None:
    found = gated(r"\bnot\b").search("not now, not ever", 3)
    assert found is not None
    assert found.span() == (9, 12)
    assert gated(r"\bnot\b").search("now, not ever", 0, 6) is None
    assert gated(r"\bnot\b").search("not now, not ever, not so", 2, 12).span() == (9, 12)  # type: ignore[union-attr]


def test_a_word_of_two_letters_may_be_the_whole_text() -> None:
    assert CUES["CHATTER"].match("hi") is not None


def test_a_match_inside_a_word_of_another_script_is_found() -> None:
    assert CUES["HEDGE"].search("0000おそらく") is not None
    assert gated(r"\bkept\b").search("für — it’s kept") is not None


def test_a_pattern_may_be_gated_by_what_stands_inside_of_it() -> None:
    said = gated(r"\b[a-z]+ said\b", needs=r"\bsaid\b")
    assert said.search("nobody spoke") is None
    found = said.search("then anna said")
    assert found is not None
    assert found.span() == (5, 14)
