"""Several processes use one store at once, and nothing that any of them was told may be missing afterwards.

In: processes, seconds, a seed, a place (a folder, or the URL of a server). Out: a `WritersReport`. Half of the processes
compact transcripts that grow, most of them the same ones; one drops facts, one marks and sweeps; the others read: they load
whole sessions, resolve what these name and verify them. Each says what it was told (a receipt that stands, a fact that is
let go). At the end every one of these must be in its chain, once; every session must be what one undisturbed process makes.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from leadline.bench.filler import draw, sample_files, tokens_of, units_of_files
from leadline.bench.sessionfile import write_session
from leadline.compose import compact_file, open_store_at
from leadline.engine.drops import record_drop
from leadline.engine.marks import NotMarkedError
from leadline.engine.session import load_session
from leadline.engine.sweeping import apply_sweep, mark_sweep
from leadline.engine.verify import verify_store
from leadline.stores.port import BlobMissingError, OwnedError, StaleRefError, Store, StoreLockedError

__all__ = ["WritersReport", "render_writers", "run_writers"]

SESSIONS = 3
STAGES = 6  # sizes that each transcript grows through
TOKENS = 30_000  # of each in the end
BUDGET = 3000
ROLES = ("compact", "compact", "compact", "compact", "drop", "sweep", "read", "read")


@dataclass(slots=True)
class WritersReport:
    """What was done by kind of work, how often somebody was told to wait or to begin again, and what was wrong."""

    processes: int
    done: Counter[str] = field(default_factory=Counter)
    told_to_wait: int = 0  # an OwnedError or StoreLockedError that named who, after waiting
    stale: int = 0  # a StaleRefError: begun again
    acknowledged: int = 0  # receipts and drops that somebody was told of
    lost: int = 0  # of these, not there at the end
    half_reads: int = 0
    sessions: int = 0
    seconds: float = 0
    faults: list[str] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        return bool(self.faults or self.lost or self.half_reads)


def run_writers(processes: int, seconds: float, seed: int, place: str | None = None) -> WritersReport:
    """Linux and macOS: it forks."""
    report, begun = WritersReport(processes), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="leadline-writers-") as name:
        folder = Path(name)
        store = place or str(folder / "store")
        _transcripts(folder, seed)
        pids = []
        for n in range(processes):
            sys.stdout.flush()
            pid = os.fork()
            if not pid:
                _child(folder, n, store, seconds, seed)
            pids.append(pid)
        for pid in pids:
            if (code := os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])) != 0:
                report.faults.append(f"a process ended with {code}")
        said = [json.loads((folder / f"said-{n}.json").read_text()) for n in range(processes) if (folder / f"said-{n}.json").exists()]  # fmt: skip
        _account(report, said, folder, store)
    report.seconds = time.monotonic() - begun
    return report


def _transcripts(folder: Path, seed: int) -> None:
    chance, filler = Random(seed), units_of_files(sample_files())
    for k in range(SESSIONS):
        units = draw(filler, TOKENS, chance)
        sizes = [tokens_of(units[: n + 1]) for n in range(len(units))]
        for stage in range(STAGES):
            count = next(n + 1 for n, size in enumerate(sizes) if size >= TOKENS * (stage + 1) / STAGES * 0.99)
            write_session(units[:count], folder / f"session-{k}-{stage}.jsonl", k)


def _child(folder: Path, n: int, place: str, seconds: float, seed: int) -> None:
    """One process; ends it."""
    code = 1
    try:
        work = _Work(folder, n, place, Random(seed * 1000 + n), seconds)
        work.run(ROLES[n % len(ROLES)])
        said = {name: getattr(work, name) for name in ("told", "drops", "done", "stale", "waited", "half", "faults")}
        (folder / f"said-{n}.json").write_text(json.dumps(said))
        code = 0
    finally:
        os._exit(code)


@dataclass(slots=True)
class _Work:
    folder: Path
    number: int
    place: str
    chance: Random
    seconds: float
    told: list[tuple[str, str]] = field(default_factory=list)  # (session, ref that it stood at)
    drops: list[tuple[str, str]] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)
    stale: int = 0
    waited: int = 0
    half: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def run(self, role: str) -> None:
        until, act = time.monotonic() + self.seconds, getattr(self, role)
        stage = 0
        while time.monotonic() < until or (role == "compact" and stage < STAGES):
            try:
                if act(stage):
                    self.done[role] = self.done.get(role, 0) + 1
                stage += 1
            except StaleRefError:
                self.stale += 1
            except (OwnedError, StoreLockedError):
                self.waited += 1
            except Exception as error:  # whatever it is, it is what this bench looks for
                self.faults.append(f"{role}: {type(error).__name__}: {error}")
                stage += 1

    def compact(self, stage: int) -> bool:
        for k in self.chance.sample(range(SESSIONS), SESSIONS):
            file = self.folder / f"session-{k}-{min(stage, STAGES - 1)}.jsonl"
            with closing(open_store_at(self.place, timeout_s=30)) as store:
                result = compact_file(file, store=store, budget=BUDGET)
                if result.state.commits and (ref := store.ref(result.session)) is not None:
                    self.told.append((result.session, ref))
        return True

    def _some_session(self, store: Store) -> str | None:
        """A session at random; None, after a moment, while there is none."""
        names = [row.session for row in store.sessions()]
        if not names:
            time.sleep(0.02)
            return None
        return self.chance.choice(names)

    def drop(self, _: int) -> bool:
        with closing(open_store_at(self.place, timeout_s=30)) as store:
            name = self._some_session(store)
            if name is None:
                return False
            session = load_session(store, name)
            free = [fact for fact in session.facts if fact.id not in session.drops]
            if not free or len(session.drops) >= 4:
                time.sleep(0.02)
                return False
            fact = self.chance.choice(free).id
            record_drop(store, name, fact, by="bench", reason="stress")
            self.drops.append((name, fact))
        return True

    def sweep(self, _: int) -> bool:
        with closing(open_store_at(self.place, timeout_s=30)) as store:
            name = self._some_session(store)
            if name is None:
                return False
            mark_sweep(store, name, by="bench", grace=timedelta(0))
            try:
                swept = apply_sweep(store, name, now=datetime.now(UTC) + timedelta(seconds=1))
            except NotMarkedError:  # nothing may go
                return False
            self.told.append((name, swept.receipt))
            self.done["leaves swept"] = self.done.get("leaves swept", 0) + len(swept.went)
        return True

    def read(self, _: int) -> bool:
        with closing(open_store_at(self.place, timeout_s=30)) as store:
            rows = store.sessions()
            if not rows:
                time.sleep(0.02)
                return False
            name = self.chance.choice(rows).session
            try:
                session = load_session(store, name)
                known = {leaf.id for leaf in session.leaves} | {record.node.id for record in session.nodes}
                for record in session.nodes:
                    missing = [child for child in record.node.children if child not in known]
                    if missing:
                        self.half.append(f"{name}: node {record.node.id} stands and its child {missing[0]} does not")
                complaints = verify_store(store, [name]).complaints
                self.half += [f"{name}: {one.place}: {one.what}" for one in complaints]
            except BlobMissingError as error:
                self.half.append(f"{name}: {error}")
        return True


def _account(report: WritersReport, said: list[dict[str, Any]], folder: Path, place: str) -> None:
    with closing(open_store_at(place)) as store:
        check = verify_store(store)
        report.faults += [f"at the end: {one.place}: {one.what}" for one in check.complaints]
        report.faults += [f"at the end: {one}" for one in check.unfinished]
        chains = {name: [row.digest for row in store.receipts(name)] for name in check.sessions}
        drops = {name: load_session(store, name).drops for name in check.sessions}
        nodes = {name: len(load_session(store, name).leaves) for name in check.sessions}
        report.sessions = len(check.sessions)
        for k in range(SESSIONS):
            whole = compact_file(folder / f"session-{k}-{STAGES - 1}.jsonl", store=store, budget=BUDGET)
            if nodes.get(whole.session) != whole.leaves:
                report.faults.append(
                    f"session {whole.session}: {nodes.get(whole.session)} leaves, and it has {whole.leaves}"
                )
    for one in said:
        report.done.update(one["done"])
        report.stale += one["stale"]
        report.told_to_wait += one["waited"]
        report.half_reads += len(one["half"])
        report.faults += one["half"] + one["faults"]
        report.acknowledged += len(one["told"]) + len(one["drops"])
        gone = [f"receipt {ref} of {name}" for name, ref in one["told"] if chains.get(name, []).count(ref) != 1]
        gone += [f"drop of {fact} in {name}" for name, fact in one["drops"] if fact not in drops.get(name, {})]
        report.lost += len(gone)
        report.faults += [f"{what} was acknowledged and is not there" for what in gone]


def render_writers(report: WritersReport) -> list[str]:
    done = ", ".join(f"{role} {count}" for role, count in sorted(report.done.items()))
    return [
        f"{report.processes} processes, {report.sessions} sessions, {report.seconds:.0f} s: {done}",
        f"  begun again {report.stale} times, told who has it {report.told_to_wait} times",
        f"  {report.acknowledged} updates acknowledged, {report.lost} lost, {report.half_reads} half-writes seen by readers, "
        f"{len(report.faults)} faults",
        *(f"  {fault}" for fault in report.faults[:20]),
    ]
