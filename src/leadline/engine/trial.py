"""The trial of one node: draft, measure, decide, and the ways on when the gate says no (design.md, 3.1 and 3.6).

Order: the summarizer's draft; rebuilds from the CHILDREN with the findings, never from the draft; repair (owed passages
quoted from the children); the embedded extractive draft of the same children; its repair; halt. Nothing is written
here, and a refused draft is never the input of a later one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from leadline.core.facts import resolve
from leadline.core.facts.model import SENTENCE_KINDS, Fact
from leadline.core.facts.parent_index import ParentIndex, content_of
from leadline.core.policy.estimate import LevelCounts, RetentionEstimate, estimate
from leadline.core.policy.gate import Verdict, decide
from leadline.core.policy.history import History
from leadline.core.policy.model import Policy
from leadline.core.policy.selection import apply_lists
from leadline.core.policy.weigh import outcome_of
from leadline.core.secrets.redact import redact_text
from leadline.core.signals.measure import measure
from leadline.core.signals.model import Finding, Measurement
from leadline.core.text.messages import Child
from leadline.core.tree.nodes import Draft, DraftSentence, NodeState
from leadline.engine.drafts import checked_draft, mend
from leadline.engine.judging import consult
from leadline.engine.records import Attempt, Dropped
from leadline.judges.port import ParentJudge
from leadline.summarizers import extractive
from leadline.summarizers.port import ChildView, Request, Summarizer
from leadline.summarizers.repair import repair

__all__ = ["Built", "Trial", "TrialSettings", "finding_row", "run_trial"]

# The embedded summarizer quotes every owed passage; measured in docs/transcripts.md: no first draft lost one.
EMBEDDED_HISTORY = LevelCounts(20, 20)
COMPETES = 0.5  # share of a lost sentence's content words from which on a draft sentence is about the same thing
MARKERS_MAX = 128
NOTHING_YET = LevelCounts(0, 0)
HELD_OUT_SHARE = 3  # every third owed fact, by keyed hash, is withheld from foreign summarizers


@dataclass(frozen=True, slots=True)
class Built:
    """A leaf or a committed parent, ready to be somebody's child."""

    id: str
    child: Child
    leaves: tuple[int, int]
    digest: str
    facts: tuple[Fact, ...]
    tokens: int
    level: int
    sentences: tuple[DraftSentence, ...] = ()
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    markers: tuple[Fact, ...] = ()  # calls that succeeded, see engine/records.py

    def view(self, facts: Sequence[Fact]) -> ChildView:
        """What a summarizer sees of it, with these facts of its leaves."""
        return ChildView(self.child, self.leaves, tuple(facts), self.sentences, self.level > 0, self.places)


@dataclass(frozen=True, slots=True)
class TrialSettings:
    """What stays the same over a session: policy, who writes, whether the gate is on, what persons let go."""

    policy: Policy
    summarizer: Summarizer
    summarizer_name: str
    gate: bool = True
    dropped: Mapping[str, Dropped] = field(default_factory=dict)  # by fact id
    judge: ParentJudge | None = None
    prompt: str | None = None  # digest of the words that asked for the drafts, where there were any


@dataclass(frozen=True, slots=True)
class Trial:
    """The outcome: the draft that stands (None when halted) and all that was measured on the way."""

    state: NodeState
    draft: Draft | None
    verdict: Verdict
    measurement: Measurement
    facts: tuple[Fact, ...]
    dropped: tuple[Dropped, ...]
    first: tuple[int, int]
    attempts: tuple[Attempt, ...]
    estimate: RetentionEstimate
    markers: tuple[Fact, ...] = ()


def newest_markers(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The last success of each call, newest MARKERS_MAX calls, in time order."""
    last: dict[str, Fact] = {}
    for fact in facts:
        if fact.reason == "tool_ok" and fact.subject:
            last.pop(fact.subject[0], None)
            last[fact.subject[0]] = fact
    return tuple(list(last.values())[-MARKERS_MAX:])


def _in_time(facts: Iterable[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda f: (int(f.child[1:]), f.start))


def run_trial(
    node_id: str, children: Sequence[Built], settings: TrialSettings, *, level: int, budget: int, history: History,
    generation: int = 1, more_levels: bool = False, pool: LevelCounts = NOTHING_YET,
    leaf_texts: Mapping[int, str],
) -> Trial:  # fmt: skip
    """Try one parent of `children`. `budget` is soft: owed passages may exceed it, and the result says so."""
    owed_before = {fact.id for child in children for fact in child.facts}
    known = _in_time(fact for child in children for fact in (*child.facts, *child.markers))
    stated = apply_lists(resolve(known), settings.policy)
    owed = tuple(f for f in stated if f.criticality == "owed" and f.id not in settings.dropped)
    dropped = tuple(
        settings.dropped.get(f.id) or Dropped(f.id, f"rule:{f.reason}", f.reason)
        for f in stated
        if f.id in owed_before and (f.criticality != "owed" or f.id in settings.dropped)
    )
    markers = newest_markers(stated)
    foreign = settings.summarizer is not extractive.summarize
    to_come = 1 if more_levels else 0
    run = _Run(
        node_id, tuple(children), owed, settings, level, budget, history, generation, to_come, pool, leaf_texts, markers
    )
    first = (0, 0)
    findings: tuple[Finding, ...] = ()
    if foreign:
        for attempt in range(1 + settings.policy.rebuilds_max):
            draft = run.draft(settings.summarizer, attempt, findings, hide=True)
            if draft is None:
                break
            judged = run.judge("summarizer" if attempt == 0 else "rebuild", draft)
            if attempt == 0:
                first = run.held_out_counts(judged.measurement)
            if not settings.gate or judged.verdict.outcome == "promote":
                return run.outcome("promoted", draft, judged, dropped, first)
            findings = tuple(f for f in judged.measurement.findings if f.fact is None or not run.held_out(f.fact))
            repaired = run.mended(draft, judged) or run.repaired(draft, judged)
            if repaired is not None:
                return run.outcome("repaired", *repaired, dropped, first)
    embedded = run.draft(extractive.summarize, 0, (), hide=False)
    assert embedded is not None, "the embedded summarizer always answers"
    judged = run.judge("extractive", embedded)
    if not foreign:
        kept = sum(r.state == "kept" for r in judged.measurement.retained)
        first = (len(judged.measurement.retained), kept)
    if not settings.gate or judged.verdict.outcome == "promote":
        return run.outcome("promoted", embedded, judged, dropped, first)
    repaired = run.repaired(embedded, judged)
    if repaired is not None:
        return run.outcome("repaired", *repaired, dropped, first)
    state: NodeState = "flattened" if judged.verdict.outcome == "flatten" and more_levels else "halted"
    return run.outcome(state, None, judged, dropped, first)


class _Judged(NamedTuple):
    """One draft as it was measured and decided; `estimate` is the R_est that the verdict rests on."""

    verdict: Verdict
    measurement: Measurement
    estimate: RetentionEstimate


@dataclass(slots=True)
class _Run:
    """One trial under way: the children, and the attempts so far."""

    node_id: str
    children: tuple[Built, ...]
    owed: tuple[Fact, ...]
    settings: TrialSettings
    level: int
    budget: int
    history: History
    generation: int
    levels_to_come: int
    pool: LevelCounts  # this session's first drafts so far, held-out facts
    leaf_texts: Mapping[int, str]
    markers: tuple[Fact, ...]
    attempts: list[Attempt] = field(default_factory=list)

    def held_out(self, fact_id: str) -> bool:
        """Keyed by the node, so that no summarizer can learn which facts are never shown."""
        return hashlib.sha256(f"{self.node_id}|{fact_id}".encode()).digest()[0] % HELD_OUT_SHARE == 0

    def views(self, *, hide: bool) -> list[ChildView]:
        by_leaf: dict[str, list[Fact]] = {}
        for fact in self.owed:
            if not (hide and self.held_out(fact.id)):
                by_leaf.setdefault(fact.child, []).append(fact)
        views = []
        for child in self.children:
            own = [f for leaf in range(*child.leaves) for f in by_leaf.get(f"n{leaf}", ())]
            views.append(child.view(own))
        return views

    def draft(self, summarizer: Summarizer, attempt: int, findings: tuple[Finding, ...], *, hide: bool) -> Draft | None:
        """The summarizer's answer; None when it failed, which is remembered as an attempt."""
        request = Request(self.views(hide=hide), self.budget, self.level, attempt, findings)
        try:
            return checked_draft(summarizer(request), request, self.settings.summarizer_name)
        except Exception as error:  # a foreign callable may fail in any way; the embedded draft takes over
            self.attempts.append(
                Attempt("summarizer failed", self.settings.summarizer_name, "none", None,
                        ({"message": f"{type(error).__name__}: {error}"[:300]},))
            )  # fmt: skip
            return None

    def judge(self, kind: str, draft: Draft) -> _Judged:
        measurement = measure(
            [c.child for c in self.children], draft.text, sentences=draft.sentences, facts=self.owed, owed=self.owed,
            leaf_texts=self.leaf_texts,
            depth=self.level, generation=self.generation, seen=[c.child.id for c in self.children],
        )  # fmt: skip
        # The embedded summarizer quotes: nobody has to be asked whether a quote says what it says.
        foreign = draft.summarizer != extractive.NAME
        if self.settings.judge is not None and foreign and not any(f.severity == "hard" for f in measurement.findings):
            measurement, _ = consult(
                self.settings.judge,
                [c.child for c in self.children],
                draft.text,
                measurement,
                sentences=draft.sentences,
            )
        estimated = self.estimate(draft, measurement)
        verdict = decide(measurement, self.settings.policy, history=self.history, r_est=estimated)
        rows = tuple(finding_row(f) for f in measurement.findings if f.severity != "note")
        self.attempts.append(Attempt(kind, draft.summarizer, verdict.outcome, verdict.rule, rows))
        return _Judged(verdict, measurement, estimated)

    def estimate(self, draft: Draft, measurement: Measurement) -> RetentionEstimate:
        """R_est of this node at the root: what it keeps now, and first drafts for the levels still to come.

        A foreign summarizer whose first drafts would lose too much on the way up is replaced here and there by the
        embedded one: its draft is priced with the embedded one's rate, since that is who writes above when it must.
        """
        foreign = draft.summarizer != extractive.NAME
        n = len(measurement.retained)
        kept = sum(r.state == "kept" for r in measurement.retained)
        return estimate(
            [LevelCounts(n, kept)] if n else [], levels_to_come=self.levels_to_come,
            first_draft=self.pool if foreign else None, history=None if foreign else EMBEDDED_HISTORY,
        )  # fmt: skip

    def mended(self, draft: Draft, judged: _Judged) -> tuple[Draft, _Judged] | None:
        """A structured draft whose refused sentences are replaced by their evidence, if the gate then promotes it.

        What that leaves missing is quoted as in any other draft.
        """
        findings = judged.measurement.findings
        facts = {fact.id: fact for fact in judged.measurement.facts}
        refused = [
            f for f in findings if f.parent_span[0] >= 0 and outcome_of(f, self.settings.policy, facts) != "note"
        ]
        mended = mend(draft, [f.parent_span for f in refused], self.views(hide=False), self.leaf_texts)
        if mended is None:
            return None
        again = self.judge("mended", mended)
        return (mended, again) if again.verdict.outcome == "promote" else self.repaired(mended, again)

    def repaired(self, draft: Draft, judged: _Judged) -> tuple[Draft, _Judged] | None:
        """The draft completed by quoting, if that makes the gate promote it.

        Only what is silent can be completed: a draft that says something else about the same thing would then hold
        both, and its reader could not tell which is true.
        """
        verdict, measurement, _ = judged
        missing = [r for r in measurement.retained if r.state != "kept"]
        if verdict.outcome == "invalid" or not missing or any(r.state == "changed" for r in missing):
            return None
        index = ParentIndex(draft.text)
        if not draft.structured and any(_contradictable(r.fact, index) for r in missing):
            return None
        completed = repair(draft, [r.fact for r in missing], self.views(hide=False))
        if completed is None:
            return None
        again = self.judge("repair", completed)
        return (completed, again) if again.verdict.outcome == "promote" else None

    def held_out_counts(self, measurement: Measurement) -> tuple[int, int]:
        asked = [r for r in measurement.retained if self.held_out(r.fact.id)]
        return len(asked), sum(r.state == "kept" for r in asked)

    def outcome(
        self, state: NodeState, draft: Draft | None, judged: _Judged,
        dropped: tuple[Dropped, ...], first: tuple[int, int],
    ) -> Trial:  # fmt: skip
        return Trial(state, draft, judged.verdict, judged.measurement, self.owed, dropped, first, tuple(self.attempts),
                     judged.estimate, self.markers)  # fmt: skip


def _contradictable(fact: Fact, index: ParentIndex) -> bool:
    """Whether a sentence of the draft speaks of what this sentence fact speaks of, in other words."""
    if fact.kind not in SENTENCE_KINDS:
        return False
    best = max((share for share, _ in index.best(content_of(fact.text).words)), default=0.0)
    return best >= COMPETES


def finding_row(finding: Finding) -> dict[str, Any]:
    """A finding as plain data, for receipts, records and JSON."""
    row: dict[str, Any] = {
        "kind": finding.kind,
        "severity": finding.severity,
        "rule": finding.rule,
        "parent_span": list(finding.parent_span),
        "parent_quote": redact_text(finding.parent_quote),
        "child": finding.child,
        "child_span": list(finding.child_span),
        "child_quote": redact_text(finding.child_quote),
        "message": redact_text(finding.message),
        "remedy": finding.remedy,
    }
    if finding.fact is not None:
        row["fact"] = finding.fact
    if finding.probability != 1.0:
        row["probability"] = round(finding.probability, 4)
    return row
