"""Fuzzing of everything that takes bytes from outside: seeds changed at random, each input timed, each failure kept.

In: a number of inputs, a seed. Out: a `Row` a target: inputs, failures, the slowest input. Seeds are valid transcripts, policies, bundles and
cases; a change exchanges values of their JSON, cuts, repeats and joins their bytes, or makes text of hostile pieces. With the same
seed and number the same inputs. `--engine atheris` lets the coverage-guided fuzzer choose the bytes instead, where it is installed.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from leadline.bench.fuzz_seeds import ODD, POLICY, TEXTS, TRANSCRIPTS
from leadline.bench.fuzz_targets import TARGETS, bundle, run_one, small_session

__all__ = ["SHARES", "Failure", "Row", "as_dict", "inputs_for", "render", "run"]

# of all inputs: readers and policies cost a fraction of a millisecond, a check ten
SHARES = {"reader": 0.56, "codec": 0.12, "policy": 0.08, "case": 0.10, "secrets": 0.08, "receipts": 0.03, "check": 0.03}
KEPT = 5  # failures of a target that are kept whole
SIZE_MAX = 20_000  # bytes of an input


@dataclass(frozen=True, slots=True)
class Failure:
    what: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Row:
    target: str
    inputs: int
    failures: int
    kept: tuple[Failure, ...]
    slowest: float  # CPU seconds
    slowest_size: int


def run(
    inputs: int, seed: int, only: Sequence[str] = (), progress: Callable[[str], None] = lambda _: None
) -> list[Row]:
    """One row a target. The inputs of a target do not depend on the others."""
    rows = []
    for name, share in SHARES.items():
        if only and name not in only:
            continue
        target, rng = TARGETS[name], Random(f"{seed}:{name}")
        count = max(1, round(inputs * share)) if not only else max(1, inputs // len(only))
        kept: list[Failure] = []
        known: Counter[str] = Counter()
        slowest, size = 0.0, 0
        for n, data in enumerate(inputs_for(name, count, rng)):
            if n % 500 == 0:
                progress(f"{name}  {n:,} of {count:,}")
            seconds, wrong = run_one(target, data)
            if seconds > slowest:
                slowest, size = seconds, len(data)
            if wrong is not None:
                known[wrong[:40]] += 1
                if known[wrong[:40]] == 1 and len(kept) < KEPT:
                    kept.append(Failure(wrong, data))
        rows.append(Row(name, count, sum(known.values()), tuple(kept), slowest, size))
    return rows


def inputs_for(name: str, count: int, rng: Random) -> Iterator[bytes]:
    """`count` inputs of a target; the first ones are the seeds themselves."""
    seeds = _SEEDS[name]()
    for n in range(count):
        if n < len(seeds):
            yield seeds[n]
        elif name in ("check", "secrets"):
            yield _prose(rng, two=name == "check")
        else:
            data = rng.choice(seeds)
            for _ in range(rng.choice((1, 1, 2, 4))):
                data = rng.choice((_exchanged, _exchanged, _cut, _repeated, _flipped, _joined))(data, seeds, rng)
            yield data[:SIZE_MAX]


def _leaf_and_node() -> list[bytes]:
    """The records of a small session."""
    store = small_session(f"Never restart db-{i}. It has {i * 100 + 7} rows. " * 5 for i in range(6))
    return [store.get(digest) for _, digest in store.nodes("s")]


def _cases() -> list[bytes]:
    case = {
        "id": "a",
        "children": [{"id": "x", "role": "user", "text": TEXTS[0]}, TEXTS[1]],
        "parent": TEXTS[0],
        "policy": "remediation",
        "depth": 1,
    }
    return [json.dumps(case).encode() + b"\n", json.dumps(case).encode() + b"\n{}\n[1]\n"]


_SEEDS: dict[str, Callable[[], list[bytes]]] = {
    "reader": lambda: list(TRANSCRIPTS.values()),
    "codec": _leaf_and_node,
    "policy": lambda: [POLICY, b'name = "x"\n', b'extends = "narrative"\n[limits]\nfact_floor = 0.5\n'],
    "case": _cases,
    "receipts": lambda: [bundle()],
    "check": lambda: [b"a\x1eb", b"\x1e", "\x1f".join(TEXTS[:3]).encode() + b"\x1e" + TEXTS[0].encode()],
    "secrets": lambda: [t.encode("utf-8", "replace") for t in TEXTS],
}


# ---- changes


def _exchanged(data: bytes, seeds: Sequence[bytes], rng: Random) -> bytes:
    """One value, key or record of the JSON is another one; other content is cut."""
    parts = data.split(b"\n") if data.count(b"\n") > 1 else [data]
    at = rng.randrange(len(parts))
    try:
        value = json.loads(parts[at])
    except (ValueError, RecursionError):
        return _cut(data, seeds, rng)
    holders = list(_holders(value))
    if not holders:
        return data
    holder, key = rng.choice(holders)
    choice = rng.random()
    if choice < 0.5:
        holder[key] = copy.deepcopy(rng.choice(ODD))
    elif choice < 0.65:
        del holder[key]
    elif choice < 0.8:
        other, theirs = rng.choice(holders)
        holder[key] = copy.deepcopy(other[theirs])
    elif isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    else:
        holder[rng.choice(("type", "role", "content", "id", "text", "x"))] = holder.pop(key)
    try:
        parts[at] = json.dumps(value, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return data
    return b"\n".join(parts)


def _holders(value: Any) -> Iterator[tuple[Any, Any]]:
    stack = [value]
    while stack:
        node = stack.pop()
        keys = node.keys() if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
        for key in list(keys):
            yield node, key
            stack.append(node[key])


def _cut(data: bytes, seeds: Sequence[bytes], rng: Random) -> bytes:
    a, b = sorted((rng.randint(0, len(data)), rng.randint(0, len(data))))
    return data[:a] + data[b:] if rng.random() < 0.5 else data[:b]


def _repeated(data: bytes, seeds: Sequence[bytes], rng: Random) -> bytes:
    a = rng.randint(0, len(data))
    piece = data[a : a + rng.choice((1, 3, 20, 200))]
    return data[:a] + piece * rng.choice((2, 5, 60, 600)) + data[a:]


_PIECES = (
    b"\x00",
    b"\xff",
    b"\xed\xa0\x80",
    b"\xe2\x80\xa8",
    b"\r",
    b"\\u0000",
    b'"',
    b"[" * 300,
    b"{" * 40,
    b"NaN",
    b"1" * 400,
    b"\xef\xbb\xbf",
    b"\n\n",
    b"```",
    b"]" * 9,
    b"-Infinity",
    b"1e999",
)


def _flipped(data: bytes, seeds: Sequence[bytes], rng: Random) -> bytes:
    at = rng.randint(0, len(data))
    if rng.random() < 0.5 or not data:
        return data[:at] + rng.choice(_PIECES) + data[at:]
    at = min(at, len(data) - 1)
    return data[:at] + bytes((data[at] ^ (1 << rng.randrange(8)),)) + data[at + 1 :]


def _joined(data: bytes, seeds: Sequence[bytes], rng: Random) -> bytes:
    other = rng.choice(seeds)
    a, b = rng.randint(0, len(data)), rng.randint(0, len(other))
    return data[:a] + other[b:]


_SIGNS = "!?.,;:-_()[]{}\"'`*/\\|<>@#$%^&+=~ \t\n0a"


def _prose(rng: Random, *, two: bool) -> bytes:
    """Sentences, their pieces, signs in long runs; for `check` children and a parent with a share of their words."""

    def text() -> str:
        out = []
        for _ in range(rng.randint(1, 6)):
            piece = rng.choice(TEXTS)
            way = rng.random()
            if way < 0.2:
                piece = "".join(rng.choice(_SIGNS) for _ in range(rng.randint(1, 6))) * rng.choice((3, 40, 150))
            elif way < 0.35:
                words = piece.split()
                rng.shuffle(words)
                piece = " ".join(words)
            elif way < 0.45:
                piece = piece.replace("7", str(rng.randint(0, 10**9))).replace("not", "")
            out.append(piece)
        return rng.choice((" ", "\n", "\n\n", "")).join(out)

    body = "\x1f".join(text() for _ in range(rng.randint(1, 3))) + "\x1e" + text() if two else text()
    return body.encode("utf-8", "surrogatepass")[:SIZE_MAX]


def render(rows: Sequence[Row]) -> list[str]:
    """The table, the sums, and what failed."""
    lines = [f"{'target':<10} {'inputs':>9} {'failures':>9}  slowest input"]
    lines += [
        f"{r.target:<10} {r.inputs:>9,} {r.failures:>9,}  {1e3 * r.slowest:.0f} ms CPU, {r.slowest_size:,} bytes"
        for r in rows
    ]
    lines += ["", f"inputs {sum(r.inputs for r in rows):,}, failures {sum(r.failures for r in rows):,}"]
    for r in rows:
        for f in r.kept:
            lines += ["", f"{r.target}: {f.what}", f"  {f.data[:300]!a}{' …' if len(f.data) > 300 else ''}"]
    return lines


def as_dict(rows: Sequence[Row]) -> dict[str, Any]:
    return {
        "bench": "fuzz", "inputs": sum(r.inputs for r in rows), "failures": sum(r.failures for r in rows),
        "targets": [{k: v for k, v in asdict(r).items() if k != "kept"} | {"kept": [{"what": f.what, "data": f.data.hex()} for f in r.kept]} for r in rows],
    }  # fmt: skip
