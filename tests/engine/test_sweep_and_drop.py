"""Sweeping only what the root answers for, in two phases, and letting go only with a record."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from leadline.core.policy.model import Policy, policy_from_mapping
from leadline.engine.drops import record_drop
from leadline.engine.keeping import record_keep, record_release
from leadline.engine.keeps import HeldError
from leadline.engine.ledger import account, ask_probes
from leadline.engine.marks import NotMarkedError
from leadline.engine.policy_change import record_policy
from leadline.engine.references import full_text, resolve_reference
from leadline.engine.session import UnknownReferenceError, load_session
from leadline.engine.sweep import SweepPlan, plan_sweep
from leadline.engine.sweeping import Swept, apply_sweep, mark_sweep, unmark_sweep
from leadline.engine.verify import verify_store
from leadline.stores.archive import ArchiveError
from leadline.stores.archive_folder import FolderArchive
from leadline.stores.memory import MemoryStore
from leadline.stores.port import BlobMissingError, OwnedError, Store
from leadline.summarizers import extractive

from .sessions import compact, filled, rewriting, with_policy

PLANTED = {
    2: ("user", "Never restart pg-primary-7 before 18:00."),
    5: ("tool", "FATAL: error code E-5150 while opening segment seg-88"),
    10: ("assistant", "The cache was read, 4211 ms in all."),  # supporting: nobody would miss it
}
NOW = datetime(2031, 1, 1, tzinfo=UTC)
AT_ONCE = timedelta(0)


def swept(store: Store, *, archive: FolderArchive | None = None, name: str = "s") -> Swept:
    """Both phases, without waiting."""
    mark_sweep(store, name, by="ann", grace=AT_ONCE, archive=None if archive is None else archive.place)
    return apply_sweep(store, name, now=NOW, archive=archive)


def reasons(plan: SweepPlan) -> dict[str, str]:
    return {item.leaf: item.reason for item in plan.items}


def leaves_with(store: Store, words: str) -> list[str]:
    session = load_session(store, "s")
    return [leaf.id for leaf in session.leaves if words in (full_text(store, session, leaf) or "")]


def last_event(store: Store) -> dict[str, object]:
    body = json.loads(list(store.receipts("s"))[-1].body)
    return {"kind": body["kind"], **body["event"]}


# the plan


def test_a_plan_touches_nothing():
    _, store = compact(filled(30, PLANTED))
    ref, blobs = store.ref("s"), list(store.blobs())
    assert "n2" in {item.leaf for item in plan_sweep(store, "s").allowed}
    assert (store.ref("s"), list(store.blobs())) == (ref, blobs)


def test_nothing_under_a_lost_fact_or_the_open_edge_may_go():
    gone = rewriting(lambda text: text.replace("E-5150", "an error"), only_first=False)
    _, store = compact(filled(30, PLANTED), summarizer=gone, gate=False)
    assert plan_sweep(store, "s").allowed == ()
    _, sound = compact(filled(30, PLANTED))
    why = reasons(plan_sweep(sound, "s"))
    assert why[max(why, key=lambda leaf: int(leaf[1:]))] == "under the open right edge"


@pytest.mark.parametrize("state", ["halted", "flattened"])
def test_nothing_under_a_halted_or_flattened_node_may_go(state: str):
    """The store says so of p1.1; its text and everything else are as they were."""
    _, store = compact(filled(40, PLANTED))
    session = load_session(store, "s")
    nodes = tuple(
        replace(r, node=replace(r.node, draft=None, state=state)) if r.node.id == "p1.1" else r for r in session.nodes
    )
    from leadline.engine.sweep import plan_session

    why = reasons(plan_session(store, replace(session, nodes=nodes)))
    assert {why[f"n{i}"] for i in range(8, 16)} == {f"under {state} node p1.1"}


def test_a_leaf_with_a_passage_that_nobody_classified_stays():
    """Its record says so of n2, which may go otherwise."""
    _, store = compact(filled(30, PLANTED))
    session = load_session(store, "s")
    leaves = tuple(replace(x, unclassified=((0, 5, "number"),)) if x.id == "n2" else x for x in session.leaves)
    from leadline.engine.sweep import plan_session

    plan = plan_session(store, replace(session, leaves=leaves))
    assert reasons(plan)["n2"] == "1 unclassified passages: nobody knows what they are worth"
    assert {i.leaf for i in plan.allowed} == {i.leaf for i in plan_sweep(store, "s").allowed} - {"n2"}


def test_a_leaf_that_the_policy_pins_stays_also_for_a_supporting_fact():
    """No record names the fact: only the text of the leaf, read again, says that the pin is about it."""
    _, store = compact(filled(30, PLANTED))
    (leaf,) = leaves_with(store, "4211 ms")
    assert leaf in {item.leaf for item in plan_sweep(store, "s").allowed}
    pinning = policy_from_mapping({"pin": ["4211"]})
    stays = [leaf for leaf, why in reasons(plan_sweep(store, "s", pinning)).items() if "policy pins" in why]
    assert stays == [leaf]
    anywhere = plan_sweep(store, "s", policy_from_mapping({"pin": ["helpers are short"]}))  # no fact, just words
    assert all("policy pins" in reasons(anywhere)[leaf] for leaf in leaves_with(store, "helpers are short")[:8])


def test_a_policy_that_demands_more_keeps_what_nothing_above_says():
    """A widened fact was never demanded of a summary: what no standing text says stays in its leaf."""
    _, store = compact(filled(30, PLANTED))
    (leaf,) = leaves_with(store, "4211 ms")
    allowed = {item.leaf for item in plan_sweep(store, "s").allowed}
    wider = policy_from_mapping({"widen": [{"pattern": "4211"}]})
    plan = plan_sweep(store, "s", wider)
    assert {item.leaf for item in plan.allowed} == allowed - {leaf}
    assert reasons(plan)[leaf] == "1 owed facts are readable only here"


def test_a_policy_that_demands_less_lets_go_what_it_narrows_by_a_rule_that_is_receipted():
    """The root lost the code, with the gate off: only a policy that does not demand codes lets the sweep go on."""
    gone = rewriting(lambda text: text.replace("E-5150", "an error"), only_first=False)
    _, store = compact(filled(30, PLANTED), summarizer=gone, gate=False)
    assert plan_sweep(store, "s").allowed == ()
    lost = [e.fact.text for e in account(load_session(store, "s"), store).entries if e.where == "unverifiable"]
    assert any("E-5150" in text for text in lost)
    narrow = policy_from_mapping({"narrow": [{"pattern": re.escape(text)} for text in lost]})
    assert record_policy(store, "s", narrow, by="ann", reason="codes are in the tracker")
    session = load_session(store, "s")
    book = account(session, store)
    assert book.counts["unverifiable"] == 0
    assert all("rule:policy.narrow[" in e.detail for e in book.entries if e.fact.text in lost)
    assert swept(store).went


def test_leaves_with_one_text_go_together_or_not_at_all():
    """They share a blob: n0 may go, but its twin stands under the open edge."""
    messages = filled(30, {})
    twin = replace(messages[29], parts=messages[0].parts)
    _, store = compact([*messages[:28], twin, messages[29]])
    digests = {leaf.id: leaf.text_digest for leaf in load_session(store, "s").leaves}
    assert digests["n0"] == digests["n28"]
    assert reasons(plan_sweep(store, "s"))["n0"] == "another leaf that stays has the same text"


# two phases


def test_a_sweep_leaves_tombstones_with_the_owed_sentences():
    _, store = compact(filled(30, PLANTED))
    plan = mark_sweep(store, "s", by="ann", reason="disk is full", grace=AT_ONCE)
    done = apply_sweep(store, "s", now=NOW)
    assert {i.leaf for i in done.went} == {i.leaf for i in plan.allowed} != set()
    session = load_session(store, "s")
    (place,) = resolve_reference(store, session, "n2")
    assert place.text is None
    assert "pg-primary-7" in place.swept
    assert "its text was deleted" in place.went
    assert done.receipt in place.went
    stone = session.tombstones["n2"]
    assert stone.text == session.leaves[2].text_digest
    assert stone.bytes == session.leaves[2].chars > 0  # ASCII
    assert stone.mark == next(r.digest for r in store.receipts("s") if json.loads(r.body)["kind"] == "mark")
    assert account(session, store).counts["unverifiable"] == 0
    assert all(p.answered for p in ask_probes(session))
    assert not verify_store(store).complaints
    assert reasons(plan_sweep(store, "s"))["n2"] == "already swept"
    assert session.mark is None


def test_a_reference_into_a_swept_leaf_gives_the_words_that_the_tombstone_kept():
    _, store = compact(filled(30, PLANTED))
    before = load_session(store, "s")
    fact = next(f for f in before.facts if "pg-primary-7" in f.text)
    (whole,) = resolve_reference(store, before, fact.id)
    swept(store)
    session = load_session(store, "s")
    for reference in (fact.id, f"n2.{fact.sentence[0]}-{fact.sentence[1]}"):
        (place,) = resolve_reference(store, session, reference)
        assert place.text == whole.text
        assert "was swept" in place.went


def test_nothing_is_removed_before_the_grace_is_over():
    _, store = compact(filled(30, PLANTED))
    mark_sweep(store, "s", by="ann", grace=timedelta(days=7))
    mark = load_session(store, "s").mark
    blobs = list(store.blobs())
    for now in (mark.due - timedelta(days=7), mark.due - timedelta(seconds=1)):
        with pytest.raises(NotMarkedError, match="grace period of session s runs until"):
            apply_sweep(store, "s", now=now)
    assert list(store.blobs()) == blobs
    assert apply_sweep(store, "s", now=mark.due).went


def test_a_second_mark_brings_nothing_forward():
    """The later end of both periods counts, over any number of marks; only taking the mark back begins anew."""
    _, store = compact(filled(30, PLANTED))
    mark_sweep(store, "s", by="ann", grace=timedelta(days=7))
    first = load_session(store, "s").mark
    for _ in range(2):
        mark_sweep(store, "s", by="bob", grace=AT_ONCE)
        again = load_session(store, "s").mark
        assert (again.by, again.due, again.waits_longer) == ("bob", first.due, True)
    assert last_event(store)["not_before"] == first.due.isoformat()
    with pytest.raises(NotMarkedError, match="grace period"):
        apply_sweep(store, "s", now=first.due - timedelta(seconds=1))
    mark_sweep(store, "s", by="ann", grace=timedelta(days=9))
    longer = load_session(store, "s").mark
    assert longer.due > first.due
    assert not longer.waits_longer
    unmark_sweep(store, "s", by="bob", reason="the disk is full")
    mark_sweep(store, "s", by="bob", grace=AT_ONCE)
    assert load_session(store, "s").mark.due < first.due
    assert not verify_store(store).complaints


def test_a_second_mark_deletes_nothing_that_the_first_one_said_would_be_archived():
    _, store = compact(filled(30, PLANTED))
    for archive, announced in ((None, None), ("/kept", "/kept"), (None, "/kept"), ("/other", "/other")):
        mark_sweep(store, "s", by="ann", grace=AT_ONCE, archive=archive)
        assert load_session(store, "s").mark.archive == announced
    with pytest.raises(NotMarkedError, match="/other") as told:
        apply_sweep(store, "s", now=NOW)
    assert "--unmark" in told.value.remedy


def test_nothing_is_removed_without_a_mark_or_after_it_was_taken_back():
    _, store = compact(filled(30, PLANTED))
    with pytest.raises(NotMarkedError, match="nothing is marked"):
        apply_sweep(store, "s", now=NOW)
    mark_sweep(store, "s", by="ann", grace=AT_ONCE)
    unmark_sweep(store, "s", by="bob", reason="the audit is not over")
    assert last_event(store)["kind"] == "unmark"
    with pytest.raises(NotMarkedError, match="nothing is marked"):
        apply_sweep(store, "s", now=NOW)
    with pytest.raises(ValueError, match="nothing is marked"):
        unmark_sweep(store, "s", by="bob", reason="again")


def test_sweeping_twice_is_sweeping_once():
    _, store = compact(filled(30, PLANTED))
    swept(store)
    state = store.ref("s"), list(store.blobs()), store.tombstones("s")
    assert mark_sweep(store, "s", by="ann", grace=AT_ONCE).allowed == ()
    with pytest.raises(NotMarkedError):
        apply_sweep(store, "s", now=NOW)
    assert (store.ref("s"), list(store.blobs()), store.tombstones("s")) == state


def test_a_mark_is_good_when_the_session_has_grown_and_the_probes_still_pass():
    messages = filled(40, PLANTED)
    _, store = compact(messages[:30])
    marked = {i.leaf for i in mark_sweep(store, "s", by="ann", grace=AT_ONCE).allowed}
    compact(messages, store=store)
    done = apply_sweep(store, "s", now=NOW)
    assert {i.leaf for i in done.went} == marked
    assert not verify_store(store).complaints


def test_a_mark_is_void_when_the_root_moved_and_probes_no_longer_pass():
    """The session grows under a summarizer that loses the code, with the gate off: nothing goes, and that is receipted."""
    messages = filled(40, PLANTED)
    _, store = compact(messages[:30])
    plan = mark_sweep(store, "s", by="ann", grace=AT_ONCE)
    gone = rewriting(lambda text: text.replace("E-5150", "an error"), only_first=False)
    compact(messages, store=store, summarizer=gone, gate=False)
    assert not all(p.answered for p in ask_probes(load_session(store, "s")))
    done = apply_sweep(store, "s", now=NOW)
    assert (done.went, len(done.stays)) == ((), len(plan.allowed))
    assert all(store.has(item.digest) for item in plan.allowed)
    assert "a probe fails" in last_event(store)["reason"]
    assert load_session(store, "s").mark is None


def test_only_what_was_marked_goes():
    """Leaves that became sweepable since are not in the announcement, so nobody could object to them."""
    messages = filled(60, PLANTED)
    _, store = compact(messages[:30])
    marked = {i.leaf for i in mark_sweep(store, "s", by="ann", grace=AT_ONCE).allowed}
    compact(messages, store=store)
    assert {i.leaf for i in plan_sweep(store, "s").allowed} > marked
    apply_sweep(store, "s", now=NOW)
    assert set(load_session(store, "s").tombstones) == marked


def test_a_text_that_another_session_has_too_is_told_and_not_swept_again():
    messages = filled(30, PLANTED)
    _, store = compact(messages)
    compact(messages, store=store, session="t")
    done = swept(store)
    assert set(done.still_there) == {i.leaf for i in done.went}
    assert plan_sweep(store, "s").allowed == ()
    assert not verify_store(store).complaints
    assert swept(store, name="t").still_there == ()


def test_a_build_that_runs_keeps_the_sweep_away_and_goes_on():
    """The build owns the session from its first trial on; a sweep is told who has it, and takes nothing."""
    messages = filled(40, PLANTED)
    _, store = compact(messages[:30])
    plan = mark_sweep(store, "s", by="ann", grace=AT_ONCE)
    told = []

    def summarize(request):
        with pytest.raises(OwnedError) as caught:
            apply_sweep_at_once(store)
        told.append(str(caught.value))
        return extractive.summarize(request)

    compact(messages, store=store, summarizer=summarize)
    assert told
    assert all("is busy compacting it" in text for text in told)
    assert all(store.has(item.digest) for item in plan.allowed)
    assert apply_sweep(store, "s", now=NOW).went


def apply_sweep_at_once(store: Store) -> None:
    import leadline.engine.sweeping as sweeping

    real = sweeping.owning
    try:
        sweeping.owning = lambda *given: real(*given, wait_s=0)
        apply_sweep(store, "s", now=NOW)
    finally:
        sweeping.owning = real


def test_a_session_goes_on_over_swept_leaves():
    """Far behind what a build holds in memory; evidence of standing nodes is in the tombstones, or in the transcript."""
    messages = filled(100, PLANTED)
    whole, _ = compact(messages, fan_out=4)
    _, store = compact(messages[:84], fan_out=4)
    assert swept(store).went
    grown, _ = compact(messages, store=store, fan_out=4)
    assert grown.root.node.draft.text == whole.root.node.draft.text
    assert not verify_store(store).complaints


def test_a_fact_dropped_after_the_sweep_is_rebuilt_from_the_transcript():
    messages = filled(100, PLANTED)
    _, store = compact(messages, fan_out=4)
    swept(store)
    fact = next(f for f in load_session(store, "s").facts if "E-5150" in f.text)
    record_drop(store, "s", fact.id, by="dana", reason="fixed upstream")
    settings_drops = load_session(store, "s").drops
    compact(messages, store=store, fan_out=4, dropped=settings_drops)
    session = load_session(store, "s")
    assert account(session, store).counts["unverifiable"] == 0
    assert not verify_store(store).complaints


# the archive


def test_texts_are_in_the_archive_before_they_go(tmp_path):
    _, store = compact(filled(30, PLANTED))
    before = {leaf.id: full_text(store, load_session(store, "s"), leaf) for leaf in load_session(store, "s").leaves}
    archive = FolderArchive(tmp_path / "kept")
    done = swept(store, archive=archive)
    session = load_session(store, "s")
    assert sorted(p.name for p in (tmp_path / "kept").iterdir()) == sorted({i.digest for i in done.went})
    for item in done.went:
        record = session.leaves[int(item.leaf[1:])]
        assert full_text(store, session, record) is None
        assert full_text(store, session, record, archive) == before[item.leaf]
        assert session.tombstones[item.leaf].archive == archive.place
    (place,) = resolve_reference(store, session, "n2", archive)
    assert place.text == before["n2"]
    assert f"add --archive {archive.place}" in resolve_reference(store, session, "n2")[0].went


def test_an_archive_that_does_not_give_back_what_it_took_stops_the_sweep(tmp_path):
    class Forgetful(FolderArchive):
        def write(self, digest: str, data: bytes) -> None:
            super().write(digest, data[:-1])

    _, store = compact(filled(30, PLANTED))
    archive = Forgetful(tmp_path / "kept")
    plan = mark_sweep(store, "s", by="ann", grace=AT_ONCE, archive=archive.place)
    ref = store.ref("s")
    with pytest.raises(ArchiveError, match="read back"):
        apply_sweep(store, "s", now=NOW, archive=archive)
    assert store.ref("s") == ref
    assert all(store.has(item.digest) for item in plan.allowed)
    assert apply_sweep(
        store, "s", now=NOW, archive=FolderArchive(tmp_path / "kept")
    ).went  # torn files are written again


def test_a_mark_that_promises_an_archive_is_not_applied_without_one():
    _, store = compact(filled(30, PLANTED))
    mark_sweep(store, "s", by="ann", grace=AT_ONCE, archive="/kept")
    with pytest.raises(NotMarkedError, match="go to the archive /kept"):
        apply_sweep(store, "s", now=NOW)


def test_a_changed_or_missing_file_of_an_archive_is_told_and_makes_its_facts_unverifiable(tmp_path):
    _, store = compact(filled(30, PLANTED))
    archive = FolderArchive(tmp_path / "kept")
    swept(store, archive=archive)
    session = load_session(store, "s")
    assert account(session, store, archive).supporting["unverifiable"] == 0
    file = tmp_path / "kept" / session.leaves[2].text_digest
    file.write_bytes(file.read_bytes().replace(b"18:00", b"17:00"))
    with pytest.raises(ArchiveError, match="another hash"):
        resolve_reference(store, session, "n2", archive)
    (tmp_path / "kept" / session.leaves[10].text_digest).unlink()
    with pytest.raises(ArchiveError, match="holds no"):
        resolve_reference(store, session, "n10", archive)
    book = account(session, store, archive)
    assert book.supporting["unverifiable"] > 0
    assert {t.leaf for t in book.tallies if t.where == "unverifiable"} <= {"n2", "n10"}
    assert book.adds_up
    assert account(session, store).supporting["unverifiable"] == 0  # nobody looked


# holds and pins


@pytest.mark.parametrize("kind", ["hold", "pin"])
@pytest.mark.parametrize(("target", "kept"), [("n2", ["n2"]), ("p1.0", [f"n{i}" for i in range(8)])])
def test_what_is_held_or_pinned_is_not_swept(kind: str, target: str, kept: list[str]):
    _, store = compact(filled(30, PLANTED))
    keep = record_keep(store, "s", kind, target, by="eve", reason="case 12")
    assert last_event(store)["kind"] == kind
    why = reasons(plan_sweep(store, "s"))
    word = "held" if kind == "hold" else "pinned"
    assert [leaf for leaf, reason in why.items() if reason == f"{word} by eve ({kind}-1): case 12"] == kept
    swept(store)
    assert not set(kept) & set(load_session(store, "s").tombstones)
    record_release(store, "s", keep.id, by="eve", reason="settled")
    assert "n2" in {i.leaf for i in swept(store).went}
    assert not verify_store(store).complaints


def test_a_hold_on_the_session_covers_what_is_still_to_come():
    messages = filled(60, PLANTED)
    _, store = compact(messages[:30])
    record_keep(store, "s", "hold", "session", by="eve", reason="case 12")
    compact(messages, store=store)
    assert mark_sweep(store, "s", by="ann", grace=AT_ONCE).allowed == ()


def test_a_hold_voids_the_mark_and_its_release_does_not_bring_it_back():
    _, store = compact(filled(30, PLANTED))
    mark_sweep(store, "s", by="ann", grace=AT_ONCE)
    keep = record_keep(store, "s", "hold", "n2", by="eve", reason="case 12")
    record_release(store, "s", keep.id, by="eve", reason="settled")
    with pytest.raises(NotMarkedError, match="nothing is marked"):
        apply_sweep(store, "s", now=NOW)


def test_nothing_under_a_hold_and_no_pinned_fact_is_let_go():
    _, store = compact(filled(30, PLANTED))
    fact = next(f for f in load_session(store, "s").facts if "E-5150" in f.text)
    for kind, target in (("hold", f"n{fact.child[1:]}"), ("hold", "session"), ("pin", fact.id)):
        keep = record_keep(store, "s", kind, target, by="eve", reason="case 12")
        ref = store.ref("s")
        with pytest.raises(HeldError, match=keep.id):
            record_drop(store, "s", fact.id, by="dana", reason="fixed")
        assert store.ref("s") == ref
        record_release(store, "s", keep.id, by="eve", reason="settled")
    record_keep(store, "s", "pin", fact.child, by="eve", reason="a leaf, not the fact")
    record_drop(store, "s", fact.id, by="dana", reason="fixed")
    assert fact.id in load_session(store, "s").drops


def test_a_hold_needs_a_reason_a_target_and_a_text():
    _, store = compact(filled(30, PLANTED))
    with pytest.raises(ValueError, match="reason"):
        record_keep(store, "s", "hold", "n2", by="eve", reason=" ")
    with pytest.raises(UnknownReferenceError, match="'n99'"):
        record_keep(store, "s", "hold", "n99", by="eve", reason="x")
    with pytest.raises(UnknownReferenceError, match="there are: none"):
        record_release(store, "s", "hold-1", by="eve", reason="x")
    swept(store)
    with pytest.raises(HeldError, match="swept already"):
        record_keep(store, "s", "hold", "n2", by="eve", reason="too late")
    keep = record_keep(store, "s", "hold", "session", by="eve", reason="all that is left")
    record_release(store, "s", keep.id, by="eve", reason="x")
    with pytest.raises(ValueError, match="released already by eve"):
        record_release(store, "s", keep.id, by="eve", reason="x")


# the policy in force


def test_a_changed_policy_is_receipted_with_what_it_loosens():
    _, store = compact(filled(30, PLANTED), meta=with_policy(Policy()))
    assert not record_policy(store, "s", Policy(), by="ann", reason="the same")
    lower = policy_from_mapping({"fact_floor": 0.5, "name": "lower"})
    assert record_policy(store, "s", lower, by="ann", reason="prose only")
    event = last_event(store)
    assert event["kind"] == "policy"
    assert event["changes"] == [{"key": "fact_floor", "from": 0.85, "to": 0.5, "looser": True}]
    assert (event["from"], event["to"]) == (Policy().digest(), lower.digest())
    assert load_session(store, "s").policy.digest() == lower.digest()
    assert plan_sweep(store, "s").policy == lower.digest()
    assert not verify_store(store).complaints
    with pytest.raises(ValueError, match="reason"):
        record_policy(store, "s", Policy(), by="ann", reason="")


def test_a_session_that_is_continued_under_another_policy_says_so_before_its_next_verdict():
    messages = filled(40, PLANTED)
    _, store = compact(messages[:30], meta=with_policy(Policy()))
    n = sum(1 for _ in store.receipts("s"))
    lower = policy_from_mapping({"fact_floor": 0.5})
    compact(messages, store=store, policy=lower)
    kinds = [json.loads(r.body)["kind"] for r in store.receipts("s")][n:]
    assert kinds[0] == "policy"
    assert kinds.count("policy") == 1
    assert load_session(store, "s").policy.fact_floor == 0.5
    assert not verify_store(store).complaints


# letting go


def test_a_drop_is_recorded_and_in_force():
    messages = filled(30, PLANTED)
    _, store = compact(messages)
    fact = next(f for f in load_session(store, "s").facts if f.kind == "error")
    record_drop(store, "s", fact.id, by="dana", reason="known and fixed upstream")
    session = load_session(store, "s")
    assert session.drops[fact.id].by == "person:dana"
    entry = next(e for e in account(session, store).entries if e.fact.id == fact.id)
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


def test_a_text_that_is_missing_without_a_sweep_is_never_called_swept():
    """It was lost some other way: the plan, the account and verify say so."""
    _, store = compact(filled(30, PLANTED))
    assert isinstance(store, MemoryStore)
    record = load_session(store, "s").leaves[1]
    del store._blobs[record.text_digest]
    with pytest.raises(BlobMissingError):
        store.get(record.text_digest)
    session = load_session(store, "s")
    assert reasons(plan_sweep(store, "s"))["n1"].startswith("its text is not in the store, and no sweep took it")
    assert {t.where for t in account(session, store).tallies if t.leaf == "n1"} <= {"root", "unverifiable"}
    assert any(c.place == "node n1" for c in verify_store(store).complaints)


def test_what_the_policy_widens_or_pins_is_owed_by_every_summary():
    """A supporting figure that nobody would miss: the policy names it, so no parent may leave it out."""
    plain_state, plain = compact(filled(30, PLANTED))
    assert not any("4211" in f.text for f in load_session(plain, "s").facts)
    assert "4211" not in plain_state.root.node.draft.text
    for lists in ({"widen": [{"pattern": "4211"}]}, {"pin": ["4211"]}):
        state, store = compact(filled(30, PLANTED), policy=policy_from_mapping(lists))
        session = load_session(store, "s")
        assert any("4211" in f.text for f in session.facts)
        assert "4211 ms" in state.root.node.draft.text
        book = account(session, store)
        assert book.adds_up
        assert book.counts["unverifiable"] == 0
