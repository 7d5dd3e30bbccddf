"""What predictions on the signal sets are worth: figures with intervals over documents, per set, kind, group and part.

In: rows by set (with their annotation) and predictions by id. Out: a `Results`. The definitions are those of the scorer
that comes with the sets, and the numbers agree with it (a test compares them). `ablations` counts the same mean again with
each part of the score alone, left out, and without the cap of sure findings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from leadline.bench.signals import Prediction, Row
from leadline.bench.signals_stats import (
    Bootstrap,
    Floats,
    Ints,
    auroc,
    balanced_accuracy,
    interval,
    out_of_fold,
    pair_accuracy,
    spearman,
    within_auroc,
)
from leadline.core.signals.score import PARTS, mix

__all__ = ["CORE", "Figure", "Results", "SetFigures", "ablations", "evaluate"]

CORE = ("begin", "dialfact", "frank", "qags_cnndm", "qags_xsum", "summeval", "xsumfaith")
OWN_SCALE = frozenset(("realsumm", "booookscore", "climate_conflict", "exaggeration", "certainty", "polytope"))
WITHIN = {"frank": "corpus", "summeval": "generator", "begin": "corpus", "xsumfaith": "generator"}
KIND_MIN = 5
_NUMBERS_MIN = 10


@dataclass(frozen=True, slots=True)
class Figure:
    """A value, and the bootstrap interval where there is one."""

    value: float
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class SetFigures:
    """One set. `faithful` and `faulty` are shares of rows that `check` refuses; a faithful one is a false alarm."""

    name: str
    rows: int
    docs: int
    positive: int
    negative: int
    auroc: Figure | None = None
    balanced: Figure | None = None  # one threshold for all sets that ask the same, chosen out of fold
    pairs: int = 0
    pair: Figure | None = None
    spearman: Figure | None = None
    faithful: Figure | None = None
    faulty: Figure | None = None
    kinds: tuple[tuple[str, int, Figure], ...] = ()  # AUROC against all consistent rows
    within: tuple[str, Figure] | None = None  # only rows of one corpus or generator are compared
    spans: tuple[float, float, int] | None = None  # precision, recall in characters, rows


@dataclass(frozen=True, slots=True)
class Results:
    """All sets, and the mean over the core sets that are there."""

    sets: tuple[SetFigures, ...]
    core: Figure | None
    core_sets: int
    core_balanced: float = float("nan")
    ablations: tuple[tuple[str, float], ...] = ()
    refusals: tuple[
        tuple[str, int, int, str], ...
    ] = ()  # rule, faithful and faulty rows that fail it, sets of the former


@dataclass(frozen=True, slots=True)
class _Table:
    """The labelled rows of a set as arrays."""

    rows: Sequence[Row]
    docs: list[str]
    score: Floats
    label: Ints

    @property
    def both(self) -> bool:
        return 0 < int(self.label.sum()) < len(self.label)


def evaluate(
    sets: Mapping[str, Sequence[Row]], found: Mapping[str, Prediction], *, samples: int = 1000, seed: int = 0
) -> Results:
    """All figures. ValueError for a row without a prediction."""
    lacking = [row["id"] for rows in sets.values() for row in rows if row["id"] not in found]
    if lacking:
        raise ValueError(f"{len(lacking)} rows have no prediction, the first is {lacking[0]}")
    tables = {name: _table(rows, found) for name, rows in sets.items()}
    asked = {name: t for name, t in tables.items() if t.both}
    verdicts = out_of_fold({n: (t.docs, t.score, t.label) for n, t in asked.items() if n not in OWN_SCALE})
    for name in sorted(asked.keys() & OWN_SCALE):
        t = asked[name]
        verdicts |= out_of_fold({name: (t.docs, t.score, t.label)})
    out: list[SetFigures] = []
    drawn: list[Floats] = []
    for number, (name, rows) in enumerate(sets.items()):
        boot = Bootstrap(tables[name].docs, samples, seed + number)
        figures, values = _one(name, rows, tables[name], verdicts.get(name), found, boot, samples, seed + number)
        out.append(figures)
        if name in CORE and values is not None:
            drawn.append(values)
    core = [s for s in out if s.name in CORE and s.auroc is not None]
    mean = _mean([s.auroc.value for s in core if s.auroc is not None])
    middle = interval(np.mean(drawn, axis=0)) if drawn and samples else None
    balanced = _mean([s.balanced.value for s in core if s.balanced is not None])
    return Results(
        tuple(out), Figure(mean, middle) if core else None, len(core), balanced, refusals=_refusals(tables, found)
    )


def ablations(sets: Mapping[str, Sequence[Row]], found: Mapping[str, Prediction]) -> tuple[tuple[str, float], ...]:
    """Mean AUROC over the core sets that are there, with other mixtures of the same parts. Empty without parts."""
    core = {name: rows for name, rows in sets.items() if name in CORE}
    if not core or any(found[row["id"]].parts is None for rows in core.values() for row in rows):
        return ()
    names = tuple(PARTS)
    ways: list[tuple[str, tuple[str, ...], bool]] = [("whole score", names, True), ("without the cap", names, False)]
    ways += [(f"{name} alone", (name,), False) for name in names]
    ways += [(f"without {name}", tuple(n for n in names if n != name), True) for name in names]

    def mean(used: Sequence[str], capped: bool) -> float:
        values = []
        for rows in core.values():
            mine = [(found[r["id"]], r["label"]) for r in rows if r.get("label") in (0, 1)]
            values.append(auroc([_mixed(p, used, capped) for p, _ in mine], [y for _, y in mine]))
        return _mean(values)

    return tuple((title, mean(used, capped)) for title, used, capped in ways)


def _refusals(tables: Mapping[str, _Table], found: Mapping[str, Prediction]) -> tuple[tuple[str, int, int, str], ...]:
    """Failed rules over the sets that ask for consistency, those that refuse most faithful rows first."""
    count: Counter[tuple[str, int]] = Counter()
    where: dict[str, Counter[str]] = {}
    for name, table in tables.items():
        if name in OWN_SCALE:
            continue
        for row in table.rows:
            for rule in found[row["id"]].rules:
                count[rule, row["label"]] += 1
                where.setdefault(rule, Counter())[name] += row["label"]
    rows = []
    for rule, by_set in where.items():
        most = [f"{name} {n} of {int((tables[name].label == 1).sum())}" for name, n in by_set.most_common(2) if n]
        rows.append((rule, count[rule, 1], count[rule, 0], ", ".join(most)))
    return tuple(sorted(rows, key=lambda r: (-r[1], -r[2], r[0])))


def _mixed(prediction: Prediction, used: Sequence[str], capped: bool) -> float:
    assert prediction.parts is not None, "the caller has looked"
    hard = sum(kind != "degenerate" for kind in prediction.hard) if capped else 0
    return mix({name: prediction.parts[name] for name in used}, hard)


def _table(rows: Sequence[Row], found: Mapping[str, Prediction]) -> _Table:
    labelled = [row for row in rows if row.get("label") in (0, 1)]
    return _Table(
        labelled,
        [str(row["doc"]) for row in labelled],
        np.array([found[row["id"]].score for row in labelled], dtype=float),
        np.array([row["label"] for row in labelled], dtype=np.int64),
    )


def _one(
    name: str, rows: Sequence[Row], t: _Table, verdict: Ints | None, found: Mapping[str, Prediction], boot: Bootstrap,
    samples: int, seed: int,
) -> tuple[SetFigures, Floats | None]:  # fmt: skip
    """The figures of one set, and its AUROC in every sample."""
    values: dict[str, Figure] = {}
    drawn: Floats | None = None
    kinds: list[tuple[str, int, Figure]] = []
    within = None
    if t.both:
        drawn = boot.run(lambda w: auroc(t.score, t.label, w))
        values["auroc"] = Figure(auroc(t.score, t.label), interval(drawn))
        if verdict is not None:
            values["balanced"] = _drawn(lambda w: balanced_accuracy(verdict, t.label, w), boot)
        kinds = list(_kinds(t, boot))
        if name in WITHIN:
            group = [str(row.get(WITHIN[name])) for row in t.rows]
            within = (WITHIN[name], _drawn(lambda w: within_auroc(t.score, t.label, group, w), boot))
    if len(t.rows) and found[t.rows[0]["id"]].passed is not None:
        refused = np.array([not found[row["id"]].passed for row in t.rows], dtype=float)
        for which, label in (("faulty", 0), ("faithful", 1)):
            mine = np.flatnonzero(t.label == label)
            if len(mine):
                values[which] = _drawn(lambda w, m=mine: _share(refused[m], w), boot, mine)  # type: ignore[misc]
    pairs, pair = _pairs(rows, found, samples, seed + 1000)
    numbers = _numbers(rows, found, min(samples, 1000), seed + 2000)
    figures = SetFigures(
        name, len(rows), len({row["doc"] for row in rows}), int((t.label == 1).sum()), int((t.label == 0).sum()),
        auroc=values.get("auroc"), balanced=values.get("balanced"), pairs=pairs, pair=pair, spearman=numbers,
        faithful=values.get("faithful"), faulty=values.get("faulty"), kinds=tuple(kinds), within=within,
        spans=_spans(rows, found),
    )  # fmt: skip
    return figures, drawn


def _kinds(t: _Table, boot: Bootstrap) -> list[tuple[str, int, Figure]]:
    count = Counter(kind for row in t.rows if row["label"] == 0 for kind in kinds_of(row))
    out = []
    for kind, n in count.most_common():
        if n < KIND_MIN:
            continue
        mine = np.array([i for i, row in enumerate(t.rows) if row["label"] == 1 or kind in kinds_of(row)])
        s, y = t.score[mine], t.label[mine]
        sampled = boot.run(lambda w, s=s, y=y: auroc(s, y, w), mine)  # type: ignore[misc]
        out.append((kind, n, Figure(auroc(s, y), interval(sampled))))
    return out


def kinds_of(row: Row) -> list[str]:
    """The row's fault kinds: none, one, or several."""
    kind = row.get("kind")
    return [] if not kind else [kind] if isinstance(kind, str) else list(kind)


def _pairs(rows: Sequence[Row], found: Mapping[str, Prediction], samples: int, seed: int) -> tuple[int, Figure | None]:
    pairs = {
        (row["pair"]["better"], row["pair"]["worse"]): str(row["doc"]) for row in reversed(rows) if row.get("pair")
    }
    known = {p: doc for p, doc in reversed(pairs.items()) if p[0] in found and p[1] in found}
    if not known:
        return 0, None
    better = np.array([found[b].score for b, _ in known])
    worse = np.array([found[w].score for _, w in known])
    boot = Bootstrap(list(known.values()), samples, seed)
    return len(known), Figure(
        pair_accuracy(better, worse), interval(boot.run(lambda w: pair_accuracy(better, worse, w)))
    )


def _numbers(rows: Sequence[Row], found: Mapping[str, Prediction], samples: int, seed: int) -> Figure | None:
    rated = [row for row in rows if isinstance(row.get("score"), int | float)]
    if len(rated) < _NUMBERS_MIN:
        return None
    mine = np.array([found[row["id"]].score for row in rated])
    theirs = np.array([row["score"] for row in rated], dtype=float)

    def sampled(w: Ints) -> float:
        at = np.repeat(np.arange(len(mine)), w)
        return spearman(mine[at], theirs[at])

    boot = Bootstrap([str(row["doc"]) for row in rated], samples, seed)
    return Figure(spearman(mine, theirs), interval(boot.run(sampled)))


def _spans(rows: Sequence[Row], found: Mapping[str, Prediction]) -> tuple[float, float, int] | None:
    hit = marked = wanted = n = 0
    for row in rows:
        spans = found[row["id"]].spans
        if not row.get("spans") or spans is None:
            continue
        mine = {c for start, end in spans for c in range(start, end)}
        theirs = {c for s in row["spans"] for c in range(int(s["start"]), int(s["end"]))}
        hit, marked, wanted, n = hit + len(mine & theirs), marked + len(mine), wanted + len(theirs), n + 1
    return (hit / marked if marked else float("nan"), hit / wanted, n) if wanted else None


def _drawn(figure: Callable[[Ints], float], boot: Bootstrap, rows: Ints | None = None) -> Figure:
    every = boot.run(figure, rows)
    return Figure(figure(boot.ones(rows)), interval(every))


def _share(values: Floats, w: Ints) -> float:
    return float((values * w).sum() / w.sum()) if w.sum() else float("nan")


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else float("nan")
