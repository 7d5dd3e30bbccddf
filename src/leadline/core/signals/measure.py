"""All signals of one draft against its children, gathered in one `Measurement`. Pure; it measures and never decides.

In: children in time order, the parent's text, for a structured draft its sentences with the leaves' texts, and what
the engine knows already (facts, which are owed, what the writer was shown). Out: the measurement, in which every
quote equals its span. Fast path: a structured sentence that is word for word in its named evidence is supported at
once, and where all are, the shared index is never built (design.md, 3.8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from leadline.core.facts.family import live_facts
from leadline.core.facts.model import Fact
from leadline.core.signals import (
    aliases,
    blurred,
    closed_class,
    confidence,
    conflicts,
    coverage,
    crossed,
    deeds,
    denied,
    doubted,
    field_states,
    form,
    latest,
    misplaced,
    named,
    near_verbatim,
    orders,
    other_values,
    outcomes,
    pairings,
    permits,
    plain,
    provenance,
    referents,
    relations,
    retention,
    roles,
    row_outcomes,
    session,
    sides,
    status,
    structured,
    superseded,
    surroundings,
    swaps,
    templates,
    tenses,
    test_runs,
    transposed,
    turned,
    turned_cjk,
    unbegun,
    undone,
    values,
)
from leadline.core.signals.findings import meet, surest
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding, Measurement, Signal
from leadline.core.signals.score import CAP, score
from leadline.core.signals.source_words import SourceWords
from leadline.core.text.messages import Child
from leadline.core.tree.nodes import DraftSentence

__all__ = ["measure"]

_FACTS = (
    "polarity",
    "status_changed",
    "constraint_lost",
    "identifier_swapped",
    "value_changed",
)  # near-verbatim kinds that are changed facts


@dataclass(frozen=True, slots=True)
class _Text:
    """What the text checks found, by the signal that it belongs to."""

    retention: tuple[Finding, ...]
    provenance: Signal
    relations: Signal
    conflicts: Signal
    referents: Signal
    confidence: Signal
    form: Signal
    score: float


def measure(
    children: Sequence[Child],
    parent: str,
    *,
    sentences: Sequence[DraftSentence] = (),
    leaf_texts: Mapping[int, str] | None = None,
    facts: Sequence[Fact] | None = None,
    owed: Sequence[Fact] | None = None,
    context: str | None = None,
    depth: int = 1,
    generation: int = 1,
    seen: Sequence[str] | None = None,
) -> Measurement:
    """The measurement of `parent` against `children`.

    `facts` are the children's facts where they are known already (else those that may be owed are read here); `owed`
    are those that retention is counted on (else the owed ones among them). `seen` are the ids of the children that the
    writer was shown. ValueError for no children, children with one id, and structured sentences without `leaf_texts`.
    """
    _check(children, sentences, leaf_texts)
    known = tuple(facts) if facts is not None else live_facts(children)
    demanded = tuple(owed) if owed is not None else tuple(f for f in known if f.criticality == "owed")
    source: SourceWords | None = None
    if sentences:
        assert leaf_texts is not None
        text = _structured(children, parent, sentences, leaf_texts, context)
    else:
        trial = Trial(children, parent, context=context)
        text, source = _plain(trial), trial.source
        trial.shared.clear()  # what is kept there points back at the trial: without this, only the collector of cycles could free it
    kept, states = retention.measure(parent, demanded, text.retention, children, source)
    signals = {
        "retention": kept, "provenance": text.provenance, "relations": text.relations, "conflicts": text.conflicts,
        "referents": text.referents, "confidence": text.confidence, "form": text.form, "coverage": coverage.measure(children, seen),
    }  # fmt: skip
    _assert_quotes(signals, parent, {c.id: c.text for c in children}, context)
    return Measurement(signals, known, states, text.score, bool(sentences), depth, generation)


def _check(children: Sequence[Child], sentences: Sequence[DraftSentence], leaf_texts: Mapping[int, str] | None) -> None:
    if not children:
        raise ValueError(
            "children is empty: there is nothing to measure the parent against; pass the texts that it replaces"
        )
    ids = [c.id for c in children]
    doubled = sorted({i for i in ids if ids.count(i) > 1}) if len(set(ids)) != len(ids) else []
    if doubled:
        raise ValueError(f"children have one id twice: {', '.join(doubled[:3])}; give each child an id of its own")
    if sentences and leaf_texts is None:
        raise ValueError(
            "leaf_texts is missing: the sentences of a structured draft name spans of leaves; pass the leaves' texts by position"
        )


def _plain(trial: Trial) -> _Text:
    """Every check on a text without named evidence."""
    shape = form.measure(trial)
    if not trial.parent_sentences:
        empty = Signal("", 1.0, 0)
        return _Text((), replace(empty, name="provenance", value=0.0, n=1), replace(empty, name="relations", value=0.0), replace(empty, name="conflicts"),
                     replace(empty, name="referents", value=0.0), replace(empty, name="confidence", value=0.0), shape, 0.0)  # fmt: skip
    numbers = values.find_values(trial)
    moved = transposed.find_transposed(trial)
    slots = templates.find_other_slots(trial)
    slots = [*moved, *(f for f in slots if not any(meet(f.parent_span, o.parent_span) for o in moved))]
    numbers = [f for f in numbers if f.severity == "hard" or not any(meet(f.parent_span, o.parent_span) for o in slots)]
    slots = [f for f in slots if not any(f.kind == o.kind and meet(f.parent_span, o.parent_span) for o in numbers)]
    swapped = swaps.find_swaps(trial)
    for find in (
        crossed.find_crossed,
        misplaced.find_misplaced,
        superseded.find_superseded,
        pairings.find_exchanged_pairs,
        aliases.find_aliased,
        surroundings.find_exchanged_surroundings,
    ):
        swapped += [f for f in find(trial) if not any(meet(f.parent_span, o.parent_span) for o in swapped)]
    exchanged = near_verbatim.find_exchanged(trial)
    states = status.find_status(trial)
    for find in (
        outcomes.find_outcomes,
        test_runs.find_runs,
        undone.find_undone,
        deeds.find_deeds,
        session.find_session,
        sides.find_turned_limits,
        named.find_denied_names,
        other_values.find_other_values,
        row_outcomes.find_row_outcomes,
        turned_cjk.find_turned_cjk,
        tenses.find_planned_as_done,
        unbegun.find_unbegun,
        field_states.find_field_states,
    ):
        states += [f for f in find(trial) if not any(meet(f.parent_span, o.parent_span) for o in states)]
    known = [*states, *exchanged]
    exchanged += [
        f for f in closed_class.find_closed_class(trial) if not any(meet(f.parent_span, o.parent_span) for o in known)
    ]
    known += exchanged
    states += [f for f in turned.find_turned(trial) if not any(meet(f.parent_span, o.parent_span) for o in known)]
    states = surest(
        states, [*plain.find_plain(trial), *permits.find_permitted(trial), *denied.find_undenied(trial)], exchanged
    )
    swapped = surest(swapped, [*roles.find_reversed(trial), *latest.find_outdated(trial)])
    exchanged = surest(exchanged, doubted.find_flat(trial))
    changed = [
        *(f for f in numbers if f.kind not in ("invented_detail", "conflict_averaged")), *slots, *swapped, *states,
        *blurred.find_blurred(trial), *(f for f in exchanged if f.kind in _FACTS),
    ]  # fmt: skip
    source = provenance.measure(trial, numbers)
    source = replace(source, findings=(*(f for f in numbers if f.kind == "invented_detail"), *source.findings))
    relation = relations.measure(
        trial, tuple(f for f in exchanged if f.kind in ("invented_order", "invented_actor_or_approval"))
    )
    sure = confidence.measure(trial, tuple(f for f in exchanged if f.kind in ("confidence_inflated", "scope_widened")))
    obeyed = orders.find_obeyed(trial)
    shape = replace(shape, findings=(*shape.findings, *obeyed))
    conflict = conflicts.measure(trial)
    averaged = [
        f for f in numbers
        if f.kind == "conflict_averaged" and not any(meet(f.parent_span, o.parent_span) for o in conflict.findings)
    ]  # fmt: skip
    conflict = replace(conflict, findings=(*conflict.findings, *averaged))
    referent = referents.measure(trial)
    every = [
        *changed,
        *source.findings,
        *relation.findings,
        *conflict.findings,
        *referent.findings,
        *sure.findings,
        *shape.findings,
    ]
    return _Text(tuple(changed), source, relation, conflict, referent, sure, shape, score(trial, every))


def _every(text: _Text) -> tuple[Finding, ...]:
    """All findings of the text checks."""
    signals = (text.provenance, text.relations, text.conflicts, text.referents, text.confidence, text.form)
    return (*text.retention, *(f for signal in signals for f in signal.findings))


def _exact(trial: Trial) -> tuple[Finding, ...]:
    """What is said of exact things alone, for one sentence against its own evidence: the rest needs all children."""
    finds = (values.find_values, transposed.find_transposed, templates.find_other_slots, swaps.find_swaps)
    return tuple(f for find in finds for f in find(trial))


def _structured(
    children: Sequence[Child],
    parent: str,
    sentences: Sequence[DraftSentence],
    leaf_texts: Mapping[int, str],
    context: str | None,
) -> _Text:
    """Sentences against their own evidence; the text checks only for what is not word for word there."""
    whole = cache(
        lambda: _plain(Trial(children, parent, context=context))
    )  # only where a sentence is not word for word
    judged = structured.judge(parent, sentences, leaf_texts, children, _exact, lambda: _every(whole()))
    clear = _Text((), Signal("provenance", 1.0, 0), Signal("relations", 0.0, 0), Signal("conflicts", 1.0, 0), Signal("referents", 0.0, 0),
                  Signal("confidence", 0.0, 0), Signal("form", 1.0, 1), 1.0)  # fmt: skip
    if judged.open:
        text = whole()
        spans = judged.open

        def mine(signal: Signal) -> Signal:
            return replace(signal, findings=tuple(f for f in signal.findings if _inside(f.parent_span, spans)))

        clear = replace(
            clear, retention=tuple(f for f in text.retention if _inside(f.parent_span, spans)), relations=mine(text.relations),
            provenance=mine(text.provenance), conflicts=mine(text.conflicts), referents=mine(text.referents), confidence=mine(text.confidence), form=mine(text.form),
        )  # fmt: skip
        clear = replace(
            clear,
            relations=_recount(clear.relations),
            confidence=_recount(clear.confidence),
            referents=_recount(clear.referents),
            conflicts=_recount(clear.conflicts, 1.0),
        )
    findings = (*clear.provenance.findings, *judged.findings)
    bad = {f.parent_span for f in findings if f.severity == "hard"}
    value = 1.0 - len(bad) / len(sentences)
    source = Signal("provenance", max(0.0, value), len(sentences), findings)
    every = [*clear.retention, *findings, *clear.relations.findings, *clear.form.findings]
    hard = sum(f.severity == "hard" for f in every)
    return replace(clear, provenance=source, score=(CAP / hard if hard else judged.support))


def _recount(signal: Signal, clear: float = 0.0) -> Signal:
    """A share whose numerator lost findings: nothing is left of it where no finding is."""
    return signal if signal.findings else replace(signal, value=clear)


def _inside(span: tuple[int, int], spans: Sequence[tuple[int, int]]) -> bool:
    return any(a <= span[0] < b for a, b in spans)


def _assert_quotes(signals: Mapping[str, Signal], parent: str, texts: Mapping[str, str], context: str | None) -> None:
    for signal in signals.values():
        for f in signal.findings:
            start, end = f.parent_span
            assert f.parent_quote == (parent[start:end] if start >= 0 else ""), (
                f"parent quote of {f.rule} is not its span"
            )
            if f.child is not None and f.child_span[0] >= 0:
                text = texts.get(f.child, context)
                if text is None:
                    continue  # a leaf far below: the engine's facts lead to leaves, which are not among the children here
                assert f.child_quote == text[f.child_span[0] : f.child_span[1]], (
                    f"child quote of {f.rule} is not its span"
                )
