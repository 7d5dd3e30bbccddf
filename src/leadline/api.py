"""The library's front door for single summaries: `check` and `check_many` with policies by name.

In: strings, `Child`ren or mappings `{"id", "role", "text"}`, a policy name, path or `Policy`. Out: `Report`s. What it
refuses it refuses with a ValueError that names the argument (`PolicyError` for a policy that cannot be used).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, get_args

from leadline.core.policy.model import Policy
from leadline.core.text.messages import Child, Role
from leadline.engine.check import CheckCase, Report
from leadline.engine.check import check as _check
from leadline.engine.check import check_many as _check_many
from leadline.policies import load_policy

__all__ = ["Child", "Report", "check", "check_many"]

Text = str | Child | Mapping[str, Any]
_ROLES = get_args(Role)


def check(
    children: Sequence[Text],
    parent: str,
    *,
    policy: str | os.PathLike[str] | Policy = "remediation",
    depth: int | None = None,
    generation: int | None = None,
    originals: Sequence[Text] | None = None,
    context: str | None = None,
    judge: str | None = "builtin",
) -> Report:
    """Judge `parent` against the texts that it replaces, in time order.

    A string is a child with role `summary`. `originals` are the leaves where at hand; `context` may support a claim without
    being owed. No judge ships yet: `builtin` and None both leave undecided what rules leave open.

    >>> check(["The retry limit is 2500 ms."], "The retry limit is 250 ms.").rule
    'fidelity.value_changed'
    """
    if judge not in ("builtin", None):
        raise ValueError(f"judge = {judge!r}: expected 'builtin' or None; no other judge is installed")
    return _check(
        _family("children", children), parent, policy=load_policy(policy), depth=depth, generation=generation,
        originals=_family("originals", originals) if originals else None, context=context,
    )  # fmt: skip


def check_many(cases: Iterable[Mapping[str, Any]], *, workers: int | None = None) -> Iterator[Report]:
    """One report for each `{"id"?, "children", "parent", "policy"?, "depth"?, "generation"?, "originals"?, "context"?}`.

    Lazily, in order, on all processors. A case that cannot be judged raises a ValueError that names it.
    """
    return _check_many(map(_case, cases), workers=workers)


def _case(case: Mapping[str, Any]) -> CheckCase:
    name = str(case["id"]) if case.get("id") is not None else None
    try:
        originals = case.get("originals")
        parent = case["parent"]
        policy = case.get("policy") or "remediation"
        return CheckCase(
            _family("children", case["children"]), parent, _policy(policy) if isinstance(policy, str) else load_policy(policy), name, case.get("depth"),
            case.get("generation"), _family("originals", originals) if originals else (), case.get("context"),
        )  # fmt: skip
    except KeyError as missing:
        raise ValueError(f"case {name or '(without id)'} has no {missing.args[0]!r}") from None
    except ValueError as wrong:
        raise ValueError(f"case {name or '(without id)'}: {wrong}") from wrong


@lru_cache(maxsize=32)
def _policy(name: str) -> Policy:
    return load_policy(name)


def _family(argument: str, texts: Sequence[Text]) -> tuple[Child, ...]:
    if isinstance(texts, str | Child | Mapping):
        raise ValueError(f"{argument} is one {type(texts).__name__}: expected a list of texts")
    return tuple(_child(argument, position, text) for position, text in enumerate(texts))


def _child(argument: str, position: int, text: Text) -> Child:
    if isinstance(text, Child):
        return text
    if isinstance(text, str):
        return Child(chr(97 + position) if position < 26 else f"c{position}", text)
    role = text.get("role", "summary")
    if role not in _ROLES:
        raise ValueError(f"{argument}[{position}] has the role {role!r}: expected one of {', '.join(_ROLES)}")
    body = text.get("text")
    if not isinstance(body, str):
        raise ValueError(f"{argument}[{position}] has no text")
    return Child(
        str(text.get("id") or (chr(97 + position) if position < 26 else f"c{position}")), body, role, text.get("source")
    )
