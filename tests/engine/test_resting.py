"""The collector of cycles rests while a check measures, is found again as it was, and has nothing to do afterwards."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator

import pytest

import leadline
from leadline.engine import check as module
from leadline.engine.resting import LONGEST, collector_rests

CHILDREN = [
    {"id": "u", "role": "user", "text": "Abort if lag goes above 30 s. Do not drop the old cluster until Wednesday."},
    {"id": "t", "role": "tool", "text": "pg_upgrade --check: fatal, exit code 3, type aclitem in audit.grants_snapshot.acl"},
]  # fmt: skip
PARENT = "Stop once lag exceeds 300 s. The check failed with exit code 3; the old cluster was dropped."


@pytest.fixture(autouse=True)
def _on_again() -> Iterator[None]:
    yield
    gc.enable()


def test_it_rests_inside_and_is_on_again_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def fails(*_: object, **__: object) -> None:
        seen.append(gc.isenabled())
        raise RuntimeError

    monkeypatch.setattr(module, "measure", fails)
    with pytest.raises(RuntimeError):
        leadline.check(CHILDREN, PARENT)
    assert seen == [False]
    assert gc.isenabled()


def test_where_it_was_off_it_stays_off() -> None:
    gc.disable()
    leadline.check(CHILDREN, PARENT)
    assert not gc.isenabled()


def test_it_does_not_rest_for_long() -> None:
    with collector_rests(LONGEST + 1):
        assert gc.isenabled()


def test_of_two_that_overlap_the_first_switches_it_on() -> None:
    inside, left = threading.Event(), threading.Event()

    def second() -> None:
        with collector_rests(1):
            inside.set()
            left.wait(10)
        assert gc.isenabled()

    with collector_rests(1):
        thread = threading.Thread(target=second)
        thread.start()
        assert inside.wait(10)
    assert gc.isenabled()
    left.set()
    thread.join()
    assert gc.isenabled()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_process_that_is_forked_off_inside_has_it_on() -> None:
    with collector_rests(1):
        pid = os.fork()
        if not pid:
            os._exit(0 if gc.isenabled() else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        assert not gc.isenabled()


def test_a_check_leaves_no_cycles() -> None:
    """The ground for letting it rest: it would free nothing."""
    leadline.check(CHILDREN, PARENT)
    gc.collect()
    gc.disable()
    leadline.check(CHILDREN, PARENT + " Once more.")
    assert gc.collect() == 0
