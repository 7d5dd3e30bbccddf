"""Policies: strict validation, presets, files with line numbers, digests, and the lists that widen and narrow."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from gate_cases import fact

from leadline.core.policy.model import Policy, PolicyValueError, Selector, in_scope, policy_from_mapping
from leadline.core.policy.selection import apply_lists, is_pinned
from leadline.policies import PRESETS, PolicyError, load_policy


def test_presets_hold_the_records_numbers() -> None:
    """remediation 0.85 / 3 / 0.85 / 0.10, narrative 0.60 / 5 / 0.60 / 0.25; both 0.70, 0.50, 0.30, 0.45."""
    remediation, narrative = map(load_policy, PRESETS)
    assert remediation == Policy()
    assert [narrative.fact_floor, narrative.generation_max, narrative.chain_fidelity_min, narrative.inflation_max] == [
        0.60, 5, 0.60, 0.25,
    ]  # fmt: skip
    for policy in (remediation, narrative):
        bands = [policy.provenance_promote, policy.provenance_invalid, policy.orphans_promote, policy.orphans_max]
        assert bands == [0.70, 0.50, 0.30, 0.45]
    assert load_policy(remediation) is remediation


@pytest.mark.parametrize(
    ("mapping", "key", "said"),
    [
        ({"fact_flor": 0.8}, "fact_flor", "did you mean 'fact_floor'"),
        ({"retention": {"bond": "mean"}}, "retention_bond", "did you mean 'retention_bound'"),
        ({"fact_floor": float("nan")}, "fact_floor", "nan: expected a number from 0.0 to 1.0"),
        ({"fact_floor": 1.01}, "fact_floor", "1.01"),
        ({"fact_floor": True}, "fact_floor", "expected a number"),
        ({"fact_floor": "0.85"}, "fact_floor", "expected a number"),
        ({"trend_factor": float("inf")}, "trend_factor", "inf"),
        ({"generation_max": 3.0}, "generation_max", "whole number"),
        ({"generation_max": 0}, "generation_max", "at least 1"),
        ({"fan_out": 1}, "fan_out", "at least 2"),
        ({"undecided": "pass"}, "undecided", "'halt', 'note'"),
        ({"trend": "hlat"}, "trend", "did you mean 'halt'"),
        ({"observe": 1}, "observe", "true or false"),
        ({"name": " "}, "name", "expected a name"),
        ({"ratio": []}, "ratio", "empty"),
        ({"ratio": [0.2, 0.0]}, "ratio", "0.01"),
        ({"pin": "x"}, "pin", "expected a list"),
        ({"pin": ["("]}, "pin", "no regular expression"),
        ({"widen": [{}]}, "widen", "would match every fact"),
        ({"widen": [{"kind": "pth"}]}, "widen.kind", "did you mean 'path'"),
        ({"narrow": [{"roles": "tool"}]}, "narrow", "did you mean 'role'"),
        ({"narrow": [{"role": "tool", "to": "owed"}]}, "narrow.to", "supporting"),
        ({"provenance_invalid": 0.8}, "provenance_invalid", "lies above provenance_promote"),
        ({"orphans_promote": 0.5}, "orphans_promote", "lies above orphans_max"),
        ({"budget": 100, "window": 50}, "budget", "lies above window"),
        ({"fact_floor": 0.8, "fact": {"floor": 0.9}}, "fact_floor", "given twice"),
    ],
)
def test_whatever_is_wrong_is_named(mapping: dict[str, Any], key: str, said: str) -> None:
    """Key, what was given, what is expected; the nearest known word for a typo."""
    with pytest.raises(PolicyValueError) as caught:
        policy_from_mapping(mapping)
    assert caught.value.key == key
    assert said in str(caught.value)


def test_sections_and_flat_keys_mean_the_same() -> None:
    """`[retention] bound` is `retention_bound`."""
    assert policy_from_mapping({"retention": {"bound": "lower"}}).retention_bound == "lower"
    assert policy_from_mapping({"risk": {"check": 0.7}}).risk_check == 0.7


def test_every_key_survives_the_way_there_and_back() -> None:
    """as_mapping is read again as the same policy."""
    policy = Policy(
        name="mine", pin=("PIN-\\d+",), widen=(Selector("owed", kind="path"),), narrow=(Selector("incidental", role="tool"),),
        budget=9000, window=20_000, observe=True,
    )  # fmt: skip
    assert policy_from_mapping(policy.as_mapping()) == policy


def test_the_digest_covers_everything_but_the_name() -> None:
    """Whatever could change a verdict changes the digest."""
    base = Policy()
    assert replace(base, name="other").digest() == base.digest()
    changed: dict[str, Any] = {
        "scope": "check", "observe": True, "retention_bound": "lower", "trend": "off", "undecided": "note",
        "unmeasured": "note", "widen": (Selector("owed", kind="path"),), "narrow": (Selector("supporting", kind="path"),),
        "pin": ("x",), "ratio": (0.3,), "budget": 10, "window": 10,
    }  # fmt: skip
    digests = {base.digest()}
    names = [f.name for f in fields(Policy) if f.name != "name"]
    for name in names:
        value = changed.get(name)
        if value is None:
            old = getattr(base, name)
            value = old + 1 if isinstance(old, int) else old / 2
        digests.add(replace(base, **{name: value}).digest())
    assert len(digests) == len(names) + 1


def test_risk_and_ratio_follow_scope_and_level() -> None:
    """The risk in force is the scope's; the last ratio repeats."""
    policy = Policy(risk_engine=0.4, risk_check=0.8, ratio=(0.2, 0.5))
    assert (policy.risk, in_scope(policy, "check").risk) == (0.4, 0.8)
    assert [policy.ratio_at(level) for level in (1, 2, 9)] == [0.2, 0.5, 0.5]
    assert in_scope(policy, "engine") is policy


def test_lists_narrow_then_widen_then_pin() -> None:
    """A pin wins over everything; each change names its entry; order and number of facts stay."""
    policy = policy_from_mapping(
        {
            "narrow": [{"kind": "error"}],
            "widen": [{"kind": "path", "pattern": "^/etc/"}],
            "pin": ["E77"],
        }
    )
    facts = (
        fact("a"),
        fact("b", text="E77"),
        fact("c", kind="path", criticality="supporting", text="/etc/hosts"),
        fact("d", kind="path", criticality="supporting", text="/home/x"),
    )
    seen = apply_lists(facts, policy)
    assert [f.id for f in seen] == ["a", "b", "c", "d"]
    assert [(f.criticality, f.reason) for f in seen] == [
        ("supporting", "policy.narrow[0]"), ("owed", "policy.pin[0]"), ("owed", "policy.widen[0]"), ("supporting", ""),
    ]  # fmt: skip
    assert [is_pinned(f, policy) for f in facts] == [False, True, False, False]
    assert apply_lists(facts, Policy()) == facts


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "mine.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_file_names_only_what_differs(tmp_path: Path) -> None:
    """It extends a preset and is called after the file unless it says otherwise."""
    policy = load_policy(write(tmp_path, 'extends = "narrative"\n[retention]\nbound = "lower"\n'))
    assert policy == replace(load_policy("narrative"), name="mine", retention_bound="lower")
    assert load_policy(str(write(tmp_path, "fact_floor = 0.9"))).fact_floor == 0.9


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("fact_floor = 0.9\n\nfact_flor = 1\n", 3, "did you mean 'fact_floor'"),
        ("[risk]\nengine = 0.4\ncheck = 7\n", 3, "risk_check = 7"),
        ('# a\n[[widen]]\nkind = "pth"\n', 2, "did you mean 'path'"),
        ("fact_floor = nan\n", 1, "nan"),
        ("a = 1\nb = = 2\n", 2, "not TOML"),
        ('a = "', 1, "not TOML"),
        ('\nextends = "strict"\n', 2, "no such preset"),
        (b'name = "ok"\nname2 = "\xff"\n', 2, "not UTF-8"),
        (b"#" * 1_000_001, None, "longer than"),
    ],
)
def test_a_wrong_file_is_told_with_its_line(tmp_path: Path, text: str | bytes, line: int | None, said: str) -> None:
    """File, line, what is wrong, and a remedy."""
    path = write(tmp_path, text)
    with pytest.raises(PolicyError) as caught:
        load_policy(path)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"{path}:{line}: " if line else f"{path}: ")
    assert said in str(caught.value)
    assert caught.value.remedy


def test_missing_files_unknown_names_and_folders_are_told(tmp_path: Path) -> None:
    """A name that is no preset, a path that is not there, a directory."""
    with pytest.raises(PolicyError, match="no policy named 'remediaton'") as caught:
        load_policy("remediaton")
    assert "remediation" in caught.value.remedy
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(PolicyError, match="cannot be read"):
            load_policy(path)
