"""Random walks over a session: grow, compact, lose, drop, hold, release, mark, wait, sweep, and after each step the account.

In: a store with a clock of one's own, a seed. Out: counts, and everything that broke a promise: a fact in no state or in two, a
sum that is off, a leaf that went while it was held, unmarked, too early or while a probe failed, a text gone without a tombstone or
an archived copy, a second sweep that changed something. A model beside the store, of sets and numbers only, says what may be.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from leadline.core.policy.model import Policy
from leadline.core.receipts.hashes import sha256_hex
from leadline.core.text.messages import Message, Part, Role
from leadline.core.tree.growth import TreeConfig
from leadline.engine.compaction import SessionBuild
from leadline.engine.drops import record_drop
from leadline.engine.keeping import record_keep, record_release
from leadline.engine.keeps import EVERYTHING, HeldError
from leadline.engine.ledger import Account, account, ask_probes
from leadline.engine.marks import NotMarkedError
from leadline.engine.session import Session, load_session
from leadline.engine.sweeping import apply_sweep, mark_sweep, unmark_sweep
from leadline.engine.trial import TrialSettings
from leadline.engine.verify import verify_store
from leadline.stores.archive import Archive
from leadline.stores.port import Store
from leadline.summarizers import extractive
from leadline.summarizers.port import Request

__all__ = ["Clock", "MemoryArchive", "Walk", "WalkReport", "run_walks"]

_NAME = "walk"
_FILLER = (
    "Looked through the module and compared the branches one after the other.",
    "The loader reads the table once and keeps it for the whole run.",
    "Nothing unusual in this part of the tree, the helpers are short.",
    "The next file only forwards its arguments to the service layer.",
)


@dataclass(slots=True)
class Clock:
    """The store's time, moved by hand."""

    now: datetime = datetime(2030, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@dataclass(slots=True)
class MemoryArchive:
    """An archive in a dictionary: it keeps what it was given as long as the walk lasts."""

    texts: dict[str, bytes] = field(default_factory=dict)
    place: str = "archive of the walk"

    def write(self, digest: str, data: bytes) -> None:
        self.texts[digest] = data

    def read(self, digest: str) -> bytes | None:
        return self.texts.get(digest)

    def close(self) -> None:
        """Nothing is open."""


@dataclass(slots=True)
class Walk:
    """One session under way, with a model beside it. Each public method is a step; `broken` says what went wrong."""

    store: Store
    clock: Clock
    messages: list[Message] = field(default_factory=list)
    archive: MemoryArchive = field(default_factory=MemoryArchive)
    steps: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    lossy: bool = False  # whether a build without a gate has lost something once
    swept: dict[str, bool] = field(default_factory=dict)  # leaf -> its text went to the archive
    kept: dict[str, tuple[str, str, tuple[int, int]]] = field(default_factory=dict)  # keep -> kind, target, leaves
    marked: tuple[frozenset[str], datetime, bool] | None = None  # leaves, due, to the archive
    facts: dict[str, int] = field(default_factory=dict)  # leaf -> facts that it was recorded with

    # -- steps

    def grow(self, n: int) -> None:
        """`n` more messages, each about a leaf long; some say what must not be lost, some take back earlier ones."""
        self.steps["grow"] += 1
        for _ in range(n):
            self.messages += _said(len(self.messages))

    def compact(self, *, lose: bool = False) -> None:
        """Fold in what is new; with `lose` by a summarizer that blurs codes, and nobody to stop it."""
        self.steps["compact, lossy" if lose else "compact"] += 1
        config = TreeConfig(fan_out=4, leaf_tokens=30, fresh_tokens=20, budget=4000)
        drops = load_session(self.store, _NAME).drops if self.store.ref(_NAME) is not None else {}
        call = _losing if lose else extractive.summarize
        settings = TrialSettings(Policy(), call, "losing" if lose else "extractive", not lose, drops)
        before = len(list(self.store.nodes(_NAME)))
        build = SessionBuild(self.store, _NAME, config, settings, {"policy": Policy().as_mapping()})
        for message in self.messages:
            build.push(message)
        state = build.finish()
        self.lossy = self.lossy or (lose and (state.commits > 0 or len(list(self.store.nodes(_NAME))) != before))

    def drop(self, pick: int) -> None:
        session = self.session()
        if session is None or not session.facts:
            return
        fact = session.facts[pick % len(session.facts)]
        held = any(
            kind == "hold" or target == fact.id
            for kind, target, (a, b) in self.kept.values()
            if a <= int(fact.child[1:]) < b
        )
        try:
            record_drop(self.store, _NAME, fact.id, by="walker", reason="a step")
            self.steps["drop"] += 1
            self._require(not held, f"{fact.id} was let go under a hold or pin")
        except HeldError:
            self.steps["drop, refused"] += 1
            self._require(held, f"{fact.id} could not be let go, and nobody holds it")

    def keep(self, kind: str, pick: int) -> None:
        session = self.session()
        if session is None:
            return
        targets = [leaf.id for leaf in session.leaves] + [r.node.id for r in session.nodes] + [EVERYTHING]
        targets += [f.id for f in session.facts]
        target = targets[pick % len(targets)]
        try:
            made = record_keep(
                self.store, _NAME, "hold" if kind == "hold" else "pin", target, by="walker", reason="a step"
            )
        except HeldError:
            self.steps["hold or pin, too late"] += 1
            return
        self.steps[kind] += 1
        self.kept[made.id] = (kind, target, made.leaves)
        self.marked = None

    def release(self, pick: int) -> None:
        if self.kept:
            id = sorted(self.kept)[pick % len(self.kept)]
            record_release(self.store, _NAME, id, by="walker", reason="a step")
            del self.kept[id]
            self.steps["release"] += 1

    def mark(self, hours: int, *, archive: bool) -> None:
        if self.session() is None:
            return
        self.steps["mark"] += 1
        grace = timedelta(hours=hours)
        plan = mark_sweep(self.store, _NAME, by="walker", grace=grace, archive=self.archive.place if archive else None)
        if plan.allowed:
            leaves, due = frozenset(i.leaf for i in plan.allowed), self.clock.now + grace
            if self.marked is not None and leaves & self.marked[0]:  # what was announced first is kept
                due, archive = max(due, self.marked[1]), archive or self.marked[2]
            self.marked = leaves, due, archive

    def unmark(self) -> None:
        if self.marked is not None:
            unmark_sweep(self.store, _NAME, by="walker", reason="a step")
            self.marked = None
            self.steps["unmark"] += 1

    def wait(self, hours: int) -> None:
        self.steps["wait"] += 1
        self.clock.now += timedelta(hours=hours)

    def sweep(self) -> None:
        """Apply the mark, twice; the second time nothing may happen."""
        session = self.session()
        if session is None:
            return
        lost = [p.fact.id for p in ask_probes(session) if not p.answered]
        held = {leaf.id for leaf in session.leaves if any(leaf.index in self._range(session, id) for id in self.kept)}
        mark = self.marked
        archive: Archive | None = self.archive if mark is not None and mark[2] else None
        try:
            done = apply_sweep(self.store, _NAME, now=self.clock.now, archive=archive)
        except NotMarkedError:
            self.steps["sweep, refused"] += 1
            self._require(mark is None or self.clock.now < mark[1], "a mark that was due was refused")
            return
        self.steps["sweep" if done.went else "sweep, void"] += 1
        went = {item.leaf for item in done.went}
        self._require(mark is not None and self.clock.now >= mark[1], "a sweep without a mark, or before its time")
        self._require(mark is None or went <= mark[0], f"not marked: {sorted(went - (mark[0] if mark else went))}")
        self._require(not (went and lost), f"leaves went while {len(lost)} probes failed")
        self._require(not went & held, f"held or pinned, and gone: {sorted(went & held)}")
        self._require(not went & self.swept.keys(), "a leaf went twice")
        self.swept |= dict.fromkeys(went, archive is not None)
        self.marked = None
        state = self.store.ref(_NAME), self.store.tombstones(_NAME), list(self.store.blobs())
        try:
            apply_sweep(self.store, _NAME, now=self.clock.now, archive=archive)
            self.broken.append("a second sweep found a mark")
        except NotMarkedError:
            pass
        self._require(state == (self.store.ref(_NAME), self.store.tombstones(_NAME), list(self.store.blobs())), "twice is not once")  # fmt: skip

    # -- what must hold after each step

    def check(self) -> Account | None:
        """Compare the store with the model; None before anything was committed."""
        session = self.session()
        if session is None:
            return None
        book = account(session, self.store, self.archive)
        self._require(book.adds_up, f"the account does not add up: {book.counts} {book.supporting}")
        ids = [entry.fact.id for entry in book.entries]
        self._require(len(ids) == len(set(ids)), "a fact stands in two states")
        self._require(set(ids) == {f.id for f in session.facts}, "a fact stands in no state")
        lost = [e for e in book.entries if e.where == "unverifiable"]
        self._require(
            self.lossy or not lost, f"{len(lost)} owed facts are unverifiable: {[e.detail for e in lost[:2]]}"
        )
        self._require(book.supporting["unverifiable"] == 0, "supporting facts are unverifiable")
        self._require(session.tombstones.keys() == self.swept.keys(), "tombstones are not where leaves went")
        totals = Counter(f.child for f in session.facts)
        for leaf in session.leaves:
            total = totals[leaf.id] + sum(leaf.supporting.values())
            self._require(self.facts.setdefault(leaf.id, total) == total, f"{leaf.id} has other facts than it had")
            stone = session.tombstones.get(leaf.id)
            if stone is None:
                self._require(self.store.has(leaf.text_digest), f"the text of {leaf.id} is gone, and no sweep took it")
                continue
            self._require(not self.store.has(leaf.text_digest), f"{leaf.id} was swept and its text is there")
            inside = all(any(a <= f.start and f.end <= b for a, b, _ in stone.pieces) for f in leaf.facts)
            self._require(inside, f"the tombstone of {leaf.id} lacks an owed sentence")
            kept = self.archive.texts.get(leaf.text_digest)
            self._require(not self.swept[leaf.id] or (kept is not None and sha256_hex(kept) == leaf.text_digest),
                          f"{leaf.id} is not in the archive")  # fmt: skip
        return book

    def end(self) -> None:
        """The last look: every hash, receipt and decision."""
        if self.session() is not None:
            complaints = verify_store(self.store, archive=self.archive).complaints
            self._require(not complaints, f"verify: {[c.what for c in complaints[:2]]}")

    def session(self) -> Session | None:
        return load_session(self.store, _NAME) if self.store.ref(_NAME) is not None else None

    def _range(self, session: Session, id: str) -> range:
        _, target, (start, end) = self.kept[id]
        node = session.node(target)
        return range(start, end if node is None else max(end, node.node.leaves[1]))

    def _require(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.broken.append(otherwise)


def _said(i: int) -> list[Message]:
    prose = " ".join(f"{_FILLER[(i + k) % len(_FILLER)]} Step {i}-{k} took a while." for k in range(2))
    role: Role = "assistant"
    text = prose
    if i % 7 == 2:
        role, text = "user", f"Never restart pg-primary-{i} before 18:00.\n\n{prose}"
    elif i % 7 == 4:
        text = f"FATAL: error code E-{5000 + i} while opening segment seg-{i}.\n\n{prose}"
    elif i % 7 == 6:
        text = f"Decision by Dana: the retry limit is {i} from now on.\n\n{prose}"
    return [Message(f"m{i}", role, (Part("text", text),), i + 1)]


def _losing(request: Request) -> str:
    draft = extractive.summarize(Request(request.children, request.budget, request.level))
    return draft.text.replace("E-50", "an error ")


@dataclass(frozen=True, slots=True)
class WalkReport:
    """All walks: how many, steps by kind, leaves that went, owed facts by state at the ends, and what broke."""

    walks: int
    steps: Counter[str]
    swept: int
    leaves: int
    owed: Counter[str]
    supporting: Counter[str]
    broken: tuple[str, ...]


def run_walks(walks: int, steps: int, seed: int, open_store: Callable[[Clock, int], Store]) -> WalkReport:
    """`walks` walks of `steps` random steps each, every one on a store of its own."""
    total: Counter[str] = Counter()
    owed: Counter[str] = Counter()
    supporting: Counter[str] = Counter()
    swept = leaves = 0
    broken: list[str] = []
    for number in range(walks):
        clock = Clock()
        walk = Walk(open_store(clock, number), clock)
        rng = random.Random(f"{seed}.{number}")
        walk.grow(rng.randint(10, 40))
        for _ in range(steps):
            _random_step(walk, rng)
            walk.check()
        book = walk.check()
        walk.end()
        if book is not None:
            owed.update({str(k): n for k, n in book.counts.items()})
            supporting.update({str(k): n for k, n in book.supporting.items()})
        session = walk.session()
        leaves += 0 if session is None else len(session.leaves)
        swept += len(walk.swept)
        total += walk.steps
        broken += [f"walk {number}: {text}" for text in walk.broken]
        walk.store.close()
    return WalkReport(walks, total, swept, leaves, owed, supporting, tuple(broken))


def _random_step(walk: Walk, rng: random.Random) -> None:
    pick = rng.randrange(1 << 20)
    match rng.choices(range(11), (2, 4, 0.3, 2, 1, 1, 2, 4, 0.5, 3, 4))[0]:
        case 0:
            walk.grow(rng.randint(1, 8))
        case 1:
            walk.compact()
        case 2:
            walk.compact(lose=True)
        case 3:
            walk.drop(pick)
        case 4:
            walk.keep("hold", pick)
        case 5:
            walk.keep("pin", pick)
        case 6:
            walk.release(pick)
        case 7:
            walk.mark(rng.choice((0, 0, 5, 24)), archive=rng.random() < 0.5)
        case 8:
            walk.unmark()
        case 9:
            walk.wait(rng.choice((1, 6, 30)))
        case _:
            walk.sweep()
