"""Sweeping only what the root answers for, and letting go only with a record."""

import pytest

from leadline.engine.drops import record_drop
from leadline.engine.ledger import account
from leadline.engine.session import UnknownReferenceError, load_session, resolve_reference
from leadline.engine.sweep import apply_sweep, plan_sweep
from leadline.engine.verify import verify_store
from leadline.stores.port import StaleRefError

from .sessions import compact, filled, rewriting

PLANTED = {
    2: ("user", "Never restart pg-primary-7 before 18:00."),
    5: ("tool", "FATAL: error code E-5150 while opening segment seg-88"),
}


def test_a_sweep_leaves_tombstones_with_the_owed_sentences():
    _, store = compact(filled(30, PLANTED))
    plan = plan_sweep(store, "s")
    assert "n2" in {i.leaf for i in plan.allowed}
    n = apply_sweep(store, plan, policy_digest="p")
    assert n == len(plan.allowed)
    session = load_session(store, "s")
    (place,) = resolve_reference(store, session, "n2")
    assert place.text is None
    assert "pg-primary-7" in place.swept
    assert account(session).counts["unaccounted"] == 0
    assert not verify_store(store).complaints
    assert {i.reason for i in plan_sweep(store, "s").items if i.leaf == "n2"} == {"already swept"}


def test_nothing_under_a_lost_fact_or_the_open_edge_is_swept():
    gone = rewriting(lambda text: text.replace("E-5150", "an error"), only_first=False)
    _, store = compact(filled(30, PLANTED), summarizer=gone, gate=False)
    assert plan_sweep(store, "s").allowed == ()
    _, sound = compact(filled(30, PLANTED))
    reasons = {i.leaf: i.reason for i in plan_sweep(sound, "s").items}
    assert reasons[max(reasons, key=lambda leaf: int(leaf[1:]))] == "under the open right edge"


def test_a_plan_that_is_out_of_date_is_refused():
    messages = filled(40, PLANTED)
    _, store = compact(messages[:30])
    plan = plan_sweep(store, "s")
    compact(messages, store=store)
    with pytest.raises(StaleRefError):
        apply_sweep(store, plan, policy_digest="p")
    assert all(store.has(item.digest) for item in plan.allowed)


def test_a_drop_is_recorded_and_in_force():
    messages = filled(30, PLANTED)
    _, store = compact(messages)
    fact = next(f for f in load_session(store, "s").facts if f.kind == "error")
    record_drop(store, "s", fact.id, by="dana", reason="known and fixed upstream")
    session = load_session(store, "s")
    assert session.drops[fact.id].by == "person:dana"
    entry = next(e for e in account(session).entries if e.fact.id == fact.id)
    assert entry.where in ("root", "dropped")
    assert not verify_store(store).complaints


def test_a_drop_needs_a_reason_and_a_fact():
    _, store = compact(filled(30, PLANTED))
    ref = store.ref("s")
    fact = load_session(store, "s").facts[0]
    with pytest.raises(ValueError, match="reason"):
        record_drop(store, "s", fact.id, by="dana", reason=" ")
    with pytest.raises(UnknownReferenceError, match="nothing"):
        record_drop(store, "s", "nothing", by="dana", reason="x")
    assert store.ref("s") == ref
