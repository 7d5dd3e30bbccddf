"""Many literals looked for in one text: which of them stand in it.

In: the literals once, then texts. Out: the literals that a text holds, the same as by `literal in text` for each. A text of a few thousand
characters costs some four microseconds a literal; but most keys have a joint (`ghp_`, `glpat-`, `hvs.`), so the text is cut at each kind of
joint once, and such a literal is looked for only where the letters before its joint end a piece, or those behind it begin one.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["Literals"]

_JOINTS = "_-."
_BEFORE = (2, 3)  # letters before a joint that are compared
_BEHIND = 3  # letters behind a joint that begins a literal
_Table = dict[str, list[str]]  # letters at a joint -> literals


class Literals:
    """A set of literals; `within` gives those of them that stand in a text."""

    __slots__ = ("_jointed", "_plain")

    def __init__(self, literals: Iterable[str]) -> None:
        self._plain: list[tuple[str, str]] = []  # literal, and a shorter one inside of it ("" for none)
        self._jointed: dict[str, tuple[_Table, _Table]] = {j: ({}, {}) for j in _JOINTS}  # by letters before, behind
        for literal in sorted(set(literals), key=lambda x: (len(x), x)):
            joint = next((j for j in _JOINTS if literal.find(j) >= _BEFORE[0]), None)
            if joint is not None:
                before = literal[: literal.index(joint)][-_BEFORE[-1] :]
                self._jointed[joint][0].setdefault(before, []).append(literal)
            elif literal[:1] in self._jointed and len(literal) > _BEHIND:
                self._jointed[literal[0]][1].setdefault(literal[1 : 1 + _BEHIND], []).append(literal)
            else:
                self._plain.append((literal, next((known for known, _ in self._plain if known in literal), "")))

    def within(self, text: str) -> set[str]:
        """The literals that stand in `text`; its case counts.

        >>> sorted(Literals(("ghp_", "glpat-", "key", "api key")).within("an api key: ghp_1, not glpat_2"))
        ['api key', 'ghp_', 'key']
        """
        found: set[str] = set()
        for literal, inner in self._plain:
            if (not inner or inner in found) and literal in text:
                found.add(literal)
        for joint, (ending, beginning) in self._jointed.items():
            if joint not in text:
                continue
            pieces = text.split(joint)
            likely = [] if not beginning else [beginning[b] for b in beginning.keys() & {p[:_BEHIND] for p in pieces}]
            if ending:
                likely += [ending[e] for e in ending.keys() & {p[-n:] for n in _BEFORE for p in pieces}]
            found.update(literal for literals in likely for literal in literals if literal in text)
        return found
