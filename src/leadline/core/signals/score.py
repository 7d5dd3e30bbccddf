"""The score that ranks: soft support of the parent by the children, capped by hard findings.

In: a trial and findings. Out: 0..1, rising with faithfulness. Half of it is content-word coverage by the best three
child sentences, half the share of word pairs found anywhere, weighted over sentences by length: the plain mixture that beat
every learned one (signals-notes, section 1). A hard finding caps the score; it never decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import WORD, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.provenance import asserting, support_of

__all__ = ["CAP", "score"]

CAP = 0.25  # a parent with one hard finding ranks below every one without, but for those that nothing supports


def score(trial: Trial, findings: Sequence[Finding]) -> float:
    """The ranking score."""
    sentences = asserting(trial)
    if not sentences:
        soft = 0.0
    else:
        pairs = _pairs(trial, sentences)
        total = value = 0.0
        for s in sentences:
            stems = [x for w in WORD.findall(s.text) for x in stems_of(w)]
            mine = list(pairwise(stems))
            found = sum(p in pairs for p in mine) / len(mine) if mine else support_of(trial, s)
            weight = float(len(stems))
            total += weight
            value += weight * (0.5 * support_of(trial, s) + 0.5 * found)
        soft = value / total if total else 0.0
    hard = sum(f.severity == "hard" for f in findings)
    return min(1.0, max(0.0, soft)) * (CAP / hard if hard else 1.0)


def _pairs(trial: Trial, sentences: Sequence[Passage]) -> set[tuple[str, str]]:
    """The word pairs of all evidence: the child sentences that some parent sentence is aligned with."""
    out: set[tuple[str, str]] = set()
    for number in sorted({hit.sentence for s in sentences for hit in trial.align(s, 8)}):
        out.update(pairwise([x for w in WORD.findall(trial.sentences[number].text) for x in stems_of(w)]))
    return out
