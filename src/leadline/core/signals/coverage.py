"""Coverage: how much of the children's text the summarizer was shown.

In: the children and the ids of those that were shown whole. Out: the share of characters. Nobody's text tells what its
writer saw, so without `seen` it is unmeasured, and says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from leadline.core.signals.model import Signal
from leadline.core.text.messages import Child

__all__ = ["measure"]


def measure(children: Sequence[Child], seen: Sequence[str] | None) -> Signal:
    """Characters of seen children ÷ all. `seen` None: unmeasured."""
    if seen is None:
        return Signal("coverage", None, 0, (), "nobody said which children the summarizer was shown")
    total = sum(len(c.text) for c in children)
    known = set(seen)
    shown = sum(len(c.text) for c in children if c.id in known)
    return Signal("coverage", shown / total if total else 1.0, len(children))
