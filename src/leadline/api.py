"""The library's front door for single summaries: `check` and `check_many` with policies by name.

In: strings, `Child`ren or mappings `{"id", "role", "text"}`, a policy name, path or `Policy`. Out: `Report`s. What it
refuses it refuses with a ValueError that names the argument (`PolicyError` for a policy that cannot be used).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, get_args

from leadline.core.facts import extract, resolve
from leadline.core.facts.model import Fact
from leadline.core.policy.model import Policy
from leadline.core.secrets.redact import without_secrets
from leadline.core.text.messages import Child, Role
from leadline.core.tree.nodes import DraftSentence
from leadline.engine.check import CheckCase, Report
from leadline.engine.check import check as _check
from leadline.engine.check import check_many as _check_many
from leadline.judges.port import ParentJudge
from leadline.policies import load_policy
from leadline.summarizers.port import ChildView, Request
from leadline.summarizers.prompts import DraftPrompt
from leadline.summarizers.prompts import draft_prompt as _prompt
from leadline.summarizers.structured import StructuredDraft, read_draft
from leadline.summarizers.structured_fill import fill_draft
from leadline.summarizers.structured_sources import number_sources

__all__ = ["Child", "Report", "StructuredDraft", "check", "check_many", "draft_prompt"]

Text = str | Child | Mapping[str, Any]
_ROLES = get_args(Role)


def check(
    children: Sequence[Text],
    parent: str | StructuredDraft | Mapping[str, Any],
    *,
    policy: str | os.PathLike[str] | Policy = "remediation",
    depth: int | None = None,
    generation: int | None = None,
    originals: Sequence[Text] | None = None,
    context: str | None = None,
    judge: str | ParentJudge | None = "builtin",
    judge_url: str | None = None,
) -> Report:
    """Judge `parent` against the texts that it replaces, in time order.

    A string is a child with role `summary`. A structured draft (or the mapping of its schema) is judged sentence by sentence
    against the evidence that it names; its references are those of `draft_prompt(children)`. `originals` are the leaves where at hand; `context` may support a claim without
    being owed. `judge` is `openai:MODEL` or `anthropic:MODEL` (docs/judges.md), at `judge_url` or the provider's own address,
    `command:PROGRAM ARGS`, or any `ParentJudge`; `builtin` and None ask nobody.

    >>> check(["The retry limit is 2500 ms."], "The retry limit is 250 ms.").rule
    'fidelity.value_changed'
    """
    asked = _chosen_judge(judge, judge_url)
    family = as_children("children", children)
    sentences: tuple[DraftSentence, ...] = ()
    if isinstance(parent, StructuredDraft | Mapping):
        family = without_secrets(family)
        draft = fill_draft(read_draft(parent), number_sources(_views(family)), "check")
        parent, sentences = draft.text, draft.sentences
    return _check(
        family, parent, policy=load_policy(policy), depth=depth, generation=generation,
        originals=as_children("originals", originals) if originals else None, context=context, sentences=sentences,
        judge=asked,
    )  # fmt: skip


def draft_prompt(asked: Request | Sequence[Text], *, budget: int = 400) -> DraftPrompt:
    """What to ask a model for a structured draft: of a summarizer's request, or of children as `check` takes them.

    The source sentences are numbered, owed exact facts have slots, held-out facts are not named. `budget` is in tokens and
    counts for children only; a request brings its own.
    """
    if isinstance(asked, Request):
        return _prompt(asked)
    return _prompt(Request(_views(without_secrets(as_children("children", asked))), budget, 1))


def _views(children: Sequence[Child]) -> list[ChildView]:
    """The children as a summarizer sees leaves, with all owed facts: nothing is held out where nothing is measured by it."""
    owed: dict[str, list[Fact]] = {}
    for fact in resolve([fact for child in children for fact in extract(child)]):
        if fact.criticality == "owed":
            owed.setdefault(fact.child, []).append(fact)
    return [ChildView(child, (at, at + 1), tuple(owed.get(child.id, ()))) for at, child in enumerate(children)]


def check_many(
    cases: Iterable[Mapping[str, Any]],
    *,
    workers: int | None = None,
    judge: str | ParentJudge | None = None,
    judge_url: str | None = None,
) -> Iterator[Report]:
    """One report for each `{"id"?, "children", "parent", "policy"?, "depth"?, "generation"?, "originals"?, "context"?}`.

    Lazily, in order, on all processors. A case that cannot be judged raises a ValueError that names it.
    """
    return _check_many(map(_case, cases), workers=workers, judge=_chosen_judge(judge, judge_url))


def _chosen_judge(judge: str | ParentJudge | None, url: str | None) -> ParentJudge | None:
    """The judge to ask; a name becomes one in `compose`, which alone reads the environment for its key."""
    if url is None and (judge is None or judge == "builtin"):
        return None  # without the weight of compose
    from leadline.compose import chosen_judge

    return chosen_judge(judge, url)


def _case(case: Mapping[str, Any]) -> CheckCase:
    name = str(case["id"]) if case.get("id") is not None else None
    try:
        originals = case.get("originals")
        parent = case["parent"]
        policy = case.get("policy") or "remediation"
        return CheckCase(
            as_children("children", case["children"]), parent, _policy(policy) if isinstance(policy, str) else load_policy(policy), name, case.get("depth"),
            case.get("generation"), as_children("originals", originals) if originals else (), case.get("context"),
        )  # fmt: skip
    except KeyError as missing:
        raise ValueError(f"case {name or '(without id)'} has no {missing.args[0]!r}") from None
    except ValueError as wrong:
        raise ValueError(f"case {name or '(without id)'}: {wrong}") from wrong


@lru_cache(maxsize=32)
def _policy(name: str) -> Policy:
    return load_policy(name)


def as_children(argument: str, texts: Sequence[Text]) -> tuple[Child, ...]:
    """The texts as children, each with the id that it has or gets by its position."""
    if isinstance(texts, str | bytes | Child | Mapping) or not isinstance(texts, Iterable):
        raise ValueError(f"{argument} is one {type(texts).__name__}: expected a list of texts")
    return tuple(_child(argument, position, text) for position, text in enumerate(texts))


def _child(argument: str, position: int, text: Text) -> Child:
    if isinstance(text, Child):
        return text
    if isinstance(text, str):
        return Child(chr(97 + position) if position < 26 else f"c{position}", text)
    if not isinstance(text, Mapping):
        raise ValueError(
            f"{argument}[{position}] is {type(text).__name__}: expected a text, or a mapping with text and role"
        )
    role = text.get("role", "summary")
    if role not in _ROLES:
        raise ValueError(f"{argument}[{position}] has the role {role!r}: expected one of {', '.join(_ROLES)}")
    body = text.get("text")
    if not isinstance(body, str):
        raise ValueError(f"{argument}[{position}] has no text")
    return Child(
        str(text.get("id") or (chr(97 + position) if position < 26 else f"c{position}")), body, role, text.get("source")
    )
