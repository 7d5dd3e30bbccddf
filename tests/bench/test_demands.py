"""The demands bench: how pairs are made, what is counted, and that held-out authors are read only when asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from leadline.bench import bench
from leadline.bench.demand_pairs import Pair, read_pairs
from leadline.bench.demands import Told, as_dict, auroc, judge_pairs, render
from leadline.core.text.messages import Child

DEMAND = "Never lend the copper moulds to the school."


def _constraint(summary: str, label: str, group: str = "g1", edit: str = "x", demand: str = DEMAND) -> dict[str, Any]:
    return {
        "task": "constraint",
        "group": group,
        "constraint": demand,
        "summary": summary,
        "label": label,
        "edit": edit,
    }


def _claim(claim: str) -> dict[str, Any]:
    evidence = [{"role": "tool", "text": "Batch 7 has set. Two trays cracked. The oven is cold."}]
    return {"task": "entail", "group": "s1", "evidence": evidence, "claim": claim, "label": "supported", "edit": "x"}


def _write(folder: Path, author: str, rows: list[dict[str, Any]]) -> None:
    (folder / f"{author}.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sentences = [
        _constraint("The school must not borrow the copper moulds.", "kept"),
        _constraint("The school has no copper moulds.", "lost"),
        _claim("Batch 7 is set."),
        _claim("Two trays have cracks."),
        _claim("The oven has gone cold."),
    ]
    _write(tmp_path, "agent-p1", sentences)
    _write(tmp_path, "agent-p6", sentences)
    filler = "The workshop was swept. Ten candles were poured. The order book is with Mira. Rain came in at noon. " * 2
    paragraph = [
        _constraint(f"{filler}The copper moulds are never lent to the school.", "kept"),
        _constraint(f"{filler}The school saw the moulds.", "lost", edit="unmentioned"),
        _constraint(f"{filler}Wicks are cut by Noor alone.", "kept", "g2", demand="Only Noor cuts the wicks."),
    ]
    _write(tmp_path, "agent-p11", paragraph)
    return tmp_path


def test_pairs_of_sentences_are_put_into_a_scene(folder: Path) -> None:
    """With the sentence a parent keeps the demand, without it the demand is gone."""
    mine = [p for p in read_pairs(folder) if p.author == "agent-p1"]
    assert sorted((p.label, p.made) for p in mine) == [
        ("gone", "joined"), ("gone", "joined"), ("kept", "joined"), ("topic", "joined"),
    ]  # fmt: skip
    assert all("mould" not in p.parent for p in mine if p.label == "gone")
    assert all(next(c.text for c in p.children if c.id == p.demand) == DEMAND for p in mine)


def test_pairs_of_paragraphs_are_cut_and_exchanged(folder: Path) -> None:
    """The sentence that speaks of the demand is cut out; demands of another text are put beside its children."""
    mine = [p for p in read_pairs(folder) if p.author == "agent-p11"]
    made = {(p.label, p.made) for p in mine}
    assert made == {("kept", "written"), ("gone", "written"), ("gone", "cut out"), ("gone", "foreign")}
    assert all("lent" not in p.parent for p in mine if p.made == "cut out" and DEMAND in p.children[0].text)


def test_the_same_pairs_every_time(folder: Path) -> None:
    assert read_pairs(folder) == read_pairs(folder)


def test_held_out_authors_are_counted_when_asked_for(folder: Path, tmp_path: Path) -> None:
    assert {p.author for p in read_pairs(folder)} == {"agent-p1", "agent-p11"}
    assert {p.author for p in read_pairs(folder, "held-out")} == {"agent-p6"}
    (tmp_path / "none").mkdir()
    with pytest.raises(ValueError, match="no items of the task constraint"):
        read_pairs(tmp_path / "none")


def test_kept_passes_and_gone_is_refused() -> None:
    """The bench asks the checks themselves: it sees what `check` refuses."""
    story = Child("c", "Batch 7 has set. Two trays are cracked and lie in the bin.", "assistant")
    children = (story, Child("d", DEMAND, "user"))
    told = list(
        judge_pairs(
            [
                Pair("a", "gone", "joined", children, "d", "Batch 7 has set. Two cracked trays lie in the bin."),
                Pair("a", "kept", "joined", children, "d", "Batch 7 has set. No school may borrow a copper mould."),
            ]
        )
    )
    assert [(t.called, t.binding, t.refused) for t in told] == [(True, True, True), (False, True, False)]
    assert told[0].odds > 0.98 > 0.5 > told[1].odds


def test_the_report_counts_by_author_and_label() -> None:
    told = [
        Told("a", "gone", "joined", 0.995, True, True, True),
        Told("a", "gone", "joined", 0.3, False, False, False),
        Told("a", "kept", "joined", 0.3, False, True, False),
        Told("a", "kept", "joined", 0.1, False, True, False),
    ]
    assert auroc(told) == 0.875  # one tie of four pairs
    shown = "\n".join(render(told))
    assert "4 pairs of a demand and a parent: 2 kept, 2 gone, 0 topic, 0 weak" in shown
    assert "1/2 50.0%" in shown
    assert "0/2 0.0%" in shown
    group = as_dict(told)["groups"]["author a"]
    assert group["gone"] == {"n": 2, "called": 1, "binding": 1, "refused": 1}
    assert as_dict(told)["calibration"]["0.99"] == [1, 2, 0, 2]


def test_the_command_says_what_it_ran_on(folder: Path) -> None:
    result = CliRunner().invoke(bench, ["demands", str(folder), "--workers", "1"], standalone_mode=False)
    assert result.exception is None
    assert "leadline bench demands DIR --authors dev" in result.output
    shown = CliRunner().invoke(bench, ["demands", str(folder), "--workers", "1", "--json"], standalone_mode=False)
    assert json.loads(shown.output)["bench"] == "demands"
