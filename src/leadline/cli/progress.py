"""A progress line on standard error while somebody waits at a terminal: what was read, folded in, tried and judged so far.

In: the events of `compact_file` and `audit_file`. Reading counts too: a large session is read for seconds before its first leaf.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from leadline.cli.output import is_terminal

__all__ = ["progress", "progress_text"]


def progress_text(done: Counter[str]) -> str:
    """The line for events counted so far; `read` is in percent of the pass that is under way.

    >>> progress_text(Counter(read=40))
    'reading, 40%'
    >>> progress_text(Counter(read=100, leaf=2, tokens=3000, node=1))
    'measuring, 100% read: 2 leaves, 3,000 tokens, parents tried: 1'
    """
    if done["compaction"]:
        return f"judging: {done['compaction']} compactions"
    if done["leaf"]:
        counts = f"{done['leaf']} leaves, {done['tokens']:,} tokens, parents tried: {done['node']}"
        return f"measuring, {done['read']}% read: {counts}"
    return f"reading, {done['read']}%"


@contextmanager
def progress() -> Iterator[Callable[[str, int], None] | None]:
    """What to call with each event, where standard error is a terminal; None elsewhere."""
    if not is_terminal(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.description}"), BarColumn(bar_width=24), TimeElapsedColumn(), console=Console(stderr=True),
        transient=True,
    )  # fmt: skip
    with bar:
        done = Counter[str]()
        task = bar.add_task(progress_text(done), total=None)

        def tell(what: str, how_much: int) -> None:
            if what == "leaf":
                done.update(leaf=1, tokens=how_much)
            elif what == "read":
                done["read"] = how_much  # passes follow each other: it is where this one stands
            else:
                done[what] += how_much
            bar.update(task, description=progress_text(done))

        yield tell
