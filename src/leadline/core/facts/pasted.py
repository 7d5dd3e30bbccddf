"""What a person pasted into a message: terminal output, which is nobody's words, and another session, which is somebody else's.

In: a message and its sentences. Out: the positions of those that are lines of output, and the span of a pasted session. A message holds
output where a shell prompt or the frames of a stack trace stand in it; there, what reads like no sentence is output too. Errors among it
stay: they are why it was pasted. It holds a session where a long text is divided between speakers by labels: the person's own
words stand in front of the first label and in the last line. Pure, linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from leadline.core.facts.lexicon import FAILED
from leadline.core.text.messages import Child
from leadline.core.text.sentences import Sentence
from leadline.core.text.words import lower_case

__all__ = ["pasted_lines", "pasted_session", "pasted_sessions"]

WORDS_MIN = 4  # plain words of a line that somebody wrote
PLAIN_MIN = 0.7  # and their share of it
SESSION_MIN = 4000  # characters of a message that may hold a session of somebody else; a shorter one is a dialogue quoted to make a point
VALUE_MAX = 4000  # characters of a JSON value that is looked at
LABELS_MIN = 4  # turns in it

_OUTPUT = re.compile(
    r"(?m)^[ \t]*(?:at [\w.<>$\[\] ]{1,80} ?\(?[^\s()]{1,200}:\d+|File \"[^\"\n]{1,200}\", line \d|[➜❯]|\$ \S|PS [A-Z]:\\|[\w.-]{1,40}@[\w.-]{1,60}[: ][^\n$#]{0,80}[$#] )"
)
_FIELDS = re.compile(
    r"\W{0,3}(?:\([A-Za-z][\w ]{1,30}: [^()\n]{1,200}\)\s{0,8}){1,4}(?:[\w.-]{0,20}[$#>%])?\s{0,8}"
)  # what a prompt shows
_SPEAKER = re.compile(
    r"(?mi)^[ \t]*[*_#>]{0,4}[ \t]?(?:thinking|thought|reasoning|assistant|agent|ai|model|bot|user|human)(?: \([^()\n]{1,40}\))?[*_]{0,3}:[*_]{0,3}(?=\s)"
)
_OBJECT = re.compile(r"\{\s{0,20}\"[\w .-]{1,60}\"\s?:")
_BRACE = re.compile(r"[{}]")
_PLAIN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)?[.,;:!?)]{0,2}")


def pasted_lines(text: str, sentences: Sequence[Sentence]) -> frozenset[int]:
    """Positions of the sentences of `text` that are pasted output without being an error."""
    is_output = _OUTPUT.search(text) is not None
    values = list(_values(text))
    return frozenset(
        i
        for i, (start, end, _) in enumerate(sentences)
        if any(a < start and end <= b for a, b in values)
        or (not _is_written(text[start:end]) if is_output else _FIELDS.fullmatch(text, start, end))
    )


def _values(text: str) -> Iterator[tuple[int, int]]:
    """Spans of JSON objects in the text: what a program answered, whoever shows it. One that is not closed in time is none."""
    at = 0
    while (m := _OBJECT.search(text, at)) is not None:
        depth, at = 0, m.end()
        for brace in _BRACE.finditer(text, m.start(), m.start() + VALUE_MAX):
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                yield m.start(), brace.end()
                at = brace.end()
                break


def pasted_session(text: str) -> tuple[int, int]:
    """Span of a session that was pasted into the message `text`, up to its last line; empty where there is none."""
    if len(text) <= SESSION_MIN:
        return (0, 0)
    labels = [m.start() for m in _SPEAKER.finditer(text)]
    if len(labels) < LABELS_MIN:
        return (0, 0)
    end = text.rfind("\n", 0, len(text.rstrip())) + 1
    return (labels[0], end if end > labels[-1] else len(text))


def pasted_sessions(child: Child) -> dict[int, tuple[int, int]]:
    """Spans in the child's text of the sessions that a person pasted, by the position of their segment."""
    found: dict[int, tuple[int, int]] = {}
    for n, s in enumerate(child.segments):
        if s.role == "user" and s.kind == "text" and not s.injected and s.end - s.start > SESSION_MIN:
            start, end = pasted_session(child.text[s.start : s.end])
            if end > start:
                found[n] = (s.start + start, s.start + end)
    return found


def _is_written(s: str) -> bool:
    if FAILED.search(lower_case(s)):
        return True
    words = s.split()
    plain = sum(_PLAIN.fullmatch(word) is not None for word in words)
    return plain >= WORDS_MIN and plain >= PLAIN_MIN * len(words)
