"""`leadline bench cases`: the gate on hand-written cases, each with a faulty, a faithful and a repaired parent.

In: a JSON-lines file of cases (`id`, `kind`, `policy`, `children`, `bad`, `good`, `repair`). Out: verdict lines for a scorer
and counts. A case is discriminated when `bad` is stopped and both others are promoted; a stopped fault is *named* when a
finding has its kind or touches its quote, and *located* when a finding touches its quote, as the scorer that comes with
the cases counts it (`--strict`). Even and odd ids are counted apart: one half is developed on, the other is looked at rarely.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from leadline.api import check_many
from leadline.core.signals.model import Finding
from leadline.engine.check import Report
from leadline.judges.port import ParentJudge

__all__ = [
    "MEASURES", "WHICH", "CaseResult", "Tally", "ask_judge", "by_kind", "half_of", "intervals", "judge_cases", "read_cases", "render", "run", "tally",
    "verdict_line", "write_verdicts",
]  # fmt: skip

WHICH = ("bad", "good", "repair")
SAMPLES = 1000
_LONG = 400  # a longer quote that covers most of the text locates nothing


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
        """Caught, with a finding that has the kind of a fault or touches its quote."""
        return self.caught and self._hits(strict=False) > 0

    @property
    def located(self) -> bool:
        """Caught, with a finding that touches the quote of a fault on either side."""
        return self.caught and self._hits(strict=True) > 0

    @property
    def good(self) -> bool:
        return self.reports["good"].promoted

    @property
    def repair(self) -> bool:
        return self.reports["repair"].promoted

    @property
    def discriminated(self) -> bool:
        return self.caught and self.good and self.repair

    @property
    def faults(self) -> int:
        return len(self.case["bad"].get("faults", ()))

    @property
    def found(self) -> int:
        """How many of the faults some finding names, caught or not."""
        return self._hits(strict=False)

    @property
    def placed(self) -> int:
        """How many of the faults some finding touches."""
        return self._hits(strict=True)

    def _hits(self, *, strict: bool) -> int:
        shown = [f for f in self.reports["bad"].findings if f.severity != "note"]
        faults = self.case["bad"].get("faults", ())
        return sum(any(_matches(f, fault, self.case, strict) for f in shown) for fault in faults)


MEASURES: Mapping[str, Callable[[CaseResult], bool]] = {
    "caught": lambda r: r.caught, "named": lambda r: r.named, "located": lambda r: r.located, "good": lambda r: r.good,
    "repair": lambda r: r.repair, "discriminated": lambda r: r.discriminated,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over some cases."""

    name: str
    n: int
    caught: int
    named: int
    located: int
    good: int
    repair: int
    discriminated: int
    found: int  # faults that some finding names
    placed: int  # faults that some finding touches
    faults: int


def read_cases(path: str | Path) -> list[dict[str, Any]]:
    """All cases of a file; ValueError with the line for one that is no case."""
    cases = []
    try:
        text = Path(path).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: no UTF-8 at byte {error.start}") from None
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{path}:{number}: no JSON ({error})") from None
        if not isinstance(case, dict):
            raise ValueError(f"{path}:{number}: a case is a JSON object")
        missing = [k for k in ("id", "kind", "children", *WHICH) if k not in case]
        if missing:
            raise ValueError(f"{path}:{number}: case lacks {', '.join(missing)}")
        cases.append(case)
    if not cases:
        raise ValueError(f"{path}: no case in it")
    return cases


def judge_cases(cases: Sequence[Mapping[str, Any]], *, workers: int | None = None) -> Iterator[CaseResult]:
    """Every case judged three times, in order."""
    reports = check_many((_asked(case, which) for case in cases for which in WHICH), workers=workers)
    for case in cases:
        yield CaseResult(case, {which: next(reports) for which in WHICH})


def ask_judge(results: Iterable[CaseResult], judge: ParentJudge) -> Iterator[CaseResult]:
    """The results with a judge behind the rules, asked as `check` asks it: also of parents that rules refuse, since it may clear
    a suspicion."""
    for result in results:
        yield CaseResult(
            result.case,
            {which: next(check_many([_asked(result.case, which)], judge=judge)) for which in result.reports},
        )


def _asked(case: Mapping[str, Any], which: str) -> dict[str, Any]:
    return {
        "id": f"{case['id']}/{which}", "children": case["children"], "parent": case[which]["text"], "policy": case.get("policy"),
    }  # fmt: skip


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
    counts = {measure: sum(holds(r) for r in rows) for measure, holds in MEASURES.items()}
    return Tally(
        name, len(rows), found=sum(r.found for r in rows), placed=sum(r.placed for r in rows), faults=sum(r.faults for r in rows),
        **counts,
    )  # fmt: skip


def by_kind(results: Sequence[CaseResult]) -> list[Tally]:
    """One tally a kind of fault, by name."""
    kinds = sorted({r.case["kind"] for r in results})
    return [tally(kind, [r for r in results if r.case["kind"] == kind]) for kind in kinds]


def intervals(results: Sequence[CaseResult], *, seed: int = 0) -> dict[str, tuple[float, float]]:
    """For each measure the middle 95 % of its share over bootstrap samples of the cases. Empty without cases."""
    if not results:
        return {}
    rng = Random(seed)
    held = {name: [holds(r) for r in results] for name, holds in MEASURES.items()}
    n = len(results)
    drawn: dict[str, list[float]] = {name: [] for name in MEASURES}
    for _ in range(SAMPLES):
        at = rng.choices(range(n), k=n)
        for name, values in held.items():
            drawn[name].append(sum(values[i] for i in at) / n)
    out = {}
    for name, shares in drawn.items():
        shares.sort()
        out[name] = shares[int(0.025 * SAMPLES)], shares[int(0.975 * SAMPLES) - 1]
    return out


def render(tallies: Iterable[Tally], *, width: int = 12) -> str:
    """The tallies as a table."""
    head = ("caught", "named", "located", "good", "repair", "discr.", "faults", "placed")
    lines = [f"{'':<{width}}{'cases':>6}" + "".join(f"{name:>9}" for name in head)]
    for t in tallies:
        counts = [(x, t.n) for x in (t.caught, t.named, t.located, t.good, t.repair, t.discriminated)]
        cells = "".join(
            f"{100 * x / n:8.1f}%" if n else "        -"
            for x, n in (*counts, (t.found, t.faults), (t.placed, t.faults))
        )
        lines.append(f"{t.name:<{width}}{t.n:>6}{cells}")
    return "\n".join(lines)


def half_of(case: Mapping[str, Any]) -> str:
    """`even` or `odd`, by the number in the id."""
    digits = "".join(c for c in str(case["id"]) if c.isdigit())
    return "even" if not digits or int(digits) % 2 == 0 else "odd"


def run(path: str | Path, *, out: str | Path | None = None, halves: Sequence[str] = ("even", "odd")) -> str:
    """The tallies of a file by half and over all, as a table; verdict lines go to `out`."""
    results = judged(path, out=out, halves=halves)
    return render(by_half(results, halves))


def judged(
    path: str | Path, *, out: str | Path | None = None, halves: Sequence[str] = ("even", "odd")
) -> list[CaseResult]:
    """Judge the cases of these halves; write verdict lines to `out` where given."""
    results = list(judge_cases([c for c in read_cases(path) if half_of(c) in halves]))
    if out is not None:
        write_verdicts(results, out)
    return results


def write_verdicts(results: Iterable[CaseResult], out: str | Path) -> None:
    """One line a parent, for a scorer."""
    Path(out).write_text("".join(verdict_line(r, w) + "\n" for r in results for w in WHICH), "utf-8")


def by_half(results: Sequence[CaseResult], halves: Sequence[str]) -> list[Tally]:
    """One tally a half, and one over all."""
    return [*(tally(h, [r for r in results if half_of(r.case) == h]) for h in halves), tally("all", results)]


def _matches(finding: Finding, fault: Mapping[str, Any], case: Mapping[str, Any], strict: bool) -> bool:
    if not strict and finding.kind == fault["kind"]:
        return True
    if _touch(case["bad"]["text"], finding.parent_quote, fault.get("parent_quote")):
        return True
    if finding.child is None or finding.child != fault.get("child"):
        return False
    text = next((c["text"] for c in case["children"] if c["id"] == finding.child), "")
    return _touch(text, finding.child_quote, fault.get("child_quote"))


def _touch(text: str, mine: str, theirs: str | None) -> bool:
    """Whether two quotes of a text share a letter or digit, wherever they stand in it."""
    if not mine or not theirs or (len(mine) > _LONG and 2 * len(mine) > len(text)):
        return False
    return any(
        any(c.isalnum() for c in text[max(a, b) : min(a + len(mine), b + len(theirs))])
        for a in _places(text, mine)
        for b in _places(text, theirs)
    )


def _places(text: str, quote: str) -> Iterator[int]:
    at = text.find(quote)
    while at >= 0:
        yield at
        at = text.find(quote, at + 1)
