"""Secrets stay in the leaf: no node, receipt, prompt, context, report or bundle carries one."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import leadline
from leadline.compose import audit_file, compact_file, open_session, open_store
from leadline.core.secrets.redact import Redactor, redact_text
from leadline.engine.bundle import export_bundle
from leadline.engine.keeping import record_keep, record_release
from leadline.engine.keeps import HeldError
from leadline.engine.originals import read_originals, with_originals
from leadline.engine.redacting import redact_kept
from leadline.engine.session import leaf_text, load_session
from leadline.engine.sweeping import apply_sweep, mark_sweep
from leadline.engine.verify import verify_store
from leadline.stores.memory import MemoryStore
from leadline.summarizers.port import Request

from .sessions import compact, filled

SECRETS = ("sk-proj-Ab12Cd34Ef56Gh78Ij90Kl12Mn34", "hunterX9zz9", "pa55w0rd77")


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    rows = []
    for i in range(24):
        secret = f" The key is {SECRETS[0]} and DB_PASSWORD={SECRETS[1]} for it." if i == 3 else ""
        rows.append(
            {
                "role": "user",
                "content": f"Step {i}: never restart db-{i}.{secret} "
                + f"Keep the table orders_{i} as it is and report. " * 5,
            }
        )
        told = f" Used {SECRETS[1]} on postgres://app:{SECRETS[2]}@db-7.internal:5432/x." if i == 4 else ""
        rows.append({"role": "assistant", "content": f"Done with step {i}.{told} Rows copied: {i * 100 + 7}."})
    path = tmp_path / "session.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def everything(store: MemoryStore, name: str) -> str:
    """All that the store holds of a session, the originals left out."""
    session = load_session(store, name)
    hidden = {leaf.originals for leaf in session.leaves}
    blobs = [store.get(digest) for digest in store.blobs() if digest not in hidden]
    return b"\n".join([*blobs, *(r.body for r in store.receipts(name))]).decode("utf-8", "replace")


def test_only_the_blob_beside_the_leaf_holds_a_secret(transcript: Path) -> None:
    """Context, records, receipts and bundle have placeholders; the leaf gives its text back whole when asked."""
    store = MemoryStore()
    result = compact_file(transcript, store=store, budget=1500)
    assert result.nodes
    assert result.secrets == 4
    said = result.context + json.dumps(result.as_dict()) + everything(store, result.session)
    assert not any(secret in said for secret in SECRETS)
    assert not any(secret in export_bundle(store, result.session).decode() for secret in SECRETS)
    session = load_session(store, result.session)
    leaf = next(leaf for leaf in session.leaves if leaf.originals)
    text = leaf_text(store, leaf)
    assert text is not None
    assert SECRETS[0] in with_originals(text, 0, read_originals(store, leaf))
    assert verify_store(store).ok
    receipts = [json.loads(r.body) for r in store.receipts(result.session)]
    assert {"hidden": 4, "kept": 4} in [
        r["summary-generation-receipt"].get("secrets") for r in receipts if r["kind"] == "verdict"
    ]


def test_redact_store_keeps_none_and_says_so(transcript: Path) -> None:
    """Nothing in the store has the secret, the receipts say that it was hidden and not kept."""
    store = MemoryStore()
    result = compact_file(transcript, store=store, budget=1500, redact_store=True)
    said = b"".join(store.get(digest) for digest in store.blobs())
    assert not any(secret.encode() in said for secret in SECRETS)
    receipts = [json.loads(r.body) for r in store.receipts(result.session)]
    assert {"hidden": 4, "kept": 0} in [
        r["summary-generation-receipt"].get("secrets") for r in receipts if r["kind"] == "verdict"
    ]
    assert verify_store(store).ok


def test_redact_store_removes_what_was_kept_before(transcript: Path) -> None:
    """The receipt of it names the blobs, so that verify knows them from lost ones; a second run has nothing to do."""
    store = MemoryStore()
    result = compact_file(transcript, store=store, budget=1500)
    n = len(list(store.receipts(result.session)))
    compact_file(transcript, store=store, budget=1500, redact_store=True)
    compact_file(transcript, store=store, budget=1500, redact_store=True)
    said = b"".join(store.get(digest) for digest in store.blobs())
    assert not any(secret.encode() in said for secret in SECRETS)
    kinds = [json.loads(r.body)["kind"] for r in store.receipts(result.session)]
    assert kinds[n:] == ["redact"]
    assert verify_store(store).ok


def test_a_foreign_summarizer_never_sees_a_secret(transcript: Path) -> None:
    """What goes into its request, and so into any prompt, has placeholders."""
    seen: list[str] = []

    def write(request: Request) -> str:
        seen.extend(view.child.text for view in request.children)
        return "Nothing."

    compact_file(transcript, store=MemoryStore(), budget=1500, summarizer=write, summarizer_name="spy")
    assert any("[secret:" in text for text in seen)
    assert not any(secret in text for secret in SECRETS for text in seen)


def test_the_agent_s_own_newest_messages_stay_as_they_are() -> None:
    """A live session sends its newest messages back unchanged, and folds in redacted ones."""
    memory = open_session("s", store=MemoryStore(), budget=600)
    told = {"role": "user", "content": f"DB_PASSWORD={SECRETS[1]}"}
    for i in range(12):
        memory.append(
            {"role": "user", "content": f"Step {i}: never restart db-{i}; {SECRETS[1] if i else told['content']}. " * 3}
        )
        memory.append(
            {
                "role": "assistant",
                "content": f"Done with step {i}. " + "All rows of the table were compared one by one. " * 6,
            }
        )
    memory.append(told)
    context = memory.context()
    assert context.summary
    assert SECRETS[1] not in context.summary
    assert context.as_messages()[-1] is told


CHILD = f"The key is {SECRETS[0]} and DB_PASSWORD={SECRETS[1]}. Never restart db-7 before 18:00. Rows: 417."


@pytest.mark.parametrize("secret", SECRETS[:2])
def test_a_summary_with_a_secret_is_refused_and_the_report_has_none(secret: str) -> None:
    """Also one that only the children call a secret. Places are those of the texts that were given."""
    parent = f"Rows: 417. It works with {secret}. Never restart db-7 before 18:00."
    report = leadline.check([{"id": "a", "role": "user", "text": CHILD}], parent)
    assert (report.verdict, report.rule) == ("invalid", "fidelity.secret_leaked")
    (leak,) = [f for f in report.findings if f.kind == "secret_leaked"]
    assert parent[slice(*leak.parent_span)] == secret
    assert not any(s in str(report.as_dict()) + repr(report.findings) for s in SECRETS)


def test_places_are_those_of_the_texts_that_were_given() -> None:
    """Behind a secret everything has moved; a finding leads back to where it stands in child and parent."""
    parent = f"The key is {SECRETS[0]}. Never restart db-7 before 19:00. Rows: 471."
    report = leadline.check([{"id": "a", "role": "user", "text": CHILD}], parent)
    told = [f for f in report.findings if f.child == "a" and f.kind not in ("secret_leaked", "missing_owed")]
    assert {"18:00", "417"} & {f.child_quote for f in told}
    for f in told:
        assert CHILD[slice(*f.child_span)] == f.child_quote
        assert parent[slice(*f.parent_span)] == f.parent_quote


@pytest.mark.parametrize(
    "said", ["", "The key and the password are set. ", redact_text(CHILD.partition(". ")[0]) + ". "]
)
def test_a_summary_without_the_secret_passes(said: str) -> None:
    """Retention never demands one, and a placeholder is no invention."""
    report = leadline.check(
        [{"id": "a", "role": "user", "text": CHILD}], f"{said}Never restart db-7 before 18:00. Rows: 417."
    )
    assert report.verdict == "promote", str(report)


def test_audit_names_the_leak_and_not_the_secret(tmp_path: Path) -> None:
    """A compaction that copied a key is told, with a placeholder."""
    rows = [
        {"type": "user", "uuid": "1", "parentUuid": None, "sessionId": "s", "message": {"role": "user", "content": CHILD}},
        {"type": "assistant", "uuid": "2", "parentUuid": "1", "sessionId": "s", "message": {"role": "assistant", "content": [{"type": "text", "text": "Understood."}]}},
        {"type": "system", "subtype": "compact_boundary", "uuid": "3", "parentUuid": None, "logicalParentUuid": "2", "sessionId": "s", "content": "Conversation compacted", "compactMetadata": {"trigger": "auto"}},
        {"type": "user", "uuid": "4", "parentUuid": "3", "sessionId": "s", "isCompactSummary": True, "message": {"role": "user", "content": f"Never restart db-7 before 18:00. Rows: 417. Key {SECRETS[0]}."}},
    ]  # fmt: skip
    path = tmp_path / "s.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (audited,) = audit_file(path).compactions
    assert "secret_leaked" in {f.kind for f in audited.findings}
    assert not any(secret in repr(audited) for secret in SECRETS)


def test_a_sweep_takes_the_secrets_along() -> None:
    """The text is gone and its tombstone stays; what its placeholders stood for must not outlive it."""
    redact = Redactor().message
    planted = {i: ("user", f"Never restart db-{i}; API_TOKEN=Zk3{i:02d}9fQwX7LmPq8rT.") for i in range(0, 40, 4)}
    _, store = compact([redact(m) for m in filled(40, planted)], fan_out=4)
    before = {leaf.id: leaf.originals for leaf in load_session(store, "s").leaves}
    mark_sweep(store, "s", by="ann", grace=timedelta(0))
    went = apply_sweep(store, "s", now=datetime.now(UTC) + timedelta(seconds=5)).went
    gone = [before[item.leaf] for item in went if before[item.leaf]]
    assert gone
    assert not any(store.has(digest) for digest in gone)
    assert verify_store(store).ok


@pytest.mark.parametrize("names", [("s",), ("s", "t")])
def test_a_session_whose_secrets_were_removed_earlier_can_be_swept(names: tuple[str, ...]) -> None:
    """What `--redact-store` took is not there to be taken again; a fork that keeps the text keeps verify quiet."""
    redact = Redactor().message
    planted = {i: ("user", f"Never restart db-{i}; API_TOKEN=Zk3{i:02d}9fQwX7LmPq8rT.") for i in range(0, 40, 4)}
    messages = [redact(m) for m in filled(40, planted)]
    store = MemoryStore()
    for name in names:
        compact(messages, store=store, fan_out=4, session=name)
    for name in names:
        assert redact_kept(store, name) > 0
        mark_sweep(store, name, by="ann", grace=timedelta(0))
        assert apply_sweep(store, name, now=datetime.now(UTC) + timedelta(seconds=5)).went
        assert verify_store(store).complaints == ()


def test_the_same_leaf_in_another_session_keeps_no_secret_of_this_one() -> None:
    """Each session has its own blob; removing twice is removing once."""
    messages = [Redactor().message(m) for m in filled(20, {4: ("user", "API_TOKEN=Zk3019fQwX7LmPq8rT.")})]
    store = MemoryStore()
    for name in ("s", "t"):
        compact(messages, store=store, fan_out=4, session=name)
    assert [redact_kept(store, "s"), redact_kept(store, "s")] == [1, 0]
    left = {name: sum(len(read_originals(store, x)) for x in load_session(store, name).leaves) for name in ("s", "t")}
    assert left == {"s": 0, "t": 1}
    assert verify_store(store).ok


def test_a_live_session_that_keeps_none_removes_those_of_earlier_runs() -> None:
    _, store = compact([Redactor().message(m) for m in filled(20, {4: ("user", "API_TOKEN=Zk3019fQwX7LmPq8rT.")})])
    open_session("s", store=store, redact_store=True)
    assert not any(read_originals(store, leaf) for leaf in load_session(store, "s").leaves)
    assert verify_store(store).ok


def test_secrets_of_a_leaf_under_a_hold_are_not_removed() -> None:
    redact = Redactor().message
    _, store = compact([redact(m) for m in filled(20, {4: ("user", "API_TOKEN=Zk3019fQwX7LmPq8rT.")})], fan_out=4)
    (leaf,) = [leaf for leaf in load_session(store, "s").leaves if leaf.originals]
    keep = record_keep(store, "s", "hold", leaf.id, by="eve", reason="case 12")
    with pytest.raises(HeldError, match=keep.id):
        redact_kept(store, "s")
    assert store.has(leaf.originals or "")
    record_release(store, "s", keep.id, by="eve", reason="settled")
    record_keep(store, "s", "pin", leaf.id, by="eve", reason="being read")
    assert redact_kept(store, "s") == 1


def test_redact_store_on_a_server(transcript: Path, postgres_url: str) -> None:
    """The same promise behind the other store: kept, then removed with a receipt, and verified."""
    result = compact_file(transcript, store=postgres_url, budget=1500)
    compact_file(transcript, store=postgres_url, budget=1500, redact_store=True)
    with open_store(postgres_url) as store:
        said = b"".join(store.get(digest) for digest in store.blobs())
        assert not any(secret.encode() in said for secret in SECRETS)
        assert [json.loads(r.body)["kind"] for r in store.receipts(result.session)][-1] == "redact"
        assert verify_store(store).ok
