"""Finding secrets: where they stand, of what kind, and what may be shown of the place.

In: a text. Out: `Secret`s in order, not overlapping. A key of a known shape is one by itself; a value that is only *called* one
(`password = ...`) must look like one too: letters and digits mixed, of some entropy, no placeholder, no reference to a variable,
no word of the language. What is random and not called a secret is none: hashes, UUIDs, images in base64, lock files.
A placeholder that `redact.py` wrote is never found again. Linear; never raises.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass

from leadline.core.secrets.shapes import SHAPES
from leadline.core.text.literals import Literals

__all__ = ["Secret", "find_secrets"]


@dataclass(frozen=True, slots=True)
class Secret:
    """`text[start:end]` is the secret."""

    start: int
    end: int
    kind: str


_CUES = Literals(cue for shape in SHAPES for cue in shape.cues)
_PLACEHOLDER = re.compile(
    r"(?i)(?:x{3,}|\*{2,}|\.{3,}|[-_]{3,}|\$\w|%\w|<|\{|your|my[_-]?|example|sample|dummy|fake|foo|bar|changeme|change[_-]?me|placeholder|redacted|masked|hidden"
    r"|none\b|null\b|nil\b|true\b|false\b|undefined\b|string\b|str\b|required\b|optional\b|process\.env|os\.environ|env\.|config\.|settings\.|self\.|this\.|secrets\.|vault:|ref:|file:|https?:)"
    r"|.{0,60}(?:example|placeholder|redacted|dummy|changeme)"
)
_WORDS = re.compile(r"[A-Za-z]+(?>(?:[_.-][A-Za-z]+)*)\d{0,2}")  # names and words, also joined; "v2" and "key1" too
_HEX_HASH = re.compile(r"[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_PATH = re.compile(r"[~.]{0,2}/?(?>(?:[\w.@+-]++/)+)[\w.@+-]*+")
_ALGORITHM = re.compile(
    r"(?i)(?:sha|md|argon|base|utf|aes|[bs]crypt|pbkdf|oauth|http|ip|ed|rsa|crc)-?v?\d{1,5}(?>(?:[-_.:/]?[a-z0-9]+)*)"
)
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.\w+)+")  # `user.id2` in a sentence about code
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_SHORT_PASSWORD = 6
_LONG_ENOUGH = 12  # of a value under the name of a key or token; shorter ones are versions and counts
_ENTROPY_MIN = 2.9  # bits a character; words joined by underscores have 2.5 to 3.3 and are told by their shape
_ENTROPY_FREE = 3.8  # of a value that only stands near one of the names


def find_secrets(text: str) -> tuple[Secret, ...]:
    """All secrets of `text`, in order, not overlapping; where two overlap, one over both."""
    if len(text) < 8:
        return ()
    cues = _CUES.within(text.lower())
    found: list[Secret] = []
    for shape in SHAPES:
        if cues.isdisjoint(shape.cues):
            continue
        for match in shape.pattern.finditer(text):
            start, end = match.span("value")
            start, end = _trimmed(text, start, end, shape.kind)
            if end - start >= 3 and (
                _is_key(shape.kind, text[start:end]) if shape.sure else _looks_like_one(shape.kind, text[start:end])
            ):
                found.append(Secret(start, end, shape.kind))
    if len(found) < 2:
        return tuple(found)
    found.sort(key=lambda s: (s.start, -s.end))
    out = [found[0]]
    for secret in found[1:]:
        if secret.start < out[-1].end:
            out[-1] = Secret(out[-1].start, max(out[-1].end, secret.end), out[-1].kind)
        else:
            out.append(secret)
    return tuple(out)


def _trimmed(text: str, start: int, end: int, kind: str) -> tuple[int, int]:
    """Without the signs that end a sentence, and without the white space around a block."""
    while end > start and (text[end - 1].isspace() or (text[end - 1] in ".:" and kind != "private key")):
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    return start, end


def _is_key(kind: str, value: str) -> bool:
    """A shape that is a key by itself: still no words joined by hyphens (`sk-learn-based-something-else`)."""
    if kind == "API key":
        return (
            any(c.isdigit() for c in value)
            and any(c.isalpha() for c in value[3:])
            and not _PLACEHOLDER.match(value[3:])
        )
    if kind == "private key":
        return len(value) >= 16 and sum(c.isalnum() for c in value) * 2 > len(value) and "..." not in value
    return not _PLACEHOLDER.match(value[4:])


def _looks_like_one(kind: str, value: str) -> bool:
    if _PLACEHOLDER.match(value):
        return False
    if kind in ("password in a URL", "netrc password"):  # nothing else can stand there; words of examples do
        return (
            not (kind == "netrc password" and value.isupper() and value.isalpha())
            and value.lower() not in ("password", "pass", "passwd", "pw", "secret", "pwd")
            and not value.isdigit()
        )
    if kind == "password in a sentence":
        if _DOTTED.fullmatch(value):
            return False
        kind = "password"
    if not any(map(str.isdigit, value)) or not any(map(str.isalpha, value)):
        return kind == "password" and _is_strong(value)
    if kind == "password":
        return (
            len(value) >= _SHORT_PASSWORD
            and not _PATH.fullmatch(value)
            and "(" not in value
            and not _ALGORITHM.fullmatch(value)
        )
    if kind == "session cookie":  # its name says what it is: a UUID or hex is as good as anything
        return _entropy(value) >= _ENTROPY_MIN and not _DATE.match(value)
    if _WORDS.fullmatch(value):
        return False
    if kind == "bearer token":
        return _entropy(value) >= _ENTROPY_MIN
    if _PATH.fullmatch(value) and "/" in value and not _is_mixed(value):
        return False
    if kind == "secret":
        return _entropy(value) >= _ENTROPY_FREE and _is_mixed(value) and not _HEX_HASH.fullmatch(value.lower())
    return len(value) >= _LONG_ENOUGH and _entropy(value) >= _ENTROPY_MIN and not _is_code(value)


def _is_strong(value: str) -> bool:
    """A password without a digit: signs among its letters, as nobody writes words."""
    return sum(c in "!@#$%^&*+~" for c in value) >= 1 and sum(map(str.isalpha, value)) >= 5 and value[0] not in "$%&*@#"


def _is_mixed(value: str) -> bool:
    return any(map(str.islower, value)) and any(map(str.isupper, value)) and any(map(str.isdigit, value))


_CODE = re.compile(
    r"[a-z_]\w*(?:\.\w+)+|[A-Z][A-Z0-9_]+|[a-z]+(?:[A-Z][a-z]+)+\d?|\w[^\W_]*+_\w[^\W_]*+_\w++|v?\d++(?>(?:\.\d++)+)[\w.-]*+|\d{4}-\d\d-\d\d.*|claude-[\w.-]+|gpt-[\w.-]+"
)


def _is_code(value: str) -> bool:
    """A name, a version, a date or a model: what configuration has behind `key:` and `token:` without being secret."""
    return _CODE.fullmatch(value) is not None and not (_is_mixed(value) and _entropy(value) > 4.0)


def _entropy(value: str) -> float:
    """Shannon entropy of the characters, bits each."""
    counts = Counter(value)
    return -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())
