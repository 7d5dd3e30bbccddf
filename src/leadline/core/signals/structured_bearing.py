"""Whether the evidence that a sentence names bears it out: by itself, and beside what else the children say.

In: the children and the parent, a sentence, its evidence. Out: the share of the sentence's weight that the evidence holds,
and the best share that as many other source sentences hold. Low support alone says little, since a faithful rewording
shares few words with its source (signals-notes, section 4). What says much is the *gap*: somewhere else in the children
stands what the sentence says, and the evidence that it names does not. The index is built only where it is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from leadline.core.signals.findings import REMEDIES
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding
from leadline.core.text.messages import Child

__all__ = ["Bearing", "Held"]

GAP_SURE = 0.45
ELSEWHERE_SURE = 0.80
GAP = 0.35
NOTHING = 0.10
_STEMS_MIN = 3
_STRANGE_STEMS = 6  # content words of a sentence of which the children hold not one: it is about something else


@dataclass(frozen=True, slots=True)
class Held:
    """Shares of one sentence's weight: in the named evidence, and in the best other source sentences."""

    named: float
    elsewhere: float
    stems: int
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
            return Finding(kind, "hard", rule, message, REMEDIES[kind], span, parent[span[0] : span[1]])
        if gap >= GAP or self.named < NOTHING:
            message = f"The evidence that the sentence names holds {self.named:.0%} of what it says."
            return Finding(
                kind, "suspicion", rule, message, REMEDIES[kind], span, parent[span[0] : span[1]], probability=0.9
            )  # fmt: skip
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
        if best is None or best.text in evidence:
            return Held(share, elsewhere, len(stems))
        return Held(share, elsewhere, len(stems), best.text, trial.child_of(best).id, (best.start, best.end))
