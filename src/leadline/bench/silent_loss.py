"""`leadline bench silent-loss`: plant owed facts, compact, and account for every one of them.

Sessions are made of real transcript text for tree depths 1 to 5 (small leaves and a small fan-out make deep trees of
sessions of ordinary size). Each is compacted through the public entry, `leadline.compose.compact_file`, and each planted
fact is looked for by the bench's own matcher (`account.py`). The figure that counts is the number of silent losses; beside
it stands the price: how many parents were promoted, how many needed repair, and the size of the working context.

With the gate off, findings do not count as named: nothing acted on them.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leadline.bench.account import Account, Outcome, add_up, tally
from leadline.bench.filler import Unit
from leadline.bench.planted import PlantedSession, PlantOptions, generate
from leadline.bench.sessionfile import write_session
from leadline.compose import compact_file, open_store
from leadline.core.text.tokens import count_tokens
from leadline.engine.records import NodeRecord
from leadline.engine.session import leaf_text
from leadline.engine.state import FrontierItem
from leadline.summarizers.port import Summarizer

__all__ = ["PLANS", "DepthPlan", "Report", "Run", "outcome_of", "run_bench", "run_session", "sessions_for"]

TOKENS_PER_FACT = 1200  # some hundred owed facts in 180,000 tokens (design.md, 3.4), beside those of the filler
PROMOTED_MIN = 0.80  # issue 2, "What it must show"
CONTEXT_MAX = 0.30


@dataclass(frozen=True, slots=True)
class DepthPlan:
    """Settings under which a session of `tokens` becomes a tree of about this depth."""

    depth: int
    fan_out: int
    leaf_tokens: int
    tokens: int
    fresh_tokens: int = 1000

    @property
    def tail_tokens(self) -> int:
        """Filler after the last planted fact: the freshest part, and the leaf that it may cut."""
        return self.fresh_tokens + 2 * self.leaf_tokens


# Leaves hold whole messages, so they come out up to twice as large as asked: sizes aim at the upper half of a depth's range.
PLANS: tuple[DepthPlan, ...] = (
    DepthPlan(1, 8, 3000, 20_000),
    DepthPlan(2, 4, 2000, 32_000),
    DepthPlan(3, 3, 1500, 42_000),
    DepthPlan(4, 3, 1000, 90_000),
    DepthPlan(5, 3, 800, 200_000),
)


@dataclass(frozen=True, slots=True)
class Run:
    """One compacted session: its account, the states of its parents by level, tokens, and first-draft counts by level."""

    plan: DepthPlan
    seed: int
    depth: int  # levels that the tree really has
    account: Account
    states: Mapping[str, int]
    first: Mapping[int, tuple[int, int]]  # level -> (owed facts asked, kept) of first drafts, held out where foreign
    tokens_in: int
    tokens_out: int


@dataclass(frozen=True, slots=True)
class Report:
    """All runs of one call."""

    runs: tuple[Run, ...]
    summarizer: str
    gate: bool

    @property
    def total(self) -> Account:
        return add_up(run.account for run in self.runs)

    @property
    def states(self) -> Mapping[str, int]:
        return _summed(run.states for run in self.runs)

    @property
    def first_rate(self) -> float | None:
        """The summarizer's r: share of asked facts that its first drafts kept, over all levels; None without counts."""
        asked = sum(a for run in self.runs for a, _ in run.first.values())
        kept = sum(k for run in self.runs for _, k in run.first.values())
        return kept / asked if asked else None

    @property
    def context_share(self) -> float:
        return sum(r.tokens_out for r in self.runs) / max(1, sum(r.tokens_in for r in self.runs))

    @property
    def failed(self) -> bool:
        """Silent losses although the gate was on."""
        return self.gate and self.total.places["lost"] > 0

    def by_depth(self) -> dict[int, list[Run]]:
        """Runs by the depth that their trees really have."""
        depths = sorted({run.depth for run in self.runs})
        return {depth: [run for run in self.runs if run.depth == depth] for depth in depths}


def sessions_for(facts: int, seed: int, plans: Sequence[DepthPlan]) -> list[tuple[DepthPlan, PlantOptions]]:
    """What to generate: at least `facts` in all, the same share for each plan. Raises ValueError for fewer facts than plans."""
    if facts < len(plans):
        raise ValueError(f"facts: expected at least {len(plans)}, one a depth, got {facts}")
    each = -(-facts // len(plans))
    wanted: list[tuple[DepthPlan, PlantOptions]] = []
    for plan in plans:
        left = each
        while left > 0:
            body = plan.tokens - plan.tail_tokens
            n = min(left, max(1, body // TOKENS_PER_FACT))
            wanted.append((plan, PlantOptions(seed + len(wanted), plan.tokens, n, plan.tail_tokens)))
            left -= n
    return wanted


def run_bench(
    units: Sequence[Unit], facts: int, seed: int, plans: Sequence[DepthPlan], summarizer: str,
    writer: Summarizer | str, gate: bool, progress: Callable[[str], None],
) -> Report:  # fmt: skip
    """Generate, compact and account for all sessions, one after the other."""
    wanted = sessions_for(facts, seed, plans)
    runs = []
    for number, (plan, options) in enumerate(wanted, start=1):
        progress(f"session {number} of {len(wanted)}, depth {plan.depth}")
        runs.append(run_session(generate(units, options), plan, options.seed, writer, gate))
    return Report(tuple(runs), summarizer, gate)


def run_session(planted: PlantedSession, plan: DepthPlan, seed: int, writer: Summarizer | str, gate: bool) -> Run:
    """Compact one session in a store of its own, and account for its planted facts."""
    with tempfile.TemporaryDirectory() as folder:
        path, db = Path(folder) / "session.jsonl", Path(folder) / "store.db"
        write_session(planted.units, path, seed)
        result = compact_file(
            path, store=db, summarizer=writer, gate="on" if gate else "off",
            fan_out=plan.fan_out, leaf_tokens=plan.leaf_tokens, fresh_tokens=plan.fresh_tokens,
        )  # fmt: skip
        with open_store(db, create=False) as store:
            texts = [leaf_text(store, leaf) or "" for leaf in result.state.leaves]
    records = result.nodes
    outcome = outcome_of(result.context, result.state.frontier, records, texts, gate=gate)
    return Run(
        plan, seed, max((r.node.level for r in records), default=0), tally(planted.facts, outcome),
        Counter(r.node.state for r in records), _first_counts(records), planted.tokens, count_tokens(result.context),
    )  # fmt: skip


def outcome_of(
    context: str, frontier: Sequence[FrontierItem], records: Sequence[NodeRecord], leaves: Sequence[str], *, gate: bool
) -> Outcome:
    """The compacted session as texts: the root is the frontier item that needs no reason to stand."""
    root = next((item.text for item in frontier if not item.why and item.record is not None), "")
    beside = tuple((item.id, item.text) for item in frontier if item.why or item.record is None)
    under_draft = {i for r in records if r.node.draft is not None for i in range(*r.node.leaves)}
    refused = {i for r in records if r.node.draft is None for i in range(*r.node.leaves)}
    findings = tuple(_finding_text(finding) for r in records for finding in r.findings) if gate else ()
    return Outcome(context, root, beside, findings, tuple(leaves[i] for i in sorted(refused - under_draft)))


def _finding_text(finding: Mapping[str, Any]) -> str:
    """What a person reads of a finding, in one line: its quotes and its message."""
    parts = (finding.get("child_quote"), finding.get("parent_quote"), finding.get("message"))
    return " ".join(" ".join(str(part).split()) for part in parts if part)


def _first_counts(records: Iterable[NodeRecord]) -> dict[int, tuple[int, int]]:
    counts: dict[int, tuple[int, int]] = {}
    for record in records:
        asked, kept = counts.get(record.node.level, (0, 0))
        counts[record.node.level] = (asked + record.first[0], kept + record.first[1])
    return dict(sorted(counts.items()))


def _summed(many: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for one in many:
        total.update(one)
    return dict(sorted(total.items()))
