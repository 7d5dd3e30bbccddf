"""What a run is made of: the tree's shape from policy and budget, the summarizer that is meant, the policy's hard window."""

from __future__ import annotations

from leadline.core.policy.model import Policy
from leadline.core.policy.retention import FidelityCollapseError
from leadline.core.tree.growth import TreeConfig
from leadline.summarizers import extractive
from leadline.summarizers.port import Summarizer

__all__ = ["DEFAULT_BUDGET", "chosen_summarizer", "require_window", "tree_config"]

DEFAULT_BUDGET = 16_000  # tokens of working context when nobody says: an eighth of a usual window
HEAD_MAX = 2_000  # tokens of system prompt that stay verbatim; a longer one is folded in like everything else


def tree_config(
    policy: Policy, *, budget: int | None = None, depth_max: int | None = None, fan_out: int | None = None,
    leaf_tokens: int | None = None, fresh_tokens: int | None = None,
) -> TreeConfig:  # fmt: skip
    """The tree's shape from the policy; a small budget makes small leaves and a small freshest part."""
    total = budget or policy.budget or DEFAULT_BUDGET
    if total < 1:
        raise ValueError(f"budget: expected a whole number of tokens from 1, got {total!r}")
    leaf = leaf_tokens or min(policy.leaf_tokens, max(120, total // 6))
    fresh = policy.fresh_tokens if fresh_tokens is None else fresh_tokens
    return TreeConfig(
        fan_out or policy.fan_out,
        leaf,
        min(fresh, total // 4),
        min(HEAD_MAX, total // 6),
        total,
        depth_max or policy.depth_max,
        policy.ratio,
    )


def chosen_summarizer(given: str | Summarizer, name: str | None) -> tuple[Summarizer, str]:
    """The callable and the name under which receipts know it. ValueError for what is neither a name that ships nor callable."""
    if isinstance(given, str):
        if given != "extractive":
            raise ValueError(f"no summarizer named {given!r}; 'extractive' ships, any callable may be given in code")
        return extractive.summarize, extractive.EXTRACTIVE_DIGEST
    if not callable(given):
        raise ValueError(f"summarizer: expected 'extractive' or a callable, got {given!r}")
    return given, name or str(getattr(given, "__name__", type(given).__name__))


def require_window(policy: Policy, tokens: int) -> None:
    """FidelityCollapseError where a context of `tokens` does not fit into the policy's window."""
    if policy.window is not None and tokens > policy.window:
        raise FidelityCollapseError(
            f"the working context needs {tokens:,} tokens and the window has {policy.window:,}: what is owed does not fit. "
            "Committed nodes stay; nothing is lost. Ways out: a larger window, leadline drop FACT, or a narrower policy"
        )
