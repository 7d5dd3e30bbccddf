"""Links: what of a parent is a link's target, and whether the target only spells what the link is called.

In: a parent and a place in it. Out: targets, and whether the one there says nothing that its name does not: "[#1096](.../issues/1096)" is asked
about as #1096, not a second time as an address.
"""

from __future__ import annotations

import re

__all__ = ["TARGET", "spells_label"]

TARGET = re.compile(r"(?:https?://|www\.)[^\s)>\]]+|\]\([^)\s]*\)|(?<=<)[^<>\s]+(?=>)")
_CALLED_MAX = 120  # characters before a target in which its link's name stands
_CALLED = re.compile(r"(?:\[(?P<md>[^\[\]\n]{1,100})\]\(|[`|](?P<rst>[^`|<>\n]{1,100}) ?<)$")


def spells_label(text: str, start: int, target: str) -> bool:
    """Whether the link at `start` is called as its target ends: "[#1096](.../issues/1096)", "`0.26a0 <v0_26_a0>`"."""
    found = _CALLED.search(text, max(0, start - _CALLED_MAX), start)
    if found is None:
        return False
    label = re.sub(r"[\W_]+", "", found.group("md") or found.group("rst") or "").lower()
    tail = re.sub(r"[\W_]+", "", re.split(r"[/#?=&]", target.rstrip("/"))[-1]).lower()
    return bool(label) and label.removeprefix("v") == tail.removeprefix("v")
