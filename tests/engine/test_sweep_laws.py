"""Whatever the order of growing, compacting, dropping, holding, marking and sweeping: the promises of the account and the sweep hold.

The model and the checks are those of `leadline bench sweeps`, which walks far longer; here hypothesis chooses the steps and
shrinks what breaks.
"""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from leadline.bench.sweeps import Clock, Walk
from leadline.engine import drops, ledger, sweep, sweeping
from leadline.stores.memory import MemoryStore

PICKS = st.integers(0, 1 << 20)


class Sweeping(RuleBasedStateMachine):
    """After each step: every fact in exactly one state, sums that add up, nothing gone that may not go."""

    def __init__(self) -> None:
        super().__init__()
        clock = Clock()
        self.walk = Walk(MemoryStore(clock), clock)

    @initialize(n=st.integers(8, 12))
    def begin(self, n: int) -> None:
        self.walk.grow(n)
        self.walk.compact()
        self.check()

    @rule(n=st.integers(1, 5))
    def grow(self, n: int) -> None:
        self.walk.grow(n)
        self.walk.compact()
        self.check()

    @rule()
    def compact_without_a_gate(self) -> None:
        self.walk.grow(2)
        self.walk.compact(lose=True)
        self.check()

    @rule(pick=PICKS)
    def drop(self, pick: int) -> None:
        self.walk.drop(pick)
        self.walk.compact()
        self.check()

    @rule(kind=st.sampled_from(["hold", "pin"]), pick=PICKS)
    def keep(self, kind: str, pick: int) -> None:
        self.walk.keep(kind, pick)
        self.check()

    @precondition(lambda self: self.walk.kept)
    @rule(pick=PICKS)
    def release(self, pick: int) -> None:
        self.walk.release(pick)

    @rule(hours=st.sampled_from([0, 5]), archive=st.booleans())
    def mark(self, hours: int, archive: bool) -> None:
        self.walk.mark(hours, archive=archive)

    @rule(archive=st.booleans(), pick=PICKS)
    def mark_hold_and_sweep(self, archive: bool, pick: int) -> None:
        self.walk.mark(0, archive=archive)
        if pick % 2:
            self.walk.keep("hold", pick)
            self.walk.mark(0, archive=archive)
        self.walk.sweep()
        self.check()

    @precondition(lambda self: self.walk.marked)
    @rule(hours=st.sampled_from([1, 5]))
    def wait_and_sweep(self, hours: int) -> None:
        self.walk.wait(hours)
        self.walk.sweep()
        self.check()

    @precondition(lambda self: self.walk.marked)
    @rule()
    def unmark(self) -> None:
        self.walk.unmark()

    def check(self) -> None:
        self.walk.check()
        assert self.walk.broken == []

    def teardown(self) -> None:
        self.walk.end()
        assert self.walk.broken == []


Sweeping.TestCase.settings = settings(max_examples=4, stateful_step_count=6)
TestSweeping = Sweeping.TestCase


FAULTS = [
    (sweep, "find_keep", lambda *given: None),  # sweeps what is held
    (sweeping, "_due", lambda session, now, archive: session.mark or DUE(session, now, archive)),  # forgets the grace
    (sweep, "ask_probes", lambda session: ()),
    (drops, "find_keep", lambda *given: None),  # lets a held fact go
    (ledger, "_supporting", lambda *given: []),
    (sweeping, "put_verified", lambda *given: None),
    (sweep, "_kept_spans", lambda *given: ()),
]
DUE = sweeping._due


def test_the_walk_itself_finds_what_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that cannot fail checks nothing: each of these faults, put in on purpose, is found within a few steps."""
    assert steady_walk().broken == []
    for module, name, fault in FAULTS:
        with monkeypatch.context() as patch:
            patch.setattr(module, name, fault)
            assert steady_walk().broken, f"{name} was broken, and nobody noticed"


def steady_walk() -> Walk:
    """One fixed walk that comes by every promise."""
    clock = Clock()
    walk = Walk(MemoryStore(clock), clock)
    walk.grow(10)
    walk.compact()
    session = walk.session()
    assert session is not None
    with_facts = next(leaf.index for leaf in session.leaves if leaf.facts)
    walk.keep("hold", with_facts)
    walk.drop(0)
    walk.mark(5, archive=True)
    walk.sweep()
    walk.check()
    walk.wait(5)
    walk.sweep()
    walk.check()
    walk.release(0)
    walk.grow(6)
    walk.compact(lose=True)
    walk.mark(0, archive=False)
    walk.sweep()
    walk.check()
    walk.end()
    return walk
