"""`check`: one summary judged against the texts that it replaces, without a store (design.md, section 6).

In: children in time order, the parent, a policy. Out: a `Report`; never an exception for what is wrong with a text,
`ValueError` for what is wrong with the call (no children, a child without text, a doubled id). Asked in scope `check`:
only sure facts are demanded and only sure findings refuse, since here a false alarm costs trust. Nothing is written.
Policies come as values: names are resolved in `leadline/api.py`.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any

from leadline.core.facts.family import Facts
from leadline.core.facts.model import Fact
from leadline.core.policy.gate import Outcome, decide
from leadline.core.policy.limits import Reason
from leadline.core.policy.model import Policy, in_scope
from leadline.core.signals.measure import measure
from leadline.core.signals.model import Finding, Measurement, Signal
from leadline.core.signals.weighing import weigh
from leadline.core.text.messages import Child
from leadline.core.tree.nodes import DraftSentence
from leadline.engine.judging import Asked, consult
from leadline.engine.private import leaks, private_case, with_leaks
from leadline.engine.resting import collector_rests
from leadline.judges.port import ParentJudge

__all__ = ["REPORT_VERSION", "CheckCase", "Report", "check", "check_many"]

REPORT_VERSION = 1
_BATCH = 16  # cases that one task of a worker takes: small enough to stream, large enough to hide the queue
_ALONE = 24  # fewer cases are judged here: starting workers costs more than they save
_SHOWN = 3
PARENT_CHARS_MAX = 1_000_000  # a long summary has some ten thousand; this many take some twenty seconds
CHILDREN_CHARS_MAX = 64 * 1024 * 1024  # as one record of a transcript (design.md, section 5)


@dataclass(frozen=True, slots=True)
class CheckCase:
    """One call of `check` as a value, for `check_many`."""

    children: tuple[Child, ...]
    parent: str
    policy: Policy
    id: str | None = None
    depth: int | None = None
    generation: int | None = None
    originals: tuple[Child, ...] = ()
    context: str | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What `check` found. `findings` are the most severe first; `reasons` are the failed rules, the deciding one first.

    `retention` is the share of owed facts (all of them, not only the demanded) that the parent holds, None where
    nothing is owed. `facts` are all facts of the children, read on first use. `inferred` says which of depth and generation were read off the roles. `timings` are milliseconds and
    no part of `as_dict`, so that equal input gives equal bytes.
    """

    verdict: Outcome
    rule: str | None
    findings: tuple[Finding, ...]
    signals: Mapping[str, Signal]
    facts: Sequence[Fact]
    retention: float | None
    score: float
    reasons: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()
    policy: str = ""
    depth: int = 1
    generation: int = 1
    inferred: tuple[str, ...] = ()
    structured: bool = False
    id: str | None = None
    judge: Asked | None = None  # what was asked of a judge, where one was chosen
    timings: Mapping[str, float] = field(default_factory=dict, compare=False)

    @property
    def promoted(self) -> bool:
        """Whether the summary may stand for its children."""
        return self.verdict == "promote"

    def as_dict(self) -> dict[str, Any]:
        """The documented JSON, plain values only."""
        return {
            "version": REPORT_VERSION,
            "id": self.id,
            "verdict": self.verdict,
            "rule": self.rule,
            "score": round(self.score, 4),
            "signals": {name: None if s.value is None else round(s.value, 4) for name, s in self.signals.items()},
            "findings": [_finding(f) for f in self.findings],
            "reasons": [{"rule": r.rule, "outcome": r.outcome, "message": r.message} for r in self.reasons],
            "notes": [{"rule": r.rule, "message": r.message} for r in self.notes],
            "retention": None if self.retention is None else round(self.retention, 4),
            "n_owed": self.signals["retention"].n if "retention" in self.signals else 0,
            "unmeasured": {name: s.unmeasured for name, s in self.signals.items() if s.unmeasured is not None},
            "policy": self.policy,
            "depth": self.depth,
            "generation": self.generation,
            "inferred": list(self.inferred),
            "draft": "structured" if self.structured else "plain text",
            **({} if self.judge is None else {"judge": _asked(self.judge)}),
        }

    def __str__(self) -> str:
        head = self.verdict + (f"  {self.rule}" if self.rule else "")
        lines = [head, *(f"  {r.rule}: {r.message}" for r in self.reasons[:_SHOWN])]
        if len(self.reasons) > _SHOWN:
            lines.append(f"  and {len(self.reasons) - _SHOWN} more")
        return "\n".join(lines)


def check(
    children: Sequence[Child],
    parent: str,
    *,
    policy: Policy,
    depth: int | None = None,
    generation: int | None = None,
    originals: Sequence[Child] | None = None,
    context: str | None = None,
    id: str | None = None,
    sentences: Sequence[DraftSentence] = (),
    judge: ParentJudge | None = None,
) -> Report:
    """The report on `parent`. ValueError for children without text and for depth or generation under 1.

    `sentences` are those of a structured draft; the child at position n is its leaf n. `judge` is asked once.
    """
    _check_call(children, parent, depth, generation, originals)
    # whoever waits for a judge does not wait for the collector
    with nullcontext() if judge is not None else collector_rests(len(parent) + sum(len(c.text) for c in children)):
        return _report(
            children, parent, policy=policy, depth=depth, generation=generation, originals=originals, context=context, id=id,
            sentences=sentences, judge=judge,
        )  # fmt: skip


def _report(
    children: Sequence[Child], parent: str, *, policy: Policy, depth: int | None, generation: int | None,
    originals: Sequence[Child] | None, context: str | None, id: str | None, sentences: Sequence[DraftSentence],
    judge: ParentJudge | None,
) -> Report:  # fmt: skip
    started = time.perf_counter()
    inferred = tuple(name for name, given in (("depth", depth), ("generation", generation)) if given is None)
    level = 2 if any(c.role == "summary" for c in children) else 1
    case = private_case(children, parent, context, originals or (), spans_fixed=bool(sentences))
    children, parent, context, originals = case.children, case.parent.text, case.context, case.originals
    measurement = measure(
        children, parent, context=context, depth=depth or level, generation=generation or level, sentences=sentences,
        leaf_texts={at: child.text for at, child in enumerate(children)} if sentences else None,
    )  # fmt: skip
    measurement = with_leaks(measurement, leaks(case.parent))
    if originals:
        measurement = replace(
            measurement, extra={**measurement.extra, "chain_fidelity": _fidelity(originals, parent, context)}
        )
    measured = time.perf_counter()
    asked: Asked | None = None
    by_rules = frozenset(measurement.findings)
    if judge is not None:
        measurement, asked = consult(judge, children, parent, measurement, context=context, sentences=sentences)
    opined = time.perf_counter()
    measurement = weigh(children, parent, measurement, by_rules)
    verdict = decide(measurement, in_scope(policy, "check"))
    decided = time.perf_counter()
    return Report(
        verdict=verdict.outcome,
        rule=verdict.rule,
        findings=tuple(map(case.finding, sorted(measurement.findings, key=_rank))),
        signals=measurement.signals,
        facts=Facts(children, case.fact),
        retention=_retention(measurement),
        score=measurement.score,
        reasons=verdict.reasons,
        notes=verdict.notes,
        policy=policy.name,
        depth=measurement.depth,
        generation=measurement.generation,
        inferred=inferred,
        structured=measurement.structured,
        id=id,
        judge=asked,
        timings={
            "measure_ms": 1e3 * (measured - started),
            "judge_ms": 1e3 * (opined - measured),
            "decide_ms": 1e3 * (decided - opined),
        },
    )


def check_many(
    cases: Iterable[CheckCase], *, workers: int | None = None, judge: ParentJudge | None = None
) -> Iterator[Report]:
    """One report a case, in the order of the cases, while at most a few batches are read ahead.

    With a judge one case after the other, in this process: the endpoint is what takes the time, and it has limits of its own.

    `workers` None: one per processor. Few cases are judged in this process. A case that cannot be judged raises its
    ValueError at its place.
    """
    source = iter(cases)
    first = list(islice(source, _ALONE))
    count = os.cpu_count() or 1 if workers is None else workers
    if len(first) < _ALONE or count <= 1 or judge is not None:
        for case in chain(first, source):
            yield _run(case, judge)
        return
    rest = chain(first, source)
    waiting: deque[Future[list[Report]]] = deque()
    with ProcessPoolExecutor(max_workers=count) as pool:
        while batch := list(islice(rest, _BATCH)):
            waiting.append(pool.submit(_run_batch, batch))
            if len(waiting) > 2 * count:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def _run(case: CheckCase, judge: ParentJudge | None = None) -> Report:
    return check(
        case.children, case.parent, policy=case.policy, depth=case.depth, generation=case.generation,
        originals=case.originals or None, context=case.context, id=case.id, judge=judge,
    )  # fmt: skip


def _run_batch(cases: list[CheckCase]) -> list[Report]:
    return [_run(case) for case in cases]


def _check_call(
    children: Sequence[Child],
    parent: object,
    depth: int | None,
    generation: int | None,
    originals: Sequence[Child] | None,
) -> None:
    if not children:
        raise ValueError("children is empty: expected at least one text that the parent replaces")
    for name, family in (("children", children), ("originals", originals or ())):
        for position, child in enumerate(family):
            if not child.text.strip():
                raise ValueError(
                    f"{name}[{position}] ({child.id}) has no text: leave it out, or give the text that was replaced"
                )
    if not isinstance(parent, str):
        raise ValueError(f"parent is {type(parent).__name__}: expected the summary's text")
    if len(parent) > PARENT_CHARS_MAX:
        raise ValueError(
            f"parent has {len(parent):,} characters, expected at most {PARENT_CHARS_MAX:,}: no summary is so long; split it"
        )
    size = sum(len(child.text) for child in children)
    if size > CHILDREN_CHARS_MAX:
        raise ValueError(
            f"children have {size:,} characters together, expected at most {CHILDREN_CHARS_MAX:,}: judge summaries of fewer of them"
        )
    for name, value in (("depth", depth), ("generation", generation)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
            raise ValueError(f"{name} = {value!r}: expected a whole number from 1, or None to infer it")


def _fidelity(originals: Sequence[Child], parent: str, context: str | None) -> float:
    """min(retention of sure owed facts, provenance) against the leaves (design.md, 3.7)."""
    measurement = measure(originals, parent, context=context)
    sure = [r for r in measurement.retained if r.fact.sure]
    kept = sum(r.state == "kept" for r in sure) / len(sure) if sure else 1.0
    return min(kept, measurement.signals["provenance"].value or 0.0)


def _retention(measurement: Measurement) -> float | None:
    signal = measurement.signals["retention"]
    return None if signal.vacuous else signal.value


_SEVERITY = {"hard": 0, "warning": 1, "suspicion": 2, "note": 3}


def _rank(f: Finding) -> tuple[int, float, tuple[int, int], str]:
    return _SEVERITY[f.severity], -f.probability, f.parent_span, f.kind


def _asked(asked: Asked) -> dict[str, Any]:
    return {
        "name": asked.judge, "digest": asked.digest, "questions": asked.questions, "answered": asked.answered,
        "calls": asked.calls, "tokens": list(asked.tokens), "failure": asked.failure,
    }  # fmt: skip


def _finding(f: Finding) -> dict[str, Any]:
    return {
        "kind": f.kind, "severity": f.severity, "rule": f.rule, "parent_span": list(f.parent_span), "parent_quote": f.parent_quote,
        "child": f.child, "child_span": list(f.child_span), "child_quote": f.child_quote, "message": f.message, "remedy": f.remedy,
        "probability": round(f.probability, 3),
    }  # fmt: skip
