"""What a judge's answers change in a measurement, and what they may not.

In: a measurement, the questions, the opinion on them. Out: the measurement with suspicions added, cleared, or said to be
undecided. Held here, whatever the judge says: a hard finding stays; a suspicion about a value, unit or identifier stays, also
beside a "supported"; added suspicion has a quote on both sides where there is one. Probabilities were set on
one model's answers to the even half of the hand cases (docs/judges.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from leadline.core.facts.model import Retained
from leadline.core.signals.findings import REMEDIES, shortened
from leadline.core.signals.model import Finding, Measurement, Signal
from leadline.judges.port import Answer, Opinion, Passage, Question

__all__ = ["CONTRADICTED", "LOST", "NOT_STATED", "UNDECIDED_RULE", "apply_opinion"]

CONTRADICTED = 0.90
REVERSED = 0.90
ABSENT = 0.88
NOT_STATED = 0.60
WEAKENED = 0.70
LOST = 0.65
JOINED_MAX = 0.95
JOINING_MIN = (
    0.7  # 28 of 31 such answers on faithful hand-written parents were less sure than this, 31 of 68 on faulty ones
)
_SHOWN = 160  # characters of a quote in a message
# A judge that is less sure than this weighs less. Set on the even half of the hand cases: one faithful sentence was called contradicted with
# 0.72, none not stated, and nothing that a faithful parent owes reversed.
SURE = 0.8
SURE_ABSENT = 0.7
SURE_REVERSED = 0.6
CONFIDENCE_MIN = 0.5  # an answer that its own giver doubts changes nothing
UNDECIDED_RULE = "fidelity.undecided"
# What rules settle by themselves: no judge clears these, sure or not.
EXACT = frozenset(("value_changed", "unit_changed", "identifier_swapped", "identifier_blurred", "secret_leaked"))
_SIGNAL_OF = {
    "invented_cause": "relations", "invented_order": "relations", "invented_actor_or_approval": "relations",
    "conflict_resolved": "conflicts", "confidence_inflated": "confidence", "scope_widened": "confidence",
    "injection_obeyed": "form", "polarity": "retention", "status_changed": "retention", "constraint_lost": "retention",
}  # fmt: skip


def apply_opinion(measurement: Measurement, questions: Sequence[Question], opinion: Opinion) -> Measurement:
    """The measurement after the opinion. Equal input gives equal output; the order of answers does not matter."""
    by_id = {q.id: q for q in questions}
    signals: dict[str, Signal] = dict(measurement.signals)
    retained = measurement.retained
    for answer in sorted(opinion.answers, key=lambda a: a.id):
        question = by_id[answer.id]
        if answer.confidence < CONFIDENCE_MIN:
            signals = _added(signals, _undecided(question, "the judge is not sure enough"))
        elif answer.word == "supported":
            signals = _cleared(signals, question)
        elif answer.word == "kept":
            signals, retained = _kept(signals, retained, question)
        elif answer.word == "not_needed":
            signals = _not_needed(signals, question)
        elif question.task == "owed":
            signals = _missed(signals, retained, question, answer)
        else:
            signals = _added(signals, _doubt(answer, question))
    for id, reason in opinion.open:
        if id in by_id:
            signals = _added(signals, _undecided(by_id[id], reason))
    return replace(measurement, signals=signals, retained=retained)


def _cleared(signals: Mapping[str, Signal], question: Question) -> dict[str, Signal]:
    """Suspicions on the sentence become notes, unless something exact on it is in doubt or anything on it is sure."""
    on_it = [f for s in signals.values() for f in s.findings if question.span[0] <= f.parent_span[0] < question.span[1]]
    if any(f.severity == "hard" or f.kind in EXACT or _is_exact_detail(f) for f in on_it if f.severity != "note"):
        return dict(signals)
    out: dict[str, Signal] = {}
    for name, signal in signals.items():
        cleared = [f for f in signal.findings if f in on_it and f.severity == "suspicion"]
        findings = tuple(
            replace(f, severity="note", message=f"{f.message} A judge found the sentence borne out.")
            if f in cleared
            else f
            for f in signal.findings
        )
        value = signal.value
        if name == "provenance" and cleared and value is not None and signal.n:
            value = min(1.0, value + 1.0 / signal.n)
        if name == "conflicts" and cleared and not any(f.severity != "note" for f in findings):
            value = None if value is None else 1.0
        if name in ("relations", "confidence", "referents") and cleared and value is not None and signal.n:
            value = max(0.0, value - len(cleared) / signal.n)
        out[name] = replace(signal, findings=findings, value=value)
    return out


def _is_exact_detail(finding: Finding) -> bool:
    """A detail that is a number or a made name: what rules settle."""
    quote = finding.parent_quote
    return (
        finding.kind == "invented_detail"
        and len(quote) <= 60
        and (any(c.isdigit() for c in quote) or any(c in quote for c in "_/`"))
    )


def _kept(
    signals: Mapping[str, Signal], retained: tuple[Retained, ...], question: Question
) -> tuple[dict[str, Signal], tuple[Retained, ...]]:
    """A constraint that the parent holds in other words: its finding becomes a note, its fact counts as kept."""
    if any(f.fact in question.facts and f.severity == "hard" for s in signals.values() for f in s.findings):
        return dict(signals), retained
    out = _noted(signals, "A judge found it kept.", lambda f: _is_left_out(f, question))
    changed = tuple(
        replace(r, state="kept") if r.fact.id in question.facts and r.state in ("missing", "blurred") else r
        for r in retained
    )
    more = sum(a is not b for a, b in zip(changed, retained, strict=True))
    if more and (signal := out.get("retention")) is not None and signal.value is not None and signal.n:
        out["retention"] = replace(signal, value=min(1.0, signal.value + more / signal.n))
    return out, changed


def _is_left_out(finding: Finding, question: Question) -> bool:
    return finding.fact in question.facts and finding.kind in ("constraint_lost", "missing_owed")


def _not_needed(signals: Mapping[str, Signal], question: Question) -> dict[str, Signal]:
    """Suspicions that something is missing become notes; what is surer than that stays, whatever a judge thinks of it."""
    return _noted(
        signals,
        "A judge finds that nobody needs it.",
        lambda f: f.severity == "suspicion" and _is_left_out(f, question),
    )


def _noted(signals: Mapping[str, Signal], said: str, which: Callable[[Finding], bool]) -> dict[str, Signal]:
    """The signals with some findings as notes that tell why."""
    return {
        name: replace(signal, findings=tuple(
            replace(f, severity="note", message=f"{f.message} {said}") if which(f) else f for f in signal.findings
        ))
        for name, signal in signals.items()
    }  # fmt: skip


def _missed(
    signals: Mapping[str, Signal], retained: Sequence[Retained], question: Question, answer: Answer
) -> dict[str, Signal]:
    """What the judge misses too: rule and judge look in different ways, so the doubts of both add up in one finding."""
    probability = {"weakened": WEAKENED, "reversed": REVERSED}.get(answer.word, LOST if question.whole else NOT_STATED)
    probability *= min(1.0, answer.confidence / (SURE_REVERSED if answer.word == "reversed" else SURE))
    said = {
        "weakened": "A judge finds that the summary makes less of it.",
        "reversed": "A judge finds that the summary has it the other way.",
    }.get(answer.word, "A judge finds it missing too.")
    place = _place(answer.quote, question.evidence)
    found = [
        (name, f) for name, s in signals.items() for f in s.findings if _is_left_out(f, question) and f.severity != "note"
    ]  # fmt: skip
    if found:
        name, first = max(found, key=lambda row: (row[1].kind == "constraint_lost", row[1].probability))
        joined = round(min(JOINED_MAX, 1 - (1 - first.probability) * (1 - probability)), 4)
        if answer.confidence < JOINING_MIN:
            joined = min(joined, probability)
        span = (place.start, place.end) if place is not None else first.parent_span
        told = replace(
            first, probability=max(first.probability, joined), needed=True, message=f"{first.message} {said}", parent_span=span,
            parent_quote=place.text if place is not None else first.parent_quote,
        )  # fmt: skip
        return {**signals, name: replace(signals[name], findings=tuple(
            told if f is first else f for f in signals[name].findings
        ))}  # fmt: skip
    kinds = {r.fact.id: r.fact.kind for r in retained}
    kind = "constraint_lost" if any(kinds.get(id) == "constraint" for id in question.facts) else "missing_owed"
    what = {
        "weakened": "A judge finds that the summary makes less of",
        "reversed": "A judge finds that the summary has it the other way:",
    }.get(answer.word, "A judge finds that the summary leaves out")
    made = Finding(
        kind, "suspicion", f"fidelity.{kind}", f'{what} "{shortened(question.claim, _SHOWN)}".', REMEDIES[kind],
        fact=question.facts[0] if question.facts else None, probability=round(probability, 4), needed=True,
    )  # fmt: skip
    if place is not None:
        made = replace(made, parent_span=(place.start, place.end), parent_quote=place.text)
    source = next((p for p in question.context if question.claim in p.text or p.text in question.claim), None)
    if source is not None:
        made = replace(made, child=source.child, child_span=(source.start, source.end), child_quote=source.text)
    return _added(signals, made)


def _doubt(answer: Answer, question: Question) -> Finding:
    place = _place(answer.quote, question.evidence)
    against = answer.word == "contradicted"
    kind = answer.kind or ("status_changed" if against else "invented_detail")
    message = (
        f'A judge finds that the sources say otherwise: {_quoted(answer)}.' if against
        else "A judge finds that the sources do not say this, or not all of it."
    )  # fmt: skip
    # That nothing says so can be known only by who has seen everything.
    absent = ABSENT if question.whole and answer.confidence >= SURE_ABSENT else NOT_STATED
    sure = SURE_ABSENT if absent == ABSENT and not against else SURE
    probability = round((CONTRADICTED if against else absent) * min(1.0, answer.confidence / sure), 4)
    child = (place.child, (place.start, place.end), place.text) if place is not None else (None, (-1, -1), "")
    return Finding(
        kind,
        "suspicion",
        f"fidelity.{kind}",
        message,
        REMEDIES[kind],
        question.span,
        question.claim,
        *child,
        probability=probability,
    )


def _quoted(answer: Answer) -> str:
    return ", ".join(f'"{shortened(q, _SHOWN)}"' for q in answer.quotes[:3])


def _undecided(question: Question, reason: str) -> Finding:
    what = "summary keeps what is owed" if question.task == "owed" else "children bear this sentence out"
    return Finding(
        "undecided", "suspicion", UNDECIDED_RULE, f"It stays open whether the {what}: {reason}.", "Read the quoted places.",
        question.span, question.claim if question.span[0] >= 0 else "", fact=question.facts[0] if question.facts else None, probability=0.5,
    )  # fmt: skip


def _place(quote: str, evidence: Sequence[Passage]) -> Passage | None:
    """Where the quote stands, letter by letter; the whole passage where it stands only evenly spelt."""
    if not quote:
        return None
    for p in evidence:
        at = p.text.find(quote)
        if at >= 0:
            return Passage(quote, p.role, p.child, p.start + at, p.start + at + len(quote))
    words = quote.lower().split()
    return next((p for p in evidence if all(w in p.text.lower() for w in words[:4])), None)


def _added(signals: Mapping[str, Signal], finding: Finding) -> dict[str, Signal]:
    name = _SIGNAL_OF.get(finding.kind, "provenance")
    name = name if name in signals else next(iter(signals))
    signal = signals[name]
    return {**signals, name: replace(signal, findings=(*signal.findings, finding))}
