"""The lies of `leadline bench drafts`: one sentence of a truthful structured draft, told wrongly.

A lie takes the truthful (sentence, references) pairs, the position of the one to lie about, the numbered sources, sentences
from elsewhere in the sessions, and a `Random`. It gives the pair that takes its place, or None where it finds nothing to do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from leadline.bench.seeded_edits import CHANGES
from leadline.core.text.words import word_set

__all__ = ["LIES", "Lie", "Numbered", "Pair", "plain"]

Pair = tuple[str, tuple[str, ...]]
Numbered = tuple[tuple[str, str], ...]  # (reference, text) of every source sentence
Lie = Callable[[Sequence[Pair], int, Numbered, Sequence[str], Random], Pair | None]

SHARED_MIN = 2  # words of four letters and more that a near miss shares with the sentence
EVIDENCE_CHARS = 30
_WORD = re.compile(r"[^\W\d_]{4,}")
_SPACE = re.compile(r"\s+")
_FAMILIAR = word_set(
    "this that with from have will your they them then than when what which there here into been were also just only"
)


def plain(text: str) -> str:
    """White space made even, list marks left out."""
    return re.sub(r"^(?:[-*•>]\s+|#{1,6}\s+)+", "", _SPACE.sub(" ", text).strip())


def _edited(kind: str) -> Lie:
    change = CHANGES[kind]

    def lie(truth: Sequence[Pair], at: int, sources: Numbered, outside: Sequence[str], rng: Random) -> Pair | None:
        text, refs = truth[at]
        edited = change([text], 0, "\n".join(t for _, t in sources), rng)
        return None if edited is None else (edited, refs)

    return lie


def _dead(truth: Sequence[Pair], at: int, sources: Numbered, outside: Sequence[str], rng: Random) -> Pair | None:
    """A reference behind the last source sentence, sometimes beside a live one."""
    text, refs = truth[at]
    dead = f"s{len(sources) + rng.randrange(1, 60)}"
    return text, (*refs, dead) if rng.random() < 0.5 else (dead,)


def _exchanged(truth: Sequence[Pair], at: int, sources: Numbered, outside: Sequence[str], rng: Random) -> Pair | None:
    """The evidence of any other sentence of the same children."""
    text, _ = truth[at]
    others = [ref for ref, source in sources if _may_stand_for(text, source)]
    return (text, (rng.choice(others),)) if others else None


def _near_miss(truth: Sequence[Pair], at: int, sources: Numbered, outside: Sequence[str], rng: Random) -> Pair | None:
    """The other sentence that shares most words with it: the same topic, another claim."""
    text, _ = truth[at]
    ref = _nearest(text, sources)
    return None if ref is None else (text, (ref,))


def _stranger(truth: Sequence[Pair], at: int, sources: Numbered, outside: Sequence[str], rng: Random) -> Pair | None:
    """A true sentence of another place in the sessions, with the nearest sentence of these children as its evidence."""
    best: tuple[int, str, str] | None = None
    whole = plain("\n".join(t for _, t in sources))
    for candidate in outside:
        text = plain(candidate)
        ref = None if text in whole else _nearest(text, sources)
        if ref is not None:
            shared = len(_words(text) & _words(dict(sources)[ref]))
            if best is None or shared > best[0]:
                best = (shared, text, ref)
    return None if best is None else (best[1], (best[2],))


def _nearest(text: str, sources: Numbered) -> str | None:
    words = _words(text)
    scored = [(len(words & _words(source)), ref) for ref, source in sources if _may_stand_for(text, source)]
    best = max(scored, key=lambda row: (row[0], row[1]), default=(0, ""))
    return best[1] if best[0] >= SHARED_MIN else None


def _may_stand_for(text: str, source: str) -> bool:
    """Another sentence, long enough to be evidence, and not one that holds the same words."""
    if len(source) < EVIDENCE_CHARS or text in source or source in text:
        return False
    words = _words(text)
    return len(words & _words(source)) <= 0.6 * len(words)


def _words(text: str) -> set[str]:
    return {w.lower() for w in _WORD.findall(text)} - _FAMILIAR


LIES: dict[str, Lie] = {
    "altered value": _edited("value"),
    "altered identifier": _edited("identifier"),
    "dead reference": _dead,
    "evidence exchanged": _exchanged,
    "near miss evidence": _near_miss,
    "near miss, source not there": _stranger,
}
