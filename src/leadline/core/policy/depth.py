"""The price of depth: what each fan-out and number of levels would cost and keep (design.md, 3.5; `leadline plan`).

In: tokens of source, the summarizer's rate r, sizes. Out: one `DepthPrice` a combination, and the shallowest that fits.
Plans only: it touches nothing. Tokens are o200k tokens; storage counts four bytes a token, the mean of English text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from leadline.core.policy.estimate import LevelCounts, estimate
from leadline.core.policy.model import Policy

__all__ = ["DepthPrice", "find_shallowest", "plan_depth"]

BYTES_PER_TOKEN = 4
SCAFFOLD_TOKENS = 60  # headings, references and markers of one parent; the engine may pass what it measured
FAN_OUTS = (4, 8, 16)
RECEIPT_BYTES = (
    2000  # one receipt in canonical JSON without its leaf hashes (1,700 with one finding, and some digests more)
)
LEAF_HASH_BYTES = 67  # 64 hex characters, quotes and a comma; each level's anchors name every leaf once


@dataclass(frozen=True, slots=True)
class DepthPrice:
    """One way to build the tree. `tokens` is the size of its top level; `calls` the parents that must be written."""

    fan_out: int
    depth: int
    retention: float
    low: float
    high: float
    tokens: int
    nodes: tuple[int, ...]  # a level, leaves first
    calls: int
    storage_bytes: int
    scaffold_tokens: int  # of the top level
    saved_tokens: int  # by the top level against the level below it, scaffolding already paid
    pays: bool  # the top level saves more than its scaffolding costs (saved_tokens > 0)
    meets_floor: bool


def plan_depth(
    tokens: int,
    policy: Policy,
    *,
    first_draft: LevelCounts | None = None,
    history: LevelCounts | None = None,
    fan_outs: Sequence[int] = FAN_OUTS,
    scaffold_tokens: int = SCAFFOLD_TOKENS,
) -> tuple[DepthPrice, ...]:
    """All combinations up to the policy's `depth_max`, shallow first; a fan-out ends where one parent is left.

    Depth 0 is the source itself. ValueError for fewer than one token or a fan-out below 2.
    """
    if tokens < 1:
        raise ValueError(f"tokens = {tokens}: expected at least 1")
    prices: dict[tuple[int, int], DepthPrice] = {}
    for fan_out in sorted({policy.fan_out, *fan_outs}):
        if fan_out < 2:
            raise ValueError(f"fan-out {fan_out}: expected at least 2")
        for price in _prices(tokens, policy, fan_out, first_draft, history, scaffold_tokens):
            prices[price.depth, price.fan_out] = price
    return tuple(prices[key] for key in sorted(prices))


def find_shallowest(prices: Sequence[DepthPrice], budget: int) -> DepthPrice | None:
    """The shallowest plan within `budget` tokens that meets the floor and whose top level pays; ties: most retained, fewest calls."""
    fitting = [p for p in prices if p.tokens <= budget and p.meets_floor and (p.pays or p.depth == 0)]
    return min(fitting, key=lambda p: (p.depth, -p.retention, p.calls, p.fan_out), default=None)


def _prices(
    tokens: int,
    policy: Policy,
    fan_out: int,
    first_draft: LevelCounts | None,
    history: LevelCounts | None,
    scaffold_tokens: int,
) -> list[DepthPrice]:
    nodes = [math.ceil(tokens / policy.leaf_tokens)]
    size, calls, stored = tokens, 0, tokens * BYTES_PER_TOKEN
    prices: list[DepthPrice] = []
    for depth in range(policy.depth_max + 1):
        saved = scaffold = 0
        if depth:
            nodes.append(math.ceil(nodes[-1] / fan_out))
            content = round(size * policy.ratio_at(depth))
            scaffold = nodes[-1] * scaffold_tokens
            saved = size - content - scaffold
            size = content + scaffold
            calls += nodes[-1]
            stored += size * BYTES_PER_TOKEN + nodes[-1] * RECEIPT_BYTES + nodes[0] * LEAF_HASH_BYTES
        r = estimate([], levels_to_come=depth, first_draft=first_draft, history=history, mass=policy.retention_mass)
        prices.append(
            DepthPrice(
                fan_out=fan_out,
                depth=depth,
                retention=r.mean,
                low=r.low,
                high=r.high,
                tokens=size,
                nodes=tuple(nodes),
                calls=calls,
                storage_bytes=stored,
                scaffold_tokens=scaffold,
                saved_tokens=saved,
                pays=saved > 0,
                meets_floor=r.gated(policy.retention_bound) >= policy.fact_floor,
            )
        )
        if nodes[-1] == 1:
            break
    return prices
