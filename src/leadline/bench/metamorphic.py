"""`leadline bench metamorphic`: an edit that keeps the meaning must not change the verdict, one that changes it must.

In: units of real transcripts, a number per kind, a seed. Out: a `Law` per kind: how often the verdict of the edited parent (promoted or not)
equals that of the unedited one. Parents are real sentences of three neighbouring messages, as in `seeded`; values in six languages are told in
sentences of our own. Softer kinds (hedges, scope, causes, orders, approvals) are shown without a target: `check` refuses only what is sure.
Metamorphic testing after T. Y. Chen et al., "Metamorphic Testing: A New Approach for Generating Next Test Cases", 1998.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from leadline.api import check
from leadline.bench.filler import Unit
from leadline.bench.languages import LANGUAGES, cases
from leadline.bench.metamorphic_edits import PARAPHRASES, SOFT, SURE
from leadline.bench.seeded import draws, wrong_lines
from leadline.bench.seeded_edits import CHANGES, REWORDINGS, Edit

__all__ = ["KEEP_TARGET", "SURE_TARGET", "Law", "as_dict", "render", "run"]

KEEP_TARGET, SURE_TARGET = 97.0, 95.0
SHOWN_MAX = 200
TRIES = 400


@dataclass(frozen=True, slots=True)
class Law:
    """One kind of edit: how many were judged, how many verdicts stayed, how many base parents were refused already."""

    family: str  # "kept meaning", "sure change", "soft change"
    kind: str
    judged: int
    stayed: int
    base_refused: int
    wrong: tuple[tuple[str, str, str], ...] = field(default=())

    @property
    def held(self) -> float:
        """Percent of the edits on which the law held; nan without any."""
        good = self.stayed if self.family == "kept meaning" else self.judged - self.stayed
        return 100.0 * good / self.judged if self.judged else float("nan")


def run(units: Sequence[Unit], n: int, seed: int, progress: Callable[[str], None]) -> list[Law]:
    """One `Law` a kind, `n` edits each where the texts hold so many."""
    tables = (("kept meaning", REWORDINGS | PARAPHRASES), ("sure change", CHANGES | SURE), ("soft change", SOFT))
    laws = [
        _law(family, kind, edit, units, n, Random(f"{seed} {kind}"), progress)
        for family, table in tables
        for kind, edit in table.items()
    ]
    return laws + _languages(n, seed)


def _law(
    family: str, kind: str, edit: Edit, units: Sequence[Unit], n: int, rng: Random, progress: Callable[[str], None]
) -> Law:
    judged = stayed = refused = 0
    wrong: list[tuple[str, str, str]] = []
    seen: set[str] = set()
    for tried, draw in enumerate(draws(units, rng)):
        if judged >= n or tried >= TRIES * n:
            break
        parent = edit(draw.sentences, draw.at, "\n".join(c.text for c in draw.children), rng)
        if parent is None or parent in seen:
            continue
        seen.add(parent)
        base = check(list(draw.children), "\n".join(draw.sentences)).promoted
        if not base and family != "kept meaning":
            refused += 1  # a change cannot show in a verdict that is a refusal already
            continue
        refused += not base
        report = check(list(draw.children), parent)
        judged += 1
        same = report.promoted == base
        stayed += same
        if same != (family == "kept meaning") and len(wrong) < SHOWN_MAX:
            wrong.append(("\n".join(draw.sentences), parent, str(report)))
        if judged % 25 == 0:
            progress(f"{kind} {judged}/{n}")
    return Law(family, kind, judged, stayed, refused, tuple(wrong))


def _languages(n: int, seed: int) -> list[Law]:
    """Values told in another form of their language, and changed ones."""
    same: dict[str, list[tuple[bool, tuple[str, str, str]]]] = {x: [] for x in LANGUAGES}
    changed: dict[str, list[tuple[bool, tuple[str, str, str]]]] = {x: [] for x in LANGUAGES}
    for case in cases(n, seed):
        for told, into in ((case.same, same), (case.changed, changed)):
            report = check([case.child], told)
            into[case.language].append((report.promoted, (case.child, told, str(report))))
    laws = []
    for family, table in (("kept meaning", same), ("sure change", changed)):
        for language, rows in table.items():
            wrong = tuple(texts for promoted, texts in rows if promoted != (family == "kept meaning"))
            laws.append(Law(family, f"value, {language}", len(rows), sum(p for p, _ in rows), 0, wrong[:SHOWN_MAX]))
    return laws


def render(laws: Sequence[Law], *, wrong: int = 0) -> list[str]:
    """The table; with `wrong`, that many broken laws of each kind below it."""
    lines = [f"{'':<26}{'judged':>8}{'law held':>11}{'base refused':>15}"]
    for family, target in (("kept meaning", KEEP_TARGET), ("sure change", SURE_TARGET), ("soft change", None)):
        group = [law for law in laws if law.family == family]
        total = Law(family, family, *(sum(getattr(x, a) for x in group) for a in ("judged", "stayed", "base_refused")))
        lines += [_line(law, "  ") for law in group]
        goal = "" if target is None else f"   target {target:.0f} %: {'met' if total.held >= target else 'not met'}"
        lines += [_line(total, "") + goal]
    for law in laws:
        lines += wrong_lines(f"{law.kind}: the law does not hold", law.wrong[:wrong])
    return lines


def as_dict(laws: Sequence[Law]) -> dict[str, object]:
    """The laws as plain values."""
    return {"bench": "metamorphic", "laws": [
        {"family": x.family, "kind": x.kind, "judged": x.judged, "stayed": x.stayed, "base_refused": x.base_refused} for x in laws
    ]}  # fmt: skip


def _line(law: Law, indent: str) -> str:
    return f"{indent + law.kind:<26}{law.judged:>8}{law.held:>10.1f}%{law.base_refused:>15}"
