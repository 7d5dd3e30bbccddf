"""What an agent wrote with a gap in it: "[Your Name]", "TODO: handle the error", "changeme", and that nobody has filled since.

In: calls that write, in time order. Out: the lines with a gap, each at its last place. Whoever wrote it means it to be filled, and reports mostly do
not say that it is not. A line that a later call takes as the old text of an edit has been filled. Pure; linear in the texts for
each line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from leadline.core.tree.nodes import DraftSentence
from leadline.views.checks import Exchange
from leadline.views.lines import reference
from leadline.views.spoken import Place

__all__ = ["gaps_of", "new_from"]

GAPS_MAX = 5  # the newest
LINE_MAX = 200  # characters; a longer line is data

_WRITES = re.compile(
    r"edit|write|patch|create|replace|insert|python|jupyter|cell|code|bash|shell|exec|command|^sh$", re.IGNORECASE
)
_GAP = re.compile(
    r"(?<![\w\])])\[(?i:your|insert|enter|fill in|name of|full name|owner|author|person|copyright|company|organi[sz]ation)\b[ _-][^\]\n]{2,40}\](?![(\[])"
    r"|<(?:your|insert)[-_ ][^>\n]{1,40}>|(?:^|//|\#|/\*|--|;)[ \t]*(?:TODO|FIXME)\b[:( ][^\n]{3,}|\b(?:change[-_]?me|your[-_](?:api[-_]?key|token|password|domain)(?:[-_]here)?)\b",
    re.MULTILINE,
)
_NEW = re.compile(r"(?m)^[ \t]*(?:new_?(?:string|text|str|content)|replacement(?:_text)?|replace|content)[ \t]*[:=]")
_OLD = re.compile(r"(?m)^[ \t]*(?:old_?(?:string|text|str)|to_replace|search)[ \t]*[:=]")


def gaps_of(calls: Sequence[Exchange], newest: int) -> list[DraftSentence]:
    """The lines with a gap that stands, as open items, labelled with the tool that wrote them; the newest, in time order. What stands in the
    freshest part (leaf number `newest`) has no reference."""
    last: dict[str, tuple[Place, str] | None] = {}
    for exchange in calls:
        if not _WRITES.search(exchange.name):
            continue
        filled = new_from(exchange.call)
        for line in [line for line in last if line in exchange.call[:filled]]:
            last[line] = None
        for m in _GAP.finditer(exchange.call, filled):
            start = max(filled, exchange.call.rfind("\n", 0, m.start()) + 1)
            stop = exchange.call.find("\n", m.end())
            text = exchange.call[start : stop if stop >= 0 else len(exchange.call)]
            line = text.strip()
            if len(line) <= LINE_MAX:
                last.pop(line, None)
                at = start + len(text) - len(text.lstrip())
                last[line] = ((exchange.place[0], exchange.place[1] + at), exchange.name)
    standing = [(line, found) for line, found in last.items() if found is not None][-GAPS_MAX:]
    return [_sentence(line, *found, newest) for line, found in standing]


def _sentence(line: str, place: Place, name: str, newest: int) -> DraftSentence:
    return DraftSentence("open", line, reference(place, newest, len(line)), f"written with a gap in it, by {name}")


def new_from(call: str) -> int:
    """Where the text begins that an edit puts there; of a call without an old text all of it is new."""
    old = _OLD.search(call)
    new = _NEW.search(call, old.end()) if old else None
    return new.end() if new else 0
