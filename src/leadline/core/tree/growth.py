"""The shape of a growing tree: which nodes wait for a parent, and which parents the open right edge needs.

Full groups of `fan_out` siblings are sealed under one parent and never change. What has not filled a group is the
right edge: its parents are made anew each time, so a grown session costs its growth and a logarithm (design.md, 5).
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["TreeConfig", "node_budget"]

NODE_BUDGET_MIN = 64  # tokens; below it a heading and one sentence do not fit
ROOT_SHARE = 0.7  # of the whole budget; the rest is for the freshest part, headings and references


@dataclass(frozen=True, slots=True)
class TreeConfig:
    """What fixes the shape of a tree: the same config over the same messages gives the same tree."""

    fan_out: int = 8
    leaf_tokens: int = 1500
    fresh_tokens: int = 1500
    head_tokens: int = 2000  # a system prompt up to this size stays verbatim in front
    budget: int = 16000  # soft, for the whole working context
    depth_max: int = 6
    ratios: tuple[float, ...] = (0.22, 0.40, 0.50)  # parent's tokens ÷ children's, from level 1 up; the last repeats

    def __post_init__(self) -> None:
        if self.fan_out < 2:
            raise ValueError(f"fan_out is {self.fan_out}; a parent needs at least 2 children")
        for name in ("leaf_tokens", "budget", "depth_max"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be at least 1")
        for name in ("fresh_tokens", "head_tokens"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} is {getattr(self, name)}; it must not be negative")


def node_budget(config: TreeConfig, level: int, children_tokens: int) -> int:
    """Soft budget in tokens of a parent at `level` (1 = parents of leaves) whose children have so many tokens."""
    ratio = config.ratios[min(level, len(config.ratios)) - 1]
    return max(NODE_BUDGET_MIN, min(int(children_tokens * ratio), int(config.budget * ROOT_SHARE)))
