"""Reading one session in one piece while others may write: the row is the same before and after, or it is read again."""

from __future__ import annotations

from collections.abc import Sequence

from leadline.stores.port import ReceiptRow, SessionRow, Store, StoreLockedError

__all__ = ["READ_ATTEMPTS", "read_steady", "written_all_the_time"]

READ_ATTEMPTS = 5  # to read a session that another process is writing to in one piece


def read_steady(store: Store, name: str) -> tuple[SessionRow, tuple[ReceiptRow, ...], Sequence[tuple[str, str]]]:
    """Row, receipts and nodes of the session as it stands between two steps of whoever writes to it."""
    for _ in range(READ_ATTEMPTS):
        before = _row(store, name)
        receipts, nodes = tuple(store.receipts(name)), store.nodes(name)
        if before is not None and before == _row(store, name):
            return before, receipts, nodes
    raise written_all_the_time(name)


def written_all_the_time(name: str) -> StoreLockedError:
    return StoreLockedError(
        f"session {name!r} is being written to all the time", "Repeat it when the agent or command has finished."
    )


def _row(store: Store, name: str) -> SessionRow | None:
    return next((row for row in store.sessions() if row.session == name), None)
