"""The structural pass over a Claude Code session: which lines are on the live path, without holding their text.

`parentUuid` makes a graph, not a list (guides/formats.md, 1.3-1.8): compactions start new roots, rewinds leave dead
branches, parallel tool calls look like forks, sub-agents hang inside as side chains, and a preserved tail is written
twice. `index_links` keeps a few words per record (ids, kind, byte offset) and answers by line number. Parents that
dangle or cycle make a root; every walk visits a record once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from leadline.readers.source import Record, Source

__all__ = ["Boundary", "Links", "index_links"]

Kind = Literal["prompt", "result", "assistant", "summary", "boundary", "other"]

_SAID = ("timestamp", "message", "attachment", "compactMetadata", "content")
_TALK: frozenset[str] = frozenset({"prompt", "result", "assistant", "summary", "boundary"})


@dataclass(frozen=True, slots=True)
class Boundary:
    """A `compact_boundary`: where its summary stands (None: there is none) and which uuids were kept verbatim."""

    summary: tuple[int, int, int] | None  # line, byte offset, length in bytes
    preserved: frozenset[str]
    linked: bool  # the record before it is named and in the file


@dataclass(frozen=True, slots=True)
class Links:
    """Answers of the structural pass, by physical line."""

    live: frozenset[int]
    boundaries: dict[int, Boundary]
    summaries: frozenset[int]  # lines of summaries that belong to a boundary
    copies: frozenset[int]  # lines that repeat an earlier record (a preserved tail, a replayed prefix)
    renamed: frozenset[int]  # lines that reuse the uuid of an earlier, different record
    n_side: int = 0  # records of side chains, not in `live`
    n_side_chains: int = 0
    n_abandoned: int = 0  # user and assistant records on rewound branches
    headless: bool = False  # the first record has a parent that is not here: an exported stretch of a longer session


@dataclass(slots=True)
class _Node:
    line: int
    offset: int
    length: int
    uuid: str
    kind: Kind
    side: bool
    parent_uuid: str | None
    parent: int | None = None
    group: str | None = None  # message.id of a reply
    answers: str | None = None  # uuid of the assistant line whose call this result answers
    logical: int | None = None  # boundary: the record before it
    preserved: frozenset[str] = frozenset()
    segment: tuple[str, str] | None = (
        None  # boundary: head and tail of the preserved segment, where no uuids are listed
    )


@dataclass(slots=True)
class _Index:
    nodes: list[_Node] = field(default_factory=list)
    latest: dict[str, int] = field(default_factory=dict)  # uuid -> newest copy so far
    first: dict[str, int] = field(default_factory=dict)  # uuid -> its first record
    copies: set[int] = field(default_factory=set)
    renamed: set[int] = field(default_factory=set)
    waiting: list[tuple[int, str, bool]] = field(
        default_factory=list
    )  # node, uuid not seen yet, is it a logical parent


def index_links(source: Source) -> Links:
    """One pass over all records; parses each line, keeps none."""
    index = _Index()
    for record in source.iter_records():
        if isinstance(record.value, dict):
            _add(index, source, record)
    for at, uuid, is_logical in index.waiting:
        found = index.latest.get(uuid)
        if found is not None and found != at:
            if is_logical:
                index.nodes[at].logical = found
            else:
                index.nodes[at].parent = found
    return _resolve(index)


def _add(index: _Index, source: Source, found: Record) -> None:
    record, line, offset, length = found.value, found.line, found.offset, len(found.raw)
    uuid = record.get("uuid")
    kind = _kind_of(record)
    if not isinstance(uuid, str) or not uuid:
        if kind not in ("prompt", "result", "assistant", "summary"):
            return
        uuid = f"line:{line}"
    at = len(index.nodes)
    if uuid in index.first:
        first = index.nodes[index.first[uuid]]
        is_copy = first.kind == kind and _says_the_same(
            source.record_at(first.line, first.offset, first.length).value, record
        )
        (index.copies if is_copy else index.renamed).add(line)
    else:
        index.first[uuid] = at
    message = record.get("message")
    node = _Node(line, offset, length, uuid, kind, _is_side(record), _text_or_none(record.get("parentUuid")))
    if isinstance(message, dict) and kind == "assistant":
        node.group = _text_or_none(message.get("id"))
    node.answers = _text_or_none(record.get("sourceToolAssistantUUID"))
    if node.parent_uuid is not None:
        # The newest copy before this line: a rewritten tail takes over from its original.
        node.parent = index.latest.get(node.parent_uuid)
        if node.parent is None:
            index.waiting.append((at, node.parent_uuid, False))
    if kind == "boundary":
        _add_boundary(index, at, node, record)
    index.nodes.append(node)
    index.latest[uuid] = at


def _says_the_same(first: Any, record: dict[str, Any]) -> bool:
    """A record that is written again keeps its time and words; its parent may be another."""
    return isinstance(first, dict) and all(first.get(key) == record.get(key) for key in _SAID)


def _add_boundary(index: _Index, at: int, node: _Node, record: dict[str, Any]) -> None:
    logical = _text_or_none(record.get("logicalParentUuid"))
    if logical is not None:
        node.logical = index.latest.get(logical)
        if node.logical is None:
            index.waiting.append((at, logical, True))
    metadata = record.get("compactMetadata") or record.get("compact_metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    kept = metadata.get("preservedMessages")
    if isinstance(kept, dict) and isinstance(kept.get("uuids"), list):
        node.preserved = frozenset(uuid for uuid in kept["uuids"] if isinstance(uuid, str))
    segment = metadata.get("preservedSegment")
    if not node.preserved and isinstance(segment, dict):
        head, tail = _text_or_none(segment.get("headUuid")), _text_or_none(segment.get("tailUuid"))
        if head and tail:
            node.segment = (head, tail)
            node.preserved = _walk_segment(index, head, tail)


def _walk_segment(index: _Index, head: str, tail: str) -> frozenset[str]:
    uuids: set[str] = set()
    at = index.latest.get(tail)
    while at is not None and index.nodes[at].uuid not in uuids:
        uuids.add(index.nodes[at].uuid)
        if index.nodes[at].uuid == head:
            return frozenset(uuids)
        at = index.nodes[at].parent
    return frozenset()  # the tail does not lead to the head: nothing can be said to be kept


def _kind_of(record: dict[str, Any]) -> Kind:
    match record.get("type"):
        case "assistant":
            return "assistant"
        case "user":
            if record.get("isCompactSummary") is True:
                return "summary"
            message = record.get("message")
            content = message.get("content") if isinstance(message, dict) else None
            blocks = content if isinstance(content, list) else []
            is_result = any(isinstance(block, dict) and block.get("type") == "tool_result" for block in blocks)
            return "result" if is_result else "prompt"
        case "system" if record.get("subtype") == "compact_boundary":
            return "boundary"
    return "other"


def _is_side(record: dict[str, Any]) -> bool:
    return record.get("isSidechain") is True or bool(record.get("parent_tool_use_id"))


def _text_or_none(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _resolve(index: _Index) -> Links:
    nodes = index.nodes
    talk = [node for node in nodes if node.kind in _TALK]
    # A file of its own for one sub-agent: there the side chain is the conversation.
    all_side = all(node.side for node in talk if node.kind != "boundary")
    main = [at for at, node in enumerate(nodes) if all_side or not node.side or node.kind == "boundary"]
    if any(nodes[at].parent_uuid for at in main):
        live = _live_path(nodes, main)
        _add_what_belongs(nodes, main, live, index.latest)
    else:  # no links at all: file order is all there is
        live = set(main)
    summaries = _summaries_of_boundaries(nodes)
    boundaries: dict[int, Boundary] = {}
    for at, node in enumerate(nodes):
        if node.kind == "boundary" and at in live:
            found = summaries.get(at)
            place = None if found is None else (nodes[found].line, nodes[found].offset, nodes[found].length)
            boundaries[node.line] = Boundary(place, node.preserved, node.logical is not None)
    in_main = set(main)
    side = [node for at, node in enumerate(nodes) if at not in in_main and node.kind in _TALK]
    roots = [
        node for at, node in enumerate(nodes) if at not in in_main and (node.parent is None or node.parent in in_main)
    ]
    abandoned = [
        nodes[at] for at in main if at not in live and nodes[at].kind in _TALK and nodes[at].line not in index.copies
    ]
    return Links(
        live=frozenset(nodes[at].line for at in live),
        boundaries=boundaries,
        summaries=frozenset(nodes[at].line for at in summaries.values()),
        copies=frozenset(index.copies),
        renamed=frozenset(index.renamed),
        n_side=len(side),
        n_side_chains=len(roots) if side else 0,
        n_abandoned=len(abandoned),
        headless=bool(main) and nodes[main[0]].parent is None and nodes[main[0]].parent_uuid is not None,
    )


def _live_path(nodes: list[_Node], main: list[int]) -> set[int]:
    """Indices from the last talking record back to the start, through compactions to what they replaced."""
    talk = [at for at in main if nodes[at].kind in _TALK]
    live: set[int] = set()
    boundaries = [at for at in talk if nodes[at].kind == "boundary" and nodes[at].preserved]
    before = _previous(main, nodes)
    in_main = set(main)
    first_reply = next((at for at in talk if nodes[at].kind == "assistant"), len(nodes))
    first_prompt = next((at for at in talk if nodes[at].kind == "prompt" and nodes[at].parent_uuid is None), len(nodes))
    at: int | None = talk[-1] if talk else None
    while at is not None:
        live.add(at)
        node = nodes[at]
        parent = node.logical if node.kind == "boundary" and node.parent is None else node.parent
        if parent is not None and parent in in_main and parent not in live:
            # A kept tail that was not written again: the step from a later record into it jumps over its boundary.
            crossed = [b for b in boundaries if parent < b < at and nodes[parent].uuid in nodes[b].preserved]
            live.update(crossed)
            at = parent
            continue
        if parent is None and node.kind == "prompt" and node.parent_uuid is None and first_prompt < first_reply < at:
            return live  # rewound to the very beginning: what stands before was abandoned
        # A root in the middle (dangling parent, cycle, boundary without a known predecessor): file order goes on.
        at = before.get(at)
        while at is not None and at in live:
            at = before.get(at)
    return live


def _previous(main: list[int], nodes: list[_Node]) -> dict[int, int]:
    """For each main record the talking one before it in the file."""
    previous: dict[int, int] = {}
    last: int | None = None
    for at in main:
        if last is not None:
            previous[at] = last
        if nodes[at].kind in _TALK:
            last = at
    return previous


def _add_what_belongs(nodes: list[_Node], main: list[int], live: set[int], latest: dict[str, int]) -> None:
    """Adds to `live` the side arms of live replies: parallel calls, their results, and notes hanging under live records."""
    groups = {nodes[at].group for at in live if nodes[at].group}
    told = {nodes[at].uuid for at in live}
    for at in main:
        node = nodes[at]
        if at in live or node.uuid in told:  # another copy of it is live
            continue
        owner = _talking_ancestor(nodes, at)
        if node.kind == "assistant":
            belongs = node.group in groups
        elif node.kind == "result":
            asked = latest.get(node.answers) if node.answers else owner
            belongs = asked in live and asked is not None and nodes[asked].kind == "assistant"
        else:
            belongs = node.kind == "other" and (owner is None or owner in live)
        if belongs:
            live.add(at)


def _talking_ancestor(nodes: list[_Node], at: int) -> int | None:
    seen = {at}
    parent = nodes[at].parent
    while parent is not None and parent not in seen:
        if nodes[parent].kind in _TALK:
            return parent
        seen.add(parent)
        parent = nodes[parent].parent
    return None


def _summaries_of_boundaries(nodes: list[_Node]) -> dict[int, int]:
    """Boundary -> its summary: the first flagged record whose parents lead to it without other talk between."""
    found: dict[int, int] = {}
    for at, node in enumerate(nodes):
        if node.kind == "summary":
            owner = _talking_ancestor(nodes, at)
            if owner is not None and nodes[owner].kind == "boundary":
                found.setdefault(owner, at)
    return found
