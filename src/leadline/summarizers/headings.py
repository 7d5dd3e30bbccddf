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
BEFORE_MAX = 600  # characters of a rule with the sentence before it
LINES_MAX = 2  # line ends between them: the line above, or the paragraph above

# A rule that begins with what it points at: whatever stands before it, also on the line above.
_BEGINS_BACK = re.compile(
    r"^\W*(?:it|its|they|their|this|that|these|those|such|otherwise|instead)\b|^\W*if (?:yes|no|so|not)\b\W{0,2}[,:→]"
    r"|^\W*(?:(?:please|always|also|only|then|just) )?[a-z]{2,12} (?:it|them)\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\b(?:them|these|those)\b(?! (?:who|that|which|of|in|with)\b)|\b(?:do not|don['’]t|never|must(?: not)?|always|only)(?: \w+){1,2} it\b",
    re.IGNORECASE,
)
_NO_WORDS = ("code", "data", "log", "table")
_MARKS = re.compile(r"[ \t]*(?:[-*•>]|\d{1,3}[.)])?[ \t]*")


def begin_of_rule(text: str, sentence: Sentence, before: Sentence | None) -> int:
    """Start of the rule, with the sentence or heading right before it where the rule points back."""
    if before is None or before.kind in _NO_WORDS or sentence.end - before.start > BEFORE_MAX:
        return sentence.start
    lines = text.count("\n", before.end, sentence.start)
    said = text[sentence.start : sentence.end]
    if _BEGINS_BACK.search(said) and lines <= LINES_MAX:
        return before.start
    return before.start if lines == 0 and _POINTS_BACK.search(said) else sentence.start


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
