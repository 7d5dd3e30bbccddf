"""What the agent reads: short sections in a fixed order, each sentence with a reference to its source (design.md, 8).

Says plainly that it is a record and not an instruction. Plain values in, text out; counts tokens of what it wrote.
"""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from leadline.core.text.messages import Message
from leadline.core.text.tokens import count_tokens
from leadline.core.tree.nodes import LISTING_JOINT, LISTING_LABELS, SECTION_TITLES, DraftSentence, Section
from leadline.views.last_request import with_last_request
from leadline.views.marks import with_marks
from leadline.views.spoken import Place, Spoken, place_of
from leadline.views.timeline import CLIENT_LABELS, split_history
from leadline.views.wrapping import foreword_text, is_instruction, rules_text, without_wrapping

__all__ = ["Apart", "ContextParts", "render_context"]

# How things stand, what nobody typed, and what helps to look things up; history comes behind these.
ORDER: tuple[Section, ...] = ("goal", "state", "decisions", "failed", "conflicts", "open", "guesses")
LOOK_UP: tuple[Section, ...] = ("identifiers", "context", "quoted")
STANDING = "Standing instructions, from files and the client"
TITLES = {**SECTION_TITLES, "guesses": "Guesses, proposals and expectations, not confirmed"}
CHECKS = "Checks, each as it was run last"
OPEN_BEFORE = "Called open in earlier turns; work went on since"
ELSEWHERE = "In earlier conversations of this file: other work, not this one's goal or state"
FOREWORD = "In front of the session, from the file or the client; nobody's instruction"
HISTORY = "Earlier in this session: what was asked and has been dealt with, what was said and reported then"
EARLIER = "Earlier summary, unverified: it also stands for messages that are not in this transcript"
NOBODY_ASKED = "Nobody asks for anything in the messages that are here; what was asked for stands in the earlier summary that follows."
FOLDER_MIN = 2  # slashes of a folder that is worth naming once
PREAMBLE = "# Working context\nA record of earlier work in this session, not an instruction."


@dataclass(frozen=True, slots=True)
class Apart:
    """A piece that was not folded in: a leaf that stays verbatim, or a summary without traced sentences."""

    id: str
    why: str
    text: str


@dataclass(frozen=True, slots=True)
class ContextParts:
    """Everything that stands in a working context, in time order inside each field."""

    sentences: Sequence[DraftSentence]
    apart: Sequence[Apart]
    fresh: Sequence[Message]
    unverifiable: Sequence[str] = ()  # summaries whose originals this transcript does not hold, or encrypted ones
    tokens_before: int = 0
    closing: str = ""
    head: Sequence[Message] = ()  # the system prompt, where it stays as it is
    spoken: Spoken = field(default_factory=Spoken)  # who spoke when, the freshest part included
    texts: Mapping[int, str] = field(default_factory=dict)  # of the leaves; without them lists stay as they were cut
    budget: int = 0  # tokens; above it the system prompt is told by its rules. 0: no matter
    open_end: Sequence[DraftSentence] = ()  # what is open by how the record ends
    checks: Sequence[DraftSentence] = ()  # tests, builds and linters, each as it was run last


def render_context(parts: ContextParts) -> tuple[str, int]:
    """The text, and how many tokens it has."""
    body, tokens = _rendered(parts, brief=False)
    if 0 < parts.budget < tokens and parts.head:
        body, tokens = _rendered(parts, brief=True)
    if not parts.closing:
        return body, tokens
    tokens += count_tokens(parts.closing) + 16
    share = f" ({tokens / parts.tokens_before:.0%})" if parts.tokens_before else ""
    line = f"-- {parts.tokens_before:,} tokens before, {tokens:,} after{share}; {parts.closing}"
    return f"{body}\n\n{line}", tokens


def _rendered(parts: ContextParts, *, brief: bool) -> tuple[str, int]:
    """All blocks, and their tokens; `brief`: of the system prompt the rules."""
    blocks = [_preamble(parts)] if parts.sentences or parts.apart else []
    head = [m for m in parts.head if is_instruction(m)]
    if head and blocks:
        told = "\n\n".join(rules_text(m) if brief else m.text for m in head)
        blocks.append(_head_title(parts, head, "binding parts" if brief else "verbatim") + told)
    elif parts.head and not blocks:
        blocks.append("\n\n".join(_message(m) for m in parts.head))
    timeline = split_history(parts.sentences, parts.spoken, parts.texts)
    now, open_before, history, elsewhere = (with_marks(told, parts.texts) for told in timeline)
    now, history = with_last_request(now, history, parts.fresh, parts.spoken) if blocks else (now, history)
    now = [*(s for s in now if not _stands_in(s, head)), *parts.open_end]
    earlier = "\n".join([f"## {EARLIER}", *parts.unverifiable]) if parts.unverifiable else ""
    asked = any(s.section in ("goal", "decisions") and not _is_client(s) for s in now) or any(
        m.role == "user" and not m.injected for m in parts.fresh
    )
    if earlier and not asked:  # whoever takes over needs what was asked for first
        blocks += [f"## {TITLES['goal']}\n{NOBODY_ASKED}", earlier]
    blocks += [_block(TITLES[x], [s for s in now if s.section == x and not _is_client(s)]) for x in ORDER]
    blocks.append(_block(CHECKS, parts.checks))
    blocks.append(_block(OPEN_BEFORE, open_before))
    blocks.append(_block(STANDING, [s for s in now if s.section in ORDER and _is_client(s)]))
    blocks += [_block(TITLES[x], [s for s in now if s.section == x]) for x in LOOK_UP]
    foreword = foreword_text([m for m in parts.head if m not in head]) if blocks else ""
    blocks.append(f"## {FOREWORD}\n{foreword}" if foreword else "")
    blocks.append(_elsewhere(elsewhere, parts.spoken.begins))
    blocks.append(_block(HISTORY, history))
    blocks = [block for block in blocks if block]
    for piece in parts.apart:
        why = f" ({piece.why})" if piece.why else ""
        blocks.append(f"## {piece.id}, as it is{why}\n{piece.text}")
    if earlier and asked:
        blocks.append(earlier)
    if parts.fresh:
        title = "## Newest messages, verbatim\n" if blocks else ""
        fresh = without_wrapping(parts.fresh, head) if blocks else parts.fresh
        blocks.append(title + "\n\n".join(_message(m) for m in fresh))
    body = "\n\n".join(blocks)
    return body, count_tokens(body)


def _head_title(parts: ContextParts, head: Sequence[Message], how: str) -> str:
    """Of a file with several conversations the first system prompt stands in front; whether it is the last one's too is told."""
    begin = max(parts.spoken.begins, default=(0, 0))
    own = [s for s in parts.sentences if s.label == "system" and place_of(s) >= begin > (0, 0)]
    other = any(not _stands_in(s, head) for s in own)
    whose = " of the file's first conversation" if other else ""
    return f"## Standing instructions{whose}, {how}\n"


def _stands_in(s: DraftSentence, head: Sequence[Message]) -> bool:
    """Whether a rule of a system prompt stands word for word in the one that is printed whole."""
    if s.label != "system" or not head:
        return False
    text = " ".join(" ".join(m.text for m in head).split())
    return all(" ".join(piece.split()) in text for piece in s.pieces)


def _preamble(parts: ContextParts) -> str:
    """With one of its own references as the example, so that whoever tries it finds something."""
    printed = sorted(parts.sentences, key=lambda s: (s.section != "goal", place_of(s)))
    example = next((f"n{at.leaf}.{at.start}" for s in printed for at in s.evidence[:1]), None)
    example = example or next((piece.id for piece in parts.apart), None)
    if example is None:
        return PREAMBLE
    return f"{PREAMBLE} [{example}] points at the exact source: leadline expand {example}"


def _block(title: str, sentences: Sequence[DraftSentence]) -> str:
    return "\n".join([f"## {title}", *map(_line, sentences)]) if sentences else ""


def _elsewhere(sentences: Sequence[DraftSentence], begins: Sequence[Place]) -> str:
    """Conversation by conversation, and in each the sections in their order: what one of them was about stands together."""
    lines: list[str] = []
    rank = {section: n for n, section in enumerate((*ORDER, *LOOK_UP))}
    number = 0
    for s in sorted(
        sentences, key=lambda s: (bisect_right(begins, place_of(s)), rank.get(s.section, len(rank)), place_of(s))
    ):
        own = max(1, bisect_right(begins, place_of(s)) + (begins[0] > (0, 0)))
        lines += [f"Conversation {own}:"] if own != number else []
        lines.append(_line(s))
        number = own
    return "\n".join([f"## {ELSEWHERE}", *lines]) if lines else ""


def _is_client(sentence: DraftSentence) -> bool:
    """What nobody typed comes behind what somebody did."""
    return sentence.label in CLIENT_LABELS


def _line(sentence: DraftSentence) -> str:
    at = sentence.evidence[0] if sentence.evidence else None
    reference = f" [n{at.leaf}.{at.start}]" if at is not None else ""
    if sentence.label in LISTING_LABELS:
        return f"- {_listing(sentence)}{reference}"
    label = f"{sentence.label}: " if sentence.label else ""
    return f"- {label}{sentence.text}{reference}"


def _listing(sentence: DraftSentence) -> str:
    """Paths, with the folder that they share said once."""
    whole = [path for path in sentence.pieces if path.startswith("/")]
    folder = f"{posixpath.commonpath(whole)}/" if len(whole) > 1 else ""
    if folder.count("/") <= FOLDER_MIN:
        return f"{sentence.label}: {sentence.text}"
    inside = [path.removeprefix(folder) for path in whole]
    outside = [path for path in sentence.pieces if path not in whole]
    apart = f"; and {LISTING_JOINT.join(outside)}" if outside else ""
    return f"{sentence.label} in {folder}: {LISTING_JOINT.join(inside)}{apart}"


def _message(message: Message) -> str:
    """What was only thought is told as that: nobody was told it."""
    lines: list[str] = []
    kind = ""
    for part in message.parts:
        speaker = f"[{message.role}, thinking] " if part.kind == "thinking" else f"[{message.role}] "
        lines.append(f"{speaker if speaker != kind else ''}{part.text}")
        kind = speaker
    return "\n".join(lines) if lines else f"[{message.role}] "
