"""Judging the compactions that a transcript already contains: what each lost, invented, or lost the hedge of.

Every generation is measured against the original messages, never against the summary before it. What the host kept
verbatim beside the summary counts as kept. An encrypted compaction is `opaque`: neither lost nor fine. A compaction
without a summary deleted text: what was owed in it is named. A judge, where one is chosen, is asked about each: what it
finds kept is no loss, what it finds that nobody needs is none for sure, and what stays in doubt above the policy's risk counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from leadline.core.facts import extract, resolve
from leadline.core.facts.family import with_turns
from leadline.core.facts.model import Fact, Retained
from leadline.core.facts.retain import ParentIndex, retained
from leadline.core.policy.gate import decide
from leadline.core.policy.model import Policy, in_scope
from leadline.core.secrets.redact import Redactor
from leadline.core.signals.measure import measure
from leadline.core.signals.model import Finding, Measurement
from leadline.core.signals.weighing import Scales
from leadline.core.text.messages import Child, Message, child_of
from leadline.core.text.tokens import count_tokens
from leadline.engine.judging import Asked, consult
from leadline.engine.private import leaks, with_leaks
from leadline.judges.opinion import UNDECIDED_RULE
from leadline.judges.port import ParentJudge
from leadline.readers.port import Compaction

__all__ = ["AuditReport", "AuditedCompaction", "Loss", "audit_session"]

QUOTE_MAX = 240  # characters of a quoted sentence


@dataclass(frozen=True, slots=True)
class Loss:
    """One owed fact that the working context after the compaction no longer shows, and where it stood."""

    fact: Fact
    state: str  # missing | blurred | changed
    line: int
    sure: bool  # a faithful summary practically never leaves it out, and it is certain that it is gone
    quote: str = ""  # the sentence that states it
    summary_quote: str = ""  # what the summary has in its place
    missed: float = 0.0  # how likely somebody misses it


@dataclass(frozen=True, slots=True)
class AuditedCompaction:
    """One compaction with its verdict. `status`: lost | fine | opaque | empty | unverifiable (originals not in the file)."""

    compaction: Compaction
    status: str
    verdict: str
    rule: str | None
    n_owed: int
    n_kept: int
    losses: tuple[Loss, ...]
    findings: tuple[Finding, ...]  # about what the summary says: invented, changed, hedge lost
    children: Mapping[str, int] = field(default_factory=dict)  # child id -> transcript line
    tokens_before: int = 0
    tokens_after: int = 0
    supporting_lost: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # kind -> (kept, all)
    kept_by_kind: Mapping[str, int] = field(default_factory=dict)  # owed facts still readable
    judge: Asked | None = None  # what was asked of a judge, where one was chosen


@dataclass(frozen=True, slots=True)
class AuditReport:
    """All compactions of a transcript, in order."""

    format: str
    compactions: tuple[AuditedCompaction, ...]

    @property
    def lost(self) -> bool:
        """True when some summary lost or changed something owed for sure."""
        return any(c.status == "lost" for c in self.compactions)


def audit_session(
    messages: Sequence[Message], compactions: Sequence[Compaction], policy: Policy, *, format: str = "",
    progress: Callable[[str, int], None] | None = None, judge: ParentJudge | None = None,
) -> AuditReport:  # fmt: skip
    """Measure every compaction against the original messages that it stands for, earlier generations included.

    `progress` is called with ("compaction", 1) after each.
    """
    redactor = Redactor()
    messages = list(map(redactor.message, messages))
    found = {c.id: redactor.text(c.summary or "") for c in compactions}
    compactions = [replace(c, summary=found[c.id].text) if c.summary else c for c in compactions]
    by_id = {m.id: m for m in messages}
    earlier = {c.id: c for c in compactions}
    facts_of: dict[tuple[str, bool], tuple[Fact, ...]] = {}
    rules = in_scope(policy, "check")
    audited = []
    for c in compactions:
        audited.append(_audit(c, by_id, earlier, rules, facts_of, leaks(found[c.id]), judge))
        if progress is not None:
            progress("compaction", 1)
    return AuditReport(format, tuple(audited))


def _audit(
    compaction: Compaction, by_id: Mapping[str, Message], earlier: Mapping[str, Compaction], policy: Policy,
    facts_of: dict[tuple[str, bool], tuple[Fact, ...]], leaked: Sequence[Finding],
    judge: ParentJudge | None,
) -> AuditedCompaction:  # fmt: skip
    originals = [m for m in _originals(compaction, by_id, earlier) if m.id not in set(compaction.kept)]
    originals.sort(key=lambda m: m.line)
    kept = [by_id[i] for i in compaction.kept if i in by_id]
    children = [child_of(m.id, (m,)) for m in originals if m.text.strip()]
    lines = {m.id: m.line for m in originals}
    before = sum(count_tokens(c.text) for c in children)
    if compaction.opaque:
        return AuditedCompaction(compaction, "opaque", "none", None, 0, 0, (), (), lines, before)
    turns = list(with_turns(children))
    for child, goes_on in turns:
        if (child.id, goes_on) not in facts_of:
            facts_of[child.id, goes_on] = extract(child, turn_goes_on=goes_on)
    facts = resolve([f for child, goes_on in turns for f in facts_of[child.id, goes_on]])
    owed = [f for f in facts if f.criticality == "owed"]
    summary = compaction.summary or ""
    readable = "\n\n".join([summary, *(m.text for m in kept)])
    rows = retained(owed, ParentIndex(readable))
    texts = {c.id: c.text for c in children}
    scales = Scales(children, readable, rows)
    losses = tuple(_loss(r, lines, texts, readable, scales.missed(r.fact)) for r in rows if r.state != "kept")
    supporting = _supporting(facts, readable)
    after = count_tokens(readable)
    if not children:
        return AuditedCompaction(compaction, "unverifiable", "none", None, 0, 0, (), (), lines, 0, after)
    if not summary.strip():
        status = "lost" if any(loss.sure for loss in losses) else "empty"
        return AuditedCompaction(
            compaction, status, "none", None, len(rows), len(rows) - len(losses), losses, (), lines, before, after, supporting,
            _kept_by_kind(rows, losses),
        )  # fmt: skip
    context = "\n\n".join(m.text for m in kept) or None
    sure_gone = {loss.fact.id for loss in losses}
    demanded = [f for f in owed if f.sure and f.id in sure_gone]
    sources = _with_earlier(children, compaction, earlier)
    measurement = measure(
        sources, summary, facts=facts, owed=demanded, context=context,
        generation=compaction.generation,
    )  # fmt: skip
    measurement = with_leaks(measurement, leaked)
    asked: Asked | None = None
    if judge is not None:
        measurement, asked = consult(judge, sources, summary, measurement, context=context, everything_owed=True)
        losses = _after_judge(losses, measurement, policy)
    verdict = decide(measurement, policy)
    said = tuple(f for f in measurement.findings if f.parent_span != (-1, -1))
    if asked is not None:  # what it could have cleared and did not
        said = tuple(replace(f, severity="warning") if _refuses(f, policy) else f for f in said)
    if compaction.partial:  # what the summary says otherwise may come from the messages that are not here
        said = tuple(replace(f, severity="suspicion") for f in said if f.child is not None)
    lost = any(loss.sure for loss in losses) or any(
        f.severity == "hard" or (asked is not None and f.severity == "warning") for f in said
    )
    return AuditedCompaction(
        compaction, "lost" if lost else "fine", verdict.outcome, verdict.rule, len(rows), len(rows) - len(losses), losses, said,
        lines, before, after, supporting, _kept_by_kind(rows, losses), asked,
    )  # fmt: skip


def _kept_by_kind(rows: Sequence[Retained], losses: Sequence[Loss]) -> dict[str, int]:
    """How many of the owed facts are no losses, by kind."""
    kept = Counter(str(r.fact.kind) for r in rows) - Counter(str(loss.fact.kind) for loss in losses)
    return dict(sorted(kept.items()))


def _after_judge(losses: Sequence[Loss], measurement: Measurement, policy: Policy) -> tuple[Loss, ...]:
    """The losses without what the judge found kept; what it finds that nobody needs is lost, but not for sure; what it and a rule
    miss together is."""
    kept = {r.fact.id for r in measurement.retained if r.state == "kept"}
    doubted = {f.fact for f in measurement.findings if f.fact is not None and f.severity != "note"}
    noted = {f.fact for f in measurement.findings if f.fact is not None and f.severity == "note"} - doubted
    gone = {f.fact for f in measurement.findings if f.needed and f.severity != "note" and f.probability >= policy.risk}
    return tuple(
        replace(loss, sure=loss.fact.id in gone or (loss.sure and loss.fact.id not in noted))
        for loss in losses
        if loss.fact.id not in kept
    )


def _refuses(finding: Finding, policy: Policy) -> bool:
    return finding.severity == "suspicion" and finding.rule != UNDECIDED_RULE and finding.probability >= policy.risk


def _originals(
    compaction: Compaction, by_id: Mapping[str, Message], earlier: Mapping[str, Compaction]
) -> list[Message]:
    """The messages under a compaction, through the summaries that it replaced."""
    found: dict[str, Message] = {}
    seen: set[str] = {compaction.id}
    stack = list(reversed(compaction.replaced))
    while stack:
        id = stack.pop()
        if id in by_id:
            found.setdefault(id, by_id[id])
        elif id in earlier and id not in seen:
            seen.add(id)
            stack.extend(reversed(earlier[id].replaced))
    return list(found.values())


def _with_earlier(children: list[Child], compaction: Compaction, earlier: Mapping[str, Compaction]) -> list[Child]:
    """The originals, and first the earlier summaries whose own originals the file does not hold."""
    orphaned = [earlier[i] for i in compaction.replaced if i in earlier and not earlier[i].replaced]
    return [Child(c.id, c.summary, "summary") for c in orphaned if c.summary] + children


def _loss(row: Retained, lines: Mapping[str, int], texts: Mapping[str, str], readable: str, missed: float) -> Loss:
    fact = row.fact
    start, end = fact.sentence
    quote = " ".join(texts[fact.child][start:end].split())
    if len(quote) > QUOTE_MAX:
        at = max(0, fact.start - QUOTE_MAX // 2)
        quote = " ".join(texts[fact.child][at : at + QUOTE_MAX].split())
    instead = " ".join(readable[row.start : row.end].split())[:QUOTE_MAX] if row.start >= 0 else ""
    return Loss(fact, row.state, lines.get(fact.child, 0), fact.sure and row.certain, quote, instead, round(missed, 2))


def _supporting(facts: Sequence[Fact], readable: str) -> dict[str, tuple[int, int]]:
    """Per kind: how many distinct supporting facts are still there, by their literal text."""
    low = readable.lower()
    counts: dict[str, list[int]] = {}
    seen: set[tuple[str, str]] = set()
    for fact in facts:
        if fact.criticality == "supporting" and (fact.kind, fact.form) not in seen:
            seen.add((fact.kind, fact.form))
            row = counts.setdefault(fact.kind, [0, 0])
            row[0] += fact.text.lower() in low
            row[1] += 1
    return {kind: (kept, of) for kind, (kept, of) in sorted(counts.items())}
