"""Where each planted fact is after a compaction: readable at the root, beside it, named as missing, halted, or lost in silence.

`locate` decides by the bench's own matcher, on the text that the agent reads; leadline's extractor, its manifest of
computed facts and its own counts have no say here. Checked in this order:

1. `root`      readable in the root's text, and in the working context
2. `frontier`  readable in the text of a named frontier node, and in the working context
3. `fresh`     readable in the working context outside of root and frontier (the freshest part)
4. `finding`   named (all needles) in one finding of a verdict that stands
5. `halted`    its leaf lies under a halted or flattened node, and under no promoted parent
6. `lost`      none of these: a silent loss
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from leadline.bench.matcher import Page, readable
from leadline.bench.planted import PlantedFact

__all__ = ["PLACES", "Account", "Outcome", "Place", "add_up", "locate", "tally"]

Place = Literal["root", "frontier", "fresh", "finding", "halted", "lost"]
PLACES: tuple[Place, ...] = get_args(Place)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One compacted session as the bench sees it: texts only.

    `context` is what the agent reads; `frontier` are (id, text) beside the root; `findings` the texts of findings of
    verdicts that stand; `apart` the source texts of leaves that were kept out of every parent by a halt or flattening.
    """

    context: str
    root: str
    frontier: tuple[tuple[str, str], ...] = ()
    findings: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """How many planted facts are where, in all and by kind, and the lost ones themselves."""

    places: Mapping[Place, int]
    lost: tuple[PlantedFact, ...] = ()
    by_kind: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)  # planted, at the root, lost

    @property
    def planted(self) -> int:
        return sum(self.places.values())

    def __add__(self, other: Account) -> Account:
        kinds = {
            kind: tuple(
                a + b
                for a, b in zip(self.by_kind.get(kind, (0, 0, 0)), other.by_kind.get(kind, (0, 0, 0)), strict=True)
            )
            for kind in sorted({*self.by_kind, *other.by_kind})
        }
        places = {place: self.places.get(place, 0) + other.places.get(place, 0) for place in PLACES}
        return Account(places, (*self.lost, *other.lost), kinds)  # type: ignore[arg-type]


def tally(facts: Sequence[PlantedFact], outcome: Outcome) -> Account:
    """Locate every fact of a session and add up."""
    pages = _Pages.of(outcome)
    found = [(fact, _locate(fact, pages)) for fact in facts]
    kinds: dict[str, tuple[int, int, int]] = {}
    for fact, place in found:
        planted, root, lost = kinds.get(fact.kind, (0, 0, 0))
        kinds[fact.kind] = (planted + 1, root + (place == "root"), lost + (place == "lost"))
    counts = Counter(place for _, place in found)
    return Account(
        {place: counts[place] for place in PLACES},
        tuple(f for f, place in found if place == "lost"),
        dict(sorted(kinds.items())),
    )


def locate(fact: PlantedFact, outcome: Outcome) -> Place:
    """Where one fact is."""
    return _locate(fact, _Pages.of(outcome))


@dataclass(frozen=True, slots=True)
class _Pages:
    context: Page
    root: Page
    frontier: tuple[Page, ...]
    findings: tuple[Page, ...]
    apart: tuple[Page, ...]

    @classmethod
    def of(cls, outcome: Outcome) -> _Pages:
        return cls(
            Page.of(outcome.context),
            Page.of(outcome.root),
            tuple(Page.of(text) for _, text in outcome.frontier),
            tuple(map(Page.of, outcome.findings)),
            tuple(map(Page.of, outcome.apart)),
        )


def _locate(fact: PlantedFact, pages: _Pages) -> Place:
    def on(*candidates: Page) -> bool:
        return any(readable(fact.needles, page, across_lines=fact.across_lines) for page in candidates)

    if on(pages.context):
        if on(pages.root):
            return "root"
        return "frontier" if on(*pages.frontier) else "fresh"
    if on(*pages.findings):
        return "finding"
    return "halted" if on(*pages.apart) else "lost"


def add_up(accounts: Iterable[Account]) -> Account:
    """The sum of several sessions."""
    total = Account(dict.fromkeys(PLACES, 0))
    for account in accounts:
        total = total + account
    return total
