"""A sweep from plan to archive, holds and the account, the same on every store: folder, memory, server."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.engine.sessions import compact, filled

from leadline.engine.drops import record_drop
from leadline.engine.keeping import record_keep, record_release
from leadline.engine.ledger import account
from leadline.engine.marks import NotMarkedError
from leadline.engine.references import full_text
from leadline.engine.session import load_session
from leadline.engine.sweep import plan_sweep
from leadline.engine.sweeping import apply_sweep, mark_sweep
from leadline.engine.verify import verify_store
from leadline.stores.archive_folder import FolderArchive
from leadline.stores.memory import MemoryStore
from leadline.stores.transfer import Movable, copy_store

PLANTED = {1: ("user", "Never restart pg-primary-7 before 18:00."), 3: ("tool", "FATAL: error code E-5150 in seg-88")}
NOW = datetime(2999, 1, 1, tzinfo=UTC)  # a server has a clock of its own


def test_plan_hold_mark_archive_and_read_again(store: Movable, tmp_path: Path) -> None:
    messages = filled(16, PLANTED)
    compact(messages[:12], store=store, fan_out=4)
    session = load_session(store, "s")
    before = {leaf.id: full_text(store, session, leaf) for leaf in session.leaves}
    keep = record_keep(store, "s", "hold", "n1", by="eve", reason="case 12")
    archive = FolderArchive(tmp_path / "kept")
    mark_sweep(store, "s", by="ann", grace=timedelta(hours=1), archive=archive.place)
    mark = load_session(store, "s").mark
    assert mark is not None
    with pytest.raises(NotMarkedError, match="grace"):
        apply_sweep(store, "s", now=mark.due - timedelta(seconds=1), archive=archive)
    compact(messages, store=store, fan_out=4)
    done = apply_sweep(store, "s", now=mark.due, archive=archive)
    assert {item.leaf for item in done.went} == set(mark.leaves)
    assert "n1" not in mark.leaves
    assert all(not store.has(item.digest) for item in done.went)
    session = load_session(store, "s")
    assert {leaf.id: full_text(store, session, leaf, archive) for leaf in session.leaves if leaf.id in before} == before
    book = account(session, store, archive)
    assert book.adds_up
    assert (book.counts["unverifiable"], book.supporting["unverifiable"]) == (0, 0)
    assert verify_store(store, archive=archive).complaints == ()

    record_release(store, "s", keep.id, by="eve", reason="settled")
    record_drop(store, "s", next(f.id for f in session.facts if f.child == "n1"), by="dana", reason="done")
    assert "n1" in {item.leaf for item in plan_sweep(store, "s").allowed}
    mark_sweep(store, "s", by="ann", grace=timedelta(0))
    assert "n1" in {item.leaf for item in apply_sweep(store, "s", now=NOW).went}
    assert verify_store(store, archive=archive).complaints == ()


def test_holds_marks_and_tombstones_move_with_the_store(store: Movable, tmp_path: Path) -> None:
    """A copy of a store is as careful as the store: what is held stays held, what is marked is due when it was."""
    compact(filled(12, PLANTED), store=store, fan_out=4)
    mark_sweep(store, "s", by="ann", grace=timedelta(0))
    apply_sweep(store, "s", now=NOW)
    compact(filled(20, PLANTED), store=store, fan_out=4)
    record_keep(store, "s", "pin", "n9", by="eve", reason="being read")
    mark_sweep(store, "s", by="ann", grace=timedelta(days=3))
    mine = load_session(store, "s")
    target = MemoryStore()
    copy_store(store, target)
    copied = load_session(target, "s")
    assert copied == mine
    assert copied.mark is not None
    assert copied.tombstones
    assert copied.keeps
    assert verify_store(target).complaints == ()
