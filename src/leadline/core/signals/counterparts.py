"""The number of the sources that stands where a number of the parent stands.

In: a trial, a clause of the parent and one of its numbers, which no child has. Out: the place of the number that the best evidence
has instead (same unit, same word behind or before it), or that it sets the same thing to; None where no place answers.
"""

from __future__ import annotations

import re

from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import WORD, stem
from leadline.core.signals.quantities import Quantity, key_of, scan
from leadline.core.text.words import STOP_WORDS

__all__ = ["find_counterpart", "find_halfway", "find_setting", "word_before"]

_HALFWAY_HITS = 4
_HALFWAY_NUMBERS = 12  # more of them have a middle everywhere
_HALFWAY_SHARE = 0.3  # numbers further apart are no two tellings of one thing


def find_counterpart(trial: Trial, clause: Passage, number: Quantity) -> tuple[int, int, int, bool] | None:
    """The number of the best evidence that stands where the parent's does: same unit, or the same word after it."""
    noun = stem(number.noun) if len(number.noun) > 2 else ""
    before = word_before(trial.parent, number.start)
    for hit in trial.align(clause, 3):
        if hit.score < 0.3:
            break
        sentence = trial.sentences[hit.sentence]
        for other in scan(sentence.text):
            if any(key_of(v) == key_of(w) for v in other.values for w in number.values):
                continue
            unit = number.unit is not None and other.unit is not None and other.unit.dimension == number.unit.dimension
            named = bool(noun) and number.unit is None and stem(other.noun) == noun
            follows = (
                bool(before)
                and word_before(sentence.text, other.start) == before
                and (number.unit is None) == (other.unit is None)
            )
            if unit or named or follows:
                stop = other.stop if other.unit else other.end
                return sentence.owner, sentence.start + other.start, sentence.start + stop, named and follows
    return None


# A bare number here is what something is set to and no count of things: "the limit stays at 9", "retry.max = 9".
_SET_TO = re.compile(
    r"(?:\b(?:is|are|was|stays?|remains?|kept|set|limit(?:ed)?|at|to|auf|bei|beträgt|est|es|son)|[=:])\s+$"
)
_SHARED_STEMS = 2


def find_setting(trial: Trial, clause: Passage, number: Quantity) -> tuple[int, int, int, bool] | None:
    """The one other number that the sources set the same thing to, where the parent's number is a setting as well."""
    text = trial.parent
    if _counts(number) or not _SET_TO.search(text, max(0, number.start - 16), number.start):
        return None
    for hit in trial.align(clause, 2):
        sentence = trial.sentences[hit.sentence]
        if len(clause.stems & sentence.stems) < _SHARED_STEMS:
            continue
        settings = [
            q for q in scan(sentence.text)
            if q.unit is None and not _counts(q) and _SET_TO.search(sentence.text, max(0, q.start - 16), q.start)
        ]  # fmt: skip
        if len(settings) == 1:
            found = settings[0]
            return sentence.owner, sentence.start + found.start, sentence.start + found.end, True
    return None


def _counts(number: Quantity) -> bool:
    """Whether a noun follows, so that the number may be a count of it."""
    return bool(number.noun) and number.noun.lower() not in STOP_WORDS


def word_before(text: str, at: int) -> str:
    """The stem of the word in front of `at`, "" where there is none or a number."""
    words = WORD.findall(text[max(0, at - 30) : at])
    return stem(words[-1]) if words and not words[-1].isdigit() else ""


def find_halfway(trial: Trial, clause: Passage, sentence: Passage, number: Quantity) -> tuple[int, int, int] | None:
    """The first of two numbers of the evidence between which the parent's stands exactly halfway: a middle nobody gave."""
    value = number.values[0]
    dimension = number.unit.dimension if number.unit else ""
    found: list[tuple[float, int, int, int]] = []
    hits = {hit.sentence for hit in (*trial.align(clause, _HALFWAY_HITS), *trial.align(sentence, _HALFWAY_HITS))}
    for place in sorted(hits):
        said = trial.sentences[place]
        for q in scan(said.text):
            if (q.unit.dimension if q.unit else "") == dimension and (
                not q.unit or not number.unit or q.unit.factor == number.unit.factor
            ):
                found.append(
                    (q.values[0], said.owner, said.start + q.start, said.start + (q.stop if q.unit else q.end))
                )
    if len(found) > _HALFWAY_NUMBERS:
        return None
    for i, (a, owner, start, end) in enumerate(found):
        for b, *_ in found[i + 1 :]:
            wide = abs(a - b) > 2 or (number.decimals and a != b)
            if wide and abs((a + b) / 2 - value) < 1e-6 and min(a, b) >= _HALFWAY_SHARE * max(a, b):
                return owner, start, end
    return None
