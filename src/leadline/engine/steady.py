"""Reading one session in one piece while others may write: the row is the same before and after, or it is read again."""

from __future__ import annotations

from collections.abc import Sequence

from leadline.stores.port import ReceiptRow, SessionRow, Store, StoreLockedError

__all__ = ["read_steady"]

_ATTEMPTS = 5  # to read a session that another process is writing to in one piece


def read_steady(store: Store, name: str) -> tuple[SessionRow, tuple[ReceiptRow, ...], Sequence[tuple[str, str]]]:
    """Row, receipts and nodes of the session as it stands between two steps of whoever writes to it."""
    for _ in range(_ATTEMPTS):
        before = _row(store, name)
        receipts, nodes = tuple(store.receipts(name)), store.nodes(name)
        if before is not None and before == _row(store, name):
            return before, receipts, nodes
    raise StoreLockedError(
        f"session {name!r} is being written to all the time", "Verify again when the agent or command has finished."
    )


def _row(store: Store, name: str) -> SessionRow | None:
    return next((row for row in store.sessions() if row.session == name), None)
