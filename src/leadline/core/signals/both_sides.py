"""Two parties made to agree: "both A and B report it closed" where one of the two reports the opposite.

In: a trial. Out: findings `conflict_resolved`. What is said of both is said of each: the clause is taken apart, and each party's own words in the
children are asked. Where a clause of the children gives the opposite (the other word of a pair, or a negation) for one party, and no later
one takes it back, the two do not agree. "Both gauges" needs one gauge on either side.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.acts import clauses, words_in
from leadline.core.signals.fields import POLAR
from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, content_stems, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.sides_of_words import says_of
from leadline.core.signals.state_words import AUX
from leadline.core.text.words import word_set

__all__ = ["find_both"]

_P = 0.9
_P_LOOSE, _LONG_RECORD = (
    0.6,
    60,
)  # of one plural noun (two false of two on claims), and in more sentences: in a longer record a party says many things of many things
_CLAUSE = re.compile(r"[;\n]|[.:](?=\s|$)|,(?=\s)|\s[-–—]\s")
_PAIR = re.compile(
    r"\bboth (?:the |of the )?(?P<a>[\w-]{1,60}(?: (?!and\b)[\w-]{1,60}){0,3}) and (?:the )?(?P<b>[\w-]{1,60}(?: [\w-]{1,60})?)|(?:\bthe )?(?<![\w-])(?P<a2>[\w-]{1,60}(?: (?!and\b)[\w-]{1,60})?) and (?:the )?(?P<b2>[\w-]{1,60}(?: [\w-]{1,60})?) both\b",
    re.I,
)
_NOUN = re.compile(r"\bboth (?:of )?(?:the |these |those )?(?P<noun>[^\W\d_]{3,}s)\b", re.I)
_OPEN = re.compile(
    r"\b(?:if|unless|until|once|when|whether|should|must|will|would|may|might|can|could|to be|disagree\w*|differ\w*|contradict\w*|neither|but|while|whereas|except|once|asked|wants?)\b|\?",
    re.I,
)
_NOT = word_set("not never no nor none cannot neither nobody nothing")
_CHANGED = re.compile(
    r"\b(?:set|switched|turned|changed|started|restarted|stopped|opened|closed|fixed|mended|again|now|later|meanwhile|corrected|correction|withdrew|withdrawn)\b",
    re.I,
)
_SAYING = content_stems(
    "report reports reported say says said show shows showed shown state states stated tell tells told give gives gave find found"
)


class _Claim(NamedTuple):
    """What a clause says of both: the parties' words, and what with which sign."""

    parties: tuple[frozenset[str], ...]
    noun: bool  # one plural noun names both
    said: dict[str, int]
    about: frozenset[str]


def find_both(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if (
            sentence.kind in ("code", "heading")
            or "both" not in sentence.text.lower()
            or trial.is_verbatim(sentence.text)
        ):
            continue
        at = 0
        for stop, after in [
            *((m.start(), m.end()) for m in _CLAUSE.finditer(sentence.text)),
            (len(sentence.text), len(sentence.text)),
        ]:
            start, at = at, after
            piece = sentence.text[start:stop]
            claim = _claim(piece)
            against = _against(trial, claim) if claim is not None else None
            if against is not None:
                lead = len(piece) - len(piece.lstrip())
                out.append(
                    _finding(
                        trial,
                        (sentence.start + start + lead, sentence.start + start + len(piece.rstrip())),
                        *against,
                        noun=claim is not None and claim.noun,
                    )
                )
                break
    return out


def _claim(piece: str) -> _Claim | None:
    pair, noun = _PAIR.search(piece), _NOUN.search(piece)
    if (pair is None and noun is None) or _OPEN.search(piece):
        return None
    if pair is not None:
        behind = piece[pair.end() :] if pair["a"] is None else piece[pair.start("b") :]
        parties = tuple(_party(pair[k]) for k in (("a", "b") if pair["a"] else ("a2", "b2")))
    else:
        assert noun is not None
        behind, parties = piece[noun.end() :], (content_stems(noun["noun"][:-1]),)
    words = words_in(behind)
    first = next((w for w in words if w not in STOP and not any(set(stems_of(w)) & p for p in parties)), "")
    said = {
        what: sign
        for what, sign in _signs(words).items()
        if what.startswith(("pair ", "field ")) or what in dict(says_of(first))
    }
    told = {s for w in words if any(what in said for what, _ in says_of(w)) or w in POLAR for s in stems_of(w)}
    about = content_stems(behind).difference(*parties, told, _SAYING)
    return _Claim(parties, pair is None, said, about) if said and all(parties) else None


def _party(text: str) -> frozenset[str]:
    """What names a party: its first word, with the letter or number behind it ("gauge A")."""
    words = [w for w in words_in(text) if w not in AUX]
    marks = [w for w in words[1:2] if len(w) == 1 or w[0].isdigit()]
    return frozenset(s for w in (*words[:1], *marks) for s in (stems_of(w) or (w,)))


def _named(text: str) -> frozenset[str]:
    """The stems of a text with its single letters, which may name one of two."""
    return content_stems(text) | {w for w in words_in(text) if len(w) == 1}


def _signs(words: list[str]) -> dict[str, int]:
    """What the words say, each with its sign; nothing that they say both ways."""
    turn = -1 if any(w in _NOT or w.endswith("n't") for w in words) else 1
    out: dict[str, int] = {}
    both: set[str] = set()
    for w in words:
        senses = [(what, sign * turn) for what, sign in says_of(w) if w not in STOP]
        if w in POLAR:
            senses.append((f"field {POLAR[w][0]}", POLAR[w][1] * turn))
        for what, sign in senses:
            if out.get(what, sign) != sign:
                both.add(what)
            out[what] = sign
    return {k: v for k, v in out.items() if k not in both}


def _against(trial: Trial, claim: _Claim) -> tuple[Passage, tuple[int, int]] | None:
    """The last clause that gives the opposite for one party, where nothing later takes it back."""
    last: tuple[Passage, tuple[int, int], frozenset[str]] | None = None
    agreed = False
    for n, s in enumerate(trial.sentences):
        if s.kind == "code" or s.text.rstrip().endswith("?"):
            continue
        for start, end, _, words in clauses(trial, n):
            stems = _named(s.text[start:end])
            signs = _signs(words) if "only" not in words else {}
            for party in claim.parties:
                if not (
                    party <= stems
                    or (
                        (len(s.stems) <= 4 if claim.noun else len(words) > 2)
                        and party <= s.stems
                        and not any(p & stems for p in claim.parties)
                    )
                ):
                    continue
                shared = {what for what in signs if what in claim.said}
                contrary = {what for what in shared if signs[what] != claim.said[what]}
                if contrary and (len(claim.about & s.stems) * 2 >= len(claim.about) - 1):
                    last = (s, (s.start + start, s.start + end), party)
                elif shared - contrary:
                    agreed = True
                    if last is not None and last[0] is not s and party == last[2] and not claim.noun:
                        last = None
        if last is not None and last[0] is not s and last[2] & s.stems and _CHANGED.search(s.text):
            last = None
    if last is None or (claim.noun and not agreed):
        return None
    return last[0], last[1]


def _finding(trial: Trial, span: tuple[int, int], s: Passage, place: tuple[int, int], *, noun: bool) -> Finding:
    owner = trial.pool[s.owner]
    return make(
        trial, "conflict_resolved", "suspicion",
        f'The summary says it of both ("{shortened(trial.parent[span[0] : span[1]])}"); "{owner.id}" has the opposite for one of them: "{shortened(owner.text[place[0] : place[1]])}". '
        "That they disagree may be the finding itself.",
        parent=span, child=(s.owner, *place), probability=_P if len(trial.sentences) <= _LONG_RECORD and not noun else _P_LOOSE,
    )  # fmt: skip
