"""Structured drafts: each sentence against the source spans that it names (design.md, 3.8).

In: the parent's text, its sentences, the leaves' texts by position. Out: findings for references that lead nowhere and
for evidence that does not bear its sentence out, and the spans of sentences that are neither: reworded, so the text
checks have to look at them. A sentence that is word for word in its evidence, white space aside, is done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from leadline.core.signals.findings import REMEDIES
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding
from leadline.core.tree.nodes import LISTING_LABELS, DraftSentence

__all__ = ["Judged", "judge"]

_BORNE_MIN = 0.5  # share of a reworded sentence's content words that its own evidence must hold
_GAP_MAX = 200  # characters next to each piece in which a word of force is looked for
_FORCE = re.compile(
    r"\b(?:not?|never|nor|neither|without|cannot|unless|except|only|until|before|n't)\b|n't\b", re.IGNORECASE
)
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Judged:
    """`open` are spans (in the parent) of sentences that are not word for word; `support` is the mean share borne."""

    findings: tuple[Finding, ...]
    open: tuple[tuple[int, int], ...]
    support: float


def judge(parent: str, sentences: Sequence[DraftSentence], leaf_texts: Mapping[int, str]) -> Judged:
    """Every sentence of the draft, in order."""
    findings: list[Finding] = []
    reworded: list[tuple[int, int]] = []
    support = 0.0
    at = 0
    for sentence in sentences:
        start = parent.find(sentence.text, at)
        span = (start, start + len(sentence.text)) if start >= 0 else (-1, -1)
        at = span[1] if start >= 0 else at
        evidence, dead = _evidence(sentence, leaf_texts)
        if dead is not None:
            findings.append(_hard(parent, span, f"The sentence rests on {dead}, which is no place in the sources."))
            continue
        if start < 0:
            findings.append(
                _hard(parent, span, f'A named sentence is not in the parent\'s text: "{sentence.text[:80]}".')
            )
            continue
        if _is_verbatim(sentence, evidence, leaf_texts):
            support += 1.0
            continue
        joined = " ".join(evidence)
        stems = content_stems(sentence.text)
        borne = len(stems & content_stems(joined)) / len(stems) if stems else 1.0
        support += borne
        digits = [d for d in _DIGITS.findall(sentence.text) if d not in joined]
        if borne < _BORNE_MIN or (digits and borne < 1.0 and len(max(digits, key=len)) > 2):
            missing = f' ("{digits[0]}" is not in it)' if digits else ""
            findings.append(_hard(parent, span, f"The evidence that the sentence names does not bear it out{missing}."))
        else:
            reworded.append(span)
    return Judged(tuple(findings), tuple(reworded), support / len(sentences) if sentences else 1.0)


def _evidence(sentence: DraftSentence, leaf_texts: Mapping[int, str]) -> tuple[list[str], str | None]:
    if not sentence.evidence:
        return [], "no evidence at all"
    out: list[str] = []
    for e in sentence.evidence:
        text = leaf_texts.get(e.leaf)
        if text is None or not 0 <= e.start < e.end <= len(text):
            return [], f"leaf n{e.leaf}, characters {e.start} to {e.end}"
        out.append(text[e.start : e.end])
    return out, None


def _is_verbatim(sentence: DraftSentence, evidence: Sequence[str], leaf_texts: Mapping[int, str]) -> bool:
    plain = _plain(sentence.text)
    sources = [_plain(e) for e in evidence]
    if any(plain in source for source in sources):
        return True
    if len(sources) < 2:
        return False
    if plain in " ".join(sources):
        return True
    pieces = [_plain(piece) for piece in sentence.pieces]
    if not all(any(piece in source for source in sources) for piece in pieces):
        return False
    return sentence.label in LISTING_LABELS or not any(_FORCE.search(gap) for gap in _gaps(sentence, leaf_texts))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _gaps(sentence: DraftSentence, leaf_texts: Mapping[int, str]) -> Iterator[str]:
    """What stands between the pieces of one passage: a word of force in there would turn what the pieces say."""
    for a, b in pairwise(sentence.evidence):
        if a.leaf == b.leaf and a.end <= b.start:
            yield leaf_texts[a.leaf][a.end : b.start][:_GAP_MAX]
            yield leaf_texts[a.leaf][a.end : b.start][-_GAP_MAX:]


def _hard(parent: str, span: tuple[int, int], message: str) -> Finding:
    quote = parent[span[0] : span[1]] if span[0] >= 0 else ""
    return Finding(
        "invented_detail", "hard", "fidelity.invented_detail", message, REMEDIES["invented_detail"], span, quote
    )
