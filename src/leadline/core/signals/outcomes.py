"""An outcome that is reversed: the parent says done, passed, sent, approved; the newest word of the children denies it.

In: a trial. Out: findings `status_changed`, hard where both sides name one identifier. A clause is read as (thing, state): the
state a word of `state_words` or any participle, the thing the noun phrase before it (behind it for "Completed X", "we sent
X"). Two things are the same by identifiers that do not clash, one head noun, and one's words among the other's.
Negated, planned, conditional and asked mentions assert nothing; a negated "done" denies. Whatever the children say later
in the parent's sense clears it, and there a loose likeness is enough. The flagship is record 004, cycle 5: an incomplete
migration told as "completed successfully".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from leadline.core.signals.acts import governed
from leadline.core.signals.findings import make
from leadline.core.signals.identifiers import identifiers_in
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, WORD, stem, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.state_words import (
    AUX,
    CONDITION,
    LIGHT,
    NEGATION,
    NEGATIVE,
    PLAN,
    POSITIVE,
    PREPOSITION,
    SHARE,
    TRANSITIVE,
)
from leadline.core.text.cuts import stretches
from leadline.core.text.words import word_set

__all__ = ["find_outcomes"]

_CUT = re.compile(
    r"[;\n()]|,(?=\s)|\s[-–—]\s|\b(?:and|but|while|whereas|although|though|und|aber|doch|et|mais|y|pero)\b"
    r"|(?:(?<=know )|(?<=knows )|(?<=known )|(?<=clear )|(?<=unclear )|(?<=unknown )|(?<=say )|(?<=tell )|(?<=explain ))(?:by whom|with whom|whom?|why|how|where|when)\b"
)  # what nobody knows the reason or the doer of was done
_PARTICIPLE = re.compile(
    r"^(?:[a-z]{3,}ed|(?:re)?(?:built|written|run|made|set|taken|given|drawn|sold|bought)|kept|found|begun|chosen|frozen|held|brought|done)$"
)
# Verbs of naming, placing and belonging: "is described as", "is located in" tell what a thing is, and no outcome.
_NAMING = word_set(
    "described called named termed dubbed labelled labeled known recognized recognised considered regarded viewed seen "
    "perceived portrayed depicted defined referred mentioned cited noted listed located situated based involved associated related "
    "linked connected concerned interested respected renowned famed supposed"
)
_VERBAL = re.compile(r"(?:ed|s|t|en|ó|aron|fail|ent|é|ée|do|da)$")
_ATTRIBUTE = re.compile(
    r"\b(?:failed|rejected|refused|cancelled|canceled|broken|unpaid|pending|aborted)\s+(?=[a-z]+ (?:was |were |is |are )?[a-z]+ed\b)",
    re.I,
)  # "a failed sample charged half": of the sample
_NOT_THIS = re.compile(
    r"\b(?:rather than|instead of|as opposed to)\b(?:(?!\b(?:and|but)\b)[^,;.()\n])*", re.I
)  # denied, not told
_SAID_BY = re.compile(r"\b(?:says?|said|according|considers?|claims?|reports?|sagt|laut|selon|según|dit|dice)\b", re.I)
_REOPENED = re.compile(r"\bre-?opened\b", re.I)  # what was closed before, so "closed" is no contradiction
_ONLY = word_set("only just solely except unless but nur außer sauf seulement solo salvo excepto")
_DETERMINER = word_set(
    "the a an this that these those its their his her our my your any another each der die das den dem "
    "ein eine le la les un une l el los las una cette ce esta este"
)
_PRONOUN = word_set("i we you he she they it one who which that ich wir er sie es man nous ils elle il on nosotros")
# A word of completion behind one of these is a wish, a plan or a condition: "before the migration is complete".
_NOT_YET = word_set(
    "to will should must if once until when before unless bevor bis wenn falls sobald avant si tant hasta cuando antes"
)
_STATE_STEMS = frozenset(key for word in (*POSITIVE, *NEGATIVE) for key in stems_of(word))
VERBATIM_WORDS = 4
_WORDS_MAX = 24  # of a clause
_THING_MAX = 9


@dataclass(frozen=True, slots=True)
class _Thing:
    """What a state is said of."""

    head: str
    stems: frozenset[str]  # stemmed twice, so that "deploy" and "deployed" meet
    ids: frozenset[str]
    keys: frozenset[str]  # stemmed once, as in the index


@dataclass(frozen=True, slots=True)
class _Claim:
    """One clause that gives a state to a thing. `kinds` are the classes that it asserts (one) or denies."""

    thing: _Thing
    done: bool
    kinds: frozenset[str]
    start: int
    end: int
    owner: int


def find_outcomes(trial: Trial) -> list[Finding]:
    """Findings for outcomes of the parent that the newest word of the children denies; one a parent sentence."""
    mine = [
        (s, c)
        for s in trial.parent_sentences
        for c in _claims(s)
        if c.done or not any(k.startswith("verb") for k in c.kinds)
    ]
    if not mine:
        return []
    theirs = _of_children(trial, mine)
    out: list[Finding] = []
    for sentence, claim in mine:
        if out and sentence.start <= out[-1].parent_span[0] < sentence.end:
            continue
        if _SAID_BY.search(sentence.text) or governed(sentence.text, claim.start - sentence.start):
            continue  # told as somebody's word, or as a condition
        contrary = (
            []
            if claim.thing.head == "" and not claim.thing.ids
            else [c for c in theirs if c.done != claim.done and c.kinds & claim.kinds]
        )
        against = [c for c in contrary if _same(claim.thing, c.thing)]
        alone = not against
        if alone and not any(
            k.startswith("verb") for k in claim.kinds
        ):  # the head noun alone: only where the children know one such thing, and no word for the parent's side
            against = [c for c in contrary if _one_of_its_kind(claim.thing, c.thing)]
        if (
            not against
            or (not claim.done and _REOPENED.search(sentence.text))
            or _cleared(trial, claim, against[-1], anywhere=alone)
        ):
            continue
        if _said_by_a_child(trial, trial.parent[claim.start : claim.end]):
            continue
        last = against[-1]
        sure = bool(claim.thing.ids & last.thing.ids)  # one head noun may be two things, one identifier is one
        source = trial.pool[last.owner].text[last.start : last.end]
        quote = trial.parent[claim.start : claim.end]
        out.append(
            make(
                trial, "status_changed", "hard" if sure else "suspicion",
                f'The summary says "{quote}"; the last word on it, in "{trial.pool[last.owner].id}", is "{source}". '
                "Whoever goes on from the summary takes the state for what it is not.",
                parent=(claim.start, claim.end), child=(last.owner, last.start, last.end), probability=0.95 if sure else 0.92,
            )
        )  # fmt: skip
    return out


def _said_by_a_child(trial: Trial, quote: str) -> bool:
    """Whether a child says it in these very words: then whoever says otherwise speaks of something else, or they disagree."""
    words = " ".join(quote.lower().split()).strip(" .,:;")
    return len(words.split()) >= VERBATIM_WORDS and any(
        words in " ".join(c.text.lower().split()) for c in trial.children
    )


def _of_children(trial: Trial, mine: list[tuple[Passage, _Claim]]) -> list[_Claim]:
    """The claims of child sentences that share a word with a claim of the parent, in time order."""
    twice: dict[str, list[str]] = {}
    heads = tuple({claim.thing.head for _, claim in mine if claim.thing.head})
    for key in trial.postings if heads else ():
        if key.lower().startswith(heads):  # a stem is the beginning of its word
            twice.setdefault(stem(key), []).append(key)
    numbers: set[int] = set()
    for _, claim in mine:  # one head, or for a bare identifier its parts
        keys = twice.get(claim.thing.head, ()) if claim.thing.head else claim.thing.keys
        for key in keys:
            numbers.update(trial.postings.get(key, ()))
    acts = any(k.startswith("verb") for _, claim in mine for k in claim.kinds)
    out: list[_Claim] = []
    for number in sorted(numbers):
        s = trial.sentences[number]
        if acts or s.stems & _STATE_STEMS or "done" in s.text:
            out += _claims(s)
    return out


def _same(one: _Thing, two: _Thing) -> bool:
    """Whether two things are one: identifiers do not clash, one head, one's words among the other's, two in common."""
    if one.ids and two.ids and not (one.ids <= two.ids or two.ids <= one.ids):
        return False
    if bool(one.ids) != bool(two.ids) and len((one.stems & two.stems) - one.ids - two.ids) < 2:
        return False
    if one.head != two.head:
        return False
    if not (one.stems <= two.stems or two.stems <= one.stems):
        return False
    return len(one.stems & two.stems) >= 2 or bool(one.ids & two.ids)


def _one_of_its_kind(one: _Thing, two: _Thing) -> bool:
    """One of them is a head noun alone ("the migration"), and it is the other's head."""
    return bool(one.head) and one.head == two.head and 1 in (len(one.stems), len(two.stems))


def _cleared(trial: Trial, claim: _Claim, last: _Claim, *, anywhere: bool) -> bool:
    """Something after the denial (or `anywhere`, as for an open state) says it the parent's way, as loosely as may be."""
    stems = claim.thing.keys
    for s in trial.sentences:
        if (s.owner, s.end) <= (last.owner, last.start) and claim.done and not anywhere:
            continue
        words = [w.lower() for w in WORD.findall(s.text)]
        about = bool(s.stems & stems) or len(words) <= 6 or any(name in s.text.lower() for name in claim.thing.ids)
        if not about:
            continue
        if claim.done:
            after = s.text[last.end - s.start :] if s.owner == last.owner and s.start <= last.start < s.end else s.text
            if _says_done(after, claim.kinds):
                return True
        elif any(w in NEGATIVE or w in ("not", "nicht", "pas", "no", "never") for w in words):
            return True
    return False


def _says_done(text: str, kinds: frozenset[str]) -> bool:
    """A word of the class, or of completion in general, that no negation or plan stands before."""
    words = [w.lower() for w in WORD.findall(text)]
    for i, word in enumerate(words):
        kind = POSITIVE.get(word) or (f"verb {stem(word)}" if _PARTICIPLE.match(word) else None)
        if word in ("ok", "okay"):
            kind = "pass"
        if kind is None or not (kind in kinds or kind == "complete" or kind == "pass"):
            continue
        before = set(words[max(0, i - 5) : i])
        if not before & (NEGATION | _NOT_YET):
            return True
    return bool(re.search(r"\b(\d+) ?(?:/|of|out of|von|sur|de) ?\1\b|100 ?%", text))


# -- reading a clause -----------------------------------------------------------------------------------------


def _claims(sentence: Passage) -> list[_Claim]:
    """The states that a sentence gives to things; none for questions, headings without a state, data and code."""
    text = _ATTRIBUTE.sub(lambda m: " " * len(m.group()), sentence.text)
    text = _NOT_THIS.sub(lambda m: " " * len(m.group()), text)
    if text.rstrip().endswith("?") or sentence.kind in ("code", "data"):
        return []
    low = text.lower()
    if not any(w in POSITIVE or w in NEGATIVE or _PARTICIPLE.match(w) for w in WORD.findall(low)):
        return []
    out: list[_Claim] = []
    for at, stop in stretches(_CUT, text):
        colon = text.find(": ", at, stop)
        if colon > 0 and any(w in POSITIVE or w in NEGATIVE for w in WORD.findall(low[at:colon])):
            stop = colon  # "X is incomplete: 3 of 4 done": what follows explains
        out += _read(text[at:stop], sentence.start + at, sentence.owner)
    return out


def _read(piece: str, offset: int, owner: int) -> list[_Claim]:
    """The first state of a clause that is no attribute, said of its thing and of the act ("X was deployed": X, its deployment)."""
    tokens = [(m.group().lower().replace("’", "'"), m.start(), m.end()) for m in WORD.finditer(piece)]
    if not 2 <= len(tokens) <= _WORDS_MAX or SHARE.search(piece):
        return []
    words = [t[0] for t in tokens]
    for i, word in enumerate(words):
        kind = POSITIVE.get(word)
        denied = NEGATIVE.get(word)
        auxiliary = any(w in AUX for w in words[max(0, i - 4) : i])
        if kind is None and denied is None:
            bare = all(w in _PRONOUN or w in AUX or w in LIGHT for w in words[:i])
            if not _PARTICIPLE.match(word) or word in _NAMING or not (auxiliary or bare):
                continue
            kind = f"verb {stem(word)}"
        before = words[i - 1] if i else ""
        if before in _DETERMINER or (before in PREPOSITION and before not in ("in",)):
            continue  # an attribute: "the failed test"
        if not auxiliary and i + 1 < len(words) and not _VERBAL.search(word) and ":" not in piece[: tokens[i][1]]:
            continue  # an adjective without "is": only at the end of a headline
        if not auxiliary and i and piece[tokens[i][1]].isupper() and not piece.isupper():
            continue  # part of a name ("Saturday Night Live")
        colon = ":" in piece[(tokens[i - 1][2] if i else 0) : tokens[i][1]]
        negated = bool(set(words[:i]) & NEGATION) or bool(set(words[i + 1 : i + 2]) & {"not", "nicht", "pas"})
        if set(words[:i]) & CONDITION or (not colon and _planned(words, i)):
            return []
        if denied is not None and negated:
            return []
        if kind is not None and kind.startswith("verb") and set(words) & _ONLY:
            return []  # "touched only by A" and "not touched by anybody but A" say one thing
        thing = _thing_of(piece, tokens, i, auxiliary or colon, word)
        if thing is None:
            continue
        lead = len(piece) - len(piece.lstrip())
        start, end = offset + lead, offset + len(piece.rstrip())
        if kind is None:
            assert denied is not None
            return [_Claim(thing, False, denied, start, end, owner)]
        act = stem(stem(word))
        deed = _Thing(act, thing.stems | {act}, thing.ids, thing.keys)
        return [
            _Claim(thing, not negated, frozenset((kind,)), start, end, owner),
            _Claim(deed, not negated, frozenset(("complete", kind)), start, end, owner),
        ]
    return []


def _planned(words: list[str], i: int) -> bool:
    """A plan or duty stands before the state ("will be", "is to be", "needs"); "to" counts only before a verb."""
    return any(w in PLAN and (w != "to" or words[k + 1] in ("be", "get", words[i])) for k, w in enumerate(words[:i]))


def _thing_of(piece: str, tokens: list[tuple[str, int, int]], i: int, linked: bool, word: str) -> _Thing | None:
    """The noun phrase that the state at `i` is said of: before it, or behind it for "Completed X" and "we sent X"."""
    before = [
        t for t in tokens[:i] if t[0] not in AUX and t[0] not in _PRONOUN and t[0] not in LIGHT and t[0] not in NEGATION
    ]
    ahead = tokens[i + 1][0] if i + 1 < len(tokens) else ""
    follows = (
        bool(ahead)
        and ahead not in PREPOSITION
        and ahead not in STOP - _DETERMINER
        and not ahead.endswith("ly")
        and ahead not in LIGHT
    )
    if (not before or not linked) and follows and (word in TRANSITIVE or word not in POSITIVE):
        return _phrase(piece, tokens[i + 1 :])
    if not before:
        return _phrase(piece, tokens[i + 1 :]) if follows and not linked and ":" in piece else None
    start = piece.rfind(":", 0, before[-1][2])
    if start >= 0 and any(t[1] > start for t in before):
        before = [t for t in before if t[1] > start]
    if not linked and follows and ahead not in _DETERMINER:
        return None  # "the tests passed muster": something else
    return _phrase(piece, before)


def _phrase(piece: str, tokens: list[tuple[str, int, int]]) -> _Thing | None:
    """Head, stems and identifiers of a noun phrase; None where it has no content or is too long to be one."""
    if tokens and tokens[0][0] in PREPOSITION:  # "On Monday the ..."
        rest = next((k for k, t in enumerate(tokens) if t[0] in _DETERMINER), len(tokens))
        tokens = tokens[rest:]
    if not tokens:
        return None
    ids = [
        (a, b, token.lower())
        for a, b, token, _ in identifiers_in(piece[: tokens[-1][2] + 24])
        if tokens[0][1] <= a <= tokens[-1][2]
    ]
    keys: list[str] = []
    head = ""
    closed = False
    for word, start, _end in tokens:
        if any(a <= start < b for a, b, _ in ids):
            continue
        if word in PREPOSITION:
            closed = closed or bool(head)
            continue
        if word in STOP or word in _DETERMINER or word in LIGHT or word in AUX:
            continue
        if word.isdigit():
            ids.append((start, start, word))
            continue
        keys.append(stem(word))
        if not closed:
            head = stem(keys[-1])
    names = frozenset(token for _, _, token in ids)
    if not 1 <= len(keys) + len(names) <= _THING_MAX:
        return None
    parts = frozenset(part for name in names for word in WORD.findall(name) for part in stems_of(word))
    return _Thing(head, frozenset(map(stem, keys)) | names, names, frozenset(keys) | parts)
