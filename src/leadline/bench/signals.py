"""`leadline bench signals`: public sets with human judgements of consistency, each row judged, no label read for it.

In: a folder of sets (JSON lines; `children`, `summary` and `context` are input, all else is annotation). Out: one
`Prediction` a row: the score of `check` under the policy `narrative` (nothing is owed here), or the answer of the one
signal that the set asks (`signals_asks`); with it the verdict, the kinds of the sure findings, the parts of the score for
ablations and the words that nothing supports. What they are worth is counted in `signals_figures`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from leadline.api import check
from leadline.bench.rows import read_rows
from leadline.bench.signals_asks import ASKS, children_of, context_of, unsupported_spans
from leadline.core.signals.index import Trial
from leadline.core.signals.score import parts

__all__ = ["Prediction", "Row", "judge_row", "predict", "prediction_line", "read_sets"]

Row = Mapping[str, Any]
_NEEDED = ("id", "doc", "children", "summary")
_SPANS = ("wice_spans", "ragtruth", "faithbench", "xsumfaith", "qags_cnndm")  # sets that mark the faulty words
_BATCH = 32


@dataclass(frozen=True, slots=True)
class Prediction:
    """What was found out about one row. `passed` is None where the row is no check (a signal was asked alone)."""

    id: str
    score: float
    passed: bool | None = None
    hard: tuple[str, ...] = ()  # kinds of the sure findings
    rules: tuple[str, ...] = ()  # failed rules, the deciding one first
    parts: Mapping[str, float] | None = None  # of the score, before the cap
    spans: tuple[tuple[int, int], ...] | None = None


def read_sets(folder: Path, only: Collection[str] = ()) -> dict[str, list[Row]]:
    """The rows of every set by name, in file order. ValueError for no set, a row that is none, and an id that stands twice."""
    files = [f for f in sorted(folder.glob("*.jsonl")) if not only or f.stem in only]
    lacking = sorted(set(only) - {f.stem for f in files})
    if lacking or not files:
        raise ValueError(f"{folder}: no set {', '.join(lacking) or 'at all (*.jsonl)'} there")
    sets: dict[str, list[Row]] = {}
    seen: set[str] = set()
    for file in files:
        rows: list[Row] = []
        for number, row in read_rows(file):
            missing = [key for key in _NEEDED if key not in row]
            if missing or row["id"] in seen:
                what = f"no {', '.join(missing)}" if missing else f"id {row['id']} stands twice"
                raise ValueError(f"{file.name}:{number}: {what}")
            seen.add(row["id"])
            rows.append({"set": file.stem, **row})
        sets[file.stem] = rows
    return sets


def predict(rows: Sequence[Row], *, workers: int = 1) -> Iterator[Prediction]:
    """One prediction a row, in order."""
    if workers <= 1 or len(rows) <= _BATCH:
        yield from map(judge_row, rows)
        return
    source = iter(rows)
    batches = iter(lambda: list(islice(source, _BATCH)), [])
    with ProcessPoolExecutor(max_workers=workers) as pool:
        for batch in pool.map(_judge_batch, batches):
            yield from batch


def judge_row(row: Row) -> Prediction:
    """The prediction for one row; nothing but children, summary and context is read."""
    name = str(row.get("set", ""))
    ask = ASKS.get(name)
    if ask is not None:
        return Prediction(row["id"], ask(row))
    children = children_of(row)
    if not children:
        return Prediction(row["id"], 0.0)
    context = context_of(row)
    report = check(children, row["summary"], policy="narrative", context=context)
    return Prediction(
        row["id"],
        report.score,
        report.promoted,
        tuple(sorted(f.kind for f in report.findings if f.severity == "hard")),
        tuple(dict.fromkeys(r.rule for r in report.reasons)),
        parts(Trial(children, row["summary"], context=context)),
        unsupported_spans(row) if name in _SPANS else None,
    )


def prediction_line(prediction: Prediction) -> str:
    """One line of a scorer's input."""
    line: dict[str, Any] = {"id": prediction.id, "score": _plain(prediction.score)}
    if prediction.passed is not None:
        line["verdict"] = prediction.passed
    if prediction.spans is not None:
        line["spans"] = prediction.spans
    return json.dumps(line)


def _judge_batch(rows: list[Row]) -> list[Prediction]:
    return [judge_row(row) for row in rows]


def _plain(score: float) -> float:
    assert math.isfinite(score), "a score is a number"
    return score
