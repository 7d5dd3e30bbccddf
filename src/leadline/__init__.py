"""leadline measures every summary of an agent's memory against what it replaces, before it may replace it.

`check` judges one summary, `check_many` many; `open_session` is the compaction loop for an agent. Names are loaded on first use, so
that `import leadline` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = [
    "Child", "Policy", "Report", "StructuredDraft", "check", "check_many", "draft_prompt", "load_policy", "open_session",
    "structured_summarizer",
]  # fmt: skip

__version__ = "0.1.0"

_HOMES = {
    "Child": "leadline.api", "Report": "leadline.api", "check": "leadline.api", "check_many": "leadline.api", "Policy": "leadline.core.policy.model",
    "load_policy": "leadline.policies", "open_session": "leadline.compose", "StructuredDraft": "leadline.summarizers.structured",
    "draft_prompt": "leadline.api", "structured_summarizer": "leadline.summarizers.structured_model",
}  # fmt: skip

if TYPE_CHECKING:
    from leadline.api import Child, Report, check, check_many, draft_prompt
    from leadline.compose import open_session
    from leadline.core.policy.model import Policy
    from leadline.policies import load_policy
    from leadline.summarizers.structured import StructuredDraft
    from leadline.summarizers.structured_model import structured_summarizer


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'leadline' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(home), name)
