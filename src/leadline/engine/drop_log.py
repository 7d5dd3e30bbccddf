"""Who let which owed fact go: by which rule or person, why, and when that was recorded.

In: a loaded session and its store. Out: one `LetGo` a fact; a person's word stands before a rule's. The time is the store's, of
the receipt in which it happened: it stands beside the hash, not inside.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from leadline.core.receipts.chain import GENERATION
from leadline.engine.session import Session
from leadline.stores.port import Store

__all__ = ["LetGo", "drop_log"]


@dataclass(frozen=True, slots=True)
class LetGo:
    """`by` is `rule:<reason>` or `person:<name>`; `at` is None where no receipt tells (ISO, UTC)."""

    by: str
    reason: str
    at: str | None


def drop_log(session: Session, store: Store) -> Mapping[str, LetGo]:
    """Everything that was let go in this session, by fact."""
    if not session.drops and not any(record.dropped for record in session.nodes):
        return {}
    verdicts: dict[tuple[str, str | None], str] = {}
    said: dict[str, str] = {}
    for row in store.receipts(session.name):
        body = json.loads(row.body)
        if body["kind"] == "verdict":
            made = body[GENERATION]
            verdicts[made["node"], made["draft"]] = row.written_at
        elif body["kind"] == "drop":
            said[str(body["event"].get("fact"))] = row.written_at
    found: dict[str, LetGo] = {}
    for record in session.nodes:
        at = verdicts.get((record.node.id, session.digests.get(record.node.id)))
        for d in record.dropped:
            found.setdefault(d.fact, LetGo(d.by, d.reason, said.get(d.fact, at)))
    return {**found, **{d.fact: LetGo(d.by, d.reason, said.get(d.fact)) for d in session.drops.values()}}
