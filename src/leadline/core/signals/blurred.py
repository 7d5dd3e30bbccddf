"""Vague stand-ins: "a related error", "the other matter", "one of the levels" where the source names it.

In: a trial. Out: findings `identifier_blurred`. Either a clause is the source's own but for one place, where the source has an
exact name and the parent a vague phrase; or the best evidence binds an identifier to the very noun that the parent keeps, and
the clause has no other identifier of its own. The parent names that identifier nowhere.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make, meet
from leadline.core.signals.identifiers import identifiers_in
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import NUMBER_WORDS, WORD, stem
from leadline.core.signals.model import Finding
from leadline.core.signals.vague import find_vague

__all__ = ["find_blurred"]

_ADJECTIVE = r"(?:related|similar|certain|different|unspecified|particular|second|late|early)"
_VAGUE = re.compile(
    rf"\b(?:(?:an?|some|the|one)\s+{_ADJECTIVE}\s+(?:\w+\s+)??"
    r"|one\s+of\s+(?:the\s+|our\s+|its\s+|their\s+)?(?:\w+\s+)?|(?:the\s+other|another|some\s+other)\s+(?:\w+\s+)?|an?\s+|some\s+|einer?\s+(?:der\s+)?|ein(?:em|en)?\s+|une?\s+(?:des\s+)?(?:\w+\s+)?|un[oa]?\s+(?:de\s+l[oa]s\s+)?)"
    r"(?P<noun>[A-Za-zäöüéèêíóúñ]{3,})",
    re.I,
)
# What stands for a name without naming it: an indefinite of an unsaid kind, or a pronoun.
_STAND_IN = re.compile(
    r"\b(?:(?:an?|the|some)\s(?:certain|related|relevant|particular|respective|corresponding|similar|given|specific|unspecified|appropriate)\s\w+|(?:one|some)\sof\s(?:them|these|those))\b",
    re.IGNORECASE,
)
_AROUND = 4  # words on either side that have to be the source's own
_AROUND_MIN = 3
_BACK = 200  # characters before "the relevant file" that may have named it
_EXACT = re.compile(r"\d|[_/@]|\w\.\w|[a-z][A-Z]")
_NOT_A_NAME = re.compile(r"=|^([a-z]+)\d+-\1\d+$", re.I)  # "n=18", "A1-A12"
_ERROR = frozenset(
    ("error", "errors", "failure", "problem", "issue", "fault", "code", "exception", "fehler", "erreur", "fallo")
)
_CODE = re.compile(
    r"\b(?:error|code|errno|sqlstate|status|http|fatal|exception|fehler)\b\W{0,3}(?:code\W{0,2})?([A-Z]*[-_]?\d{2,}[A-Z0-9]*)\b",
    re.IGNORECASE,
)
_SHARE_MIN = 0.25
_WINDOW = 3  # words between a noun and the identifier that it is bound to


def find_blurred(trial: Trial) -> list[Finding]:
    """Findings for vague noun phrases that replace an identifier of the aligned sentence."""
    parent = trial.parent.lower()
    done: set[str] = set()
    out = _slots(trial, parent, done)
    for clause, sentence in trial.parent_clauses:
        own = [t for _, _, t, d in identifiers_in(clause.text) if d]
        if own or trial.is_verbatim(clause.text):
            continue
        for vague in _VAGUE.finditer(clause.text):
            noun = vague["noun"].lower()
            if re.search(r"\s[A-Z]", vague.group()):
                continue  # a name, not a stand-in: "the Late Show"
            if any(w.lower() in NUMBER_WORDS for w in WORD.findall(vague.group())[1:]):
                continue  # "one of the three" counts, it does not stand in
            if re.match(r"an?\s|some\s|ein|un", vague.group(), re.IGNORECASE) and len(WORD.findall(vague.group())) <= 2:
                continue  # "a file" is how a new thing is spoken of
            hit = (
                _bound(trial, clause, noun, parent)
                or _bound(trial, sentence, noun, parent)
                or _code(trial, sentence, noun, parent)
            )
            if hit is None:
                continue
            source, start, end, token = hit
            if token.lower() in done:
                continue
            done.add(token.lower())
            a = clause.start + vague.start()
            out.append(
                make(
                    trial, "identifier_blurred", "hard",
                    f'The summary says "{vague.group()}" where "{trial.pool[source.owner].id}" names {token}; a reader cannot tell which is meant.',
                    parent=(a, clause.start + vague.end()), child=(source.owner, start, end), probability=0.9,
                )
            )  # fmt: skip
            break
    return [*out, *(f for f in find_vague(trial) if not any(meet(f.parent_span, o.parent_span) for o in out))]


def _slots(trial: Trial, parent: str, done: set[str]) -> list[Finding]:
    """Findings for stand-ins between words that in the sources stand around an exact name; `done` gets the names."""
    out: list[Finding] = []
    for m in _STAND_IN.finditer(trial.parent):
        line = trial.parent.rfind("\n", 0, m.start()) + 1
        left = trial.parent[line : m.start()].rstrip("`'\"(* ").split()[-_AROUND:]
        right = trial.parent[m.end() :].split("\n", 1)[0].lstrip("`'\")* ").split()[:_AROUND]
        if not left or len(left) + len(right) < _AROUND_MIN or " ".join(left[-2:]).lower() not in trial.haystack:
            continue
        before, after = (r"\s+".join(map(re.escape, words)) for words in (left, right))
        place = re.compile(
            rf"{before}[\s`'\"(*]*(?P<name>[^\s`](?:[^\n`]{{1,60}}?)?)[\s`'\")*]*{after or '(?=[.;:,]?$)'}",
            re.MULTILINE,
        )
        near = parent[max(0, m.start() - _BACK) : m.start()] if m.group()[:3].lower() == "the" else ""
        hit = next(
            (
                (owner, found)
                for owner, child in enumerate(trial.pool)
                for found in place.finditer(child.text)
                if (_EXACT.search(found["name"]) and " " not in found["name"])
                or child.text[found.start("name") - 1] == "`"
                if found["name"].lower() not in done and not _named(found["name"], near)
            ),
            None,
        )
        if hit is None:
            continue
        owner, found = hit
        done.add(found["name"].lower())
        out.append(
            make(
                trial, "identifier_blurred", "hard",
                f'The summary says "{m.group()}" where "{trial.pool[owner].id}" names {found["name"]}, in the same words; a reader cannot tell which is meant.',
                parent=m.span(), child=(owner, *found.span("name")), probability=0.95,
            )
        )  # fmt: skip
    return out


def _bound(trial: Trial, passage: Passage, noun: str, parent: str) -> tuple[Passage, int, int, str] | None:
    """The identifier bound to `noun` in the best evidence that the parent names nowhere."""
    key = stem(noun)
    for hit in trial.align(passage, 3):
        if hit.score < _SHARE_MIN:
            return None
        source = trial.sentences[hit.sentence]
        tokens = [
            (a, b, t)
            for a, b, t, d in identifiers_in(source.text)
            if d and len(t) >= 3 and not _NOT_A_NAME.search(t) and ("/" in t or any(c.isalpha() for c in t))
        ]
        missing = [(a, b, t) for a, b, t in tokens if not _named(t, parent)]
        if not missing:
            continue
        words = [(m.start(), m.end(), m.group()) for m in WORD.finditer(source.text)]
        for a, b, token in missing:
            before = [w for w in words if w[1] <= a][-_WINDOW:]
            after = [w for w in words if w[0] >= b][:_WINDOW]
            near = {stem(w[2]) for w in before + after}
            if key in near or (
                noun in _ERROR and (near & {stem(e) for e in _ERROR} or re.match(r"[A-Z]{2,}[-_ ]?\d", token))
            ):
                return source, source.start + a, source.start + b, token
    return None


def _code(trial: Trial, passage: Passage, noun: str, parent: str) -> tuple[Passage, int, int, str] | None:
    """ "A related error": the error code of the child that the sentence speaks of, where the parent names it nowhere."""
    if noun not in _ERROR:
        return None
    owners = dict.fromkeys(
        trial.sentences[hit.sentence].owner for hit in trial.align(passage, 4) if hit.score >= _SHARE_MIN
    )
    for owner in owners:
        codes = list(_CODE.finditer(trial.pool[owner].text))
        if codes and not any(_named(m[1], parent) for m in codes):
            m = codes[0]
            place = Passage(owner, m.start(), m.end(), m.group(), frozenset())
            return place, m.start(1), m.end(1), m[1]
    return None


def _named(token: str, parent: str) -> bool:
    low = token.lower()
    core = re.sub(r"\W+", "", low)
    return low in parent or core in re.sub(r"\W+", "", parent)
