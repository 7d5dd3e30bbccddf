"""The tree and the account below a working context."""

from __future__ import annotations

from typing import Any

from leadline.views.tree import TreeRow, compact_account, place_lines, tree_lines

ROWS = {
    "p1.0": TreeRow("p1.0", "promoted", 120, "9 of 9 owed facts", ("n0", "n1")),
    "n0": TreeRow("n0", "leaf", 900, "lines 1-4"),
    "n1": TreeRow("n1", "swept", 800, "lines 5-9"),
}


def result(**changes: Any) -> dict[str, Any]:
    return {
        "session": "s", "format": "pi", "messages": 12, "leaves": 3, "tokens_before": 1000, "tokens_after": 250, "commits": 0,
        "counts": {"promoted": 2, "halted": 0}, "levels": [{"level": 1, "nodes": 2, "owed": 9, "retained": 9, "retention": 1.0,
        "first_drafts": [9, 8], "predicted": 0.889}], "refused": [], "frontier": [], "skipped": [], "notes": [], "over_budget": 0,
        **changes,
    }  # fmt: skip


def test_a_tree_is_drawn_parents_above_children() -> None:
    """Each node once, its children below it."""
    assert tree_lines(["p1.0", "n9"], ROWS) == [
        "p1.0  promoted  120 tokens  9 of 9 owed facts",
        "├─ n0  leaf  900 tokens  lines 1-4",
        "└─ n1  swept  800 tokens  lines 5-9",
        "n9  (not in the store)",
    ]


def test_the_account_says_tokens_retention_and_that_nothing_was_written() -> None:
    """Before and after, predicted beside measured, and no commit where nothing changed."""
    text = "\n".join(compact_account(result()))
    assert "1,000 before, 250 after, 25%" in text
    assert "nothing new" in text
    assert "8 of 9" in text
    assert "0.889" in text


def test_what_was_refused_or_stands_apart_is_named_with_its_reason() -> None:
    """Halted nodes, pieces beside the root, records that could not be read, and a crossed budget."""
    text = "\n".join(compact_account(result(
        refused=[{"node": "p1.1", "state": "halted", "rule": "fidelity.missing_owed", "findings": [{"message": "exit code 3 is gone"}]}],
        frontier=[{"id": "n4", "leaves": [4, 5], "why": "halted: fidelity.missing_owed"}, {"id": "p2.0", "leaves": [0, 4], "why": ""}],
        skipped=[{"line": 7, "reason": "not JSON", "torn": False}, {"line": 9, "reason": "cut", "torn": True}], budget=210, over_budget=40,
        over_budget_because="what is owed is kept",
    )))  # fmt: skip
    for words in (
        "p1.1 halted  fidelity.missing_owed",
        "exit code 3 is gone",
        "n4  halted: fidelity.missing_owed",
        "line 7: not JSON",
        "line 9: the last line is cut off",
        "over budget by 40 tokens (210): what is owed is kept",
    ):
        assert words in text
    assert "p2.0" not in text


def test_a_place_is_file_and_line_and_a_swept_one_says_what_is_left() -> None:
    """The words themselves, or the tombstone."""
    place = {
        "leaf": "n3",
        "start": 0,
        "end": 9,
        "lines": [12, 14],
        "text": "Never\npush",
        "role": "user",
        "swept": None,
    }
    assert place_lines(place, "s.jsonl") == ["n3  s.jsonl:12-14  user", "  Never", "  push"]
    assert "tombstone holds: Never push" in "\n".join(
        place_lines({**place, "text": None, "swept": "Never push"}, "s.jsonl")
    )


def test_a_place_in_a_swept_leaf_says_what_is_left_and_where_the_rest_went():
    """Text from a tombstone or an archive is text like any other; the line below says so. Nothing acts on a terminal."""
    place = {
        "leaf": "n2",
        "lines": [4, 9],
        "role": "user",
        "text": None,
        "swept": "Never\x1b[31m restart",
        "went": "n2 was\x07 swept",
    }
    lines = place_lines(place, "s.jsonl")
    assert "tombstone holds: Never" in lines[1]
    assert "n2 was" in lines[2]
    assert not any(c in "".join(lines) for c in "\x1b\x07")
    kept = place_lines({**place, "text": "Never restart"}, "s.jsonl")
    assert (kept[1], len(kept)) == ("  Never restart", 3)
    assert len(place_lines({**place, "text": "Never restart", "went": None}, "s.jsonl")) == 2
