"""What every store checks about a step, and the errors that it tells in the same words."""

from __future__ import annotations

from leadline.core.receipts.hashes import is_digest, sha256_hex
from leadline.stores.port import BlobMissingError, Commit, StaleRefError, StoreError

__all__ = [
    "check_commit",
    "check_receipt",
    "missing",
    "repeated_receipt",
    "require_ref",
    "stale",
    "still_named",
    "unknown_session",
    "whole",
]


def check_commit(commit: Commit) -> None:
    """Raises ValueError for a step that no store can take."""
    check_receipt(commit.session, commit.receipt)
    names = [node_id for node_id, _ in commit.nodes]
    if len(set(names)) != len(names):
        raise ValueError(f"nodes: each node id once in a commit; got {names}")


def check_receipt(session: str, receipt: bytes) -> None:
    if not session:
        raise ValueError("session: expected a name, got ''")
    if not receipt:
        raise ValueError("receipt: expected canonical JSON, got no bytes")


def require_ref(session: str, expected: str | None, found: str | None) -> None:
    if expected != found:
        raise stale(session, expected, found)


def stale(session: str, expected: str | None, found: str | None) -> StaleRefError:
    return StaleRefError(
        f"session {session!r}: somebody else committed first; this step builds on {expected or 'a new session'}, "
        f"the session stands at {found or 'nothing: it does not exist'}; nothing was written",
        "Load the session again and repeat the step.",
    )


def missing(digest: str, because: str, swept: tuple[str, str] | None) -> BlobMissingError:
    """`swept` is (session, receipt) of the sweep that removed it, where there was one."""
    why = f" ({because})" if because else ""
    if swept is not None:
        session, receipt = swept
        return BlobMissingError(
            f"blob {digest}{why} was swept from session {session!r} by receipt {receipt}",
            "Read the tombstone that the session's node index names in its place.",
        )
    if not is_digest(digest):
        return BlobMissingError(f"{digest!r}{why} is no digest", "A digest is 64 lower-case hexadecimal characters.")
    return BlobMissingError(
        f"blob {digest}{why} is not in this store", "Run leadline verify to see what else is missing."
    )


def still_named(session: str, node_id: str, digest: str) -> StoreError:
    return StoreError(
        f"session {session!r}: node {node_id} would lose its text, blob {digest}; nothing was swept",
        "Point the node at its tombstone in the same step, or leave the blob out of the sweep.",
    )


def repeated_receipt(session: str, digest: str) -> StoreError:
    return StoreError(
        f"session {session!r}: receipt {digest} is in the chain already; nothing was written",
        "A receipt names the one before it, so two are never equal: build it on the session's present ref.",
    )


def unknown_session(session: str) -> StoreError:
    return StoreError(f"no session {session!r} in this store", "leadline show lists the sessions of a store.")


def whole(digest: str, body: bytes) -> bytes:
    """`body`, when it is what `digest` names; StoreError otherwise: damage is not passed on."""
    if sha256_hex(body) != digest:
        raise StoreError(
            f"blob {digest} is damaged where it comes from: its bytes do not have this digest; nothing was written",
            "Run leadline verify on the store that is copied.",
        )
    return body
