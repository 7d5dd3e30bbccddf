"""`compact`: a transcript folded into its gated tree in a store, and the working context that an agent reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from leadline.compose.feed import Feed
from leadline.compose.judge import chosen_judge
from leadline.compose.places import has_store, open_store
from leadline.compose.settings import chosen_summarizer, require_window, tree_config
from leadline.core.policy.model import Policy, in_scope
from leadline.core.text.messages import Message
from leadline.core.text.tokens import count_tokens
from leadline.core.tree.growth import TreeConfig
from leadline.engine.compaction import DivergedError
from leadline.engine.redacting import redact_kept
from leadline.engine.state import SessionState
from leadline.engine.trial import TrialSettings
from leadline.judges.port import ParentJudge
from leadline.policies import load_policy
from leadline.readers import Compaction, NotATranscriptError, ReadOptions, Source, TranscriptMeta, read_source
from leadline.results import CompactResult, closing_line, context_parts, level_rows, over_budget_because
from leadline.samples import resolve
from leadline.stores.memory import MemoryStore
from leadline.stores.port import StaleRefError, Store, StoreError
from leadline.summarizers.port import Summarizer
from leadline.views.context import ContextParts, render_context
from leadline.views.freshest import shorten_fresh

__all__ = ["BudgetError", "compact_file", "read_options"]

GAIN_MIN = 0.95  # a working context that is not at least 5 % smaller than the session is not worth having


class BudgetError(ValueError):
    """A budget into which not even the newest message fits."""


def compact_file(
    path: str | Path, *, store: str | Path | Store | None = None, policy: str | Path | Policy = "remediation",
    budget: int | None = None, depth_max: int | None = None, summarizer: str | Summarizer = "extractive",
    summarizer_name: str | None = None, gate: str = "on", strict: bool = False, fan_out: int | None = None,
    leaf_tokens: int | None = None, fresh_tokens: int | None = None, max_record: int | None = None,
    progress: Callable[[str, int], None] | None = None, judge: str | ParentJudge | None = None,
    judge_url: str | None = None, redact_store: bool = False,
) -> CompactResult:  # fmt: skip
    """Read a transcript, fold it into its gated summary tree in the store, and return the working context.

    Secrets are replaced by placeholders as they are read (core/secrets); the store keeps them beside the leaf that they
    stood in, or with `redact_store` nowhere. `progress` is called with ("read", percent of the pass), ("leaf", its tokens)
    and ("node", 1).
    Raises ReaderError, PolicyError, BudgetError (exit 2), StoreError (3), FidelityCollapseError (4).
    """
    rules = in_scope(load_policy(policy), "engine")
    config = tree_config(rules, budget=budget, depth_max=depth_max, fan_out=fan_out, leaf_tokens=leaf_tokens,
                         fresh_tokens=fresh_tokens)  # fmt: skip
    call, name = chosen_summarizer(summarizer, summarizer_name)
    asked = chosen_judge(judge, judge_url)
    settings = TrialSettings(rules, call, name, gate != "off", judge=asked, prompt=getattr(call, "prompt_digest", None))
    options = read_options(strict, max_record, progress)
    with Source.open(resolve(str(path)), options) as source:
        _check_input(source, budget, strict)  # before anything is written, the store's folder included
        if _is_tiny(source, store, config):
            return _compact(source, MemoryStore(), config, settings, progress, redact_store)
        with open_store(store) as opened:
            return _compact(source, opened, config, settings, progress, redact_store)


def _compact(
    source: Source, opened: Store, config: TreeConfig, settings: TrialSettings,
    progress: Callable[[str, int], None] | None, redact_store: bool,
) -> CompactResult:  # fmt: skip
    base: str | None = None
    suffix = ""
    stale: StaleRefError | None = None
    for _ in range(8):  # a session that was rewritten gets a name of its own; eight rewrites are enough
        run = Feed(opened, config, settings, source.path_name, suffix, base, progress, redact_store)
        try:
            state = run.feed(read_source(source))
            if redact_store:
                redact_kept(opened, state.session)
            break
        except StaleRefError as error:  # another process commits to it too: what it wrote is found and not done again
            stale = error
        except DivergedError as error:
            base, suffix = run.base, f"{suffix}~{error.leaf}-{error.digest[:6]}"
    else:
        if stale is not None:
            raise stale
        raise StoreError("the session was rewritten too often to be told apart", "use another --store")
    return _result(run, state, config, settings.policy, source.path_name)


def read_options(strict: bool, max_record: int | None, progress: Callable[[str, int], None] | None) -> ReadOptions:
    """How a transcript is read; `progress` hears ("read", percent)."""
    options = ReadOptions(strict=strict, on_read=None if progress is None else partial(progress, "read"))
    return options if max_record is None else replace(options, max_record=max_record)


def _is_tiny(source: Source, store: str | Path | Store | None, config: TreeConfig) -> bool:
    """Whether there is not one leaf to close and no store yet: then nothing is written, not even an empty store."""
    if (store is not None and not isinstance(store, str | Path)) or has_store(store):
        return False
    tokens = 0
    for item in read_source(source):
        if isinstance(item, Message):
            tokens += count_tokens(item.text)
            if tokens >= config.leaf_tokens:
                return False
    return True


def _check_input(source: Source, budget: int | None, strict: bool) -> None:
    """Refuse what holds no message, a budget into which the newest one does not fit, and, if strict, any broken line."""
    whole = strict or budget is not None
    newest: Message | None = None
    for item in read_source(source):
        if isinstance(item, Message):
            newest = item
        elif not isinstance(item, Compaction):
            continue
        if not whole:
            return
    if newest is None:
        raise NotATranscriptError(f"{source.path_name}: holds no message", "give a session with at least one message")
    tokens = count_tokens(newest.text)
    if budget is None or tokens <= budget:
        return
    tokens = count_tokens("".join(m.text for m in shorten_fresh((newest,))))  # as the context prints it
    if tokens > budget:
        raise BudgetError(
            f"--budget {budget} is too small: the newest message alone ({source.path_name}, line {newest.line}) has "
            f"{tokens:,} tokens as the context prints it; give at least {tokens + 200:,}"
        )


def _result(run: Feed, state: SessionState, config: TreeConfig, policy: Policy, source: str) -> CompactResult:
    parts = context_parts(state, run.compactions, closing_line(state), config.budget, run.texts)
    context, tokens = render_context(parts)
    nothing = None
    if not state.nodes:
        nothing = f"{state.tokens_in:,} tokens are too few to summarise: everything stays verbatim"
        context, tokens = render_context(ContextParts([], [], (*state.head, *state.fresh)))[0], state.tokens_in
    elif tokens >= state.tokens_in * GAIN_MIN:
        nothing = (
            f"a summary would not be smaller ({tokens:,} of {state.tokens_in:,} tokens): keep the session as it is"
        )
    require_window(policy, tokens)
    over = max(0, tokens - config.budget)
    counts = Counter(r.node.state for r in state.nodes)
    meta = run.meta or TranscriptMeta("unknown")
    return CompactResult(
        session=state.session, format=meta.format, source=source, context=context, tokens_in=state.tokens_in,
        tokens_out=tokens, messages=run.messages, leaves=len(state.leaves), commits=state.commits, state=state,
        levels=level_rows(state.nodes), counts={k: counts[k] for k in ("promoted", "repaired", "halted", "flattened")},
        skipped=tuple(run.skipped), compactions=tuple(run.compactions), notes=meta.notes, nothing_to_do=nothing,
        budget=config.budget, over_budget=over, secrets=run.secrets,
        over_budget_because=over_budget_because(parts, config.budget) if over else None,
    )  # fmt: skip
