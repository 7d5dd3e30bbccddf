"""The collector of cycles rests while one check measures: it would walk tens of thousands of objects and free none of them.

In: how many characters are measured. Out: a context in which no collection begins. A check allocates and frees some hundred thousand objects, and keeps
nothing that points back at it (a test counts what a collection finds after one), so that collections in the middle of it are a tenth of its time for nothing. Short checks only: the
garbage of other threads waits as long as the collector does. It is switched on again by whoever switched it off; where it was off before, by
the caller or by a check in another thread, nothing is touched, so that checks which overlap leave it on between any two of them.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["LONGEST", "collector_rests"]

LONGEST = 1_000_000  # characters; a few seconds
_by_us = False  # whether it is off because a check runs


@contextmanager
def collector_rests(characters: int) -> Iterator[None]:
    """No collection of cycles begins inside, however it is left."""
    global _by_us
    if characters > LONGEST or not gc.isenabled():
        yield
        return
    gc.disable()
    _by_us = True
    try:
        yield
    finally:
        _by_us = False
        gc.enable()


def _after_fork() -> None:
    """A process that another thread forked off in the middle of a check has no check that would switch the collector on again."""
    global _by_us
    if _by_us:
        _by_us = False
        gc.enable()


if hasattr(os, "register_at_fork"):  # not on Windows, which has no fork
    os.register_at_fork(after_in_child=_after_fork)
