"""`leadline bench demands`: is a demand that stands in other words told from one that is gone?

In: pairs of a demand and a parent (demand_pairs.py). Out: by author and by kind of pair how many the measure of traces calls
gone, and how many `check` refuses for it; and the stated probabilities against the share of gone ones, when kept and gone
are equally many. `check` refuses for demands alone that surely bind (column `binding`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any

from leadline.bench.claims import Counts
from leadline.bench.demand_pairs import LABELS, Pair
from leadline.core.facts import extract, resolve
from leadline.core.policy.model import Policy
from leadline.core.signals import retention
from leadline.core.signals.traces import Traces
from leadline.core.text.sentences import split_sentences

__all__ = ["Told", "as_dict", "auroc", "judge_pairs", "render"]

_RISK = Policy().risk_check
_BANDS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 0.99)
_BATCH = 64


@dataclass(frozen=True, slots=True)
class Told:
    """One judged pair. `odds` is the measured probability that it is gone, `refused` that `check` halts for this demand."""

    author: str
    label: str
    made: str
    odds: float
    called: bool
    binding: bool
    refused: bool


def judge_pairs(pairs: Sequence[Pair], *, workers: int = 1) -> Iterator[Told]:
    """Every pair judged, in order."""
    if workers <= 1 or len(pairs) <= _BATCH:
        yield from map(_judge, pairs)
        return
    source = iter(pairs)
    with ProcessPoolExecutor(max_workers=workers) as pool:
        for batch in pool.map(_judge_batch, iter(lambda: list(islice(source, _BATCH)), [])):
            yield from batch


def _judge(pair: Pair) -> Told:
    texts = {c.id: c.text for c in pair.children}
    known = resolve([f for child in pair.children for f in extract(child)])
    facts = {f.id: f for f in known}
    owed = tuple(f for f in known if f.criticality == "owed")
    signal, _ = retention.measure(pair.parent, owed, (), pair.children)
    refused = any(
        f.child == pair.demand and f.fact is not None and facts[f.fact].sure and f.probability >= _RISK
        for f in signal.findings
    )
    binding = any(f.child == pair.demand and f.kind == "constraint" and f.sure for f in known)
    text = texts[pair.demand]
    trace = Traces(pair.parent, split_sentences(pair.parent), texts).ask(text, pair.demand, (0, len(text)))
    return Told(pair.author, pair.label, pair.made, trace.gone, trace.is_gone, binding, refused)


def _judge_batch(pairs: list[Pair]) -> list[Told]:
    return [_judge(pair) for pair in pairs]


def auroc(told: Sequence[Told]) -> float:
    """How often a gone demand is ranked above a kept one."""
    order = sorted((t.odds, t.label == "gone") for t in told if t.label in ("kept", "gone"))
    gone = sum(g for _, g in order)
    kept = len(order) - gone
    if not gone or not kept:
        return float("nan")
    at, wins = 0, 0.0
    while at < len(order):
        end = at
        while end < len(order) and order[end][0] == order[at][0]:
            end += 1
        here = sum(g for _, g in order[at:end])
        below = sum(not g for _, g in order[:at]) if here else 0
        wins += here * (below + (end - at - here) / 2)
        at = end
    return wins / (gone * kept)


def render(told: Sequence[Told]) -> list[str]:
    """The report as text."""
    counts = Counter(t.label for t in told)
    lines = [
        f"{len(told)} pairs of a demand and a parent: " + ", ".join(f"{counts[label]} {label}" for label in LABELS), "",
        f"{'':<22}{'AUROC':>6}   " + "".join(f"{f'called gone: {label}':<27}" for label in ("kept", "gone")),
    ]  # fmt: skip
    for name, rows in _groups(told):
        hits = "".join(f"{_share(rows, label, _called):<27}" for label in ("kept", "gone"))
        lines.append(f"{name:<22}{auroc(rows):>6.3f}   {hits}".rstrip())
    lines += ["", "`check` refuses for it, of those demands that surely bind", f"{'':<22}" + "".join(f"{label:<20}" for label in LABELS)]  # fmt: skip
    for name, rows in _groups(told):
        binding = [t for t in rows if t.binding]
        lines.append(f"{name:<22}" + "".join(f"{_share(binding, label, _refused):<20}" for label in LABELS).rstrip())
    lines += ["", "stated probability, and the share of gone ones when kept and gone are equally many"]
    for low, band in _calibration(told):
        low_end, high_end = band.right_interval
        lines.append(
            f"from {low:.2f}   gone {band.faulty:>5} of {band.of_faulty}   kept {band.supported:>5} of {band.of_supported}   "
            f"{band.right:.2f} [{low_end:.2f}, {high_end:.2f}]"
        )
    return lines


def as_dict(told: Sequence[Told]) -> dict[str, Any]:
    """The counts as plain values."""
    return {
        "bench": "demands", "pairs": len(told),
        "groups": {name: {"auroc": auroc(rows), **{
            label: {"n": len(mine), "called": sum(t.called for t in mine), "binding": sum(t.binding for t in mine),
                    "refused": sum(t.binding and t.refused for t in mine)}
            for label in LABELS for mine in ([t for t in rows if t.label == label],)
        }} for name, rows in _groups(told)},
        "calibration": {f"{low:.2f}": [c.faulty, c.of_faulty, c.supported, c.of_supported] for low, c in _calibration(told)},
    }  # fmt: skip


def _groups(told: Sequence[Told]) -> list[tuple[str, list[Told]]]:
    groups = [("all", list(told))]
    groups += [(f"author {a}", [t for t in told if t.author == a]) for a in dict.fromkeys(t.author for t in told)]
    kinds = [k for k in dict.fromkeys(t.made for t in told) if any(t.made == k and t.label == "gone" for t in told)]
    return [*groups, *((f"parents {k}", [t for t in told if t.made == k]) for k in kinds)]


def _called(told: Told) -> bool:
    return told.called


def _refused(told: Told) -> bool:
    return told.refused


def _share(told: Iterable[Told], label: str, hit: Callable[[Told], bool]) -> str:
    mine = [t for t in told if t.label == label]
    found = sum(map(hit, mine))
    return f"{found}/{len(mine)} {100 * found / len(mine):.1f}%" if mine else "-"


def _calibration(told: Sequence[Told]) -> list[tuple[float, Counts]]:
    of = Counter(t.label for t in told)
    out = []
    for low, high in zip(_BANDS, (*_BANDS[1:], 1.01), strict=True):
        here = Counter(t.label for t in told if low <= t.odds < high)
        out.append((low, Counts(here["gone"], of["gone"], here["kept"], of["kept"])))
    return out
