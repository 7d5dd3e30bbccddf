"""The edits of `leadline bench seeded`: single changes that turn a sentence false, and rewordings that keep it true.

An edit takes the sentences of a parent, the position of the one to edit, the children's text and a `Random`, and gives the
edited parent or None where it finds nothing to edit. A changed value or identifier never stands in the children.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

__all__ = ["CHANGES", "REWORDINGS", "Edit", "put"]

Edit = Callable[[Sequence[str], int, str, Random], str | None]

_NUMBER = re.compile(
    r"(?<![\w.,:/#@=+\-$&'’_(\[])\d{1,3}(?:,\d{3})+(?![\w,.]\w)|(?<![\w.,:/#@=+\-&'’_])\d+(?:\.\d+)?(?![\w:/\-@)\]}=]|[.,]\d|\.\w)"
)
_UNITS = (
    ("ns", "µs", "ms", "s"), ("seconds", "minutes", "hours", "days"), ("second", "minute", "hour", "day"), ("KB", "MB", "GB", "TB"),
    ("kB", "MB", "GB"), ("KiB", "MiB", "GiB"), ("bytes", "kilobytes", "megabytes"), ("mm", "cm", "km"), ("mg", "g", "kg"), ("px", "em", "pt"), ("weeks", "months", "years"),
    ("min", "sec"), ("°C", "°F"), ("kHz", "MHz", "GHz"), ("USD", "EUR"),
)  # fmt: skip
_UNIT = re.compile(
    r"(?<![\w.,])(\d+(?:[.,]\d+)?)([ -]?)("
    + "|".join(sorted({u for f in _UNITS for u in f}, key=len, reverse=True))
    + r")(?![\w/])"
)
_IDENTIFIER = re.compile(
    r"(?<![\w./:@-])(?=[\w./:@-]*(?:[_/]|\d|[a-z][A-Z]))(?=[\w./:@-]*[A-Za-z])[A-Za-z_/~.][\w./@-]{4,60}\w(?![\w/-])"
)
_STATES = (
    ("passed", "failed"), ("passes", "fails"), ("pass", "fail"), ("passing", "failing"), ("succeeded", "failed"), ("succeeds", "fails"), ("successful", "unsuccessful"),
    ("successfully", "unsuccessfully"), ("complete", "incomplete"), ("completed", "pending"), ("enabled", "disabled"), ("enable", "disable"), ("enables", "disables"),
    ("open", "closed"), ("merged", "unmerged"), ("resolved", "unresolved"), ("valid", "invalid"), ("approved", "rejected"), ("accepted", "rejected"),
    ("available", "unavailable"), ("supported", "unsupported"), ("done", "pending"), ("finished", "unfinished"), ("active", "inactive"), ("allowed", "forbidden"),
    ("required", "optional"), ("started", "stopped"), ("increased", "decreased"), ("added", "removed"), ("online", "offline"), ("present", "missing"), ("true", "false"),
    ("safe", "unsafe"), ("correct", "incorrect"), ("correctly", "incorrectly"), ("always", "never"), ("with", "without"), ("before", "after"), ("is", "is not"), ("was", "was not"), ("are", "are not"),
)  # fmt: skip
_STATE = {word: pair[1 - k] for pair in reversed(_STATES) for k, word in enumerate(pair)}
_STATE_WORD = re.compile(
    r"(?<![\w/.'-])(" + "|".join(sorted(_STATE, key=len, reverse=True)) + r")(?![\w/'-]|\.\w| not\b)"
)


def put(sentences: Sequence[str], at: int, edited: str) -> str | None:
    """The parent with one sentence edited, or None where the edit changed nothing."""
    if edited == sentences[at]:
        return None
    return "\n".join([*sentences[:at], edited, *sentences[at + 1 :]])


def _value(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """One digit of one number becomes another."""
    text = sentences[at]
    found = [m for m in _NUMBER.finditer(text) if m.start() > 3]
    if not found:
        return None
    m = rng.choice(found)
    for _ in range(20):
        digits = [i for i, c in enumerate(m.group()) if c.isdigit()]
        i = rng.choice(digits)
        new = m.group()[:i] + rng.choice("123456789") + m.group()[i + 1 :]
        if float(new.replace(",", "")) != float(m.group().replace(",", "")) and not re.search(
            rf"(?<!\d){re.escape(new)}(?!\d)", source
        ):
            return put(sentences, at, text[: m.start()] + new + text[m.end() :])
    return None


def _unit(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """The unit of one number becomes another of its family."""
    text = sentences[at]
    found = list(_UNIT.finditer(text))
    if not found:
        return None
    m = rng.choice(found)
    family = next(f for f in _UNITS if m[3] in f)
    new = rng.choice([u for u in family if u != m[3]])
    edited = f"{m[1]}{m[2]}{new}"
    if re.search(rf"(?<!\d){re.escape(m[1])}[ -]?{re.escape(new)}\b", source):
        return None
    return put(sentences, at, text[: m.start()] + edited + text[m.end() :])


def _identifier(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """One character of one identifier becomes another of its class."""
    text = sentences[at]
    found = list(_IDENTIFIER.finditer(text))
    if not found:
        return None
    m = rng.choice(found)
    places = [i for i, c in enumerate(m.group()) if c.isascii() and c.isalnum()]
    for _ in range(20):
        i = rng.choice(places)
        c = m.group()[i]
        pool = (
            "0123456789"
            if c.isdigit()
            else "abcdefghijklmnopqrstuvwxyz"
            if c.islower()
            else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        )
        new = m.group()[:i] + rng.choice(pool) + m.group()[i + 1 :]
        if new != m.group() and new.lower() not in source.lower():
            return put(sentences, at, text[: m.start()] + new + text[m.end() :])
    return None


def _swap(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """Two numbers, or two identifiers, of one sentence change places; not where they are a mere list."""
    text = sentences[at]
    pairs = []
    for pattern in (_NUMBER, _IDENTIFIER):
        found = [m for m in pattern.finditer(text) if m.start() > 3 or pattern is _IDENTIFIER]
        for a, b in pairwise(found):
            words = set(re.findall(r"[a-z]+", text[a.end() : b.start()].lower())) - {
                "and",
                "or",
                "the",
                "a",
                "in",
                "to",
                "of",
                "vs",
                "und",
            }
            if (
                a.group().lower() != b.group().lower()
                and len(words) >= 2
                and text[a.end() :].split()[:1] != text[b.end() :].split()[:1]
            ):
                pairs.append((a, b))
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    return put(sentences, at, text[: a.start()] + b.group() + text[a.end() : b.start()] + a.group() + text[b.end() :])


def _state(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """One word of state becomes its opposite."""
    text = sentences[at]
    found = [m for m in _STATE_WORD.finditer(text) if m.start() > 3]
    if not found or len(text.split()) < 7:
        return None
    states = [m for m in found if m[1] not in ("is", "was", "are", "with", "before")]
    m = rng.choice(states or found)
    return put(sentences, at, text[: m.start()] + _STATE[m[1]] + text[m.end() :])


_SPACED = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?)( ?)(%|ms|s|KB|MB|GB|kB|KiB|MiB|px|min|kg|mm|cm|km)(?![\w/-])")
_SPELLED = (
    ("milliseconds", "ms"), ("seconds", "s"), ("minutes", "min"), ("hours", "h"), ("percent", "%"), ("kilobytes", "KB"), ("megabytes", "MB"), ("gigabytes", "GB"),
    ("miles", "mi"), ("metres", "m"), ("meters", "m"), ("kilograms", "kg"),
)  # fmt: skip
_SHORT = dict(_SPELLED)
_LONG = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?)[ -](" + "|".join(_SHORT) + r")(?![\w-])")


def _unit_format(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """ "250ms" for "250 ms" and back; "85 %" for "85%"; "30 s" for "30 seconds". Any sentence of the parent: few have a unit."""
    for k in (at, *(i for i in range(len(sentences)) if i != at)):
        text = sentences[k]
        edited = _SPACED.sub(lambda m: f"{m[1]}{'' if m[2] else ' '}{m[3]}", text)
        edited = _LONG.sub(lambda m: f"{m[1]} {_SHORT[m[2]]}", edited)
        if edited != text:
            return put(sentences, k, edited)
    return None


def _grouping(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """1,200 becomes 1200, and 1200 becomes 1,200 (no years)."""
    text = sentences[at]

    def regroup(m: re.Match[str]) -> str:
        plain = m.group().replace(",", "")
        if "," in m.group():
            return plain
        return (
            f"{int(plain):,}"
            if "." not in plain and len(plain) >= 4 and plain[0] != "0" and not 1900 <= int(plain) <= 2100
            else m.group()
        )

    return put(sentences, at, _NUMBER.sub(regroup, text))


def _case(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """The first letter changes its case, where it begins an ordinary word."""
    text = sentences[at]
    first = re.match(r"[A-Z][a-z]+(?= [a-z])", text)
    return put(sentences, at, text[0].lower() + text[1:]) if first and first.group() not in ("I",) else None


def _punctuation(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """The full stop goes, dashes become commas, backticks go."""
    text = sentences[at]
    edited = re.sub(r" [—–] ", ", ", text)
    edited = re.sub(r"`([^`]+)`", r"\1", edited)
    return put(sentences, at, edited[:-1] if edited.endswith(".") else edited)


def _heading(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """A heading is put in front."""
    return "\n".join(
        [rng.choice(("## Summary", "# State of the work", "## What happened", "**Progress**")), "", *sentences]
    )


def _merge(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """Two sentences become one, with "; " between them."""
    if at + 1 >= len(sentences) or not sentences[at].endswith("."):
        return None
    return "\n".join([*sentences[:at], f"{sentences[at][:-1]}; {sentences[at + 1]}", *sentences[at + 2 :]])


def _bullets(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """Every sentence becomes a bullet."""
    if any(re.match(r"\s*(?:[-*•]|\d+[.)])\s", s) for s in sentences):
        return None
    return "\n".join(f"- {s}" for s in sentences)


def _order(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """The sentences stand in another order."""
    if len(sentences) < 2:
        return None
    return "\n".join([*sentences[1:], sentences[0]])


def _contraction(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """ "do not" for "don't" and back."""
    text = sentences[at]
    edited = re.sub(r"\b(do|does|did|is|are|was|were|has|have|had|could|should|would)n['’]t\b", r"\1 not", text)
    if edited == text:
        edited = re.sub(r"\b(does|did|is|are|was|were|has|had|could|should|would) not\b", r"\1n't", text)
    return put(sentences, at, edited)


CHANGES: dict[str, Edit] = {"value": _value, "unit": _unit, "identifier": _identifier, "swap": _swap, "status": _state}
REWORDINGS: dict[str, Edit] = {
    "unit format": _unit_format, "digit grouping": _grouping, "case": _case, "punctuation": _punctuation, "added heading": _heading,
    "merged sentences": _merge, "bullets": _bullets, "order": _order, "contraction": _contraction,
}  # fmt: skip
