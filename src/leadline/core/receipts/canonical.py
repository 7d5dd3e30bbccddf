"""Canonical JSON (RFC 8785, through `rfc8785`): the only way in which leadline turns values into bytes that are hashed.

In: mappings with string keys, lists, tuples, strings, numbers, booleans, None. Out: UTF-8 bytes, equal for equal values.
Three things that RFC 8785 refuses are written visibly instead of being lost: an integer beyond 2^53 - 1 becomes its
decimal string, a float of that size its shortest repr as a string, and a lone surrogate the six characters of its
escape (`\\ud83d`). NaN, infinities and anything else are ValueErrors that name the place. Writing, reading and writing again
gives the same bytes.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

import rfc8785

__all__ = ["canonical_json", "read_canonical"]

INTEGER_MAX = 2**53 - 1  # RFC 8785, section 3.2.2.3 and I-JSON: integers beyond are not exact for every reader

_SURROGATE = re.compile("[\ud800-\udfff]")


def canonical_json(value: object) -> bytes:
    """The canonical bytes of `value`.

    >>> canonical_json({"b": 1.0, "a": [True, None]})
    b'{"a":[true,null],"b":1}'
    """
    return rfc8785.dumps(_plain(value, "$"))


def read_canonical(body: bytes) -> Any:
    """The value of canonical bytes; ValueError where `body` is no JSON, or is JSON that is not in canonical form."""
    try:
        value = json.loads(body.decode("utf-8"), object_pairs_hook=_without_repeats)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"not JSON in UTF-8: {error}") from error
    if canonical_json(value) != body:
        raise ValueError("JSON, but not in canonical form (RFC 8785): it was written or changed by something else")
    return value


def _plain(value: object, where: str) -> Any:
    match value:
        case None | bool():
            return value
        case str():
            return _SURROGATE.sub(lambda m: f"\\u{ord(m[0]):04x}", value)
        case int():
            return int(value) if abs(value) <= INTEGER_MAX else str(int(value))
        case float():
            if not math.isfinite(value):
                raise ValueError(
                    f"{value} at {where} cannot be written: a missing reading needs its own word, not a number"
                )
            return value if abs(value) <= INTEGER_MAX or not value.is_integer() else repr(float(value))
        case Mapping():
            return _plain_mapping(value, where)
        case list() | tuple():
            return [_plain(item, f"{where}[{i}]") for i, item in enumerate(value)]
        case _:
            raise ValueError(
                f"{type(value).__name__} at {where} cannot be written: give mappings, lists, strings, numbers"
            )


def _plain_mapping(value: Mapping[Any, object], where: str) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise ValueError(f"key {key!r} at {where} is not a string")
        name = _plain(key, where)
        if name in plain:
            raise ValueError(f"two keys at {where} are written alike: {name}")
        plain[name] = _plain(item, f"{where}.{key}")
    return plain


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise json.JSONDecodeError("a key stands twice in one object", "", 0)
    return value
