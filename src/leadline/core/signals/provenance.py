"""Provenance: the share of the parent's asserting sentences that the children bear out.

In: a trial and the findings about values. Out: a signal; its findings are the invented details, with their places. A
sentence is unsupported when it names a value or identifier that stands nowhere (hard finding), or when its best three
child sentences share next to nothing with it. Lexical support proves nothing by itself (signals-notes, section 4), so
the floor is low on purpose: a faithful abstract sentence passes, and one that nothing in the children touches fails. By words
alone a share of one or two sentences means little, so without an invented value it is taken over `_PRIOR` more that hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from leadline.core.signals.citations import is_citation
from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import WORD
from leadline.core.signals.model import Finding, Signal

__all__ = ["SUPPORT_FLOOR", "asserting", "measure", "support_of"]

SUPPORT_FLOOR = 0.12  # share of weight; no sentence of a faithful parent of bench/cases (even half) lies under it
_STEMS_MIN = 4  # content words below which a sentence without support is glue
_PRIOR = 3  # sentences; one of one without support gives 0.75, two of two 0.60, four of four 0.43


def measure(trial: Trial, value_findings: Sequence[Finding]) -> Signal:
    """Supported asserting sentences ÷ asserting sentences. Vacuous where nothing is asserted."""
    sentences = asserting(trial)
    hard = [f for f in value_findings if f.severity == "hard" and f.kind in ("invented_detail", "value_changed")]
    findings: list[Finding] = []
    unsupported = invented = 0
    for s in sentences:
        if any(s.start <= f.parent_span[0] < s.end for f in hard):
            invented += 1
            continue
        support = support_of(trial, s)
        if support < SUPPORT_FLOOR and len(s.stems) >= _STEMS_MIN:
            unsupported += 1
            missing = sorted(
                w for w in {m.group().lower() for m in WORD.finditer(s.text)} if len(w) > 3 and w not in trial.haystack
            )[:6]
            findings.append(
                make(
                    trial, "invented_detail", "suspicion",
                    f"Nothing in the sources speaks of this sentence{' (' + ', '.join(missing) + ')' if missing else ''}.",
                    parent=(s.start, s.end), probability=0.49,
                )
            )  # fmt: skip
    base = len(sentences) if invented else len(sentences) + _PRIOR
    value = 1.0 - (unsupported + invented) / base if sentences else 1.0
    return Signal("provenance", value, len(sentences), tuple(findings))


def asserting(trial: Trial) -> tuple[Passage, ...]:
    """The parent's sentences that claim something: no headings, labels, code, citations or glue."""
    return tuple(
        s for s in trial.parent_sentences
        if s.kind not in ("heading", "code") and len(s.stems) >= 2 and not re.fullmatch(r"[^.!?]{0,60}:", s.text.strip())
        and not is_citation(s.text)
    )  # fmt: skip


def support_of(trial: Trial, s: Passage) -> float:
    """Share of the sentence's weight that its best three child sentences hold together, 0..1."""
    total = sum(trial.weight(w) for w in sorted(s.stems))
    if not total:
        return 1.0
    held: set[str] = set()
    for hit in trial.align(s, 3):
        held |= trial.sentences[hit.sentence].stems & s.stems
    return sum(trial.weight(w) for w in sorted(held)) / total
