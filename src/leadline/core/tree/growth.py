"""The shape of a growing tree: which nodes wait for a parent, and which parents the open right edge needs.

Full groups of `fan_out` siblings are sealed under one parent and never change. What has not filled a group is the
right edge: its parents are made anew each time, so a grown session costs its growth and a logarithm (design.md, 5).
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["TreeConfig", "group_of", "node_budget", "sealed_count"]

# Share of the leaf tokens under a node that its text may take, by level; owed passages may exceed it.
# Each level gives up less than the one before: what is left at the top is mostly owed.
RATIOS = (0.20, 0.13, 0.09, 0.065, 0.05)
ROOT_SHARE = 0.7  # of the whole budget; the rest is for the freshest part, headings and references


@dataclass(frozen=True, slots=True)
class TreeConfig:
    """What fixes the shape of a tree: the same config over the same messages gives the same tree."""

    fan_out: int = 8
    leaf_tokens: int = 1500
    fresh_tokens: int = 1500
    budget: int = 16000  # soft, for the whole working context
    depth_max: int = 12

    def __post_init__(self) -> None:
        if self.fan_out < 2:
            raise ValueError(f"fan_out is {self.fan_out}; a parent needs at least 2 children")
        for name in ("leaf_tokens", "budget", "depth_max"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be at least 1")
        if self.fresh_tokens < 0:
            raise ValueError(f"fresh_tokens is {self.fresh_tokens}; it must not be negative")


def node_budget(config: TreeConfig, level: int, leaf_tokens_under: int) -> int:
    """Soft budget in tokens of a node at `level` (1 = parents of leaves) over so many leaf tokens."""
    ratio = RATIOS[min(level, len(RATIOS)) - 1]
    return max(64, min(int(leaf_tokens_under * ratio), int(config.budget * ROOT_SHARE)))


def sealed_count(leaves: int, config: TreeConfig, level: int) -> int:
    """How many sealed parents `level` has over so many leaves."""
    return leaves // config.fan_out**level


def group_of(index: int, config: TreeConfig) -> tuple[int, int]:
    """Half-open range of the children positions of the parent at `index`."""
    return index * config.fan_out, (index + 1) * config.fan_out
