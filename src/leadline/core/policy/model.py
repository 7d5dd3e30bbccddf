"""A policy: all the numbers and lists that a workload chooses, frozen, validated, with a digest.

In: a mapping as TOML gives it (sections are joined with "_": `[retention] bound = "lower"` is `retention_bound`).
Out: a `Policy`, or a `PolicyValueError` that names the key, what was given and what is expected. Defaults are those of
`remediation`. Limits are inclusive on the passing side and compared unrounded. Reading files is `leadline/policies.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal

from leadline.core.facts.model import EXACT_KINDS, SENTENCE_KINDS, Criticality
from leadline.core.policy.checks import PolicyValueError, check_choice, check_count, check_flag, check_number, nearest
from leadline.core.receipts.hashes import digest

__all__ = ["Policy", "PolicyValueError", "Selector", "in_scope", "policy_from_mapping"]

Reaction = Literal["halt", "note"]
Scope = Literal["engine", "check"]

_ROLES = ("user", "assistant", "tool", "system", "summary")


@dataclass(frozen=True, slots=True)
class Selector:
    """Moves facts to the level `to`: those of `kind`, said by `role`, whose text or form matches `pattern` (all that are given)."""

    to: Criticality
    kind: str | None = None
    role: str | None = None
    pattern: str | None = None


@dataclass(frozen=True, slots=True)
class Policy:
    """The gate's numbers. Shares are 0..1, tokens are o200k tokens, None means no limit.

    `scope` says who asks: inside the `engine` all owed facts are demanded and suspicions refuse early, since a refused
    draft only costs a rebuild; `check` demands the `sure` ones and refuses on sure findings, since a false alarm costs trust.
    """

    name: str = "remediation"
    scope: Scope = "engine"
    observe: bool = False  # measure and record all, block nothing

    # what must be left (record 000)
    fact_floor: float = 0.85
    retention_bound: Literal["mean", "lower"] = "mean"
    retention_mass: float = 0.95  # of the interval that is shown, and gated on with bound "lower"

    # what must be traceable (record 004)
    provenance_promote: float = 0.70
    provenance_invalid: float = 0.50
    orphans_promote: float = 0.30
    orphans_max: float = 0.45

    # chains (record 002; design.md, 3.7)
    generation_max: int = 3
    chain_fidelity_min: float = 0.85
    inflation_max: float = 0.10

    # falls against earlier nodes (design.md, 3.3)
    trend: Literal["halt", "note", "off"] = "halt"
    trend_factor: float = 3.0  # spreads below the mean of earlier nodes
    trend_spread_min: float = 0.03  # the spread of record 004's first three cycles
    trend_nodes_min: int = 3

    # what is not known
    undecided: Reaction = "halt"
    unmeasured: Reaction = "halt"
    risk_engine: float = 0.50  # a suspicion refuses from this probability on
    risk_check: float = 0.85

    # what is owed (design.md, 3.4)
    widen: tuple[Selector, ...] = ()
    narrow: tuple[Selector, ...] = ()
    pin: tuple[str, ...] = ()  # patterns; what matches is owed and its leaves are never swept

    # the tree
    rebuilds_max: int = 2
    fan_out: int = 8
    leaf_tokens: int = 1500
    fresh_tokens: int = 1500
    ratio: tuple[float, ...] = (0.22, 0.40, 0.50)  # parent's tokens ÷ children's, from level 1 up; the last one repeats
    depth_max: int = 6
    budget: int | None = None  # tokens of working context, soft
    window: int | None = None  # tokens, hard

    @property
    def risk(self) -> float:
        """The probability from which on a suspicion refuses, in the scope in force."""
        return self.risk_engine if self.scope == "engine" else self.risk_check

    def ratio_at(self, level: int) -> float:
        """The share of its children's tokens that a parent of `level` (1 or more) may have."""
        return self.ratio[min(max(level, 1), len(self.ratio)) - 1]

    def as_mapping(self) -> dict[str, Any]:
        """All keys with plain values; `policy_from_mapping` gives the same policy back."""
        plain = asdict(self)
        for key in ("widen", "narrow"):
            plain[key] = [{k: v for k, v in s.items() if v is not None} for s in plain[key]]
        return {k: list(v) if isinstance(v, tuple) else v for k, v in plain.items() if v is not None}

    def digest(self) -> str:
        """One digest for all that can change a verdict; the name is not part of it."""
        return digest("policy/v1", {k: v for k, v in self.as_mapping().items() if k != "name"})


def policy_from_mapping(mapping: Mapping[str, object], *, base: Policy | None = None) -> Policy:
    """`base` (default: remediation) with the keys of `mapping` put over it. PolicyValueError for anything it does not know.

    `widen`, `narrow` and `pin` add to the base's lists; all other keys replace. `extends` belongs to files
    (`leadline.policies.load_policy`) and is refused here.
    """
    base = base or Policy()
    given = _flat(mapping)
    changed: dict[str, Any] = {key: _checked(key, value, base) for key, value in given.items()}
    policy = replace(base, **changed)
    _check_order(policy)
    return policy


def in_scope(policy: Policy, scope: Scope) -> Policy:
    """The same policy asked by the engine or by `check`."""
    return policy if policy.scope == scope else replace(policy, scope=scope)


_KEYS = tuple(f.name for f in fields(Policy))
_SHARES = frozenset(
    ("fact_floor", "provenance_promote", "provenance_invalid", "orphans_promote", "orphans_max", "chain_fidelity_min",
     "inflation_max", "trend_spread_min", "risk_engine", "risk_check")
)  # fmt: skip
_COUNTS = {"generation_max": 1, "trend_nodes_min": 2, "rebuilds_max": 0, "fan_out": 2, "leaf_tokens": 50,
           "fresh_tokens": 0, "depth_max": 1, "budget": 1, "window": 1}  # fmt: skip
_CHOICES: dict[str, tuple[str, ...]] = {
    "scope": ("engine", "check"),
    "retention_bound": ("mean", "lower"),
    "trend": ("halt", "note", "off"),
    "undecided": ("halt", "note"),
    "unmeasured": ("halt", "note"),
}


def _flat(mapping: Mapping[str, object]) -> dict[str, object]:
    flat: dict[str, object] = {}
    for key, value in mapping.items():
        if not isinstance(key, str):
            raise PolicyValueError(str(key), f"key {key!r} is not a string")
        pairs = {f"{key}_{k}": v for k, v in value.items()} if isinstance(value, Mapping) else {key: value}
        for name, item in pairs.items():
            if name not in _KEYS:
                raise PolicyValueError(name, f"unknown key {name!r}{nearest(name, _KEYS)}")
            if name in flat:
                raise PolicyValueError(name, f"key {name!r} is given twice")
            flat[name] = item
    return flat


def _checked(key: str, value: object, base: Policy) -> object:
    if key in _SHARES:
        return check_number(key, value, low=0.0, high=1.0)
    if key in _COUNTS:
        return check_count(key, value, low=_COUNTS[key])
    if key in _CHOICES:
        return check_choice(key, value, _CHOICES[key])
    match key:
        case "name":
            if not isinstance(value, str) or not value.strip():
                raise PolicyValueError(key, f"{key} = {value!r}: expected a name")
            return value
        case "observe":
            return check_flag(key, value)
        case "retention_mass":
            return check_number(key, value, low=0.5, high=0.9999)
        case "trend_factor":
            return check_number(key, value, low=0.5, high=100.0)
        case "ratio":
            items = value if isinstance(value, list | tuple) else [value]
            if not items:
                raise PolicyValueError(key, "ratio is empty: expected one share for each level, from level 1 up")
            return tuple(check_number(key, item, low=0.01, high=1.0) for item in items)
        case "pin":
            return base.pin + tuple(_pattern(key, item) for item in _items(key, value))
        case "widen":
            return base.widen + tuple(_selector(key, item, "owed") for item in _items(key, value))
        case "narrow":
            return base.narrow + tuple(_selector(key, item, "supporting") for item in _items(key, value))
        case _:
            raise AssertionError(f"policy key {key} has no check")


def _items(key: str, value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise PolicyValueError(key, f"{key} = {value!r}: expected a list")
    return list(value)


def _pattern(key: str, value: object) -> str:
    if not isinstance(value, str) or not value:
        raise PolicyValueError(key, f"{key}: {value!r} is no pattern: expected a regular expression")
    try:
        re.compile(value)
    except re.error as error:
        raise PolicyValueError(key, f"{key}: {value!r} is no regular expression: {error}") from error
    return value


def _selector(key: str, value: object, to: Criticality) -> Selector:
    if not isinstance(value, Mapping):
        raise PolicyValueError(key, f"{key}: {value!r}: expected a table with kind, role or pattern")
    known = ("kind", "role", "pattern", "to")
    for name in value:
        if name not in known:
            raise PolicyValueError(key, f"{key}: unknown key {name!r}{nearest(str(name), known)}")
    if not set(value) - {"to"}:
        raise PolicyValueError(key, f"{key}: an entry without kind, role and pattern would match every fact")
    levels = ("owed",) if key == "widen" else ("supporting", "incidental")
    kinds = tuple(sorted(EXACT_KINDS | SENTENCE_KINDS))
    return Selector(
        to=check_choice(f"{key}.to", value.get("to", to), levels),  # type: ignore[arg-type]
        kind=check_choice(f"{key}.kind", value["kind"], kinds) if "kind" in value else None,
        role=check_choice(f"{key}.role", value["role"], _ROLES) if "role" in value else None,
        pattern=_pattern(key, value["pattern"]) if "pattern" in value else None,
    )


def _check_order(policy: Policy) -> None:
    for inner, outer, low, high in (
        ("provenance_invalid", "provenance_promote", policy.provenance_invalid, policy.provenance_promote),
        ("orphans_promote", "orphans_max", policy.orphans_promote, policy.orphans_max),
        ("budget", "window", policy.budget, policy.window),
    ):
        if low is not None and high is not None and low > high:
            raise PolicyValueError(inner, f"{inner} = {low} lies above {outer} = {high}")
