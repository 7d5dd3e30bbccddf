"""Which session of a store a command means: by name, by the beginning of its name, by its transcript, or the newest."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from leadline.cli.options import read_session_path

if TYPE_CHECKING:
    from leadline.engine.session import Session
    from leadline.stores.port import Store

__all__ = ["open_session", "read_meta", "session_named"]


def read_meta(store: Store, session: str) -> Mapping[str, Any]:
    """What the store says about a session: format, source, policy; empty where it says nothing."""
    digest = dict(store.nodes(session)).get("meta")
    meta: Mapping[str, Any] = json.loads(store.get(digest)) if digest is not None else {}
    return meta


def session_named(store: Store, given: str | None) -> str:
    """The full name. Raises ValueError for an unknown or ambiguous one, StoreError where there is no session at all."""
    from leadline.compose import find_session

    try:
        return find_session(store, given)
    except ValueError:
        assert given is not None, "the newest session is always found"
        wanted = read_session_path(given)
        for row in store.sessions():  # newest first
            if read_meta(store, row.session).get("source") == wanted:
                return row.session
        raise


@contextmanager
def open_session(store: str | None, given: str | None) -> Iterator[tuple[Store, Session]]:
    """An existing store, and one committed session of it; nothing is created by looking."""
    from leadline.compose import open_store
    from leadline.engine.session import load_session

    with open_store(store, create=False) as opened:
        yield opened, load_session(opened, session_named(opened, given))
