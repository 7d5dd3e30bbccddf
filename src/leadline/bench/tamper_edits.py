"""Edits of a bundle as it lies there, without recomputing anything: bytes, lines and values.

In: a `Case`, another one to take lines from, and a seeded generator. Out: `Attempt`s: a changed bundle with what its reader
knows, once signed and with the key, once unsigned and with nothing known.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from leadline.core.receipts.bundle import Signer
from leadline.core.receipts.canonical import canonical_json

__all__ = ["EDITS", "Attempt", "Case", "Mutation", "same_content"]

Attempt = tuple[bytes, dict[str, Any]]  # a changed bundle, and what the reader knows


@dataclass(frozen=True, slots=True)
class Case:
    """A bundle before it is changed: its parts, and what an honest reader knows of it."""

    session: str
    receipts: tuple[bytes, ...]
    bundle: bytes  # signed
    unsigned: bytes
    signer: Signer
    leaves: tuple[int, ...]
    texts: dict[int, bytes]


Mutation = Callable[[Case, Case, random.Random], Iterator[Attempt]]


def same_content(case: Case, rng: random.Random) -> Iterator[Attempt]:
    """One line written in another way: spaces, another order of keys, escapes, or a carriage return at its end."""

    def change(lines: list[bytes]) -> None:
        at = rng.randrange(len(lines))
        body = json.loads(lines[at])
        ways: list[Callable[[], bytes]] = [
            lambda: json.dumps(body, ensure_ascii=False, sort_keys=True).encode(),
            lambda: json.dumps(dict(reversed(body.items())), ensure_ascii=False, separators=(",", ":")).encode(),
            lambda: lines[at].rstrip(b"\n").replace(b'"f', b'"\\u0066', 1),
            lambda: lines[at].rstrip(b"\n") + b"\r",
            lambda: b" " + lines[at].rstrip(b"\n"),
        ]
        lines[at] = rng.choice(ways)() + b"\n"

    return _edited(case, _lines(change))


def _edited(case: Case, change: Callable[[bytes], bytes]) -> Iterator[Attempt]:
    yield _different(change, case.bundle), {"key": case.signer.public}
    yield _different(change, case.unsigned), {}


def _different(change: Callable[[bytes], bytes], data: bytes) -> bytes:
    while (changed := change(data)) == data:
        pass
    return changed


def _flip(case: Case, _other: Case, rng: random.Random) -> Iterator[Attempt]:
    def change(data: bytes) -> bytes:
        at = rng.randrange(len(data))
        return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]

    return _edited(case, change)


def _splice(case: Case, _other: Case, rng: random.Random) -> Iterator[Attempt]:
    def change(data: bytes) -> bytes:
        a, b = sorted(rng.randrange(len(data)) for _ in range(2))
        b = min(b, a + rng.randrange(1, 200))
        return data[:a] + data[b:] if rng.random() < 0.5 else data[:b] + data[a:b] + data[b:]

    return _edited(case, change)


def _truncate(case: Case, _other: Case, rng: random.Random) -> Iterator[Attempt]:
    return _edited(case, lambda data: data[: rng.randrange(len(data))])


def _lines(change: Callable[[list[bytes]], None]) -> Callable[[bytes], bytes]:
    def changed(data: bytes) -> bytes:
        lines = data.splitlines(keepends=True)
        change(lines)
        return b"".join(lines)

    return changed


def _drop(case: Case, _other: Case, rng: random.Random) -> Iterator[Attempt]:
    def change(lines: list[bytes]) -> None:
        del lines[rng.randrange(len(lines))]

    return _edited(case, _lines(change))


def _reorder(case: Case, _other: Case, rng: random.Random) -> Iterator[Attempt]:
    def change(lines: list[bytes]) -> None:
        a, b = rng.sample(range(len(lines)), 2)
        lines[a], lines[b] = lines[b], lines[a]

    return _edited(case, _lines(change))


def _replay(case: Case, _other: Case, rng: random.Random) -> Iterator[Attempt]:
    def change(lines: list[bytes]) -> None:
        lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))

    return _edited(case, _lines(change))


def _swap_lines(case: Case, other: Case, rng: random.Random) -> Iterator[Attempt]:
    theirs = other.bundle.splitlines(keepends=True)

    def change(lines: list[bytes]) -> None:
        lines[rng.randrange(len(lines))] = rng.choice(theirs)

    return _edited(case, _lines(change))


def _value(case: Case, _other: Case, rng: random.Random) -> Iterator[Attempt]:
    def change(lines: list[bytes]) -> None:
        at = rng.randrange(len(lines))
        lines[at] = canonical_json(_other_value(json.loads(lines[at]), rng)) + b"\n"

    return _edited(case, _lines(change))


def _other_value(body: Any, rng: random.Random) -> Any:
    """`body` with one value somewhere inside replaced, its keys and lengths kept."""
    if isinstance(body, dict) and body:
        key = rng.choice(sorted(body))
        return {**body, key: _other_value(body[key], rng)}
    if isinstance(body, list) and body:
        at = rng.randrange(len(body))
        return [*body[:at], _other_value(body[at], rng), *body[at + 1 :]]
    values: tuple[Any, ...] = ("x", 0, 7, 0.5, True, False, None, "0" * 64, [], {})
    return rng.choice([v for v in values if (v, type(v)) != (body, type(body))])


EDITS: dict[str, Mutation] = {
    "flip a bit": _flip,
    "cut out or repeat bytes": _splice,
    "truncate the file": _truncate,
    "drop a line": _drop,
    "reorder two lines": _reorder,
    "replay a line": _replay,
    "swap in another session's line": _swap_lines,
    "change one value": _value,
}
