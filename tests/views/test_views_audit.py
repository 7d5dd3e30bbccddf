"""An audit for people: what was lost, where it stands, and the command that leads there."""

from __future__ import annotations

from typing import Any

from leadline.views.audit import audit_lines


def loss(line: int, text: str, *, sure: bool, state: str = "missing", kind: str = "constraint") -> dict[str, Any]:
    return {"fact": {"kind": kind, "text": text, "role": "user"}, "state": state, "line": line, "sure": sure}


def compaction(status: str, *losses: dict[str, Any], findings: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    return {
        "compaction": {"line": 90, "trigger": "auto", "generation": 2, "summary_line": 91}, "status": status, "n_owed": 9,
        "n_kept": 9 - len(losses), "losses": list(losses), "findings": list(findings), "children": {"m7": 12},
        "tokens_before": 30000, "tokens_after": 3000, "supporting_lost": {"path": [2, 5]},
    }  # fmt: skip


def shown(*items: dict[str, Any], **options: Any) -> str:
    return "\n".join(audit_lines({"compactions": list(items)}, "s.jsonl", **options))


def test_a_sure_loss_has_its_place_its_words_and_its_command() -> None:
    """Source and summary side by side, then the command that shows the message."""
    text = shown(compaction("lost", loss(12, "never push to main", sure=True)))
    assert "compaction 1 of 1  s.jsonl:90, auto, generation 2  lost" in text
    assert "30,000 tokens became 3,000; 8 of 9 owed facts are still readable" in text
    assert 'source   s.jsonl:12  user  "never push to main"' in text
    assert "summary  says nothing of it" in text
    assert "leadline expand s.jsonl:12" in text


def test_what_is_not_sure_is_counted_and_shown_on_request() -> None:
    """A faithful summary may leave things out; that is no alarm."""
    item = compaction("fine", loss(5, "it works now", sure=False))
    assert "it works now" not in shown(item)
    assert "1 more are owed by their form" in shown(item)
    assert "it works now" in shown(item, everything=True)


def test_a_long_list_says_how_long_it_is() -> None:
    """Nothing is cut off in silence."""
    item = compaction("lost", *(loss(n, f"rule {n}", sure=True) for n in range(1, 31)))
    assert "and 10 more of these: leadline audit s.jsonl --all" in shown(item)
    assert shown(item, everything=True).count("says nothing of it") == 30


def test_an_encrypted_summary_is_neither_lost_nor_fine() -> None:
    """Opaque has its own word and no counts."""
    text = shown(compaction("opaque"))
    assert "opaque" in text
    assert "cannot be judged" in text
    assert "owed facts" not in text


def test_what_the_summary_made_up_stands_with_both_places() -> None:
    """A hard finding is shown with the summary's line and the message's line."""
    finding = {
        "kind": "value_changed", "severity": "hard", "rule": "fidelity.value_changed", "parent_quote": "250 ms", "child": "m7",
        "child_quote": "2500 ms", "message": "Another value.", "remedy": "Write the sources' value.",
    }  # fmt: skip
    text = shown(compaction("lost", findings=(finding,)))
    assert 'summary  s.jsonl:91  "250 ms"' in text
    assert 'source   s.jsonl:12  "2500 ms"' in text


def test_kinds_are_counted_side_by_side() -> None:
    """Lost beside kept, by kind."""
    text = shown(compaction("lost", loss(12, "never push", sure=True)))
    rows = [line.split() for line in text.splitlines()]
    assert ["constraint", "1", "0", "0"] in rows
    assert ["path", "0", "2", "3"] in rows


def test_no_compaction_is_said() -> None:
    """Nothing was replaced, so nothing was lost."""
    assert "holds no compaction" in shown()


def test_what_is_likeliest_to_be_missed_comes_first() -> None:
    """Sure losses by how likely they are missed; of the others the few that may be, and a count of the rest."""
    sure = [loss(n, f"sure {n}", sure=True) | {"missed": p} for n, p in ((3, 0.05), (5, 0.5))]
    other = [loss(n, f"other {n}", sure=False) | {"missed": p} for n, p in ((7, 0.05), (9, 0.3), (11, 0.02))]
    text = shown(compaction("lost", *sure, *other))
    assert text.index("sure 5") < text.index("sure 3") < text.index("other 9")
    assert "other 7" not in text
    assert "2 more are owed by their form" in text
