"""Extraction: the facts of one child, with what each is worth as far as the child alone can tell.

In: a `Child`. Out: facts sorted by start; `child.text[f.start:f.end] == f.text`, always. Sentences never cross segments, so each
fact has one speaker. Tool output is read by failing lines only (tool_lines.py); thinking is supporting at most; injected text is
incidental; code, data and logs inside of messages yield exact facts without force. What later children say
is the business of `resolution.py`. Pure, linear; about 1.5 MB/s on real transcripts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from leadline.core.facts.binding import Binder
from leadline.core.facts.clauses import Reading, Voice, lists, read_clause, tells_done
from leadline.core.facts.demands import binds, is_due
from leadline.core.facts.exact import find_exact, find_named, mark_length
from leadline.core.facts.force import status_of
from leadline.core.facts.forms import NUMBER_KINDS, normal_form
from leadline.core.facts.hits import Hit, Plain, merge
from leadline.core.facts.lexicon import FAILED
from leadline.core.facts.model import COUNTED_KINDS, EXACT_KINDS, Criticality, Fact, FactKind
from leadline.core.facts.pasted import pasted_lines, pasted_session
from leadline.core.facts.standing import find_rules
from leadline.core.facts.tool_lines import after_header, changes_the_world, read_tool_output, tool_keys
from leadline.core.secrets.redact import PLACEHOLDER
from leadline.core.text.messages import Child, Role, Segment, paired_calls
from leadline.core.text.sentences import Sentence, split_sentences
from leadline.core.text.words import content_words, lower_case

__all__ = ["EXTRACTOR_DIGEST", "Mentions", "extract", "extract_live", "goes_on"]

EXTRACTOR_DIGEST = "leadline-facts/7"

SHORT_MESSAGE = 4000  # characters; a longer user message holds pasted text, of which only cued sentences count
EFFECT_REACH = 400  # characters of an answer that are searched for what the call made
EFFECTS_MAX = 4
LISTED_MAX = 10  # bullets of one list of open or failed things that are owed for its announcement
LAST_WORDS = 240  # characters before the end of a message: a question there waits for an answer
CODE_LINE_MAX = 400  # characters; longer lines of code or data inside of messages are not searched for exact facts
TOOL_FULL = 8000  # characters; a plain tool child up to here is read line by line for exact facts ...
TOOL_FULL_IN_LEAF = 300  # ... a result among many only when it is an answer rather than a dump
_CODES: dict[str, str] = {
    "path": "pa", "url": "ur", "host": "ho", "id": "id", "symbol": "sy", "package": "pk", "version": "ve", "error": "er", "quantity": "qu",
    "threshold": "th", "money": "mo", "ratio": "ra", "datetime": "dt", "quote": "qt", "name": "na", "constraint": "co", "decision": "de",
    "status": "st", "open_item": "op", "conflict": "cf", "hedge": "he", "attribution": "at", "goal": "go",
}  # fmt: skip
_DEADLINE = re.compile(
    r"(?:\b(?:by|until|till|before|not later than|no later than|due(?: on| by)?|deadline(?: is| of|:)?|expires?(?: on)?|latest|ends(?: on)?|bis(?: zum| spätestens)?|spätestens(?: am)?|frist(?: ist|:)?|"
    r"avant(?: le)?|jusqu'au|hasta(?: el)?|antes del?|vence(?: el)?)[ ,]{1,2}(?:(?:the|next|end of|noon|midnight|on|at|am|le|el|zum)[ ,]{1,2}){0,2})$"
)
_DEADLINE_AFTER = re.compile(
    r"[ ,]{0,2}(?:までに?|期限|まで|之前|前|at the latest|latest|spätestens|deadline|au plus tard|a más tardar)"
)
_SPECIFIC = frozenset(("path", "url", "host", "id", "symbol", "package", "version", "error"))
_UPGRADES = frozenset(("user", "summary", "closing"))


Mentions = Counter[tuple[str, str]]  # (kind, form) of names; how often each is said tells what is sure (resolution.py)


class _Found:
    """What was read so far. `mentions` is None where all facts are wanted; else names are counted whose facts are left out."""

    __slots__ = ("child", "facts", "mentions", "turn_goes_on")

    def __init__(self, child: Child, mentions: Mentions | None, turn_goes_on: bool) -> None:
        self.child, self.mentions, self.turn_goes_on = child, mentions, turn_goes_on
        self.facts: list[Fact] = []


def extract(child: Child, *, turn_goes_on: bool = False) -> tuple[Fact, ...]:
    """The facts of `child`, sorted by (start, end, kind). Same child, same facts. `turn_goes_on`: its last words are followed by
    a call in the next child, so that they close nothing."""
    return _extract(_Found(child, None, turn_goes_on))


def extract_live(child: Child, mentions: Mentions, *, turn_goes_on: bool = False) -> tuple[Fact, ...]:
    """Those of `extract` that may be owed or settle what is owed. The names that the others hold are counted into `mentions`."""
    if "[secret:" in child.text:  # names inside of a placeholder are no mentions
        return extract(child, turn_goes_on=turn_goes_on)
    return _extract(_Found(child, mentions, turn_goes_on))


def goes_on(child: Child, after: bool) -> bool:
    """Whether the words before `child` belong to a turn that goes on in it: the first thing in it that anybody said or did is a
    call. `after` is the same of what follows it, for a child that holds thoughts and notes of the client only."""
    for segment in child.segments:
        if not segment.injected and segment.kind not in ("thinking", "opaque"):
            return segment.kind == "tool_call"
    return after


def _extract(found: _Found) -> tuple[Fact, ...]:
    child = found.child
    voices = _voices(child.segments, found.turn_goes_on)
    keys = _tool_keys(child)
    for i, (segment, voice) in enumerate(zip(child.segments, voices, strict=True)):
        if segment.end <= segment.start or voice in ("call",) or segment.kind == "opaque":
            continue
        if voice == "tool":
            _extract_tool(segment, keys.get(i, ()), found)
        else:
            _extract_text(segment, voice, found)
    found.facts.sort(key=lambda f: (f.start, f.end, f.kind))
    return tuple(found.facts) if "[secret:" not in child.text else _public(child.text, found.facts)


def _public(text: str, facts: list[Fact]) -> tuple[Fact, ...]:
    """Without what is nothing but the placeholder of a secret: no summary owes that."""
    hidden = [m.span() for m in PLACEHOLDER.finditer(text)]
    return tuple(f for f in facts if not any(a <= f.start and f.end <= b for a, b in hidden))


def _voices(segments: tuple[Segment, ...], turn_goes_on: bool) -> list[Voice]:
    """Who speaks, per segment. Assistant text is `closing` unless a tool call or more assistant text follows it in its turn."""
    out: list[Voice] = []
    following: str = "call" if turn_goes_on else "end"
    for segment in reversed(segments):
        voice: Voice
        if segment.injected:
            voice = "injected"
        elif segment.kind == "thinking":
            voice = "thinking"
        elif segment.kind == "tool_call":
            voice = "call"
        elif segment.role == "tool" or segment.kind == "tool_result":
            voice = "tool"
        elif segment.role == "assistant":
            voice = "closing" if following in ("end", "user") else "progress"
        else:
            voice = segment.role
        if voice in ("call", "tool", "user", "closing", "progress", "summary"):
            following = voice
        out.append(voice)
    out.reverse()
    return out


def _tool_keys(child: Child) -> dict[int, tuple[str, ...]]:
    """What each tool result answers."""
    keys: dict[int, tuple[str, ...]] = {}
    for call, result in paired_calls(enumerate(child.segments)):
        said = child.segments[call]
        keys[result] = tool_keys(said.name, child.text[said.start : min(said.end, said.start + 600)])
    return keys


def _extract_text(segment: Segment, voice: Voice, found: _Found) -> None:
    child = found.child
    text = child.text[segment.start : segment.end]
    short = len(text) <= SHORT_MESSAGE
    sentences = split_sentences(text)
    told, listed = False, LISTED_MAX
    head: Reading | None = None  # what the bullets below the last announcement are
    ruled = _extract_rules(segment, text, sentences, found) if voice in ("system", "injected") else []
    output = pasted_lines(text, sentences) if voice == "user" else frozenset()
    session = pasted_session(text) if voice == "user" else (0, 0)
    for i, (start, end, block) in enumerate(sentences):
        s = text[start:end]
        at = segment.start + start
        if ruled and any(a < end and start < b for a, b in ruled):
            continue
        if block in ("code", "data", "log") or i in output:
            if voice in _UPGRADES:
                _extract_code(s, at, segment.role, found)
            continue
        if voice in ("thinking", "system", "injected"):
            reading = read_clause(s, block, voice, short=short, exact=False)
            if reading:
                _add_sentence(s, at, reading, [], segment.role, found)
            continue
        hits = find_exact(s)
        reading = read_clause(
            s,
            block,
            voice,
            short=short,
            exact=any(h.kind not in ("quote", "name") for h in hits),
            named=any(h.kind in _SPECIFIC for h in hits),
            last=len(text) - end < LAST_WORDS,
            told=told,
        )
        if voice == "closing":
            told = told or tells_done(s)
            listed = min(listed - 1, LISTED_MAX) if block == "bullet" else LISTED_MAX
            head = head if block == "bullet" else lists(s)
            if head and block == "bullet" and listed >= 0 and not (reading and reading.criticality == "owed"):
                reading = head
        if session[0] <= start < session[1]:  # somebody else's words: they demand nothing and tell of another session
            if reading:
                quoted = Reading(reading.kind, "supporting", "pasted_session")
                _add_sentence(s, at, quoted, hits, segment.role, found)
            _add_exact(s, at, hits, segment.role, found, "code", None)
            continue
        if reading:
            _add_sentence(s, at, reading, hits, segment.role, found)
        _add_exact(s, at, hits, segment.role, found, voice, reading)


def _extract_rules(segment: Segment, text: str, sentences: Sequence[Sentence], found: _Found) -> list[tuple[int, int]]:
    """Standing instructions of one segment, as spans in its text. What they name stays incidental: the rule carries it."""
    child = found.child
    if segment.role not in ("system", "user"):
        return []
    said = (s for s in child.segments if s.start < segment.start)
    front = not any(s.role in ("assistant", "tool") or (s.role == "user" and not s.injected) for s in said)
    rules = find_rules(text, sentences, system=segment.role == "system" and not segment.injected, front=front)
    for start, end, _ in rules:
        s = text[start:end]
        hits = find_exact(s)
        at = segment.start + start
        _add_sentence(s, at, Reading("constraint", "owed", "standing_rule"), hits, segment.role, found)
        _add_exact(s, at, hits, segment.role, found, "standing", None)
    return [(start, end) for start, end, _ in rules]


def _extract_code(s: str, at: int, role: Role, found: _Found) -> None:
    """Code, data and logs inside of a message: exact facts without force; long lines and failures are left out knowingly."""
    hits: Sequence[Plain] = ()
    if len(s) <= CODE_LINE_MAX and found.mentions is not None:
        hits = find_named(s)
        _count_names(s, hits, role, found.mentions)
    elif len(s) <= CODE_LINE_MAX:
        hits = exact = find_exact(s)
        _add_exact(s, at, exact, role, found, "code", None)
    if len(s) > CODE_LINE_MAX or (not hits and FAILED.search(lower_case(s)) and not find_exact(s)):
        _add_sentence(s, at, Reading("status", "incidental", "code_line"), [], role, found)


def _count_names(s: str, hits: Sequence[Plain], role: Role, mentions: Mentions) -> None:
    """Names that no fact is made of are counted all the same."""
    if role == "tool":
        return
    for kind, start, end in hits:
        if kind in COUNTED_KINDS:
            mentions[kind, normal_form(kind, s[start:end])] += 1


def _extract_tool(segment: Segment, keys: tuple[str, ...], found: _Found) -> None:
    child = found.child
    key = keys[0] if keys else ""
    text = child.text[segment.start : segment.end]
    for line in read_tool_output(text, is_error=segment.is_error, key=key):
        at = segment.start + line.start
        s = text[line.start : line.end]
        hits = find_exact(s) if line.reason != "tool_ok" else ()
        if line.exception[1] and not any(h.kind == "error" for h in hits):
            named = Hit("error", *line.exception)
            hits = tuple(map(Hit._make, merge(([named], hits))))
        reading = Reading("status", line.criticality, line.reason)
        _add_sentence(s, at, reading, hits, segment.role, found, extra=keys if line.reason == "tool_ok" else keys[:1])
        worth: Criticality = line.criticality
        bind = Binder(s, hits, key)
        for h in hits:
            owed = worth == "owed" and h.kind == "error"
            _add(h.kind, at + h.start, at + h.end, (at, at + len(s)), segment.role, bind.subject(h), "owed" if owed else "supporting" if worth == "owed" else "incidental",
                 "error_code" if owed else "tool_line", False, found)  # fmt: skip
        if line.reason == "tool_ok" and changes_the_world(key):
            _extract_effect(segment, text, key, found)
    if found.mentions is not None and segment.role == "tool":
        return  # what a tool says besides its failing lines is never owed
    if len(text) <= (TOOL_FULL if len(child.segments) == 1 else TOOL_FULL_IN_LEAF):
        taken = {f.sentence for f in found.facts if f.start >= segment.start and f.reason != "tool_ok"}
        for start, end, _ in split_sentences(text):
            span = (segment.start + start, segment.start + end)
            if span not in taken and end - start <= 400:
                s = text[start:end]
                hits = find_exact(s)
                bind = Binder(s, hits)
                for h in hits:
                    _add(
                        h.kind,
                        span[0] + h.start,
                        span[0] + h.end,
                        span,
                        segment.role,
                        bind.subject(h),
                        "incidental",
                        "tool_output",
                        False,
                        found,
                    )


def _extract_effect(segment: Segment, text: str, key: str, found: _Found) -> None:
    """Ids and addresses that a call with an effect outside of the working copy answers with: the first few are owed."""
    left = EFFECTS_MAX
    at = after_header(text)
    stop = min(len(text), at + EFFECT_REACH)
    while at < stop and left:
        line_end = text.find("\n", at, stop)
        end = stop if line_end < 0 else line_end
        s = text[at:end]
        hits = find_exact(s)
        bind = Binder(s, hits, key)
        span = (segment.start + at, segment.start + end)
        for h in [h for h in hits if h.kind in ("id", "url") and s[h.start : h.end] not in key][:left]:
            _add(h.kind, span[0] + h.start, span[0] + h.end, span, segment.role, bind.subject(h), "owed", "made_by_call", False, found)  # fmt: skip
            left -= 1
        at = end + 1


def _add_sentence(
    s: str,
    at: int,
    reading: Reading,
    hits: Sequence[Hit],
    role: Role,
    found: _Found,
    extra: tuple[str, ...] = (),
) -> None:
    names = tuple(
        dict.fromkeys(
            normal_form(h.kind, s[h.start : h.end])
            for h in hits
            if h.kind not in NUMBER_KINDS and h.kind not in ("quote", "datetime")
        )
    )
    subject = extra + names[:8] + tuple(dict.fromkeys(content_words(s)))[:16]
    _add(
        reading.kind,
        at + mark_length(s),
        at + len(s),
        (at, at + len(s)),
        role,
        subject,
        reading.criticality,
        reading.reason,
        reading.sure,
        found,
    )


def _add_exact(
    s: str,
    at: int,
    hits: Sequence[Hit],
    role: Role,
    found: _Found,
    voice: str,
    reading: Reading | None,
) -> None:
    span = (at, at + len(s))
    low = lower_case(s)
    owed_clause = reading is not None and reading.criticality == "owed"
    mentions = found.mentions
    bind: Binder | None = None
    for h in hits:
        criticality: Criticality = "supporting" if voice in _UPGRADES or voice == "progress" else "incidental"
        reason, sure = "exact", False
        if voice in ("code", "standing"):
            reason = voice
        elif h.kind == "threshold" and voice in _UPGRADES and (voice != "closing" or owed_clause):
            criticality, reason = "owed", "limit_set"
            demanded = reading is not None and (reading.reason == "user_demand" or reading.sure)
            sure = voice in ("user", "summary") and (demanded or binds(low, h.start, h.end, set_here=voice == "user"))
        elif h.kind == "datetime" and voice in _UPGRADES and _is_deadline(low, h):
            criticality, reason = "owed", "deadline"
            demanded = reading is not None and (reading.reason == "user_demand" or reading.sure)
            sure = ":" not in s[h.start : h.end] and (demanded or is_due(low, h.start, h.end, set_here=voice == "user"))
        elif h.kind == "error" and owed_clause and voice in _UPGRADES:
            if status_of(low) == "done":
                reason = "error_fixed"  # told as history: the sentence may need it, nobody has to look it up
            else:
                criticality, reason = "owed", "error_code"
        if mentions is not None and criticality != "owed" and (criticality != "supporting" or not owed_clause):
            if h.kind in COUNTED_KINDS and role != "tool":
                mentions[h.kind, normal_form(h.kind, s[h.start : h.end])] += 1
            continue
        bind = bind or Binder(s, hits)
        _add(h.kind, at + h.start, at + h.end, span, role, bind.subject(h), criticality, reason, sure, found)


def _is_deadline(low: str, hit: Hit) -> bool:
    """Whether the words right beside a date make it a limit; a cue elsewhere in the sentence is about something else."""
    return (
        _DEADLINE.search(low, max(0, hit.start - 40), hit.start) is not None
        or _DEADLINE_AFTER.match(low, hit.end) is not None
    )


def _add(kind: FactKind, start: int, end: int, sentence: tuple[int, int], role: Role, subject: tuple[str, ...],
         criticality: Criticality, reason: str, sure: bool, found: _Found) -> None:  # fmt: skip
    child = found.child
    text = child.text[start:end]
    found.facts.append(Fact(f"{child.id}.{start}{_CODES[kind]}", kind, text, normal_form(kind, text), child.id, start, end, sentence, role,
                      subject, criticality, reason, sure and criticality == "owed"))  # fmt: skip


assert set(_CODES) >= EXACT_KINDS, "each kind needs a code for its ids"
