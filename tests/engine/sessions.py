"""Small sessions for engine tests: messages by hand, a store in memory, scripted summarizers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from leadline.core.policy.model import Policy
from leadline.core.text.messages import Message, Part, Role
from leadline.core.tree.growth import TreeConfig
from leadline.core.tree.nodes import Draft
from leadline.engine.compaction import SessionBuild
from leadline.engine.records import Dropped
from leadline.engine.state import SessionState
from leadline.engine.trial import TrialSettings
from leadline.stores.memory import MemoryStore
from leadline.stores.port import Store
from leadline.summarizers import extractive
from leadline.summarizers.port import Request, Summarizer

FILLER = (
    "Looked through the module and compared the branches one after the other.",
    "The loader reads the table once and keeps it for the whole run.",
    "Nothing unusual in this part of the tree, the helpers are short.",
    "The next file only forwards its arguments to the service layer.",
    "Read the tests of this package; they cover the usual paths.",
)


def message(i: int, role: Role, text: str) -> Message:
    kind = "tool_result" if role == "tool" else "text"
    return Message(f"m{i}", role, (Part(kind, text, "bash" if role == "tool" else None),), i + 1)


def filled(n: int, planted: dict[int, tuple[Role, str]], *, sentences: int = 6) -> list[Message]:
    """`n` messages of filler prose, each about one leaf long, with planted texts put into some of them."""
    out = []
    for i in range(n):
        prose = " ".join(f"{FILLER[(i + k) % len(FILLER)]} Step {i}-{k} took a while." for k in range(sentences))
        role, text = planted.get(i, ("assistant", ""))
        if role == "tool":
            out.append(message(len(out), "assistant", prose))
            out.append(message(len(out), "tool", text))
        else:
            out.append(message(len(out), role, f"{text}\n\n{prose}" if text else prose))
    return out


def compact(
    messages: Sequence[Message], *, store: Store | None = None, summarizer: Summarizer = extractive.summarize,
    fan_out: int = 8, leaf_tokens: int = 60, gate: bool = True, session: str = "s", policy: Policy | None = None,
    meta: Mapping[str, object] | None = None, dropped: Mapping[str, Dropped] | None = None,
) -> tuple[SessionState, Store]:  # fmt: skip
    """Feed a whole session into a build and return its state and the store."""
    opened = store if store is not None else MemoryStore()
    name = "extractive" if summarizer is extractive.summarize else "scripted"
    config = TreeConfig(fan_out=fan_out, leaf_tokens=leaf_tokens, fresh_tokens=20, budget=4000)
    settings = TrialSettings(policy or Policy(), summarizer, name, gate, dropped or {})
    build = SessionBuild(opened, session, config, settings, meta or {"k": "v"})
    for one in messages:
        build.push(one)
    return build.finish(), opened


def with_policy(policy: Policy) -> dict[str, object]:
    """What `compact` and `open_session` put into a session's record about its policy."""
    return {"policy": policy.as_mapping()}


def rewriting(change: Callable[[str], str], *, only_first: bool = True) -> Summarizer:
    """A foreign summarizer: the extractive text, changed; on a rebuild it is faithful if `only_first`."""

    def scripted(request: Request) -> str:
        draft = extractive.summarize(Request(request.children, request.budget, request.level))
        return draft.text if only_first and request.attempt else change(draft.text)

    return scripted


def root_text(state: SessionState) -> str:
    """Everything that the working context says besides the freshest part."""
    return "\n".join(item.text for item in state.frontier)


def drafts(state: SessionState) -> list[Draft]:
    return [r.node.draft for r in state.nodes if r.node.draft is not None]
