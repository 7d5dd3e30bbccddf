"""A session's tree: same input same bytes, growth, crash-free re-runs, and the account that adds up."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.compose import compact_file
from leadline.core.text.messages import Message, Part
from leadline.engine.compaction import DivergedError
from leadline.engine.ledger import account, ask_probes
from leadline.engine.records import encode_node
from leadline.engine.references import resolve_reference
from leadline.engine.session import load_session
from leadline.engine.verify import verify_store
from leadline.stores.memory import MemoryStore
from leadline.stores.sqlite import SqliteStore

from .sessions import compact, filled, message, rewriting, root_text

PLANTED = {
    2: ("user", "Never restart pg-primary-7 before 18:00."),
    5: ("tool", "FATAL: error code E-5150 while opening segment seg-88"),
    9: ("assistant", "Decision by Dana: keep the retry limit at 7."),
    13: ("assistant", "Still open: replay the dead-letter queue dlq-refunds."),
}


def nodes(state):
    return [encode_node(r) for r in state.nodes]


@given(cut=st.integers(0, 20))
@settings(max_examples=12, deadline=None)
def test_a_session_that_arrives_in_pieces_gives_the_same_tree(cut):
    messages = filled(20, PLANTED)
    whole, _ = compact(messages)
    store = MemoryStore()
    compact(messages[:cut], store=store)
    pieces, _ = compact(messages, store=store)
    assert nodes(pieces) == nodes(whole)


def test_an_unchanged_session_writes_nothing():
    messages = filled(20, PLANTED)
    first, store = compact(messages)
    assert first.commits > 0
    blobs, ref = set(store.blobs()), store.ref("s")
    again, _ = compact(messages, store=store)
    assert again.commits == 0
    assert (set(store.blobs()), store.ref("s")) == (blobs, ref)


def test_a_grown_session_keeps_its_sealed_parents():
    messages = filled(40, PLANTED)
    _, store = compact(messages[:30])
    sealed = {r.node.id: r for r in load_session(store, "s").nodes if r.node.sealed}
    assert sealed
    compact(messages, store=store)
    after = {r.node.id: r for r in load_session(store, "s").nodes}
    assert all(after[id] == record for id, record in sealed.items())


def test_a_rewritten_session_is_not_folded_into_the_old_one():
    messages = filled(20, PLANTED)
    _, store = compact(messages)
    changed = [replace(messages[0], parts=(replace(messages[0].parts[0], text="something else " * 40),)), *messages[1:]]
    with pytest.raises(DivergedError, match="n0"):
        compact(changed, store=store)


def test_everything_owed_is_readable_at_the_root():
    state, store = compact(filled(20, PLANTED))
    text = root_text(state)
    for needle in ("pg-primary-7", "E-5150", "retry limit at 7", "dlq-refunds"):
        assert needle in text
    assert all(p.answered for p in ask_probes(load_session(store, "s")))


def test_the_ledger_adds_up_and_nothing_is_unaccounted():
    _, store = compact(filled(40, PLANTED))
    session = load_session(store, "s")
    book = account(session, store)
    assert sum(book.counts.values()) == len(session.facts)
    assert book.counts["unverifiable"] == 0


def test_every_sentence_leads_back_to_its_exact_source():
    messages = filled(20, PLANTED)
    state, store = compact(messages)
    session = load_session(store, "s")
    texts = {m.line: m.text for m in messages}
    for sentence in state.root.node.draft.sentences:
        for span in sentence.evidence:
            (place,) = resolve_reference(store, session, f"n{span.leaf}.{span.start}-{span.end}")
            source = " ".join(texts[line] for line in range(place.lines[0], place.lines[1] + 1))
            assert " ".join(place.text.split()) in " ".join(source.split())


def test_a_summarizer_that_raises_costs_quality_and_nothing_else():
    def broken(request):
        raise RuntimeError("model is down")

    state, _ = compact(filled(20, PLANTED), summarizer=broken)
    assert "E-5150" in root_text(state)
    assert all(r.attempts[0].kind == "summarizer failed" for r in state.nodes)


def test_an_empty_draft_is_never_committed():
    state, _ = compact(filled(20, PLANTED), summarizer=rewriting(lambda text: "", only_first=False))
    assert "E-5150" in root_text(state)
    assert all(d.text.strip() for d in [r.node.draft for r in state.nodes if r.node.draft])


def test_a_short_session_has_nothing_to_do():
    state, store = compact([message(0, "user", "hello"), message(1, "assistant", "hi")])
    assert (state.nodes, state.commits, store.ref("s")) == ((), 0, None)
    assert len(state.fresh) == 2


def test_two_runs_over_one_session_at_once_both_end_well(tmp_path):
    """The slower one finds what the faster one committed; nothing is refused and the chain is whole."""
    path = tmp_path / "s.jsonl"
    rows = [
        {
            "role": "assistant",
            "content": f"Step {i} failed with exit code {i % 200}. " + "The next module was read too. " * 12,
        }
        for i in range(60)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    store = SqliteStore.open(tmp_path / "store")
    others: list[object] = []

    def meddle(what: str, n: int) -> None:
        if what == "leaf" and not others:  # before the first commit of the run below
            others.append(compact_file(path, store=store, budget=1500))

    mine = compact_file(path, store=store, budget=1500, progress=meddle)
    assert mine.context == others[0].context
    assert verify_store(store).ok
    store.close()


def test_a_call_that_succeeds_later_ends_its_failure_in_an_earlier_group():
    """The failure stands in the first group, the success of the same call in the third: only the root can know both."""
    messages = filled(30, {})
    call = Part("tool_call", "Bash make verify-orders", "Bash", "c")
    failed = Part("tool_result", "FATAL: error code E-7781 in stage pack\nexit code 2", "Bash", "c")
    passed = Part("tool_result", "all 14 checks passed", "Bash", "c")
    messages[3:3] = [Message("f1", "assistant", (call,), 900), Message("f2", "tool", (failed,), 901)]
    messages[22:22] = [Message("g1", "assistant", (call,), 902), Message("g2", "tool", (passed,), 903)]
    state, store = compact(messages)
    first = next(r for r in state.nodes if r.node.id == "p1.0")
    assert "E-7781" in first.node.draft.text
    assert "E-7781" not in state.root.node.draft.text
    session = load_session(store, "s")
    entry = next(e for e in account(session, store).entries if "E-7781" in e.fact.text)
    assert (entry.where, entry.detail) == ("dropped", "rule:superseded: superseded")
