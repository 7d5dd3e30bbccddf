"""Vague stand-ins: "a related error", "the other matter", "one of the levels" where the source names it.

In: a trial. Out: findings `identifier_blurred`. Only where the best evidence binds an identifier to the very noun
that the parent keeps, the parent names that identifier nowhere, and the clause has no other identifier of its own.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.identifiers import identifiers_in
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import WORD, stem
from leadline.core.signals.model import Finding

__all__ = ["find_blurred"]

_VAGUE = re.compile(
    r"\b(?:(?:an?|some|the)\s+(?:related|similar|certain|different|unspecified|particular|second|late|early)\s+(?:\w+\s+)?"
    r"|one\s+of\s+(?:the\s+|our\s+|its\s+|their\s+)?(?:\w+\s+)?|(?:the\s+other|another|some\s+other|one)\s+(?:\w+\s+)?|an?\s+|some\s+|einer?\s+(?:der\s+)?|ein(?:em|en)?\s+|une?\s+(?:des\s+)?(?:\w+\s+)?|un[oa]?\s+(?:de\s+l[oa]s\s+)?)"
    r"(?P<noun>[A-Za-zäöüéèêíóúñ]{3,})",
    re.I,
)
_ERROR = frozenset(
    ("error", "errors", "failure", "problem", "issue", "fault", "code", "exception", "fehler", "erreur", "fallo")
)
_WINDOW = 3  # words between a noun and the identifier that it is bound to


def find_blurred(trial: Trial) -> list[Finding]:
    """Findings for vague noun phrases that replace an identifier of the aligned sentence."""
    out: list[Finding] = []
    parent = trial.parent.lower()
    done: set[str] = set()
    for clause, sentence in trial.parent_clauses:
        own = [t for _, _, t, d in identifiers_in(clause.text) if d]
        if own:
            continue
        for vague in _VAGUE.finditer(clause.text):
            noun = vague["noun"].lower()
            if re.search(r"\s[A-Z]", vague.group()):
                continue  # a name, not a stand-in: "the Late Show"
            strong = (
                re.match(r"an?\s|some\s|ein|un", vague.group(), re.I) is None or len(WORD.findall(vague.group())) > 2
            )
            hit = _bound(trial, clause, noun, parent, strong) or (
                _bound(trial, sentence, noun, parent, strong) if strong and clause is not sentence else None
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
                    trial, "identifier_blurred", "hard" if strong else "suspicion",
                    f'The summary says "{vague.group()}" where "{trial.pool[source.owner].id}" names {token}; a reader cannot tell which is meant.',
                    parent=(a, clause.start + vague.end()), child=(source.owner, start, end), probability=0.9 if strong else 0.5,
                )
            )  # fmt: skip
            break
    return out


def _bound(
    trial: Trial, passage: Passage, noun: str, parent: str, strong: bool
) -> tuple[Passage, int, int, str] | None:
    """The identifier bound to `noun` in the best evidence that the parent names nowhere."""
    key = stem(noun)
    for hit in trial.align(passage, 3 if strong else 2):
        if hit.score < (0.25 if strong else 0.45):
            return None
        source = trial.sentences[hit.sentence]
        tokens = [(a, b, t) for a, b, t, d in identifiers_in(source.text) if d and len(t) >= 3]
        missing = [(a, b, t) for a, b, t in tokens if not _named(t, parent)]
        if not missing or (len(missing) < len(tokens) and not strong):
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


def _named(token: str, parent: str) -> bool:
    low = token.lower()
    core = re.sub(r"\W+", "", low)
    return low in parent or core in re.sub(r"\W+", "", parent)
