"""A step on a PostgreSQL server is whole or absent, whatever breaks: the program, its connection, the server.

Four ways to break it at each statement in turn: an exception; the connection's process on the server ended; the server
killed and started again between commits; and a network that loses the answer to COMMIT, where the store must find out.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from leadline.stores.port import Commit, StaleRefError, StoreError
from tests.crash.steps import STEPS, Crash, Step, digest, state_of
from tests.postgres_server import Server, why_unavailable

if why_unavailable() is None:
    import psycopg
    from sqlalchemy import event

    from leadline.stores.postgres import PostgresStore


@contextlib.contextmanager
def at(store: PostgresStore, n: int, act: Callable[[Any], None]) -> Iterator[list[int]]:
    """Before the n-th thing that a step sends (statements, and the commit as the last) `act` gets the connection."""
    sent = [0]

    def before(connection: Any, *_: Any) -> None:
        sent[0] += 1
        if sent[0] == n + 1:
            act(connection)

    for name in ("before_cursor_execute", "commit"):
        event.listen(store._engine, name, before)
    try:
        yield sent
    finally:
        for name in ("before_cursor_execute", "commit"):
            event.remove(store._engine, name, before)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["exception", "backend"])
@pytest.mark.parametrize(("earlier", "step"), STEPS)
def test_a_cut_at_any_statement_leaves_before_or_after(
    postgres: Server, postgres_url: str, earlier: Step, step: Step, how: str
) -> None:
    """And the same store goes on afterwards: a connection that broke is replaced."""

    def act(connection: Any) -> None:
        if how == "exception":
            raise Crash
        with psycopg.connect(postgres.plain_url, autocommit=True) as other:
            pid = connection.connection.dbapi_connection.info.backend_pid
            other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])

    with PostgresStore.open(postgres_url) as store:
        earlier(store)
        before = state_of(store)
        told: list[BaseException] = []
        for n in range(60):
            with at(store, n, act) as sent:
                try:
                    step(store)
                except (Crash, StoreError) as error:
                    told.append(error)
            if sent[0] <= n:
                break
            assert state_of(store) == before
        assert n >= 8
        assert len(told) == n
        assert all(isinstance(e, Crash) if how == "exception" else "went away" in str(e) for e in told)
        assert state_of(store) != before
        assert store.ref("s") in (digest(b"0"), digest(b"1"), digest(b"2"))


@pytest.mark.slow
def test_a_server_that_is_killed_between_commits_has_what_it_acknowledged() -> None:
    """SIGKILL to all of its processes, with the disk as it is meant to be used; the store that was open goes on."""
    reason = why_unavailable()
    if reason is not None:
        pytest.skip(f"no PostgreSQL server: {reason}")
    server = Server(fsync=True)
    try:
        with PostgresStore.open(server.url()) as store:
            ref = None
            for n in range(4):
                for k in range(3):
                    ref = store.commit(Commit("s", ref, b"%d %d" % (n, k), [os.urandom(5000)]))
                server.kill()
                with pytest.raises(StoreError, match="cannot be reached, or went away") as caught:
                    store.commit(Commit("s", ref, b"lost"))
                assert "Check that it runs" in caught.value.remedy
                server.start()
                assert store.ref("s") == ref
                assert len(list(store.receipts("s"))) == len(list(store.blobs())) == 3 * (n + 1)
                assert store.check() == ()
    finally:
        server.stop()


class Relay:
    """Passes bytes to the server and back; when told to, breaks at the next COMMIT, before the server or after it."""

    def __init__(self, port: int) -> None:
        self._port, self.breaks = port, ""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._port)) as server:
            while True:
                for end in select.select([client, server], [], [])[0]:
                    try:
                        got = end.recv(1 << 16)
                    except OSError:
                        return
                    if not got:
                        return
                    if end is client and self.breaks and b"COMMIT\0" in got:
                        if self.breaks == "after":
                            server.sendall(got)
                            server.recv(1 << 16)  # the server has committed; nobody hears of it
                        self.breaks = ""
                        return
                    (server if end is client else client).sendall(got)

    def close(self) -> None:
        self._listener.close()


@pytest.mark.parametrize("breaks", ["before", "after"])
@pytest.mark.parametrize(("earlier", "step"), STEPS)
def test_an_answer_that_is_lost_is_asked_for_again(
    postgres: Server, postgres_url: str, earlier: Step, step: Step, breaks: str
) -> None:
    """A COMMIT that arrived counts although its answer was lost; one that did not is an error, and nothing was written."""
    relay = Relay(postgres.port)
    try:
        with PostgresStore.open(postgres_url.replace(f":{postgres.port}/", f":{relay.port}/")) as store:
            earlier(store)
            before = state_of(store)
            relay.breaks = breaks
            if breaks == "after":
                ref = step(store)
                assert store.ref("s") == ref
                with pytest.raises(StaleRefError):
                    step(store)
            else:
                with pytest.raises(StoreError, match="went away"):
                    step(store)
                assert state_of(store) == before
                assert step(store) == store.ref("s")
            assert relay.breaks == ""
    finally:
        relay.close()
