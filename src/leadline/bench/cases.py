"""`leadline bench cases`: the gate on hand-written cases, each with a faulty, a faithful and a repaired parent.

In: a JSON-lines file of cases (`id`, `kind`, `policy`, `children`, `bad`, `good`, `repair`). Out: verdict lines for a scorer
and a summary. A case is discriminated when `bad` is stopped and both others are promoted. Even and odd ids are counted
apart: one half is developed on, the other is looked at rarely.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leadline.api import check_many
from leadline.engine.check import Report

__all__ = ["WHICH", "CaseResult", "Tally", "judge_cases", "read_cases", "render", "tallies", "tally", "verdict_line"]

WHICH = ("bad", "good", "repair")


@dataclass(frozen=True, slots=True)
class CaseResult:
    """The three reports of one case."""

    case: Mapping[str, Any]
    reports: Mapping[str, Report]

    @property
    def caught(self) -> bool:
        return not self.reports["bad"].promoted

    @property
    def named(self) -> bool:
        """Caught, with a finding of a fault's kind or inside of a fault's quote."""
        return self.caught and any(
            _names(f, fault, self.case) for fault in self.case["bad"]["faults"] for f in self.reports["bad"].findings
        )

    @property
    def discriminated(self) -> bool:
        return self.caught and self.reports["good"].promoted and self.reports["repair"].promoted


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over some cases."""

    name: str
    n: int
    caught: int
    named: int
    good: int
    repair: int
    discriminated: int


def read_cases(path: str | Path) -> list[dict[str, Any]]:
    """All cases of a file; ValueError with the line for one that is no case."""
    cases = []
    for number, line in enumerate(Path(path).read_text("utf-8").split("\n"), 1):
        if not line.strip():
            continue
        case = json.loads(line)
        missing = [k for k in ("id", "kind", "children", *WHICH) if k not in case]
        if missing:
            raise ValueError(f"{path}:{number}: case lacks {', '.join(missing)}")
        cases.append(case)
    return cases


def judge_cases(cases: Sequence[Mapping[str, Any]], *, workers: int | None = None) -> Iterator[CaseResult]:
    """Every case judged three times, in order."""
    asked = (
        {
            "id": f"{case['id']}/{which}",
            "children": case["children"],
            "parent": case[which]["text"],
            "policy": case.get("policy"),
        }
        for case in cases
        for which in WHICH
    )
    reports = check_many(asked, workers=workers)
    for case in cases:
        yield CaseResult(case, {which: next(reports) for which in WHICH})


def verdict_line(result: CaseResult, which: str) -> str:
    """One line of the scorer's input."""
    report = result.reports[which]
    shown = [f for f in report.as_dict()["findings"] if f["severity"] != "note"]
    return json.dumps(
        {"case": result.case["id"], "which": which, "verdict": report.verdict, "findings": [
            {k: f[k] for k in ("kind", "parent_quote", "child", "child_quote")} for f in shown
        ]},
        ensure_ascii=False,
    )  # fmt: skip


def tally(name: str, results: Iterable[CaseResult]) -> Tally:
    """The counts of some results."""
    rows = list(results)
    return Tally(
        name, len(rows), sum(r.caught for r in rows), sum(r.named for r in rows), sum(r.reports["good"].promoted for r in rows),
        sum(r.reports["repair"].promoted for r in rows), sum(r.discriminated for r in rows),
    )  # fmt: skip


def render(tallies: Iterable[Tally]) -> str:
    """The tallies as a table."""
    lines = [f"{'':<12}{'cases':>6}{'caught':>9}{'named':>9}{'good':>9}{'repair':>9}{'discr.':>9}"]
    for t in tallies:
        cells = "".join(
            f"{100 * x / t.n:8.1f}%" if t.n else "       -"
            for x in (t.caught, t.named, t.good, t.repair, t.discriminated)
        )
        lines.append(f"{t.name:<12}{t.n:>6}{cells}")
    return "\n".join(lines)


def half_of(case: Mapping[str, Any]) -> str:
    """`even` or `odd`, by the number in the id."""
    digits = "".join(c for c in str(case["id"]) if c.isdigit())
    return "even" if not digits or int(digits) % 2 == 0 else "odd"


def _names(finding: Any, fault: Mapping[str, Any], case: Mapping[str, Any]) -> bool:
    if finding.severity == "note":
        return False
    if finding.kind == fault["kind"]:
        return True
    quote = fault.get("parent_quote")
    if quote and finding.parent_quote:
        at = case["bad"]["text"].find(quote)
        if at >= 0 and max(at, finding.parent_span[0]) < min(at + len(quote), finding.parent_span[1]):
            return True
    if fault.get("child") == finding.child and fault.get("child_quote"):
        text = next((c["text"] for c in case["children"] if c["id"] == finding.child), "")
        at = text.find(fault["child_quote"])
        return bool(
            at >= 0 and max(at, finding.child_span[0]) < min(at + len(fault["child_quote"]), finding.child_span[1])
        )
    return False


def tallies(path: str | Path, *, out: str | Path | None = None, halves: Sequence[str] = ("even", "odd")) -> list[Tally]:
    """Judge the cases of `path`, write verdict lines to `out` where given, and count by half and over all."""
    cases = [c for c in read_cases(path) if half_of(c) in halves]
    results = list(judge_cases(cases))
    if out is not None:
        Path(out).write_text("".join(verdict_line(r, w) + "\n" for r in results for w in WHICH), "utf-8")
    parts = [tally(half, [r for r in results if half_of(r.case) == half]) for half in halves]
    return [*parts, tally("all", results)]


def run(path: str | Path, *, out: str | Path | None = None, halves: Sequence[str] = ("even", "odd")) -> str:
    """`tallies` as a table."""
    return render(tallies(path, out=out, halves=halves))
