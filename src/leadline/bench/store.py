"""What the store costs: commits per second and bytes written, as a ratio to plain inserts of the same bytes.

In: a number of steps. Out: a `StoreFigures`. The reference writes the same texts and receipts in the same run, in one
plain table of an SQLite file with the same journal and synchronous settings, one transaction a step, without digests,
compression, index of nodes, chain or compare-and-set. The text is Python's own standard library, so it is on every machine.
Bytes are what the process handed to the system for writing (/proc/self/io, Linux; nan elsewhere).
"""

from __future__ import annotations

import json
import platform
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from leadline.core.receipts.hashes import sha256_hex
from leadline.stores.port import Commit
from leadline.stores.sqlite import SqliteStore

__all__ = ["StoreFigures", "measure_store", "render_store"]

STEPS = 400
LEAF_CHARS = 4800  # a leaf of about 1,200 tokens
LEAVES_PER_STEP = 8  # fan-out: what the first commit of a parent brings with it
NODE_CHARS = 1600


@dataclass(frozen=True, slots=True)
class StoreFigures:
    """Seconds, bytes handed to the system, and bytes of the files at the end, for leadline's store and the reference."""

    steps: int
    payload: int  # bytes of texts and receipts
    seconds: float
    written: float
    size: int
    plain_seconds: float
    plain_written: float
    plain_size: int


def measure_store(steps: int = STEPS) -> StoreFigures:
    """Both sides in a fresh temporary folder. Alternates nothing: the reference runs second, with a warm disk cache."""
    work = list(_steps(steps))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        seconds, written = _timed(lambda: _leadline(folder / "store", work))
        plain_seconds, plain_written = _timed(lambda: _plain(folder / "plain.db", work))
        size, plain_size = (p.stat().st_size for p in (folder / "store" / "leadline.db", folder / "plain.db"))
    payload = sum(len(blob) for blobs, receipt in work for blob in (*blobs, receipt))
    return StoreFigures(steps, payload, seconds, written, size, plain_seconds, plain_written, plain_size)


def render_store(figures: StoreFigures) -> str:
    """System and figures as text."""
    f = figures
    return "\n".join(
        [
            f"{platform.platform()}, {platform.machine()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}",
            f"{f.steps} commits, {f.payload / f.steps / 1000:.1f} kB of texts and receipt each",
            f"leadline  {f.steps / f.seconds:7.0f} commits/s  {f.written / f.payload:5.2f} bytes written per byte  "
            f"{f.size / f.payload:4.2f} kept",
            f"plain     {f.steps / f.plain_seconds:7.0f} commits/s  {f.plain_written / f.payload:5.2f} bytes written per byte  "
            f"{f.plain_size / f.payload:4.2f} kept",
            f"ratio     time {f.seconds / f.plain_seconds:.2f}, bytes written {f.written / f.plain_written:.2f}, "
            f"size {f.size / f.plain_size:.2f}",
        ]
    )


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


def _leadline(folder: Path, work: list[tuple[list[bytes], bytes]]) -> None:
    with SqliteStore.open(folder) as store:
        ref = None
        for i, (blobs, receipt) in enumerate(work):
            nodes = [(f"n{i}.{k}", sha256_hex(blob)) for k, blob in enumerate(blobs)]
            ref = store.commit(Commit("s", ref, receipt, blobs, nodes))


def _plain(file: Path, work: list[tuple[list[bytes], bytes]]) -> None:
    db = sqlite3.connect(file, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE bytes (id INTEGER PRIMARY KEY, body BLOB)")
    for blobs, receipt in work:
        db.execute("BEGIN IMMEDIATE")
        db.executemany("INSERT INTO bytes (body) VALUES (?)", [(body,) for body in (*blobs, receipt)])
        db.execute("COMMIT")
    db.close()


def _timed(act: Callable[[], None]) -> tuple[float, float]:
    written, start = _written(), time.perf_counter()
    act()
    return time.perf_counter() - start, _written() - written


def _written() -> float:
    try:
        lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    except OSError:
        return float("nan")
    return next((float(line.split()[1]) for line in lines if line.startswith("wchar:")), float("nan"))
