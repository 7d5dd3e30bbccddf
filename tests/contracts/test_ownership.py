"""Who works on a session owns it: one behaviour for every store, with real time and real processes."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from leadline.engine.owning import Owner, owning
from leadline.stores.ownership import is_dead, new_ownership, stands
from leadline.stores.port import Commit, OwnedError, Ownership, Store, StoreError
from leadline.stores.sqlite import SqliteStore

DEAD_PID = 2**22 + 1  # above the largest number that Linux gives (proc_sys_kernel(5), pid_max)


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def another(session: str = "s") -> Ownership:
    """A token of a process on a machine that nobody here can look at."""
    return dataclasses.replace(new_ownership(session, "compacting it"), host="elsewhere", process="", pid=4711)


def test_while_a_token_stands_only_its_steps_are_taken(store: Store) -> None:
    """A commit or sweep of anybody else is refused, writes nothing, and the error says who has the session."""
    theirs = another()
    ref = store.commit(Commit("s", None, b"0", [b"leaf"], [("n0", digest(b"leaf"))]))
    store.own(theirs, 60)
    for owner in (None, "f" * 32):
        with pytest.raises(OwnedError, match="process 4711 on elsewhere is busy compacting it; nothing was") as caught:
            store.commit(Commit("s", ref, b"1", [b"other"], owner=owner))
        assert caught.value.by.token == theirs.token
        assert "expires in" in caught.value.remedy
        with pytest.raises(OwnedError):
            store.sweep("s", ref, b"1", [digest(b"leaf")], [b"tomb"], [("n0", digest(b"tomb"))], owner)
    assert list(store.blobs()) == [digest(b"leaf")]
    store.commit(Commit("t", None, b"0"))  # another session is nobody's
    ref = store.commit(Commit("s", ref, b"1", owner=theirs.token))
    store.disown(theirs)
    store.sweep("s", ref, b"2", [digest(b"leaf")], [b"tomb"], [("n0", digest(b"tomb"))])
    assert store.owners() == ()


def test_a_token_is_renewed_by_its_owner_and_taken_by_nobody_else(store: Store) -> None:
    """A session needs no ref to be owned; what comes back is what was put in; a stranger cannot give it back."""
    theirs, mine = another("new\0\ud800"), new_ownership("new\0\ud800", "compacting it")
    store.own(theirs, 30)
    store.own(theirs, 90)
    with pytest.raises(OwnedError):
        store.own(mine, 30)
    store.disown(mine)
    (found,) = store.owners()
    assert dataclasses.replace(found, left_s=0) == theirs
    assert 60 < found.left_s <= 90


def test_a_token_expires(store: Store) -> None:
    """Its owner may still commit as long as nobody took over; afterwards its steps are refused, and the new owner's are not."""
    theirs, mine = another(), new_ownership("s", "compacting it")
    store.own(theirs, 0.05)
    time.sleep(0.1)
    ref = store.commit(Commit("s", None, b"0", owner=theirs.token))
    store.own(mine, 30)
    with pytest.raises(OwnedError):
        store.commit(Commit("s", ref, b"1", owner=theirs.token))
    store.commit(Commit("s", ref, b"1", owner=mine.token))
    store.disown(theirs)
    assert [owner.token for owner in store.owners()] == [mine.token]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells when a process began")
def test_a_dead_processs_token_is_void_at_once(store: Store) -> None:
    """A killed command can be repeated without waiting; a process that later has its number is another one."""
    here = new_ownership("s", "compacting it")
    begun = f"{here.process.rsplit('/', 1)[0]}/{here.pid}.1"
    for dead in (
        dataclasses.replace(here, process=here.process + "0", pid=DEAD_PID),
        dataclasses.replace(here, process=begun),
    ):
        store.own(dead, 3600)
        assert [is_dead(owner) for owner in store.owners()] == [True]
        store.own(here, 30)
        store.disown(here)
    child = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    # its place and number, as it would have put them itself
    start = Path(f"/proc/{child.pid}/stat").read_text().rsplit(")", 1)[1].split()[19]
    its = dataclasses.replace(here, token="c" * 32, process=f"{here.process.rsplit('/', 1)[0]}/{child.pid}.{start}", pid=child.pid)  # fmt: skip
    store.own(its, 3600)
    with pytest.raises(OwnedError):
        store.own(here, 30)
    child.kill()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # dead, and not yet waited for
    store.own(here, 30)
    child.communicate()
    store.own(here, 30)


def test_another_machines_process_is_never_taken_for_dead() -> None:
    here = new_ownership("s", "compacting it")
    for process in ("", "another-boot/pid:[4026531836]/1.1"):
        assert not is_dead(dataclasses.replace(here, process=process, pid=DEAD_PID))
    assert stands(dataclasses.replace(here, left_s=1))
    assert not stands(here)


def test_a_second_writer_waits_and_then_goes_on(store: Store) -> None:
    order = []
    first, second = (Owner(store, "s", "compacting it", wait_s=20) for _ in range(2))
    assert first.take()
    assert not first.take()  # it has it

    def other() -> None:
        second.take()
        order.append("second")

    thread = threading.Thread(target=other)
    thread.start()
    time.sleep(0.1)
    order.append("first")
    first.give_back()
    first.give_back()
    thread.join(20)
    assert order == ["first", "second"]
    second.give_back()
    assert store.owners() == ()


def test_who_waited_too_long_is_told_who_has_it(store: Store) -> None:
    with owning(store, "s", "compacting it") as token:
        assert [owner.token for owner in store.owners()] == [token]
        with pytest.raises(OwnedError, match=rf"process {os.getpid()} on .* is busy compacting it") as caught:
            Owner(store, "s", "sweeping it", wait_s=0.05).take()
        assert caught.value.by.doing == "compacting it"
    assert store.owners() == ()


def test_a_store_that_was_closed_under_its_owner_is_a_store_error(tmp_path: Path) -> None:
    """So neither giving the token back nor its renewal ends with a traceback."""
    store = SqliteStore.open(tmp_path / ".leadline")
    owner = Owner(store, "s", "compacting it")
    owner.take()
    store.close()
    with pytest.raises(StoreError):
        store.own(new_ownership("s", "compacting it"), 30)
    owner.give_back()


def test_a_token_is_renewed_while_its_owner_works(store: Store) -> None:
    """Again and again, as the same one; and it is given back after an error."""
    own, taken, enough = store.own, list[tuple[str, float]](), threading.Event()

    def counted(owner: Ownership, seconds: float) -> None:
        own(owner, seconds)
        taken.append((owner.token, seconds))
        if len(taken) >= 4:
            enough.set()

    store.own = counted  # type: ignore[method-assign]
    with pytest.raises(ZeroDivisionError), owning(store, "s", "compacting it", stands_s=0.3) as token:  # noqa: PT012
        assert enough.wait(30)
        assert set(taken) == {(token, 0.3)}
        1 / 0  # noqa: B018
    assert store.owners() == ()
