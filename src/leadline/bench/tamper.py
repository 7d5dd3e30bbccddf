"""Random changes of receipt bundles: how many are accepted (none may be), and by which word each is refused.

In: a number of mutations and a seed. Out: `TamperRow`s by kind. The bundles are of sample sessions that ship, signed. What is
changed is in `tamper_edits` (the file as it lies there) and `tamper_forger` (everything recomputed). A rewriting that leaves
the content equal (white space, order of keys, escapes) is counted apart.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from leadline.bench.tamper_edits import EDITS, Attempt, Case, same_content
from leadline.bench.tamper_forger import FORGERIES
from leadline.compose import compact_file
from leadline.core.receipts.bundle import Signer
from leadline.core.receipts.verify_standalone import verify_bundle
from leadline.engine.bundle import export_bundle
from leadline.engine.signatures import signer_from_seed
from leadline.stores.memory import MemoryStore

__all__ = ["KINDS", "SAME", "TamperRow", "as_dict", "render", "run"]

SAMPLES = ("checkpoints", "airline")
LEAVES = 6  # with their texts: enough for every path through a proof, few enough for a thousand checks
KINDS = EDITS | FORGERIES
SAME = "equal content, other bytes"


@dataclass
class TamperRow:
    """One kind of mutation: how many were tried and accepted, and how often each complaint was the first one told."""

    kind: str
    tried: int = 0
    accepted: int = 0
    named: Counter[str] = field(default_factory=Counter)


def run(mutations: int, seed: int, progress: Callable[[str], None] = lambda _: None) -> list[TamperRow]:
    """`mutations` changed contents, spread evenly over the kinds, and a tenth as many rewritings of equal content besides."""
    rng = random.Random(seed)
    signer = signer_from_seed(sha256(b"leadline bench tamper %d" % seed).digest())
    cases = [_case(name, signer) for name in SAMPLES]
    rows = {kind: TamperRow(kind) for kind in KINDS}
    for n in range(mutations):
        kind = list(KINDS)[n % len(KINDS)]
        own = n // len(KINDS) % len(cases)
        _try(rows[kind], KINDS[kind](cases[own], cases[own - 1], rng))
        if n % 50 == 49:
            progress(f"{n + 1} of {mutations}")
    same = TamperRow(SAME)
    for n in range(max(1, mutations // 10)):
        _try(same, same_content(cases[n % len(cases)], rng))
    return [*rows.values(), same]


def _try(row: TamperRow, attempts: Iterator[Attempt]) -> None:
    """One mutation: accepted if any of its readers accepts it."""
    row.tried += 1
    reports = [verify_bundle(data, **known) for data, known in attempts]
    assert reports, f"{row.kind} made nothing"
    if any(report.ok for report in reports):
        row.accepted += 1
    row.named.update(report.complaints[0].kind for report in reports if not report.ok)


def _case(name: str, signer: Signer) -> Case:
    store = MemoryStore()
    compact_file(f"sample:{name}", store=store, budget=3000)
    session = store.sessions()[0].session
    receipts = tuple(row.body for row in store.receipts(session))
    whole = json.loads(export_bundle(store, session).splitlines()[-1])
    assert whole["lines"] > LEAVES, f"sample {name} is too small for this bench"
    leaves = tuple(range(LEAVES))
    bundle = export_bundle(store, session, leaves=leaves, texts=True, signer=signer)
    unsigned = export_bundle(store, session, leaves=leaves, texts=True)
    texts = {
        leaf["leaf"]: leaf["text"].encode()
        for leaf in map(json.loads, bundle.splitlines())
        if leaf.get("part") == "leaf" and leaf["encoding"] == "utf-8"
    }
    return Case(session, receipts, bundle, unsigned, signer, leaves, texts)


def render(rows: Sequence[TamperRow]) -> list[str]:
    """The table as lines."""
    out = [f"{'mutation':<38} tried  accepted  first complaint of each check"]
    for row in rows:
        named = ", ".join(f"{kind} {n}" for kind, n in row.named.most_common())
        out.append(f"{row.kind:<38} {row.tried:>5}  {row.accepted:>8}  {named}")
    changed = [row for row in rows if row.kind != SAME]
    tried, accepted = sum(r.tried for r in changed), sum(r.accepted for r in changed)
    return [
        *out,
        "",
        f"mutations tried {tried:,}, accepted {accepted}   target 0: {'met' if not accepted else 'MISSED'}",
    ]


def as_dict(rows: Sequence[TamperRow]) -> dict[str, Any]:
    """The same as JSON values."""
    listed = [{"kind": r.kind, "tried": r.tried, "accepted": r.accepted, "named": dict(r.named)} for r in rows]
    return {"bench": "tamper", "rows": listed}
