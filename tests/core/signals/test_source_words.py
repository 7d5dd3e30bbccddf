"""The children's words, cut once: the index that is made of them is that of the sentences as they stand."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.source_words import SourceWords
from leadline.core.text.messages import Child

PIECES = [
    "The valve",
    " failed. ",
    "ΟΔΟΣ.Α ",
    "İstanbul ",
    "Ｗｉｄｅ ",
    "API呼び出し",
    "。",
    "\n",
    "- ",
    "Straße ẞ ",
    "don’t ",
    "4,200 ",
    "won't ",
    "Maße. ",
    "é—",
]
TEXTS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=10).map("".join)


@given(st.lists(TEXTS, min_size=1, max_size=3), st.none() | TEXTS)
@example(["ΟΔΟΣ.Α failed. The valve failed."], "The valve holds. ΟΔΟΣ.Α")
def test_the_index_has_the_stems_of_each_sentence(texts: list[str], context: str | None) -> None:
    trial = Trial([Child(str(n), text) for n, text in enumerate(texts)], "It failed.", context=context)
    expected: dict[str, list[int]] = {}
    for number, sentence in enumerate(trial.sentences):
        for stem in content_stems(sentence.text):
            expected.setdefault(stem, []).append(number)
    assert trial.postings == expected
    assert all(trial.stem_counts[n] == len(s.stems) for n, s in enumerate(trial.sentences))


def test_sentences_within_a_span_are_those_of_its_child() -> None:
    source = SourceWords([("a", "One stands. Two stand."), ("b", "Three stand.")])
    assert source.within("a", (12, 14)) == {1}
    assert source.within("a", (0, 30)) == {0, 1}
    assert source.within("b", (0, 3)) == {2}
    assert source.within("c", (0, 3)) == set()
    assert source.places["stand"] == [1, 2]
