"""A sweep in its two phases: mark what may go, and after the grace period take away what may still go then.

In: a store and a session (and, for the second phase, the time and an archive). Out: what was marked; what went, what stays and why.
Both own the session meanwhile, so no build can need a text that is going. The order of the second phase: probes anew, then
each text into the archive and back for its hash, then one atomic step with texts, tombstones, receipt and the mark. A crash
leaves the mark, and at worst archived copies of texts that are still in the store; applying again finishes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from leadline.core.receipts.chain import Link, build_event
from leadline.core.receipts.hashes import sha256_hex
from leadline.engine.marks import GRACE, NO_MARK, Mark, NotMarkedError, record_mark, record_unmark
from leadline.engine.owning import owning
from leadline.engine.records import LeafRecord
from leadline.engine.session import Session, load_session
from leadline.engine.supporting import count_kinds
from leadline.engine.sweep import SweepItem, SweepPlan, plan_session
from leadline.engine.tombstones import Tombstone, encode_tombstone
from leadline.stores.archive import Archive, put_verified
from leadline.stores.port import Store

__all__ = ["Swept", "apply_sweep", "mark_sweep", "unmark_sweep"]


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep did: leaves whose text went, marked ones that stay (each with the reason), and the receipt."""

    went: tuple[SweepItem, ...]
    stays: tuple[SweepItem, ...]
    still_there: tuple[str, ...]  # of those that went: another session of the store has the same text
    receipt: str
    archive: str | None


def mark_sweep(
    store: Store, name: str, *, by: str, reason: str = "", grace: timedelta = GRACE, archive: str | None = None
) -> SweepPlan:
    """Mark every leaf that may go now; returns the plan. Nothing is marked where nothing may go.

    A mark that stands is replaced, and what it announced is kept (`record_mark`): the later end of both periods, and its archive.
    ValueError for a grace below zero.
    """
    if grace < timedelta(0):
        raise ValueError(f"grace = {grace}: a grace period cannot end before it begins")
    with owning(store, name, "marking leaves for a sweep") as token:
        session = load_session(store, name)
        plan = plan_session(store, session)
        leaves = {item.leaf: item.digest for item in plan.allowed}
        if leaves:
            record_mark(
                store, session, leaves, grace=grace, archive=archive, by=by, reason=reason, policy_digest=plan.policy,
                token=token,
            )  # fmt: skip
    return plan


def unmark_sweep(store: Store, name: str, *, by: str, reason: str) -> None:
    """Take a mark back. ValueError when nothing is marked."""
    with owning(store, name, "taking back a mark") as token:
        record_unmark(store, load_session(store, name), by=by, reason=reason, token=token)


def apply_sweep(store: Store, name: str, *, now: datetime, archive: Archive | None = None) -> Swept:
    """Take away the text of every marked leaf that may still go. The mark is used up: what stays needs a new one.

    Raises NotMarkedError where nothing is marked or the grace is not over, ArchiveError where a text did not arrive in the
    archive, StoreError for trouble below; nothing was removed then. A mark that asks for an archive is not applied without one.
    """
    with owning(store, name, "sweeping it") as token:
        session = load_session(store, name)
        mark = _due(session, now, archive)
        plan = plan_session(store, session)
        marked = [item for item in plan.items if item.leaf in mark.leaves]
        went = [item for item in marked if item.allowed and mark.leaves[item.leaf] == item.digest]
        stays = [item for item in marked if item not in went]
        if not went:
            why = "; ".join(sorted({item.reason for item in stays}))
            receipt = record_unmark(
                store, session, by="rule:void", reason=f"nothing of it may go now: {why}", token=token
            )
            return Swept((), tuple(stays), (), receipt, None)
        place = None if archive is None else archive.place
        records = {leaf.id: leaf for leaf in session.leaves}
        stones = [_tombstone(store, session, records[item.leaf], item, mark, place) for item in went]
        if archive is not None:
            for item in went:
                put_verified(archive, item.digest, store.get(item.digest))
        receipt = _step(store, session, plan, mark, went, stays, stones, place, token)
    still = tuple(item.leaf for item in went if store.has(item.digest))
    return Swept(tuple(went), tuple(stays), still, receipt, place)


def _due(session: Session, now: datetime, archive: Archive | None) -> Mark:
    mark = session.mark
    if mark is None:
        raise NotMarkedError(
            f"nothing is marked in session {session.name}; nothing was removed",
            f"First: leadline sweep {session.name} --mark",
        )
    if now < mark.due:
        raise NotMarkedError(
            f"the grace period of session {session.name} runs until {mark.due.isoformat(timespec='seconds')}; nothing was removed",
            f"Apply it then, or take it back: leadline sweep {session.name} --unmark --reason WHY",
        )
    if mark.archive is not None and archive is None:
        raise NotMarkedError(
            f"the mark of session {session.name} says that texts go to the archive {mark.archive}; nothing was removed",
            f"Apply it with --archive {mark.archive}, or take the mark back first: leadline sweep {session.name} --unmark --reason WHY",
        )
    if archive is not None and mark.archive is not None and archive.place != mark.archive:
        raise NotMarkedError(
            f"the mark of session {session.name} announced the archive {mark.archive}, not {archive.place}; nothing was removed",
            f"Apply it with --archive {mark.archive}, or mark again with the other one.",
        )
    return mark


def _step(
    store: Store, session: Session, plan: SweepPlan, mark: Mark, went: Sequence[SweepItem], stays: Sequence[SweepItem],
    stones: Sequence[bytes], place: str | None, token: str,
) -> str:  # fmt: skip
    going = {item.leaf for item in went}
    secrets = {leaf.id: leaf.originals for leaf in session.leaves if leaf.id in going}
    event = {
        "leaves": [_row(item, secrets[item.leaf]) for item in went],
        "stays": [{"leaf": i.leaf, "reason": i.reason} for i in stays],
        "tombstones": [sha256_hex(stone) for stone in stones],
        "policy": plan.policy,
        "probes": list(plan.probes),
        "mark": mark.receipt,
        "marks": sha256_hex(NO_MARK),
        "archive": place,
    }
    receipt = build_event(Link(session.name, session.count, session.ref), "sweep", event)
    nodes = [("marks", sha256_hex(NO_MARK))]
    # those that `--redact-store` took earlier are not there any more
    hidden = {digest for digest in secrets.values() if digest is not None and store.has(digest)}
    gone = sorted({i.digest for i in went} | hidden)
    return store.sweep(session.name, session.ref, receipt, gone, stones, nodes, owner=token)


def _row(item: SweepItem, secrets: str | None) -> dict[str, object]:
    row: dict[str, object] = {
        "leaf": item.leaf, "text": item.digest, "reason": item.reason, "let_go": len(item.let_go)
    }  # fmt: skip
    return row if secrets is None else {**row, "secrets": secrets}


def _tombstone(
    store: Store, session: Session, leaf: LeafRecord, item: SweepItem, mark: Mark, place: str | None
) -> bytes:  # fmt: skip
    data = store.get(leaf.text_digest)
    text = data.decode("utf-8", "surrogatepass")
    pieces = tuple((a, b, text[a:b]) for a, b in item.pieces)
    stone = Tombstone(
        leaf.id, leaf.text_digest, len(data), leaf.chars, leaf.lines_at(0, leaf.chars), pieces, item.readable,
        count_kinds(item.let_go), item.reason, session.ref, mark.receipt, place,
    )  # fmt: skip
    return encode_tombstone(stone, leaf.facts)
