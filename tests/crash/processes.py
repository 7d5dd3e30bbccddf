"""Processes of the crash tests: each a program of its own on the store that its first argument names, folder or URL."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import leadline

SRC = str(Path(leadline.__file__).parents[1])

HEAD = """
import hashlib, random, sys, time
from pathlib import Path
from leadline.stores.port import Commit, StaleRefError, StoreError
place, name = sys.argv[1], sys.argv[2]
if "://" in place:  # not by leadline.compose: it would take most of a process's time to import
    from leadline.stores.postgres import PostgresStore as Kind
else:
    from leadline.stores.sqlite import SqliteStore as Kind
    place = Path(place)
while True:
    try:
        store = Kind.open(place, timeout_s=60)
        break
    except StoreError as error:
        if "cannot be reached" not in str(error):
            raise
        time.sleep(0.1)
def digest(body): return hashlib.sha256(body).hexdigest()
"""

# argv[3] commits on one session, beginning again whenever somebody else was first.
APPEND = """
n = 0
while n < int(sys.argv[3]):
    try:
        print(store.commit(Commit("s", store.ref("s"), ("%s %d" % (name, n)).encode(), [b"shared"])), flush=True)
        n += 1
    except StaleRefError:
        pass
"""

# Every session brings the same text and sweeps it again: the last one to let go removes it, under the others' commits.
CHURN = """
ref, chance = None, random.Random(name)
for n in range(int(sys.argv[3])):
    leaf, tomb = b"leaf %d" % chance.randrange(3), b"tomb " + name.encode()
    ref = store.commit(Commit(name, ref, b"a%d" % n, [leaf, b"own " + name.encode()], [("n0", digest(leaf))]))
    assert store.get(digest(leaf)) == leaf
    ref = store.sweep(name, ref, b"b%d" % n, [digest(leaf)], [tomb], [("n0", digest(tomb))])
print(ref, flush=True)
"""

# Commits of one session without an end, each with a text of its own of some size.
LOOP = """
n = 0
while True:
    try:
        body = ("%s %d %s" % (name, n, time.monotonic_ns())).encode()
        text = body + b"".join(hashlib.sha256(b"%d %d" % (n, i)).digest() for i in range(n % 7 * 100))
        print(store.commit(Commit("s", store.ref("s"), body, [text], [("n" + name, digest(text))])), flush=True)
        n += 1
    except StaleRefError:
        pass
    except StoreError:
        time.sleep(0.05)
"""

# One commit for each line of input, on the ref that it says.
RACE = """
for line in sys.stdin:
    expected = line.strip() if line.strip() != "new" else None
    body = ("%s builds on %s" % (name, expected)).encode()
    try:
        print("won", store.commit(Commit("s", expected, body, [b"blob of " + body])), flush=True)
    except StaleRefError:
        print("stale", flush=True)
"""


def start(code: str, place: object, name: str, *more: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", HEAD + code, str(place), name, *map(str, more)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": SRC},
    )


class Heard:
    """Reads all processes at once; `lines` grow while they run."""

    def __init__(self, processes: Sequence[subprocess.Popen[str]]) -> None:
        self.processes = processes
        self.lines: list[list[str]] = [[] for _ in processes]
        self._readers = [threading.Thread(target=self._read, args=(n,)) for n in range(len(processes))]
        for reader in self._readers:
            reader.start()

    def _read(self, n: int) -> None:
        stdout = self.processes[n].stdout
        assert stdout is not None
        for line in stdout:
            if line.endswith("\n"):
                self.lines[n].append(line.strip())

    def wait_for(self, count: int) -> None:
        deadline = time.monotonic() + 60
        while sum(map(len, self.lines)) < count and time.monotonic() < deadline:
            time.sleep(0.02)

    def all(self) -> list[list[str]]:
        """What each of them said, when all have ended."""
        for reader, process in zip(self._readers, self.processes, strict=True):
            reader.join()
            process.wait()
            for stream in (process.stdin, process.stdout):
                assert stream is not None
                stream.close()
        return self.lines
