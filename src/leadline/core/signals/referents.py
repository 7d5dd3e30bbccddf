"""Referents: pronouns and stand-ins of the parent that point at nothing in it.

In: a trial. Out: a signal (orphaned ÷ referring expressions). The readers of a parent have nothing else, so a pronoun
must resolve inside it. Sure are two cases: the text opens with a pronoun, and a near-verbatim clause whose source names
its subject where the parent has a pronoun and names that subject nowhere before. All else is a suspicion (person nouns
cannot be listed: signals-notes, section 2) and does not enter the value.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make, meet
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, WORD, stems_of
from leadline.core.signals.model import Finding, Signal
from leadline.core.signals.options import find_options
from leadline.core.text.words import word_set

__all__ = ["measure"]

_REFERRING = re.compile(
    r"\b(?:he|she|they|it|him|them|this|these|those|the (?:latter|former|other(?: one)?|same|above|said)|both|as (?:above|mentioned|before|discussed|noted)|er|sie|es|diese[rs]?|il|elle|ils|celui-ci|ceux-ci|él|ella|ellos|este|esta)\b",
    re.I,
)
_OPENING = re.compile(
    r"^\W*(?:he|she|they|him|it(?!\s+(?:is|was|has|had|would|will|can|cannot|could|may|might|must|should|did|does|seems?|appears?|looks?|took|takes|turns|turned|remains|remained|becomes?|became|costs?|rains?|needs?)\b|['’]s\b)|the (?:latter|former)(?=\s+(?:is|was|are|were|has|have|had|will|can|must|should|may)\b|,)|the other one)\b(?!\s*:)",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"\b(?:as (?:mentioned|described|discussed|stated|noted|shown|listed) (?:above|before|earlier|previously)|see above|the (?:above|aforementioned)|wie oben|siehe oben|ci-dessus|arriba mencionad\w+)\b",
    re.I,
)
_PRONOUN = frozenset(("he", "she", "they", "it", "er", "il", "elle", "él", "ella"))
_FORMS = {"he": "he|him|his", "she": "she|her", "they": "they|them|their", "him": "he|him|his"}
_SURE = 0.9
_KEPT = 0.75  # measured on unseen authors: a pronoun that the sources have, too, is in faithful summaries as well
_CLAUSE_FOLLOWS = re.compile(r"\b(?:to|that|whether|if|who|why|how|what|which|where)\b", re.I)
_PERSON = re.compile(r"(?<=[.;:!?]\s)(?:[Hh]e|[Ss]he)\b(?!['’]|/)")  # the subject of a clause, not "the man said he"
_DETERMINED = re.compile(
    r"\b(?:the|an?|our|my|your|his|her|their|this|that|one|another|some|each|every)\s+[a-z]", re.I
)  # person nouns cannot be listed
_AGENT = re.compile(
    r"[a-z]{3}(?:er|or|our|ist|ant|ent|ian|man|woman|eur|ee|ers|ors|ours|ists|ants|ents|ians|men|women|ees)$"
)
_PEOPLE = word_set(
    "man woman men women user client customer person somebody someone anybody anyone everybody nobody who boy girl kid child baby mother father mum mom dad son daughter sister brother wife husband aunt uncle cousin niece nephew "
    "friend guest nurse chief boss head chair judge clerk cook coach pilot guide guard host aide heir nun monk priest bride groom lady lord king queen prince princess guy lad sir madam twin widow staff crew relative"
)
_CALENDAR = re.compile(
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember|day|sday|nesday|rsday|urday)?s?$",
    re.I,
)


def measure(trial: Trial) -> Signal:
    """The referents signal: the share of referring expressions that surely point at nothing."""
    n = len(_REFERRING.findall(trial.parent))
    findings: list[Finding] = []
    body = [s for s in trial.parent_sentences if s.kind != "heading"]
    if body:
        first = body[0]
        # where the caller gives context, it may be what the pronoun points at
        match = None if trial.context else _OPENING.match(first.text)
        if (
            match
            and not trial.parent[: first.start].strip(" #*-\n")
            and not trial.is_verbatim(first.text)
            and not _names_later(first.text, match.end())
            and not _expletive(first.text, match)
        ):
            findings.append(
                make(
                    trial, "orphan_referent", "warning", f'The summary opens with "{match.group().strip()}", which points at nothing before it.',
                    parent=(first.start + match.start(), first.start + match.end()),
                    probability=_KEPT if _used_there(trial, first, match.group()) else _SURE,
                )
            )  # fmt: skip
        for match in _DANGLING.finditer(first.text):
            findings.append(
                make(
                    trial, "orphan_referent", "warning", f'"{match.group()}" stands in the first sentence: there is nothing above it.',
                    parent=(first.start + match.start(), first.start + match.end()), probability=_SURE,
                )
            )  # fmt: skip
    unnamed = _unnamed(trial)
    if unnamed is not None and all(f.parent_span[1] <= unnamed.parent_span[0] for f in findings):
        findings.append(unnamed)
    for clause, sentence in trial.parent_clauses:
        finding = _renamed(trial, clause, sentence)
        if finding is not None and all(f.parent_span != finding.parent_span for f in findings):
            findings.append(finding)
    findings += [f for f in find_options(trial) if not any(meet(f.parent_span, o.parent_span) for o in findings)]
    sure = sum(f.probability >= _SURE for f in findings)
    return Signal("referents", min(1.0, sure / n) if n else 0.0, n, tuple(findings))


def _names_later(text: str, at: int) -> bool:
    """Who is meant follows at once ("He, Dr. Ames, ...") or the sentence is somebody's words."""
    return text[at : at + 1] == "," or text.count('"') >= 2


def _used_there(trial: Trial, sentence: Passage, pronoun: str) -> bool:
    """Kept, not put in for a name: the sources have the pronoun (of one sentence alone: anywhere, else where it was written from)."""
    low = pronoun.strip(" *#-").lower()
    word = re.compile(rf"\b(?:{_FORMS.get(low, re.escape(low))})\b")
    if len(trial.parent_sentences) == 1:
        return word.search(trial.haystack) is not None
    return any(word.search(trial.sentences[hit.sentence].text.lower()) for hit in trial.align(sentence, 3))


def _expletive(text: str, pronoun: re.Match[str]) -> bool:
    """ "It falls to the user to decide", "it cannot be told whether": no referring "it"; "IT" is a department."""
    word = pronoun.group().strip()
    if word.lower() != "it":
        return word.isupper() and len(word) > 1
    return word == "IT" or bool(_CLAUSE_FOLLOWS.search(text, pronoun.end()))


def _unnamed(trial: Trial) -> Finding | None:
    """The first "he" or "she" of the parent, where nothing before it can be a person; None where something can."""
    if trial.context or trial.parent.islower():
        return None  # where nothing is capitalised a name cannot be seen
    pronoun = _PERSON.search(trial.parent)
    if pronoun is None:
        return None
    sentence = next((s for s in trial.parent_sentences if s.start <= pronoun.start() < s.end), None)
    if sentence is None or sentence.kind in ("code", "data", "log") or trial.is_verbatim(sentence.text):
        return None
    before = trial.parent[: pronoun.start()]
    if (
        before.count('"') % 2
        or _DETERMINED.search(before)
        or any(_may_be_person(trial, m.group()) for m in WORD.finditer(before))
    ):
        return None
    rest = trial.parent[pronoun.end() : sentence.end]
    if any(_is_name(trial, m.group()) or m.group().lower() in _PEOPLE for m in WORD.finditer(rest)):
        return None  # named right after, as in "when he came, Tom ..."
    return make(
        trial, "orphan_referent", "warning", f'"{pronoun.group()}" stands for somebody, and no word of the summary before it names a person.',
        parent=(pronoun.start(), pronoun.end()), probability=_SURE,
    )  # fmt: skip


def _may_be_person(trial: Trial, word: str) -> bool:
    if _is_name(trial, word):
        return True
    low = word.lower()
    return low not in STOP and (low in _PEOPLE or bool(_AGENT.search(low)))


def _is_name(trial: Trial, word: str) -> bool:
    """Capitalised, and never written small by anybody: a name as far as one can see; months and weekdays are none."""
    if not word[:1].isupper() or len(word) < 2 or word.lower() in STOP or _CALENDAR.match(word):
        return False
    return not re.search(rf"(?<![\w]){re.escape(word.lower())}(?![\w])", trial.parent) and not any(
        re.search(rf"(?<![\w]){re.escape(word.lower())}(?![\w])", child.text)
        for child in trial.pool
        if not child.text.islower()
    )


def _renamed(trial: Trial, clause: Passage, sentence: Passage) -> Finding | None:
    """The clause starts with a pronoun where the source of the same words names its subject; the parent names it nowhere before."""
    words = [(m.group(), m.start(), m.end()) for m in WORD.finditer(clause.text)]
    at = next((i for i, w in enumerate(words[:3]) if w[0].lower() in _PRONOUN), None)
    if at is None or any(w[0].lower() not in STOP for w in words[:at]):
        return None
    if trial.is_verbatim(clause.text):
        return None  # the source has the pronoun, too
    rest = [w[0].lower() for w in words[at + 1 : at + 5]]
    if len(rest) < 4 or sum(w not in STOP for w in rest) < 2:
        return None
    before = trial.parent[: clause.start + words[at][1]]
    if any(_is_name(trial, m.group()) for m in WORD.finditer(before[sentence.start :])):
        return None  # "Orlov, for which he won a prize": named in the same sentence
    known = {s for w in WORD.findall(before) for s in stems_of(w)}
    if trial.context and not before.strip(" #*-\n"):
        return None
    for hit in trial.align(clause, 3):
        if hit.score < 0.5:
            return None
        source = trial.sentences[hit.sentence]
        theirs = [(m.group(), m.start(), m.end()) for m in WORD.finditer(source.text)]
        lower = [w[0].lower() for w in theirs]
        for i in range(len(lower) - len(rest) + 1):
            if lower[i : i + len(rest)] != rest:
                continue
            subject = [w for w in theirs[max(0, i - 3) : i] if stems_of(w[0])]
            joined = subject and not re.search(r"[,;:.!?]", source.text[subject[-1][2] : theirs[i][1]])
            if not joined or any(w[0].lower() in _PRONOUN for w in theirs[max(0, i - 3) : i]):
                return None
            opens = theirs[max(0, i - 3) : i].index(subject[0]) + max(0, i - 3)
            if any(
                w[0].lower() not in STOP
                for w in theirs[:opens]
                if not re.search(r"[.:;!?,]\s*$", source.text[w[2] : w[2] + 2])
            ) and not re.search(r"[.:;!?,]\s*(?:the |a |an )?$", source.text[: subject[0][1]], re.IGNORECASE):
                return None  # not the subject of its clause
            named = {s for w in subject for s in stems_of(w[0])}
            if named & known:
                return None
            return make(
                trial, "orphan_referent", "warning",
                f'"{words[at][0]}" stands for "{" ".join(w[0] for w in subject)}" of "{trial.pool[source.owner].id}", whom the summary has not named.',
                parent=(clause.start + words[at][1], clause.start + words[at][2]),
                child=(source.owner, source.start + subject[0][1], source.start + subject[-1][2]), probability=_SURE,
            )  # fmt: skip
    return None
