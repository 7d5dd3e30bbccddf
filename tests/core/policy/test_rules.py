"""The rule table: complete, ordered, and the only place that rule ids come from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from leadline.core.policy.rules import OUTCOME_ORDER, RULES, find_rule, get_rule, rank

PACKAGE = Path(__file__).parents[3] / "src" / "leadline"
ID = re.compile(r"\"((?:fidelity|budget)\.[a-z_]+)\"")


def test_each_rule_is_told_in_full() -> None:
    """Title, meaning, reason and remedy as sentences; no two rules share an id or a title."""
    assert len({rule.id for rule in RULES}) == len({rule.title for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert rule.id.startswith(rule.family + ".")
        assert rule.source in ("000", "002", "004", "design")
        assert not rule.title.endswith(".")
        for text in (rule.meaning, rule.why, rule.remedy):
            assert text.endswith("."), rule.id
            assert len(text) > 15, rule.id


def test_rank_follows_the_precedence_of_the_design() -> None:
    """invalid > use original > halt > flatten > note, and no two rules share a rank."""
    ordered = sorted(RULES, key=lambda rule: rank(rule.id))
    assert [OUTCOME_ORDER.index(rule.outcome) for rule in ordered] == sorted(
        OUTCOME_ORDER.index(r.outcome) for r in RULES
    )
    assert sorted(rank(rule.id) for rule in RULES) == list(range(len(RULES)))


def test_rules_are_found_by_id_or_by_their_last_word() -> None:
    """`leadline explain value_changed` works; a typo is answered with the nearest ids."""
    assert get_rule("value_changed") is get_rule("fidelity.value_changed")
    assert find_rule("nothing") is None
    with pytest.raises(ValueError, match=r"fidelity\.value_changed"):
        get_rule("fidelity.value_chnged")
    with pytest.raises(ValueError, match="no rule"):
        rank("x")


def test_every_rule_id_in_the_package_stands_in_the_table() -> None:
    """Signals name rules by plain strings; a misspelt one would be a rule that nobody can explain."""
    known = {rule.id for rule in RULES}
    used = {
        (path.relative_to(PACKAGE).as_posix(), id)
        for path in sorted(PACKAGE.rglob("*.py"))
        for id in ID.findall(path.read_text(encoding="utf-8"))
    }
    assert {id for _, id in used} >= {"fidelity.provenance_invalid", "fidelity.missing_owed"}
    assert sorted(pair for pair in used if pair[1] not in known) == []
