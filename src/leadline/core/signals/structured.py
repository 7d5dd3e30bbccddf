"""Structured drafts: each sentence against the source spans that it names (design.md, 3.8).

In: the parent's text, its sentences, the leaves' texts by position. Out: findings for references that lead nowhere and
for evidence that does not bear its sentence out, and the spans of sentences that are neither: reworded, so the text
checks have to look at them. A sentence that is word for word in its evidence, white space aside, is done.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leadline.core.signals.findings import REMEDIES
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding
from leadline.core.tree.nodes import DraftSentence

__all__ = ["Judged", "judge"]

_BORNE_MIN = 0.5  # share of a reworded sentence's content words that its own evidence must hold
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
            findings.append(_hard(parent, span, f'A named sentence is not in the parent\'s text: "{sentence.text[:80]}".'))
            continue
        if _is_verbatim(sentence.text, evidence):
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


def _is_verbatim(text: str, evidence: Sequence[str]) -> bool:
    plain = " ".join(text.split())
    if any(plain in " ".join(e.split()) for e in evidence):
        return True
    return len(evidence) > 1 and plain in " ".join(" ".join(e.split()) for e in evidence)


def _hard(parent: str, span: tuple[int, int], message: str) -> Finding:
    quote = parent[span[0] : span[1]] if span[0] >= 0 else ""
    return Finding("invented_detail", "hard", "fidelity.invented_detail", message, REMEDIES["invented_detail"], span, quote)
