"""Inside an agent loop: a session that is opened once, fed turn by turn, and compacted when its budget is crossed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from leadline.compose.judge import chosen_judge
from leadline.compose.places import open_store_at
from leadline.compose.settings import DEFAULT_BUDGET, chosen_summarizer, require_window, tree_config
from leadline.core.policy.model import Policy, in_scope
from leadline.core.secrets.redact import Redactor
from leadline.core.text.tokens import count_tokens
from leadline.engine.compaction import SessionBuild
from leadline.engine.loop import LiveSession
from leadline.engine.redacting import redact_kept
from leadline.engine.session import load_session
from leadline.engine.state import SessionState
from leadline.engine.trial import TrialSettings
from leadline.judges.port import ParentJudge
from leadline.policies import load_policy
from leadline.readers.live import LiveReader
from leadline.results import closing_line, context_parts
from leadline.stores.port import Store
from leadline.summarizers.port import Summarizer
from leadline.views.context import render_context

__all__ = ["open_session"]


def open_session(
    session: str, *, store: str | Path | Store | None = None, policy: str | Path | Policy = "remediation",
    budget: int = DEFAULT_BUDGET, summarizer: str | Summarizer = "extractive", summarizer_name: str | None = None,
    judge: str | ParentJudge | None = None, judge_url: str | None = None, redact_store: bool = False,
) -> LiveSession:  # fmt: skip
    """Open (or continue) `session` on a store, for use inside an agent loop.

    `budget` is the number of tokens above which the context is compacted. The store stays open as long as the session
    is used; give an open `Store` to share one. To continue after a restart append the same history again. Secrets are
    replaced by placeholders in all that is measured, written and told; messages that stay as they are come back unchanged.
    With `redact_store` no secret is kept, and those of earlier runs are removed now (HeldError for one under a hold).
    """
    if not isinstance(session, str) or not session.strip():
        raise ValueError(f"session: expected a name, got {session!r}")
    if not isinstance(budget, int) or isinstance(budget, bool) or budget < 1:
        raise ValueError(f"budget: expected a whole number of tokens from 1, got {budget!r}")
    rules = in_scope(load_policy(policy), "engine")
    config = tree_config(rules, budget=budget)
    call, name = chosen_summarizer(summarizer, summarizer_name)
    asked = chosen_judge(judge, judge_url)
    opened = open_store_at(store) if store is None or isinstance(store, str | Path) else store
    if redact_store:
        redact_kept(opened, session)
    drops = load_session(opened, session).drops if opened.ref(session) is not None else {}
    settings = TrialSettings(rules, call, name, True, drops, asked, getattr(call, "prompt_digest", None))
    about = {"format": "live", "native": session, "source": None, "policy": rules.as_mapping(), "summarizer": name}
    build = SessionBuild(opened, session, config, settings, about, redact_store=redact_store)

    def render(state: SessionState) -> str:
        parts = context_parts(replace(state, fresh=(), head=()), (), closing_line(state), budget, build.texts)
        text = render_context(parts)[0]
        require_window(rules, count_tokens(text) + state.fresh_tokens + state.head_tokens)
        return text

    return LiveSession(build, budget, LiveReader().read, render, Redactor().message)
