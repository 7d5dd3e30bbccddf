"""What a clause may be turned round at: the words that have an opposite, their side, and whether a negation turns them.

In: the words of a clause. Out: readings. A word belongs to pairs ("enabled", "disabled"), is a verb that may be denied ("was not tested"), or has its
denial in front ("unsigned"). Only the verb or predicate of a clause is read; where a negation stands that is not its own, nothing is.
"""

from __future__ import annotations

from typing import NamedTuple

from leadline.core.signals.lexis import STOP, stems_of
from leadline.core.signals.moods import NO
from leadline.core.signals.opposites import STATES, TURNS, prefixed
from leadline.core.signals.state_words import AUX, LIGHT, PREPOSITION
from leadline.core.signals.verbs import forms_of, is_participle, is_past, verb_key
from leadline.core.text.kept import Table
from leadline.core.text.words import word_set

__all__ = ["PAIR_STEMS", "SIDES", "Reading", "readings_of", "says_of"]

SIDES: dict[str, list[tuple[str, int]]] = {}
for _n, _row in enumerate((*TURNS, *STATES)):
    for _sign, _side in zip((1, -1), _row.split("|"), strict=True):
        for _w in _side.split():
            SIDES.setdefault(verb_key(_w), []).append((f"pair {_n}", _sign))
PAIR_STEMS = {
    f"pair {n}": frozenset(
        s for w in row.replace("|", " ").split() for form in forms_of(verb_key(w)) for s in stems_of(form)
    )
    for n, row in enumerate((*TURNS, *STATES))
}
_SCOPE = 3  # words before a word in which a negation is its own
_GOVERNING = frozenset(
    map(verb_key, ("want", "need", "have", "like", "seem", "think", "know", "mean", "expect", "plan", "say", "do"))
)
_AUXILIARY = AUX | word_set("do does did can could will would may might must be been isn't stays")
_THROUGH = word_set("be been being yet ever also any even so")
_HIDDEN = word_set(
    "without nor neither 0 zero hardly barely fails failed refuses refused skipped lacks lacking missing out empty free unable dislikes"
)
_NEGATIVE = NO | _HIDDEN
_SUBJECTS = word_set("no none nobody nothing neither")  # in front their scope is the clause
_DETERMINERS = word_set(
    "the a an this that these those its their his her our my your each every any no both all some two three"
)


class Reading(NamedTuple):
    """A word of a clause with what it says: the pair (or the word itself) and the sign."""

    at: int
    what: str
    sign: int


def readings_of(words: list[str], wanted: frozenset[str] | None = None) -> list[Reading]:
    """The words that a clause may be turned round at; none where a negation stands that is not the word's own."""
    negations = [k for k, w in enumerate(words) if w in _NEGATIVE or w.endswith("n't")]
    if len(negations) > 1 or (negations and words[negations[0]] in _HIDDEN):
        return []
    places: list[int] = [i for i, w in enumerate(words) if says_of(w)]
    if negations:
        head = _head(words, negations[0])
        places = [i for i in places if i == head]
    turn = -1 if negations else 1
    return [
        Reading(i, what, side * turn)
        for i in places
        if (wanted is None or any(what in wanted for what, _ in says_of(words[i]))) and (negations or _finite(words, i))
        for what, side in says_of(words[i])
    ]


def _says_of(word: str) -> tuple[tuple[str, int], ...]:
    if word in STOP or word in PREPOSITION or word in LIGHT or len(word) < 3 or not word[0].isalpha():
        return ()
    key = verb_key(word)
    out = list(SIDES.get(key, ()))
    if key not in _GOVERNING:  # "does not want to ..." is of what follows
        out.append((key, 1))
    for prefix in ("un", "non", "dis"):
        bare = word[len(prefix) :]
        if word.startswith(prefix) and prefixed(word, bare) and is_participle(bare):
            out.append((verb_key(bare), -1))
    return tuple(out)


says_of = Table(_says_of, 16384).__getitem__
"""What a word can be turned round as, with its side: its pairs, its verb, and for "unsigned" the verb that it denies."""


def _head(words: list[str], k: int) -> int | None:
    """The verb or predicate that the negation at `k` denies: "did not match", "has not been tested", "nobody has run it"."""
    start = k + 1
    if words[k] in _SUBJECTS:
        start = next((j + 1 for j, w in enumerate(words) if j > k and w in AUX), len(words))
        if k and words[k] == "no":
            return None  # "has no copy": of what a thing has there may be several
    elif (
        not words[k].endswith("n't")
        and not (k and words[k - 1] in _AUXILIARY)
        and not (k == 0 and words[1:2] and is_participle(words[1]))
    ):
        return None  # "not the ancestor check"
    for j in range(start, min(start + _SCOPE, len(words))):
        if words[j] in _THROUGH or words[j] in LIGHT or words[j].endswith("ly"):
            continue
        return j if words[j] not in STOP and words[j] not in PREPOSITION and words[j][0].isalpha() else None
    return None


def _finite(words: list[str], i: int) -> bool:
    """The word at `i` can be the verb or predicate of its clause: no noun behind an article, no attribute, no bare -ing."""
    before = next((w for w in reversed(words[:i]) if w not in LIGHT and w not in _THROUGH and not w.endswith("ly")), "")
    linked = before in _AUXILIARY
    if words[i].endswith("ing") and not linked:
        return False
    if linked or is_past(words[i]):
        return before not in _DETERMINERS and before not in PREPOSITION
    if i == 0 or before in _DETERMINERS or before in PREPOSITION:
        return False
    return i + 1 == len(words) or words[i + 1] in STOP or words[i + 1] in PREPOSITION or words[i].endswith("s")
