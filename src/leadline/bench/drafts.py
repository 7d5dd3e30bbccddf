"""`leadline bench drafts`: a scripted liar writes structured drafts of real sentences, and each lie has to be refused.

In: units of real transcripts, a number of drafts, a seed; optionally hand-written cases, whose faithful parents become
structured drafts (`drafts_cases.py`) that have to pass. Out: a `Row` a kind of lie. A draft is two or three sentences of three
neighbouring messages, each with its true source; one of them then gets a lie (`drafts_lies.py`). Draws whose truthful
draft is refused already are left out and counted. Sentences and lies are found with patterns of the bench's own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from leadline.api import check
from leadline.bench.drafts_lies import LIES, Lie, Numbered, plain
from leadline.bench.filler import Unit
from leadline.bench.seeded import draws
from leadline.core.policy.model import Policy
from leadline.core.text.messages import Child
from leadline.engine.check import Report
from leadline.summarizers.port import ChildView
from leadline.summarizers.structured import FORMAT
from leadline.summarizers.structured_sources import number_sources

__all__ = ["TARGETS", "Row", "as_dict", "is_doubted", "numbered", "render", "run"]

TRIES = 300  # draws for each wanted lie before a kind is given up
SHOWN_MAX = 100
RISK_ENGINE = Policy().risk_engine
TARGETS = {
    "altered value": 100.0, "altered identifier": 100.0, "dead reference": 100.0, "evidence exchanged": 85.0,
    "near miss evidence": 85.0, "near miss, source not there": 85.0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of lie over all seeds: drafts judged and refused, truthful drafts refused already, and the lies that passed."""

    kind: str
    judged: int
    refused: int
    left_out: int
    replaced: int = 0  # lies that the engine, which refuses earlier, gives up for their evidence
    by_seed: tuple[tuple[int, int], ...] = ()  # (judged, refused) of each seed
    wrong: tuple[tuple[str, str, str], ...] = field(default=())  # (sentence, evidence, what the report says)

    @property
    def share(self) -> float:
        """Refused ÷ judged, in percent."""
        return 100.0 * self.refused / self.judged if self.judged else float("nan")


def run(units: Sequence[Unit], drafts: int, seeds: Sequence[int], progress: Callable[[str], None]) -> list[Row]:
    """One row for each kind of lie, `drafts` in all, equally many of each kind and seed."""
    each = math.ceil(drafts / len(LIES) / len(seeds))
    rows = []
    for kind, lie in LIES.items():
        parts = [_row(kind, lie, units, each, Random(f"{seed} {kind}"), progress) for seed in seeds]
        rows.append(
            Row(
                kind, sum(p.judged for p in parts), sum(p.refused for p in parts), sum(p.left_out for p in parts),
                sum(p.replaced for p in parts),
                tuple((p.judged, p.refused) for p in parts), tuple(w for p in parts for w in p.wrong)[:SHOWN_MAX],
            )
        )  # fmt: skip
    return rows


def _row(kind: str, lie: Lie, units: Sequence[Unit], wanted: int, rng: Random, progress: Callable[[str], None]) -> Row:
    judged = refused = left_out = replaced = 0
    wrong: list[tuple[str, str, str]] = []
    for tried, (children, truth, at, outside) in enumerate(_truths(units, rng)):
        if judged >= wanted or tried >= TRIES * wanted:
            break
        told = lie(truth, at, numbered(children), outside, rng)
        if told is None:
            continue
        if not check(list(children), _draft(truth)).promoted:
            left_out += 1
            continue
        lied = [*truth[:at], told, *truth[at + 1 :]]
        report = check(list(children), _draft(lied))
        judged += 1
        refused += not report.promoted
        replaced += not report.promoted or is_doubted(report)
        if report.promoted and len(wrong) < SHOWN_MAX:
            sources = dict(numbered(children))
            wrong.append((told[0], " | ".join(sources.get(ref, ref) for ref in told[1]), str(report)))
        if judged % 20 == 0:
            progress(f"{kind} {judged}/{wanted}")
    return Row(kind, judged, refused, left_out, replaced, (), tuple(wrong))


def numbered(children: Sequence[Child]) -> Numbered:
    """(reference, text) of every source sentence, as `draft_prompt` numbers them."""
    views = [ChildView(child, (at, at + 1)) for at, child in enumerate(children)]
    return tuple((s.ref, s.text) for s in number_sources(views).sentences)


def is_doubted(report: Report) -> bool:
    """Whether the engine would put the evidence in place of a sentence: it refuses from a lower risk on than `check`."""
    return any(
        f.parent_span[0] >= 0 and (f.severity == "hard" or (f.severity == "suspicion" and f.probability >= RISK_ENGINE))
        for f in report.findings
    )


def _truths(
    units: Sequence[Unit], rng: Random
) -> Iterator[tuple[tuple[Child, ...], list[tuple[str, tuple[str, ...]]], int, tuple[str, ...]]]:
    """Endless truthful drafts: children, (sentence, references) pairs, which one may be lied about, sentences from elsewhere."""
    elsewhere = draws(units, Random(rng.random()))
    for draw in draws(units, rng):
        sources = numbered(draw.children)
        pairs: list[tuple[str, tuple[str, ...]]] = []
        for sentence in draw.sentences:
            home = next((ref for ref, text in sources if plain(sentence) in plain(text)), None)
            if home is not None:
                pairs.append((plain(sentence), (home,)))
        if pairs:
            yield (
                draw.children,
                pairs,
                rng.randrange(len(pairs)),
                tuple(s for _ in range(12) for s in next(elsewhere).sentences),
            )


def _draft(pairs: Sequence[tuple[str, Sequence[str]]]) -> dict[str, Any]:
    rows = [{"section": "state", "text": text, "evidence": list(refs)} for text, refs in pairs]
    return {"format": FORMAT, "sentences": rows}


def render(rows: Sequence[Row], *, wrong: int = 0) -> list[str]:
    """The table; with `wrong`, that many lies of each kind that passed below it."""
    lines = [
        f"{'':<30}{'judged':>8}{'refused':>9}{'share':>9}{'over seeds':>16}{'in the engine':>15}{'left out':>10}{'target':>9}"
    ]
    for r in rows:
        shares = [100.0 * b / a for a, b in r.by_seed if a]
        spread = f"{min(shares):.1f} to {max(shares):.1f}" if shares else "-"
        target = f"{TARGETS[r.kind]:.0f}%" if r.kind in TARGETS else "-"
        lines.append(
            f"  {r.kind:<28}{r.judged:>8}{r.refused:>9}{r.share:>8.1f}%{spread:>16}{100 * r.replaced / max(1, r.judged):>14.1f}%{r.left_out:>10}{target:>9}"
        )
    lines.append(f"{'lies':<30}{sum(r.judged for r in rows):>8}{sum(r.refused for r in rows):>9}")
    for row in rows if wrong else ():
        for sentence, evidence, report in row.wrong[:wrong]:
            lines += ["", f"{row.kind}: passed", f"  says   {sentence}", f"  names  {evidence}", f"  report {report}"]
    return lines


def as_dict(rows: Sequence[Row]) -> dict[str, object]:
    """The rows as plain values."""
    return {"bench": "drafts", "rows": [
        {"kind": r.kind, "judged": r.judged, "refused": r.refused, "replaced": r.replaced, "left_out": r.left_out, "by_seed": [list(s) for s in r.by_seed]}
        for r in rows
    ]}  # fmt: skip
