"""What was done outside of the working copy: the calls that booked, sent, created or changed something, with what they were given.

In: calls with their answers, in time order. Out: a line for each act that went well, newest last, the values as they were given. A report names such an
act ("booked, for 305"); with which payment, for whom, under which terms says only the call. Commands of a shell say what they do
themselves and are told where they matter. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from leadline.core.facts.tool_lines import SHELL, changes_the_world, read_tool_output, refuses, tool_key
from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.checks import Exchange
from leadline.views.lines import beginning

__all__ = ["deeds_of"]

DEEDS_MAX = 6  # the newest
ARGUMENT_MAX = 120  # characters of one argument: a text that was sent is told by its beginning
DEED_MAX = 480
_KEY = re.compile(r"[a-z][\w-]{0,40}:(?: |$)")  # a line that begins an argument
_ITEM = re.compile(r"[ \t]*- ")
_ID = re.compile(r"(?m)^(?:id|key|number|(?P<what>[a-z]{1,30})_id): ?(?P<id>\S{1,80})$")


def deeds_of(calls: Iterable[Exchange], newest: int) -> list[DraftSentence]:
    """The acts of the folded part, each with its reference; what the freshest part (leaf number `newest`) holds stands there whole. An act
    that was done again on the same thing is told once, as it was done last."""
    last: dict[str, DraftSentence] = {}
    for exchange in calls:
        key = tool_key(exchange.name, exchange.call)
        if (
            exchange.place[0] == newest
            or SHELL.search(exchange.name)
            or not changes_the_world(key)
            or _failed(exchange)
        ):
            continue
        text = _given(exchange.call.removeprefix(exchange.name))
        if text:
            leaf, start = exchange.place
            at = Evidence(leaf, start, start + len(exchange.call))
            same = f"{exchange.name} {_on_what(exchange) or text}"
            last.pop(same, None)
            last[same] = DraftSentence("identifiers", text, (at,), f"done by {exchange.name}")
    return list(last.values())[-DEEDS_MAX:]


def _on_what(exchange: Exchange) -> str:
    """The id of the thing that was changed; a customer's on a booking is not the booking's."""
    found = _ID.finditer(exchange.call)
    return next((m["id"] for m in found if m["what"] is None or m["what"] in exchange.name), "")


def _failed(exchange: Exchange) -> bool:
    lines = read_tool_output(exchange.answer, is_error=exchange.is_error, key="call:deed:")
    return exchange.is_error or refuses(exchange.answer) or any(line.criticality == "owed" for line in lines)


def _given(arguments: str) -> str:
    """The arguments on one line, the items of a list behind their name; of a longer text its beginning."""
    told: list[str] = []
    in_text = False
    for line in arguments.strip().split("\n"):
        item, argument = _ITEM.match(line), _KEY.match(line)
        if not line.strip() or (in_text and not argument):
            continue
        in_text = not item and not argument
        said = line[item.end() :] if item else line.strip()
        said = f"{said[:ARGUMENT_MAX].rstrip()} …" if in_text or len(said) > ARGUMENT_MAX else said
        told.append(f"/ {said}" if item else said)
    whole = "; ".join(told).replace(":; /", ":").replace(":;", ":").replace("; /", " /")
    return beginning(whole, DEED_MAX)
