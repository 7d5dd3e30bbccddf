"""What a rule from a file needs in front of it: the sentence that it points back to, or the line that its list hangs under.

In: the text of a leaf and a rule's place in it. Out: where the rule has to begin, and the span of the line above it. A rule is read
alone; "do not use them for that" binds nobody who cannot see what it is about.
"""

from __future__ import annotations

import re

from leadline.core.text.sentences import Sentence

__all__ = ["begin_of_rule", "line_above"]

WORDS_FEW = 6  # a list item of so few words says what to do, and the line above it says with what
ABOVE_MAX = 120  # characters of that line
BACK_MAX = 30  # lines that are searched for it
BEFORE_MAX = 400  # characters of a rule with the sentence before it

_POINTS_BACK = re.compile(
    r"^\W*(?:it|its|they|their|this|that|these|those|such|otherwise|instead)\b"
    r"|\b(?:them|these|those)\b(?! (?:who|that|which|of|in|with)\b)|\b(?:do not|don['’]t|never|must(?: not)?|always|only)(?: \w+){1,2} it\b",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[ \t]*(?:[-*•>]|\d{1,3}[.)])?[ \t]*")


def begin_of_rule(text: str, sentence: Sentence, before: Sentence | None) -> int:
    """Start of the rule, with the sentence before it in the same paragraph where the rule points back."""
    if before is None or "\n" in text[before.end : sentence.start] or sentence.end - before.start > BEFORE_MAX:
        return sentence.start
    return before.start if _POINTS_BACK.search(text, sentence.start, sentence.end) else sentence.start


def line_above(text: str, start: int, end: int, floor: int) -> tuple[int, int] | None:
    """Span of the line that the short list item at `start` hangs under: the nearest one further left; None where nothing is missing."""
    line = text.rfind("\n", 0, start) + 1
    mark = _MARKS.match(text, line)
    if mark is None or not mark.group().strip() or len(text[max(start, mark.end()) : end].split()) > WORDS_FEW:
        return None
    depth = _depth(text, line)
    for _ in range(BACK_MAX):
        if line <= floor:
            return None
        stop = line - 1
        line = max(floor, text.rfind("\n", 0, stop) + 1)
        if not text[line:stop].strip():
            continue
        heading = text.startswith("#", line)
        if heading or _depth(text, line) < depth or not _is_item(text, line):
            at = line + len(_MARKS.match(text, line).group()) if not heading else line  # type: ignore[union-attr]
            return (at, stop) if stop - at <= ABOVE_MAX else None
    return None


def _depth(text: str, line: int) -> int:
    at = line
    while at < len(text) and text[at] in " \t":
        at += 1
    return at - line


def _is_item(text: str, line: int) -> bool:
    mark = _MARKS.match(text, line)
    return mark is not None and bool(mark.group().strip())
