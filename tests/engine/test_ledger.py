"""The account names for each fact who, when, why and where; and a tombstone serves as the leaf where its text is asked for."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime, timedelta

import pytest

from leadline.bench.sweeps import Clock
from leadline.core.policy.model import Policy
from leadline.core.receipts.chain import Link, build_event
from leadline.core.receipts.hashes import sha256_hex
from leadline.core.text.messages import Message, Part
from leadline.core.tree.growth import TreeConfig
from leadline.engine import leaf_texts
from leadline.engine.compaction import SessionBuild
from leadline.engine.drops import record_drop
from leadline.engine.leaf_texts import LeafTexts
from leadline.engine.ledger import STATES, account
from leadline.engine.references import full_text
from leadline.engine.session import load_session
from leadline.engine.sweeping import apply_sweep, mark_sweep
from leadline.engine.tombstones import shown_text
from leadline.engine.trial import TrialSettings
from leadline.engine.verify import verify_store
from leadline.stores.memory import MemoryStore
from leadline.stores.port import Commit, Store, StoreError
from leadline.summarizers import extractive

from .sessions import compact, filled, rewriting

PLANTED = {
    2: ("user", "Never restart pg-primary-7 before 18:00."),
    5: ("tool", "FATAL: error code E-5150 while opening segment seg-88"),
}
THEN, NOW = datetime(2030, 1, 1, tzinfo=UTC), datetime(2031, 1, 1, tzinfo=UTC)


def sweep_all(store: Store) -> None:
    mark_sweep(store, "s", by="ann", grace=timedelta(0))
    assert apply_sweep(store, "s", now=NOW).went


def test_a_dropped_fact_says_by_whom_why_and_when():
    """By a rule: when the verdict was written that let it go. By a person: when the drop was."""
    messages = filled(30, PLANTED)
    call = Part("tool_call", "Bash make verify-orders", "Bash", "c")
    failed = Part("tool_result", "FATAL: error code E-7781 in stage pack\nexit code 2", "Bash", "c")
    passed = Part("tool_result", "all 14 checks passed", "Bash", "c")
    messages[3:3] = [Message("f1", "assistant", (call,), 900), Message("f2", "tool", (failed,), 901)]
    messages[22:22] = [Message("g1", "assistant", (call,), 902), Message("g2", "tool", (passed,), 903)]
    clock = Clock(THEN)
    store = MemoryStore(clock)
    gone = rewriting(lambda text: text.replace("E-5150", "an error"), only_first=False)
    compact(messages, store=store, summarizer=gone, gate=False)
    clock.now += timedelta(days=1)
    session = load_session(store, "s")
    (code,) = [f for f in session.facts if f.text == "E-5150"]
    record_drop(store, "s", code.id, by="dana", reason="fixed upstream")
    entries = {e.fact.id: e for e in account(load_session(store, "s"), store).entries}
    by_rule = next(e for e in entries.values() if "E-7781" in e.fact.text)
    assert (by_rule.where, by_rule.detail, by_rule.since) == (
        "dropped",
        "rule:superseded: superseded",
        THEN.isoformat(),
    )
    by_person = entries[code.id]
    assert (by_person.where, by_person.detail) == ("dropped", "person:dana: fixed upstream")
    assert by_person.since == clock.now.isoformat()


def test_a_lost_fact_says_where_it_still_stands():
    gone = rewriting(lambda text: text.replace("E-5150", "an error"), only_first=False)
    _, store = compact(filled(30, PLANTED), summarizer=gone, gate=False)
    lost = [e for e in account(load_session(store, "s"), store).entries if e.where == "unverifiable"]
    assert lost
    assert all(f"leadline expand {e.fact.child}" in e.detail for e in lost)


def test_supporting_facts_are_counted_as_the_leaves_counted_them():
    """Held before the sweep, let go by it where neither a standing text nor the tombstone says them; never more, never fewer."""
    _, store = compact(filled(30, PLANTED))
    before = account(load_session(store, "s"), store)
    assert before.adds_up
    assert before.supporting["held"] > 0
    assert before.supporting["dropped"] == 0
    sweep_all(store)
    session = load_session(store, "s")
    after = account(session, store)
    assert after.adds_up
    assert after.n_supporting == before.n_supporting
    assert after.supporting["dropped"] == sum(sum((s.let_go or {}).values()) for s in session.tombstones.values()) > 0
    assert {t.where for t in after.tallies} <= set(STATES)
    assert all("rule:sweep" in t.detail for t in after.tallies if t.where == "dropped")


def test_a_tombstone_serves_as_the_leaf():
    """Every kept word stands where it stood; the rest is blank, and as long."""
    _, store = compact(filled(30, PLANTED))
    session = load_session(store, "s")
    whole = {leaf.index: full_text(store, session, leaf) for leaf in session.leaves}
    sweep_all(store)
    session = load_session(store, "s")
    texts = LeafTexts(store, list(session.leaves), "s")
    for leaf in session.leaves:
        text, before = texts[leaf.index], whole[leaf.index]
        if leaf.id not in session.tombstones:
            assert text == before
            continue
        assert len(text) == len(before)
        assert all(a in (" ", b) for a, b in zip(text, before, strict=True))
        assert all(text[f.start : f.end] == f.text for f in leaf.facts)


def test_a_running_session_goes_on_where_another_process_swept(monkeypatch: pytest.MonkeyPatch):
    """What the build holds no more comes from tombstones; the root is the same as without a sweep."""
    shown = []
    monkeypatch.setattr(LeafTexts, "KEEP", 2)
    monkeypatch.setattr(leaf_texts, "shown_text", lambda *given: shown.append(given) or shown_text(*given))
    messages = filled(100, PLANTED)
    whole, _ = compact(messages, fan_out=4)
    store = MemoryStore()
    settings = TrialSettings(Policy(), extractive.summarize, "extractive")
    config = TreeConfig(fan_out=4, leaf_tokens=60, fresh_tokens=20, budget=4000)
    build = SessionBuild(store, "s", config, settings, {"k": "v"})
    for message in messages[:84]:
        build.push(message)
    build.finish()
    sweep_all(store)
    build.catch_up()
    for message in messages[84:]:
        build.push(message)
    assert build.finish().root.node.draft.text == whole.root.node.draft.text
    assert shown
    assert verify_store(store).complaints == ()


def test_a_record_that_this_version_does_not_know_is_not_passed_over():
    """It may forbid what this one would do."""
    _, store = compact(filled(30, PLANTED))
    session = load_session(store, "s")
    receipt = build_event(Link("s", session.count, session.ref), "embargo", {})
    store.commit(Commit("s", session.ref, receipt, (b"{}",), (("embargoes", sha256_hex(b"{}")),)))
    with pytest.raises(StoreError, match="'embargoes'") as caught:
        load_session(store, "s")
    assert "newer leadline" in caught.value.remedy


@pytest.mark.parametrize("id", ["meta", "drops", "holds", "marks", "n0", "p1.0"])
@pytest.mark.parametrize("body", [b"{}", b"7", b"[[1]]", b'{"leaves": 3}', b"\xff"])
def test_a_record_that_makes_no_sense_is_trouble_with_the_store(id: str, body: bytes):
    """Whole bytes under a right digest, and no record: exit 3 with a way on, never a fault; verify names it."""
    _, store = compact(filled(12, PLANTED))
    session = load_session(store, "s")
    receipt = build_event(Link("s", session.count, session.ref), "embargo", {})
    store.commit(Commit("s", session.ref, receipt, (body,), ((id, sha256_hex(body)),)))
    with contextlib.suppress(StoreError):
        account(load_session(store, "s"), store)
    assert any(id in c.place or id in c.what for c in verify_store(store).complaints) or id == "meta"
