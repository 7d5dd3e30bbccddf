"""The further edits of `leadline bench metamorphic`: paraphrases that keep a sentence true, and the softer kinds that turn it false.

An edit takes the sentences of a parent, the position of the one to edit, the children's text and a `Random`, and gives the edited
parent or None where it finds nothing to edit (as in `seeded_edits`, whose edits the bench runs as well). Word lists are closed
classes and everyday verbs; none was made with leadline's own lists at hand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

from leadline.bench.seeded_edits import Edit, put

__all__ = ["PARAPHRASES", "SOFT", "SURE"]

_SYNONYMS: Mapping[str, str] = {
    "however": "but", "but": "however", "therefore": "so", "so": "therefore", "also": "too", "begin": "start", "start": "begin", "started": "began", "shows": "displays", "show": "display",
    "displays": "shows", "large": "big", "big": "large", "quick": "fast", "fast": "quick", "entire": "whole", "whole": "entire", "purchase": "buy", "buy": "purchase",
    "currently": "at present", "now": "at present", "approximately": "about", "about": "roughly", "several": "a number of", "many": "a lot of", "use": "employ", "uses": "employs", "using": "with the help of",
    "used": "employed", "need": "require", "needs": "requires", "requires": "needs", "require": "need", "issue": "problem", "problem": "issue", "issues": "problems", "problems": "issues", "bug": "defect",
    "error": "fault", "handle": "deal with", "handles": "deals with", "ensure": "make sure", "ensures": "makes sure", "create": "make", "creates": "makes", "created": "made", "help": "assist", "helps": "assists",
    "check": "inspect", "checks": "inspects", "find": "locate", "finds": "locates", "correctly": "properly", "properly": "correctly", "right": "correct", "additional": "further", "extra": "additional",
    "important": "significant", "simple": "plain", "whether": "if", "within": "inside", "inside": "within", "allows": "lets", "provides": "gives", "provide": "give", "contains": "holds", "contain": "hold",
    "returns": "gives back", "modify": "change", "modified": "changed", "change": "modify", "changed": "modified", "changes": "modifications", "fix": "repair", "fixed": "repaired", "remaining": "left",
    "files": "documents", "directory": "folder", "folder": "directory", "function": "routine", "method": "procedure", "because": "since", "although": "though", "though": "although",
}  # fmt: skip
_SYNONYM = re.compile(
    r"(?<![\w/.'`_-])(" + "|".join(sorted(_SYNONYMS, key=len, reverse=True)) + r")(?![\w/'`_(-]|\.\w)"
)
_DID = "added|updated|removed|created|changed|modified|deleted|moved|renamed|fixed|replaced|implemented|tested|verified|checked|found|written|used|installed|configured|merged|extended"
_PASSIVE = re.compile(
    rf"^(?P<mark>\W*)(?:I|We|we) (?:have |had |'ve )?(?P<verb>{_DID}) (?P<what>(?:the|a|an|all|both|this|these|new) [^,;:.]{{3,60}}?)(?P<rest>(?: (?:to|in|from|for|with|so|by|on|at|into)\b.*)?[.]?)$"
)
_HEDGE = re.compile(r" (?:probably|likely|possibly|perhaps|apparently|maybe|seemingly|presumably)(?= )")
_MODAL = re.compile(r" (?:might|may|could) be (?=\w)")
_PART = re.compile(r"\b(?:some|most|many|several|a few|two|three|four|half) of the\b|\bsome\b|\bmost\b|\bseveral\b")
_NOT = re.compile(r"\b(is|are|was|were|has|have|had|does|do|did|should|will|would|could|must)(?: not|n't) ")
_ONLY = re.compile(r" only(?= )")
_CONDITION = re.compile(r"^(\W*)(?:If|When|Once|Unless) [^,]{5,80}, (?=\w)")
_WHERE = re.compile(r" (?:in|on|for|under|with|from) (?:the )?[\w`./-]+(?: [\w`./-]+)?(?=[.]?$)")
_DONE_BASE = re.compile(
    r"\b(?:will|should|need to|needs to|must|has to|have to|plan to|to be) (?:be )?([a-z]{4,}ed|fixed|run|written|built|set|made|sent)\b"
)
_CLOSED = {
    "all": "some", "none": "some", "every": "one", "before": "after", "after": "before", "with": "without", "without": "with", "first": "last", "last": "first", "must": "may", "at least": "at most",
    "at most": "at least", "above": "below", "below": "above", "more than": "less than", "less than": "more than", "both": "neither", "allow": "deny", "allowed": "denied", "include": "exclude", "includes": "excludes",
    "minimum": "maximum", "maximum": "minimum", "increase": "decrease", "increases": "decreases", "read-only": "writable", "public": "private", "internal": "external", "local": "remote", "remote": "local",
    "synchronous": "asynchronous", "optional": "mandatory", "earlier": "later", "later": "earlier", "higher": "lower", "lower": "higher", "upper": "lower", "input": "output", "output": "input", "left": "right",
}  # fmt: skip
_CLOSED_WORD = re.compile(
    r"(?<![\w/.'`_-])(" + "|".join(sorted(_CLOSED, key=len, reverse=True)) + r")(?![\w/'`_(-]|\.\w)"
)
_NAME = re.compile(
    r"`[^`\n]{4,60}`|(?<![\w./:@-])(?=[\w./:@-]*(?:[_/]|\d))(?=[\w./:@-]*[A-Za-z])[A-Za-z_/~.][\w./@-]{5,60}\w(?![\w/-])"
)


def _synonym(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """One or two words become other words of the same meaning."""
    text = sentences[at]
    found = [m for m in _SYNONYM.finditer(text) if m.start() > 0]
    for m in sorted(rng.sample(found, min(2, len(found))), key=lambda m: -m.start()):
        text = text[: m.start()] + _SYNONYMS[m[1]] + text[m.end() :]
    return put(sentences, at, text)


def _passive(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """ "I updated the parser." becomes "The parser was updated." """
    m = _PASSIVE.match(sentences[at])
    if m is None or " and " in m["what"]:
        return None
    verb = "were" if re.match(r"(?:all|both|these)\b|the \w+s$", m["what"]) else "was"
    what = m["what"][0].upper() + m["what"][1:]
    rest = m["rest"] or ""
    return put(sentences, at, f"{m['mark']}{what} {verb} {m['verb']}{rest}")


def _cut(pattern: re.Pattern[str], by: str) -> Edit:
    def edit(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
        text = sentences[at]
        found = list(pattern.finditer(text))
        if not found:
            return None
        m = rng.choice(found)
        return put(sentences, at, text[: m.start()] + m.expand(by) + text[m.end() :])

    return edit


def _closed(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """One word of a closed class becomes its opposite, in an otherwise verbatim sentence."""
    text = sentences[at]
    found = [m for m in _CLOSED_WORD.finditer(text) if m.start() > 3]
    if not found or len(text.split()) < 7:
        return None
    m = rng.choice(found)
    return put(sentences, at, text[: m.start()] + _CLOSED[m[1]] + text[m.end() :])


def _vague(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """An exact name becomes a vague word."""
    text = sentences[at]
    found = [m for m in _NAME.finditer(text) if m.start() > 3]
    if not found:
        return None
    m = rng.choice(found)
    return put(
        sentences,
        at,
        text[: m.start()]
        + rng.choice(("a certain file", "the relevant one", "a related item", "one of them"))
        + text[m.end() :],
    )


def _cause(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """Two sentences that merely follow each other are joined by "because"."""
    if at + 1 >= len(sentences) or not sentences[at].endswith(".") or not re.match(r"[A-Z][a-z]+ ", sentences[at + 1]):
        return None
    second = sentences[at + 1]
    return "\n".join(
        [*sentences[:at], f"{sentences[at][:-1]} because {second[0].lower()}{second[1:]}", *sentences[at + 2 :]]
    )


def _order(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
    """Two sentences are given an order that nobody stated, the reverse of how they stand."""
    if at + 1 >= len(sentences) or not sentences[at].endswith(".") or not re.match(r"[A-Z][a-z]+ ", sentences[at + 1]):
        return None
    first, second = sentences[at], sentences[at + 1]
    return "\n".join([*sentences[:at], second, f"Only after that, {first[0].lower()}{first[1:]}", *sentences[at + 2 :]])


def _added(*texts: str) -> Edit:
    def edit(sentences: Sequence[str], at: int, source: str, rng: Random) -> str | None:
        return "\n".join([*sentences, rng.choice(texts)])

    return edit


PARAPHRASES: dict[str, Edit] = {"synonym": _synonym, "passive": _passive}
SURE: dict[str, Edit] = {"closed class": _closed, "vague stand-in": _vague}
SOFT: dict[str, Edit] = {
    "negation lost": _cut(_NOT, r"\1 "), "hedge lost": _cut(_HEDGE, ""), "may be told as is": _cut(_MODAL, " is "), "part told as all": _cut(_PART, "all of the"), "only lost": _cut(_ONLY, ""),
    "condition lost": _cut(_CONDITION, r"\1"), "place lost": _cut(_WHERE, ""), "planned told as done": _cut(_DONE_BASE, r"was \1"), "cause added": _cause, "order added": _order,
    "approval added": _added("The user approved this.", "This was signed off by the team lead.", "The owner agreed to the change."),
    "status added": _added("All tests pass.", "The work is complete.", "Everything has been deployed."),
    "detail added": _added("The run took 47 minutes.", "Ticket OPS-7731 tracks the rest.", "It affects 3,214 customers."),
}  # fmt: skip
