"""Bad summarizers on purpose: one that drops sentences at random, one that blurs and changes what it keeps.

Both are foreign to leadline: they return plain text without evidence, made of the lines of the embedded extractive
draft (so they see what any summarizer sees, without the held-out facts). Deterministic: the seed and the request
decide. With the gate on, no loss that they cause may be silent; with the gate off, many are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from leadline.core.tree.nodes import Draft
from leadline.summarizers import extractive
from leadline.summarizers.port import Request, Summarizer

__all__ = ["FOREIGN", "dropper", "reworder"]

DROP_SHARE = 0.15  # of the lines of a draft
CHANGE_SHARE = 0.15  # of the lines that can be changed

_CODE = re.compile(
    r"\b(?:E\d{4,}|ORA-\d+|0x[0-9A-F]{6,}|ERR_\w+|SVC-\d+|HTTP \d{3,}|\w+(?:Error|Exception|Timeout)\d*)\b"
)
_NUMBER = re.compile(r"(?<![\w.,/#:-])\d{2,}(?:[.,]\d+)*(?![\w/-])")
_WEAKER = (
    (re.compile(r"\bmust never\b|\bmust not\b|\bnever\b|\bdo not\b|\bdon't\b", re.IGNORECASE), "should preferably not"),
    (re.compile(r"\bmust\b|\bhas to\b|\bhave to\b", re.IGNORECASE), "can"),
)
_STATE = (
    (re.compile(r"\bincomplete\b|\bnot finished\b|\bpartially done\b|\bpartially\b", re.IGNORECASE), "complete"),
    (re.compile(r"\bstill red\b", re.IGNORECASE), "green"),
    (re.compile(r"\bfailed\b", re.IGNORECASE), "finished"),
    (re.compile(r"\bprobably\b|\bmight be\b|\bI suspect that\b", re.IGNORECASE), "is known to be"),
)


def dropper(seed: int = 0) -> Summarizer:
    """Leaves out about every seventh sentence."""

    def drop(line: str, rng: Random) -> str:
        return "" if rng.random() < DROP_SHARE else line

    return _line_by_line("dropper", seed, drop)


def reworder(seed: int = 0) -> Summarizer:
    """Replaces codes by "a related error", values by others, weakens orders, and calls unfinished things finished."""

    def reword(line: str, rng: Random) -> str:
        if rng.random() >= CHANGE_SHARE:
            return line
        ways: list[Callable[[str], str]] = []
        if _CODE.search(line):
            ways.append(lambda text: _CODE.sub("a related error", text))
        if _NUMBER.search(line):
            ways.append(lambda text: _NUMBER.sub(lambda m: _other_number(m.group(), rng), text, count=1))
        ways += [
            lambda text, p=pattern, r=replacement: p.sub(r, text)  # type: ignore[misc]
            for pattern, replacement in (*_WEAKER, *_STATE)
            if pattern.search(line)
        ]
        return rng.choice(ways)(line) if ways else line

    return _line_by_line("reworder", seed, reword)


FOREIGN: dict[str, Callable[[int], Summarizer]] = {"dropper": dropper, "reworder": reworder}


def _line_by_line(name: str, seed: int, change: Callable[[str, Random], str]) -> Summarizer:
    def summarize(request: Request) -> Draft:
        honest = extractive.summarize(request).text
        rng = Random(f"{name}|{seed}|{request.level}|{request.attempt}|{honest}")
        lines = [line if line.startswith("#") else change(line, rng) for line in honest.splitlines()]
        return Draft("\n".join(line for line in lines if line), (), name)

    summarize.__name__ = name
    return summarize


def _other_number(number: str, rng: Random) -> str:
    digits = [str((int(c) + rng.randint(1, 8)) % 10) if c.isdigit() else c for c in number]
    return "".join(digits)
