"""A session goes on under another policy: said in a receipt of its own, with what changed, before anything rests on it.

In: a session as it stands and the new policy. Out: the step to commit, or None where nothing changes. The receipt names both
digests, each changed key with both values, and which of the changes demand less than before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from leadline.core.policy.model import Policy, policy_from_mapping
from leadline.core.receipts.chain import Link, build_event
from leadline.core.receipts.hashes import sha256_hex
from leadline.engine.owning import owning
from leadline.engine.records import encode
from leadline.engine.session import load_session
from leadline.stores.port import Commit, Store

__all__ = ["changes_of", "policy_step", "record_policy"]

# keys where a smaller or a larger number demands less; lists and words are told, and called neither
_LOOSER_BELOW = frozenset(("fact_floor", "provenance_promote", "provenance_invalid", "chain_fidelity_min"))
_LOOSER_ABOVE = frozenset(
    ("orphans_promote", "orphans_max", "inflation_max", "risk_engine", "generation_max", "trend_factor")
)
_NOT_DEMANDS = frozenset(("name",))


def changes_of(old: Policy, new: Policy) -> list[dict[str, Any]]:
    """Each key that differs: `key`, `from`, `to`, `looser` (True: less is demanded than before), sorted by key."""
    a, b = old.as_mapping(), new.as_mapping()
    rows = []
    for key in sorted((a.keys() | b.keys()) - _NOT_DEMANDS):
        before, after = a.get(key), b.get(key)
        if before != after:
            rows.append({"key": key, "from": before, "to": after, "looser": _is_looser(key, before, after)})
    return rows


def _is_looser(key: str, before: Any, after: Any) -> bool:
    if key in _LOOSER_BELOW:
        return bool(after < before)
    if key in _LOOSER_ABOVE:
        return bool(after > before)
    if key in ("pin", "widen"):
        return any(item not in (after or ()) for item in before or ())
    if key == "narrow":
        return any(item not in (before or ()) for item in after or ())
    if key in ("undecided", "unmeasured", "trend"):
        return bool(after != "halt")
    return key == "observe" and bool(after)


def policy_step(
    link: Link, meta: Mapping[str, Any], policy: Policy, *, by: str, reason: str, owner: str | None
) -> Commit | None:
    """The step after which `policy` is in force; None where it is already, or the session never said which one is."""
    if not meta.get("policy"):
        return None
    old = policy_from_mapping(dict(meta["policy"]))
    if old.digest() == policy.digest():
        return None
    body = encode({**meta, "policy": policy.as_mapping()})
    event = {
        "from": old.digest(),
        "to": policy.digest(),
        "name": policy.name,
        "changes": changes_of(old, policy),
        "by": by,
        "reason": reason,
        "meta": sha256_hex(body),
    }  # fmt: skip
    receipt = build_event(link, "policy", event)
    return Commit(link.session, link.previous, receipt, (body,), (("meta", sha256_hex(body)),), owner=owner)


def record_policy(store: Store, name: str, policy: Policy, *, by: str, reason: str) -> bool:
    """Put `policy` in force for this session, as a person. False where it is already. ValueError without a reason."""
    if not reason.strip():
        raise ValueError("another policy needs a reason: it is what a later reader will ask for")
    with owning(store, name, "changing its policy") as token:
        session = load_session(store, name)
        meta = {"policy": Policy().as_mapping(), **session.meta}
        link = Link(name, session.count, session.ref)
        step = policy_step(link, meta, policy, by=f"person:{by}", reason=reason, owner=token)
        if step is not None:
            store.commit(step)
    return step is not None
