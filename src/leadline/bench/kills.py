"""Kills leadline with SIGKILL at random moments of compact, drop, sweep and migrate, and looks at what it left.

In: how many kills, a seed, and a place (a folder, or the URL of a server). Out: a `KillsReport`. Each life of a store goes:
compact a session, drop a fact, mark and sweep, compact the session that has grown; a copy of it in an earlier schema is brought
forward. Every command is a process of its own and is killed again and again before it may finish. After each kill the store
must verify, hold all that it held (a sweep aside, which leaves tombstones), stand between two whole steps, and say what is
unfinished; the command is then repeated and must reach the very receipts of a run that nobody disturbed.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from leadline.bench.filler import draw, sample_files, units_of_files
from leadline.bench.sessionfile import write_session
from leadline.bench.store_old import earlier_schemas, in_earlier_schema
from leadline.cli.main import main
from leadline.compose import open_store_at
from leadline.engine.session import load_session
from leadline.engine.verify import verify_store

__all__ = ["KillsReport", "KillsRow", "render_kills", "run_kills"]

TOKENS = (24_000, 36_000)  # of the session at first, and when it has grown
BUDGET = "3000"
OPERATIONS = ("compact", "drop", "sweep", "migrate")
PHASES = ("compact", "drop", "mark", "sweep", "compact again")  # of one life
PER_LIFE = {"compact": 6, "drop": 4, "sweep": 4, "migrate": 2}  # tries to kill a command before it may finish
_LOOK_S = 0.0005  # between two looks whether something was written
_AFTER_A_WRITE_S = 0.01  # within this time after it: a commit takes about as long
_SAME_BYTES = 2  # phases whose receipts hold no time, so that they are those of an undisturbed run, digest by digest


@dataclass(slots=True)
class KillsRow:
    """One operation: how often it was killed, what that left, and whether it then went on."""

    operation: str
    kills: int = 0
    before: int = 0  # nothing of the step (or run) was written
    between: int = 0  # a whole beginning of it
    after: int = 0  # all of it
    unfinished_named: int = 0
    finished: int = 0  # runs that were let go to the end, and reached what an undisturbed run reaches
    lost: int = 0  # receipts, nodes, leaves, texts that were committed and are gone
    complaints: int = 0  # of verify


@dataclass(slots=True)
class KillsReport:
    rows: dict[str, KillsRow]
    seconds: float = 0
    faults: list[str] = field(default_factory=list)

    @property
    def kills(self) -> int:
        return sum(row.kills for row in self.rows.values())

    @property
    def failed(self) -> bool:
        return bool(self.faults)


@dataclass(frozen=True, slots=True)
class _State:
    """What a store holds of its one session: receipts, nodes, digests that can be read."""

    chain: tuple[str, ...] = ()
    nodes: frozenset[tuple[str, str]] = frozenset()
    texts: frozenset[str] = frozenset()
    unfinished: tuple[str, ...] = ()

    def reaches(self, goal: _State, *, same_bytes: bool) -> bool:
        mine, its = self.measure(same_bytes=same_bytes), goal.measure(same_bytes=same_bytes)
        return mine == its and (not same_bytes or self.texts == goal.texts)

    def measure(self, *, same_bytes: bool) -> object:
        if same_bytes:
            return self.chain, self.nodes
        return len(self.chain), {name for name, _ in self.nodes}


def run_kills(kills: int, seed: int, place: str | None = None, progress: Callable[[str], object] = str) -> KillsReport:
    """Kills until there were `kills`. Linux and macOS: it forks."""
    report, begun, chance = KillsReport({name: KillsRow(name) for name in OPERATIONS}), time.monotonic(), Random(seed)
    with tempfile.TemporaryDirectory(prefix="leadline-kills-") as folder:
        life = 0
        while report.kills < kills:
            _Life(report, kills, chance, Path(folder), life, place, progress).live()
            life += 1
    report.seconds = time.monotonic() - begun
    return report


@dataclass(slots=True)
class _Life:
    report: KillsReport
    wanted: int
    chance: Random
    folder: Path
    number: int
    place: str | None
    progress: Callable[[str], object]

    def live(self) -> None:
        units = draw(units_of_files(sample_files()), TOKENS[1], self.chance)
        first = next(n for n in range(len(units)) if _tokens(units[:n]) >= TOKENS[0])
        files = [self.folder / f"{self.number}-{n}.jsonl" for n in range(2)]
        write_session(units[:first], files[0])
        write_session(units, files[1])
        calm, store = self._place("calm"), self._place("store")
        for n, phase in enumerate(PHASES):
            file = files[n // 4]
            argv = self._argv(phase, file, calm)
            begun = time.monotonic()
            if (code := _wait(_start(argv))) != 0:
                raise RuntimeError(f"an undisturbed {' '.join(argv)} ended with {code}")
            took = time.monotonic() - begun
            self._kill(phase, file, store, _look(calm)[0], took, same_bytes=n < _SAME_BYTES)
            if self.report.kills >= self.wanted:
                return
        if self.place is None:
            self._migrate(Path(store))

    def _place(self, name: str) -> str:
        if self.place is None:
            return str(self.folder / f"{self.number}-{name}")
        return f"{self.place}{'&' if '?' in self.place else '?'}schema=kills_{os.getpid()}_{self.number}_{name}"

    def _argv(self, phase: str, file: Path, place: str) -> list[str]:
        if phase.startswith("compact"):
            return ["compact", str(file), "--store", place, "--budget", BUDGET]
        with closing(open_store_at(place, create=False)) as store:
            name = store.sessions()[0].session
            fact = load_session(store, name).facts[self.number % 7].id
        if phase == "drop":
            return ["drop", fact, "--reason", "killed", "--by", "bench", "--session", name, "--store", place]
        return ["sweep", name, *(["--mark", "--grace", "0"] if phase == "mark" else ["--apply"]), "--store", place]

    def _kill(self, phase: str, file: Path, place: str, goal: _State, took: float, *, same_bytes: bool) -> None:
        operation = "sweep" if phase == "mark" else phase.split()[0]
        row, start = self.report.rows[operation], _look(place)[0]
        whole = goal.measure(same_bytes=same_bytes)
        for _ in range(PER_LIFE[operation]):
            held = _look(place)[0]
            if self.report.kills >= self.wanted or held.measure(same_bytes=same_bytes) == whole:
                break
            left = (len(goal.chain) - len(held.chain)) / max(1, len(goal.chain) - len(start.chain))
            if not self._one_kill(self._argv(phase, file, place), place, took * max(left, 0.3)):
                continue  # it was faster than the signal
            row.kills += 1
            now, faults = _look(place)
            row.complaints += len(faults)
            self._note(phase, [*faults, *_lost(held, now, row, swept=operation == "sweep")])
            if now.chain[: len(held.chain)] != held.chain:
                self._note(phase, ["the receipts do not go on from those before"])
            if same_bytes and goal.chain[: len(now.chain)] != now.chain:
                self._note(phase, ["the receipts are no beginning of those of an undisturbed run"])
            if now.chain == start.chain:
                row.before += 1
            elif now.measure(same_bytes=same_bytes) == whole:
                row.after += 1
            else:
                row.between += 1
                row.unfinished_named += bool(now.unfinished)
                if not now.unfinished:
                    self._note(phase, ["verify does not say that it is unfinished"])
            self.progress(f"{self.report.kills} kills, life {self.number}, {phase}")
        if operation == "compact" or _look(place)[0].measure(same_bytes=same_bytes) != whole:
            if (code := _wait(_start(self._argv(phase, file, place)))) != 0:
                self._note(phase, [f"repeated, it ended with {code}"])
            end, faults = _look(place)
            self._note(phase, faults)
            if end.reaches(goal, same_bytes=same_bytes) and not end.unfinished:
                row.finished += 1
            else:
                self._note(phase, ["repeated, it does not reach what an undisturbed run reaches"])

    def _one_kill(self, argv: list[str], place: str, usual_s: float) -> bool:
        """Whether the signal came before the end. Half of them come soon after a write, the others at any time."""
        log = Path(place) / "leadline.db-wal"
        process, seen = _start(argv), _stamp(log)
        if "://" not in place and self.chance.random() < 0.5:
            until = time.monotonic() + usual_s * self.chance.random()
            while time.monotonic() < until or (_stamp(log) == seen and time.monotonic() < until + 5 * usual_s):
                if time.monotonic() < until:
                    seen = _stamp(log)
                time.sleep(_LOOK_S)
                if os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
                    break
            time.sleep(self.chance.random() * _AFTER_A_WRITE_S)
        else:
            time.sleep(self.chance.random() * usual_s * 0.8)  # the machine may be less busy than it was
        os.kill(process, signal.SIGKILL)
        return _wait(process) == -signal.SIGKILL

    def _migrate(self, store: Path) -> None:
        row, goal = self.report.rows["migrate"], _look(str(store))[0]
        for version in earlier_schemas():
            old = store.with_name(f"{store.name}-{version}")
            for _ in range(PER_LIFE["migrate"]):
                if self.report.kills >= self.wanted:
                    return
                in_earlier_schema(store, old, version)
                process = _start(["store", "info", str(old)])
                time.sleep(self.chance.random() * 0.03)
                os.kill(process, signal.SIGKILL)
                if _wait(process) != -signal.SIGKILL:
                    continue
                row.kills += 1
                reached = _version(old)
                row.before += reached == version
                row.after += reached > version
                now, faults = _look(str(old))  # opens it, which finishes the migration
                row.complaints += len(faults)
                self._note("migrate", [*faults, *_lost(goal, now, row, swept=False)])
                row.finished += now == goal
                if now != goal:
                    self._note("migrate", [f"from schema {version} it did not come out the same"])
                self.progress(f"{self.report.kills} kills, life {self.number}, migrate")

    def _note(self, command: str, faults: Sequence[str]) -> None:
        self.report.faults += [f"life {self.number}, {command}: {fault}" for fault in faults]


def _start(argv: list[str]) -> int:
    """The command in a process of its own, without the time that Python takes to start."""
    sys.stdout.flush()
    process = os.fork()
    if process:
        return process
    try:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        os._exit(main(argv))
    finally:
        os._exit(99)


def _stamp(file: Path) -> tuple[int, int]:
    try:
        return file.stat().st_mtime_ns, file.stat().st_size
    except OSError:
        return 0, 0


def _wait(process: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def _look(place: str) -> tuple[_State, list[str]]:
    """The state, and what verify complains about."""
    if "://" not in place and not (Path(place) / "leadline.db").exists():
        return _State(), []
    with closing(open_store_at(place)) as store:
        report = verify_store(store)
        faults = [f"{one.place}: {one.what}" for one in report.complaints]
        texts = frozenset(store.blobs())
        if not report.sessions:
            return _State(texts=texts, unfinished=report.unfinished), faults
        (name,) = report.sessions
        load_session(store, name)
        chain = tuple(row.digest for row in store.receipts(name))
        return _State(chain, frozenset(store.nodes(name)), texts, report.unfinished), faults


def _lost(held: _State, now: _State, row: KillsRow, *, swept: bool) -> list[str]:
    """What was there before and is not any more. An open node may be another one by now, but it is there."""
    names = {name for name, _ in now.nodes}
    gone = [f"receipt {digest}" for digest in held.chain if digest not in now.chain]
    gone += [f"node {name}" for name, _ in held.nodes if name not in names]
    gone += [f"leaf {name}" for name, digest in held.nodes if name.startswith("n") and (name, digest) not in now.nodes]
    if not swept:
        gone += [f"text {digest}" for digest in held.texts - now.texts]
    row.lost += len(gone)
    return [f"{what} is gone" for what in gone]


def _version(folder: Path) -> int:
    import sqlite3

    with closing(sqlite3.connect(folder / "leadline.db")) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def _tokens(units: Sequence[object]) -> int:
    from leadline.bench.filler import tokens_of

    return tokens_of(units)  # type: ignore[arg-type]


def render_kills(report: KillsReport) -> list[str]:
    head = (
        "killed in",
        "kills",
        "before",
        "between",
        "after",
        "unfinished named",
        "went on to the end",
        "lost",
        "complaints",
    )
    lines = ["  ".join(head)]
    for row in report.rows.values():
        cells = (row.operation, row.kills, row.before, row.between, row.after,
                 f"{row.unfinished_named} of {row.between}", row.finished, row.lost, row.complaints)  # fmt: skip
        lines.append("  ".join(f"{cell!s:<{len(name)}}" for cell, name in zip(cells, head, strict=True)).rstrip())
    lost, named = sum(r.lost for r in report.rows.values()), sum(r.unfinished_named for r in report.rows.values())
    lines += ["", f"{report.kills} kills, {lost} things lost, {named} of {sum(r.between for r in report.rows.values())} "
              f"unfinished runs named by verify, {len(report.faults)} faults, {report.seconds:.0f} s"]  # fmt: skip
    return lines + report.faults[:20]
