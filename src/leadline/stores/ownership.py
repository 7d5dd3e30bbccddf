"""Who works on a session: makes tokens for this process, and tells whether another one's still stands.

In: a session and what is done to it. Out: an `Ownership` (port.py), or an `OwnedError` that says who has it. A token
stands until it expires, or until the process that took it is known to be dead: on the same machine (same boot, same
process namespace) that is seen at once, so that a killed command can be repeated without waiting.
"""

from __future__ import annotations

import functools
import os
import socket
import uuid
from pathlib import Path

from leadline.stores.port import OwnedError, Ownership

__all__ = ["is_dead", "new_ownership", "owned", "require_free", "shown_owner", "stands"]


def new_ownership(session: str, doing: str) -> Ownership:
    """A fresh token of this process; `doing` completes "is busy ..."."""
    pid = os.getpid()
    return Ownership(session, uuid.uuid4().hex, doing, socket.gethostname(), _process(pid) or "", pid)


def require_free(session: str, found: Ownership | None, token: str | None) -> None:
    """OwnedError when somebody else's token stands."""
    if found is not None and found.token != token and stands(found):
        raise owned(session, found)


def stands(ownership: Ownership) -> bool:
    return ownership.left_s > 0 and not is_dead(ownership)


def is_dead(ownership: Ownership) -> bool:
    """True only where it is certain: the process ran here, in this boot, and runs no more."""
    now = _process(ownership.pid)
    here = _process(os.getpid())
    if not ownership.process or here is None:
        return False
    where = here.rsplit("/", 1)[0]
    return ownership.process.rsplit("/", 1)[0] == where and ownership.process != now


def owned(session: str, by: Ownership) -> OwnedError:
    return OwnedError(
        f"session {session!r}: {shown_owner(by)} is busy {by.doing}; nothing was written",
        f"Wait until it has finished, or end it, and repeat; if it is dead, its token expires in {by.left_s:.0f} s.",
        by,
    )


def shown_owner(ownership: Ownership) -> str:
    return f"process {ownership.pid} on {ownership.host}"


@functools.cache
def _here() -> str | None:
    """This boot of this machine, and the namespace in which process numbers mean the same; None where unknown."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot}/{Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return None


def _process(pid: int) -> str | None:
    """The process by place, number and start, so that a later one with its number is another; None if there is none."""
    place = _here()
    if place is None:
        return None
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return None
    ended = fields[0] in "ZX"  # killed, and not yet waited for (proc_pid_stat(5))
    return None if ended else f"{place}/{pid}.{fields[19]}"
