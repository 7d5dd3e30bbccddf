"""What the PostgreSQL store costs: commits per second and bytes of log, as a ratio to plain inserts of the same bytes.

PYTHONPATH=src:. python scripts/postgres_cost.py [STEPS]

Starts a server of its own with fsync and synchronous_commit on (needs PostgreSQL and leadline[postgres]). Both sides write
the same texts and receipts (those of `leadline bench store`), one transaction a step; the plain side inserts them into one
table by psycopg, in one executemany. Rounds alternate, and the last round counts. Log is how far the server's WAL moved.
"""

from __future__ import annotations

import os
import platform
import sys
import time

import psycopg
from tests.postgres_server import Server

from leadline.bench.store import _steps
from leadline.core.receipts.hashes import sha256_hex
from leadline.stores.port import Commit
from leadline.stores.postgres import PostgresStore

Work = list[tuple[list[bytes], bytes]]


def ours(url: str, work: Work) -> float:
    with PostgresStore.open(url) as store:
        ref, start = None, time.perf_counter()
        for i, (blobs, receipt) in enumerate(work):
            nodes = [(f"n{i}.{k}", sha256_hex(blob)) for k, blob in enumerate(blobs)]
            ref = store.commit(Commit("s", ref, receipt, blobs, nodes))
        return time.perf_counter() - start


def plain(url: str, work: Work, table: str) -> float:
    with psycopg.connect(url) as db:
        db.execute(f"CREATE TABLE {table} (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea)")
        db.commit()
        start = time.perf_counter()
        for blobs, receipt in work:
            with db.cursor() as cursor:
                cursor.executemany(f"INSERT INTO {table} (body) VALUES (%s)", [(b,) for b in (*blobs, receipt)])
            db.commit()
        return time.perf_counter() - start


def log_position(url: str) -> int:
    with psycopg.connect(url) as db:
        row = db.execute("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint").fetchone()
    return int(row[0]) if row else 0


def main(steps: int) -> None:
    work = list(_steps(steps))
    payload = sum(len(body) for blobs, receipt in work for body in (*blobs, receipt))
    server = Server(fsync=True)
    try:
        for n in range(2):
            marks = [log_position(server.plain_url)]
            mine = ours(server.url(f"round_{n}"), work)
            marks.append(log_position(server.plain_url))
            theirs = plain(server.plain_url, work, f"plain_{n}")
            marks.append(log_position(server.plain_url))
        with psycopg.connect(server.plain_url) as db:
            version = db.execute("SHOW server_version").fetchone()
    finally:
        server.stop()
    mine_log, plain_log = marks[1] - marks[0], marks[2] - marks[1]
    print(f"{platform.platform()}, {os.cpu_count()} CPUs, Python {platform.python_version()}, PostgreSQL {version}")
    print(
        f"{steps} commits, {payload / steps / 1000:.1f} kB of texts and receipt each; fsync on; load {os.getloadavg()[0]:.1f}"
    )
    print(f"leadline  {mine / steps * 1000:6.1f} ms a commit  {mine_log / payload:5.2f} bytes of log per byte")
    print(f"plain     {theirs / steps * 1000:6.1f} ms a commit  {plain_log / payload:5.2f} bytes of log per byte")
    print(f"ratio     time {mine / theirs:.2f}, log {mine_log / plain_log:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
