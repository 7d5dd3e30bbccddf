"""Checks a session's receipts against each other and against the head record that stands beside them.

In: the receipts as stored, in stored order, and the head (how many, and the last one's digest), which is kept outside of
the chain. Out: complaints, each naming a place and a kind; empty means that this is the chain that was written. What it
proves: nothing was edited, moved, inserted, removed or cut since the head was taken. What it does not: that whoever
could rewrite the receipts could not rewrite the head with them; for that the head must be kept elsewhere as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from leadline.core.receipts.canonical import read_canonical
from leadline.core.receipts.chain import ANCHOR, BOUNDARY, FIDELITY, FORMAT, GENERATION, boundary_digest, receipt_digest
from leadline.core.receipts.hashes import digest
from leadline.core.receipts.merkle import merkle_root_of_hashes

__all__ = ["Complaint", "ComplaintKind", "verify_chain"]

ComplaintKind = Literal[
    "unreadable", "edited", "foreign", "replayed", "reordered", "gap", "broken_link", "cut_tail", "extra_tail", "wrong_head",
    "evidence",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing wrong. `at` is the position among the receipts given, -1 for the chain as a whole."""

    kind: ComplaintKind
    at: int
    message: str


@dataclass(frozen=True, slots=True)
class _Read:
    at: int
    digest: str
    body: Mapping[str, Any]

    @property
    def seq(self) -> int:
        return int(self.body["seq"])


def verify_chain(receipts: Sequence[bytes], head_count: int, head_digest: str | None) -> tuple[Complaint, ...]:
    """Everything wrong with this chain, in order of position; () where nothing is. Linear in the bytes.

    `head_digest` is None for a session without receipts.
    """
    complaints: list[Complaint] = []
    read: list[_Read] = []
    for at, receipt in enumerate(receipts):
        try:
            read.append(_Read(at, receipt_digest(receipt), _parsed(receipt)))
        except ValueError as error:
            complaints.append(Complaint("unreadable", at, f"receipt at {at} cannot be read: {error}"))
    complaints += _of_places(read, len(receipts))
    complaints += _of_links(read, head_digest)
    complaints += _of_head(receipts, read, head_count, head_digest)
    complaints += [
        Complaint("evidence", r.at, f"receipt {r.seq}: {said}") for r in read for said in _of_evidence(r.body)
    ]
    return tuple(sorted(complaints, key=lambda c: (c.at if c.at >= 0 else len(receipts), c.kind, c.message)))


def _parsed(receipt: bytes) -> Mapping[str, Any]:
    body = read_canonical(receipt)
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise ValueError(f"it is no {FORMAT} document")
    seq, previous, session = body.get("seq"), body.get("previous"), body.get("session")
    if isinstance(seq, bool) or not isinstance(seq, int) or seq < 0:
        raise ValueError(f"seq = {seq!r}: expected a whole number of at least 0")
    if "previous" not in body or not isinstance(session, str) or not (previous is None or isinstance(previous, str)):
        raise ValueError("session or previous is missing")
    return body


def _of_places(read: Sequence[_Read], n: int) -> Iterator[Complaint]:
    seen: dict[int, _Read] = {}
    highest = -1
    for r in read:
        if r.body["session"] != read[0].body["session"]:
            yield Complaint("foreign", r.at, f"receipt at {r.at} belongs to session {r.body['session']}")
        if r.seq in seen:
            same = "the same bytes" if seen[r.seq].digest == r.digest else "other bytes"
            yield Complaint("replayed", r.at, f"receipt {r.seq} at {r.at} stood already at {seen[r.seq].at}, {same}")
        elif r.seq < highest:
            yield Complaint("reordered", r.at, f"receipt {r.seq} at {r.at} stands behind receipt {highest}")
        seen.setdefault(r.seq, r)
        highest = max(highest, r.seq)
    if len(read) == n:  # an unreadable one is complained about already and may be the missing one
        for start, end in _runs([s for s in range(highest + 1) if s not in seen]):
            which = f"receipt {start} is" if start == end else f"receipts {start} to {end} are"
            yield Complaint("gap", -1, f"{which} missing from the middle of the chain")


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    start = None
    for i, number in enumerate(numbers):
        start = number if start is None else start
        if i + 1 == len(numbers) or numbers[i + 1] != number + 1:
            yield start, number
            start = None


def _of_links(read: Sequence[_Read], head_digest: str | None) -> Iterator[Complaint]:
    by_seq = {r.seq: r for r in reversed(read)}
    named = {r.body["previous"] for r in read} | {head_digest}
    for r in read:
        if r.seq == 0:
            if r.body["previous"] is not None:
                yield Complaint("broken_link", r.at, "receipt 0 names one before it: the start of the chain is missing")
            continue
        before = by_seq.get(r.seq - 1)
        if before is None or before.digest == r.body["previous"]:
            continue
        said = (
            f"receipt {r.seq} was written after {r.body['previous']} , but receipt {before.seq} is now {before.digest}"
        )
        if r.digest in named:  # what comes after it, or the head, still knows this one: so the one before was changed
            yield Complaint("edited", before.at, f"receipt {before.seq} was edited: {said}")
        else:
            yield Complaint("broken_link", r.at, f"{said} : one of the two was edited")


def _of_head(
    receipts: Sequence[bytes], read: Sequence[_Read], head_count: int, head_digest: str | None
) -> Iterator[Complaint]:
    n, last = len(receipts), max((r.seq for r in read), default=-1)
    if last + 1 < head_count and n < head_count:
        yield Complaint(
            "cut_tail", -1, f"the head record counts {head_count} receipts; the chain ends after {last + 1}"
        )
    elif n < head_count:
        yield Complaint("gap", -1, f"the head record counts {head_count} receipts; {n} are here")
    elif n > head_count:
        yield Complaint("extra_tail", -1, f"the head record counts {head_count} receipts; {n} are here")
    found = receipt_digest(receipts[-1]) if receipts else None
    if found == head_digest:
        return
    said = f"the head record ends with {head_digest} , the chain with {found}"
    if n == head_count and read and read[-1].at == n - 1 and read[-1].seq == n - 1:
        yield Complaint("edited", n - 1, f"the last receipt, {n - 1}, or the head record was edited: {said}")
    else:
        yield Complaint("wrong_head", -1, said)


def _of_evidence(body: Mapping[str, Any]) -> Iterator[str]:
    """Whether the parts of a verdict's receipt agree with each other (a forger who rehashes the chain must redo all)."""
    if body.get("kind") != "verdict":
        return
    parts = {name: body.get(name) for name in (GENERATION, ANCHOR, FIDELITY, BOUNDARY, "findings")}
    missing = [name for name, part in parts.items() if not isinstance(part, dict)]
    if missing:
        yield f"{', '.join(missing)} is missing"
        return
    anchor, boundary, findings = (parts[name] or {} for name in (ANCHOR, BOUNDARY, "findings"))
    try:
        if merkle_root_of_hashes(anchor["hashes"]) != anchor["root"]:
            yield "the anchor's root does not follow from its leaf hashes"
        if (
            digest("findings/v1", findings["items"]) != findings["digest"]
            or len(findings["items"]) != findings["count"]
        ):
            yield "the findings do not have the digest or the count that stands beside them"
        if boundary_digest(body, boundary["limits"]) != boundary["digest"]:
            yield "the boundary's digest does not cover this evidence"
    except (KeyError, TypeError, ValueError) as error:
        yield f"a part has not the expected form: {error!r}"
