"""Told as done, while the newest word of the children about that very act is that it was not done.

In: a trial. Out: findings `status_changed`. Two shapes, both without any list of acts: (1) the parent asserts a participle
("was merged", "Removed X") whose verb the children use last only with a negation ("not merged", "I did not merge", "nothing
merged"), about something that parent and negation share; (2) the parent says it of all ("all eight replicas are updated")
where the newest share that the children give of the same noun is smaller than the whole ("3 of 8 replicas").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import NUMBER_WORDS, STOP, WORD, stem
from leadline.core.signals.model import Finding
from leadline.core.signals.state_words import AUX, CONDITION, LIGHT, NEGATION
from leadline.core.text.words import word_set

__all__ = ["find_undone"]

_PARTICIPLE = re.compile(
    r"^(?:[a-z]{3,}ed|(?:re)?(?:built|written|run|made|set|taken|given|drawn|sold|bought)|sent|kept|chosen|held|brought|paid|put|read)$"
)
_NO = word_set(
    "not no never nothing none nobody neither without nor didn't hasn't haven't wasn't weren't isn't aren't don't doesn't"
)
_OPEN = _NO | word_set(
    "to will would should must may might can could needs need plan planned if once when until before unless"
)
_OPENS = word_set("since because as that which who where so")
_EXCEPT = word_set("only except but until unless just other than yet-only nur außer")
_MODAL = word_set("will should must would could can may might")
_NEVER_ASSERTS = (NEGATION | CONDITION | _EXCEPT | _MODAL) - {"since"}  # "owned by A since March" asserts
_LINK = (AUX | {"been"}) - {"a"}


def _verb(word: str) -> str:
    """One key for the forms of a regular verb: "add", "adds", "added", "adding"."""
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "sl" else word


_COMMON = frozenset(
    _verb(w)
    for w in [
        "reached",
        "used",
        "based",
        "called",
        "named",
        "needed",
        "required",
        "expected",
        "supposed",
        "allowed",
        "wanted",
        "asked",
        "included",
        "related",
    ]
)
_CLAUSE = re.compile(r"[;\n]|[,:](?=\s)|\s[-–—]\s|\b(?:and|but|while|although|though)\b|\.(?=\s)")
_OF = re.compile(
    r"\b(\d{1,6}|[a-z]{3,6})\s*(?:of|/|out of|von|sur|de)\s*(?:the\s+|its\s+|our\s+)?(\d{1,6}|[a-z]{3,8})\s+((?:[a-z-]+\s+)?[a-z]+)",
    re.I,
)
_ALL = re.compile(
    r"\b(?:all|both|every|each of the|alle|beide|tous les|toutes les|todos los|todas las)\s+(?:of\s+)?(?:the\s+)?(?:(\d{1,6}|[a-z]{3,8})\s+)?((?:[a-z-]+\s+)?[a-z]+)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Use:
    """One use of a verb in the children: whether it is negated, whether it says done."""

    sentence: int
    negated: bool
    done: bool
    start: int
    end: int


def find_undone(trial: Trial) -> list[Finding]:
    """Findings of both shapes, at most one a parent sentence."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "data", "heading") or sentence.text.rstrip().endswith("?"):
            continue
        finding = _negated_act(trial, sentence) or _part_as_whole(trial, sentence)
        if finding is not None:
            out.append(finding)
    return out


def _negated_act(trial: Trial, sentence: Passage) -> Finding | None:
    for start, end, verb in _acts(sentence):
        uses = _uses(trial, verb)
        if not uses or not uses[-1].negated:
            continue
        last = uses[-1]
        said = trial.sentences[last.sentence]
        if any(u.done for u in uses) or said.role == "user" or said.foreign:
            continue
        clause = sentence.text[start:end]
        mine = {stem(w.lower()) for w in WORD.findall(clause) if w.lower() not in STOP}
        before = (
            trial.sentences[last.sentence - 1]
            if last.sentence and trial.sentences[last.sentence - 1].owner == said.owner
            else None
        )
        near = said.stems | before.stems if before is not None and len(WORD.findall(said.text)) <= 8 else said.stems
        if not any(_verb(s) != verb for s in mine & near):
            continue
        source = trial.pool[said.owner].text[last.start : last.end]
        return make(
            trial, "status_changed", "hard",
            f'The summary says "{clause}"; the last that "{trial.pool[said.owner].id}" says of it is "{source}", and no source says that it was done. '
            "Whoever goes on from the summary will not do it.",
            parent=(sentence.start + start, sentence.start + end), child=(said.owner, last.start, last.end), probability=0.92,
        )  # fmt: skip
    return None


def _acts(sentence: Passage) -> list[tuple[int, int, str]]:
    """(start, end, verb) of clauses that assert a participle, without negation, plan or condition before it."""
    out: list[tuple[int, int, str]] = []
    for start, end in _pieces(sentence.text):
        piece = sentence.text[start:end]
        words = [w.lower().replace("’", "'") for w in WORD.findall(piece)]
        if set(words) & _NEVER_ASSERTS:
            continue
        for i, word in enumerate(words):
            if not _PARTICIPLE.match(word) or _verb(word) in _COMMON:
                continue
            j = i
            while j and (words[j - 1] in LIGHT or words[j - 1].endswith("ly") or words[j - 1] in ("been", "being")):
                j -= 1
            linked = j > 0 and words[j - 1] in _LINK
            bare = (
                word.endswith("ed")
                and all(w in LIGHT or w in ("i", "we", "assistant", "the") for w in words[:i])
                and i + 1 < len(words)
            )
            if linked or bare:
                if "to" not in words[:i]:
                    out.append((start, end, _verb(word)))
                break
    return out


def _pieces(text: str) -> list[tuple[int, int]]:
    out, at = [], 0
    for cut in [*_CLAUSE.finditer(text), None]:
        stop = cut.start() if cut else len(text)
        lead = len(text[at:stop]) - len(text[at:stop].lstrip())
        if text[at:stop].strip():
            out.append((at + lead, at + len(text[at:stop].rstrip())))
        at = cut.end() if cut else stop
    return out


def _uses(trial: Trial, verb: str) -> list[_Use]:
    """All uses of the verb in the children, in order."""
    out: list[_Use] = []
    numbers = sorted({n for key, found in trial.postings.items() if key[:3] == verb[:3] for n in found})
    for number in numbers:
        s = trial.sentences[number]
        for start, end in _pieces(s.text):
            words = [w.lower().replace("’", "'") for w in WORD.findall(s.text[start:end])]
            for i, word in enumerate(words):
                if _verb(word) != verb:
                    continue
                window = words[max(0, i - 5) : i]
                opens = max((k for k, w in enumerate(window) if w in _OPENS), default=-1)
                before = set(window[opens + 1 :])  # "not needed since we moved it": the "not" is of another clause
                negated = bool(before & _NO) and not set(words) & _EXCEPT
                done = not before & _OPEN and bool(
                    _PARTICIPLE.match(word) or word.endswith(("ing", "s", "ion", "al", "ment"))
                )
                out.append(_Use(number, negated, done, s.start + start, s.start + end))
    return out


def _number(word: str) -> float | None:
    return float(word) if word.isdigit() else NUMBER_WORDS.get(word.lower())


def _part_as_whole(trial: Trial, sentence: Passage) -> Finding | None:
    """ "All eight replicas are updated" where the newest share of replicas is 3 of 8."""
    low = sentence.text.lower()
    words = set(WORD.findall(low))
    if words & _NEVER_ASSERTS:
        return None
    for m in _ALL.finditer(sentence.text):
        noun = stem(stem(m[2].split()[-1]))
        whole = _number(m[1]) if m[1] else (2.0 if m.group().lower().startswith(("both", "beide")) else None)
        if (m[1] and whole is None) or noun in _COMMON:
            continue
        last: tuple[Passage, re.Match[str], bool] | None = None
        for s in trial.sentences:
            for share in _OF.finditer(s.text):
                part, of = _number(share[1]), _number(share[2])
                nouns = {stem(stem(w)) for w in share[3].lower().split()}
                if part is None or of is None or part > of or noun not in nouns or (whole is not None and of != whole):
                    continue
                last = (s, share, part < of)
        if last is None or not last[2]:
            continue
        said, share, _ = last
        after = trial.sentences[trial.sentences.index(said) :]
        mine = {s for s in sentence.stems if stem(s) != noun}
        if not mine & said.stems or _completed(after, noun, said, share.end()):
            continue
        start, end = sentence.start + m.start(), sentence.start + len(sentence.text)
        owner = said.owner
        quote = trial.pool[owner].text[said.start + share.start() : said.start + share.end()]
        return make(
            trial, "status_changed", "hard",
            f'The summary says it of all ("{trial.parent[start:end]}"); the newest count in "{trial.pool[owner].id}" is "{quote}". '
            "What is left would never be done.",
            parent=(start, end), child=(owner, said.start + share.start(), said.start + share.end()), probability=0.92,
        )  # fmt: skip
    return None


def _completed(after: tuple[Passage, ...], noun: str, said: Passage, at: int) -> bool:
    """After the share something says all, the rest, or done, of that noun or of nothing in particular."""
    for s in after:
        text = (s.text[at:] if s is said else s.text).lower()
        if re.search(r"\b(?:all|both|every|rest|remaining|others?|last|done|finished|complete|now)\b", text) and (
            len(text) < 60 or any(stem(stem(w)) == noun for w in WORD.findall(text)) or s is said
        ):
            return True
    return False
