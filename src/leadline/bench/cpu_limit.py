"""A block that is stopped after so much CPU time, whatever it does: also inside of `re`, which looks for signals while it matches.

Main thread only, and not nested: the process has one such timer.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["TooLongError", "stopped_after"]


class TooLongError(BaseException):
    """The time was over. No Exception, so that code which takes any of those for bad input does not go on."""


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """TooLongError in the block once it has used `seconds` of CPU time."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
