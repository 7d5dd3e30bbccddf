"""Sessions with known facts in them: real transcript text, cut and re-sequenced, and owed facts planted at random places.

`generate(units, options)` gives a `PlantedSession`: its messages, and the planted facts with their needles. Every planted
fact is owed at the end of the session: nothing supersedes it, and its identifiers occur nowhere else. The last
`tail_tokens` hold filler only, so that no fact survives merely because the freshest part is never summarised.

Same units, same options, same bytes: one seeded `Random`, no clock.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from string import Formatter

from leadline.bench.filler import Unit, draw, tokens_of
from leadline.bench.phrases import CONFLICT_PAIRS, LEAD_INS, PHRASES
from leadline.bench.slots import Slots
from leadline.core.text.messages import Message, Part

__all__ = ["KINDS", "PlantOptions", "PlantedFact", "PlantedSession", "fill", "generate"]

KINDS: tuple[str, ...] = tuple(PHRASES)

_PAIR_SHARE = 0.25  # of conflicts are told in two places instead of one sentence
_INSIDE = 0.5  # share of facts that go into the middle of somebody's message, where there is a fitting one
_LEAD_IN = 0.25  # share of sentences that are said in passing
_SLOPPY = 0.2  # share of user sentences typed without a capital at the start and a stop at the end
_NEAR_UNITS = 20  # how far from its place a fact may look for a fitting message
_HOST_CHARS_MIN = 120
_NEEDLE = re.compile(r"«([^«»]*+)»")
_SENTENCE_END = re.compile(r"(?<=[a-z)`\"']{2})[.!?](?=\s+[A-Z`]|\s*$)")
_PROSE_LINE = re.compile(r"[A-Za-z`\"'].*")
_NO_PROSE = re.compile(r"[{}|<>]|\":|^\w+:$")
_PROSE_WORDS_MIN = 6
_FENCE = re.compile(r"\s*(?:```|~~~)")
_COMMANDS = ("./bin/run-all", "make verify", "npm test", "python -m tools.sync", "bash scripts/nightly.sh")
_BEFORE = (
    "Loading configuration ... ok\nStarting 4 workers",
    "[1/3] preparing\n[2/3] transferring",
    "collected 41 items\n\n........",
    "12:04:11 INFO  begin\n12:04:12 INFO  12 items queued",
)
_AFTER = ("", "Stopping workers", "2 warnings", "See the log for details.")


@dataclass(frozen=True, slots=True)
class PlantedFact:
    """One owed fact: its sentence as planted, and the strings that must be readable together."""

    id: str
    kind: str
    role: str  # user, assistant, or error (output of a failed tool call)
    text: str
    needles: tuple[str, ...]
    across_lines: bool = False


@dataclass(frozen=True, slots=True)
class PlantOptions:
    """`tokens` of filler in all (o200k), `facts` planted in it, `tail_tokens` of the filler after the last fact."""

    seed: int
    tokens: int
    facts: int
    tail_tokens: int = 0


@dataclass(frozen=True, slots=True)
class PlantedSession:
    """Messages in order, and what was planted in them. `tokens` counts all message texts."""

    units: tuple[Unit, ...]
    facts: tuple[PlantedFact, ...]
    tokens: int


def generate(units: Sequence[Unit], options: PlantOptions) -> PlantedSession:
    """One session of about `options.tokens` with `options.facts` planted. Raises ValueError if there is no filler."""
    rng = Random(f"leadline planted {options.seed}")
    body = draw(units, options.tokens - options.tail_tokens, rng)
    tail = draw(units, options.tail_tokens, rng)
    taken = {word for unit in (*body, *tail) for message in unit for word in message.text.split()}
    groups = _facts(options.facts, Slots(rng, taken), rng)
    whole = (*_place(body, groups, rng), *tail)
    return PlantedSession(whole, tuple(fact for group in groups for fact in group), tokens_of(whole))


def fill(templates: Sequence[str], slots: Slots) -> list[tuple[str, tuple[str, ...]]]:
    """Each template with its slots filled, and its needles, the longest first; one slot has one value in all of them."""
    names = sorted({name for template in templates for _, name, _, _ in Formatter().parse(template) if name})
    values = {name: slots.value(name) for name in names}
    out = []
    for template in templates:
        marked = template.format_map(values)
        needles = tuple(sorted(set(_NEEDLE.findall(marked)), key=lambda needle: (-len(needle), needle)))
        out.append((_NEEDLE.sub(r"\1", marked), needles))
    return out


def _facts(n: int, slots: Slots, rng: Random) -> list[tuple[PlantedFact, ...]]:
    """`n` facts in groups: one fact, or the two sides of a conflict. Kinds take turns in random order, for equal shares."""
    turns = rng.sample(KINDS, len(KINDS))
    groups: list[tuple[PlantedFact, ...]] = []
    made = 0
    while made < n:
        kind = turns[len(groups) % len(turns)]
        phrases: tuple[tuple[str, str], ...] = (rng.choice(PHRASES[kind]),)
        if kind == "conflict" and made + 2 <= n and rng.random() < _PAIR_SHARE:
            phrases = rng.choice(CONFLICT_PAIRS)
        group: list[PlantedFact] = []
        for (role, _), (text, needles) in zip(phrases, fill([template for _, template in phrases], slots), strict=True):
            said = _dress(text, role, needles, rng)
            group.append(PlantedFact(f"f{made + len(group)}", kind, role, said, needles, "\n" in text))
        groups.append(tuple(group))
        made += len(group)
    return groups


def _dress(text: str, role: str, needles: Sequence[str], rng: Random) -> str:
    """The sentence as somebody in a hurry writes it, now and then; its needles stay as they are."""
    if role not in LEAD_INS:
        return text
    opening = text.split(" ", 1)[0]
    plain = opening.isalpha() and opening != "I" and not any(needle.startswith(opening) for needle in needles)
    lower = text[0].lower() + text[1:] if plain else text
    if rng.random() < _LEAD_IN:
        return rng.choice(LEAD_INS[role]) + lower
    if role == "user" and rng.random() < _SLOPPY:
        return lower.rstrip(".")
    return text


def _place(body: Sequence[Unit], groups: Sequence[tuple[PlantedFact, ...]], rng: Random) -> list[Unit]:
    """The facts at random places: inside of a fitting message, or as a message of their own between two units."""
    inside: dict[int, PlantedFact] = {}
    between: dict[int, list[PlantedFact]] = {}
    for group in groups:
        at = rng.randrange(len(body) + 1)
        for fact in group:
            near = range(max(0, at - _NEAR_UNITS), min(len(body), at + _NEAR_UNITS))
            hosts = [i for i in near if i not in inside and _host_part(body[i], fact) is not None]
            if hosts and rng.random() < _INSIDE:
                inside[rng.choice(hosts)] = fact
            else:
                between.setdefault(at, []).append(fact)
            at = min(len(body), at + rng.randint(1, 6))  # where the other side of a conflict goes
    out: list[Unit] = []
    for i in range(len(body) + 1):
        out.extend(_own_unit(fact, rng) for fact in between.get(i, ()))
        if i < len(body):
            out.append(_insert(body[i], inside[i], rng) if i in inside else body[i])
    return out


def _host_part(unit: Unit, fact: PlantedFact) -> tuple[int, int] | None:
    """Message and part of the unit that can take the fact's sentence: prose of the same role, long enough."""
    if fact.role == "error":
        return None
    for m, message in enumerate(unit):
        if message.role != fact.role:
            continue
        for p, part in enumerate(message.parts):
            if part.kind == "text" and len(part.text) >= _HOST_CHARS_MIN and _gaps(part.text):
                return m, p
    return None


def _gaps(text: str) -> list[int]:
    """Offsets of sentence ends in prose. None inside of code fences, lists, tables, headings or pasted JSON: nobody writes
    an order to a colleague there."""
    gaps: list[int] = []
    at = 0
    fenced = False
    for line in text.splitlines(keepends=True):
        fenced ^= _FENCE.match(line) is not None
        prose = _PROSE_LINE.match(line) and not _NO_PROSE.search(line) and len(line.split()) >= _PROSE_WORDS_MIN
        if prose and not fenced:
            gaps.extend(at + m.end() for m in _SENTENCE_END.finditer(line))
        at += len(line)
    return gaps


def _insert(unit: Unit, fact: PlantedFact, rng: Random) -> Unit:
    at = _host_part(unit, fact)
    assert at is not None, "only units with a host part are chosen"
    m, p = at
    part = unit[m].parts[p]
    gap = rng.choice(_gaps(part.text))
    before, after = part.text[:gap], part.text[gap:]
    # Beside its neighbours where they are prose of one line, else as a paragraph of its own.
    glue = " " if rng.random() < 0.5 and not before.endswith("\n") and not after.startswith("\n") else "\n\n"
    parts = list(unit[m].parts)
    parts[p] = replace(part, text=f"{before}{glue}{fact.text}{glue}{after.lstrip(' ')}")
    messages = list(unit)
    messages[m] = replace(unit[m], parts=tuple(parts))
    return tuple(messages)


def _own_unit(fact: PlantedFact, rng: Random) -> Unit:
    if fact.role == "user":
        return (Message(fact.id, "user", (Part("text", fact.text),), 0),)
    if fact.role == "assistant":
        return (Message(fact.id, "assistant", (Part("text", fact.text),), 0),)
    call = f"planted_{fact.id}"
    output = "\n".join(filter(None, ("Exit code 1", rng.choice(_BEFORE), fact.text, rng.choice(_AFTER))))
    return (
        Message(call, "assistant", (Part("tool_call", f"Bash {rng.choice(_COMMANDS)}", "Bash", call),), 0),
        Message(f"{call}_result", "tool", (Part("tool_result", output, "Bash", call, is_error=True),), 0),
    )
