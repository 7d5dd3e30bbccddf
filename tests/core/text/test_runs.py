"""What is read run by run is what is read of the whole text, for every pattern that is read so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from leadline.core.signals.lexis import WORD, content_stems, stems_of
from leadline.core.signals.score_source import TOKEN, tokens_in
from leadline.core.text.words import content_words, words

PIECES = st.sampled_from(
    [" ", "\n", "\t", "\x1c", "\x85", "\xa0", "\u2003", "\u3000", "don't", "it’s", "'", "1,000", "17th", "3.5", "snake_case", "naïve", "必须", "ｆｕｌｌ", "—", "x-y", "ΣΑΣ", "fails"]
)  # fmt: skip
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=14).map("".join)


@settings(max_examples=200, deadline=None)
@example(text="1,000\u2003items don’t\x1cfail")
@given(text=TEXTS)
@pytest.mark.parametrize(
    ("by_runs", "whole"),
    [

        (tokens_in, TOKEN.findall),
        (lambda text: sorted(content_stems(text)), lambda text: sorted({s for w in WORD.findall(text) for s in stems_of(w)})),
        (content_words, lambda text: chain.from_iterable(map(content_words, words(text)))),
    ],
    ids=["tokens", "stems", "content"],
)  # fmt: skip
def test_runs_give_what_the_text_gives(
    by_runs: Callable[[str], Iterable[str]], whole: Callable[[str], Iterable[str]], text: str
) -> None:
    assert list(by_runs(text)) == list(whole(text))
