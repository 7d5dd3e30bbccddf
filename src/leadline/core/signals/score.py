"""The score that ranks: how near the parent stays to the children, in its words and in what stands beside what.

In: a trial and its findings. Out: 0..1, rising with faithfulness; it ranks and never decides. Three shares of each
asserting sentence, averaged over sentences by length and mixed 4 : 2 : 1:

- words: content words that the children have, long ones more (the rarer a word, the longer it is), light ones ("called",
  "someone") less, names more and numbers most (they are copied, words may be said otherwise). A word counts in part for the one that is
  spelt most like it, and in part where it stands away from the stretch of source that holds most of the sentence: in a
  source of a thousand words half, in a short one nearly in full.
- bonds: content words that stand together in the sentence stand together in the children. What was put together from
  two places is far apart there, and the credit falls with the distance. How far is far grows with the source's length; a
  bond that chance would give there, since both words are frequent, counts little.
- order: each word, function words included, is followed by the next one there as here.

The constants are round; `docs/signals.md` says where each comes from, shows each part alone and left out, and that the
figures hardly move when a constant is halved or doubled. Mixtures learnt from labels ranked worse (signals-notes, section 1).
A hard finding about the content caps the score: nearness to the wording is no proof (section 4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding
from leadline.core.signals.provenance import asserting
from leadline.core.signals.score_source import TOKEN, Source

__all__ = ["CAP", "PARTS", "mix", "parts", "score", "unmet"]

CAP = 0.5  # what one hard finding leaves of the score; two leave a quarter
PARTS: Mapping[str, float] = {"words": 4.0, "bonds": 2.0, "order": 1.0}


def score(trial: Trial, findings: Sequence[Finding]) -> float:
    """The ranking score: the parts, mixed and capped. Form is no matter of content, so its findings cap nothing."""
    hard = sum(f.severity == "hard" and f.kind != "degenerate" for f in findings)
    return mix(parts(trial), hard)


def mix(shares: Mapping[str, float], hard: int = 0) -> float:
    """The score of these parts (of any of them: an ablation leaves some out) under so many hard findings."""
    total = sum(PARTS[name] for name in shares)
    soft = sum(PARTS[name] * share for name, share in shares.items()) / total if total else 0.0
    return min(1.0, max(0.0, soft)) * CAP**hard


def parts(trial: Trial) -> dict[str, float]:
    """Each part by name, 0..1; 0 for a parent that asserts nothing."""
    sums = dict.fromkeys(PARTS, 0.0)
    source = Source(trial, [s.text for s in asserting(trial)])
    length = 0
    for tokens, met in zip(source.tokens, source.met, strict=True):
        words = source.words(tokens, met)
        sums["words"] += len(tokens) * words
        sums["bonds"] += len(tokens) * source.bonds(met, words)
        sums["order"] += len(tokens) * source.order(tokens, words)
        length += len(tokens)
    return {name: total / length for name, total in sums.items()} if length else sums


def unmet(trial: Trial) -> tuple[tuple[int, int], ...]:
    """Spans of the parent's content words and numbers that the children have in no form, not even in a like one."""
    sentences = asserting(trial)
    source = Source(trial, [s.text for s in sentences])
    out: list[tuple[int, int]] = []
    for sentence in sentences:
        for match in TOKEN.finditer(sentence.text):
            if source.lacks(match.group().lower()):
                out.append((sentence.start + match.start(), sentence.start + match.end()))
    return tuple(out)
