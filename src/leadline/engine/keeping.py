"""Making and ending holds and pins: receipted steps, each with who and why.

In: a store, a session, a target. Out: the `Keep` that is now on record. A new one makes a standing mark void: whoever marked
could not know of it. Nothing here removes a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from leadline.core.receipts.chain import Link, build_event
from leadline.core.receipts.hashes import sha256_hex
from leadline.engine.keeps import EVERYTHING, HeldError, Keep, Kind, encode_keeps
from leadline.engine.marks import NO_MARK
from leadline.engine.owning import owning
from leadline.engine.session import Session, UnknownReferenceError, load_session
from leadline.stores.port import Commit, Store

__all__ = ["record_keep", "record_release"]

_UNTIL_THE_END = 1 << 31


def record_keep(store: Store, name: str, kind: Kind, target: str, *, by: str, reason: str) -> Keep:
    """Put what `target` names under a hold or a pin. It takes its leaves out of a mark that stands: the mark is void.

    Raises UnknownReferenceError for a target that is not there, ValueError without a reason, HeldError where a sweep was faster.
    """
    _require_reason(kind, reason)
    with owning(store, name, f"recording a {kind}") as token:
        session = load_session(store, name)
        leaves = _leaves_of(session, target)
        there = range(leaves[0], min(leaves[1], len(session.leaves)))
        gone = [f"n{i}" for i in there if f"n{i}" in session.tombstones]
        if gone and len(gone) == len(there) and target != EVERYTHING:
            raise HeldError(
                f"{target}: its text was swept already; nothing is left to keep",
                f"What stays of it: leadline expand {gone[0]}",
            )
        number = 1 + sum(1 for keep in session.keeps.values() if keep.kind == kind)
        keep = Keep(f"{kind}-{number}", kind, target, leaves, by, reason)
        event = {"id": keep.id, "target": target, "leaves": list(leaves), "by": by, "reason": reason}
        _write(store, session, kind, event, {**session.keeps, keep.id: keep}.values(), token, unmark=True)
    return keep


def record_release(store: Store, name: str, id: str, *, by: str, reason: str) -> Keep:
    """End a hold or pin. What it covered may be swept again: marked anew, and after another grace period."""
    _require_reason("release", reason)
    with owning(store, name, "releasing a hold or pin") as token:
        session = load_session(store, name)
        keep = session.keeps.get(id)
        if keep is None:
            known = ", ".join(session.keeps) or "none"
            raise UnknownReferenceError(f"{id!r} is no hold or pin of session {name}; there are: {known}")
        if keep.released is not None:
            raise ValueError(f"{id} was released already by {keep.released[0]}: {keep.released[1]}")
        ended = replace(keep, released=(by, reason))
        event = {"id": id, "target": keep.target, "by": by, "reason": reason}
        _write(store, session, "release", event, {**session.keeps, id: ended}.values(), token, unmark=False)
    return ended


def _write(
    store: Store, session: Session, kind: str, event: Mapping[str, object], keeps: Iterable[Keep], token: str, *, unmark: bool
) -> None:  # fmt: skip
    body = encode_keeps(keeps)
    blobs, nodes = [body], [("holds", sha256_hex(body))]
    if unmark and session.mark is not None:
        event = {**event, "void": session.mark.receipt, "marks": sha256_hex(NO_MARK)}
        blobs.append(NO_MARK)
        nodes.append(("marks", sha256_hex(NO_MARK)))
    receipt = build_event(Link(session.name, session.count, session.ref), kind, {**event, "holds": sha256_hex(body)})
    store.commit(Commit(session.name, session.ref, receipt, blobs, nodes, owner=token))


def _leaves_of(session: Session, target: str) -> tuple[int, int]:
    if target == EVERYTHING:
        return 0, _UNTIL_THE_END
    leaf: Sequence[int] = [x.index for x in session.leaves if x.id == target]
    leaf = leaf or [int(f.child[1:]) for f in session.facts if f.id == target]
    if leaf:
        return leaf[0], leaf[0] + 1
    node = session.node(target)
    if node is None:
        raise UnknownReferenceError(
            f"{target!r} is no leaf (n12), node (p1.0) or fact of session {session.name}, and not {EVERYTHING!r}: "
            f"leadline show {session.name} lists them"
        )
    return node.node.leaves


def _require_reason(what: str, reason: str) -> None:
    if not reason.strip():
        raise ValueError(f"a {what} needs a reason: it is what a later reader will ask for")
