"""The mark: which leaves a sweep is going to take, announced and receipted; nothing is removed by it.

A session has at most one. It says how long the grace period is; when it began is the store's time of its receipt, which stands
beside the hash. A mark that takes the place of another one brings nothing forward: what was announced first is waited for, and an archive
stays one. In: a plan. Out: the mark, committed. Applying it is `sweeping.py`; a hold or pin makes it void.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from leadline.core.receipts.chain import Link, build_event
from leadline.core.receipts.hashes import sha256_hex
from leadline.engine.records import encode
from leadline.stores.port import Commit, Store

if TYPE_CHECKING:
    from leadline.engine.session import Session

__all__ = ["GRACE", "NO_MARK", "Mark", "NotMarkedError", "read_mark", "record_mark", "record_unmark"]

GRACE = timedelta(days=7)  # when nobody says: long enough that a person was at work once
NO_MARK = encode(None)


class NotMarkedError(Exception):
    """A sweep was to be applied, and nothing is marked, or the grace is not over. Nothing was removed."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Mark:
    """What is going to be swept. `receipt` announced it, `at` is when the store wrote that receipt."""

    leaves: Mapping[str, str]  # leaf -> digest of its text
    grace_s: int
    archive: str | None
    by: str
    reason: str
    receipt: str
    at: str  # ISO, UTC
    not_before: str | None = None  # ISO, UTC: when the mark in whose place this one stands would have been due

    @property
    def due(self) -> datetime:
        """From when on it may be applied."""
        own = datetime.fromisoformat(self.at) + timedelta(seconds=self.grace_s)
        return own if self.not_before is None else max(own, datetime.fromisoformat(self.not_before))

    @property
    def waits_longer(self) -> bool:
        """Whether an earlier mark's period is kept, because this one's own would be over before it."""
        return self.due > datetime.fromisoformat(self.at) + timedelta(seconds=self.grace_s)


def read_mark(store: Store, session: str, data: bytes) -> Mark | None:
    """The mark whose blob is `data`, with its receipt; None for a blob that says that nothing is marked."""
    body: dict[str, Any] | None = json.loads(data)
    if body is None:
        return None
    digest = sha256_hex(data)
    for row in reversed(tuple(store.receipts(session))):
        event = json.loads(row.body) if digest.encode() in row.body else {}
        if event.get("kind") == "mark" and event["event"].get("marks") == digest:
            return Mark(
                    dict(body["leaves"]), body["grace_s"], body["archive"], body["by"], body["reason"], row.digest,
                    row.written_at, body.get("not_before"),
                )  # fmt: skip
    return None  # nobody announced it: it is no mark, and `verify` complains


def record_mark(
    store: Store, session: Session, leaves: Mapping[str, str], *, grace: timedelta, archive: str | None, by: str,
    reason: str, policy_digest: str, token: str,
) -> str:  # fmt: skip
    """Announce that these leaves are to go once `grace` is over. Returns the new ref.

    It takes the place of an earlier mark, and where both name a leaf, nothing of it goes before the earlier one was due, and
    the archive that it promised stays promised unless another one is named. Only `record_unmark` ends a promise.
    """
    earlier = session.mark
    not_before: str | None = None
    if earlier is not None and earlier.leaves.keys() & leaves.keys():
        not_before, archive = earlier.due.isoformat(), archive or earlier.archive
    said = {
        "grace_s": int(grace.total_seconds()), "archive": archive, "by": by, "reason": reason,
        **({} if not_before is None else {"not_before": not_before}),
    }  # fmt: skip
    body = encode({"kind": "mark", "leaves": dict(leaves), "from": session.ref, **said})
    event = {
        "leaves": [{"leaf": leaf, "text": text} for leaf, text in leaves.items()],
        "policy": policy_digest, "marks": sha256_hex(body), **said,
    }  # fmt: skip
    receipt = build_event(Link(session.name, session.count, session.ref), "mark", event)
    # NO_MARK goes in with it: a sweep can then point at it in the same step that removes the texts
    nodes = (("marks", sha256_hex(body)),)
    return store.commit(Commit(session.name, session.ref, receipt, (body, NO_MARK), nodes, owner=token))


def record_unmark(store: Store, session: Session, *, by: str, reason: str, token: str) -> str:
    """Take the mark back; receipted with who and why. Returns the new ref. ValueError when nothing is marked."""
    if session.mark is None:
        raise ValueError(f"nothing is marked in session {session.name}")
    event = {"mark": session.mark.receipt, "by": by, "reason": reason, "marks": sha256_hex(NO_MARK)}
    receipt = build_event(Link(session.name, session.count, session.ref), "unmark", event)
    nodes = (("marks", sha256_hex(NO_MARK)),)
    return store.commit(Commit(session.name, session.ref, receipt, (NO_MARK,), nodes, owner=token))
