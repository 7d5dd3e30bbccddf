"""Owning a session while something longer than one step is done to it: waits, takes the token, renews it, gives it back.

    with owning(store, session, "sweeping it") as token:
        ...  # plan from the session as it stands now; nobody else commits to it
        store.sweep(..., owner=token)

In: a store, a session, what is done. Out: the token for the steps. Raises `OwnedError` after `wait_s`: its message says who
has the session. A process that hangs is overtaken when its token expires; whatever it still tries then fails on the ref.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from leadline.stores.ownership import new_ownership, stands
from leadline.stores.port import OwnedError, Ownership, Store, StoreError

__all__ = ["STANDS_S", "WAIT_S", "Owner", "owning"]

WAIT_S = 60.0  # until a writer gives up on a session that another one keeps; a compaction of 180,000 tokens takes 2
STANDS_S = 30.0  # that a token outlives its last renewal: what the next one waits at most for a machine that is gone
_RENEWALS = 3  # tries within that time, so that one that meets a locked store does no harm
_POLL_S = (0.02, 0.5)  # between two looks, growing


@dataclass(slots=True)
class Owner:
    """The token of one piece of work, taken when it is first needed. `give_back` may be called at any time, also twice."""

    store: Store
    session: str
    doing: str
    wait_s: float = WAIT_S
    stands_s: float = STANDS_S
    _held: Ownership | None = None
    _stop: threading.Event = field(default_factory=threading.Event)
    _renewing: threading.Thread | None = None

    @property
    def token(self) -> str | None:
        return None if self._held is None else self._held.token

    def take(self) -> bool:
        """Wait for the session and take it. False where this owner has it already."""
        if self._held is not None:
            return False
        wanted = new_ownership(self.session, self.doing)
        until, pause = time.monotonic() + self.wait_s, _POLL_S[0]
        while True:
            try:
                self.store.own(wanted, self.stands_s)
                break
            except OwnedError:
                if time.monotonic() >= until:
                    raise
            time.sleep(pause)
            pause = min(pause * 1.5, _POLL_S[1])
        self._held, self._stop = wanted, threading.Event()
        self._renewing = threading.Thread(target=self._renew, args=(wanted, self._stop), daemon=True)
        self._renewing.start()
        return True

    def give_back(self) -> None:
        """Stop renewing, and let the next one in. Where the store cannot be written, the token expires by itself."""
        held, self._held = self._held, None
        if held is None:
            return
        self._stop.set()
        if self._renewing is not None:
            self._renewing.join()
        with suppress(StoreError):
            self.store.disown(held)

    def clear(self) -> None:
        """Take a dead owner's token off the record, when its work was found done."""
        if self._held is None and any(o.session == self.session and not stands(o) for o in self.store.owners()):
            mine = new_ownership(self.session, self.doing)
            with suppress(StoreError):  # nothing was to be written; where nothing may be, it stays
                self.store.own(mine, self.stands_s)
                self.store.disown(mine)

    def _renew(self, held: Ownership, stop: threading.Event) -> None:
        while not stop.wait(self.stands_s / _RENEWALS):
            # Where somebody overtook us the next step is told so; here there is nobody to tell.
            with suppress(StoreError):
                self.store.own(held, self.stands_s)


@contextmanager
def owning(
    store: Store, session: str, doing: str, *, wait_s: float = WAIT_S, stands_s: float = STANDS_S
) -> Iterator[str]:
    """Owns the session for the block; the token, for its steps."""
    owner = Owner(store, session, doing, wait_s, stands_s)
    owner.take()
    try:
        assert owner.token is not None, "it was just taken"
        yield owner.token
    finally:
        owner.give_back()
