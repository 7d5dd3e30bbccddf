"""What a judge would be asked about the hand cases, and what its answers are worth there: by parents, beside the rules.

In: the cases' even half, a function from (evidence, claim) pairs to scores (higher is better borne out). Out: the questions, and
a report: of the bad parents that the rules miss how many fall below a threshold that was chosen on other data, how many good and
repair parents do, and how often the repair stands above its bad twin.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from leadline.api import check
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.provenance import asserting
from leadline.core.text.messages import Child

CASES = Path(__file__).resolve().parents[3] / "shared" / "bench" / "cases" / "dev.jsonl"
WHICH = ("bad", "good", "repair")
BEST = 6


class Question(NamedTuple):
    """One asserting sentence that is not word for word in the children, with its best evidence in document order."""

    evidence: tuple[tuple[str, str], ...]
    claim: str


class Parent:
    """One parent of one case."""

    def __init__(self, case: dict, which: str) -> None:  # type: ignore[type-arg]
        self.case, self.which, self.kind = case["id"], which, case["kind"]
        self.children = tuple(Child(c["id"], c["text"], role=c["role"]) for c in case["children"])
        self.text = case[which]["text"]
        self.policy = case.get("policy")

    @cached_property
    def refused(self) -> bool:
        """By the rules alone."""
        return not check(self.children, self.text, policy=self.policy).promoted

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        trial = Trial(self.children, self.text)
        return tuple(question(trial, s) for s in asserting(trial) if _plain(s.text) not in _plain(trial.haystack))


def question(trial: Trial, claim: Passage, best: int = BEST) -> Question:
    """The claim beside its `best` sentences of evidence, in document order, each with its role."""
    numbers = sorted(hit.sentence for hit in trial.align(claim, best)) or range(min(best, len(trial.sentences)))
    return Question(tuple((trial.sentences[n].role, trial.sentences[n].text) for n in numbers), claim.text)


def even_half() -> list[Parent]:
    """The three parents of every even case. The odd half is not for development."""
    cases = [json.loads(x) for x in CASES.read_text("utf-8").splitlines() if x.strip()]
    return [Parent(c, w) for c in cases if int(c["id"].split("-")[1]) % 2 == 0 for w in WHICH]


def report(parents: Sequence[Parent], scores: Sequence[float], thresholds: dict[str, float]) -> str:
    """`scores` are the parents' lowest sentence scores; a threshold refuses what lies below it."""
    table = {(p.case, p.which): (p, s) for p, s in zip(parents, scores, strict=True)}
    missed = [(p, s) for p, s in table.values() if p.which == "bad" and not p.refused]
    faithful = [(p, s) for p, s in table.values() if p.which != "bad"]
    passed = [(p, s) for p, s in faithful if not p.refused]
    lines = [
        f"rules miss {len(missed)} of {len(parents) // 3} bad, refuse {len(faithful) - len(passed)} of {len(faithful)} faithful"
    ]
    for name, t in thresholds.items():
        caught = [p for p, s in missed if s < t]
        alarms = [p for p, s in faithful if s < t]
        lines.append(f"{name}: catches {len(caught)}/{len(missed)} ({100 * len(caught) / max(1, len(missed)):.1f} %) of the missed bad; "
                     f"alarms {len(alarms)}/{len(faithful)} ({100 * len(alarms) / len(faithful):.1f} %): good {sum(p.which == 'good' for p in alarms)}, "
                     f"repair {sum(p.which == 'repair' for p in alarms)}; kinds {sorted(p.kind for p in caught)}")  # fmt: skip
    ids = sorted({p.case for p in parents})
    for other in ("repair", "good"):
        pairs = [(table[(i, "bad")][1], table[(i, other)][1]) for i in ids]
        better = sum(o > b for b, o in pairs) + 0.5 * sum(o == b for b, o in pairs)
        lines.append(f"{other} above bad: {100 * better / len(pairs):.1f} % of {len(pairs)}")
    low = sorted(s for _, s in faithful)
    at = low[int(0.03 * len(low))]
    best = sum(s < at for _, s in missed)
    lines.append(
        f"threshold fitted here to 3 % of faithful parents (not a result): {100 * best / max(1, len(missed)):.1f} % of the missed bad"
    )
    return "\n".join(lines)


def lowest(parents: Sequence[Parent], ask: Callable[[list[Question]], list[float]], none: float = 1e9) -> list[float]:
    """Each parent's lowest sentence score."""
    flat = [q for p in parents for q in p.questions]
    answers = iter(ask(flat))
    return [min((next(answers) for _ in p.questions), default=none) for p in parents]


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(" .;")
