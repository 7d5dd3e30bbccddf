"""The one place where rooms meet: reader, engine, store, policy and view become the commands of the library.

Everything here takes paths and names; everything below takes values. Only this module and the CLI read the environment.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from leadline.core.policy.model import Policy, in_scope
from leadline.core.policy.retention import FidelityCollapseError
from leadline.core.secrets.redact import Redactor
from leadline.core.text.messages import Message
from leadline.core.text.tokens import count_tokens
from leadline.core.tree.growth import TreeConfig
from leadline.engine.audit import AuditReport, audit_session
from leadline.engine.compaction import DivergedError, SessionBuild
from leadline.engine.loop import LiveSession
from leadline.engine.records import Dropped
from leadline.engine.redacting import redact_kept
from leadline.engine.session import load_session
from leadline.engine.state import SessionState
from leadline.engine.trial import TrialSettings
from leadline.judges.model import KEY_NAMES, model_judge, parse_spec
from leadline.judges.port import JudgeError, ParentJudge
from leadline.judges.transport import Transport
from leadline.policies import load_policy
from leadline.readers import (
    Compaction,
    NotATranscriptError,
    ReadOptions,
    Skipped,
    Source,
    TranscriptMeta,
    read_session,
    read_source,
)
from leadline.readers.live import LiveReader
from leadline.readers.locations import find_newest_session
from leadline.results import CompactResult, LevelRow, closing_line, context_parts, level_rows, over_budget_because
from leadline.samples import resolve
from leadline.stores.archive import Archive, ArchiveError
from leadline.stores.archive_folder import FolderArchive
from leadline.stores.memory import MemoryStore
from leadline.stores.places import NoStoreError, is_url
from leadline.stores.port import StaleRefError, Store, StoreError
from leadline.stores.sqlite import SqliteStore
from leadline.stores.transfer import Movable
from leadline.summarizers import extractive
from leadline.summarizers.port import Summarizer
from leadline.views.context import ContextParts, render_context

if TYPE_CHECKING:
    from leadline.stores.archive_remote import RemoteArchive

__all__ = [
    "DEFAULT_STORE",
    "BudgetError",
    "CompactResult",
    "LevelRow",
    "audit_file",
    "compact_file",
    "find_session",
    "measured_first_drafts",
    "newest_session",
    "open_archive",
    "open_judge",
    "open_session",
    "open_store",
    "open_store_at",
    "store_place",
]

DEFAULT_STORE = ".leadline"
DEFAULT_BUDGET = 16_000  # tokens of working context when nobody says: an eighth of a usual window
HEAD_MAX = 2_000  # tokens of system prompt that stay verbatim; a longer one is folded in like everything else
GAIN_MIN = 0.95  # a working context that is not at least 5 % smaller than the session is not worth having


class BudgetError(ValueError):
    """A budget into which not even the newest message fits."""


# -- stores and sessions --------------------------------------------------------------------------------------------


def store_place(given: str | Path | None = None) -> str | Path:
    """Where the store is: what was given, else LEADLINE_STORE, else `.leadline/` here; a str only for a server's URL.

    ValueError for an empty address: a variable that a script did not set must not mean another store.
    """
    if given is not None and not str(given).strip():
        raise ValueError(
            "the store's address is empty; give a folder or postgresql://USER@HOST/DATABASE, or leave it out"
        )
    place = given or os.environ.get("LEADLINE_STORE") or DEFAULT_STORE
    return str(place) if is_url(place) else Path(place)


def open_store_at(given: str | Path | None = None, *, create: bool = True, timeout_s: float = 5) -> Movable:
    """The store in a folder or, by its URL, on a PostgreSQL server. The caller closes it.

    ValueError for a URL of another kind; StoreError where it cannot be opened, or the package for it is missing.
    """
    place = store_place(given)
    if isinstance(place, Path):
        return SqliteStore.open(place, create=create, timeout_s=timeout_s)
    try:
        from leadline.stores.postgres import PostgresStore
    except ImportError as error:
        raise StoreError(
            f"a store on a PostgreSQL server needs a package that is not installed: {error}",
            "Run: pip install 'leadline[postgres]'",
        ) from error
    return PostgresStore.open(place, create=create, timeout_s=timeout_s)


@contextmanager
def open_store(given: str | Path | Store | None = None, *, create: bool = True) -> Iterator[Store]:
    """The store at a place (created on demand), or the given store as it is; closed at the end if it was opened here."""
    if given is not None and not isinstance(given, str | Path):
        yield given
        return
    store = open_store_at(given, create=create)
    try:
        yield store
    finally:
        store.close()


def open_archive(given: str | Path, *, store: str | Path | None = None, to_read: bool = False) -> Archive:
    """The archive in a folder (made when the first text comes), or at a URL that fsspec opens (extra `archive`).

    ValueError for a place that would not outlive the store at `store`, or keeps nothing; StoreError where it cannot be opened.
    With `to_read` also ArchiveError where nothing is: whoever wants to read has named the wrong place.
    """
    archive = _archive_at(given, store)
    if to_read and not archive.exists():
        raise ArchiveError(
            f"{archive.place}: there is no archive here",
            "Name the archive that the tombstones name (leadline show lists them), or the place to which it was moved.",
        )
    return archive


def _archive_at(given: str | Path, store: str | Path | None) -> FolderArchive | RemoteArchive:
    text = str(given)
    if not text.strip():
        raise ValueError("the archive's address is empty; give a folder or a URL, or leave it out")
    if text.startswith("file://"):
        given = Path(unquote(re.sub("^file://(?:localhost(?=/))?", "", text)))
    elif "::" in text or re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", text):
        from leadline.stores.archive_remote import open_remote

        return open_remote(text)
    folder = Path(given).expanduser().resolve()
    if isinstance(store, Path) and folder.is_relative_to(store.resolve()):
        raise ValueError(
            f"{folder}: an archive inside of the store goes when the store is deleted; give another folder"
        )
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder}: is a file, and an archive is a folder; give a folder, or a name that is free")
    return FolderArchive(folder)


def _has_store(given: str | Path | None) -> bool:
    place = store_place(given)
    if isinstance(place, Path):
        return place.exists()
    try:
        open_store_at(place, create=False).close()
    except NoStoreError:
        return False
    return True


def find_session(store: Store, given: str | None = None) -> str:
    """The full name of a session by name or unambiguous beginning; the newest without one. StoreError if there is none."""
    names = [row.session for row in store.sessions()]
    if not names:
        raise StoreError("the store holds no session yet", "run: leadline compact SESSION")
    if given is None:
        return names[0]
    if given in names:
        return given
    near = [n for n in names if n.startswith(given)]
    if len(near) == 1:
        return near[0]
    listed = ", ".join((near or names)[:6])
    raise ValueError(f"{given!r} names {'several sessions' if near else 'no session'} of this store: {listed}")


def newest_session() -> Path | None:
    """The newest session file of the agents that keep theirs in the home folder."""
    return find_newest_session(
        claude_config_dir=os.environ.get("CLAUDE_CONFIG_DIR"), codex_home=os.environ.get("CODEX_HOME")
    )


def measured_first_drafts(given: str | Path | None = None) -> tuple[int, int] | None:
    """Facts asked and kept in all first drafts that the store remembers; None without a store or without drafts."""
    if not _has_store(given):
        return None
    asked = kept = 0
    with open_store(given, create=False) as store:
        for row in store.sessions():
            for record in load_session(store, row.session).nodes:
                asked, kept = asked + record.first[0], kept + record.first[1]
    return (asked, kept) if asked else None


def open_judge(spec: str, *, url: str | None = None, transport: Transport | None = None) -> ParentJudge:
    """The judge that `spec` names (`openai:MODEL`, `anthropic:MODEL`), at `url` or the provider's own address, or
    `command:PROGRAM ARGS`, which is run as it is given and with the environment of this process.

    Its key is read here and only now, since somebody chose it: LEADLINE_JUDGE_KEY, else the provider's usual variable. An address
    of one's own may need none; the provider's key is sent there only where LEADLINE_JUDGE_KEY says so. ValueError for a spec
    that names no judge, JudgeError where the key, the package or the program for it is missing.
    """
    provider, _ = parse_spec(spec)
    key = os.environ.get("LEADLINE_JUDGE_KEY")
    if not key and url is None and provider in KEY_NAMES:
        key = os.environ.get(KEY_NAMES[provider])
        if not key:
            raise JudgeError(
                f"no key for the judge {spec}",
                f"Set {KEY_NAMES[provider]} or LEADLINE_JUDGE_KEY, or name a server of your own.",
            )
    return model_judge(spec, url=url, key=key or None, transport=transport, environment=os.environ)


# -- compact --------------------------------------------------------------------------------------------------------


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
    call, name = _summarizer(summarizer, summarizer_name)
    asked = open_judge(judge, url=judge_url) if isinstance(judge, str) else judge
    settings = TrialSettings(rules, call, name, gate != "off", judge=asked, prompt=getattr(call, "prompt_digest", None))
    options = _read_options(strict, max_record, progress)
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
        run = _Feed(opened, config, settings, source.path_name, suffix, base, progress, redact_store)
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


def _read_options(strict: bool, max_record: int | None, progress: Callable[[str, int], None] | None) -> ReadOptions:
    options = ReadOptions(strict=strict, on_read=None if progress is None else partial(progress, "read"))
    return options if max_record is None else replace(options, max_record=max_record)


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


def _summarizer(given: str | Summarizer, name: str | None) -> tuple[Summarizer, str]:
    if isinstance(given, str):
        if given != "extractive":
            raise ValueError(f"no summarizer named {given!r}; 'extractive' ships, any callable may be given in code")
        return extractive.summarize, extractive.EXTRACTIVE_DIGEST
    if not callable(given):
        raise ValueError(f"summarizer: expected 'extractive' or a callable, got {given!r}")
    return given, name or str(getattr(given, "__name__", type(given).__name__))


@dataclass(slots=True)
class _Feed:
    """One pass over one transcript into one session of the store."""

    store: Store
    config: TreeConfig
    settings: TrialSettings
    source_name: str
    suffix: str
    base: str | None
    progress: Callable[[str, int], None] | None
    redact_store: bool = False
    redactor: Redactor = field(default_factory=Redactor)
    meta: TranscriptMeta | None = None
    messages: int = 0
    secrets: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    compactions: list[Compaction] = field(default_factory=list)
    texts: Mapping[int, str] = field(default_factory=dict)  # of the leaves, once all is fed

    def feed(self, items: Iterator[Any]) -> SessionState:
        build: SessionBuild | None = None
        for item in items:
            if isinstance(item, TranscriptMeta):
                self.meta = self.meta or item
                continue
            if isinstance(item, Compaction):
                summary = None if item.summary is None else self.redactor.text(item.summary).text
                self.compactions.append(replace(item, summary=summary))
                continue
            if isinstance(item, Skipped):
                self.skipped.append(item)  # the reader gives a broken line's raw text as a message of its own
                continue
            item = self.redactor.message(item)
            self.secrets += sum(len(part.hidden) for part in item.parts)
            if build is None:
                build = self._build(item)
            self.messages += 1
            build.push(item)
        if build is None:
            build = self._build(None)
        self.texts = build.texts
        return build.finish()

    def _build(self, first: Message | None) -> SessionBuild:
        meta = self.meta or TranscriptMeta("unknown")
        if self.base is None:
            native = f"{meta.format}\0{meta.session or ''}\0{first.text if first is not None else ''}"
            key = hashlib.sha256(native.encode("utf-8", "surrogatepass")).hexdigest()[:8]
            settings = self.settings
            chosen = (self.config, settings.policy.digest(), settings.summarizer_name, settings.gate)
            shape = repr(chosen if settings.judge is None else (*chosen, settings.judge.digest))
            self.base = f"{meta.format}-{key}-{hashlib.sha256(shape.encode()).hexdigest()[:4]}"
        name = self.base + self.suffix
        settings = self.settings
        if self.store.ref(name) is not None:
            drops: Mapping[str, Dropped] = load_session(self.store, name).drops
            settings = replace(settings, dropped=drops)
        about = {"format": meta.format, "native": meta.session, "source": self.source_name,
                 "policy": settings.policy.as_mapping(), "summarizer": settings.summarizer_name}  # fmt: skip
        return SessionBuild(
            self.store, name, self.config, settings, about, self.progress, redact_store=self.redact_store
        )


def _is_tiny(source: Source, store: str | Path | Store | None, config: TreeConfig) -> bool:
    """Whether there is not one leaf to close and no store yet: then nothing is written, not even an empty store."""
    if (store is not None and not isinstance(store, str | Path)) or _has_store(store):
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
    if budget is not None and tokens > budget:
        raise BudgetError(
            f"--budget {budget} is too small: the newest message alone ({source.path_name}, line {newest.line}) has "
            f"{tokens:,} tokens; give at least {tokens + 200:,}"
        )


def _result(run: _Feed, state: SessionState, config: TreeConfig, policy: Policy, source: str) -> CompactResult:
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
    _require_window(policy, tokens)
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


def _require_window(policy: Policy, tokens: int) -> None:
    if policy.window is not None and tokens > policy.window:
        raise FidelityCollapseError(
            f"the working context needs {tokens:,} tokens and the window has {policy.window:,}: what is owed does not fit. "
            "Committed nodes stay; nothing is lost. Ways out: a larger window, leadline drop FACT, or a narrower policy"
        )


# -- audit ----------------------------------------------------------------------------------------------------------


def audit_file(
    path: str | Path,
    *,
    policy: str | Path | Policy = "remediation",
    strict: bool = False,
    max_record: int | None = None,
    progress: Callable[[str, int], None] | None = None,
) -> AuditReport:
    """Judge the compactions that a transcript already contains. Raises ReaderError and PolicyError.

    `progress` is called with ("read", percent) and ("compaction", 1).
    """
    options = _read_options(strict, max_record, progress)
    session = read_session(resolve(str(path)), options)
    return audit_session(
        session.messages, session.compactions, load_policy(policy), format=session.meta.format, progress=progress
    )


# -- inside an agent loop -------------------------------------------------------------------------------------------


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
    call, name = _summarizer(summarizer, summarizer_name)
    asked = open_judge(judge, url=judge_url) if isinstance(judge, str) else judge
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
        _require_window(rules, count_tokens(text) + state.fresh_tokens + state.head_tokens)
        return text

    return LiveSession(build, budget, LiveReader().read, render, Redactor().message)
