"""Whether the evidence that a sentence names bears it out: by itself, and beside what else the children say.

In: the children and the parent, a sentence, its evidence. Out: the share of the sentence's weight that the evidence holds,
and the best share that as many other source sentences hold. Low support alone says little, since a faithful rewording
shares few words with its source (signals-notes, section 4). What says much is the *gap*: somewhere else in the children
stands what the sentence says, and the evidence that it names does not. The index is built only where it is needed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from leadline.core.signals.findings import REMEDIES
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, content_stems, is_cjk
from leadline.core.signals.model import Finding
from leadline.core.text.messages import Child

__all__ = ["Bearing", "Held"]

# Measured on 665 sentences of faithful parents with evidence found by script, and on 400 of each lie of `bench drafts`:
# a gap above 0.35 has no faithful sentence and 96 % of the near misses (1,114 supported training claims: 0.09 %).
GAP_SURE = 0.45
ELSEWHERE_SURE = 0.80
GAP = 0.35
# Few words in the evidence, letter groups counted in, and many without any: 55 % of the sentences whose source is not among
# the children, 0.15 % of faithful ones, but 1.4 % of the training claims, which are far from their evidence on purpose.
NAMED_LOW = 0.25
ALIKE_LOW = 0.40
UNLIKE_MIN = 6
_ALIKE = 0.5  # share of a word's letter groups in one word of the evidence from which on the two are akin
_STEMS_MIN = 3
_WORD = re.compile(r"[^\W_]{3,}")
# Content words of a sentence of which the children hold not one. Not sure: 0.7 % of the supported training claims are so far.
_STRANGE_STEMS = 6


@dataclass(frozen=True, slots=True)
class Held:
    """Shares of one sentence's weight: in the named evidence, and in the best other source sentences."""

    named: float
    elsewhere: float
    stems: int
    alike: float = 1.0  # mean kinship of the sentence's words with the evidence's
    unlike: int = 0  # words without kin there
    quote: str = ""  # the source sentence that says it better
    child: str | None = None
    child_span: tuple[int, int] = (-1, -1)

    def finding(self, parent: str, span: tuple[int, int]) -> Finding | None:
        """What is wrong with the evidence, if anything is."""
        if self.stems < _STEMS_MIN:
            return None
        gap = self.elsewhere - self.named
        kind, rule = "invented_detail", "fidelity.invented_detail"
        if gap >= GAP_SURE and self.elsewhere >= ELSEWHERE_SURE:
            message = "The evidence that the sentence names does not bear it out; another source sentence says it."
            return Finding(
                kind, "hard", rule, message, "Name the source sentences that say it.", span, parent[span[0] : span[1]],
                self.child, self.child_span, self.quote,
            )  # fmt: skip
        if self.stems >= _STRANGE_STEMS and not self.named and not self.elsewhere:
            message = "Neither the evidence that the sentence names nor any other source speaks of this."
            quote = parent[span[0] : span[1]]
            return Finding(kind, "suspicion", rule, message, REMEDIES[kind], span, quote, probability=0.84)
        strange = self.named < NAMED_LOW and self.alike < ALIKE_LOW and self.unlike >= UNLIKE_MIN
        if gap >= GAP or strange:
            message = f"The evidence that the sentence names holds {self.named:.0%} of what it says."
            sure = 0.9 if gap >= GAP else 0.84
            quote = parent[span[0] : span[1]]
            return Finding(kind, "suspicion", rule, message, REMEDIES[kind], span, quote, probability=sure)
        return None


class Bearing:
    """One draft's look-ups; nothing is computed before the first sentence that is not word for word."""

    def __init__(self, children: Sequence[Child], parent: str) -> None:
        self._children = children
        self._parent = parent

    @cached_property
    def _trial(self) -> Trial:
        return Trial(self._children, self._parent)

    def measure(self, span: tuple[int, int], text: str, evidence: str, n: int) -> Held:
        """The shares for the sentence `text` at `span`; `n` is how many source sentences it names."""
        trial = self._trial
        stems = content_stems(text)
        total = sum(trial.weight(s) for s in sorted(stems))
        if not total:
            return Held(1.0, 1.0, 0)
        named = stems & content_stems(evidence)
        share = sum(trial.weight(s) for s in sorted(named)) / total
        hits = trial.align(Passage(-1, *span, text, frozenset(stems)), 8)
        pool = [trial.sentences[h.sentence] for h in hits]
        got: set[str] = set()
        best: Passage | None = None
        for _ in range(min(n, len(pool))):
            chosen = max(pool, key=lambda p: sum(trial.weight(s) for s in sorted((p.stems & stems) - got)))
            best = best or chosen
            got |= chosen.stems & stems
            pool.remove(chosen)
        elsewhere = sum(trial.weight(s) for s in sorted(got)) / total
        alike, unlike = _kinship(text, evidence) if share < NAMED_LOW else (1.0, 0)
        if best is None or best.text in evidence:
            return Held(share, elsewhere, len(stems), alike, unlike)
        place = (best.start, best.end)
        return Held(share, elsewhere, len(stems), alike, unlike, best.text, trial.child_of(best).id, place)

    @property
    def haystack(self) -> str:
        """All that the children say, in lower case."""
        return self._trial.haystack

    def stands(self, text: str) -> bool:
        """Whether this stands anywhere in the children, letter case aside."""
        return text.lower() in self._trial.haystack


def _kinship(text: str, evidence: str) -> tuple[float, int]:
    """How near the sentence's words are to words of the evidence by their letters, and how many are near to none.

    Nothing is said of scripts without spaces: there a word of the pattern is a clause.
    """
    words = sorted({w.lower() for w in _WORD.findall(text)} - STOP)
    if not words or is_cjk(text):
        return 1.0, 0
    known = [_groups(w.lower()) for w in sorted(set(_WORD.findall(evidence)))]
    best = [max((len(_groups(w) & k) / len(_groups(w)) for k in known), default=0.0) for w in words]
    return sum(best) / len(best), sum(b < _ALIKE for b in best)


@lru_cache(maxsize=4096)
def _groups(word: str) -> frozenset[str]:
    edged = f"^{word}$"
    return frozenset(edged[i : i + 3] for i in range(len(edged) - 2))
