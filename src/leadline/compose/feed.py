"""One pass over one transcript into one session of the store, secrets replaced on the way.

In: the items of a reader. Out: the session's state. A session is named by what it is (format, own name, first message) and by
what it is built with, so that another policy or judge never continues a tree that was built with this one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from leadline.core.secrets.redact import Redactor
from leadline.core.text.messages import Message
from leadline.core.tree.growth import TreeConfig
from leadline.engine.compaction import SessionBuild
from leadline.engine.records import Dropped
from leadline.engine.session import load_session
from leadline.engine.state import SessionState
from leadline.engine.trial import TrialSettings
from leadline.readers import Compaction, Skipped, TranscriptMeta
from leadline.stores.port import Store

__all__ = ["Feed"]


@dataclass(slots=True)
class Feed:
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
