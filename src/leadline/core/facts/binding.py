"""Binding: what the exact hits of one sentence are bound to.

In: a sentence and its hits. Out: per hit its subject, most specific first: the call that a tool line answers, other identifiers of
the clause, the clause's content words, and `not` where the clause negates. Clauses end at `;`, "but" and "while", so that the
value of one half is not bound to the other half's subject. Pure; one pass per clause.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from leadline.core.facts.forms import normal_form
from leadline.core.facts.hits import Hit
from leadline.core.facts.lexicon import NEGATION
from leadline.core.text.words import content_words, lower_case

__all__ = ["Binder"]

_CLAUSE_EDGE = re.compile(r"; |, (?:but|while|whereas|aber|mais|pero) | (?:but|whereas) |；|。")
_EDGES = (
    ";",
    "；",
    "。",
    " but ",
    " while ",
    " whereas ",
    " aber ",
    " mais ",
    " pero ",
)  # one of them stands in every edge
_NAMING = frozenset(("path", "host", "id", "symbol", "package", "error", "name", "url"))


class Binder:
    """What the hits of one sentence are bound to: other identifiers of the clause, then its content words; `not` where it negates."""

    __slots__ = ("_clauses", "_edges", "_hits", "_key", "_s")

    def __init__(self, s: str, hits: Sequence[Hit], key: str = "") -> None:
        self._s, self._hits, self._key = s, hits, key
        self._edges: list[tuple[int, int]] | None = None
        self._clauses: dict[int, tuple[int, int, list[str], tuple[str, ...]]] = {}

    def subject(self, hit: Hit) -> tuple[str, ...]:
        start, end, around, negated = self._clause(hit)
        own = content_words(self._s[hit.start : hit.end])
        others = [
            normal_form(h.kind, self._s[h.start : h.end])
            for h in self._hits
            if h is not hit and start <= h.start and h.end <= end and h.kind in _NAMING
        ]
        head = (self._key,) if self._key else ()
        return tuple(dict.fromkeys((*head, *others[:4], *[w for w in around if w not in own][:14]))) + negated

    def _clause(self, hit: Hit) -> tuple[int, int, list[str], tuple[str, ...]]:
        s = self._s
        if self._edges is None:
            edged = any(edge in s for edge in _EDGES)
            self._edges = [m.span() for m in _CLAUSE_EDGE.finditer(s)] if edged else []
        start, end = 0, len(s)
        for a, b in self._edges:
            if b <= hit.start:
                start = b
            elif a >= hit.end:
                end = a
                break
        if start not in self._clauses:
            negated = ("not",) if NEGATION.search(lower_case(s[start:end])) else ()
            self._clauses[start] = (start, end, content_words(s[start:end]), negated)
        return self._clauses[start]
