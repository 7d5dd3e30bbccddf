"""Standing instructions: the rules in system prompts and in instruction files that a client puts into the conversation.

In: the sentences of one such segment. Out: which of them are rules, in order. Recognised by shape, not by a product's name: a
block is one of instructions when it holds several rules; a rule forbids, requires, limits, or names a command to run. What only
describes is no rule: menus (`- slug: what it is for`), examples in code, headings. A long file has more rules than a successor
can use, so the strongest are taken, a share of the text and at most `RULES_MAX`. Pure; linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from leadline.core.facts import lexicon
from leadline.core.text.sentences import Sentence
from leadline.core.text.words import lower_case

__all__ = ["RULES_MAX", "Rule", "find_rules"]

RULES_MAX = 48  # rules of one block; a file of 10,000 tokens gives at most this many
RULES_MIN = 8  # a short block may give this many, however short it is
CHARS_PER_RULE = 250  # one rule for this much text: about 60 tokens
RULES_IN_PASSING = 12  # of a block that stands behind the agent's own words; the file in front is quoted in full
BLOCK_MIN = 3  # strong rules that make an injected block one of instructions; a reminder or a caveat has one or two
WORDS_MIN = 6  # of a rule that ends in a colon; a shorter one is the heading of a list
LENGTH_MAX = 400  # characters; a longer "sentence" is a paragraph that describes
COMMANDS_SHARE = 5  # every fifth place is kept for a command that is to be run
COMMANDS_MAX = 300  # characters of a fenced command block that a rule announces and that is taken with it

FORBIDS, REQUIRES, NAMES, ADVISES = 4, 3, 2, 1  # strength of a rule


class Rule(NamedTuple):
    """Half-open span in the searched text, with the strength of the rule in it."""

    start: int
    end: int
    strength: int


_BLOCKS = ("prose", "bullet", "table")  # tables bind in a policy; in a how-to they explain
_FORBIDS = re.compile(
    r"(?<!you )(?<!we )(?<!i )(?<!they )(?<!users )\b(?:do not|don't)\b|\b(?:never|must not|mustn't|may not|should not|shouldn't|shall not|forbidden|prohibited|not allowed|not permitted|under no circumstances|off[ -]limits|"
    r"no (?:\w+ ){0,2}(?:may|allowed)|without (?:asking|approval|permission|explicit)|avoid|refuse|deny|"
    r"niemals|auf keinen fall|darf nicht|nicht erlaubt|verboten|ne .{1,40} (?:pas|jamais)|interdit|nunca|no debe|prohibido)\b|禁止|不得|不要|しないで|てはいけ"
)
_CANNOT = re.compile(r"\bcan ?not\b|\bcan't\b|\bnot possible\b")  # of a policy; elsewhere it describes
_REQUIRES = re.compile(
    r"\b(?:must|always|required?|requires|mandatory|make sure|ensure|has to|have to|needs? to|only (?:if|when|after|with|by|on|in|for|use|the|make|one)|can only|at (?:most|least)|no more than|up to|maximum|minimum|exactly|"
    r"(?:explicit )?(?:confirmation|approval) (?:before|from)|if and only if|before (?:you|any|each|every|taking|making|committing|pushing|calling|opening|running)|unless|until|instead of|"
    r"muss|müssen|immer|nur|doit|doivent|toujours|debe|siempre)\b|必|べき|只能|务必"
)
_ADVISES = re.compile(
    r"\b(?:should|prefer(?:red|ably)?|keep|stay|stop|strict|only|use|follow|sollte|devrait|debería)\b"
)
_VALUE = re.compile(
    r"[$€£¥]\s?\d|(?<!\d)\d++(?:[.,]\d++)? ?(?:%|dollars?|euros?|usd|eur|(?:business )?days?|hours?|minutes?|seconds?|ms|[km]b|characters?|lines?|tokens?|words?)\b"
)
_WORDS = re.compile(r"[^\W\d_] [^\W\d_]++\W++[^\W\d_]|[\u3040-\u9fff]")  # three words side by side
_NOW = re.compile(r"\b(?:current (?:date|time)|today(?:'s date)?|heutige\w* datum)\b.{0,30}\d")
_DIRECTED = re.compile(r"\b(?:you|your|agents?|assistant|users?|every|each|all|any)\b")
_SPECIFIC = re.compile(r"`|\d|\w/\w|\b[A-Z_]{4,}\b")
_VERB = re.compile(
    r"^\W*(?:also |always |then |please )?(?:prefer|stage|treat|execute|consult|respond|answer|favou?r|stick|assume|reuse|import|prefix|name|type|define|confirm|consider|escalate|transfer|collect|obtain|state|cite|quote|mention)\b"
)
_ADVERB = re.compile(r"^\W*(?:always|also|only|then) (?=\w)")
_COMMAND = re.compile(r"`[^`\n]{2,120}`")
# Where a rule has the reader stop: nothing else of it matters so much to somebody who would go on.
_STOPS = re.compile(r"^\W*(?:please |then |immediately )?(?:stop|halt|abort|wait (?:for|until)|do nothing)\b")
_CONDITION = re.compile(
    r"^\W*(?:[\w ]{1,30}: ?)?(?:if|when|whenever|before|after|for|in|on|once|unless|while|during|where)\b[^,:;]{3,140}[,:] "
)
_TITLE = re.compile(r"^\W*(?:\*\*)?[A-Z][\w '/-]{1,40}(?:\*\*)?: ?(?:\*\*)? ?")
_MENU = re.compile(
    r"[ \t]*(?:[-*•][ \t]+|\d{1,3}[.)][ \t]+)?[`*]{0,3}[a-z][\w.:@/-]{1,80}[`*]{0,3}(?: \([^)\n]{1,60}\))?(?::| [-–—])[ \t]"
)
_DESCRIBES = re.compile(
    r"^\W*(?:this (?:is|file|document|skill|tool|section|repo\w*|project)|these (?:are|tools|instructions)|you are (?:an?|the) |it (?:is|has|provides|supports)|there (?:is|are)|known |example|e\.g\.|for example|note that this)\b"
)


def find_rules(text: str, sentences: Sequence[Sentence], *, system: bool, front: bool) -> tuple[Rule, ...]:
    """The rules among `sentences` of `text`, by start. `system`: a system prompt (instructions by what it is); `front`: nothing
    of the conversation stands before the block."""
    found: list[Rule] = []
    for i, (start, end, block) in enumerate(sentences):
        if block not in (_BLOCKS if system else _BLOCKS[:2]) or not 12 <= end - start <= LENGTH_MAX:
            continue
        s = text[start:end]
        low = lower_case(s)
        if not _WORDS.search(low):
            continue
        if _DESCRIBES.match(low) and not _FORBIDS.search(low):
            continue
        strength = _strength(s, low, system)
        if not strength or _MENU.match(text, text.rfind("\n", 0, start) + 1):
            continue
        if low.rstrip("* ").endswith(":"):
            block_end = _commands_after(text, sentences, i)
            if block_end < 0 and (strength < REQUIRES or len(s.split()) < WORDS_MIN):
                continue  # it only announces a list
            end = max(end, block_end)
            strength = max(strength, NAMES)
        found.append(Rule(start, end, strength))
    if not system and sum(r.strength >= REQUIRES for r in found) < BLOCK_MIN:
        return ()
    found = _merged(text, found)
    limit = min(RULES_MAX, max(RULES_MIN, len(text) // CHARS_PER_RULE))
    if not front and not system:
        found = [r for r in found if r.strength >= REQUIRES]
        limit = min(limit, RULES_IN_PASSING)
    ranked = sorted(found, key=lambda r: (-r.strength - (_SPECIFIC.search(text, r.start, r.end) is not None), r.start))
    commands = [r for r in ranked if r.strength == NAMES][: limit // COMMANDS_SHARE]
    chosen = {*commands, *ranked[: limit - len(commands)]}
    return tuple(sorted({*chosen, *[r for r in ranked if r not in chosen][: limit - len(chosen)]}))


def _merged(text: str, rules: Sequence[Rule]) -> list[Rule]:
    """Rules of one line as one: what binds and the condition or exception beside it belong together."""
    out: list[Rule] = []
    for rule in rules:
        last = out[-1] if out else None
        if (
            last
            and "\n" not in text[last.end : rule.start]
            and rule.end - last.start <= LENGTH_MAX
            and rule.start - last.end < 3
        ):
            out[-1] = Rule(last.start, rule.end, max(last.strength, rule.strength))
        else:
            out.append(rule)
    return out


def _strength(s: str, low: str, system: bool) -> int:
    """How strongly the sentence binds; 0 = it describes."""
    if _FORBIDS.search(low) or (system and _CANNOT.search(low)):
        return FORBIDS
    order = _ADVERB.sub("", _CONDITION.sub("", lower_case(_TITLE.sub("", s, count=1)), count=1), count=1)
    if _STOPS.match(order):
        return FORBIDS
    imperative = lexicon.IMPERATIVE.search(order) is not None or _VERB.search(order) is not None
    if _REQUIRES.search(low) and (
        imperative or system or _DIRECTED.search(low) or lexicon.CONSTRAIN_STRONG.search(low)
    ):
        return REQUIRES
    if _NOW.search(low) or (system and _VALUE.search(low)):
        return REQUIRES if system else 0
    if imperative and _COMMAND.search(s):
        return NAMES
    return ADVISES if imperative or (_ADVISES.search(low) and _DIRECTED.search(low)) else 0


def _commands_after(text: str, sentences: Sequence[Sentence], i: int) -> int:
    """End of the short fenced block that follows sentence `i`, or -1."""
    if i + 1 >= len(sentences) or not text.startswith(("```", "~~~"), sentences[i + 1].start):
        return -1
    for start, end, block in sentences[i + 2 :]:
        if block != "code" or end - sentences[i + 1].start > COMMANDS_MAX:
            return -1
        if text.startswith(("```", "~~~"), start):
            return end
    return -1
