"""`leadline bench claims`: every check on thousands of single claims with evidence, by authors that were never looked at.

In: a folder of JSON lines, one file an author; items of the task `entail` have `evidence` (texts with roles, in time
order), a `claim`, a `label` (supported, contradicted, unsupported) and the `edit` that made them. The evidence becomes the
children, the claim the parent. Out: what the checks found on each item, and counts by check, by author and by edit.

Some authors' items may be read while checks are written, the others' are only counted (`HELD_OUT`). The claims are made to
be hard: faithful ones are far from the evidence in wording, faulty ones close. Real summaries are milder.
Findings about what is missing, and about the shape of a text, say nothing of a single claim and are left out.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, get_args

from leadline.bench.rows import read_rows
from leadline.core.signals.measure import measure
from leadline.core.text.messages import Child, Role

__all__ = [
    "HELD_OUT", "RISKS", "Check", "Claim", "Counts", "by_check", "calibration", "count", "curve", "is_held_out", "judge_claims", "read_claims",
    "share_interval",
]  # fmt: skip

HELD_OUT = frozenset(
    ("agent-p6", "agent-p10", "twins-4", "twins-6")  # p2, p4, p8 and twins-2 were opened for the second round
)  # nobody who wrote a check has read these
RISKS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)
SURE = 1.01  # a hard finding refuses at any risk
_LEFT_OUT = frozenset(("missing_owed", "degenerate"))
_ROLES = get_args(Role)
_BATCH = 64
_Z = 1.96  # 95 %


class Check(NamedTuple):
    """One check as far as findings tell it: what it finds, how, and the probability that it states (1 for a sure one)."""

    kind: str
    severity: str
    probability: float


@dataclass(frozen=True, slots=True)
class Claim:
    """One judged item."""

    author: str
    group: str
    edit: str
    faulty: bool
    checks: tuple[Check, ...]

    @property
    def level(self) -> float:
        """The lowest risk that lets it pass is above this: 0 without findings, `SURE` with a hard one."""
        return max((SURE if c.severity == "hard" else c.probability for c in self.checks), default=0.0)


@dataclass(frozen=True, slots=True)
class Counts:
    """Hits among faulty and among supported claims."""

    faulty: int
    of_faulty: int
    supported: int
    of_supported: int

    @property
    def alarms(self) -> float:
        """Share of the supported claims that are hit."""
        return self.supported / self.of_supported if self.of_supported else float("nan")

    @property
    def recall(self) -> float:
        """Share of the faulty claims that are hit."""
        return self.faulty / self.of_faulty if self.of_faulty else float("nan")

    @property
    def right(self) -> float:
        """Share of faulty claims among the hits when faulty and supported claims are equally many."""
        total = self.recall + self.alarms
        return self.recall / total if total else float("nan")

    @property
    def right_interval(self) -> tuple[float, float]:
        """Interval of `right`: that of the hits' raw share, carried over to equal numbers."""
        low, high = share_interval(self.faulty, self.faulty + self.supported)
        return self._equalled(low), self._equalled(high)

    def _equalled(self, raw: float) -> float:
        if not self.of_faulty or not self.of_supported or math.isnan(raw):
            return float("nan")
        up, down = raw / self.of_faulty, (1 - raw) / self.of_supported
        return up / (up + down) if up + down else float("nan")


def share_interval(hits: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; (0, 1) for none.

    >>> [round(x, 3) for x in share_interval(0, 1000)]
    [0.0, 0.004]
    """
    if not of:
        return 0.0, 1.0
    p, z = hits / of, _Z * _Z / of
    middle, reach = p + z / 2, _Z * math.sqrt(p * (1 - p) / of + z / (4 * of))
    return max(0.0, (middle - reach) / (1 + z)), min(1.0, (middle + reach) / (1 + z))


def is_held_out(author: str) -> bool:
    """Whether nobody who works on the checks has read this author's items."""
    return author in HELD_OUT


def read_claims(folder: Path, authors: str = "dev", *, every: int = 1) -> list[dict[str, Any]]:
    """The `entail` items of the `dev` authors, the `held-out` ones, or `both`; every K-th of each. ValueError for none."""
    items: list[dict[str, Any]] = []
    for file in sorted(folder.glob("*.jsonl"), key=lambda f: (f.stem.rstrip("0123456789"), len(f.stem), f.stem)):
        if authors != "both" and is_held_out(file.stem) != (authors == "held-out"):
            continue
        mine = [row | {"author": file.stem} for _, row in read_rows(file) if row.get("task") == "entail"]
        items += mine[::every]
    if not items:
        raise ValueError(f"{folder}: no items of the task entail by {authors} authors there")
    return items


def judge_claims(items: Sequence[dict[str, Any]], *, workers: int = 1) -> Iterator[Claim]:
    """Every item judged, in order."""
    if workers <= 1 or len(items) <= _BATCH:
        yield from map(_judge, items)
        return
    source = iter(items)
    with ProcessPoolExecutor(max_workers=workers) as pool:
        for batch in pool.map(_judge_batch, iter(lambda: list(islice(source, _BATCH)), [])):
            yield from batch


def count(claims: Iterable[Claim], risk: float) -> Counts:
    """How many are refused at this risk."""
    of: Counter[bool] = Counter()
    hit: Counter[bool] = Counter()
    for claim in claims:
        of[claim.faulty] += 1
        hit[claim.faulty] += claim.level >= risk
    return Counts(hit[True], of[True], hit[False], of[False])


def by_check(claims: Sequence[Claim]) -> list[tuple[Check, Counts]]:
    """Counts of every check, the surest first."""
    of = Counter(claim.faulty for claim in claims)
    hit = Counter((check, claim.faulty) for claim in claims for check in set(claim.checks))
    order = {"hard": 0, "warning": 1, "suspicion": 2, "note": 3}
    checks = sorted({c for c, _ in hit}, key=lambda c: (order[c.severity], -c.probability, c.kind))
    return [(c, Counts(hit[c, True], of[True], hit[c, False], of[False])) for c in checks]


def curve(claims: Sequence[Claim]) -> list[tuple[str, Counts]]:
    """Refused at each risk, and by sure findings alone."""
    return [*((f"{risk:.2f}", count(claims, risk)) for risk in RISKS), ("sure", count(claims, SURE))]


def calibration(claims: Sequence[Claim]) -> list[tuple[str, Counts]]:
    """Hits of suspicions and warnings by the probability that they state, in steps of a tenth; hard ones last."""
    of = Counter(claim.faulty for claim in claims)
    hit: Counter[tuple[str, bool]] = Counter()
    for claim in claims:
        for name in {_step(c) for c in claim.checks if c.severity != "note"}:
            hit[name, claim.faulty] += 1
    return [
        (name, Counts(hit[name, True], of[True], hit[name, False], of[False])) for name in sorted({n for n, _ in hit})
    ]


def _step(check: Check) -> str:
    if check.severity == "hard":
        return "hard"
    low = min(9, math.floor(check.probability * 10 + 1e-9)) / 10
    return f"{low:.1f} to {low + 0.1:.1f}"


def _judge(item: dict[str, Any]) -> Claim:
    children = [
        Child(str(i), e["text"], e["role"] if e["role"] in _ROLES else "summary")
        for i, e in enumerate(item["evidence"])
        if e["text"].strip()
    ]
    found = measure(children, item["claim"]).findings
    checks = tuple(
        Check(f.kind, f.severity, 1.0 if f.severity == "hard" else round(f.probability, 2))
        for f in found
        if f.kind not in _LEFT_OUT and f.parent_span[0] >= 0
    )
    return Claim(item["author"], str(item["group"]), item["edit"], item["label"] != "supported", checks)


def _judge_batch(items: list[dict[str, Any]]) -> list[Claim]:
    return [_judge(item) for item in items]
