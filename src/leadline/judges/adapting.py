"""A request as the endpoint at hand will take it: parameters that it does not know left out, a limit that is too high brought down.

In: a request's body and the refusal that it met. Out: the body to try next. Models differ in the name of the limit on an
answer, in how high it may be, and in whether they take a temperature; none of it can be known before it is tried.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from leadline.judges.transport import Refused, Transport

__all__ = ["adapted", "post"]

TRIES = 4  # changes to a request before it is given up
_LIMITS = ("max_tokens", "max_completion_tokens")
_NUMBER = re.compile(r"\d{3,6}")
_LEAST = 256  # tokens; a lower number in a refusal is none of the limit


def post(transport: Transport, url: str, headers: Mapping[str, str], body: dict[str, Any]) -> Mapping[str, Any]:
    """The endpoint's answer to the body, or to what it will take of it. JudgeError as `Transport.post` raises it."""
    for _ in range(TRIES):
        try:
            return transport.post(url, headers, body)
        except Refused as refused:
            body = adapted(body, refused)
    return transport.post(url, headers, body)


def adapted(body: dict[str, Any], refused: Refused) -> dict[str, Any]:
    """The body without what the refusal names; the refusal itself where it names nothing that can be changed."""
    if refused.status not in (400, 422):
        raise refused
    for name in _LIMITS:
        if name in body and (less := _smaller(refused.said, int(body[name]))):
            return {**body, name: less}
    if "max_tokens" in body and "max_tokens" in refused.said and "max_completion_tokens" in refused.said:
        return {**{k: v for k, v in body.items() if k != "max_tokens"}, "max_completion_tokens": body["max_tokens"]}
    for name in ("temperature", "response_format"):
        if name in body and name in refused.said:
            return {k: v for k, v in body.items() if k != name}
    raise refused


def _smaller(said: str, limit: int) -> int:
    """The highest number below `limit` in a refusal that names it or tokens ("8000 > 4096, which is the maximum"); 0 without one."""
    if "token" not in said:
        return 0
    return max((n for n in map(int, _NUMBER.findall(said)) if _LEAST <= n < limit), default=0)
