"""What a judge is asked about one parent: its asserting sentences that are not word for word, and the constraints.

In: children, parent, its measurement. Out: questions in the parent's order, then constraints, the most doubted first where there
are more than may be asked. Each claim comes with six source sentences in document order, or with all of them where the
children are short: the sentence that refutes a claim is often not the one that shares its words (signals-notes, section 4).
A sentence with a hard finding is not asked about: no judge may overrule it, so the answer would change nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from leadline.core.signals.index import Passage as Sentence
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding, Measurement
from leadline.core.signals.provenance import asserting
from leadline.core.text.messages import Child
from leadline.core.tree.nodes import DraftSentence, sentence_spans
from leadline.judges.port import Passage, Question

__all__ = ["EVIDENCE_SENTENCES", "WHOLE_CHARS", "questions_of"]

EVIDENCE_SENTENCES = 6
WHOLE_CHARS = (
    3_000  # children up to this length are shown whole; cases of bench have 13 sentences, about 1,500 characters
)
PASSAGE_MAX = 700  # characters of one source sentence; of a longer line the beginning is shown
_SPACE = re.compile(r"\s+")
_LABEL = re.compile(r"^(?:[-*•]\s+)?(?:user|assistant|system|summary|tool(?: [\w.-]+)?): ")  # how repair marks a quote


def questions_of(
    children: Sequence[Child],
    parent: str,
    measurement: Measurement,
    *,
    context: str | None = None,
    sentences: Sequence[DraftSentence] = (),
) -> tuple[Question, ...]:
    """All questions, in order of importance: doubted sentences, other sentences, constraints that seem lost, others.

    `sentences` are those of a structured draft; its labels and pieces are known, so a quote in it is seen as one.
    """
    trial = Trial(children, parent, context=context)
    hard = [f.parent_span for f in measurement.findings if f.severity == "hard" and f.parent_span[0] >= 0]
    everything = _even(" ".join(c.text for c in trial.pool))
    quoted = [
        span
        for span, s in zip(sentence_spans(tuple(sentences)), sentences, strict=True)
        if all(_even(piece) in everything for piece in s.pieces)
    ]
    claims = [
        s
        for s in asserting(trial)
        if not any(s.start < b and a < s.end for a, b in (*hard, *quoted))
        and _even(_LABEL.sub("", s.text)).strip(" .") not in everything
    ]
    claims.sort(key=lambda s: (-_doubt(s, measurement.findings), s.start))
    whole = _whole(trial)
    asked = [
        Question(f"c{n}", "claim", s.text, whole or _nearest(trial, s), (s.start, s.end))
        for n, s in enumerate(claims, 1)
    ]
    told = tuple(Passage(s.text, "summary", None, s.start, s.end) for s in trial.parent_sentences)
    lost = {f.fact for f in measurement.findings if f.kind == "constraint_lost" and f.severity != "hard"}
    rules = sorted(
        (r.fact for r in measurement.retained if r.fact.kind == "constraint" and r.state != "changed"),
        key=lambda f: f.id not in lost,
    )
    return (*asked, *(Question(f"k{n}", "kept", f.text, told, (-1, -1), f.id) for n, f in enumerate(rules, 1) if told))


def _doubt(sentence: Sentence, findings: Sequence[Finding]) -> float:
    """The highest probability of a suspicion on the sentence."""
    return max(
        (
            f.probability
            for f in findings
            if f.severity == "suspicion" and sentence.start <= f.parent_span[0] < sentence.end
        ),
        default=0.0,
    )


def _even(text: str) -> str:
    return _SPACE.sub(" ", text).strip().lower()


def _whole(trial: Trial) -> tuple[Passage, ...]:
    if sum(len(c.text) for c in trial.pool) > WHOLE_CHARS:
        return ()
    return tuple(_passage(trial, s) for s in trial.sentences)


def _nearest(trial: Trial, claim: Sentence) -> tuple[Passage, ...]:
    return tuple(
        _passage(trial, trial.sentences[n]) for n in sorted(h.sentence for h in trial.align(claim, EVIDENCE_SENTENCES))
    )


def _passage(trial: Trial, s: Sentence) -> Passage:
    text = s.text[:PASSAGE_MAX]
    return Passage(text, s.role, trial.child_of(s).id, s.start, s.start + len(text))
