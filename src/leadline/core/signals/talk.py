"""Talk: a parent that speaks about itself, refuses, offers help or goes on working instead of summing up.

In: a trial. Out: findings `degenerate`. A sentence that the children have word for word, or that is quoted, is no such talk; nor is
one that starts like it ("This text describes how ...") and then says what is in the text, or a caveat behind a summary.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.model import Finding

__all__ = ["find_talk"]

_META = re.compile(
    r"^\W*(?:(?:sure|certainly|of course|okay|ok)\b[!,.]?\s*)?(?:here(?:'s| is| are| comes)|below (?:is|you)|this (?:is|summary|text|document|parent)\b|the (?:above|following) (?:is|text|summary|conversation)"
    r"|(?:the|this) (?:summary|conversation|dialogue|transcript|discussion|text|children|messages?|texts?|chat|session) (?:covers?|contains?|discuss\w*|describes?|is about|are about|deals?|concerns?|touch\w*|summari[sz]es?|include[sd]?|mentions?|revolves?)"
    r"|in (?:this|the) (?:conversation|summary|discussion|chat|session)\b|(?:hier (?:ist|folgt)|voici|aquí (?:está|tienes|va)|a continuación|以下(?:は|是)|这(?:是|里是)|本(?:要約|摘要)))",
    re.I,
)
_REFUSAL = re.compile(
    r"\b(?:i(?:'m| am) (?:sorry|unable|afraid|not able)|i (?:cannot|can't|can not|won't|will not) (?:help|assist|summari[sz]e|provide|comply|process|share|create|write)|as an ai\b|as a language model"
    r"|(?:cannot|can't|unable to) (?:summari[sz]e|be summari[sz]ed)|no summary (?:can|could|is)|please provide (?:the|more|me)|ich kann (?:dabei |das |hier )?nicht (?:helfen|zusammenfassen)|je ne peux pas|no puedo (?:ayudar|resumir))",
    re.I,
)
_CONTINUES = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|great|alright|now|next|first|then|good|perfect|done|so|sure)[,.!:]?\s+)*(?:let me\b|let's\b|i(?:'ll| will| am going to|'m going to)\s+(?:now\s+|then\s+|next\s+|first\s+|start|begin|go|check|run|look|open|fix|continue|proceed|take|try|write|create|apply|update|implement|add|call|send|make)"
    r"|i am now\b|i'm now\b|running\s.{0,60}\bnow\b|ich werde (?:jetzt|nun|als)|jetzt (?:werde|schaue|prüfe|starte) ich|je vais\b|maintenant je|voy a\b|ahora voy|我现在|我将|接下来我|これから|では、)",
    re.I,
)
_OFFER = re.compile(
    r"(?:let me know|would you like|shall i|should i (?:go|continue|proceed|start)|do you want me|how can i help|feel free to|happy to help|want me to)\b[^.!]*[?.!]?\s*$",
    re.I,
)
_SCRATCH = re.compile(r"<(analysis|thinking|scratchpad)>")  # what a writer is told to think before it writes
_HEAD = 2  # sentences of a text in which it says what it is
_FULL_MIN = 4  # content words of the children in "This text describes how ...", from which on it says what is in it


def _scratch_spans(text: str) -> list[tuple[int, int]]:
    """From each opening tag to the next closing one. By `find`: a pattern would look for the end once for every tag that has none."""
    spans: list[tuple[int, int]] = []
    unclosed: set[str] = set()
    at = 0
    for tag in _SCRATCH.finditer(text):
        if tag.start() < at or tag[1] in unclosed:
            continue
        closing = text.find(f"</{tag[1]}>", tag.end())
        if closing < 0:
            unclosed.add(tag[1])
            continue
        at = closing + len(tag[1]) + 3
        spans.append((tag.start(), at))
    return spans


def find_talk(trial: Trial) -> list[Finding]:
    """What the parent says instead of summing up, in order."""
    out: list[Finding] = []
    # a refusal opens a text or is most of it; behind a summary it is a caveat
    scratch = _scratch_spans(trial.parent)
    prose = [s for s in trial.parent_sentences if s.kind != "heading" and not any(a <= s.start < b for a, b in scratch)]
    going_on = [
        s for s in prose if _CONTINUES.match(s.text) and not _is_quoted(trial, s) and not _said_by_children(trial, s)
    ]
    specifics = len(re.findall(r"\d", trial.parent))
    for i, s in enumerate(prose):
        if _REFUSAL.search(s.text) and not _said_by_children(trial, s) and (i < _HEAD or len(prose) < 2 * _HEAD):
            out.append(
                make(
                    trial,
                    "degenerate",
                    "hard",
                    "The summary refuses or asks for its text instead of summing it up.",
                    parent=(s.start, s.end),
                )
            )
        elif s in going_on and (i == len(prose) - 1 or len(going_on) * 4 >= len(prose)):
            out.append(
                make(
                    trial,
                    "degenerate",
                    "hard",
                    "The summary goes on working in the first person instead of recording what was done.",
                    parent=(s.start, s.end),
                )
            )
        elif i == len(prose) - 1 and _OFFER.search(s.text) and not _said_by_children(trial, s):
            out.append(
                make(
                    trial,
                    "degenerate",
                    "hard",
                    "The summary ends with an offer to somebody instead of a record.",
                    parent=(s.start, s.end),
                )
            )
    # "Here is a summary:" before a summary is a bad habit; with nothing behind it, it is all there is
    body = [s for s in prose if not s.text.rstrip().endswith(":")] or prose
    meta = [s for s in body if _META.match(s.text) and not _said_by_children(trial, s) and not _is_full(trial, s)]
    if meta and (len(meta) * 2 >= len(body) or (len(meta) >= 2 and specifics < 3)):
        s = meta[0]
        out.append(
            make(
                trial,
                "degenerate",
                "hard",
                "The summary talks about the text instead of saying what is in it.",
                parent=(s.start, s.end),
            )
        )
    return out


def _is_full(trial: Trial, s: Passage) -> bool:
    """A sentence that starts like talk about the text and then says what is in it."""
    return len(s.stems & set(trial.postings)) >= _FULL_MIN


def _is_quoted(trial: Trial, s: Passage) -> bool:
    """Inside quotation marks: somebody's words, told."""
    line = trial.parent.rfind("\n", 0, s.start) + 1
    stop = trial.parent.find("\n", s.end)
    whole = trial.parent[line : len(trial.parent) if stop < 0 else stop]
    return len(re.findall(r"[\"“”„]", whole)) >= 1


def _said_by_children(trial: Trial, s: Passage) -> bool:
    return " ".join(s.text.lower().split()).strip(" .!?-*") in " ".join(trial.haystack.split())
