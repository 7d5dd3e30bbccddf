"""Orders of two events as words give them: "A before B", "B after A", "A, then B", "once A, B", "A, and B afterwards".

In: a text. Out: `Order`s, the earlier event first. Each order is read twice: with all that stands before and behind the word, and with the
clause alone that the word stands in, since "one signature: the grant is dropped before ..." tells the order of the drop.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from leadline.core.signals.lexis import content_stems
from leadline.core.signals.order_times import TIME

__all__ = ["Order", "orders_in"]

_BEFORE = r"(?<!as )(?<!than )(?<!like )before(?! that|\s*[:,;.)])|prior to|ahead of|in advance of|earlier than|precede[sd]?(?! by)|preceding|(?<!same )\bbevor|(?<!\w)avant (?:de|que)|antes de"
_AFTER = r"after(?! that|wards?| all|\s*[:,;.)])|followed(?! by)|preceded by|later than|subsequent to|once(?! (?:because|a|an|per|in|and|or|again|more|every|each|only|at|on|for|by|with|daily|weekly|over)\b)(?= \w)|as soon as|nachdem|après|después de"
_THEN = r"(?:and |, |; )(?:only |and )?(?:then|afterwards|later|after that|thereafter|subsequently|finally)\b|, followed by|, whereupon|, next(?=,| (?:the|it|they|he|she|we|I|was|were|came|comes)\b)|, dann\b|, puis\b|, luego\b"
_MID = re.compile(
    rf"\b(?P<before>{_BEFORE})\b|\b(?P<after>{_AFTER})\b|\b(?P<until>until|till)\b|(?P<then>{_THEN})", re.IGNORECASE
)
_LEAD = re.compile(
    r"^\W*(?:only )?(?:(?P<after>after|once|following|as soon as|nachdem|après|después de)|(?P<before>before|prior to|ahead of|bevor|avant de|antes de))\b(?P<one>[^,;]+),(?P<two>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_FIRST = re.compile(  # "A first, and B afterwards"
    r"^(?P<one>.{8,}?)\b(?:at )?first\b(?: \w+){0,3}(?:,|;| and| but)(?: and)? (?P<two>.{4,}?)\b(?:afterwards|later|next|second|only then|followed)\b(?! by)",
    re.IGNORECASE | re.DOTALL,
)
_NOT = re.compile(
    r"\b(?:taboo|off[- ]limits|barred|excluded|disallowed|impossible|out of the question|forb[ai]d\w*|prohibit\w*|ban(?:s|ned)?|refus\w*|not|no|never|nobody|none|nothing|cannot|nor|neither|nicht|kein\w*|ne|jamais|nunca)\b|n['’]t\b",
    re.IGNORECASE,
)
_LACK = re.compile(  # "is not checked before it is reused" tells a lack, "must not be reused before it is checked" an order
    r"\b(?:is|are|was|were|has|have|had|did|does|do|been) (?:not|never)\b|(?:\b(?:is|are|was|were|has|have|had|did|does))n['’]t\b",
    re.IGNORECASE,
)
_AT_A_TIME = re.compile(
    rf"\s+(?:{TIME.pattern}|\d{{1,2}}\s?(?:[ap]\.?m\b\.?|h\b|uhr\b|o['’]clock\b)|\d{{1,2}}(?=,)|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|tonight)"
    r"\s*(?=[,;)]|(?:and|but|then|und|et|y)\b)",
    re.IGNORECASE,
)
_EVEN = re.compile(r"\b(?:even|selbst|sogar|même|incluso)(?: those| the ones)?(?: \w+)?\s*$", re.IGNORECASE)
_TRAIL = re.compile(  # "A, and B afterwards"
    r"^(?P<one>.{8,}?)(?:,|;)? (?:and|but|und|et|y) (?P<two>[^,;]{4,}?)\b(?:only |some time |shortly |soon )?(?:afterwards|thereafter|after that|danach|anschließend|ensuite|después)\b",
    re.IGNORECASE | re.DOTALL,
)
_STOP = re.compile(r"[;.](?:\s|$)|\n")
_BOTH_WAYS = re.compile(r"\b(?:before|after)\b", re.IGNORECASE)
_DANGLING = re.compile(
    r"\b(?:before|after|earlier|later)\b\s*(?=[.,;)]|$)", re.IGNORECASE
)  # "9 want it before class, 11 after"
_WALL = re.compile(r"[,:](?=\s)|\s[-–—]\s|[()]")
_BRACKETS = re.compile(r"\([^()]*\)")
_AND = re.compile(r",?\s(?:and|und|et|y)\s")
_LIGHT = content_stems(
    "first second third last later earlier then finally next came come comes went took place happened followed turn began begins begun start started "
    "occurred occurs arose shortly soon long well just immediately right only some time minutes minute seconds hour hours day days week weeks month months "
    "year years cycle cycles step steps two three four five six seven eight nine ten half few several"
)


@dataclass(frozen=True, slots=True)
class Order:
    """Two events, the earlier one first, without the words that they share; `start:end` in the text that gives them."""

    first: frozenset[str]
    second: frozenset[str]
    start: int
    end: int


_SAYS = re.compile(
    r"^\s*(?:and |but |so |as |since |because )?(?:the |a |an |my |our |his |her |their |its )?[\w-]+(?: [\w-]+){0,3} (?:is|are|was|were|has|have|will|stays?|remains?)\b|^\s*(?:it|he|she|they|that|this)\b",
    re.IGNORECASE,
)  # a clause with a subject of its own
_NEXT = re.compile(r", (?:and|but|so)\b", re.IGNORECASE)  # another event begins
_BUT = re.compile(r"\s*(?:but|yet|aber|mais|pero)\b", re.IGNORECASE)  # what was denied before it is denied no more
_BANNED = re.compile(
    r"^\W*(?:prohibited|forbidden|not allowed|banned|ruled out|verboten|interdit|prohibido|constraints?: no)\b",
    re.IGNORECASE,
)
_EITHER_WAY = re.compile(r"\b(?:before or after|after or before|before and after)\b", re.IGNORECASE)
_DATE_ONLY = re.compile(r"\W*(?:about |around |the (?:year|end of) )?(?:\d{4}s?)(?!\w)", re.IGNORECASE)
_AGAIN = re.compile(  # "after the freeze, never before": says again what it said
    r",?\s(?:and |but )?(?:never|not|nicht|jamais|nunca)\s(?:before|earlier|sooner|after|later|vorher|avant|antes)(?=\s*(?:[.,;:)!]|$))",
    re.IGNORECASE,
)
_NEVER = re.compile(r"\b(?:never|not|nie|nicht|jamais|pas|nunca|no)\s+$", re.IGNORECASE)
_STATE = re.compile(
    r"\bnot (?:yet )?(?!allow|permit)\w+(?:ed|en|ne|t)(?: (?:on|off|in|out|up))?:(?=\s)", re.IGNORECASE
)  # "not sent: ask before use"
_LISTED = 3  # words of one thing in a list of what is denied


def orders_in(text: str, *, narrow: bool = True, parts: bool = False) -> list[Order]:
    """The orders that a text gives in words, clause by clause; with `narrow` also those of the clauses alone, with `parts` those of the parts
    of "A and B, then C"."""
    out: list[Order] = []
    text = _AGAIN.sub(lambda m: " " * len(m.group()), text)
    if len(_BOTH_WAYS.findall(text)) > 1 and _DANGLING.search(text):
        return out
    at = 0
    ends = [m.span() for m in _STOP.finditer(text)]
    for start, after in [*ends, (len(text), len(text))]:
        piece, begin = text[at:start], at
        at = after
        lead = _LEAD.match(piece)
        later = _FIRST.match(piece) or _TRAIL.match(piece)
        if later is not None:
            pairs = [
                (content_stems(later["one"]), content_stems(later["two"])),
                (content_stems(_own_clause(later["one"])), content_stems(_own_clause(later["two"]))),
            ]
        elif lead is not None:
            one, two = content_stems(lead["one"]), content_stems(lead["two"])
            pairs = [(one, two) if lead["after"] else (two, one)]
        else:
            words = [m for m in _MID.finditer(piece) if _puts_in_order(piece, m)]
            pairs = [_split(piece, m, piece[: m.start()], _NEXT.split(piece[m.end() :], maxsplit=1)[0]) for m in words]
            for m in words if narrow else ():
                left, right = _clause(piece, m)
                pairs.append(_split(piece, m, left, right))
                if parts:
                    members = [_split(piece, m, a, b) for a in _AND.split(left) for b in _AND.split(right)]
                    pairs += [(a, b) for a, b in members if min(len(a - _LIGHT), len(b - _LIGHT)) > 1]
        for first, second in pairs:
            one, two = first - second - _LIGHT, second - first - _LIGHT
            if one and two and not any((one, two) == (o.first, o.second) for o in out):
                out.append(Order(one, two, begin, start))
    return out


def _clause(piece: str, word: re.Match[str]) -> tuple[str, str]:
    """What stands before and behind the word within its own clause; a wall right beside it is none."""
    before, behind = piece[: word.start()].rstrip(" ,"), piece[word.end() :]
    last = max(
        (m.end() for m in _MID.finditer(before)), default=0
    )  # of "A after B and C after D" the second tells of C
    if last:
        last = max((m.end() for m in _AND.finditer(before, last)), default=last)
    before = " " * last + before[last:]
    start = max((m.end() for m in _WALL.finditer(before) if content_stems(before[m.end() :]) - _LIGHT), default=0)
    end = next((m.start() for m in _WALL.finditer(behind) if content_stems(behind[: m.start()]) - _LIGHT), len(behind))
    more = _MID.search(behind, 0, end)
    if more is not None:
        end = max((m.start() for m in _AND.finditer(behind, 0, more.start())), default=more.start())
    return _own_clause(before[start:]), _own_clause(behind[:end])


def _own_clause(text: str) -> str:
    """What stands behind the last colon, without brackets and without the times, which are compared by themselves."""
    return TIME.sub(" ", _BRACKETS.sub(" ", text.rpartition(": ")[2]))


def _puts_in_order(piece: str, word: re.Match[str]) -> bool:
    """Something stands before the word; "until" only orders what is denied till then ("not painted until it is dry")."""
    before = piece[: word.start()]
    if (word["before"] or word["after"]) and _DATE_ONLY.match(piece, word.end()):
        return False  # "books printed before 1970": which books, no order of events
    if _EITHER_WAY.search(piece, max(0, word.start() - 12), word.end() + 12):
        return False
    if (word["before"] and _LACK.search(before)) or _EVEN.search(before):
        return False  # "even after the merge" concedes
    if _AT_A_TIME.match(piece, word.end()):
        return False  # "update it after 20:00, compare next week": nothing stands behind the word but a time
    return len(before.strip()) > 2 and (not word["until"] or _is_denied(before))


def _is_denied(before: str) -> bool:
    """What stands before the word is denied: "not started until three". A clause of its own, or the last of a list of things, is not:
    "it is not started, the runner is busy until three", "no flash, frame to be mended before it leaves"."""
    before = _BRACKETS.sub(" ", before)
    if _BANNED.search(before):
        return True
    before = _STATE.split(before)[-1]
    own = before.rpartition(",")[2]
    if _BUT.match(own):
        return _NOT.search(own) is not None
    return _NOT.search(own if _SAYS.search(own) or len(own.split()) > _LISTED else before) is not None


def _split(piece: str, word: re.Match[str], before: str, behind: str) -> tuple[frozenset[str], frozenset[str]]:
    left, right = content_stems(before), content_stems(behind)
    if word["after"] and _NEVER.search(piece, 0, word.start()):
        return left, right  # "never after lunch": before it
    if word["after"] or word["until"] or (word["before"] and _is_denied(piece[: word.start()])):
        return right, left  # "not deleted before she is asked": she is asked first
    return left, right
