"""The steps that the crash tests cut, on any store, and all that a reader sees afterwards."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256

from leadline.stores.port import Commit, Store


def digest(body: bytes) -> str:
    return sha256(body).hexdigest()


BIG = os.urandom(120_000)  # more than a page, and it does not compress
LEAF, TOMB = digest(b"leaf"), digest(b"tomb")
Step = Callable[[Store], str]


class Crash(BaseException):
    """Not an Exception: nothing in a store may swallow it."""


def begin(store: Store) -> str:
    return store.commit(Commit("s", None, b"0", [b"leaf"], [("n0", LEAF), ("p1.0", LEAF)]))


def go_on(store: Store) -> str:
    blobs = [b"parent", BIG]
    return store.commit(Commit("s", digest(b"0"), b"1", blobs, [("p1.1", digest(BIG)), ("n1", LEAF)], ["p1.0"]))


def sweep(store: Store) -> str:
    return store.sweep("s", digest(b"0"), b"2", [LEAF], [b"tomb"], [("n0", TOMB), ("p1.0", TOMB)])


def nothing(store: Store) -> str:
    return ""


STEPS = [(nothing, begin), (begin, go_on), (begin, sweep)]  # (what was done before, what is cut)


def state_of(store: Store) -> object:
    """The database must be sound, head and chain agree, and every node have its text."""
    assert store.check() == ()
    for row in store.sessions():
        chain = list(store.receipts(row.session))
        assert (row.count, row.head, row.ref) == (len(chain), chain[-1].digest, chain[-1].digest)
        for _, named in store.nodes(row.session):
            store.get(named)
    return (
        [(row.session, row.ref) for row in store.sessions()],
        [[(r.seq, r.body) for r in store.receipts(row.session)] for row in store.sessions()],
        [store.nodes(row.session) for row in store.sessions()],
        [store.tombstones(row.session) for row in store.sessions()],
        [(named, store.get(named)) for named in store.blobs()],
    )
