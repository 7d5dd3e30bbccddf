"""What the store costs: the latency of a commit and the bytes written, as a ratio to plain inserts of the same bytes.

In: a number of steps, for a server also its URL. Out: a `StoreFigures`. The reference writes the same texts and receipts in the
same run into one plain table, one transaction a step, without digests, compression, index of nodes, chain or compare-and-set:
in an SQLite file with the same journal and synchronous settings, or by psycopg in the same database. Each step is made by one
side and then by the other, so that both meet the same disk; which of the two goes first alternates. The text is Python's own
standard library, so it is on every machine. Bytes are what the process handed to the system for writing (/proc/self/io, Linux; nan
elsewhere), or how far the server's log moved.
"""

from __future__ import annotations

import json
import os
import platform
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from leadline.core.receipts.hashes import sha256_hex
from leadline.stores.port import Commit, Store
from leadline.stores.sqlite import SqliteStore

__all__ = ["StoreFigures", "measure_server", "measure_store", "render_store"]

STEPS = 400
LEAF_CHARS = 4800  # a leaf of about 1,200 tokens
LEAVES_PER_STEP = 8  # fan-out: what the first commit of a parent brings with it
NODE_CHARS = 1600

Work = list[tuple[list[bytes], bytes]]


@dataclass(frozen=True, slots=True)
class Side:
    """One side: seconds of each step in order, bytes written, and kept at the end (0 where not measured)."""

    seconds: tuple[float, ...]
    cpu_seconds: float
    written: float
    size: int

    @property
    def mean_ms(self) -> float:
        return statistics.fmean(self.seconds) * 1000

    @property
    def median_ms(self) -> float:
        return statistics.median(self.seconds) * 1000


@dataclass(frozen=True, slots=True)
class StoreFigures:
    """leadline's store and the reference; `payload` is bytes of texts and receipts."""

    kind: str
    steps: int
    payload: int
    leadline: Side
    plain: Side


def measure_store(steps: int = STEPS) -> StoreFigures:
    """SQLite, in a fresh temporary folder."""
    work = list(_steps(steps))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with closing(_plain_file(folder / "plain.db")) as db, SqliteStore.open(folder / "store") as store:

            def plain(bodies: list[bytes]) -> None:
                db.execute("BEGIN IMMEDIATE")
                db.executemany("INSERT INTO bytes (body) VALUES (?)", [(body,) for body in bodies])
                db.execute("COMMIT")

            ours, theirs = _in_turn(work, store, plain, _written)
        sizes = [(folder / file).stat().st_size for file in ("store/leadline.db", "plain.db")]
    return _figures(f"SQLite {sqlite3.sqlite_version}", work, ours, theirs, sizes)


def measure_server(steps: int, url: str) -> StoreFigures:
    """PostgreSQL, in two schemas of the given database, which are dropped again. Needs leadline[postgres]."""
    import psycopg
    from sqlalchemy import make_url

    from leadline.stores.postgres import PostgresStore

    work, schema = list(_steps(steps)), f"bench_{os.getpid()}"
    bare = make_url(url).difference_update_query(["schema"]).set(drivername="postgresql")
    named = bare.update_query_dict({"schema": schema}).render_as_string(hide_password=False)
    with psycopg.connect(bare.render_as_string(hide_password=False)) as db:
        try:
            db.execute(f"CREATE SCHEMA {schema}_plain")
            db.execute(
                f"CREATE TABLE {schema}_plain.bytes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea)"
            )
            row = db.execute("SHOW server_version").fetchone()
            db.commit()

            def plain(bodies: list[bytes]) -> None:
                with db.cursor() as cursor:
                    cursor.executemany(f"INSERT INTO {schema}_plain.bytes (body) VALUES (%s)", [(b,) for b in bodies])
                db.commit()

            def log() -> float:
                with psycopg.connect(bare.render_as_string(hide_password=False)) as other:
                    at = other.execute("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint").fetchone()
                return float(at[0]) if at else float("nan")

            with PostgresStore.open(named) as store:
                ours, theirs = _in_turn(work, store, plain, log)
        finally:
            db.rollback()
            db.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
            db.execute(f"DROP SCHEMA IF EXISTS {schema}_plain CASCADE")
    return _figures(f"PostgreSQL {row[0] if row else ''}", work, ours, theirs, [0, 0])


def _in_turn(
    work: Work, store: Store, plain: Callable[[list[bytes]], None], written: Callable[[], float]
) -> tuple[list[float], list[float]]:
    """For each side: bytes, CPU seconds, and then the seconds of each step."""
    sides: tuple[list[float], list[float]] = ([0.0, 0.0], [0.0, 0.0])
    ref: str | None = None
    for i, (blobs, receipt) in enumerate(work):
        nodes = [(f"n{i}.{k}", sha256_hex(blob)) for k, blob in enumerate(blobs)]
        step = Commit("s", ref, receipt, blobs, nodes)
        acts: list[tuple[int, Callable[[], object]]] = [
            (0, lambda step=step: store.commit(step)),  # type: ignore[misc]
            (1, lambda bodies=[*blobs, receipt]: plain(bodies)),  # type: ignore[misc]
        ]
        for side, act in acts if i % 2 else reversed(acts):
            marked, cpu, start = written(), time.process_time(), time.perf_counter()
            act()
            took, cpu = time.perf_counter() - start, time.process_time() - cpu
            sides[side][0] += written() - marked
            sides[side][1] += cpu
            sides[side].append(took)
        ref = sha256_hex(receipt)
    return sides


def _figures(kind: str, work: Work, ours: list[float], theirs: list[float], sizes: Sequence[int]) -> StoreFigures:
    payload = sum(len(body) for blobs, receipt in work for body in (*blobs, receipt))
    one, other = (Side(tuple(s[2:]), s[1], s[0], size) for s, size in zip((ours, theirs), sizes, strict=True))
    return StoreFigures(kind, len(work), payload, one, other)


def render_store(figures: StoreFigures) -> str:
    """System and figures as text."""
    f, a, b = figures, figures.leadline, figures.plain
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    rows = [f"{platform.platform()}, Python {platform.python_version()}, {f.kind}, load {load}",
            f"{f.steps} commits in turn, {f.payload / f.steps / 1000:.1f} kB of texts and receipt each"]  # fmt: skip
    for name, side in (("leadline", a), ("plain", b)):
        kept = f"  {side.size / f.payload:4.2f} kept" if side.size else ""
        rows.append(
            f"{name:<9} {side.mean_ms:6.2f} ms a commit (median {side.median_ms:.2f}; CPU {side.cpu_seconds / f.steps * 1000:.2f})"
            f"  {side.written / f.payload:5.2f} bytes written per byte{kept}"
        )
    size = f", size {a.size / b.size:.2f}" if b.size else ""
    rows.append(
        f"ratio     time {a.mean_ms / b.mean_ms:.2f} (median {a.median_ms / b.median_ms:.2f}), "
        f"bytes written {a.written / b.written:.2f}{size}"
    )
    return "\n".join(rows)


def _steps(n: int) -> Iterator[tuple[list[bytes], bytes]]:
    files = sorted(Path(json.__file__).parents[1].glob("*.py"))
    text = b"".join(file.read_bytes() for file in files)
    need = LEAF_CHARS * LEAVES_PER_STEP + NODE_CHARS
    for i in range(n):
        start = i * need % max(len(text) - need, 1)
        leaves = [b"%d " % i + text[start + k * LEAF_CHARS :][:LEAF_CHARS] for k in range(LEAVES_PER_STEP)]
        node = b"%d " % i + text[start + LEAVES_PER_STEP * LEAF_CHARS :][:NODE_CHARS]
        receipt = json.dumps({"seq": i, "children": [sha256_hex(leaf) for leaf in leaves]}).encode()
        yield [*leaves, node], receipt


def _plain_file(file: Path) -> sqlite3.Connection:
    db = sqlite3.connect(file, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE bytes (id INTEGER PRIMARY KEY, body BLOB)")
    return db


def _written() -> float:
    try:
        lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    except OSError:
        return float("nan")
    return next((float(line.split()[1]) for line in lines if line.startswith("wchar:")), float("nan"))
