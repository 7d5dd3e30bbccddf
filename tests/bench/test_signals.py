"""The signals bench: its figures are the scorer's, its questions are the sets' own, and it reads no label."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from leadline.bench.signals import Prediction, judge_row, predict, prediction_line, read_sets
from leadline.bench.signals_asks import ASKS, children_of, context_of, strength, unsupported_spans
from leadline.bench.signals_figures import Figure, ablations, evaluate
from leadline.bench.signals_report import as_dict, render

np = pytest.importorskip("numpy")

ASSETS = Path(__file__).parent / "assets"


def _scored() -> tuple[dict[str, list[dict[str, Any]]], dict[str, Prediction], dict[str, Any]]:
    told = json.loads((ASSETS / "signals_scored.json").read_text(encoding="utf-8"))
    sets: dict[str, list[dict[str, Any]]] = {}
    for row in told["rows"]:
        sets.setdefault(row["set"], []).append(row)
    found = {
        p["id"]: Prediction(p["id"], p["score"], p.get("verdict"), spans=tuple(p["spans"]) if "spans" in p else None)
        for p in told["predictions"]
    }
    return dict(sorted(sets.items())), found, told["expected"]


def _same(mine: Figure | None, value: float | None, interval: list[float] | None) -> None:
    if value is None or math.isnan(value):
        assert mine is None
        return
    assert mine is not None
    assert mine.value == pytest.approx(value)
    assert mine.interval == pytest.approx(tuple(interval) if interval else None)


def test_figures_and_intervals_are_those_of_the_scorer() -> None:
    """AUROC, balanced accuracy, pairs, Spearman, kinds, groups, spans and the core mean, each with its interval."""
    sets, found, expected = _scored()
    results = evaluate(sets, found, samples=60)
    assert [s.name for s in results.sets] == list(expected["sets"])
    for s in results.sets:
        theirs = expected["sets"][s.name]
        assert (s.rows, s.docs, s.positive, s.negative) == tuple(theirs[k] for k in ("rows", "docs", "pos", "neg"))
        for mine, key in ((s.auroc, "auroc"), (s.balanced, "bacc"), (s.pair, "pair"), (s.spearman, "spearman")):
            _same(mine, theirs.get(key), theirs.get(f"{key}_ci"))
        assert {(k, n) for k, n, _ in s.kinds} == {(k, v["n"]) for k, v in theirs.get("kinds", {}).items()}
        for kind, _, figure in s.kinds:
            _same(figure, theirs["kinds"][kind]["auroc"], theirs["kinds"][kind]["auroc_ci"])
        assert (s.within is None) == ("within" not in theirs)
        if s.within is not None:
            assert s.within[0] == theirs["within"]["by"]
            _same(s.within[1], theirs["within"]["auroc"], theirs["within"]["auroc_ci"])
        if s.spans is not None:
            assert s.spans == pytest.approx(tuple(theirs["spans"][k] for k in ("precision", "recall", "rows")))
    core = expected["core"]
    _same(results.core, core["auroc"], core["auroc_ci"])
    assert (results.core_sets, results.core_balanced) == (len(core["sets"]), pytest.approx(core["bacc"]))


def test_refusals_are_shares_of_each_label() -> None:
    sets, found, _ = _scored()
    frank = next(s for s in evaluate(sets, found, samples=0).sets if s.name == "frank")
    rows = [(found[r["id"]].passed, r["label"]) for r in sets["frank"]]
    assert frank.faithful is not None
    assert frank.faithful.value == sum(not p and y == 1 for p, y in rows) / sum(y == 1 for _, y in rows)


def test_failed_rules_are_counted_by_label() -> None:
    rows = [{"id": str(i), "doc": "d", "label": i % 2, "children": [], "summary": ""} for i in range(4)]
    found = {str(i): Prediction(str(i), 0.5, i < 2, rules=("r.a",) if i >= 2 else ()) for i in range(4)}
    assert evaluate({"frank": rows}, found, samples=0).refusals == (("r.a", 1, 1, "frank 1 of 2"),)
    assert evaluate({"realsumm": rows}, found, samples=0).refusals == ()  # asks something else


def test_a_row_without_prediction_is_an_error() -> None:
    sets, found, _ = _scored()
    found.pop(sets["frank"][0]["id"])
    with pytest.raises(ValueError, match="1 rows have no prediction"):
        evaluate(sets, found)


def test_a_sample_from_end_to_end() -> None:
    """Every row gets a score, a verdict and parts; the report names each set; equal input gives equal lines."""
    sets = read_sets(ASSETS / "signals")
    rows = sets["summedits_sales_email"]
    found = {p.id: p for p in predict(rows)}
    assert all(0.0 <= p.score <= 1.0 and p.passed is not None and p.parts for p in found.values())
    assert [prediction_line(p) for p in predict(rows)] == [prediction_line(p) for p in found.values()]
    assert set(json.loads(prediction_line(found[rows[0]["id"]]))) == {"id", "score", "verdict"}
    results = evaluate(sets, found, samples=30)
    text = "\n".join(render(results))
    assert "summedits_sales_email" in text
    assert json.dumps(as_dict(results), allow_nan=False)


def test_annotation_is_never_read() -> None:
    """Without label, kind, spans and score the prediction is the same."""
    row = read_sets(ASSETS / "signals")["summedits_sales_email"][0]
    bare = {k: row[k] for k in ("id", "set", "doc", "children", "summary")}
    assert judge_row(bare) == judge_row(row)


def test_ablations_mix_the_same_parts() -> None:
    """Each part alone and left out; the cap only where a sure finding is about content."""
    rows = [{"id": str(i), "doc": str(i), "label": i % 2, "children": [], "summary": ""} for i in range(4)]
    share = {"words": 1.0, "bonds": 0.5, "order": 0.5}
    found = {str(i): Prediction(str(i), 0.5, parts={k: v * (i % 2) for k, v in share.items()}) for i in range(4)}
    told = dict(ablations({"frank": rows}, found))
    assert told["whole score"] == told["words alone"] == told["without order"] == 1.0
    found["1"] = Prediction("1", 0.5, hard=("degenerate",), parts=share)
    assert dict(ablations({"frank": rows}, found))["whole score"] == 1.0
    assert ablations({"other": rows}, found) == ()


def test_broken_sets_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no set at all"):
        read_sets(tmp_path)
    (tmp_path / "a.jsonl").write_text('{"id": "1", "doc": "d", "summary": "x"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.jsonl:1: no children"):
        read_sets(tmp_path)
    with pytest.raises(ValueError, match=r"no set b there"):
        read_sets(tmp_path, ["b"])


def _row(summary: str, *children: str, **more: Any) -> dict[str, Any]:
    return {
        "id": "1", "doc": "d", "children": [{"id": f"c{i}", "text": t} for i, t in enumerate(children)], "summary": summary, **more,
    }  # fmt: skip


def test_sets_with_a_question_of_their_own() -> None:
    """The more certain text, the pair of equal strength, agreeing siblings and introduced names score higher."""
    sure, strong, agree, named = (ASKS[k] for k in ("certainty", "exaggeration", "climate_conflict", "booookscore"))
    assert sure(_row("The drug works.")) > sure(_row("The drug possibly works.")) > sure(_row("The drug may work."))
    study = "Sleep is associated with weight."
    assert strong(_row("Sleep is linked to weight.", study)) > strong(_row("Sleep lowers weight.", study))
    assert [strength(t) for t in ("Two rooms.", "Linked to sleep.", "May cause it.", "It causes it.")] == [0, 1, 2, 3]
    assert agree(_row("x", "It rose.", "It rose again.")) > agree(_row("x", "It rose.", "It never rose."))
    assert named(_row("Then Ada left.", "Ada's house.")) > named(_row("Then Bea left.", "Ada's house."))
    assert named(_row("Then she left.", "Ada's house.")) == 1.0


def test_unsupported_words_are_marked() -> None:
    row = _row("The pump failed in Oslo.", "The pump failed at noon.", context=["Where?"])
    assert [row["summary"][a:b] for a, b in unsupported_spans(row)] == ["Oslo"]
    assert (context_of(row), len(children_of(_row("x", " ", "y")))) == ("Where?", 1)
