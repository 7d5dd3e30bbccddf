"""Where every fact of every leaf is now. Each one is in exactly one of five states, and the account adds up (design.md, 7).

`root`: readable at the root. `frontier`: readable in a named piece beside it, a node or a leaf that stands verbatim. `held`:
supporting, not readable above, but its leaf is there (or in an archive) under the reference that is printed. `dropped`: let go, by
which rule or person, when and why. `unverifiable`: none of these can be shown; of an owed fact that means a loss.
The totals come from the leaves' records, written when the leaves were; nothing is assumed that was not read now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from leadline.core.facts.model import Fact
from leadline.core.facts.parent_index import ParentIndex
from leadline.core.facts.retain import retained
from leadline.core.policy.model import Policy
from leadline.core.policy.selection import apply_lists
from leadline.engine.drop_log import LetGo, drop_log
from leadline.engine.records import LeafRecord
from leadline.engine.references import full_text
from leadline.engine.session import Session
from leadline.engine.supporting import Standing, count_kinds, read_leaf_facts
from leadline.engine.tombstones import shown_text
from leadline.stores.archive import Archive, ArchiveError
from leadline.stores.port import Store, StoreError

__all__ = ["STATES", "Account", "Entry", "Probe", "Tally", "account", "ask_probes", "standing_leaves", "standing_texts"]

Where = Literal["root", "frontier", "held", "dropped", "unverifiable"]
STATES: tuple[Where, ...] = ("root", "frontier", "held", "dropped", "unverifiable")


@dataclass(frozen=True, slots=True)
class Entry:
    """One owed fact and its state; `detail` names the node or leaf, or says who let it go and why."""

    fact: Fact
    where: Where
    detail: str
    reference: str  # for `leadline expand`
    since: str | None = None  # of a dropped one: when that was recorded (ISO, UTC)


@dataclass(frozen=True, slots=True)
class Tally:
    """Supporting facts of one kind of one leaf that are in the same state."""

    leaf: str
    kind: str
    where: Where
    n: int
    detail: str


@dataclass(frozen=True, slots=True)
class Account:
    """Owed facts one by one in time order, supporting ones counted; and how many there must be."""

    entries: tuple[Entry, ...]
    tallies: tuple[Tally, ...]
    unclassified: int  # shadow hits that the extractor did not see; their leaves are never swept
    n_owed: int  # as the leaves' records say
    n_supporting: int
    not_archived: Mapping[str, str] = field(
        default_factory=dict
    )  # leaf -> what is wrong with its text in the archive given

    @property
    def counts(self) -> Mapping[Where, int]:
        """Owed facts by state."""
        found = Counter(e.where for e in self.entries)
        return {w: found[w] for w in STATES}

    @property
    def supporting(self) -> Mapping[Where, int]:
        """Supporting facts by state."""
        found: Counter[Where] = Counter()
        for tally in self.tallies:
            found[tally.where] += tally.n
        return {w: found[w] for w in STATES}

    @property
    def adds_up(self) -> bool:
        return len(self.entries) == self.n_owed and sum(self.supporting.values()) == self.n_supporting


@dataclass(frozen=True, slots=True)
class Probe:
    """A question with one exact answer: is this fact readable and true in that text?"""

    fact: Fact
    answered: bool
    state: str
    level: int
    node: str


def account(session: Session, store: Store, archive: Archive | None = None) -> Account:
    """The state of each fact, decided by reading the committed texts now. Reads every leaf that is there once.

    With `archive` each archived text is fetched and hashed; one that is not there is told, and its facts are unverifiable.
    """
    missing = {} if archive is None else _not_archived(session, store, archive)
    look = _Look(session, store, missing, session.policy, drop_log(session, store), standing_leaves(session))
    texts = standing_texts(session)
    entries: list[Entry] = []
    tallies: list[Tally] = []
    for record in session.leaves:
        above = [text for text in texts if text.covers(record.index)]
        entries += _owed(look, record, above)
        tallies += _supporting(look, record, above)
    n_supporting = sum(sum(leaf.supporting.values()) for leaf in session.leaves)
    unclassified = sum(len(leaf.unclassified) for leaf in session.leaves)
    return Account(tuple(entries), tuple(tallies), unclassified, len(session.facts), n_supporting, missing)


def _not_archived(session: Session, store: Store, archive: Archive) -> dict[str, str]:
    found: dict[str, str] = {}
    for record in session.leaves:
        if record.id not in session.tombstones:
            continue
        try:
            full_text(store, session, record, archive)
        except ArchiveError as error:
            found[record.id] = str(error)
    return found


def ask_probes(session: Session) -> tuple[Probe, ...]:
    """One probe for each live owed fact of each standing node, asked at that node's text now.

    What a person let go, and what the policy in force does not demand any more, is not asked for.
    """
    probes: list[Probe] = []
    policy = session.policy
    for record in session.top:
        draft = record.node.draft
        if draft is None:
            continue
        asked = [f for f in apply_lists(record.facts, policy) if f.criticality == "owed"]
        for row in retained(asked, ParentIndex(draft.text)):
            if row.fact.id not in session.drops:
                probes.append(Probe(row.fact, row.state == "kept", row.state, record.node.level, record.node.id))
    return tuple(probes)


def standing_texts(session: Session) -> list[Standing]:
    """The texts of the frontier's nodes, the root first."""
    root = session.root
    found = [
        Standing(r.node.id, r.node.leaves, root is not None and r.node.id == root.node.id, ParentIndex(r.node.draft.text))
        for r in session.top
        if r.node.draft is not None
    ]  # fmt: skip
    return sorted(found, key=lambda standing: not standing.is_root)


def standing_leaves(session: Session) -> frozenset[int]:
    """Leaves that stay verbatim: those under a halted node, and those that no node covers yet."""
    covered: set[int] = set()
    halted: set[int] = set()
    for record in session.nodes:
        span = range(*record.node.leaves)
        if record.node.draft is None:
            direct = [int(c[1:]) for c in record.node.children if c.startswith("n")]
            halted.update(direct)
        else:
            covered.update(span)
    everything = set(range(len(session.leaves)))
    return frozenset(halted | (everything - covered))


@dataclass(frozen=True, slots=True)
class _Look:
    """What one account is read from."""

    session: Session
    store: Store
    not_archived: Mapping[str, str]
    policy: Policy
    log: Mapping[str, LetGo]
    stays: frozenset[int]  # leaves that stand in the frontier as they are


def _owed(look: _Look, record: LeafRecord, above: Sequence[Standing]) -> list[Entry]:
    said: dict[str, Standing] = {}
    for text in above:
        for fact in text.said([f for f in record.facts if f.id not in said]):
            said[fact.id] = text
    now = {f.id: f for f in apply_lists(record.facts, look.policy)}
    entries = []
    for fact in record.facts:
        reference, let_go = f"{record.id}.{fact.sentence[0]}", look.log.get(fact.id)
        if let_go is None and now[fact.id].criticality != "owed":
            let_go = LetGo(f"rule:{now[fact.id].reason}", now[fact.id].reason, None)
        if fact.id in said:
            text = said[fact.id]
            entries.append(Entry(fact, "root" if text.is_root else "frontier", text.node, reference))
        elif record.index in look.stays and _stands_in(look, record, fact):
            entries.append(Entry(fact, "frontier", record.id, reference))
        elif let_go is not None:
            entries.append(Entry(fact, "dropped", f"{let_go.by}: {let_go.reason}", reference, let_go.at))
        else:
            entries.append(Entry(fact, "unverifiable", _why_not(look, record), reference))
    return entries


def _stands_in(look: _Look, record: LeafRecord, fact: Fact) -> bool:
    """Whether the leaf still says it: by its text, or by the piece that a tombstone kept."""
    stone = look.session.tombstones.get(record.id)
    if stone is None:
        return look.store.has(record.text_digest)
    return any(start <= fact.start and fact.end <= end for start, end, _ in stone.pieces)


def _why_not(look: _Look, record: LeafRecord) -> str:
    if record.id in look.session.tombstones:
        return f"no standing text says it, nobody let it go, and {record.id} was swept"
    if look.store.has(record.text_digest):
        return f"no standing text says it and nobody let it go; its leaf still does: leadline expand {record.id}"
    return f"no standing text says it, and the text of {record.id} is not in the store"


def _supporting(look: _Look, record: LeafRecord, above: Sequence[Standing]) -> list[Tally]:
    """By kind: those that went with a swept text, those that a standing text says, and all others. The record's counts are the total."""
    known, gone, rest = _known_supporting(look, record)
    left = Counter(record.supporting)
    tallies: list[Tally] = []

    def take(counts: Mapping[str, int], where: Where, detail: str) -> None:
        for kind, n in sorted(counts.items()):
            if taken := min(n, left[kind]):
                left[kind] -= taken
                tallies.append(Tally(record.id, kind, where, taken, detail))

    if gone:
        take(gone, *_where_gone(look, record))
    for standing in above:
        said = standing.said(known)
        known = [f for f in known if f not in said]
        take(count_kinds(said), "root" if standing.is_root else "frontier", standing.node)
    take(dict(left), *rest)
    return tallies


def _known_supporting(
    look: _Look, record: LeafRecord
) -> tuple[Sequence[Fact], Mapping[str, int], tuple[Where, str]]:  # fmt: skip
    """Supporting facts whose words are left, counts of those that went with the text, and where all others are."""
    stone = look.session.tombstones.get(record.id)
    if stone is not None:
        left = read_leaf_facts(record, shown_text(stone, record), look.policy).supporting
        if stone.let_go is None:
            return left, {}, ("dropped", f"rule:sweep: not owed, went with the text ({stone.receipt})")
        return (*left, *stone.readable), stone.let_go, ("held", f"{record.id}, in its tombstone {stone.digest}")
    try:
        text = full_text(look.store, look.session, record)
    except StoreError as error:
        return (), {}, ("unverifiable", str(error))
    if text is None:
        return (), {}, ("unverifiable", f"the text of {record.id} is not in the store")
    where: Where = "frontier" if record.index in look.stays else "held"
    return read_leaf_facts(record, text, look.policy).supporting, {}, (where, record.id)


def _where_gone(look: _Look, record: LeafRecord) -> tuple[Where, str]:
    """Where the supporting facts are that neither a standing text nor the tombstone says."""
    stone = look.session.tombstones[record.id]
    if stone.archive is None:
        return "dropped", f"rule:sweep: not owed, went with the text ({stone.receipt})"
    if record.id in look.not_archived:
        return "unverifiable", look.not_archived[record.id]
    return "held", f"{record.id}, in the archive {stone.archive}"
