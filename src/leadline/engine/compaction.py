"""Compaction of one session: leaves in, gated parents out, one commit a parent (design.md, sections 3 and 5).

`SessionBuild` is fed messages in order and may be fed again later: leaves that the store knows are compared and not
extracted again, sealed parents are taken from the store, only the right edge is tried anew. It writes through the
store port and nowhere else; a crash leaves the last committed node, and the next run goes on from there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from leadline.core.facts import extract, resolve, shadow
from leadline.core.policy.estimate import LevelCounts
from leadline.core.policy.history import History, Reading
from leadline.core.policy.selection import apply_lists
from leadline.core.receipts.chain import Link
from leadline.core.receipts.hashes import sha256_hex
from leadline.core.text.messages import Child, Message
from leadline.core.text.tokens import count_tokens
from leadline.core.tree.growth import TreeConfig, node_budget
from leadline.core.tree.leaves import LeafSplitter
from leadline.core.tree.nodes import Leaf, Node
from leadline.engine.leaf_texts import LeafTexts
from leadline.engine.originals import encode_originals
from leadline.engine.owning import WAIT_S, Owner
from leadline.engine.policy_change import policy_step
from leadline.engine.receipting import node_record, receipt_of
from leadline.engine.records import (
    LeafRecord,
    NodeRecord,
    decode_leaf,
    decode_node,
    encode,
    encode_leaf,
    encode_node,
)
from leadline.engine.session import parse_drops
from leadline.engine.state import FrontierItem, SessionState
from leadline.engine.trial import Built, Trial, TrialSettings, newest_markers, run_trial
from leadline.stores.port import Commit, Store
from leadline.stores.steps import require_ref

__all__ = ["DivergedError", "SessionBuild"]

Progress = Callable[[str, int], None]  # (what, how much more of it)


class DivergedError(Exception):
    """The transcript is not a continuation of what the store holds under this name."""

    def __init__(self, session: str, leaf: int, line: int, digest: str) -> None:
        super().__init__(f"session {session}: leaf n{leaf} (line {line}) differs from the one in the store")
        self.remedy = (
            "Open it with the budget and policy that it was begun with, or give this history a name of its own."
        )
        self.leaf = leaf
        self.line = line
        self.digest = digest  # of the text that the transcript has now


@dataclass(slots=True)
class SessionBuild:
    """One run over one session. Call `push` for each message, then `finish`."""

    store: Store
    session: str
    config: TreeConfig
    settings: TrialSettings
    meta: Mapping[str, Any] = field(default_factory=dict)
    progress: Progress | None = None
    wait_s: float = WAIT_S  # for somebody else who works on this session
    redact_store: bool = False  # secrets are not even kept beside the leaves that they stood in
    leaves: list[LeafRecord] = field(default_factory=list)
    records: list[NodeRecord] = field(default_factory=list)
    commits: int = 0
    tokens_in: int = 0
    _splitter: LeafSplitter = field(init=False)
    _texts: LeafTexts = field(init=False)
    _index: dict[str, str] = field(init=False)
    _ref: str | None = field(init=False)
    _pending: dict[int, list[list[Built]]] = field(default_factory=dict)
    _sealed: Counter[int] = field(default_factory=Counter)
    _unwritten: list[tuple[LeafRecord, bytes, tuple[bytes, ...]]] = field(default_factory=list)
    _history: dict[int, list[NodeRecord]] = field(default_factory=dict)
    _apart: list[FrontierItem] = field(default_factory=list)
    _open_records: list[NodeRecord] = field(default_factory=list)
    _open_apart: list[FrontierItem] = field(default_factory=list)
    _count: int = field(init=False)
    _owner: Owner = field(init=False)

    def __post_init__(self) -> None:
        self._splitter = LeafSplitter(
            self.config.leaf_tokens, self.config.fresh_tokens, count_tokens, self.config.head_tokens
        )
        self._texts = LeafTexts(self.store, self.leaves, self.session)
        self._owner = Owner(self.store, self.session, "compacting it", self.wait_s)
        self._read_ref()

    def _read_ref(self) -> None:
        self._ref = self.store.ref(self.session)
        self._index = dict(self.store.nodes(self.session)) if self._ref is not None else {}
        self._count = next((row.count for row in self.store.sessions() if row.session == self.session), 0)

    @property
    def texts(self) -> Mapping[int, str]:
        """Texts of the leaves by position; of a swept one the text that this run was given again."""
        return self._texts

    # -- all or nothing -----------------------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Take in what others committed to this session since: a person's drop, or this build's own steps of a run
        that was rolled back. Nodes that came to stand are then found by their digests and not tried again."""
        if self.store.ref(self.session) == self._ref:
            return
        self._read_ref()
        if "drops" in self._index:
            drops = parse_drops(self.store.get(self._index["drops"]))
            self.settings = replace(self.settings, dropped={**self.settings.dropped, **drops})

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """What was pushed and finished inside the block is forgotten when the block raises; the store keeps what it
        committed, and the next `catch_up` finds it. Costs a shallow copy of the lists."""
        kept = {name: _copied(getattr(self, name)) for name in _MUTABLE}
        splitter = self._splitter.copy()
        try:
            yield
        except BaseException:
            for name, value in kept.items():
                setattr(self, name, value)
            self._splitter = splitter
            self._texts = LeafTexts(self.store, self.leaves, self.session)
            raise

    # -- feeding ------------------------------------------------------------------------------------------------

    def push(self, message: Message) -> None:
        """Take one message; leaves that it pushes out of the freshest part are folded in.

        The session is owned from the first parent that must be tried until `finish` or an error: a run that finds
        all its work done writes nothing at all. Raises OwnedError where somebody else keeps it.
        """
        with self._let_go_on_error():
            for leaf in self._splitter.push(message):
                self._add_leaf(leaf)
                if self.progress is not None:
                    self.progress("leaf", leaf.tokens)

    @contextmanager
    def _let_go_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._owner.give_back()
            raise

    def _own(self) -> None:
        """Take the session before the first trial. Who committed while we waited has done some of it: look again."""
        if self._owner.take():
            require_ref(self.session, self._ref, self.store.ref(self.session))
            self._receipt_policy()

    def _receipt_policy(self) -> None:
        """A session that goes on under another policy than its record names says so before anything rests on it."""
        if "meta" not in self._index:
            return
        meta = json.loads(self.store.get(self._index["meta"]))
        link = Link(self.session, self._count, self._ref)
        why = "the session was continued under it"
        step = policy_step(link, meta, self.settings.policy, by="rule:build", reason=why, owner=self._owner.token)
        if step is not None:
            self._ref = self.store.commit(step)
            self._index.update(step.nodes)
            self._count += 1
            self.commits += 1

    def _add_leaf(self, leaf: Leaf) -> None:
        self.tokens_in += leaf.tokens
        record, digest = self._known_leaf(leaf) or self._new_leaf(leaf)
        self.leaves.append(record)
        self._texts.hold(leaf)
        child = Child(leaf.id, leaf.text, leaf.as_child().role, None, leaf.segments)
        built = Built(leaf.id, child, (leaf.index, leaf.index + 1), digest, record.facts, leaf.tokens, 0,
                      markers=record.markers)  # fmt: skip
        self._add_slot(0, [built])

    def _known_leaf(self, leaf: Leaf) -> tuple[LeafRecord, str] | None:
        digest = self._index.get(leaf.id)
        if digest is None:
            return None
        record = decode_leaf(self.store.get(digest))
        now = sha256_hex(leaf.text.encode("utf-8", "surrogatepass"))
        if record.text_digest != now:
            raise DivergedError(self.session, leaf.index, leaf.lines[0], now)
        return record, digest

    def _new_leaf(self, leaf: Leaf) -> tuple[LeafRecord, str]:
        child = leaf.as_child()
        facts = resolve(extract(child))
        seen = apply_lists(facts, self.settings.policy)  # what it widens or pins is owed from here on
        owed = [b if a.criticality != "owed" else a for a, b in zip(facts, seen, strict=True)
                if "owed" in (a.criticality, b.criticality)]  # fmt: skip
        widened = {f.id for f in owed}
        supporting = Counter(f.kind for f in facts if f.criticality == "supporting" and f.id not in widened)
        unclassified = [(s.start, s.end, s.kind) for s in shadow(child, facts) if s.classified == "unclassified"]
        originals = encode_originals(leaf, self.session) if leaf.hidden and not self.redact_store else None
        record, body, text = encode_leaf(
            leaf, owed, dict(sorted(supporting.items())), unclassified, newest_markers(facts), originals
        )
        self._unwritten.append((record, body, (text,) if originals is None else (text, originals)))
        return record, sha256_hex(body)

    def _add_slot(self, level: int, built: list[Built]) -> None:
        """Put a child (or what stands in its place) at `level`; a full group gets its parent at once."""
        slots = self._pending.setdefault(level, [])
        slots.append(built)
        if len(slots) == self.config.fan_out and level < self.config.depth_max:
            index = self._sealed[level + 1]
            children = [b for slot in slots for b in slot]
            self._pending[level] = []
            self._sealed[level + 1] += 1
            self._add_slot(level + 1, self._parent(level + 1, index, children, sealed=True))

    # -- one parent ---------------------------------------------------------------------------------------------

    def _parent(self, level: int, index: int, children: list[Built], *, sealed: bool) -> list[Built]:
        """The committed parent of these children, or, where it was refused, what stands in its place."""
        if not children:
            return []
        digests = tuple(c.digest for c in children)
        node_id = f"p{level}.{index}"
        record = self._known_node(node_id, digests, sealed)
        if record is None:
            record = self._try_node(level, index, children, digests, sealed)
        (self.records if sealed else self._open_records).append(record)
        if sealed:
            self._history.setdefault(level, []).append(record)
        if self.progress is not None:
            self.progress("node", 1)
        return self._standing(record, children)

    def _known_node(self, node_id: str, digests: tuple[str, ...], sealed: bool) -> NodeRecord | None:
        digest = self._index.get(node_id)
        if digest is None:
            return None
        record = decode_node(self.store.get(digest))
        dropped_since = any(f.id in self.settings.dropped for f in record.facts)
        same = record.children_digests == digests and record.node.sealed == sealed
        return record if same and not dropped_since else None

    def _try_node(
        self, level: int, index: int, children: list[Built], digests: tuple[str, ...], sealed: bool
    ) -> NodeRecord:
        self._own()
        budget = node_budget(self.config, level, sum(c.tokens for c in children))
        trial = run_trial(
            f"p{level}.{index}", children, self.settings, level=level, budget=budget, history=self._history_at(level),
            more_levels=sealed,
            pool=self._pool(),
            leaf_texts=self._texts,
        )  # fmt: skip
        draft = trial.draft
        node = Node(
            level, index, (children[0].leaves[0], children[-1].leaves[1]), tuple(c.id for c in children), trial.state,
            draft, count_tokens(draft.text) if draft is not None else 0, sealed,
        )  # fmt: skip
        record = node_record(node, digests, trial)
        self._commit(record, trial)
        return record

    def _pool(self) -> LevelCounts:
        """This session's first drafts so far, over sealed nodes."""
        return LevelCounts(sum(r.first[0] for r in self.records), sum(r.first[1] for r in self.records))

    def _history_at(self, level: int) -> History:
        """What earlier sealed nodes of this level measured. The open edge is left out: it depends on where the session ends."""
        rows = [r for r in self._history.get(level, []) if r.node.draft is not None]
        return History(
            tuple(
                Reading(level, r.signals.get("provenance"), r.signals.get("retention"), r.signals.get("referents"))
                for r in rows
            )
        )

    def _standing(self, record: NodeRecord, children: list[Built]) -> list[Built]:
        node = record.node
        if node.state == "flattened":
            return children
        if node.draft is None:
            for child in children:
                apart = self._apart if node.sealed else self._open_apart
                apart.append(self._verbatim(child, f"{node.id} halted: {record.rule or 'refused'}"))
            return []
        return [
            Built(
                node.id,
                Child(node.id, node.draft.text, "summary"),
                node.leaves,
                self._index[node.id],
                record.facts,
                node.tokens,
                node.level,
                node.draft.sentences,
                record.places,
                record.markers,
            )
        ]

    def _verbatim(self, child: Built, why: str) -> FrontierItem:
        known = [*self.records, *self._open_records] if child.level else []
        record = next((r for r in reversed(known) if r.node.id == child.id), None)
        return FrontierItem(child.id, child.leaves, why, record, child.child.text)

    # -- writing ------------------------------------------------------------------------------------------------

    def _commit(self, record: NodeRecord, trial: Trial) -> None:
        """Leaves not yet written, the node, its receipt and the ref: one atomic step."""
        body = encode_node(record)
        blobs: list[bytes] = []
        nodes: list[tuple[str, str]] = []
        for leaf, leaf_body, texts in self._unwritten:
            blobs += [*texts, leaf_body]
            nodes.append((leaf.id, sha256_hex(leaf_body)))
        blobs.append(body)
        nodes.append((record.node.id, sha256_hex(body)))
        if self._index.get("meta") is None and self.meta:
            meta = encode(dict(self.meta))
            blobs.append(meta)
            nodes.append(("meta", sha256_hex(meta)))
        link = Link(self.session, self._count, self._ref)
        earlier = self._history.get(record.node.level, [])
        receipt = receipt_of(
            record, body, trial, link, leaves=self.leaves, settings=self.settings, config=self.config, earlier=earlier
        )
        step = Commit(self.session, self._ref, receipt, tuple(blobs), tuple(nodes), owner=self._owner.token)
        self._ref = self.store.commit(step)
        self._index.update(nodes)
        self._unwritten.clear()
        self._count += 1
        self.commits += 1

    # -- the end ------------------------------------------------------------------------------------------------

    def finish(self) -> SessionState:
        """Build the open right edge up to one root and return the session as it stands. May be called again later."""
        with self._let_go_on_error():
            state = self._finish()
        self._owner.clear()
        self._owner.give_back()
        return state

    def _finish(self) -> SessionState:
        self._open_records, self._open_apart = [], []
        carried: list[Built] = []
        top = max((level for level, slots in self._pending.items() if slots), default=0)
        level = 0
        while True:
            children = [b for slot in self._pending.get(level, []) for b in slot] + carried
            settled = not children or (len(children) == 1 and children[0].level > 0)
            if settled or level >= self.config.depth_max:
                carried = children
            else:
                carried = self._parent(level + 1, self._sealed[level + 1], children, sealed=False)
            if level >= top and (len(carried) <= 1 or level >= self.config.depth_max):
                break
            level += 1
        frontier = [self._verbatim(b, "" if len(carried) == 1 else "top of the tree") for b in carried]
        head_tokens = sum(count_tokens(m.text) for m in self._splitter.head)
        apart = sorted((*self._apart, *self._open_apart), key=lambda item: item.leaves)
        return SessionState(
            self.session,
            (*apart, *frontier),
            (*self.records, *self._open_records),
            tuple(self.leaves),
            self._splitter.fresh,
            self._splitter.fresh_total,
            self.tokens_in + self._splitter.fresh_total + head_tokens,
            self.commits,
            self._splitter.head,
            head_tokens,
        )


# What `push` and `finish` change. The ref, its count and the index are read from the store again instead.
_MUTABLE = (
    "leaves", "records", "commits", "tokens_in", "_pending", "_sealed", "_unwritten", "_history", "_apart",
    "_open_records", "_open_apart",
)  # fmt: skip


def _copied(value: Any) -> Any:
    """Lists and dictionaries anew, down to the values in them, which are never changed in place."""
    if isinstance(value, list):
        return [_copied(item) for item in value]
    if isinstance(value, dict):
        items = {key: _copied(item) for key, item in value.items()}
        return Counter(items) if isinstance(value, Counter) else items
    return value
